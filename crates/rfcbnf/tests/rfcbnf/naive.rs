//! The naive reading of productions, compared with their derivations; where productions recurse at the right end, beside a plain
//! reading of the syntax tree.

use rfcbnf::automaton::{Automata, Automaton};
use rfcbnf::derivations::derivations;
use rfcbnf::ordered_choice::{Fault, Naive, Origin, Outcome, Trees, endless, search};
use rfcbnf::recognizer::Recognizer;
use rfcbnf::syntax::{Expression, Grammar, Kind};

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
fn the_round_too_many_is_the_cause() {
    let grammar = read("s = *( [ \"x\" ] [ \"y\" ] ) \"xy\"\n");
    let cause = cause_of(&grammar, "s", "yxy");
    assert_eq!(cause, ["s", "yxy", "*( [ \"x\" ] [ \"y\" ] )", "xy"]);
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
                let is_lost = is_word && !compared.is_accepted();
                assert_eq!(
                    compared.cause.is_some(),
                    is_lost,
                    "{count}( {body} ) {text}"
                );
            }
        }
    }
}

/// The longest texts that are tried, in octets.
const LONGEST: usize = 6;

/// Returns where the ordered choice of an expression ends that begins at `at`; `None` if it fails.
fn end(grammar: &Grammar, expression: &Expression, text: &[u8], at: usize) -> Option<usize> {
    match &expression.kind {
        Kind::Alternation(members) => members.iter().find_map(|one| end(grammar, one, text, at)),
        Kind::Sequence(members) => {
            let mut members = members.iter();
            members.try_fold(at, |at, one| end(grammar, one, text, at))
        }
        Kind::Optional(body) => Some(end(grammar, body, text, at).unwrap_or(at)),
        Kind::Repetition { least, most, body } => {
            let (mut at, mut rounds) = (at, 0);
            while most.is_none_or(|most| rounds < most) {
                match end(grammar, body, text, at) {
                    Some(next) if next > at || rounds < *least => at = next,
                    None if rounds < *least => return None,
                    _ => break,
                }
                rounds += 1;
            }
            Some(at)
        }
        Kind::Literal { text: literal, .. } => {
            let is_next = text[at..].starts_with(literal.as_bytes());
            is_next.then_some(at + literal.len())
        }
        Kind::Reference { name, .. } => {
            let production = grammar.production(name).expect("it is defined");
            end(grammar, &production.body, text, at)
        }
        kind => panic!("no test has {kind:?}"),
    }
}

/// Returns all short texts, the shortest first.
fn short_texts() -> Vec<Vec<u8>> {
    let mut texts = vec![Vec::new()];
    let mut next = 0;
    while texts[next].len() < LONGEST {
        let longer = b"ab,".map(|octet| [&texts[next][..], &[octet]].concat());
        texts.extend(longer);
        next += 1;
    }
    texts
}

/// Returns the length of a shortest text of the production that ordered choice rejects.
fn shortest_lost(grammar: &Grammar, name: &str) -> Option<usize> {
    let automaton = Automaton::new(grammar, name).expect("it recurses at one end");
    let body = &grammar.production(name).expect("it is defined").body;
    let lost = short_texts().into_iter().find(|text| {
        let is_right = end(grammar, body, text, 0) == Some(text.len());
        assert!(!is_right || automaton.accepts(text), "{name} {text:?}");
        automaton.accepts(text) && !is_right
    });
    lost.map(|text| text.len())
}

/// Grammars that recurse at the right end, and texts of `a`, `b` and a comma.
const GRAMMARS: [&str; 7] = [
    // The first alternative matches always, and recursion is never tried.
    "list = item | item \",\" list\nitem = \"a\" | \"b\"\n",
    "list = item \",\" list | item\nitem = \"a\" | \"b\"\n",
    "list = item [ \",\" list ]\nitem = \"a\" | \"a\" \"b\"\n",
    "even = \"a\" odd | \"\"\nodd = \"a\" even | \"b\"\n",
    "text = [ list ] \",\" | list list\nlist = \"a\" list | \"b\"\n",
    "text = *list \"b\"\nlist = \"a\" list | \"\" | \"b\"\n",
    "text = *1list 2list \"b\"\nlist = \"a\" [ list ] | \"b\" ( list | other | \"\" )\nother = \"a\" other | list\n",
];

/// Grammars that recurse in the middle.
const NESTED: [&str; 5] = [
    "pair = \"a\" [ pair ] \"b\"\n",
    "list = \"a\" list \"b\" | \"a\" list \"a\" | \",\"\n",
    "text = 1*part\npart = \"a\" text \"b\" | \"a\" | \",\"\n",
    "if = \"a\" if \",\" if | \"a\" if | \"b\"\n",
    "list = \"a\" [ list ] \"b\" [ \",\" ] | \"a\" \"b\" \",\" \",\" | \"a\" \"a\"\n",
];

#[test]
fn the_search_finds_a_shortest_text_lost_in_right_recursion() {
    for source in GRAMMARS {
        let grammar = rfcbnf::read(source).expect("no errors");
        let found = search(&grammar, 1);
        assert_eq!(found.len(), grammar.productions.len(), "{source}");
        for one in found {
            let length = match &one.outcome {
                Outcome::Right => None,
                Outcome::Wrong { text, .. } => Some(text.len()),
                Outcome::Undecided { .. } => panic!("{source}"),
            };
            assert_eq!(
                length,
                shortest_lost(&grammar, &one.production),
                "{} in {source}",
                one.production
            );
        }
    }
}

#[test]
fn the_search_to_a_depth_finds_a_shortest_lost_text() {
    let (mut wrong, mut right) = (0, 0);
    for source in NESTED {
        let grammar = rfcbnf::read(source).expect("no errors");
        // No text that is tried here is deeper.
        for one in search(&grammar, 3) {
            let is_about_all = one.outcome == Outcome::Right && one.trees == Trees::Same;
            assert!(one.depth == Some(3) || is_about_all, "{source}");
            let name = &one.production;
            let recognizer = Recognizer::new(&grammar, name).expect("no obstacle");
            let body = &grammar.production(name).expect("it is defined").body;
            let is_lost = |text: &Vec<u8>| {
                let is_right = end(&grammar, body, text, 0) == Some(text.len());
                let found = recognizer.recognize(text).expect("it is short");
                found.accepts_all() && !is_right
            };
            let lost = short_texts()
                .iter()
                .position(is_lost)
                .map(|index| short_texts()[index].len());
            match &one.outcome {
                Outcome::Right => {
                    right += 1;
                    assert_eq!(lost, None, "{name} in {source}");
                }
                Outcome::Wrong { text, .. } => {
                    wrong += 1;
                    assert!(is_lost(text), "{name} in {source}");
                    let is_shortest = lost.is_none_or(|lost| lost == text.len());
                    assert!(is_shortest, "{name} {text:?} in {source}");
                }
                Outcome::Undecided { length } => {
                    assert!(lost.is_none_or(|lost| lost > *length), "{name} in {source}");
                }
            }
        }
    }
    assert!(wrong > 1 && right > 0, "{wrong} {right}");
}

#[test]
fn ordered_choice_deeper_than_the_search_is_not_guessed() {
    // Ordered choice tries the brackets of `deep`, however many there are.
    let source = "s = deep | *\"(\" \"a\"\ndeep = \"(\" deep \")\" | \"a\"\n";
    let grammar = rfcbnf::read(source).expect("no errors");
    let found = search(&grammar, 1);
    assert_eq!((&*found[0].production, found[0].depth), ("s", Some(1)));
    assert!(matches!(found[0].outcome, Outcome::Undecided { length } if length >= 3));
}

#[test]
fn ordered_choice_reads_recursion_at_the_end_and_the_middle() {
    let (mut accepted, mut lost) = (0, 0);
    for source in GRAMMARS.into_iter().chain(NESTED) {
        let grammar = rfcbnf::read(source).expect("no errors");
        for production in &grammar.productions {
            let name = &production.name;
            let recognizer = Recognizer::new(&grammar, name).expect("no obstacle");
            let naive = Naive::new(&grammar, name).expect("ordered choice ends");
            for text in short_texts() {
                let context = format!("{name} {text:?} in {source}");
                let compared = naive.compare(&text).expect("it is short");
                let plain = end(&grammar, &production.body, &text, 0);
                assert_eq!(compared.end, plain, "{context}");
                let is_accepted = plain == Some(text.len());
                assert_eq!(compared.is_accepted(), is_accepted, "{context}");
                let found = recognizer.recognize(&text).expect("it is short");
                let is_derived = found.accepts_all();
                assert_eq!(compared.tree.is_some(), is_derived, "{context}");
                let is_lost = is_derived && !is_accepted;
                assert_eq!(compared.cause.is_some(), is_lost, "{context}");
                if let Some(tree) = compared.naive {
                    let mut trees = derivations(&grammar, name, &text).expect("it is short");
                    assert!(trees.any(|one| one == tree), "{context}");
                }
                accepted += usize::from(is_accepted);
                lost += usize::from(is_lost);
            }
        }
    }
    assert!(accepted > 300 && lost > 100, "{accepted} {lost}");
}

#[test]
fn ordered_choice_reads_long_right_recursion_without_overflow() {
    let grammar = rfcbnf::read("list = item \",\" list | item\nitem = \"a\" | \"a\" \"b\"\n");
    let grammar = grammar.expect("no errors");
    let naive = Naive::new(&grammar, "list").expect("ordered choice ends");
    let text = "a,".repeat(few_or_many(20_000, 100_000));
    let compared = naive.compare(format!("{text}a")).expect("it is linear");
    assert!(compared.is_accepted() && compared.agrees());
    let compared = naive.compare(format!("{text}ab")).expect("it is linear");
    assert_eq!(compared.end, Some(text.len() + 1));
    let cause = compared.cause.expect("it has a cause");
    let last = text.len()..text.len() + 2;
    assert_eq!((&*cause.production, cause.derives), ("item", last));
}

#[test]
fn ordered_choice_that_never_ends_reads_no_text() {
    let grammar = rfcbnf::read("s = [ \"b\" ] s | \"a\"\n").expect("no errors");
    let refusal = Naive::new(&grammar, "s").err().expect("it never ends");
    assert_eq!(refusal.to_string(), "production `s` is recursive: s → s");
}

#[test]
fn productions_that_lead_to_left_recursion_are_not_searched() {
    let source = "s = \"a\" list | other\nlist = list \",\" | \"a\"\nother = \"a\" other | \"b\"\n";
    let grammar = rfcbnf::read(source).expect("no errors");
    let found = search(&grammar, 1);
    let names: Vec<&str> = found.iter().map(|one| &*one.production).collect();
    assert_eq!(names, ["other"]);
    let reason = |name: &str| endless(&grammar, name).map(|one| one.to_string());
    assert_eq!(
        reason("s").as_deref(),
        Some(
            "ordered choice never ends: production `s` leads to `list`, which is left-recursive: list → list"
        )
    );
    assert_eq!(reason("other"), None);
}

/// An optional part before the reference hides the left recursion.
#[test]
fn hidden_left_recursion_is_not_searched() {
    let grammar = rfcbnf::read("s = [ \"b\" ] s | \"a\"\n").expect("no errors");
    assert!(Automaton::new(&grammar, "s").is_ok());
    assert_eq!(search(&grammar, 1), []);
    assert_eq!(
        endless(&grammar, "s").expect("it never ends").cycle(),
        ["s", "s"]
    );
}
