//! The naive reading of productions, compared with their derivations.

use rfcbnf::automaton::{Automata, Automaton};
use rfcbnf::naive::{Fault, Naive, Origin, Outcome, search};
use rfcbnf::syntax::Grammar;

use crate::extent::few_or_many;
use crate::grammars::{read, rfc1738};

/// Returns all texts of at most `most` of the pieces.
fn texts(pieces: &[&str], most: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..most {
        let longer = |text: &String| {
            pieces
                .iter()
                .map(|piece| format!("{text}{piece}"))
                .collect::<Vec<_>>()
        };
        last = last.iter().flat_map(longer).collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// Returns the production that is the cause, the text that it derives, the part of it that goes
/// wrong, and the text that this part takes.
fn cause_of(grammar: &Grammar, production: &str, text: &str) -> [String; 4] {
    let compared = Naive::new(grammar, production)
        .expect("the production exists and is small")
        .compare(text)
        .expect("few states");
    let cause = compared.cause.expect("there is a cause");
    let part = &grammar.source[cause.part.clone()];
    let took = cause.took.map_or("nothing", |took| &text[took]);
    [&cause.production, &text[cause.derives], part, took].map(str::to_owned)
}

#[test]
fn every_text_that_the_naive_reading_accepts_is_derived() {
    let grammar = rfc1738();
    let automata = Automata::new(&grammar).expect("no production is too large");
    let (mut accepted, mut lost) = (0, 0);
    let all = [
        texts(
            &["a", "1", "-", ".", ":", "/", "@", "%41", ";", "*"],
            few_or_many(3, 4),
        ),
        texts(
            &[
                "wais://",
                "ftp://",
                "gopher://",
                "x:",
                "//",
                "h",
                "/",
                "?",
                "%09",
                "=",
                ";",
            ],
            3,
        ),
    ]
    .concat();
    for production in grammar.productions.iter().step_by(few_or_many(2, 1)) {
        let naive =
            Naive::new(&grammar, &production.name).expect("the production exists and is small");
        let automaton = automata
            .production(&production.name)
            .expect("the production exists");
        for text in &all {
            let is_derived = automaton.accepts(text.as_bytes());
            let is_accepted = naive.accepts(text);
            assert!(is_derived || !is_accepted, "{} {text}", production.name);
            accepted += usize::from(is_accepted);
            lost += usize::from(is_derived && !is_accepted);
        }
    }
    let least = few_or_many((200, 40), (500, 100));
    assert!(accepted > least.0 && lost > least.1, "{accepted} {lost}");
}

#[test]
fn ends_are_those_found_by_hand() {
    let grammar = rfc1738();
    for (production, text, end) in [
        ("domainlabel", "a", Some(1)),
        ("domainlabel", "ab", Some(1)),
        ("toplabel", "a-b", Some(1)),
        ("hostname", "a.b", Some(3)),
        ("hostname", "ab.c", Some(1)),
        ("hostname", "1.2", None),
        ("host", "1.2.3.4", Some(7)),
        ("login", "me@h", Some(4)),
        ("login", "h:8", Some(3)),
        ("grouppart", "a@h", Some(1)),
        ("waisurl", "wais://h/d?s", Some(10)),
        ("waisurl", "WAIS://h/d", Some(10)),
        ("schemepart", "//h;", Some(3)),
        ("otherurl", "http:x", None),
        ("otherurl", "httq:x", Some(6)),
        ("escape", "%4", None),
        ("digits", "123x", Some(3)),
    ] {
        let naive = Naive::new(&grammar, production).expect("the production exists and is small");
        assert_eq!(naive.end(text), end, "{production} {text}");
    }
}

#[test]
fn the_innermost_production_is_the_cause_with_its_match() {
    let grammar = rfc1738();
    for (production, text, expected) in [
        ("url", "http://host/", ["toplabel", "host", "alpha", "h"]),
        ("hostname", "ab.c", ["domainlabel", "ab", "alphadigit", "a"]),
        ("grouppart", "a@h", ["grouppart", "a@h", "group", "a"]),
        (
            "waisurl",
            "wais://h/d?s",
            ["waisurl", "wais://h/d?s", "waisdatabase", "wais://h/d"],
        ),
        (
            "otherurl",
            "x://h;",
            ["schemepart", "//h;", "ip-schemepart", "//h"],
        ),
    ] {
        assert_eq!(cause_of(&grammar, production, text), expected, "{text}");
    }
    let grammar = read(
        "a = *\"x\" \"x\"\nb = [ \"x\" ] \"x\"\nc = d \"x\"\nd = *\"x\"\ne = \"(\" *2\"y\" \"y\" \")\"\nf = *[ \"u\" \"v\" | \"u\" ] \"u\" \"w\"\n",
    );
    for (production, text, expected) in [
        ("a", "xx", ["a", "xx", "*\"x\"", "x"]),
        ("b", "x", ["b", "x", "[ \"x\" ]", "x"]),
        ("c", "xx", ["c", "xx", "d", "xx"]),
        ("e", "(yy)", ["e", "(yy)", "*2\"y\"", "y"]),
        (
            "f",
            "uvuuw",
            ["f", "uvuuw", "*[ \"u\" \"v\" | \"u\" ]", "u"],
        ),
    ] {
        assert_eq!(cause_of(&grammar, production, text), expected, "{text}");
    }
    let cause = Naive::new(&grammar, "c")
        .expect("the production exists and is small")
        .compare("xx")
        .expect("few states")
        .cause;
    assert_eq!(
        cause.expect("there is a cause").fault,
        Fault::Extent { needed: 0..1 }
    );
}

#[test]
fn trees_can_differ_though_both_accept() {
    let grammar = rfc1738();
    let naive = Naive::new(&grammar, "gopherurl").expect("the production exists and is small");
    let compared = naive.compare("gopher://h/0a%09b").expect("few states");
    assert!(compared.is_accepted() && !compared.agrees() && compared.cause.is_none());
    let (naive, tree) = (
        compared.naive.expect("it accepts"),
        compared.tree.expect("it is derived"),
    );
    let divergence = naive.divergence(&tree).expect("they differ");
    assert_eq!(
        divergence.to_string(),
        "selector 12..17 \"a%09b\" against selector 12..13 \"a\""
    );
}

#[test]
fn a_correct_naive_tree_is_the_first_derivation() {
    let grammar = rfc1738();
    for (production, text) in [
        ("url", "http://h/a/b?c%41"),
        ("url", "ftp://a:b@h:21/c/d;type=i"),
        ("url", "WAIS://1.2.3.4/d"),
        ("url", "news:*"),
        ("fieldspec", ";a=b"),
    ] {
        let compared = Naive::new(&grammar, production)
            .expect("the production exists and is small")
            .compare(text)
            .expect("few states");
        assert!(compared.is_accepted() && compared.agrees(), "{text}");
    }
}

/// Returns the length of a shortest wrong text, found by trying all texts; `None` if no text of at
/// most `most` pieces is wrong.
fn by_trial(grammar: &Grammar, production: &str, pieces: &[&str], most: usize) -> Option<usize> {
    let naive = Naive::new(grammar, production).expect("the production exists and is small");
    let automaton = Automaton::new(grammar, production).expect("the production is small");
    let texts = texts(pieces, most);
    let mut wrong = texts
        .iter()
        .filter(|text| automaton.accepts(text.as_bytes()) && !naive.accepts(text));
    wrong.next().map(String::len)
}

#[test]
fn the_search_finds_a_shortest_text_if_enumeration_finds_one() {
    for bnf in [
        "a = b c\nb = *\"x\"\nc = \"x\" | \"y\"\nd = b \"y\"\ne = *[ c \"z\" ] c\n",
        "a = b | b \"x\"\nb = [ \"y\" ] *2\"x\"\nc = *[ b \"z\" ] [ \"x\" ] \"x\"\n",
        "a = 1*b *[ \"z\" b ]\nb = *\"x\" [ \"y\" ] \"x\"\nc = 2*3\"x\" \"y\" | \"x\" *\"y\"\n",
        "a = *b \"z\"\nb = \"x\" | \"xy\" | \"y\" \"z\"\nc = [ b ] [ \"z\" ] *\"y\"\nd = c [ b ]\n",
    ] {
        let grammar = read(bnf);
        for wrong in search(&grammar, 1) {
            let expected = by_trial(&grammar, &wrong.production, &["x", "y", "z"], 6);
            let found = match &wrong.outcome {
                Outcome::Wrong { text, .. } => {
                    let naive = Naive::new(&grammar, &wrong.production)
                        .expect("the production exists and is small");
                    assert!(!naive.accepts(text));
                    let automaton = Automaton::new(&grammar, &wrong.production)
                        .expect("the production is small");
                    assert!(automaton.accepts(text));
                    Some(text.len())
                }
                Outcome::Right => None,
                Outcome::Undecided { .. } => panic!("it is small"),
            };
            assert_eq!(
                found.filter(|length| *length <= 6),
                expected,
                "{} of {bnf}",
                wrong.production
            );
        }
    }
}

#[test]
fn causes_are_distinguished_from_their_consequences() {
    let grammar = read("a = b \".\"\nb = \"x\" | \"xy\"\nc = *\"x\" \"x\" b\nd = \"z\"\n");
    let found = search(&grammar, 1);
    let wrong = |text: &str, origin| Outcome::Wrong {
        text: text.as_bytes().to_vec(),
        origin,
    };
    let outcomes: Vec<Outcome> = found.into_iter().map(|wrong| wrong.outcome).collect();
    assert_eq!(
        outcomes,
        [
            wrong("xy.", Origin::Others(vec!["b".to_owned()])),
            wrong("xy", Origin::Body),
            wrong("xx", Origin::Body),
            Outcome::Right,
        ]
    );
}

#[test]
fn a_long_text_is_read_in_linear_time() {
    let grammar = read("a = *[ *\"x\" \"y\" | \"x\" ]\n");
    let text = "x".repeat(100_000);
    assert!(
        Naive::new(&grammar, "a")
            .expect("the production exists and is small")
            .accepts(&text)
    );
    let grammar = rfc1738();
    let text = format!("http://{}h/", "ab.".repeat(20_000));
    let compared = Naive::new(&grammar, "url")
        .expect("the production exists and is small")
        .compare(&text)
        .expect("few states");
    assert_eq!(
        compared.cause.expect("there is a cause").production,
        "domainlabel"
    );
}

#[test]
fn a_missing_production_is_an_error() {
    let grammar = read("a = \"x\"\n");
    let error = Naive::new(&grammar, "b")
        .err()
        .expect("the production is missing");
    assert_eq!(error.to_string(), "there is no production `b`");
}

#[test]
fn an_empty_round_ends_a_repetition_and_is_the_cause() {
    let grammar = read("s = *( *\"y\" | \"x\" )\n");
    let cause = cause_of(&grammar, "s", "yx");
    assert_eq!(cause, ["s", "yx", "*\"y\"", ""]);
    let grammar = read("s = *( t )\nt = *\"y\" | \"x\"\n");
    let cause = cause_of(&grammar, "s", "x");
    assert_eq!(cause, ["t", "x", "*\"y\"", ""]);
}

#[test]
fn a_comparison_ends_for_repetitions_of_empty_rounds() {
    let bodies = [
        "*\"y\" | \"x\"",
        "[ \"y\" ] | \"x\" \"y\"",
        "[ *\"y\" | \"x\" ]",
        "*( *\"y\" | \"x\" )",
        "t",
    ];
    for body in bodies {
        for count in ["*", "1*", "2*", "2*4"] {
            let grammar = read(&format!("s = {count}( {body} )\nt = *\"y\" | \"x\"\n"));
            let naive = Naive::new(&grammar, "s").expect("it is small");
            let automaton = Automaton::new(&grammar, "s").expect("it is small");
            for text in texts(&["x", "y"], 5) {
                let compared = naive.compare(&text).expect("few states");
                let is_word = automaton.accepts(text.as_bytes());
                assert_eq!(compared.tree.is_some(), is_word, "{count}( {body} ) {text}");
            }
        }
    }
}
