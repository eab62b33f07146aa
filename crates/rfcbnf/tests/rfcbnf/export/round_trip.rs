//! Grammars written in each notation that is read, and read again.

use crate::grammars::read_abnf;
use rfcbnf::automaton::Automata;
use rfcbnf::export::{ExportError, abnf, bnf, rfc822};
use rfcbnf::rfc1738::READINGS;
use rfcbnf::syntax::{Grammar, Notation};
use rfcbnf::{Reader, Readings};

/// Returns the grammars of RFCs in `examples/grammars`, with their readings, by their files.
fn examples() -> Vec<(&'static str, Grammar)> {
    let read = |bnf: &str, readings: &str| {
        let readings = Readings::from_toml(readings).expect("the readings can be read");
        let reader = Reader {
            bare_literals: readings.bare_literals(),
            ..Reader::default()
        };
        let mut grammar = reader.read(bnf).into_result().expect("there are no errors");
        readings.apply(&mut grammar).expect("each reading is used");
        grammar
    };
    macro_rules! example {
        ($file:literal, $readings:expr) => {
            (
                $file,
                read(
                    include_str!(concat!("../../../../../examples/grammars/", $file)),
                    $readings,
                ),
            )
        };
    }
    let rfc1808 = include_str!("../../../../../examples/grammars/rfc1808.readings.toml");
    vec![
        example!("rfc1738.bnf", READINGS),
        example!("rfc1808.bnf", rfc1808),
        example!("rfc2396.bnf", ""),
        example!("rfc3986.abnf", ""),
        example!("rfc822.bnf", ""),
        example!("rfc1945.bnf", ""),
        example!("rfc2141.bnf", ""),
        example!("rfc8259.abnf", ""),
        example!("rfc5322.abnf", ""),
        example!("rfc9110.abnf", ""),
        example!("arithmetic-left.bnf", ""),
        example!("arithmetic.abnf", ""),
        example!("arithmetic-ambiguous.abnf", ""),
        example!("dangling-else.abnf", ""),
        example!("date.bnf", ""),
        example!("date-ordered.bnf", ""),
        example!("time.bnf", ""),
        example!("list.bnf", ""),
    ]
}

type Export = fn(&Grammar, Option<&str>) -> Result<String, ExportError>;

const NOTATIONS: [(Notation, Export); 3] = [
    (Notation::Rfc822, rfc822),
    (Notation::Abnf, abnf),
    (Notation::Bnf, bnf),
];

#[test]
fn a_written_grammar_is_read_as_the_same_grammar() {
    for (file, grammar) in examples() {
        let part = grammar.without_obstacles();
        let before = Automata::new(&part).expect("the productions are small");
        for (notation, export) in NOTATIONS {
            let text = export(&grammar, None).expect("it can be written");
            let read = rfcbnf::read(&text).unwrap_or_else(|errors| panic!("{errors}\n{text}"));
            assert_eq!(read.notation, notation, "{file}\n{text}");
            let read_part = read.without_obstacles();
            let after = Automata::new(&read_part).expect("the productions are small");
            for production in &part.productions {
                let name = &production.name;
                let found = read_part.productions.iter().find(|one| {
                    let comments = one.comments.iter().map(|comment| comment.text.as_str());
                    let mut originals =
                        comments.filter_map(|text| text.strip_suffix(" in the original"));
                    match originals.next() {
                        Some(original) => original == name,
                        None => one.name == *name,
                    }
                });
                let found = found.unwrap_or_else(|| panic!("{file}: there is no {name}\n{text}"));
                let (one, other) = (before.production(name), after.production(&found.name));
                assert!(one.is_some());
                assert_eq!(one, other, "{file}: {name} in {notation}\n{text}");
            }
            let recursive = grammar.productions.len() - part.productions.len();
            let read_recursive = read.productions.len() - read_part.productions.len();
            assert_eq!(recursive, read_recursive, "{file} in {notation}");
        }
    }
}

#[test]
fn only_a_changed_core_rule_is_written_as_abnf() {
    let grammar = rfcbnf::read("number = 1*DIGIT / HEXDIG\n").expect("there are no errors");
    let text = abnf(&grammar, None).expect("it can be written");
    assert!(
        text.ends_with("from ABNF.\r\n\r\nnumber = 1*DIGIT / HEXDIG\r\n"),
        "{text}"
    );
    let changed = rfcbnf::read("number = 1*DIGIT / \"a\"\nDIGIT = %x30-37\n");
    let text = abnf(&changed.expect("there are no errors"), None).expect("it can be written");
    assert!(text.ends_with("DIGIT-rule = %x30-37\r\n"), "{text}");
}

#[test]
fn a_grammar_that_shows_no_notation_is_read_as_abnf() {
    let grammar = read_abnf("expect = \"100-continue\"\n").grammar;
    let text = abnf(&grammar, None).expect("it can be written");
    assert!(
        text.ends_with("\r\nexpect = %i\"100-continue\"\r\n"),
        "{text}"
    );
    let read = rfcbnf::read(&text).expect("there are no errors");
    assert_eq!(read.notation, Notation::Abnf);
}

#[test]
fn a_recursive_grammar_keeps_its_text_when_written_again() {
    let is_recursive = |grammar: &Grammar| {
        let mut names = grammar.productions.iter().map(|one| one.name.as_str());
        names.any(|name| {
            let obstacle = grammar.obstacle(name);
            obstacle.is_some_and(|obstacle| obstacle.is_recursion())
        })
    };
    let examples = examples().into_iter();
    let recursive: Vec<_> = examples
        .filter(|(_, grammar)| is_recursive(grammar))
        .collect();
    assert_eq!(recursive.len(), 7);
    for (file, grammar) in recursive {
        for (_, export) in NOTATIONS {
            let once = export(&grammar, None).expect("it can be written");
            let read = rfcbnf::read(&once).unwrap_or_else(|errors| panic!("{errors}\n{once}"));
            let twice = export(&read, None).expect("it can be written");
            let bodies = |text: &str| -> Vec<String> {
                let lines = text.lines();
                let lines = lines.filter(|line| !line.is_empty() && !line.starts_with(';'));
                lines.map(str::to_owned).collect()
            };
            assert_eq!(bodies(&once), bodies(&twice), "{file}");
        }
    }
}
