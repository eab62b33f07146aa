//! Productions with a length that another part of the text gives.

use rfcbnf::conformance::{KeptApart, ProductionSuite, QuickSuite, Suite};
use rfcbnf::derivations::derivations;
use rfcbnf::imports::Imports;
use rfcbnf::interpret::Interpreter;
use rfcbnf::library;
use rfcbnf::recognizer::{Recognizer, Undecided};
use rfcbnf::syntax::{GivenLength, Grammar};
use rfcbnf_engine::Detail;

use crate::extent::few_or_many;
use crate::recursion::random_grammars;

fn marked(mut grammar: Grammar, name: &str) -> Grammar {
    let mut productions = grammar.productions.iter_mut();
    let production = productions.find(|one| one.name == name);
    production.expect("the grammar has it").length = Some(GivenLength {
        reason: "a number gives it".to_owned(),
        section: "1".to_owned(),
    });
    grammar
}

fn library(name: &str) -> Grammar {
    let found = library::find(name).expect("the library has it");
    found.with_imports().expect("they fit together").grammar
}

/// Returns `true` for valid, `false` for invalid, and `None` for undecided. All ways to ask have one answer.
fn verdict(recognizer: &Recognizer, text: &[u8]) -> Option<bool> {
    let rule = recognizer.rule();
    let verdict = rule.is_valid(text);
    let checked = rule.check(text, Detail::Characters);
    assert_eq!(checked.map(|one| one.is_ok()), verdict.clone());
    assert_eq!(rule.verdict(text).map(|one| one.is_ok()), verdict.clone());
    let traced = rule.trace(text, Detail::Rules);
    assert_eq!(traced.map(drop), verdict.clone().map(drop));
    match verdict {
        Err(Undecided::Unknown(unknown)) => {
            assert!(unknown.length.is_some(), "{unknown}");
            None
        }
        other => Some(other.expect("it is short")),
    }
}

/// A text is valid if a derivation has no marked node, undecided if all have one, and invalid without a derivation.
#[test]
fn random_grammars_with_a_length_have_the_verdicts_of_derivations() {
    let mut counts = [0; 3];
    for (grammar, characters) in random_grammars(few_or_many(10, 100)) {
        for mark in grammar.productions.iter().map(|one| &*one.name) {
            let recognizer = Recognizer::new(&marked(grammar.clone(), mark), "s");
            let recognizer = recognizer.expect("it has a recognizer");
            for text in crate::recursion::short_texts(characters, few_or_many(40, 120)) {
                let mut trees = derivations(&grammar, "s", &text).expect("it is short");
                let without = |tree: &rfcbnf::derivations::DerivationTree| {
                    tree.iter().all(|node| node.production() != mark)
                };
                let mut is_derived = false;
                let is_certain = trees.by_ref().take(200).any(|tree| {
                    is_derived = true;
                    without(&tree)
                });
                if !is_certain && trees.next().is_some() {
                    continue;
                }
                let right = if is_certain {
                    Some(true)
                } else if is_derived {
                    None
                } else {
                    Some(false)
                };
                let found = verdict(&recognizer, &text);
                assert_eq!(found, right, "{mark} {text:?} of\n{}", grammar.source);
                counts[right.map_or(0, |is_valid| 1 + usize::from(is_valid))] += 1;
            }
        }
    }
    assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
}

/// Texts of the library: a grammar, a production, the verdict, and the text.
const TEXTS: [&str; 16] = [
    "rfc3261 message-body undecided abc",
    "rfc3501 string valid \"a\"",
    "rfc3501 string undecided {2}\r\na",
    "rfc3501 string undecided {1}\r\na",
    "rfc3501 string invalid {a}\r\na",
    "rfc3501 login valid LOGIN a b",
    "rfc3501 login undecided LOGIN {1}\r\na b",
    "rfc7230 chunked-body valid 0\r\n\r\n",
    "rfc7230 chunked-body undecided 3\r\nabcd\r\n0\r\n\r\n",
    "rfc9051 literal8 undecided ~{1}\r\nab",
    "rfc9051 nstring valid NIL",
    "rfc9112 chunked-body undecided 3\r\nabcd\r\n0\r\n\r\n",
    "rfc9112 chunked-body invalid 3\r\nabcd\r\n\r\n",
    "rfc9112 HTTP-message valid GET / HTTP/1.1\r\n\r\n",
    "rfc9112 HTTP-message undecided GET / HTTP/1.1\r\n\r\nabc",
    "rfc9112 HTTP-message invalid GET / HTTP/1.1\r\nabc",
];

#[test]
fn texts_of_the_library_with_a_length_are_undecided() {
    for row in TEXTS {
        let fields: Vec<&str> = row.splitn(4, ' ').collect();
        let [name, production, expected, text] = fields[..] else {
            panic!("{row}");
        };
        let recognizer = Recognizer::with_unknown(&library(name), production, |_| false);
        let recognizer = recognizer.expect("it has a recognizer");
        let found = match verdict(&recognizer, text.as_bytes()) {
            Some(true) => "valid",
            Some(false) => "invalid",
            None => "undecided",
        };
        assert_eq!(found, expected, "{row:?}");
    }
}

#[test]
fn suites_leave_out_what_a_length_decides() {
    let grammar = rfcbnf::read("s = \"-\" | n \":\" data\nn = \"1\" | \"2\"\ndata = *\"a\"\n");
    let grammar = marked(grammar.expect("a grammar"), "data");
    let recursive = rfcbnf::read("s = \"-\" | \"(\" s \")\" | data\ndata = \"a\" *\"a\"\n");
    let recursive = marked(recursive.expect("a grammar"), "data");
    for grammar in [grammar, recursive] {
        let complete = Suite::to_depth(&grammar, "s", 1, 0).expect("a suite");
        let apart = Suite::keeping_apart(&grammar, "s", &KeptApart::All, 1, 0).expect("a suite");
        let by_productions = ProductionSuite::new(&grammar, "s", 0).expect("a suite");
        let quick = QuickSuite::new(&grammar, "s").expect("a suite");
        let cases = complete.cases().chain(apart.cases());
        let cases = cases.chain(by_productions.cases());
        let cases: Vec<_> = cases.chain(quick.cases().iter().cloned()).collect();
        let recognizer = Recognizer::new(&grammar, "s").expect("it has a recognizer");
        for case in &cases {
            assert_eq!(verdict(&recognizer, case.text()), Some(case.is_word()));
        }
        assert!(cases.iter().any(|case| case.text() == b"-"));
        // The suites have such texts, and no verdict on them.
        let texts: Vec<Vec<u8>> = complete.texts().collect();
        assert!(
            texts
                .iter()
                .any(|text| verdict(&recognizer, text).is_none())
        );
    }
}

#[test]
fn an_interpreter_refuses_a_length() {
    let grammar = rfcbnf::read("s = n data\nn = \"1\"\ndata = *\"a\"\n").expect("a grammar");
    assert!(Interpreter::new(&grammar).is_ok());
    let error = Interpreter::new(&marked(grammar, "data")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "production `s` uses `data`, which has a length that the grammar does not check: a number gives it (1)"
    );
}

#[test]
fn a_length_of_an_unknown_production_is_an_error() {
    let mut grammar = rfcbnf::read("data = *\"a\"\n").expect("a grammar");
    let imports = "[[length]]\nproduction = \"date\"\nreason = \"r\"\nsection = \"1\"\n";
    let imports = Imports::from_toml(imports).expect("it can be read");
    let error = imports.mark_lengths(&mut grammar).unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no production `date`; did you mean `data`?"
    );
}
