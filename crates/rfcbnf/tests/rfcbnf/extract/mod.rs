//! Grammars found in documents. The documents are made up; each has what real ones have.

mod blocks;
mod choice;
mod damage;
mod markup;
mod text;

use rfcbnf::extract::{Extraction, Keep, extract};

/// Returns the names of the rules that are found, each with its line.
fn rules(document: &str) -> Vec<(String, usize)> {
    let found = extract(document, Keep::Last).rules.into_iter();
    found.map(|rule| (rule.name, rule.line)).collect()
}

#[track_caller]
fn finds(document: &str, expected: &[(&str, usize)]) {
    let expected: Vec<(String, usize)> = expected
        .iter()
        .map(|(name, line)| ((*name).to_owned(), *line))
        .collect();
    assert_eq!(rules(document), expected);
}

/// Returns what is found, and checks that the grammar can be read.
#[track_caller]
fn sound(document: &str) -> Extraction {
    let found = extract(document, Keep::Last);
    let grammar = found.grammar("document");
    let read = rfcbnf::Reader::default().read(&grammar);
    assert!(read.errors.is_none(), "{grammar}\n{:?}", read.errors);
    for rule in &found.rules {
        assert!(
            read.grammar.production(&rule.name).is_some(),
            "{}",
            rule.name
        );
    }
    found
}
