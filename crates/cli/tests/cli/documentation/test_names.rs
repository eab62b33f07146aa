//! The names of tests keep to the rule in `.github/CONTRIBUTING.md`.

use std::fs;

use super::{find, top};

/// The most words of the name of a test.
const MOST: usize = 10;

#[test]
fn names_of_tests_have_at_most_ten_words() {
    let mut count = 0;
    let mut long = Vec::new();
    find(top(), &mut |path| {
        if path.extension()? == "rs" {
            let text = fs::read_to_string(path).expect("the file is read");
            let names = names(&text);
            count += names.len();
            let is_long = |name: &&str| name.split('_').count() > MOST;
            let names = names.into_iter().filter(is_long);
            long.extend(names.map(|name| format!("{}: {name}", path.display())));
        }
        Some(())
    });
    assert!(count > 1_000, "{count}");
    assert!(long.is_empty(), "{long:#?}");
}

/// Returns the names of the tests in a Rust file.
fn names(file: &str) -> Vec<&str> {
    let mut is_test = false;
    let mut names = Vec::new();
    for line in file.lines().map(str::trim) {
        is_test |= line == "#[test]" || line.starts_with("#[tokio::test");
        let function = line.strip_prefix("async ").unwrap_or(line);
        if let Some(function) = function.strip_prefix("fn ").filter(|_| is_test) {
            let end = function.find(['(', '<']).unwrap_or(function.len());
            names.push(&function[..end]);
            is_test = false;
        }
    }
    names
}

#[test]
fn names_are_those_of_functions_under_the_attribute() {
    let file = "#[test]\n#[ignore = \"slow\"]\nfn a_b() {}\nfn c() {}\n    #[tokio::test(flavor = \"f\")]\n    async fn d() {}\n";
    assert_eq!(names(file), ["a_b", "d"]);
}
