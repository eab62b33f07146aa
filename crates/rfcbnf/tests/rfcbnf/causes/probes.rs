//! Faults that no suite of the grammar shows: limits, and what neighbouring grammars have.

use rfcbnf::automaton::Automaton;
use rfcbnf::causes::{Budget, Cause, Conclusion, Findings, GivenUp, find};
use rfcbnf::syntax::Grammar;
use std::convert::Infallible;

use super::small::Function;
use super::support::{disagreements, edited};
use crate::extent::few_or_many;

/// URLs with few letters.
const URL: &str = "url = \"http://\" host [ \":\" port ] [ \"/\" *letter ]\nhost = 1*letter\n\
    port = 1*digit\nletter = \"a\" | \"h\"\n\
    digit = \"0\" | \"1\" | \"2\" | \"3\" | \"4\" | \"5\" | \"6\" | \"7\" | \"8\" | \"9\"\n";

/// A production of a grammar.
type Of<'g> = (&'g Grammar, &'g str);

/// Finds the causes of the disagreements of a parser with `httpurl` of RFC 1738. The parser gets the
/// verdict of the grammar.
fn found(accepts: impl Fn(&[u8], bool) -> bool, budget: &Budget) -> Findings<Infallible> {
    found_in((&edited(&[]), "httpurl"), accepts, budget)
}

/// Does the same for any production.
fn found_in(
    (grammar, production): Of<'_>,
    accepts: impl Fn(&[u8], bool) -> bool,
    budget: &Budget,
) -> Findings<Infallible> {
    let right = Automaton::new(grammar, production).unwrap();
    let parser = |text: &[u8]| accepts(text, right.accepts(text));
    let wrong = disagreements(&right, parser);
    find(grammar, production, &wrong, &mut Function(parser), budget).unwrap()
}

#[test]
fn a_limit_of_ports_is_learnt_to_the_last_digit() {
    let small = rfcbnf::read(URL).unwrap();
    let rfc = edited(&[]);
    let of = few_or_many((&small, "url"), (&rfc, "httpurl"));
    for &limit in few_or_many(&[65_535][..], &[80, 43_210, 65_535]) {
        let is_port = |digits: &[u8]| {
            let digits = std::str::from_utf8(digits).ok();
            digits
                .and_then(|digits| digits.parse::<u64>().ok())
                .is_some_and(|port| port <= limit)
        };
        let found = found_in(
            of,
            |text, is_right| {
                let colon = text.iter().skip(7).position(|&octet| octet == b':');
                let rest = colon.map(|colon| &text[colon + 8..]);
                let end = rest.and_then(|rest| rest.iter().position(|&octet| octet == b'/'));
                let digits = rest.map(|rest| &rest[..end.unwrap_or(rest.len())]);
                let slash = text.iter().skip(7).position(|&octet| octet == b'/');
                // A colon in the path begins no port.
                let is_of_path = slash.zip(colon).is_some_and(|(slash, colon)| slash < colon);
                is_right && (is_of_path || digits.is_none_or(is_port))
            },
            &Budget::default(),
        );
        let is_explained = matches!(found.conclusion, Conclusion::Explained { .. });
        assert!(is_explained, "{limit}: {:?}", found.conclusion);
        let cause = found.causes.iter().find(|cause| cause.production == "port");
        let cause = cause.unwrap_or_else(|| panic!("{limit}: {:?}", found.causes));
        let learnt = &cause.learnt.as_ref().unwrap().observed;
        for number in (0..limit + 2_000).chain([99_999, 100_000, 650_000, 1 << 40]) {
            let is_taken = learnt.accepts(number.to_string().as_bytes());
            assert_eq!(is_taken, number <= limit, "limit {limit}: {number}");
        }
    }
}

/// Returns the host of a URL, without the port.
fn host(url: &[u8]) -> &[u8] {
    let rest = url.get(7..).unwrap_or_default();
    let end = rest.iter().position(|octet| b":/".contains(octet));
    &rest[..end.unwrap_or(rest.len())]
}

/// Returns the longest of the parts between separators.
fn longest(text: &[u8], separators: &[u8]) -> usize {
    let parts = text.split(|octet| separators.contains(octet));
    parts.map(<[u8]>::len).max().unwrap_or(0)
}

/// Returns the length of the longest label of a URL whose host has a name.
fn longest_label(url: &[u8]) -> usize {
    let host = host(url);
    if host.iter().any(u8::is_ascii_alphabetic) {
        longest(host, b".")
    } else {
        0
    }
}

#[test]
fn a_limit_of_length_belongs_to_its_part() {
    type Keeps = fn(&[u8]) -> bool;
    let limits: [(Keeps, &[(&str, usize)]); 5] = [
        (|url| url.len() <= 250, &[("httpurl/length", 250)]),
        (|url| host(url).len() <= 253, &[("host/length", 253)]),
        (
            |url| longest_label(url) <= 63,
            &[("domainlabel/length", 63), ("toplabel/length", 63)],
        ),
        (
            |url| host(url).len() <= 253 && longest_label(url) <= 63,
            &[
                ("domainlabel/length", 63),
                ("host/length", 253),
                ("toplabel/length", 63),
            ],
        ),
        (
            |url| {
                let rest = &url[7.min(url.len())..];
                let path = rest.iter().position(|&octet| octet == b'/');
                let path = path.map_or(&[][..], |start| &rest[start..]);
                longest(path, b"/?") <= 97
            },
            &[("hsegment/length", 97), ("search/length", 97)],
        ),
    ];
    // The second last one has two limits, and three causes.
    for (keeps, expected) in &limits[few_or_many(3..4, 0..5)] {
        let accepts = |text: &[u8], is_right| is_right && keeps(text);
        let found = found(accepts, &Budget::default());
        let mut learnt: Vec<(String, usize)> = Vec::new();
        for cause in &found.causes {
            let limits = cause.learnt.as_ref().unwrap().limits().unwrap();
            let length = limits.length.unwrap();
            learnt.push((cause.place_id(), length));
            let witness = cause.witness.escape_ascii();
            assert_eq!(cause.span.len(), length + 1, "{witness}");
            assert!(!keeps(&cause.witness), "{witness}");
        }
        learnt.sort();
        let learnt = learnt.iter().map(|(id, limit)| (id.as_str(), *limit));
        assert_eq!(learnt.collect::<Vec<_>>(), *expected);
        let reason = GivenUp::Length { greatest: 300 };
        assert_eq!(found.conclusion, Conclusion::Incomplete(vec![reason]));
    }
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn a_limit_of_length_hides_no_other_fault() {
    let accepts =
        |text: &[u8], is_right| is_right && !text.contains(&b'@') && longest_label(text) <= 63;
    let found = found(accepts, &Budget::default());
    let mut ids: Vec<String> = found.causes.iter().map(Cause::place_id).collect();
    ids.sort();
    assert_eq!(ids.len(), 4, "{ids:?}");
    for limited in ["domainlabel/length", "toplabel/length"] {
        assert!(ids.iter().any(|id| id == limited), "{ids:?}");
    }
    let rejected = |cause: &&Cause| cause.witness.contains(&b'@');
    assert_eq!(found.causes.iter().filter(rejected).count(), 2, "{ids:?}");
}

#[test]
fn the_hosts_of_neighbouring_grammars_are_tried() {
    let hosts = ["a_b", "[::1]", "~", "user@h", "0x7f.1"];
    for host in &hosts[..few_or_many(1, hosts.len())] {
        let url = format!("http://{host}");
        let found = found(
            |text, is_right| is_right || text == url.as_bytes(),
            &Budget::default(),
        );
        let is_shown = found
            .causes
            .iter()
            .any(|cause| cause.witness == url.as_bytes());
        let is_learnt = matches!(found.conclusion, Conclusion::Explained { .. });
        assert_eq!(
            (is_shown, is_learnt),
            (*host != "a_b" && *host != "user@h", true),
            "{host}"
        );
    }
}

#[test]
fn texts_of_the_corpus_are_asked_about() {
    let strange = b"http://h/%zz;strange".to_vec();
    let accepts = |text: &[u8], is_right| is_right || text == b"http://h/%zz;strange";
    let (small, rfc) = (rfcbnf::read(URL).unwrap(), edited(&[]));
    let of = few_or_many((&small, "url"), (&rfc, "httpurl"));
    assert_eq!(found_in(of, accepts, &Budget::default()).causes, []);
    let budget = Budget {
        corpus: vec![strange.clone(), b"no URL".to_vec()],
        ..Budget::default()
    };
    let found = found_in(of, accepts, &budget);
    assert_eq!(found.causes.len(), 1);
    assert_eq!(found.causes[0].witness, strange);
}

#[test]
fn dates_that_do_not_exist_are_tried() {
    let grammar = "date = 4digit \"-\" 2digit \"-\" 2digit\n\
        digit = \"0\" | \"1\" | \"2\" | \"3\" | \"4\" | \"5\" | \"6\" | \"7\" | \"8\" | \"9\"\n";
    let grammar = rfcbnf::read(grammar).unwrap();
    let right = Automaton::new(&grammar, "date").unwrap();
    // Every month has 31 days.
    let parser = |text: &[u8]| {
        let of = |range: std::ops::Range<usize>| -> u32 {
            std::str::from_utf8(&text[range]).unwrap().parse().unwrap()
        };
        right.accepts(text) && (1..=12).contains(&of(5..7)) && (1..=31).contains(&of(8..10))
    };
    let wrong = disagreements(&right, parser);
    let found = find(
        &grammar,
        "date",
        &wrong,
        &mut Function(parser),
        &Budget::default(),
    )
    .unwrap();
    assert!(
        matches!(found.conclusion, Conclusion::Explained { .. }),
        "{:?}",
        found.conclusion
    );
    let learnt = found.parser.unwrap();
    for text in [
        "2024-02-29",
        "2000-12-31",
        "2000-13-01",
        "2000-00-01",
        "2000-01-32",
    ] {
        assert_eq!(
            learnt.accepts(text.as_bytes()),
            parser(text.as_bytes()),
            "{text}"
        );
    }
}
