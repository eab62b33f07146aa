//! Long texts, which a recognizer reads with what it has found out about their beginnings, and about other texts.

use rfcbnf::recognizer::Recognizer;
use rfcbnf_engine::{Detail, steps};

fn recognizer() -> Recognizer {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../examples/grammars/rfc8259.abnf"
    );
    let grammar = std::fs::read_to_string(file).expect("it is an example");
    let grammar = rfcbnf::read(&grammar).expect("it is a grammar");
    Recognizer::new(&grammar, "JSON-text").expect("it has a recognizer")
}

/// A member in which values are nested, on a line of its own.
fn member(depth: usize) -> String {
    let (open, close) = ("[ {\"k\": ".repeat(depth), "}]".repeat(depth));
    format!("{{ \"name\" :{open}-1.5e3{close} , \"is\": true}}")
}

/// Returns an array of as many members, of which every 16th is nested this deep.
fn array(members: usize, depth: usize) -> String {
    let member = |number: usize| member(if number.is_multiple_of(16) { depth } else { 1 });
    let members: Vec<String> = (0..members).map(member).collect();
    format!("[\n{}\n]\n", members.join(",\n"))
}

#[test]
fn what_repeats_takes_a_step_for_each_octet() {
    let recognizer = recognizer();
    let text = array(2_000, 1).into_bytes();
    let taken = || steps::of(|| recognizer.rule().recognize(&text));
    let (first, second) = (taken(), taken());
    assert!(second >= text.len(), "{second} steps");
    assert!(
        first < text.len() + text.len() / 50,
        "{first} steps for {} octets",
        text.len()
    );
    assert!(second < text.len() + 20, "{second} steps");
}

/// The depths lead to a few configurations, to more than there is room for at first, and to more than are ever kept.
#[test]
fn an_octet_that_nothing_derives_is_found_anywhere() {
    let recognizer = recognizer();
    for depth in [1, 100, 10_000] {
        let text = array(40, depth);
        let places = (0..8).map(|eighth| eighth * text.len() / 8);
        for place in places.chain([text.len()]) {
            let wrong = [&text[..place], "\x01", &text[place..]].concat();
            let found = recognizer.rule().recognize(wrong.as_bytes());
            let found = found.expect("it is decided");
            assert_eq!(found.furthest, place, "{depth}");
            assert_eq!(found.longest, (place == text.len()).then_some(place));
            assert!(!found.accepts_all());
        }
        let found = recognizer.rule().recognize(text.as_bytes());
        assert!(found.expect("it is decided").accepts_all(), "{depth}");
    }
}

#[test]
fn answers_do_not_depend_on_the_texts_before() {
    let shared = recognizer();
    let nested = |depth| "[".repeat(depth) + &"]".repeat(depth);
    let texts = [
        "1".to_owned(),
        " 1 ".to_owned(),
        nested(20_000),
        array(50, 3),
        " [1".to_owned(),
        nested(300),
        array(3, 2_000) + "]",
        nested(3),
        "1 2".to_owned(),
    ];
    for text in texts.iter().chain(texts.iter().rev()) {
        let answers = [&shared, &recognizer()].map(|recognizer| {
            let checked = recognizer.rule().check(text, Detail::Rules);
            let checked = checked.expect("it is decided");
            let nodes = checked.map(|tree| tree.iter().count());
            let found = recognizer.rule().recognize(text.as_bytes());
            (found, nodes.map_err(|error| error.to_string()))
        });
        assert_eq!(answers[0], answers[1], "{} octets", text.len());
    }
}
