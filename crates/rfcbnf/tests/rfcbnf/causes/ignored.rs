//! Parsers that ignore octets anywhere in a text.

use std::convert::Infallible;

use rfcbnf::automaton::Automaton;
use rfcbnf::causes::{Budget, Conclusion, Deviation, Findings, Position, find};
use rfcbnf::octets::OctetSet;

use super::small::Function;
use super::support::{Edit, disagreements, ids};
use crate::extent::few_or_many;

/// A grammar of URLs with few letters.
const URL: &str = "url = \"h://\" host [ \":\" port ] [ \"/\" *letter ]\nhost = 1*letter\n\
    port = 1*digit\nletter = \"a\" | \"b\"\ndigit = \"0\" | \"1\"\n";

/// Finds the causes of a parser of `url` that sees of a text what `seen` returns.
fn found(edits: &[Edit<'_>], seen: impl Fn(&[u8]) -> Vec<u8>) -> Findings<Infallible> {
    let grammar = rfcbnf::read(URL).unwrap();
    let right = Automaton::new(&grammar, "url").unwrap();
    let edit = |url: String, (before, after): &Edit<'_>| url.replacen(before, after, 1);
    let edited = rfcbnf::read(&edits.iter().fold(URL.to_owned(), edit)).unwrap();
    let parser = Automaton::new(&edited, "url").unwrap();
    let parser = |text: &[u8]| parser.accepts(&seen(text));
    let wrong = disagreements(&right, parser);
    let budget = Budget::default();
    let found = find(&grammar, "url", &wrong, &mut Function(parser), &budget).unwrap();
    let whole = found.parser.as_ref().unwrap();
    for one in &wrong {
        assert_eq!(whole.accepts(&one.text), one.is_accepted, "{:?}", one.text);
    }
    found
}

fn without(octets: &[u8]) -> impl Fn(&[u8]) -> Vec<u8> {
    |text| {
        let kept = text.iter().filter(|octet| !octets.contains(octet));
        kept.copied().collect()
    }
}

#[test]
fn octets_that_a_parser_removes_are_one_cause() {
    let found = found(&[], without(b"\t\0"));
    assert_eq!(ids(&found), ["url/ignored"]);
    let cause = &found.causes[0];
    assert_eq!(cause.position, Position::Ignored);
    let octets = b"\t\0".iter().copied().collect::<OctetSet>();
    assert_eq!(cause.deviation, Deviation::Octets(octets));
    assert_eq!(cause.witness, b"\0h://a");
    assert!(cause.texts > 0);
    assert_eq!(found.unexplained, []);
    let conclusion = &found.conclusion;
    assert!(
        matches!(conclusion, Conclusion::Explained { .. }),
        "{conclusion:?}"
    );
}

#[test]
fn faults_beside_octets_that_are_ignored_keep_their_causes() {
    let edits = [
        ("port = 1*", "port = *"),
        ("letter = ", "letter = \"^\" | "),
    ];
    let found = found(&edits, without(b"\t"));
    assert_eq!(ids(&found), ["letter", "port", "url/ignored"]);
    let port = found
        .causes
        .iter()
        .find(|cause| cause.production == "port")
        .unwrap();
    assert!(!port.witness.contains(&b'\t'));
    let learnt = port.learnt.as_ref().unwrap();
    assert!(!learnt.observed.octets().contains(b'\t'));
}

/// What a parser sees of a text.
type Seen<'a> = &'a dyn Fn(&[u8]) -> Vec<u8>;

#[test]
fn octets_removed_only_in_some_places_are_not_ignored() {
    let trimmed = |text: &[u8]| text.trim_ascii().to_vec();
    let in_a_path = |text: &[u8]| match text.strip_prefix(b"h://") {
        Some(rest) => {
            let slash = rest
                .iter()
                .position(|&octet| octet == b'/')
                .unwrap_or(rest.len());
            let (host, path) = rest.split_at(slash);
            [b"h://", host, &without(b"\t")(path)].concat()
        }
        None => text.to_vec(),
    };
    let first = |text: &[u8]| {
        let tab = text.iter().position(|&octet| octet == b'\t');
        let mut text = text.to_vec();
        tab.map(|tab| text.remove(tab));
        text
    };
    let parsers: [(&str, Seen<'_>); 3] = [
        ("in a path", &in_a_path),
        ("the first", &first),
        ("trimmed", &trimmed),
    ];
    for (what, seen) in &parsers[..few_or_many(1, 3)] {
        let found = found(&[], seen);
        let mut causes = found.causes.iter();
        let ignored = causes.find(|cause| cause.position == Position::Ignored);
        assert!(ignored.is_none(), "{what}");
    }
}
