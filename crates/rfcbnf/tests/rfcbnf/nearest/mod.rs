//! The nearest valid texts of a parser: what is undecided.

use rfcbnf::parser::{NearestCount, NearestLimit, NearestQuestion, NoNearest, Undecided};
use rfcbnf::{Grammar, Parser, Reader};
use rfcbnf_engine::{Document, DocumentError};

fn parser(source: &str, name: &str) -> Parser {
    let grammar = Reader::default().read(source).grammar;
    grammar.parser(name).expect("it has a parser")
}

/// Returns the nearest texts as the distance and the texts.
fn nearest(parser: &Parser, text: impl AsRef<[u8]>) -> (u32, Vec<String>) {
    let found = parser.nearest(text, 10).expect("they are known");
    let texts = found.repairs.into_iter().map(|one| one.text);
    let texts = texts.map(|text| String::from_utf8_lossy(&text).into_owned());
    (found.distance, texts.collect())
}

#[test]
fn texts_that_prose_could_derive_are_undecided() {
    let parser = parser("a = \"x\" [ \":\" <any word> ] \"!\"\n", "a");
    assert_eq!(nearest(&parser, "y!"), (1, vec!["x!".to_owned()]));
    let none = parser.nearest("x1!", 1).unwrap_err();
    assert_eq!(
        none.to_string(),
        "a text as near is not decided: the text is valid only if a part of it at offset 2 is what the grammar \
         describes in prose: <any word>"
    );
    let none = parser.nearest("x:1!", 1).unwrap_err();
    assert!(
        matches!(none, NoNearest::Unknown(Undecided::Unknown(_))),
        "{none}"
    );
}

#[test]
fn texts_with_a_length_are_undecided() {
    let imap = rfcbnf::library::find("rfc9051").expect("it is there");
    let imap = imap.with_imports().expect("they are there").grammar;
    let parser = imap.parser("string").expect("it has a parser");
    let texts = vec!["\"a\"".to_owned(), "\"\"".to_owned()];
    assert_eq!(nearest(&parser, "\"a"), (1, texts));
    let none = parser.nearest("{1\r\na", 1).unwrap_err();
    assert!(
        matches!(none, NoNearest::Unknown(Undecided::Unknown(_))),
        "{none}"
    );
}

#[test]
fn a_text_that_is_too_far_away_is_undecided() {
    let parser = parser("s = \"(\" s \")\" / \"x\"\n", "s");
    let question = NearestQuestion {
        distance: 2,
        ..NearestQuestion::new(1)
    };
    let none = parser.nearest("(((x", question).unwrap_err();
    assert_eq!(none, NoNearest::Limit(NearestLimit::Distance(2)));
    assert_eq!(none.to_string(), "no text is valid after at most 2 edits");
    assert_eq!(nearest(&parser, "(((x)").0, 2);
}

#[test]
fn a_search_that_takes_too_much_is_undecided() {
    let parser = parser("s = s s / %x61 / %x62\n", "s");
    let text = "ab".repeat(3_000) + "c";
    let none = parser.nearest(text, 1).unwrap_err();
    assert!(
        matches!(
            none,
            NoNearest::Limit(NearestLimit::Steps(_) | NearestLimit::Size)
        ),
        "{none}"
    );
}

#[test]
fn a_question_can_permit_few_steps() {
    let parser = parser("s = \"(\" *s \")\"\n", "s");
    let few = NearestQuestion {
        steps: 100,
        ..NearestQuestion::new(1)
    };
    let none = parser.nearest("(".repeat(50), few).unwrap_err();
    assert_eq!(none.to_string(), "the search takes more than 100 steps");
}

#[test]
fn an_error_has_the_nearest_texts_beside_it() {
    let parser = parser("time = 2DIGIT \":\" 2DIGIT\n", "time");
    let error = |text: &str| {
        let error = parser.check(text).expect_err("it is invalid");
        error
            .syntax()
            .expect("it is decided")
            .clone()
            .with_nearest(1)
    };
    assert_eq!(
        error("1a-30").lines(),
        ["repair: 1 of 10, at offset 1: replace \"a-\" with \"0:\""]
    );
    assert_eq!(
        error("noon or later").lines(),
        ["repair: undecided: no text is valid after at most 5 edits"]
    );
    let document = Document::named("times", "at 12-30\n");
    let placed = DocumentError::new(error("12-30"), &document, &3);
    assert_eq!(
        format!("{placed:#}").lines().last(),
        Some("  = repair: 1 of 1, at offset 2: replace \"-\" with \":\"")
    );
}

#[test]
fn repairs_beside_an_error_hide_passwords() {
    let uri = rfcbnf::library::find("rfc3986").expect("it is there");
    let parser = uri.with_imports().expect("they are there").grammar;
    let parser = parser.parser("URI").expect("it has a parser");
    let error = parser
        .check("ftp://me:s|cret@h/")
        .expect_err("it is invalid");
    let error = error.syntax().expect("it is decided").clone();
    let line = error.with_nearest(1).lines().remove(0);
    assert!(line.contains("***") && !line.contains('|'), "{line}");
}

#[test]
fn a_production_without_texts_has_no_nearest() {
    let parser = parser("s = \"a\" s\n", "s");
    assert_eq!(
        parser.nearest("a", 1),
        Err(NoNearest::Limit(NearestLimit::Distance(5)))
    );
}

#[test]
fn octets_that_are_no_character_are_one_edit() {
    let parser = parser("s = \"a\" %x20ac \"b\"\n", "s");
    for text in [&b"a\xe2\x82b"[..], b"a\xffb", b"ab", b"a\xe2\x82\xac\x80b"] {
        assert_eq!(
            nearest(&parser, text),
            (1, vec!["a\u{20ac}b".to_owned()]),
            "{text:?}"
        );
    }
}

#[test]
fn more_texts_than_are_counted_are_more_than_that() {
    let grammar = Grammar::from_abnf("s = 2%x20-7E 2%x20-7E\n").expect("it is a grammar");
    let parser = grammar.parser("s").expect("it has a parser");
    let found = parser.nearest("ab", 1).expect("it is known");
    assert_eq!(
        (found.distance, found.count),
        (2, NearestCount::MoreThan(1_000))
    );
    assert_eq!(found.count.to_string(), "more than 1000");
    assert_eq!(found.repairs[0].text, b"ab  ");
}

#[test]
fn excluded_texts_are_not_proposed() {
    let mut grammar = Grammar::from_abnf("s = 1*2%x61-62 \".\"\n").expect("it is a grammar");
    grammar.productions[0].excluded = vec!["a".to_owned()];
    let parser = grammar.parser("s").expect("it has a parser");
    assert_eq!(
        nearest(&parser, "a."),
        (1, vec!["b.".to_owned(), "ba.".to_owned()])
    );
}

#[test]
fn what_the_grammar_spells_comes_before_classes() {
    let parser = parser("s = 1*DIGIT *( \":\" 1*DIGIT )\n", "s");
    let (_, texts) = nearest(&parser, "1x2");
    // A deletion has no new characters.
    assert_eq!(texts[..3], ["1:2", "12", "102"]);
    let (_, texts) = nearest(&parser, "12x");
    assert_eq!(texts[..2], ["12", "120"]);
}

#[test]
fn late_edits_come_before_early_ones() {
    let parser = parser("s = \"(\" *s \")\"\n", "s");
    let (_, texts) = nearest(&parser, "(()");
    assert_eq!(texts, ["(())", "()"]);
}

mod broken;
