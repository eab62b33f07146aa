//! The causes of the disagreements between a parser and a grammar.
//!
//! The parsers under test are automata of grammars with planted faults, or written by hand. That
//! their texts are disagreements is checked with the automata, which the search does not see.

mod breakdowns;
mod ends;
mod ip_literals;
mod planted;
mod probes;
mod recursive;
mod small;

use std::convert::Infallible;

use rfcbnf::automaton::Automaton;
use rfcbnf::causes::{Budget, Cause, Conclusion, Direction, Disagreement, Findings, Peer, find};
use rfcbnf::conformance::Suite;
use rfcbnf::rfc1738::{BNF, READINGS, load};
use rfcbnf::syntax::Grammar;

/// A grammar that automata decide about, of several tests.
pub(crate) const WORDS: &str =
    "words = word *( \" \" word )\nword = 1*letter\nletter = \"a\" | \"b\"\n";

/// One that recurses.
pub(crate) const SUM: &str =
    "sum = item | sum \"+\" item\nitem = \"(\" sum \")\" | 1*digit\ndigit = \"0\" | \"1\"\n";

/// A change of a grammar: a text of it, and what replaces its first occurrence.
pub(super) type Edit<'t> = (&'t str, &'t str);

/// A parser that accepts the texts of an automaton.
pub(super) struct Faulty(pub(super) Automaton);

impl Peer for Faulty {
    type Error = Infallible;

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, Infallible> {
        let verdicts = texts.iter().map(|text| Some(self.0.accepts(text)));
        Ok(verdicts.collect())
    }
}

/// Returns the grammar of RFC 1738 with these changes.
pub(super) fn edited(edits: &[Edit<'_>]) -> Grammar {
    let edit = |bnf: String, (before, after): &Edit<'_>| {
        assert!(bnf.contains(before), "the grammar has no {before:?}");
        bnf.replacen(before, after, 1)
    };
    let bnf = edits.iter().fold(BNF.to_owned(), edit);
    load(&bnf, READINGS).unwrap().0
}

/// Returns the disagreements on the complete suite of a production.
pub(super) fn disagreements(
    production: &Automaton,
    accepts: impl Fn(&[u8]) -> bool,
) -> Vec<Disagreement> {
    let suite = Suite::new(production, 0).unwrap();
    let answers = suite.texts().map(|text| (accepts(&text), text));
    let wrong = answers.filter(|(is_accepted, text)| *is_accepted != production.accepts(text));
    wrong
        .map(|(is_accepted, text)| Disagreement { text, is_accepted })
        .collect()
}

/// Finds the causes of the faults planted in a production, and checks everything about them that
/// the automata decide.
pub(super) fn planted(production: &str, edits: &[Edit<'_>]) -> Findings<Infallible> {
    planted_in((&edited(&[]), &edited(edits)), production, edits)
}

/// Does the same for another grammar.
pub(super) fn planted_in_source(
    source: &str,
    production: &str,
    edits: &[Edit<'_>],
) -> Findings<Infallible> {
    let edited = edits
        .iter()
        .fold(source.to_owned(), |source, (before, after)| {
            assert!(source.contains(before), "the grammar has no {before:?}");
            source.replacen(before, after, 1)
        });
    let [right, edited] = [source, &edited].map(|source| rfcbnf::read(source).unwrap());
    planted_in((&right, &edited), production, edits)
}

/// Does the same for a grammar and what the edits make of it.
fn planted_in(
    (grammar, edited): (&Grammar, &Grammar),
    production: &str,
    edits: &[Edit<'_>],
) -> Findings<Infallible> {
    let right = Automaton::new(grammar, production).unwrap();
    let faulty = Automaton::new(edited, production).unwrap();
    let disagreements = disagreements(&right, |text| faulty.accepts(text));
    let peer = &mut Faulty(faulty.clone());
    let findings = find(
        grammar,
        production,
        &disagreements,
        peer,
        &Budget::default(),
    )
    .unwrap();
    for cause in &findings.causes {
        let is_accepted = cause.direction == Direction::WronglyAccepted;
        for text in cause.examples.iter().chain([&cause.witness]) {
            assert_eq!(faulty.accepts(text), is_accepted, "{edits:?} {text:?}");
            assert_eq!(right.accepts(text), !is_accepted, "{edits:?} {text:?}");
        }
        assert!(cause.span.end <= cause.witness.len(), "{edits:?}");
        assert!(
            cause.span.contains(&cause.offset) || cause.offset == cause.span.end,
            "{edits:?}"
        );
        let refused = refused(cause, |text| faulty.accepts(text));
        assert_eq!(refused, None, "{edits:?} {}", cause.place_id());
    }
    assert_eq!(findings.unexplained, [], "{edits:?}");
    let is_explained = matches!(findings.conclusion, Conclusion::Explained { .. });
    assert!(is_explained, "{edits:?}: {:?}", findings.conclusion);
    findings
}

/// Returns a text that the parser is said to accept as the part of a cause, and that it does not accept in the place of
/// the witness, where it accepts other texts of the part.
pub(super) fn refused(cause: &Cause, accepts: impl Fn(&[u8]) -> bool) -> Option<Vec<u8>> {
    let (before, after) = (
        &cause.witness[..cause.span.start],
        &cause.witness[cause.span.end..],
    );
    let observed = &cause.learnt.as_ref()?.observed;
    let suite = Suite::new(observed, 0).ok()?;
    let texts = suite.texts().filter(|text| observed.accepts(text));
    let (accepted, refused): (Vec<_>, Vec<_>) =
        texts.partition(|text| accepts(&[before, text, after].concat()));
    // Another cause can be around the part.
    refused.into_iter().next().filter(|_| !accepted.is_empty())
}

/// Returns the ids of the causes, in alphabetical order.
pub(super) fn ids<E>(findings: &Findings<E>) -> Vec<String> {
    let mut ids: Vec<String> = findings.causes.iter().map(Cause::place_id).collect();
    ids.sort();
    ids
}
