//! The grammar files, interpreted, against the trees and errors in `snapshots/`.
//!
//! Nothing is compiled for it after an edit of the BNF, so it is the first test to fail.

use std::fs;
use std::path::{Path, PathBuf};

use rfcbnf::interpret::{self, Interpreter};
use rfcbnf::{Layout, rfc1738};
use rfcbnf_engine::{Detail, SyntaxError, parse_in_detail};

/// A file of the folder, `<production>__<case>.snap`.
struct Snapshot {
    name: String,
    production: String,
    text: Vec<u8>,
    content: String,
}

impl Snapshot {
    fn read(file: &Path) -> Self {
        let name = file.file_name().and_then(|name| name.to_str());
        let name = name.expect("a name").to_owned();
        let (production, _) = name.split_once("__").expect("a case");
        let source = fs::read_to_string(file).expect("the file can be read");
        let (head, content) = source
            .split_once("\ndescription: ")
            .and_then(|(_, rest)| rest.split_once("\n---\n"))
            .expect("the text is before the snapshot");
        Self {
            production: production.to_owned(),
            text: unescaped(head),
            content: content.trim_end().to_owned(),
            name,
        }
    }
}

/// Undoes `escape_ascii`, which writes what a literal of Rust holds, and quotation marks of YAML around it.
fn unescaped(head: &str) -> Vec<u8> {
    let text = if head.starts_with('"') {
        let quoted: syn::LitStr = syn::parse_str(head).expect("a literal");
        quoted.value()
    } else {
        head.to_owned()
    };
    let octets = syn::parse_str(&format!("b\"{text}\""));
    let octets: syn::LitByteStr = octets.expect("a literal");
    octets.value()
}

/// Reads a file of the grammar.
fn file(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../grammar");
    let path = folder.join(name);
    fs::read_to_string(path).expect("the file can be read")
}

/// Returns the fields of an error as a snapshot has them after the message for people.
fn fields(error: &SyntaxError<interpret::Rule<'_>>) -> String {
    let (offset, span, can_end) = (error.offset(), error.span(), error.can_end());
    let found = error.found().map(|found| found.to_string());
    let found = found.as_deref().unwrap_or("nothing");
    let (expected, context) = (list(error.expected()), list(error.context()));
    let next = error.next();
    // Files hold no blanks at ends of lines.
    let next = if next.is_empty() {
        String::new()
    } else {
        format!(" {next}")
    };
    format!(
        "offset: {offset}\nspan: {span:?}\nfound: {found}\nexpected: {expected}\nnext:{next}\n\
         can_end: {can_end}\ncontext: {context}"
    )
}

fn list(items: &[impl ToString]) -> String {
    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
    items.join(", ")
}

/// Compares a snapshot with what the production gives: the tree in one of the details, or the error.
fn compare(snapshot: &Snapshot, production: interpret::Rule<'_>) -> Result<(), String> {
    let (text, content) = (&snapshot.text[..], &snapshot.content);
    let found = match parse_in_detail(production, text, Detail::Rules) {
        Ok(tree) => {
            let full = parse_in_detail(production, text, Detail::Characters);
            let full = full.map_or_else(|error| error.to_string(), |tree| tree.to_string());
            if full.trim_end() == content {
                return Ok(());
            }
            tree.to_string()
        }
        Err(error) => fields(&error),
    };
    let found = found.trim_end();
    if content == found || content.ends_with(&format!("\n\n{found}")) {
        return Ok(());
    }
    let name = &snapshot.name;
    Err(format!(
        "{name}, text \"{}\":\n{found}",
        text.escape_ascii()
    ))
}

#[test]
fn the_grammar_files_give_the_results_of_the_snapshots() {
    let (grammar, _) = rfc1738::load(&file("rfc1738.bnf"), &file("readings.toml"))
        .unwrap_or_else(|error| panic!("{error}"));
    let layout = Layout::from_toml(&file("layout.toml")).expect("the layout can be read");
    let interpreter = Interpreter::with_characters(&grammar, |name| layout.is_character(name))
        .unwrap_or_else(|error| panic!("{error}"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../snapshots");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder can be listed")
        .map(|entry| entry.expect("the folder can be listed").path())
        .collect();
    files.sort();
    assert!(files.len() > 500, "{} snapshots", files.len());
    let changed: Vec<String> = files
        .iter()
        .map(|file| Snapshot::read(file))
        .filter_map(|snapshot| match interpreter.find(&snapshot.production) {
            Some(production) => compare(&snapshot, production).err(),
            None => Some(format!("{}: no such production", snapshot.name)),
        })
        .collect();
    assert!(
        changed.is_empty(),
        "the grammar gives another tree or error than {} snapshots:\n\n{}",
        changed.len(),
        changed.join("\n\n")
    );
}
