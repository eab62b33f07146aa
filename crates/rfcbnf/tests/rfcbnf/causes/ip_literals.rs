//! Parsers that take IP addresses in brackets. The addresses are those of the standard library.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::Ipv6Addr;

use rfcbnf::automaton::Automaton;
use rfcbnf::causes::{
    Budget, Cause, Conclusion, Findings, GivenUp, IpLiteral, Ipv4, Peer, Position, find,
};

use super::small::Function;
use super::{disagreements, edited, ids};
use crate::extent::few_or_many;

/// A grammar of URLs with few letters.
const URL: &str = "url = \"http://\" host [ \":\" port ] [ \"/\" *letter ]\nhost = name | number\n\
    name = 1*( letter | digit )\nnumber = 1*digit \".\" 1*digit\nport = 1*digit\n\
    letter = \"a\" | \"f\" | \"h\" | \"v\" | \"x\"\n\
    digit = \"0\" | \"1\" | \"2\" | \"3\" | \"4\" | \"5\" | \"6\" | \"7\" | \"8\" | \"9\"\n";

/// Returns whether a parser accepts the text that takes what is between brackets for a host.
fn takes(text: &[u8], is_right: impl Fn(&[u8]) -> bool, is_literal: impl Fn(&str) -> bool) -> bool {
    let Some(rest) = text.strip_prefix(b"http://[") else {
        return is_right(text);
    };
    let Some(end) = rest.iter().position(|&octet| octet == b']') else {
        return false;
    };
    let (inside, after) = (std::str::from_utf8(&rest[..end]), &rest[end + 1..]);
    inside.is_ok_and(is_literal)
        && matches!(after, [] | [b':' | b'/', ..])
        && is_right(&[b"http://h", after].concat())
}

fn is_address(text: &str) -> bool {
    text.parse::<Ipv6Addr>().is_ok()
}

/// Finds the causes of a parser that reads the rest as this automaton does.
fn found(rest: &Automaton, is_literal: impl Fn(&str) -> bool) -> Findings<Infallible> {
    let grammar = rfcbnf::read(URL).unwrap();
    let right = Automaton::new(&grammar, "url").unwrap();
    let parser = |text: &[u8]| takes(text, |text| rest.accepts(text), &is_literal);
    let wrong = disagreements(&right, parser);
    let budget = Budget::default();
    find(&grammar, "url", &wrong, &mut Function(parser), &budget).unwrap()
}

fn url(grammar: &str) -> Automaton {
    Automaton::new(&rfcbnf::read(grammar).unwrap(), "url").unwrap()
}

/// Returns the literals of the only cause that is one of addresses in brackets.
fn literal(found: &Findings<Infallible>) -> (&Cause, &IpLiteral) {
    let mut causes = found.causes.iter();
    let cause = causes.find(|cause| cause.position == Position::IpLiteral);
    let cause = cause.unwrap_or_else(|| panic!("{:?} {:?}", ids(found), found.unexplained));
    (
        cause,
        cause.learnt.as_ref().unwrap().literal.as_ref().unwrap(),
    )
}

const ADDRESSES: [&str; 14] = [
    "::",
    "::1",
    "1::",
    "::ffff:1.2.3.4",
    "1:2:3:4:5:6:7:8",
    "1:2:3:4:5:6:7::",
    "::2:3:4:5:6:7:8",
    "1:2:3:4:5:6:255.255.255.255",
    "1::2:3:4:5:6:7:8",
    "1:2:3:4:5:6:7",
    "::12345",
    "::256.1.1.1",
    ":::",
    "1::2::3",
];

#[test]
fn addresses_in_brackets_are_one_cause_of_the_host() {
    let found = found(&url(URL), is_address);
    assert_eq!(ids(&found), ["host/ip-literal"]);
    let (cause, literal) = literal(&found);
    assert_eq!(cause.witness, b"http://[::]");
    assert_eq!((cause.span.clone(), cause.offset), (7..11, 7));
    assert_eq!(literal.ipv4, Ipv4::Rfc3986);
    assert!(literal.after.octets().is_empty() && literal.after.accepts(b""));
    assert!(literal.future.is_empty());
    let parser = found.parser.as_ref().unwrap();
    for address in ADDRESSES {
        let text = format!("http://[{address}]:80/a");
        assert_eq!(
            parser.accepts(text.as_bytes()),
            is_address(address),
            "{text}"
        );
    }
    let Conclusion::Incomplete(reasons) = &found.conclusion else {
        panic!("{:?}", found.conclusion);
    };
    let [GivenUp::IpLiterals { texts }] = reasons.as_slice() else {
        panic!("{reasons:?}");
    };
    assert!(*texts > 1_000, "{texts}");
}

#[test]
fn zones_and_later_versions_are_learnt_beside_other_faults() {
    let is_zone = |zone: &str| !zone.is_empty() && zone.bytes().all(|it| it.is_ascii_alphabetic());
    let is_literal = |text: &str| match text.split_once('%') {
        Some((address, zone)) => is_address(address) && is_zone(zone),
        None => is_address(text) || text.strip_prefix("v1.").is_some_and(is_zone),
    };
    let rest = url(&URL.replace("port = 1*digit", "port = *digit"));
    let found = found(&rest, is_literal);
    let mut ids = ids(&found);
    ids.sort();
    assert_eq!(ids, ["host/ip-literal", "port"]);
    let (_, literal) = literal(&found);
    for (text, is_after) in [
        ("", true),
        ("%a", true),
        ("%Zb", true),
        ("%", false),
        ("%1", false),
    ] {
        assert_eq!(literal.after.accepts(text.as_bytes()), is_after, "{text}");
    }
    for (text, is_future) in [
        ("v1.a", true),
        ("v1.", false),
        ("V1.a", false),
        ("v2.a", false),
    ] {
        assert_eq!(literal.future.accepts(text.as_bytes()), is_future, "{text}");
    }
    let parser = found.parser.as_ref().unwrap();
    assert!(parser.accepts(b"http://[1::2%f]:/") && !parser.accepts(b"http://[1::2%1]:/"));
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn numbers_with_zeros_before_them_are_those_of_rfc_2373() {
    let without_zeros = |text: &str| {
        let (before, last) = text.rsplit_once(':').unwrap_or(("", text));
        let numbers = last.split('.').map(|number| match number {
            _ if number.len() > 3 => "x",
            _ if number.is_empty() => "",
            // Any number of three digits stands for all.
            _ if number.bytes().all(|it| it.is_ascii_digit()) => "1",
            other => other,
        });
        if last.contains('.') {
            let numbers: Vec<&str> = numbers.collect();
            format!("{before}:{}", numbers.join("."))
        } else {
            text.to_owned()
        }
    };
    let found = found(&url(URL), |text| is_address(&without_zeros(text)));
    assert_eq!(literal(&found).1.ipv4, Ipv4::Rfc2373);
    let parser = found.parser.as_ref().unwrap();
    assert!(
        parser.accepts(b"http://[::001.02.999.4]") && !parser.accepts(b"http://[::0001.2.3.4]")
    );
}

#[test]
fn brackets_around_anything_else_are_no_addresses() {
    let parsers: [fn(&str) -> bool; 3] = [
        |text| {
            text.bytes()
                .all(|octet| octet.is_ascii_hexdigit() || octet == b':')
        },
        |text| !text.is_empty(),
        // Addresses without the first of RFC 3986.
        |text| is_address(text) && !text.starts_with("::a"),
    ];
    for is_literal in &parsers[..few_or_many(1, 3)] {
        let found = found(&url(URL), is_literal);
        let groups = found.unexplained.iter().map(|group| &group.witness);
        let mut witnesses = found
            .causes
            .iter()
            .map(|cause| &cause.witness)
            .chain(groups);
        assert!(
            witnesses.any(|text| text.contains(&b'[')),
            "{:?}",
            ids(&found)
        );
        let mut causes = found.causes.iter();
        assert!(
            causes.all(|cause| cause.position != Position::IpLiteral),
            "{:?}",
            ids(&found)
        );
    }
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn the_rest_of_rfc_1738_stays_explained_beside_addresses() {
    let grammar = edited(&[]);
    let right = Automaton::new(&grammar, "httpurl").unwrap();
    let faulty = edited(&[("port           = digits", "port           = *digit")]);
    let faulty = Automaton::new(&faulty, "httpurl").unwrap();
    let parser = |text: &[u8]| takes(text, |text| faulty.accepts(text), is_address);
    let wrong = disagreements(&right, parser);
    let budget = Budget::default();
    let found = find(&grammar, "httpurl", &wrong, &mut Function(parser), &budget).unwrap();
    let mut ids = ids(&found);
    ids.sort();
    assert_eq!(ids, ["host/ip-literal", "port"]);
    assert_eq!(found.unexplained, []);
}

/// A parser that counts how often it is asked about each text.
struct Counting<F> {
    accepts: F,
    asked: HashMap<Vec<u8>, u32>,
}

impl<F: Fn(&[u8]) -> Option<bool>> Peer for Counting<F> {
    type Error = Infallible;

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, Infallible> {
        for text in texts {
            *self.asked.entry(text.clone()).or_default() += 1;
        }
        Ok(texts.iter().map(|text| (self.accepts)(text)).collect())
    }
}

/// Finds the causes of a parser of [`URL`] that takes addresses and an empty port.
fn found_by(
    questions: u64,
    can_ask: impl Fn(&[u8]) -> bool,
) -> (Findings<Infallible>, HashMap<Vec<u8>, u32>) {
    let grammar = rfcbnf::read(URL).unwrap();
    let right = Automaton::new(&grammar, "url").unwrap();
    let rest = url(&URL.replace("port = 1*digit", "port = *digit"));
    let parser = |text: &[u8]| takes(text, |text| rest.accepts(text), is_address);
    let wrong = disagreements(&right, parser);
    let budget = Budget {
        questions,
        ..Budget::default()
    };
    let mut peer = Counting {
        accepts: |text: &[u8]| can_ask(text).then(|| parser(text)),
        asked: HashMap::new(),
    };
    let found = find(&grammar, "url", &wrong, &mut peer, &budget).unwrap();
    (found, peer.asked)
}

#[test]
fn a_parser_is_asked_about_brackets_a_few_times() {
    let (found, asked) = found_by(5_000_000, |_| true);
    assert_eq!(ids(&found), ["host/ip-literal", "port"]);
    let brackets = asked.iter().filter(|(text, _)| text.contains(&b'['));
    let most = brackets.max_by_key(|(_, count)| **count).unwrap();
    // Twice, and each time for two answers.
    assert!(*most.1 <= 4, "{} {}", most.0.escape_ascii(), most.1);
}

#[test]
fn few_questions_leave_the_other_causes() {
    // Too few for the suites of the literals.
    let (few, _) = found_by(6_000, |_| true);
    assert_eq!(ids(&few), ["port"]);
}

#[test]
fn without_answers_about_addresses_no_cause_names_them() {
    let (found, _) = found_by(5_000_000, |text| !text.contains(&b'['));
    assert_eq!(ids(&found), ["port"]);
}
