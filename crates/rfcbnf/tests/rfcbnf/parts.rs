//! Parts that parsers read otherwise than the grammar: each planted fault is one cause.
//!
//! The parsers are written by hand, with the usual functions of a language: they split texts at delimiters.

use std::convert::Infallible;
use std::ops::Range;

use rfcbnf::causes::{Budget, Conclusion};
use rfcbnf::octets::OctetSet;
use rfcbnf::parts::{
    Changes, DifferenceKind, Differing, Edge, EdgeAt, MarkedGrammar, MarkedTexts, PartCause,
    PartError, PartFindings, PartPair, PartPeer, Place, Reading, find, find_between, near_misses,
};
use rfcbnf::rfc1738::{BNF, READINGS, load};
use rfcbnf::syntax::Grammar;

/// A parser that reads a part by a function.
struct Reader<F>(F);

impl<F: Fn(&[u8]) -> Reading> PartPeer for Reader<F> {
    type Error = Infallible;

    fn read(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<Reading>>, Infallible> {
        Ok(texts.iter().map(|text| Some((self.0)(text))).collect())
    }
}

fn rfc1738() -> Grammar {
    load(BNF, READINGS).unwrap().0
}

/// Finds how the parser reads a part of an http URL otherwise than the grammar.
fn http(part: &str, parser: impl Fn(&[u8]) -> Reading) -> PartFindings<Infallible> {
    let grammar = rfc1738();
    let marked = MarkedGrammar::of_component(&grammar, "httpurl", part).unwrap();
    in_texts(&MarkedTexts::new(&grammar, marked).unwrap(), parser)
}

fn in_texts(texts: &MarkedTexts, parser: impl Fn(&[u8]) -> Reading) -> PartFindings<Infallible> {
    find(
        texts,
        Changes::default(),
        &mut Reader(parser),
        &Budget::default(),
    )
    .unwrap()
}

/// Returns the only cause.
fn only(found: PartFindings<Infallible>) -> PartCause {
    let is_explained = matches!(found.conclusion, Conclusion::Explained { .. });
    assert!(is_explained, "{:?}", found.conclusion);
    let [cause] = <[PartCause; 1]>::try_from(found.causes).unwrap();
    assert_eq!(cause.texts, found.differing);
    cause
}

/// Returns where the octets of the first of these is after `from`, or the end.
fn first(text: &[u8], from: usize, octets: &[u8]) -> usize {
    let found = text[from..].iter().position(|octet| octets.contains(octet));
    found.map_or(text.len(), |index| from + index)
}

/// The start of what follows `http://`.
const AUTHORITY: usize = 7;

fn host(text: &[u8]) -> Range<usize> {
    AUTHORITY..first(text, AUTHORITY, b":/")
}

/// Returns what comes after the slash behind the host, up to the first of these octets.
fn path(text: &[u8], ends: &[u8]) -> Option<Range<usize>> {
    let slash = first(text, AUTHORITY, b"/");
    (slash < text.len()).then(|| slash + 1..first(text, slash + 1, ends))
}

fn span(part: Option<Range<usize>>) -> Reading {
    part.map_or(Reading::Absent, Reading::Span)
}

fn at(edge: Option<Edge>) -> (bool, EdgeAt) {
    let edge = edge.unwrap();
    (edge.is_second_inside, edge.at)
}

fn end(cause: &PartCause) -> (bool, EdgeAt) {
    match cause.kind.clone() {
        DifferenceKind::Edges { start: None, end } => at(end),
        other => panic!("{other:?}"),
    }
}

fn octet(octet: u8) -> rfcbnf::octets::OctetSet {
    rfcbnf::octets::OctetSet::single(octet)
}

#[test]
fn a_parser_that_splits_right_reads_every_part_alike() {
    for part in ["host", "hpath", "port", "scheme"] {
        let found = http(part, |text| match part {
            "host" => Reading::Span(host(text)),
            "hpath" => span(path(text, b"?")),
            "scheme" => Reading::Span(0..4),
            _ => {
                let end = first(text, AUTHORITY, b"/");
                let colon = host(text).end;
                span((colon < end).then(|| colon + 1..end))
            }
        });
        assert_eq!((found.differing, found.causes.len()), (0, 0), "{part}");
        assert!(found.read > 100, "{part}");
        let is_complete = matches!(found.conclusion, Conclusion::Explained { .. });
        assert!(is_complete, "{part}: {:?}", found.conclusion);
    }
}

#[test]
fn a_host_that_keeps_its_port_is_one_cause() {
    let cause = only(http("host", |text| {
        Reading::Span(AUTHORITY..first(text, AUTHORITY, b"/"))
    }));
    assert_eq!(end(&cause), (false, EdgeAt::First(octet(b':'))));
    assert_eq!(cause.witness.text, b"http://a:0");
    assert_eq!(cause.witness.first, Place::Span(7..8));
    assert_eq!(cause.witness.second, Place::Span(7..10));
}

#[test]
fn a_host_that_loses_its_first_label_is_one_cause() {
    let cause = only(http("host", |text| {
        let host = host(text);
        let dot = first(&text[..host.end], host.start, b".");
        Reading::Span(if dot < host.end {
            dot + 1..host.end
        } else {
            host
        })
    }));
    let DifferenceKind::Edges { start, end: None } = cause.kind else {
        panic!("{:?}", cause.kind);
    };
    assert_eq!(at(start), (true, EdgeAt::First(octet(b'.'))));
    assert_eq!(cause.witness.text, b"http://a.a");
}

#[test]
fn a_path_that_swallows_the_query_is_one_cause() {
    let cause = only(http("hpath", |text| span(path(text, b""))));
    assert_eq!(end(&cause), (false, EdgeAt::First(octet(b'?'))));
    assert_eq!(cause.witness.text, b"http://a/?");
}

#[test]
fn a_path_cut_at_a_percent_sign_is_one_cause() {
    let cause = only(http("hpath", |text| span(path(text, b"?%"))));
    assert_eq!(end(&cause), (true, EdgeAt::First(octet(b'%'))));
    assert_eq!(cause.exception, None);
}

#[test]
fn a_part_that_is_not_seen_is_one_cause() {
    let cause = only(http("port", |_| Reading::Absent));
    assert_eq!(cause.kind, DifferenceKind::OnlyFirst);
    assert_eq!(cause.witness.second, Place::Absent);
}

#[test]
fn near_misses_have_texts_of_each_scheme() {
    let texts = near_misses(&rfc1738(), "url");
    for text in ["http://\\", "ftp://@a", "file:////", "//a"] {
        let begins = |one: &Vec<u8>| one.to_ascii_lowercase().starts_with(text.as_bytes());
        assert!(texts.iter().any(begins), "{text}");
    }
}

type ReadBoth = fn(&[u8]) -> [Option<Reading>; 2];

/// Two parsers that read a part by functions. They accept what the function reads.
struct Pair(ReadBoth);

impl PartPair for Pair {
    type Error = Infallible;

    fn read(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<[Reading; 2]>>, Infallible> {
        let read = texts.iter().map(|text| match (self.0)(text) {
            [Some(first), Some(second)] => Some([first, second]),
            _ => None,
        });
        Ok(read.collect())
    }
}

/// Reads `u:` and a host of any octets, which ends at one of these.
fn ended_host(text: &[u8], ends: &[u8]) -> Option<Reading> {
    let rest = text.strip_prefix(b"u:")?;
    (!rest.is_empty()).then(|| Reading::Span(2..2 + first(rest, 0, ends)))
}

#[test]
fn short_texts_that_a_pair_reads_alike_are_decided() {
    let grammar = "url = \"u:\" host [ \":\" port ]\nhost = 1*\"h\"\nport = *\"0\"\n";
    let grammar = rfcbnf::read(grammar).unwrap();
    let planted: [ReadBoth; 4] = [
        |text| [ended_host(text, b":"), ended_host(text, b":")],
        |text| [ended_host(text, b":"), ended_host(text, b":/")],
        // Only after two octets.
        |text| {
            let ends = if text.len() > 4 { &b":"[..] } else { b"" };
            [ended_host(text, b""), ended_host(text, ends)]
        },
        // Only in texts that both accept.
        |text| {
            let second = ended_host(text, b"?").filter(|_| !text.ends_with(b"?"));
            [ended_host(text, b""), second]
        },
    ];
    let mut lengths = Vec::new();
    for pair in planted {
        let about = (&grammar, "url", "host");
        let budget = Budget::default();
        let found = find_between(about, Changes::default(), &[], &mut Pair(pair), &budget);
        let decided = found.unwrap().decided.unwrap();
        assert_eq!(
            (&decided.before[..], &decided.after[..]),
            (&b"u:"[..], &b""[..])
        );
        let mut all: Vec<Vec<u8>> = vec![b"u:".to_vec()];
        let (mut texts, mut shortest) = (0, None);
        for length in 0..=decided.length {
            texts += all.len() as u64;
            let differs = |text: &Vec<u8>| match pair(text) {
                [Some(first), Some(second)] => first != second,
                _ => false,
            };
            if shortest.is_none() && all.iter().any(differs) {
                shortest = Some(length);
            }
            let longer = all.iter().flat_map(|text| {
                decided
                    .octets
                    .iter()
                    .map(move |octet| [&text[..], &[octet]].concat())
            });
            all = longer.collect();
        }
        assert_eq!((decided.texts, decided.shortest), (texts, shortest));
        assert!(decided.length >= 3);
        lengths.push(shortest);
    }
    assert_eq!(lengths, [None, Some(1), Some(3), Some(2)]);
}

/// An authority as in RFC 3986, whose hosts have percent signs.
const AUTHORITIES: &str = "authority = [ user \"@\" ] host [ \":\" port ]
user = *letter
host = *( letter / \"%\" hex hex )
port = *digit
hex = digit / \"A\" / \"F\"
digit = \"0\" / \"1\" / \"4\"
letter = \"a\" / \"b\"
";

fn authority() -> MarkedTexts {
    let grammar = rfcbnf::read(AUTHORITIES).unwrap();
    let marked = MarkedGrammar::new(&grammar, "authority", "host").unwrap();
    MarkedTexts::new(&grammar, marked).unwrap()
}

/// Returns the host of an authority.
fn host_of(text: &[u8]) -> Range<usize> {
    let at = text.iter().position(|octet| *octet == b'@');
    let start = at.map_or(0, |at| at + 1);
    start..first(text, start, b":")
}

#[test]
fn a_host_cut_at_a_percent_sign_is_one_cause() {
    let cause = only(in_texts(&authority(), |text| {
        let host = host_of(text);
        let end = first(&text[..host.end], host.start, b"%");
        Reading::Span(host.start..end)
    }));
    assert_eq!(end(&cause), (true, EdgeAt::First(octet(b'%'))));
    assert_eq!(cause.witness.text, b"%aa");
}

#[test]
fn a_host_that_is_decoded_is_one_cause_unless_declared() {
    let decoded = Changes::read(["decoded"]).unwrap();
    let parser = |text: &[u8]| Reading::Text(decoded.changed(&text[host_of(text)]));
    let texts = authority();
    let cause = only(in_texts(&texts, parser));
    let changed = DifferenceKind::Changed {
        is_second: true,
        by: decoded,
    };
    assert_eq!(cause.kind, changed);
    let found = find(&texts, decoded, &mut Reader(parser), &Budget::default()).unwrap();
    assert_eq!(found.causes, []);
    assert!(found.read > 100);
}

/// Returns whether two texts are equal up to `address`.
fn are_one_address(one: &str, other: &str) -> bool {
    let address = Changes::read(["address"]).unwrap();
    address.changed(one.as_bytes()) == address.changed(other.as_bytes())
}

#[test]
fn texts_of_one_address_are_equal_up_to_address() {
    for (one, other) in [
        ("127.1", "127.0.0.1"),
        ("127.1", "2130706433"),
        ("0x7f.1", "127.0.1"),
        ("0x", "0.0.0.0"),
        ("0177.0.0.01", "127.0.0.1."),
        ("255.255.255.255", "4294967295"),
        ("1:0:0:0:0:0:0:AB", "1::ab"),
        ("::ffff:1.2.3.4", "::ffff:102:304"),
    ] {
        assert!(are_one_address(one, other), "{one} {other}");
    }
    for (one, other) in [
        ("127.1", "127.0.1.0"),
        ("256.0.0.1", "1.0.0.1"),
        ("4294967296", "0.0.0.0"),
        ("1.2.3.4.5", "1.2.3.4"),
        ("08", "8"),
        ("", "0"),
        ("+1", "1"),
        ("a.b", "a.b."),
        ("::1%25a", "::1"),
    ] {
        assert!(!are_one_address(one, other), "{one} {other}");
    }
}

#[test]
fn an_address_is_found_as_its_longest_text() {
    let address = Changes::read(["lowercase", "address"]).unwrap();
    let found = address.occurrences(b"u:0X7F.1/127.1.", b"127.0.0.1");
    assert_eq!(found, [2..8, 9..15]);
    let found = address.occurrences(b"u:[1::AB]/[1::AB]", b"1:0::ab");
    assert_eq!(found, [3..8, 11..16]);
}

#[test]
fn a_body_that_is_one_octet_short_is_one_cause() {
    let grammar =
        "message = 1*name \":\" body\nname = \"a\" | \"b\"\nbody = *octet\noctet = %x00-FF\n";
    let grammar = rfcbnf::Reader::default()
        .read(grammar)
        .into_result()
        .unwrap();
    let marked = MarkedGrammar::new(&grammar, "message", "body").unwrap();
    let texts = MarkedTexts::new(&grammar, marked).unwrap();
    let cause = only(in_texts(&texts, |text| {
        let start = first(text, 0, b":") + 1;
        Reading::Span(start..text.len().saturating_sub(1).max(start))
    }));
    assert_eq!(end(&cause), (true, EdgeAt::Distance(1)));
}

#[test]
fn a_part_of_a_recursive_grammar_is_found() {
    let grammar = "call = name \"(\" [ call ] \")\"\nstart = \"!\" first\nfirst = kind call\nkind = \"a\" | \"b\"\nname = 1*\"x\"\n";
    let grammar = rfcbnf::read(grammar).unwrap();
    let marked = MarkedGrammar::new(&grammar, "start", "kind").unwrap();
    let texts = MarkedTexts::new(&grammar, marked).unwrap();
    let found = in_texts(&texts, |_| Reading::Span(1..3));
    let [cause] = <[PartCause; 1]>::try_from(found.causes).unwrap();
    assert_eq!(end(&cause), (false, EdgeAt::First(octet(b'x'))));
}

#[test]
fn a_text_too_long_to_read_counts_as_right() {
    let grammar = rfcbnf::read("a = %x61 [ a ] %x62 / c\nc = 1*%x63\n").unwrap();
    let marked = MarkedGrammar::new(&grammar, "a", "c").unwrap();
    let texts = MarkedTexts::new(&grammar, marked).unwrap();
    let long = [vec![b'a'; 40], vec![b'c'], vec![b'b'; 40]].concat();
    assert!(texts.derives(&long) == Some(true) && texts.readings(&long).is_empty());
    let budget = Budget {
        corpus: vec![long],
        ..Budget::default()
    };
    let parser = |text: &[u8]| {
        let start = first(text, 0, b"c");
        let end = first(text, start, b"b");
        span((start < text.len()).then_some(start..end))
    };
    let found = find(&texts, Changes::default(), &mut Reader(parser), &budget).unwrap();
    assert_eq!(found.causes, []);
}

#[test]
fn corpus_texts_count_beside_the_suite() {
    let grammar = rfc1738();
    let marked = MarkedGrammar::of_component(&grammar, "httpurl", "host").unwrap();
    let texts = MarkedTexts::new(&grammar, marked).unwrap();
    let budget = Budget {
        corpus: vec![b"http://www.example.org/".to_vec()],
        ..Budget::default()
    };
    let parser = |text: &[u8]| match text {
        b"http://www.example.org/" => Reading::Span(7..10),
        text => Reading::Span(host(text)),
    };
    let found = find(&texts, Changes::default(), &mut Reader(parser), &budget).unwrap();
    assert_eq!(found.causes[0].witness.text, b"http://www.example.org/");
}

#[test]
fn a_text_with_two_readings_may_be_read_either_way() {
    let grammar = rfcbnf::read("pair = first second\nfirst = *\"a\"\nsecond = *\"a\"\n").unwrap();
    let marked = MarkedGrammar::new(&grammar, "pair", "first").unwrap();
    let texts = MarkedTexts::new(&grammar, marked).unwrap();
    let spans = [0..0, 0..1, 0..2].map(Reading::Span);
    assert_eq!(texts.readings(b"aa"), spans);
    let found = in_texts(&texts, |text| Reading::Span(0..text.len() / 2));
    assert_eq!(found.differing, 0);
}

#[test]
fn a_repeated_or_unknown_part_is_refused() {
    let grammar = rfc1738();
    let refused = |part| MarkedGrammar::new(&grammar, "httpurl", part).unwrap_err();
    assert!(matches!(refused("hsegment"), PartError::Repeated { .. }));
    assert_eq!(
        refused("fpath").to_string(),
        "no text of `httpurl` has a part `fpath`"
    );
}

#[test]
fn a_message_id_has_no_host_of_a_url() {
    let grammar = rfc1738();
    let marked = MarkedGrammar::of_component(&grammar, "url", "host").unwrap();
    let texts = MarkedTexts::new(&grammar, marked).unwrap();
    assert_eq!(texts.readings(b"news:a@b"), [Reading::Absent]);
    assert_eq!(texts.readings(b"ftp://u:p@h/"), [Reading::Span(10..11)]);
    let readings = texts.readings(b"x://h");
    assert_eq!(readings, [Reading::Span(4..5), Reading::Absent]);
    let marked = MarkedGrammar::of_component(&grammar, "url", "scheme").unwrap();
    let texts = MarkedTexts::new(&grammar, marked).unwrap();
    assert_eq!(texts.readings(b"HTTP://h"), [Reading::Span(0..4)]);
    assert_eq!(texts.readings(b"x:y:z"), [Reading::Span(0..1)]);
}

/// A parser that reads the port as the host of some texts, and the host when it is asked again.
struct Moody {
    is_moody: fn(&[u8]) -> bool,
    is_asked_again: bool,
}

impl PartPeer for Moody {
    type Error = Infallible;

    fn read(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<Reading>>, Infallible> {
        let readings = texts.iter().map(|text| {
            let end = first(text, 2, b":");
            let is_wrong = (self.is_moody)(text) && !self.is_asked_again;
            Some(Reading::Span(if is_wrong {
                end..text.len()
            } else {
                2..end
            }))
        });
        Ok(readings.collect())
    }

    fn read_again(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<Reading>>, Infallible> {
        self.is_asked_again = true;
        let readings = self.read(texts);
        self.is_asked_again = false;
        readings
    }
}

fn moody(is_moody: fn(&[u8]) -> bool) -> PartFindings<Infallible> {
    let grammar = "url = \"u:\" host [ \":\" port ]\nhost = 1*\"h\"\nport = 1*\"0\"\n";
    let grammar = rfcbnf::read(grammar).unwrap();
    let marked = MarkedGrammar::new(&grammar, "url", "host").unwrap();
    let mut parser = Moody {
        is_moody,
        is_asked_again: false,
    };
    let texts = MarkedTexts::new(&grammar, marked).unwrap();
    find(&texts, Changes::default(), &mut parser, &Budget::default()).unwrap()
}

/// Two parsers, of which the first keeps the port, and the second is moody about one text.
struct MoodyPair {
    is_asked_again: bool,
}

impl PartPair for MoodyPair {
    type Error = Infallible;

    fn read(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<[Reading; 2]>>, Infallible> {
        let readings = texts.iter().map(|text| {
            let is_url = text.starts_with(b"u:h");
            let is_wrong = text == b"u:hh" && !self.is_asked_again;
            let end = if is_wrong {
                2
            } else {
                first(text, 2.min(text.len()), b":")
            };
            is_url.then_some([Reading::Span(2..text.len()), Reading::Span(2..end)])
        });
        Ok(readings.collect())
    }

    fn read_again(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<[Reading; 2]>>, Infallible> {
        self.is_asked_again = true;
        let readings = self.read(texts);
        self.is_asked_again = false;
        readings
    }
}

#[test]
fn two_parsers_that_differ_once_have_no_cause() {
    let grammar =
        rfcbnf::read("url = \"u:\" host [ \":\" port ]\nhost = 1*\"h\"\nport = 1*\"0\"\n").unwrap();
    let known = Differing {
        text: b"u:hh".to_vec(),
        first: Place::Span(2..4),
        second: Place::Span(2..2),
        occurrences: 1,
    };
    let mut pair = MoodyPair {
        is_asked_again: false,
    };
    let about = (&grammar, "url", "host");
    let (changes, budget) = (Changes::default(), Budget::default());
    let found = find_between(about, changes, &[known], &mut pair, &budget).unwrap();
    assert_eq!(found.flaky, [b"u:hh"]);
    let kinds: Vec<&DifferenceKind> = found.causes.iter().map(|cause| &cause.kind).collect();
    let [
        DifferenceKind::Edges {
            start: None,
            end: Some(edge),
        },
    ] = kinds[..]
    else {
        panic!("{kinds:?}");
    };
    assert_eq!(edge.at, EdgeAt::First(OctetSet::single(b':')));
}

#[test]
fn a_reading_that_does_not_hold_is_no_cause() {
    let found = moody(|text| text == b"u:h:0");
    assert_eq!(found.flaky, [b"u:h:0"]);
    assert_eq!((found.causes.len(), found.differing), (0, 0));
    assert!(matches!(found.conclusion, Conclusion::Explained { .. }));
}

#[test]
fn many_readings_that_do_not_hold_show_nothing() {
    let found = moody(|text| text.contains(&b':'));
    assert!(found.flaky.len() > 30, "{}", found.flaky.len());
    let shortest = found.flaky[0].clone();
    assert!(matches!(found.conclusion, Conclusion::Contradicted { text } if text == shortest));
}
