//! Advice: the cases of `tests/advice.txt`, whose whole messages are in `snapshots/advice.snap`; ids; random and long URLs; and
//! the advice on addresses, compared with the grammar of RFC 822.

use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;

use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::{Config, RngSeed, TestRunner};
use rfc1738::{AdviceId, Finding, Rule, Severity, Url, advise, encode};
use rfcbnf::automaton::Automaton;

use crate::cases;
use crate::exactness::properties::word;
use crate::productions::assert_is_snapshot;

#[test]
fn each_case_gets_the_advice_of_its_title_where_marked() {
    let cases = cases::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("advice.txt"));
    let mut messages = String::new();
    for case in &cases {
        let id: AdviceId = case.title.parse().expect("an id");
        let given = std::str::from_utf8(&case.text).expect("URLs are ASCII");
        for (lines, gets_it) in [(given, true), (&case.expected, false)] {
            let urls = lines.lines().filter(|line| !line.starts_with("# "));
            let urls: Vec<&str> = urls.collect();
            assert!(urls.len() >= 2, "{id}");
            for marked in urls {
                let findings = check(id, marked);
                let has_it = findings.iter().any(|finding| finding.id() == id);
                assert_eq!(has_it, gets_it, "{id} on {marked}");
                writeln!(messages, "{marked}").expect("a string");
                for finding in findings {
                    let (span, severity) = (finding.span(), finding.severity());
                    writeln!(messages, "  {span:?} {severity}: {finding}").expect("a string");
                }
            }
        }
    }
    let titles: Vec<&str> = cases.iter().map(|case| &*case.title).collect();
    assert_eq!(titles, AdviceId::ALL.map(AdviceId::as_str));
    assert_is_snapshot("advice", &messages);
}

/// Asserts that a URL has all findings that it marks, and returns them.
fn check(id: AdviceId, marked: &str) -> Vec<Finding> {
    let (text, wanted) = unmarked(id, marked);
    let wanted = wanted.into_iter();
    let wanted = wanted.flat_map(|(ids, span)| ids.into_iter().map(move |id| (id, span.clone())));
    let wanted: Vec<_> = wanted.collect();
    let url = Url::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let found: Vec<Finding> = advise(&url).collect();
    let marks = found.iter().map(|finding| (finding.id(), finding.span()));
    assert_eq!(marks.collect::<Vec<_>>(), wanted, "{marked}");
    found
}

/// Ids of findings with their common span.
type Marked = (Vec<AdviceId>, Range<usize>);

/// Returns the text without marks, and the ids and the spans in the order of the opening braces.
fn unmarked(id: AdviceId, marked: &str) -> (String, Vec<Marked>) {
    let mut text = String::new();
    let mut findings: Vec<Marked> = Vec::new();
    let mut open = Vec::new();
    for part in marked.split_inclusive(['{', '}', '|']) {
        let (inside, mark) = match part.strip_suffix(['{', '}', '|']) {
            Some(inside) => (inside, &part[inside.len()..]),
            None => (part, ""),
        };
        if mark == "|" {
            let (ids, _) = findings.last_mut().expect("a finding begins");
            let words = inside.split(' ');
            *ids = words.map(|id| id.parse().expect("an id")).collect();
            continue;
        }
        text.push_str(inside);
        if mark == "{" {
            open.push(findings.len());
            findings.push((vec![id], text.len()..text.len()));
        } else if mark == "}" {
            let closed: usize = open.pop().expect("it was opened");
            findings[closed].1.end = text.len();
        }
    }
    assert!(open.is_empty(), "{marked}");
    (text, findings)
}

#[test]
fn ids_severities_and_sections_stay_the_same() {
    let all = AdviceId::ALL.map(|id| (id.as_str(), id.severity().as_str(), id.section()));
    assert_eq!(
        all,
        [
            ("upper-case-scheme", "note", "2.1"),
            ("host-and-port", "warning", "2.1"),
            ("needless-escape", "note", "2.2"),
            ("double-slash", "warning", "3.1"),
            ("host-number-above-255", "warning", "3.1"),
            ("host-number-leading-zero", "warning", "3.1"),
            ("long-host-label", "warning", "3.1"),
            ("long-host", "warning", "3.1"),
            ("gopher-selector", "warning", "3.4.1"),
            ("gopher-form-end", "danger", "3.4.9"),
            ("addr-spec", "warning", "3.5"),
            ("mailto-header", "warning", "3.5"),
            ("file-path", "warning", "3.10"),
            ("remote-file", "note", "3.10"),
            ("experimental-scheme", "note", "4"),
            ("proposed-scheme", "note", "4"),
            ("near-scheme", "warning", "4"),
            ("non-default-port", "warning", "6"),
            ("reserved-port", "danger", "6"),
            ("impossible-port", "warning", "6"),
            ("password", "danger", "6"),
            ("encoded-delimiter", "danger", "6"),
            ("url-prefix", "warning", "Appendix"),
        ]
    );
}

#[test]
fn every_id_parses_from_its_name_and_from_nothing_else() {
    for id in AdviceId::ALL {
        assert_eq!(id.as_str().parse(), Ok(id));
        assert_eq!(format!("{id:>30}"), format!("{:>30}", id.as_str()));
    }
    for unknown in ["", "all", "Password", "password ", "pass"] {
        let error = unknown.parse::<AdviceId>().unwrap_err();
        assert_eq!(error.id(), unknown);
        assert_eq!(error.to_string(), format!("there is no advice {unknown:?}"));
    }
}

#[test]
fn severities_are_ordered() {
    assert!(Severity::Note < Severity::Warning && Severity::Warning < Severity::Danger);
}

#[test]
fn a_limit_that_the_rfc_lacks_has_another_reference() {
    let label = "a".repeat(64);
    let name = "a.".repeat(127) + "a";
    for (text, id, reference) in [
        ("http://1.2.3.256", "host-number-above-255", "RFC 791, 2.3"),
        (
            "http://1.2.3.04",
            "host-number-leading-zero",
            "RFC 6943, 3.1.1",
        ),
        (
            &format!("http://{label}"),
            "long-host-label",
            "RFC 1034, 3.1",
        ),
        (&format!("http://{name}"), "long-host", "RFC 1034, 3.1"),
        ("http://h:0", "impossible-port", "RFC 6335, 6"),
        ("http://h:65536", "impossible-port", "RFC 793, 3.1"),
        ("mailto:a@b?subject=c", "mailto-header", "RFC 6068, 2"),
    ] {
        let url = Url::parse(text).expect("it is a URL");
        let findings: Vec<_> = advise(&url).collect();
        assert_eq!(findings.len(), 1, "{text}: {findings:?}");
        assert_eq!(findings[0].id().as_str(), id);
        assert_eq!(findings[0].reference(), Some(reference));
        let end = format!(" ({reference})");
        assert!(findings[0].to_string().ends_with(&end), "{}", findings[0]);
    }
    let url = Url::parse("http://h:81").expect("it is a URL");
    assert!(advise(&url).all(|finding| finding.reference().is_none()));
}

#[test]
fn no_scheme_in_use_is_taken_for_a_misspelt_one() {
    for file in [
        include_str!("../../src/known_schemes/iana.txt"),
        include_str!("../../src/known_schemes/unregistered.txt"),
    ] {
        let mut lines = file.lines().skip_while(|line| line.starts_with('#'));
        let names: Vec<&str> = lines.by_ref().collect();
        assert!(names.len() > 100 && names.is_sorted());
        for name in names {
            let text = format!("{name}:x");
            let Ok(url) = Url::parse(&text) else {
                // Some schemes have a syntax of their own.
                continue;
            };
            let is_corrected = advise(&url).any(|finding| finding.id() == AdviceId::NearScheme);
            assert!(!is_corrected, "{name}");
        }
    }
}

/// Returns whether the text of a finding fits its id.
fn is_apt(id: AdviceId, about: &str) -> bool {
    let is_number = about.bytes().all(|octet| octet.is_ascii_digit());
    match id {
        AdviceId::UpperCaseScheme => about.to_ascii_lowercase() != about,
        AdviceId::NeedlessEscape | AdviceId::EncodedDelimiter | AdviceId::GopherSelector => {
            about.len() == 3 && about.starts_with('%')
        }
        AdviceId::GopherFormEnd => matches!(about, "." | "%2E" | "%2e"),
        AdviceId::DoubleSlash => about == "//",
        AdviceId::HostNumberAbove255 => is_number && about.trim_start_matches('0').len() > 2,
        AdviceId::HostNumberLeadingZero => is_number && about.starts_with('0'),
        AdviceId::NonDefaultPort | AdviceId::ReservedPort | AdviceId::ImpossiblePort => is_number,
        _ => !about.is_empty(),
    }
}

fn check_findings(text: &str) -> usize {
    let url = Url::parse(text).expect("it is a URL");
    let components = url.components();
    let findings: Vec<Finding> = advise(&url).collect();
    assert!(advise(&url).eq(findings.iter().cloned()), "{text}");
    let mut last = 0;
    for finding in &findings {
        let span = finding.span();
        let mut spans = components.iter().map(|component| component.span());
        let inside = spans.any(|whole| whole.start <= span.start && span.end <= whole.end);
        assert!(inside && last <= span.start, "{text}: {finding:?}");
        assert!(
            is_apt(finding.id(), &text[span.clone()]),
            "{text}: {finding:?}"
        );
        let is_plain = |octet: u8| matches!(octet, b' '..=b'~');
        assert!(finding.message().bytes().all(is_plain), "{finding}");
        last = span.start;
    }
    // An escape is needless if and only if the normal form decodes it.
    let count = |id| findings.iter().filter(|finding| finding.id() == id).count();
    // The normal form encodes slashes and question marks of a Gopher search string.
    let added = match url {
        Url::Gopher(url) => url
            .search()
            .map_or(0, |it| it.raw().matches(['/', '?']).count()),
        _ => 0,
    };
    let gone = text.matches('%').count() + added - url.normalized().as_str().matches('%').count();
    if count(AdviceId::DoubleSlash) == 0 || url.rule() != Rule::Otherurl {
        assert_eq!(count(AdviceId::NeedlessEscape), gone, "{text}");
    }
    findings.len()
}

#[test]
fn findings_lie_in_components_in_order_and_never_change() {
    for rule in Rule::Url.uses() {
        let mut runner = TestRunner::new(Config {
            rng_seed: RngSeed::Fixed(1738),
            ..Config::default()
        });
        let words = word(*rule);
        let (mut urls, mut findings) = (0, 0);
        for _ in 0..10_000 {
            let text = words
                .new_tree(&mut runner)
                .expect("there are words")
                .current();
            if rfc1738::is_valid(Rule::Url, &text) {
                urls += 1;
                findings += check_findings(&text);
            }
            if urls == 100 {
                break;
            }
        }
        assert_eq!(urls, 100, "{rule}");
        // An nntp URL contains only a host, a port and names without escapes.
        assert!(findings > 20, "{rule}: {findings}");
    }
}

/// Returns how many findings of each id the URL gets.
fn counts(text: &str) -> Vec<(AdviceId, usize)> {
    let url = Url::parse(text).expect("it is a URL");
    let mut counts = AdviceId::ALL.map(|id| (id, 0));
    for finding in advise(&url) {
        counts[finding.id() as usize].1 += 1;
        assert!(finding.message().len() < 200, "{}", finding.message());
    }
    counts.into_iter().filter(|(_, count)| *count > 0).collect()
}

const MANY: usize = 20_000;

#[test]
fn many_escapes_take_linear_time() {
    let delimiters = "%0D%0A".repeat(MANY);
    assert_eq!(
        counts(&format!("gopher://h/0{delimiters}")),
        [
            (AdviceId::GopherSelector, 2 * MANY),
            (AdviceId::EncodedDelimiter, 2 * MANY)
        ]
    );
    assert_eq!(
        counts(&format!(
            "gopher://h/0a%09%09+%091%0D%0A+-1%0D%0A{delimiters}.%0D%0A"
        )),
        []
    );
    assert_eq!(
        counts(&format!("ftp://h/{}", "%41/".repeat(MANY))),
        [(AdviceId::NeedlessEscape, MANY)]
    );
}

#[test]
fn long_addresses_take_linear_time() {
    for address in [
        format!("{}@b", "a.".repeat(MANY)),
        format!("%22{}", "%5C%22".repeat(MANY)),
        format!("a@{}", "%5B%5D".repeat(MANY)),
        "%20".repeat(MANY),
    ] {
        assert_eq!(
            counts(&format!("mailto:{address}")),
            [(AdviceId::AddrSpec, 1)]
        );
    }
}

#[test]
fn hosts_ports_and_schemes() {
    let numbers = format!("http://0.{}.1.1:{}/", "1".repeat(MANY), "0".repeat(MANY));
    assert_eq!(
        counts(&numbers),
        [
            (AdviceId::HostNumberAbove255, 1),
            (AdviceId::ImpossiblePort, 1)
        ]
    );
    assert_eq!(
        counts(&format!("ftp://{}a/", "a.".repeat(MANY))),
        [(AdviceId::LongHost, 1)]
    );
    assert_eq!(
        counts(&format!("X-{}://_", "X".repeat(MANY))),
        [
            (AdviceId::UpperCaseScheme, 1),
            (AdviceId::DoubleSlash, 1),
            (AdviceId::ExperimentalScheme, 1)
        ]
    );
    assert_eq!(
        counts(&format!("new://{}_", "a.".repeat(MANY))),
        [(AdviceId::DoubleSlash, 1)]
    );
}

/// The grammar of RFC 822, Section 6.1, with letters for characters that the notation cannot express: see [`octet`].
const GRAMMAR: &str = r#"
addr-spec      = local-part "@" domain
local-part     = word *[ "." word ]
word           = atom | quoted-string
domain         = sub-domain *[ "." sub-domain ]
sub-domain     = atom | domain-literal
atom           = 1*[ "a" ]
quoted-string  = "Q" *[ qtext | quoted-pair ] "Q"
domain-literal = "[" *[ dtext | quoted-pair ] "]"
qtext          = "a" | "." | "@" | "[" | "]" | " " | "N"
dtext          = "a" | "." | "@" | "Q" | " " | "N"
quoted-pair    = "\" char
char           = qtext | "Q" | "\" | "R"
"#;

/// Returns the octet that a letter of the grammar stands for.
fn octet(letter: char) -> u8 {
    match letter {
        'Q' => b'"',
        'R' => b'\r',
        'N' => b'\n',
        'X' => 0x80,
        _ => u8::try_from(letter).expect("the others are ASCII"),
    }
}

fn automaton() -> Automaton {
    let grammar = rfcbnf::read(GRAMMAR).expect("the grammar has no errors");
    Automaton::new(&grammar, "addr-spec").expect("the production is small")
}

/// Returns the expected message on the letters as an address.
fn expected_message(automaton: &Automaton, letters: &str, octets: &[u8]) -> Option<String> {
    let viable = automaton.viable_prefix(letters.as_bytes());
    if automaton.accepts(letters.as_bytes()) {
        return None;
    }
    let what = "the address is not an addr-spec of RFC 822";
    let written = |octets: &[u8]| encode(octets, Rule::Unreserved.first());
    let Some(found) = octets.get(viable.length()..=viable.length()) else {
        return Some(format!("{what}: something is missing at its end"));
    };
    let offset = "mailto:".len() + written(&octets[..viable.length()]).len();
    let found = written(found);
    Some(format!(
        "{what}: \"{found}\" is not allowed at offset {offset}"
    ))
}

fn check_address(automaton: &Automaton, letters: &str) {
    let octets: Vec<u8> = letters.chars().map(octet).collect();
    let text = format!("mailto:{}", encode(&octets, Rule::Unreserved.first()));
    let url = Url::parse(&text).expect("it is a mailto URL");
    let mut findings = advise(&url).filter(|finding| finding.id() == AdviceId::AddrSpec);
    let found = findings.next();
    if let Some(finding) = &found {
        assert_eq!(finding.span(), "mailto:".len()..text.len(), "{text}");
    }
    let message = found.map(|finding| finding.message().to_owned());
    assert_eq!(
        message,
        expected_message(automaton, letters, &octets),
        "{text}"
    );
}

/// Calls `check` with every nonempty sequence of at most `most` letters.
fn every_text(prefix: &str, letters: &str, most: usize, check: &mut impl FnMut(&str)) {
    for letter in letters.chars().filter(|_| most > 0) {
        let text = format!("{prefix}{letter}");
        check(&text);
        every_text(&text, letters, most - 1, check);
    }
}

#[test]
fn short_addresses_get_the_verdict_and_offset_of_the_grammar() {
    let automaton = automaton();
    let mut addresses = 0;
    let mut count = |text: &str| {
        check_address(&automaton, text);
        addresses += usize::from(automaton.accepts(text.as_bytes()));
    };
    every_text("", "a.@Q\\[] NRX", 4, &mut count);
    every_text("", "a.@Q", 6, &mut count);
    every_text("a@", "a[]\\.X", 5, &mut count);
    // The addresses among the texts above. All other texts get advice.
    assert_eq!(addresses, 105);
}
