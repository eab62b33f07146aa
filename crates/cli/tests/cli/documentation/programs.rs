//! Every Rust program of the documentation, also of the tutorial, is a documentation test.

use std::fs;

use super::{documents, top};

/// Includes the documents whose programs are documentation tests.
const INCLUDED: [&str; 2] = ["docs/lib.rs", "src/tutorial/mod.rs"];

/// rustdoc hides lines that begin with `# `, and a code host shows them.
#[test]
fn no_program_has_a_line_that_only_rustdoc_hides() {
    for document in documents() {
        let mut is_program = false;
        for line in document.text.lines() {
            if line.starts_with("```") {
                is_program = line.starts_with("```rust");
            }
            let is_hidden = is_program && (line == "#" || line.starts_with("# "));
            assert!(!is_hidden, "{}: {line}", document.path.display());
        }
    }
}

#[test]
fn every_rust_program_in_a_document_is_tested() {
    let included =
        INCLUDED.map(|file| fs::read_to_string(top().join(file)).expect("the file can be read"));
    let documents = documents();
    let mut with_programs = documents.iter().filter(|document| {
        let mut lines = document.text.lines();
        lines.any(|line| line.starts_with("```rust"))
    });
    let missing = with_programs.find(|document| {
        let path = document.path.to_str().expect("the path is UTF-8");
        let folders = ["docs/", "src/tutorial/"];
        let name = folders.iter().find_map(|folder| path.strip_prefix(folder));
        let name = name.unwrap_or(path);
        let included_as = |text: &String| {
            text.contains(&format!("include_str!(\"{name}\")"))
                || text.contains(&format!("include_str!(\"../{name}\")"))
        };
        !included.iter().any(included_as)
    });
    assert_eq!(missing.map(|document| &document.path), None);
}
