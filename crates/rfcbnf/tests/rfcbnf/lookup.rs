//! Productions by the names that people write.

use rfcbnf::automaton::Automaton;
use rfcbnf::derivations::derivations;
use rfcbnf::difference::{Comparison, Pairs, compare, compare_production};
use rfcbnf::export;
use rfcbnf::naive::Naive;
use rfcbnf::recognizer::Recognizer;
use rfcbnf::sentences::{RecursiveSentences, Sentences};

use crate::grammars::read;

const ABNF: &str = "URI = Scheme %x3A\nScheme = 1*%x61-7A\n";

#[test]
fn a_name_of_abnf_is_found_in_any_case() {
    let grammar = read(ABNF);
    for name in ["scheme", "Scheme", "SCHEME"] {
        let found = grammar.lookup(name).expect("it is there");
        assert_eq!(found.name, "Scheme");
    }
    let uri = "uri";
    assert!(Automaton::new(&grammar, uri).is_ok_and(|one| one.accepts(b"a:")));
    assert!(derivations(&grammar, uri, "a:").is_ok_and(|trees| trees.count() == 1));
    assert!(Naive::new(&grammar, uri).is_ok());
    assert!(Sentences::new(&grammar, uri).is_ok());
    assert!(RecursiveSentences::new(&grammar, uri).is_ok());
    assert!(Recognizer::new(&grammar, uri).is_ok());
    for text in [
        export::abnf(&grammar, Some(uri)),
        export::ebnf(&grammar, Some(uri)),
        export::dot(&grammar, uri),
        export::regex(&grammar, uri).map(|regex| regex.to_string()),
    ] {
        assert!(text.is_ok(), "{text:?}");
    }
}

#[test]
fn names_of_other_notations_are_found_in_their_own_case() {
    let grammar = read("Uri = uri \"x\"\nuri = \"y\" | \"z\"\n");
    assert_eq!(grammar.lookup("uri").map(|one| &*one.name), Ok("uri"));
    assert_eq!(grammar.lookup("Uri").map(|one| &*one.name), Ok("Uri"));
    let error = grammar.lookup("URI").expect_err("it is not there");
    assert_eq!(
        error.to_string(),
        "there is no production `URI`; did you mean `Uri`?"
    );
}

#[test]
fn the_error_of_an_unknown_production_is_the_same_everywhere() {
    let grammar = read("host = label\nlabel = \"a\" | \"b\"\n");
    let error = "there is no production `hots`; did you mean `host`?";
    let errors = [
        grammar
            .lookup("hots")
            .map(drop)
            .map_err(|error| error.to_string()),
        Automaton::new(&grammar, "hots")
            .map(drop)
            .map_err(|error| error.to_string()),
        derivations(&grammar, "hots", "a")
            .map(drop)
            .map_err(|error| error.to_string()),
        Naive::new(&grammar, "hots")
            .map(drop)
            .map_err(|error| error.to_string()),
        Sentences::new(&grammar, "hots")
            .map(drop)
            .map_err(|error| error.to_string()),
        RecursiveSentences::new(&grammar, "hots")
            .map(drop)
            .map_err(|error| error.to_string()),
        Recognizer::new(&grammar, "hots")
            .map(drop)
            .map_err(|error| error.to_string()),
        export::abnf(&grammar, Some("hots"))
            .map(drop)
            .map_err(|error| error.to_string()),
        export::regex(&grammar, "hots")
            .map(drop)
            .map_err(|error| error.to_string()),
        export::dot(&grammar, "hots")
            .map(drop)
            .map_err(|error| error.to_string()),
        compare_production(&grammar, &grammar, "hots", 1)
            .map(drop)
            .map_err(|error| error.to_string()),
    ];
    for found in errors {
        assert_eq!(found, Err(error.to_owned()));
    }
    let error = grammar.lookup("\u{1b}[31m").expect_err("it is not there");
    assert_eq!(error.to_string(), "there is no production `\\u{1b}[31m`");
}

#[test]
fn grammars_of_abnf_are_compared_by_names_in_any_case() {
    let a = read(ABNF);
    let b = read("uri = scheme %x3A\nSCHEME = 1*%x61-79\n");
    let compared = compare(&a, &b, 1).expect("the grammars are small");
    let names: Vec<&str> = compared.iter().map(|one| &*one.name).collect();
    assert_eq!(names, ["URI", "Scheme"]);
    for one in &compared {
        assert!(matches!(one.result, Comparison::Differs { .. }), "{one:?}");
    }
    let one = compare_production(&a, &b, "sCHEME", 1).expect("both have it");
    assert_eq!(one.name, "Scheme");
    // Grammars that keep case apart have two productions.
    let a = read("Uri = \"x\" | \"y\"\n");
    let b = read("uri = \"x\" | \"y\"\n");
    let compared = compare(&a, &b, 1).expect("the grammars are small");
    assert_eq!(compared.len(), 2);
}

#[test]
fn pairs_name_productions_of_abnf_in_any_case() {
    let grammar = read(ABNF);
    let pairs = "[[pair]]\na = \"uri\"\nb = \"SCHEME\"\nwhy = \"No reason.\"\n";
    let pairs = Pairs::from_toml(pairs, &grammar, &grammar).expect("both are there");
    let compared = rfcbnf::difference::compare_pairs(&grammar, &grammar, &pairs, 1);
    assert_eq!((&*compared[0].a, &*compared[0].b), ("URI", "Scheme"));
}
