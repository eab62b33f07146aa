//! Shortest texts that use a production or an alternative.
//!
//! A recognizer that follows the definition of a derivation checks that each text uses its part.

use std::collections::BTreeSet;

use rfcbnf::automaton::{Automata, Automaton, Through, shortest_through};
use rfcbnf::syntax::{Expression, Grammar, Kind};

use super::{automata, grammar};
use crate::texts::utf8;

/// Returns the productions that a production uses, directly or through others.
fn reachable<'g>(grammar: &'g Grammar, name: &'g str) -> BTreeSet<&'g str> {
    let mut seen = BTreeSet::from([name]);
    let mut waiting = vec![name];
    while let Some(name) = waiting.pop() {
        let production = grammar.production(name).expect("the production is defined");
        let used = production.body.references().into_iter();
        waiting.extend(used.filter(|name| seen.insert(*name)));
    }
    seen
}

/// Returns the ends of the prefixes of `text[from..]` that the production derives, with the part or without:
/// a plain recognizer by the definition of a derivation, with sets of (end, used).
struct Derivations<'g> {
    grammar: &'g Grammar,
    target: &'g Expression,
    text: &'g [u8],
}

type Ends = BTreeSet<(usize, bool)>;

impl<'g> Derivations<'g> {
    fn uses(grammar: &'g Grammar, name: &str, target: &'g Expression, text: &'g str) -> bool {
        let text = text.as_bytes();
        let derivations = Self {
            grammar,
            target,
            text,
        };
        derivations
            .production(name, 0)
            .contains(&(text.len(), true))
    }

    fn production(&self, name: &str, from: usize) -> Ends {
        let production = self
            .grammar
            .production(name)
            .expect("the production is defined");
        let mut ends = self.expression(&production.body, from);
        let rest = &self.text[from..];
        for excluded in &production.excluded {
            let begins = rest
                .get(..excluded.len())
                .is_some_and(|begin| begin.eq_ignore_ascii_case(excluded.as_bytes()));
            if begins {
                ends.retain(|(end, _)| *end < from + excluded.len());
            }
        }
        ends
    }

    fn expression(&self, part: &Expression, from: usize) -> Ends {
        let ends = match &part.kind {
            Kind::Alternation(members) => members
                .iter()
                .flat_map(|member| self.expression(member, from))
                .collect(),
            Kind::Sequence(members) => members
                .iter()
                .fold(Ends::from([(from, false)]), |ends, member| {
                    self.after(&ends, member)
                }),
            Kind::Optional(body) => {
                let mut ends = self.expression(body, from);
                ends.insert((from, false));
                ends
            }
            Kind::Repetition { least, most, body } => {
                let mut round = Ends::from([(from, false)]);
                for _ in 0..*least {
                    round = self.after(&round, body);
                }
                let mut ends = round.clone();
                for _ in *least..most.unwrap_or(u32::MAX) {
                    round = self.after(&round, body);
                    if round.is_empty() {
                        break;
                    }
                    ends.extend(&round);
                }
                ends
            }
            // The texts of the tests spell the literals in any case. Other tests check whether
            // the production allows the case.
            Kind::Literal { text, .. } => {
                let begins = self.text[from..]
                    .get(..text.len())
                    .is_some_and(|begin| begin.eq_ignore_ascii_case(text.as_bytes()));
                if begins {
                    Ends::from([(from + text.len(), false)])
                } else {
                    Ends::new()
                }
            }
            Kind::Range { .. } | Kind::Prose(_) | Kind::Unreadable => panic!("not in this grammar"),
            Kind::Reference { name, .. } => self.production(name, from),
        };
        if std::ptr::eq(part, self.target) {
            return ends.into_iter().map(|(end, _)| (end, true)).collect();
        }
        ends
    }

    fn after(&self, ends: &Ends, part: &Expression) -> Ends {
        let mut after = Ends::new();
        for &(end, used) in ends {
            let further = self.expression(part, end);
            after.extend(further.iter().map(|&(end, more)| (end, used || more)));
        }
        after
    }
}

/// Returns the members of every alternation of the expression, also of nested ones.
fn alternatives(body: &Expression) -> Vec<&Expression> {
    let mut found = Vec::new();
    body.walk(&mut |part| {
        if let Kind::Alternation(members) = &part.kind {
            found.extend(members);
        }
    });
    found
}

#[test]
fn every_production_that_a_url_uses_is_reached_by_one() {
    let reachable = reachable(grammar(), "url");
    assert_eq!(reachable.len(), 65);
    for name in reachable {
        let part = Through::Production(name.to_owned());
        let text = automata().shortest_through("url", &part);
        let text = utf8(text.expect("the part exists").expect("a url uses it"));
        let url = automata().production("url").expect("the production exists");
        assert!(url.accepts(text.as_bytes()), "{name}: {text}");
        let body = &grammar()
            .production(name)
            .expect("the production exists")
            .body;
        assert!(
            Derivations::uses(grammar(), "url", body, &text),
            "{name}: {text}"
        );
    }
}

#[test]
fn every_alternative_is_reached_by_a_text_that_uses_it() {
    let mut count = 0;
    for production in &grammar().productions {
        for part in alternatives(&production.body) {
            let through = Through::Expression(part.span.clone());
            let text = automata().shortest_through(&production.name, &through);
            let text = utf8(text.expect("the part exists").expect("a text uses it"));
            let name = &production.name;
            let automaton = automata().production(name).expect("the production exists");
            assert!(automaton.accepts(text.as_bytes()), "{name}: {text}");
            assert!(
                Derivations::uses(grammar(), name, part, &text),
                "{name}: {text}"
            );
            count += 1;
        }
    }
    // Section 5 has 36 alternations, with 183 bars between their members.
    assert_eq!(count, 36 + 183);
}

#[test]
fn every_alternative_that_a_url_uses_is_reached_by_one() {
    for name in reachable(grammar(), "url") {
        let production = grammar().production(name).expect("the production exists");
        let parts = alternatives(&production.body);
        let outer = matches!(&production.body.kind, Kind::Alternation(_));
        for part in parts.iter().filter(|_| outer).take(3) {
            let through = Through::Expression(part.span.clone());
            let text = automata().shortest_through("url", &through);
            let text = utf8(text.expect("the part exists").expect("a url uses it"));
            assert!(
                Derivations::uses(grammar(), "url", part, &text),
                "{name}: {text}"
            );
        }
    }
}

#[test]
fn no_shorter_text_uses_the_part() {
    let bnf = "a = *b [ c ]\nb = \"x\" | \"yx\"\nc = \"x\" \"y\" | 2*\"z\"\n";
    let grammar = rfcbnf::read(bnf).expect("the grammar has no errors");
    let automata = Automata::new(&grammar).expect("no production is too large");
    let mut texts = vec![String::new()];
    for index in 0..200 {
        let text = texts[index].clone();
        texts.extend(["x", "y", "z"].map(|letter| format!("{text}{letter}")));
    }
    for production in &grammar.productions {
        let mut parts = Vec::new();
        production.body.walk(&mut |part| parts.push(part));
        for part in parts {
            let through = Through::Expression(part.span.clone());
            let found = automata
                .shortest_through("a", &through)
                .expect("the part exists");
            let first = texts
                .iter()
                .find(|text| Derivations::uses(&grammar, "a", part, text));
            assert_eq!(
                found.as_ref().map(Vec::len),
                first.map(String::len),
                "{}",
                &grammar.source[part.span.clone()]
            );
        }
    }
}

#[test]
fn texts_are_pinned_for_some_parts() {
    let production = |name: &str| Through::Production(name.to_owned());
    let alternative = |name: &str, number| Through::Alternative {
        production: name.to_owned(),
        number,
    };
    for (start, part, expected) in [
        ("url", production("url"), Some("a:")),
        ("url", production("hostnumber"), Some("a://0.0.0.0")),
        (
            "url",
            production("gopher+_string"),
            Some("gopher://a/a%09%09"),
        ),
        ("url", production("fieldspec"), Some("prospero://a/;=")),
        ("url", production("escape"), Some("a:%aa")),
        ("url", production("national"), None),
        ("hostport", production("url"), None),
        ("url", alternative("url", 1), Some("http://a")),
        ("url", alternative("url", 11), Some("a:")),
        ("schemepart", alternative("schemepart", 1), Some("")),
        ("schemepart", alternative("schemepart", 2), Some("//a")),
        ("host", alternative("domainlabel", 2), Some("aa.a")),
        ("hostport", alternative("hostport", 1), Some("a")),
        ("hex", alternative("hex", 7), Some("F")),
    ] {
        let found = shortest_through(grammar(), start, &part).expect("the part exists");
        assert_eq!(
            found.map(utf8).as_deref(),
            expected,
            "{start} through {part}"
        );
    }
}

#[test]
fn a_part_that_an_exclusion_removes_is_never_used() {
    let mut grammar = rfcbnf::read("a = b\nb = c | d\nc = \"x:\" *\"y\"\nd = \"z\"\n")
        .expect("the grammar has no errors");
    grammar.productions[1].excluded = vec!["X:".to_owned()];
    let through = |name: &str| {
        let part = Through::Production(name.to_owned());
        shortest_through(&grammar, "a", &part).expect("the part exists")
    };
    assert_eq!(through("c"), None);
    assert_eq!(through("d"), Some(b"z".to_vec()));
    let automaton = Automaton::new(&grammar, "a").expect("the production is small");
    assert!(!automaton.accepts(b"x:"));
}

#[test]
fn an_optional_part_and_a_round_are_parts_too() {
    let grammar =
        rfcbnf::read("a = \"x\" [ \"y\" ] 2*3\"z\"\n").expect("the grammar has no errors");
    let through = |part: &str| {
        let start = grammar
            .source
            .find(part)
            .expect("the part is in the source");
        let part = Through::Expression(start..start + part.len());
        shortest_through(&grammar, "a", &part).expect("the part exists")
    };
    assert_eq!(through("\"y\""), Some(b"xyzz".to_vec()));
    assert_eq!(through("[ \"y\" ]"), Some(b"xzz".to_vec()));
    assert_eq!(through("2*3\"z\""), Some(b"xzz".to_vec()));
}
