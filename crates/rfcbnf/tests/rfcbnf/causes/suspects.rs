//! Files of suspects.

use std::collections::HashSet;
use std::convert::Infallible;

use rfcbnf::automaton::Automaton;
use rfcbnf::causes::{Budget, Peer, Suspects, find};
use rfcbnf::library::{self, LibraryGrammar};
use rfcbnf::recognizer::Recognizer;
use rfcbnf::rfc1738::{BNF, READINGS, SUSPECTS, load};
use rfcbnf::syntax::Grammar;

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
