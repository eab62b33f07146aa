//! Small grammars, and parsers that are written by hand.

use std::convert::Infallible;

use rfcbnf::automaton::Automaton;
use rfcbnf::causes::{Budget, Conclusion, Deviation, Direction, Findings, Peer, find};
use rfcbnf::octets::OctetSet;

use super::support::{disagreements, ids};
use crate::grammars::read_abnf;

/// A parser that a function decides.
pub(super) struct Function<F>(pub(super) F);

impl<F: Fn(&[u8]) -> bool> Peer for Function<F> {
    type Error = Infallible;

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, Infallible> {
        Ok(texts.iter().map(|text| Some((self.0)(text))).collect())
    }
}

/// Finds the causes of a parser's disagreements with the first production of a grammar.
pub(super) fn findings(grammar: &str, accepts: impl Fn(&[u8]) -> bool) -> Findings<Infallible> {
    let grammar = rfcbnf::read(grammar).unwrap();
    let production = &grammar.productions[0].name;
    let automaton = Automaton::new(&grammar, production).unwrap();
    let disagreements = disagreements(&automaton, &accepts);
    let peer = &mut Function(accepts);
    find(
        &grammar,
        production,
        &disagreements,
        peer,
        &Budget::default(),
    )
    .unwrap()
}

const DATE: &str = "date = year \"-\" month\nyear = 4digit\nmonth = 2digit\n\
    digit = \"0\" | \"1\" | \"2\" | \"3\" | \"4\" | \"5\" | \"6\" | \"7\" | \"8\" | \"9\"\n";

/// Returns whether the text is a year, a separator and a month.
fn is_date(text: &[u8], years: &[usize], is_separator: impl Fn(u8) -> bool) -> bool {
    let Some(middle) = text.iter().position(|octet| !octet.is_ascii_digit()) else {
        return false;
    };
    let month = &text[middle + 1..];
    years.contains(&middle)
        && is_separator(text[middle])
        && month.len() == 2
        && month.iter().all(u8::is_ascii_digit)
}

#[test]
fn a_right_parser_has_no_causes() {
    let found = findings(DATE, |text| is_date(text, &[4], |octet| octet == b'-'));
    assert_eq!(found.causes, []);
    assert!(matches!(found.conclusion, Conclusion::Explained { .. }));
}

#[test]
fn a_fault_in_a_literal_belongs_to_its_production() {
    let found = findings(DATE, |text| {
        is_date(text, &[4], |octet| b"-/.".contains(&octet))
    });
    let [cause] = found.causes.as_slice() else {
        panic!("{:?}", ids(&found));
    };
    assert_eq!(cause.production, "date");
    assert_eq!(cause.direction, Direction::WronglyAccepted);
    assert_eq!(cause.deviation, Deviation::Octets(OctetSet::of("/.")));
    assert_eq!(
        (cause.witness.as_slice(), cause.offset),
        (&b"0000.00"[..], 4)
    );
    assert_eq!(found.several, 0);
}

#[test]
fn two_faults_are_two_causes_and_may_share_texts() {
    let found = findings(DATE, |text| {
        is_date(text, &[4, 5], |octet| b"-/".contains(&octet))
    });
    assert_eq!(ids(&found), ["date/part-2", "year/gap-1"]);
}

#[test]
fn a_fault_of_one_user_alone_belongs_to_that_user() {
    let grammar = "pair = left \":\" right\nleft = 1*letter\nright = 1*letter\n\
        letter = \"a\" | \"b\"\n";
    let found = findings(grammar, |text| {
        let mut parts = text.split(|&octet| octet == b':');
        let (Some(left), Some(right), None) = (parts.next(), parts.next(), parts.next()) else {
            return false;
        };
        let is_word = |word: &[u8], letters: &[u8]| {
            !word.is_empty() && word.iter().all(|letter| letters.contains(letter))
        };
        is_word(left, b"ab_") && is_word(right, b"ab")
    });
    assert_eq!(ids(&found), ["left"]);
    assert_eq!(found.causes[0].witness, b"_:a");
    assert_eq!(found.causes[0].span, 0..1);
}

#[test]
fn a_fault_of_every_user_belongs_to_the_production_itself() {
    let grammar = "pair = left \":\" right\nleft = 1*letter\nright = 1*letter\n\
        letter = \"a\" | \"b\"\n";
    let found = findings(grammar, |text| {
        let mut parts = text.split(|&octet| octet == b':');
        let (Some(left), Some(right), None) = (parts.next(), parts.next(), parts.next()) else {
            return false;
        };
        let is_word =
            |word: &[u8]| !word.is_empty() && word.iter().all(|letter| b"ab_".contains(letter));
        is_word(left) && is_word(right)
    });
    assert_eq!(ids(&found), ["letter"]);
}

#[test]
fn characters_outside_ascii_stand_together() {
    let found = findings("word = 1*letter\nletter = \"a\" | \"b\"\n", |text| {
        std::str::from_utf8(text).is_ok_and(|text| {
            !text.is_empty()
                && text
                    .chars()
                    .all(|it| matches!(it, 'a' | 'b') || !it.is_ascii())
        })
    });
    let [cause] = found.causes.as_slice() else {
        panic!("{:?}", ids(&found));
    };
    assert_eq!(
        cause.deviation,
        Deviation::Octets(OctetSet::from(0x80..=0xff))
    );
    assert_eq!(cause.witness, "é".as_bytes());
}

#[test]
fn a_parser_of_octets_is_asked_about_octets() {
    let grammar = "frame = %xFF *%x00-7F %xFE\n";
    let grammar = read_abnf(grammar).into_result().unwrap();
    let automaton = Automaton::new(&grammar, "frame").unwrap();
    let inside = |text: &[u8]| text.iter().all(|&octet| octet < 0x80 || octet == 0xc3);
    let accepts = |text: &[u8]| match text {
        [0xff, middle @ .., 0xfe] => inside(middle),
        _ => false,
    };
    let disagreements = disagreements(&automaton, accepts);
    let peer = &mut Function(accepts);
    let found = find(&grammar, "frame", &disagreements, peer, &Budget::default()).unwrap();
    assert_eq!(found.causes.len(), 1);
    assert_eq!(
        found.causes[0].deviation,
        Deviation::Octets(OctetSet::single(0xc3))
    );
    assert_eq!(found.causes[0].witness, [0xff, 0xc3, 0xfe]);
}

#[test]
fn a_parser_that_accepts_everything_is_explained() {
    let found = findings(DATE, |_| true);
    assert!(
        matches!(found.conclusion, Conclusion::Explained { .. }),
        "{:?}",
        found.conclusion
    );
    assert_eq!(found.unexplained, []);
    assert!(
        found
            .causes
            .iter()
            .all(|cause| cause.direction == Direction::WronglyAccepted)
    );
}

#[test]
fn a_parser_that_rejects_everything_is_explained() {
    let found = findings(DATE, |_| false);
    assert!(
        matches!(found.conclusion, Conclusion::Explained { .. }),
        "{:?}",
        found.conclusion
    );
    assert_eq!(found.unexplained, []);
    assert!(
        found
            .causes
            .iter()
            .all(|cause| cause.direction == Direction::WronglyRejected)
    );
}

/// The parser takes `_` where the grammar has letters, or the list without its last element.
#[test]
fn faults_below_recursion_at_one_end_are_found_there() {
    for list in [
        "list = item | item \",\" list\n",
        "list = item | list \",\" item\n",
    ] {
        let grammar = format!("{list}item = letter | letter item\nletter = \"a\" | \"b\"\n");
        let is_list = |text: &[u8], letters: &[u8]| {
            let mut items = text.split(|&octet| octet == b',');
            items.all(|item| !item.is_empty() && item.iter().all(|it| letters.contains(it)))
        };
        let found = findings(&grammar, |text| is_list(text, b"ab"));
        assert_eq!(found.causes, []);
        let found = findings(&grammar, |text| is_list(text, b"ab_"));
        assert_eq!(ids(&found), ["letter"], "{list}");
        assert!(
            matches!(found.conclusion, Conclusion::Explained { .. }),
            "{list}"
        );
        let found = findings(&grammar, |text| {
            let text = text.strip_suffix(b",").unwrap_or(text);
            is_list(text, b"ab")
        });
        assert_eq!(found.causes.len(), 1, "{list} {:?}", ids(&found));
        assert_eq!(found.causes[0].production, "list", "{list}");
        assert!(
            matches!(found.conclusion, Conclusion::Explained { .. }),
            "{list}"
        );
    }
}
