//! Faults that no suite of the grammar shows: limits, and what neighbouring grammars have, also those in files of suspects.

use std::collections::HashSet;
use std::convert::Infallible;

use rfcbnf::automaton::Automaton;
use rfcbnf::causes::{Budget, Cause, Conclusion, Findings, GivenUp, Pattern, Peer, Suspects, find};
use rfcbnf::library::{self, LibraryGrammar};
use rfcbnf::recognizer::Recognizer;
use rfcbnf::rfc1738::{BNF, READINGS, SUSPECTS, load};
use rfcbnf::syntax::Grammar;

use super::small::Function;
use super::{disagreements, edited};
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

#[test]
fn a_parser_unlike_its_grammar_is_learnt_whole() {
    let rfc = edited(&[]);
    let found = found_in(
        (&rfc, "httpurl"),
        |text, _| text.starts_with(b"http://") && !text.contains(&b'%'),
        &Budget::default(),
    );
    let is_explained = matches!(found.conclusion, Conclusion::Explained { states: 9, .. });
    assert!(is_explained, "{:?}", found.conclusion);
    // Its productions, one after the other, take 84,343.
    assert!(found.questions < 80_000, "{}", found.questions);
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

/// The grammars with suspects, and productions whose texts a run would ask about.
const GRAMMARS: [(&str, &[&str]); 5] = [
    ("rfc1738", &["url", "httpurl", "hostport"]),
    ("rfc3986", &["URI", "authority"]),
    ("rfc5322", &["addr-spec", "mailbox", "date-time"]),
    ("rfc8259", &["JSON-text", "value"]),
    ("rfc9112", &["request-line", "field-line", "chunk"]),
];

fn grammar(name: &str) -> Grammar {
    match library::find(name) {
        Some(found) => found.with_imports().unwrap().grammar,
        None => load(BNF, READINGS).unwrap().0,
    }
}

fn suspects(name: &str) -> Suspects {
    let text = library::find(name).map_or(Some(SUSPECTS), LibraryGrammar::suspects);
    Suspects::from_toml(text.expect("it has suspects")).unwrap()
}

#[test]
fn every_suspect_is_of_a_production_and_has_a_reason() {
    for (name, _) in GRAMMARS {
        let grammar = grammar(name);
        let mut known = HashSet::new();
        for suspect in suspects(name).iter() {
            assert!(
                grammar.lookup(&suspect.production).is_ok(),
                "{name}: {suspect:?}"
            );
            assert!(!suspect.why.is_empty(), "{name}: {suspect:?}");
            let texts = suspect.texts.iter().chain(&suspect.octets);
            for text in texts {
                let one = (&*suspect.production, text.clone());
                assert!(
                    known.insert((one.0.to_owned(), one.1)),
                    "{name}: {text:?} is there twice"
                );
            }
        }
        assert!(known.len() > 50, "{name}");
    }
    let others = library::names().filter(|name| GRAMMARS.iter().all(|(other, _)| other != name));
    for name in others {
        assert_eq!(library::find(name).unwrap().suspects(), None, "{name}");
    }
}

#[test]
fn the_grammar_gives_the_verdicts_on_suspects() {
    for (name, productions) in GRAMMARS {
        let grammar = grammar(name);
        for production in productions {
            let mut budget = Budget::default();
            suspects(name).add_to(&mut budget, &grammar, production);
            let automaton = Automaton::new(&grammar, production).ok();
            let recognizer = Recognizer::new(&grammar, production).ok();
            let is_valid = |text: &&Vec<u8>| match (&automaton, &recognizer) {
                (Some(automaton), _) => automaton.accepts(text),
                (None, Some(recognizer)) => recognizer.rule().is_valid(text) == Ok(true),
                (None, None) => panic!("{name} {production}"),
            };
            let (valid, invalid): (Vec<_>, Vec<_>) = budget.corpus.iter().partition(is_valid);
            assert!(valid.len() > 4, "{name} {production}: {}", valid.len());
            assert!(invalid.len() > 4, "{name} {production}: {}", invalid.len());
            let different: HashSet<&Vec<u8>> = budget.corpus.iter().collect();
            assert_eq!(different.len(), budget.corpus.len(), "{name} {production}");
        }
    }
}

/// A parser of JSON that accepts what the grammar has to a nesting of 994, and NaN.
struct Python {
    right: Recognizer,
    asked: u64,
}

impl Peer for Python {
    type Error = Infallible;

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, Infallible> {
        self.asked += texts.len() as u64;
        let accepts = |text: &Vec<u8>| {
            let mut depth = 0_usize;
            let mut deepest = 0;
            for octet in text {
                match octet {
                    b'[' | b'{' => depth += 1,
                    b']' | b'}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                deepest = deepest.max(depth);
            }
            deepest < 995 && (text == b"NaN" || self.right.rule().is_valid(text) == Ok(true))
        };
        Ok(texts.iter().map(|text| Some(accepts(text))).collect())
    }
}

#[test]
fn suspects_that_disagree_are_reported_to_the_least_nesting() {
    let grammar = grammar("rfc8259");
    let right = Recognizer::new(&grammar, "JSON-text").unwrap();
    let mut peer = Python { right, asked: 0 };
    let mut budget = Budget {
        questions: 2_000,
        has_complete_suite: false,
        ..Budget::default()
    };
    suspects("rfc8259").add_to(&mut budget, &grammar, "JSON-text");
    let found = find(&grammar, "JSON-text", &[], &mut peer, &budget).unwrap();
    assert!(found.questions <= 2_000);
    // Each answer is asked for twice.
    assert!((found.questions..=2 * found.questions).contains(&peer.asked));
    let witnesses: Vec<&[u8]> = found.unexplained.iter().map(|it| &*it.witness).collect();
    assert!(witnesses.contains(&&b"NaN"[..]), "{witnesses:?}");
    let deepest = [&b"[".repeat(995)[..], &b"]".repeat(995)].concat();
    assert!(
        witnesses.contains(&&*deepest),
        "{:?}",
        found.unexplained.len()
    );
}

/// A parser of JSON with a grammar of its own.
struct Lenient(Recognizer);

impl Peer for Lenient {
    type Error = Infallible;

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, Infallible> {
        let answers = texts.iter().map(|text| self.0.rule().is_valid(text).ok());
        Ok(answers.collect())
    }
}

/// Returns the causes of a parser that reads a production of JSON as this. `RIGHT` is what the grammar has.
fn causes_of(production: &str, body: &str) -> Vec<(String, Option<Pattern>)> {
    let grammar = grammar("rfc8259");
    let text = library::find("rfc8259").unwrap().text();
    let (own, other) = (
        format!("\n      {production} ="),
        format!("right-{production}"),
    );
    let text = text.replace(&own, &format!("\n      {other} ="));
    let text = text + &own + &body.replace("RIGHT", &other) + "\n";
    let lenient = Grammar::from_abnf(&text).unwrap();
    let mut peer = Lenient(Recognizer::new(&lenient, "JSON-text").unwrap());
    let mut budget = Budget {
        has_complete_suite: false,
        ..Budget::default()
    };
    suspects("rfc8259").add_to(&mut budget, &grammar, "JSON-text");
    budget.repeated.clear();
    let found = find(&grammar, "JSON-text", &[], &mut peer, &budget).unwrap();
    assert!(found.unexplained.is_empty(), "{:?}", found.unexplained);
    let causes = found.causes.into_iter();
    let causes = causes.map(|cause| {
        let pattern = cause.learnt.as_ref().and_then(|learnt| learnt.pattern());
        (cause.production, pattern)
    });
    causes.collect()
}

#[test]
fn suspects_that_stand_alone_are_a_cause() {
    let texts = |texts: &[&str]| {
        let texts = texts.iter().map(|text| text.as_bytes().to_vec());
        Some(Pattern::Texts(texts.collect()))
    };
    let found = causes_of("value", "RIGHT / %s\"NaN\" / [ \"-\" ] %s\"Infinity\"");
    let expected = texts(&["NaN", "Infinity", "-Infinity"]);
    assert_eq!(found, [("value".to_owned(), expected)]);
}

#[test]
fn a_suspect_with_accepted_neighbours_is_learned() {
    // `01` is a suspect, and `02` is no other fault.
    let found = causes_of("int", " 1*DIGIT");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(!matches!(found[0].1, Some(Pattern::Texts(_))), "{found:?}");
}

#[test]
fn a_file_of_suspects_that_is_wrong_is_refused() {
    let table = "[[suspect]]\nproduction = \"a\"\nwhy = \"b\"\n";
    let wrong = [
        (
            "octets = [\"0g\"]",
            "the suspects cannot be read: `0g` is not hexadecimal digits",
        ),
        (
            "octets = [\"012\"]",
            "the suspects cannot be read: `012` is not hexadecimal digits",
        ),
        (
            "text = \"a\"",
            "the suspects cannot be read: TOML parse error",
        ),
        (
            "language = { from = \"rfc3986\", production = \"nosuch\" }",
            "the suspects cannot be read: the library has no production `nosuch` of `rfc3986`",
        ),
    ];
    for (field, message) in wrong {
        let error = Suspects::from_toml(&format!("{table}{field}\n")).unwrap_err();
        assert!(error.to_string().starts_with(message), "{error}");
    }
    let right = Suspects::from_toml(&format!("{table}octets = [\"C0 80\"]\n")).unwrap();
    assert_eq!(right.iter().count(), 1);
}

/// Months, with a zone that may be a number.
const MONTH: &str = "date = year \"-\" month zone\nyear = 2digit\nmonth = 2digit\n\
    zone = \"Z\" | \"+\" 2digit\n\
    digit = \"0\" | \"1\" | \"2\" | \"3\" | \"4\" | \"5\" | \"6\" | \"7\" | \"8\" | \"9\"\n";

#[test]
fn a_month_is_learnt_where_the_shortest_date_is_rejected() {
    let grammar = rfcbnf::read(MONTH).unwrap();
    let found = found_in(
        (&grammar, "date"),
        |text, is_right| {
            is_right && &text[..2] != b"00" && (b"01"..=b"12").contains(&&[text[3], text[4]])
        },
        &Budget::default(),
    );
    let mut places: Vec<String> = found.causes.iter().map(Cause::place_id).collect();
    places.sort();
    assert_eq!(places, ["month", "year"]);
    assert!(matches!(found.conclusion, Conclusion::Explained { .. }));
}
