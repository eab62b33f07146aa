//! The grammar files, run without generated code, against the cases in `tests/corpus/` and the whole trees and errors in
//! `snapshots/`.
//!
//! Nothing is compiled for it after an edit of the BNF, so it is the first test to fail.

#[expect(dead_code, reason = "the tests of `rfc1738` use all of it")]
#[path = "../../../tests/cases.rs"]
mod cases;

use std::fs;
use std::path::{Path, PathBuf};

use cases::Case;
use rfcbnf::automaton::Automaton;
use rfcbnf::interpret::Interpreter;
use rfcbnf::recognizer::{ParserError, Recognizer};
use rfcbnf::syntax::Grammar;
use rfcbnf::{Layout, rfc1738};
use rfcbnf_engine::{Detail, SyntaxError, parse_in_detail};

/// A case, and the tree or error that it has.
struct Pinned {
    case: Case,
    detail: Detail,
    result: String,
}

/// Returns a path from the top of the repository.
fn top(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../..")
        .join(path)
}

fn read(path: &str) -> String {
    fs::read_to_string(top(path)).expect("the file can be read")
}

fn grammar() -> Grammar {
    let (bnf, readings) = (read("grammar/rfc1738.bnf"), read("grammar/readings.toml"));
    let loaded = rfc1738::load(&bnf, &readings);
    loaded.unwrap_or_else(|error| panic!("{error}")).0
}

fn layout() -> Layout {
    Layout::from_toml(&read("grammar/layout.toml")).expect("the layout can be read")
}

/// Returns the cases of each production of the grammar.
fn pinned(grammar: &Grammar) -> Vec<(&str, Vec<Pinned>)> {
    let of = |name: &str| {
        let cases = cases::read(&top(&format!("tests/corpus/{name}.txt")));
        let mut results = cases::read(&top(&format!("snapshots/{name}.snap"))).into_iter();
        let pinned = cases.into_iter().map(|case| {
            // The test of `parse` writes the result of a new case.
            let result = results.find(|result| result.title == case.title);
            let result = result.unwrap_or_else(|| panic!("{name}: no result of {}", case.title));
            let detail = if case.has("characters") {
                Detail::Characters
            } else {
                Detail::Rules
            };
            Pinned {
                case,
                detail,
                result: result.expected,
            }
        });
        pinned.collect()
    };
    let names = grammar
        .productions
        .iter()
        .map(|production| &*production.name);
    names.map(|name| (name, of(name))).collect()
}

/// Returns how a result differs from that of a case: a tree, or fields that all are in the snapshot.
fn difference(pinned: &Pinned, found: Result<String, Vec<String>>) -> Option<String> {
    let found = match found {
        Ok(tree) if tree.trim_end() == pinned.result => return None,
        Ok(tree) => tree,
        Err(fields) => {
            let mut lines = pinned.result.lines().map(str::trim_end);
            let missing = fields
                .iter()
                .filter(|field| !lines.clone().any(|line| line == *field));
            let missing: Vec<&str> = missing.map(String::as_str).collect();
            if missing.is_empty() && lines.any(|line| line.starts_with("offset: ")) {
                return None;
            }
            missing.join("\n")
        }
    };
    Some(format!("{}\n{found}", pinned.case.written))
}

/// Asserts that the differences, of each production, are none.
fn assert_none(differences: &[(&str, String)]) {
    let count = differences.len();
    let shown: Vec<String> = differences
        .iter()
        .map(|(name, one)| format!("{name}, {one}"))
        .collect();
    assert_eq!(
        count,
        0,
        "another tree or error than in {count} cases:\n\n{}",
        shown.join("\n\n")
    );
}

#[test]
fn the_interpreter_gives_the_results_of_the_cases() {
    let (grammar, layout) = (grammar(), layout());
    let interpreter = Interpreter::with_characters(&grammar, |name| layout.is_character(name))
        .unwrap_or_else(|error| panic!("{error}"));
    let mut differences = Vec::new();
    for (name, cases) in pinned(&grammar) {
        let rule = interpreter.find(name).expect("the grammar defines it");
        for pinned in cases {
            let result = parse_in_detail(rule, &pinned.case.text[..], pinned.detail);
            let result = result
                .map(|tree| tree.to_string())
                .map_err(|error| cases::fields(&error).into());
            differences.extend(difference(&pinned, result).map(|one| (name, one)));
        }
    }
    assert_none(&differences);
}

/// The context of its errors is what every derivation has open. It refuses productions from which a reading excludes texts.
#[test]
fn the_recognizer_gives_the_results_of_the_cases() {
    let (grammar, layout) = (grammar(), layout());
    let (mut differences, mut excluded) = (Vec::new(), Vec::new());
    for (name, cases) in pinned(&grammar) {
        let made = Recognizer::with_characters(&grammar, name, |name| layout.is_character(name));
        let recognizer = match made {
            Ok(recognizer) => recognizer,
            Err(ParserError::Excluded(_)) => {
                excluded.push(name);
                continue;
            }
            Err(other) => panic!("{other}"),
        };
        for pinned in cases {
            let result = recognizer
                .rule()
                .check(&pinned.case.text[..], pinned.detail);
            let result = result
                .expect("the text is short")
                .map(|tree| tree.to_string());
            // The others depend on derivations, too, and not on the texts of the production alone.
            let of_language = |error: SyntaxError<_>| {
                let [offset, _, _, _, next, can_end, _] = cases::fields(&error);
                vec![offset, next, can_end]
            };
            let result = result.map_err(of_language);
            differences.extend(difference(&pinned, result).map(|one| (name, one)));
        }
    }
    assert_none(&differences);
    assert_eq!(excluded, ["url", "otherurl"]);
}

#[test]
fn the_automata_give_the_verdicts_and_offsets_of_the_cases() {
    let grammar = grammar();
    let mut count = 0;
    for (name, cases) in pinned(&grammar) {
        let automaton = Automaton::new(&grammar, name).unwrap_or_else(|error| panic!("{error}"));
        for Pinned { case, .. } in cases {
            let prefix = automaton.viable_prefix(&case.text);
            let place = match (
                automaton.accepts(&case.text),
                prefix.length(),
                prefix.can_end(),
            ) {
                (true, ..) => None,
                (false, offset, true) => Some(format!("error at {offset}")),
                (false, offset, false) => Some(format!("error at {offset}, incomplete")),
            };
            let expected = Some(case.expected).filter(|expected| expected.starts_with("error "));
            assert_eq!(place, expected, "{name}, {}", case.title);
            count += 1;
        }
    }
    assert!(count > 500, "{count} cases");
}
