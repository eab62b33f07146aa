//! Where the names of a file are, and productions by the names that people write.

use std::collections::BTreeSet;

use rfcbnf::automaton::Automaton;
use rfcbnf::derivations::derivations;
use rfcbnf::difference::{Comparison, Pairs, compare, compare_production};
use rfcbnf::ordered_choice::Naive;
use rfcbnf::recognizer::Recognizer;
use rfcbnf::sentences::{RecursiveSentences, Sentences};
use rfcbnf::syntax::{Kind, Notation};
use rfcbnf::{Names, Reader, export, library};

use crate::grammars::read;

fn names(text: &str) -> Names {
    Reader::default().names(text)
}

/// Returns the names of each rule: the one that it defines, and those that it refers to.
fn shown(text: &str) -> Vec<String> {
    let names = names(text);
    let rules = names.rules.iter().map(|rule| {
        let references = rule.references.iter().map(|name| &text[name.span.clone()]);
        let defined = &text[rule.name.span.clone()];
        format!("{defined}: {}", references.collect::<Vec<_>>().join(" "))
    });
    rules.collect()
}

#[test]
fn every_library_grammar_has_the_references_of_its_tree() {
    for name in library::names() {
        let grammar = library::find(name).expect("it is there").read().grammar;
        let end = grammar.productions.iter().map(|one| one.span.end).max();
        let source = &grammar.source[..end.unwrap_or(0)];
        let reader = Reader {
            notation: Some(grammar.notation),
            ..Reader::default()
        };
        let mut in_tree = BTreeSet::new();
        for production in &grammar.productions {
            production.body.walk(&mut |part| {
                // What conventions put between tokens is nowhere.
                if let Kind::Reference { .. } = part.kind
                    && !part.span.is_empty()
                {
                    let text = &source[part.span.clone()];
                    let bracket = usize::from(text.starts_with('<'));
                    in_tree.insert((part.span.start + bracket, part.span.end - bracket));
                }
            });
        }
        let names = reader.names(source);
        let found = names.rules.iter().flat_map(|rule| &rule.references);
        let found = found.map(|name| (name.span.start, name.span.end));
        assert_eq!(found.collect::<BTreeSet<_>>(), in_tree, "{name}");
        let defined: BTreeSet<usize> = names
            .rules
            .iter()
            .map(|rule| rule.name.span.start)
            .collect();
        for production in &grammar.productions {
            assert!(
                defined.contains(&production.name_span.start),
                "{name}: {}",
                production.name
            );
        }
    }
}

#[test]
fn second_definitions_and_unreadable_rules_keep_their_names() {
    let text = "a = b (c\na = d \"x\n1st = e\nb =/ *\n";
    assert_eq!(shown(text), ["a: b c", "a: d", "1st: e", "b: "]);
}

#[test]
fn names_of_damaged_files_are_at_their_places() {
    let text = "  1  a = b “x”\n  2  b = c\n  3  c = %x30\n";
    assert_eq!(shown(text), ["a: b", "b: c", "c: "]);
}

#[test]
fn names_in_brackets_are_without_them() {
    let bnf = "<URN chars> ::= <one> | \"x\"\n<one> ::= <URN chars>\n";
    assert_eq!(names(bnf).notation, Notation::Bnf);
    assert_eq!(shown(bnf), ["URN chars: one", "one: URN chars"]);
    assert_eq!(names(bnf).rules[0].name.text, "URN-chars");
    let abnf = "a = <b> / <any one> / <DIGIT> / %x31\nb = %x30\n";
    assert_eq!(shown(abnf), ["a: b DIGIT", "b: "]);
}

#[test]
fn literals_comments_and_prose_have_no_names() {
    let text = "; a = b\na = \"b\" %x31 ; b c\n    <b, see Section 1>\n\n; c\n";
    assert_eq!(shown(text), ["a: "]);
    assert_eq!(names(text).headings.len(), 1);
}

#[test]
fn a_file_beyond_the_limit_has_no_names() {
    let text = "a = b\n".repeat(rfcbnf::limits::FILE_LENGTH / 6 + 1);
    assert_eq!(names(&text), Names::default());
}

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
