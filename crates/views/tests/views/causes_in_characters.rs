//! Causes in a grammar of characters. The findings are made by hand.

use rfc1738::Rule;
use rfc1738_views::conformance::causes::Explanation;
use rfc1738_views::conformance::causes::pinned::Pin;
use rfc1738_views::conformance::causes::sentence::{sentence, sentence_of_group};
use rfc1738_views::conformance::causes::text::write_row;
use rfc1738_views::conformance::page::page;
use rfc1738_views::conformance::run_record::RunRecord;
use rfc1738_views::conformance::run_result::RunResult;
use rfc1738_views::conformance::searched::{Searched, Sought};
use rfc1738_views::palette::Palette;
use rfcbnf::automaton::Automaton;
use rfcbnf::causes::{Cause, Conclusion, Deviation, Direction, Findings, Learnt, Unexplained};
use rfcbnf::octets::OctetSet;
use rfcbnf::syntax::Encoding;
use serde_json::{Value, json};

use crate::causes::{cause, tally};
use crate::conformance::{result, subject};
use crate::{grammar, lines, value};

/// The letters of Latin-1, without the signs between them.
const LETTERS: &str = "letter = %x61-7A / %xC0-D6 / %xD8-F6 / %xF8-17F\n";

/// Returns the automaton of the first production.
fn automaton(text: &str) -> Automaton {
    let grammar = rfcbnf::read(text).expect("the grammar has no errors");
    Automaton::new(&grammar, &grammar.productions[0].name).expect("it is small")
}

/// Returns a cause in a grammar of characters.
fn in_characters(
    direction: Direction,
    deviation: Deviation,
    (witness, start, offset): (&[u8], usize, usize),
    learnt: Option<(&str, &str)>,
) -> Cause {
    Cause {
        learnt: learnt.map(|(expected, observed)| {
            Box::new(Learnt {
                expected: automaton(expected),
                observed: automaton(observed),
                literal: None,
                elsewhere: None,
                is_of_shortest: false,
            })
        }),
        encoding: Encoding::Utf8,
        ..cause("letter", direction, deviation, (witness, start, offset))
    }
}

fn octets(octets: impl AsRef<[u8]>) -> Deviation {
    Deviation::Octets(OctetSet::of(octets))
}

/// The cause of a parser that also accepts the signs between the letters: its second octet deviates.
fn signs() -> Cause {
    in_characters(
        Direction::WronglyAccepted,
        octets([0x97]),
        ("a×".as_bytes(), 1, 2),
        Some((LETTERS, "letter = %x61-7A / %xC0-17F\n")),
    )
}

/// Returns the explanation of this cause only.
fn explanation(cause: Cause) -> Explanation {
    let findings = Findings {
        parser: cause.learnt.as_ref().map(|learnt| learnt.observed.clone()),
        grammar: None,
        learned: None,
        causes: vec![cause],
        several: 0,
        unexplained: Vec::new(),
        questions: 9,
        rounds: 1,
        flaky: Vec::new(),
        conclusion: Conclusion::Incomplete(Vec::new()),
    };
    Explanation::new(findings, 0, &[])
}

/// Returns the JSON of a run with this cause only.
fn record(cause: Cause) -> Value {
    let explanation = explanation(cause);
    let tally = tally();
    let result = RunResult {
        explanation: Some(&explanation),
        ..result(&tally, 3)
    };
    value(&RunRecord::new(subject(&grammar(LETTERS)), result))
}

/// Returns what the report for people says about the cause.
fn shown(cause: Cause) -> String {
    let explanation = explanation(cause);
    let searched = Searched {
        sought: Sought::Verdicts,
        explanation: &explanation,
    };
    let row = searched.rows()[0];
    lines(|out| write_row(out, Palette::PLAIN, (searched, row), None::<Rule>, 3))
}

#[test]
fn a_deviation_within_a_character_includes_all_such_characters() {
    assert_eq!(sentence(&signs()), "letter: accepts any of %xD7 %xF7");
    let pin = Pin::of(&signs()).expect("it is small");
    assert_eq!(pin.to_string(), r"accepts ^[\u00d7\u00f7]$");
    let shown = shown(signs());
    for line in [
        "\n 1 | a×\n   |  ^\n",
        "note: the parser accepts ^[a-z\\u00c0-\\u017f]$ as `letter`\n",
        "note: accepted but not derived: ^[\\u00d7\\u00f7]$\n",
    ] {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
    let record = record(signs());
    let cause = &record["causes"][0];
    assert_eq!(cause["ranges"], json!([["×", "×"], ["÷", "÷"]]));
    assert_eq!(
        (&cause["octets"], &cause["offset"]),
        (&json!("\u{97}"), &json!(2))
    );
    assert_eq!(cause["learnt"]["alphabet"], "characters");
    assert_eq!(cause["learnt"]["too_many"], r"^[\u00d7\u00f7]$");
    assert_eq!(record["parser"], r"^[a-z\u00c0-\u017f]$");
    assert_eq!(record["parser_alphabet"], "characters");
}

#[test]
fn the_page_marks_and_draws_characters_instead_of_octets() {
    let explanation = explanation(signs());
    let tally = tally();
    let result = RunResult {
        explanation: Some(&explanation),
        ..result(&tally, 3)
    };
    let page = page(subject(&grammar(LETTERS)), result);
    assert!(page.contains("a<mark>×</mark>"), "{page}");
    assert!(page.contains(r"<code>^[\u00d7\u00f7]$</code>"), "{page}");
    assert!(page.contains("À…ſ"), "{page}");
}

#[test]
fn a_long_difference_is_described_by_characters_at_the_deviation() {
    // The expression of what is rejected is too long for a sentence.
    let words = "name = 3(%x61-7A) (\"--\" / \"++\" / \"==\" / \"!!\") 1*3(%x3B1-3C9 / %x431)\n";
    let fewer = "name = 3(%x61-7A) (\"--\" / \"++\" / \"==\" / \"!!\") 1*3(%x3B1-3C8)\n";
    let cause = in_characters(
        Direction::WronglyRejected,
        octets([0xd0]),
        ("abc--б".as_bytes(), 0, 5),
        Some((words, fewer)),
    );
    assert_eq!(
        sentence(&cause),
        "letter: rejects any of %x3C9 %x431 after `abc--`"
    );
}

#[test]
fn without_an_automaton_the_last_octet_names_all_characters() {
    let of = |text: &str, offset, members: &[u8]| {
        let witness = (text.as_bytes(), 0, offset);
        sentence(&in_characters(
            Direction::WronglyRejected,
            octets(members),
            witness,
            None,
        ))
    };
    assert_eq!(
        of("é×", 3, &[0x97, 0xb7]),
        "letter: rejects any of %xD7 %xF7 after `é`"
    );
    assert_eq!(of("é×", 2, &[0xc3, 0xc4]), "letter: rejects %xD7 after `é`");
}

#[test]
fn octets_that_are_no_characters_are_octets() {
    let cause = in_characters(
        Direction::WronglyAccepted,
        octets([0x80, 0x81]),
        (b"\x80", 0, 0),
        Some((LETTERS, "letter = %x61-7A / %x80-FF\n")),
    );
    let record = record(cause.clone());
    let learnt = &record["causes"][0]["learnt"];
    assert_eq!(learnt["alphabet"], "octets");
    assert_eq!(learnt["regex"], r"^[a-z\x80-\xff]$");
    assert_eq!(record["parser_alphabet"], "octets");
    let shown = shown(cause.clone());
    assert!(
        shown.contains(
            "note: the parser accepts octets that are no characters, so the expressions are of octets\n"
        ),
        "{shown}"
    );
    let bare = Cause {
        learnt: None,
        ..cause
    };
    assert_eq!(
        sentence(&bare),
        "letter: accepts any of the octets %x80 %x81"
    );
}

#[test]
fn octets_above_7f_count_as_characters_outside_ascii() {
    let cause = in_characters(
        Direction::WronglyAccepted,
        Deviation::Octets(OctetSet::range(0x80, 0xff)),
        ("é".as_bytes(), 0, 0),
        Some(("letter = %x61-7A\n", "letter = %x61-7A / %x80-FF\n")),
    );
    assert_eq!(sentence(&cause), "letter: accepts characters outside ASCII");
    let pin = Pin::of(&cause).expect("it is small");
    assert_eq!(
        pin.to_string(),
        r"accepts ^[\u0080-\ud7ff\ue000-\U0010ffff]$"
    );
}

#[test]
fn a_group_of_texts_without_a_cause_names_characters() {
    let mut group = Unexplained {
        production: "name".to_owned(),
        direction: Direction::WronglyAccepted,
        deviation: octets([0x97, 0xb7]),
        place: b"a\xc3".to_vec(),
        within: Vec::new(),
        texts: 2,
        witness: "b×".as_bytes().to_vec(),
        offset: 2,
        examples: Vec::new(),
        encoding: Encoding::Utf8,
        repeats: None,
    };
    assert_eq!(
        sentence_of_group(&group),
        "name: accepts any of %xD7 %xF7 after `a`, without a known cause"
    );
    group.encoding = Encoding::Octets;
    assert_eq!(
        sentence_of_group(&group),
        r"name: accepts any of %x97 %xB7 after `a\xc3`, without a known cause"
    );
}
