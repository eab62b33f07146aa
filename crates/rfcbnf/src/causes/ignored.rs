//! Octets that a parser ignores anywhere in a text, such as the tabs that the URL Standard removes.
//!
//! A parser that removes tabs accepts `ht<tab>tp://a/` and `http://a/<tab>b`. Its automaton has a step that
//! leads back to the same state for each state, and every part of the grammar would be at fault. So one
//! more octet is put into texts of the suite, those of the grammar and others, at each place and at all places
//! at once. If no answer changes, the parser ignores it: it answers as if the octet were not there.
//!
//! Only blanks and controls that no text of the grammar has are tried.
//!
//! Invariant: from then on, texts with these octets count as right, and the search asks about no more of
//! them. At the end the parser is asked about those of the complete suite of what it accepts.

use std::borrow::Cow;

use super::cause::{Deviation, GivenUp};
use super::changes::Position;
use super::hypotheses::{Claim, Hypothesis, Known};
use super::oracle::{Oracle, Stop};
use super::texts::{self, thinned};
use crate::automaton::{Automaton, TooLarge, Work};
use crate::conformance::Suite;
use crate::octets::OctetSet;

/// The number of texts of the grammar into which an octet is put, and that of others.
const TEXTS: usize = 75;

/// The greatest number of texts of the suite that are looked at.
const SUITE: usize = 200_000;

/// The octets that a parser ignores.
struct Ignored {
    /// In symbols.
    octets: OctetSet,
}

/// Looks for octets that the parser ignores.
pub(super) fn propose<'g>(
    known: &mut Known<'_, 'g>,
    oracle: &mut Oracle<'_>,
) -> Result<Option<Box<dyn Hypothesis + 'g>>, Stop> {
    let whole = known.whole;
    let mut octets = candidates(whole, oracle)?;
    let Ok(suite) = Suite::over(oracle.alphabet().clone(), whole, 0) else {
        return Ok(None);
    };
    if octets.is_empty() {
        return Ok(None);
    }
    let (with, without): (Vec<Vec<u8>>, Vec<Vec<u8>>) = suite
        .symbols()
        .take(SUITE)
        .partition(|text| text.iter().any(|&symbol| octets.contains(symbol)));
    let (words, others): (Vec<Vec<u8>>, Vec<Vec<u8>>) =
        without.into_iter().partition(|text| whole.accepts(text));
    let some = thinned(words, TEXTS).chain(thinned(others, TEXTS));
    let some: Vec<Vec<u8>> = some.collect();
    for octet in octets.iter() {
        let more = some.iter().flat_map(|text| {
            let one = (0..=text.len()).map(move |place| inserted(octet, text, place));
            let all = text.iter().flat_map(|&symbol| [octet, symbol]);
            one.chain([all.chain([octet]).collect()])
        });
        let more: Vec<Vec<u8>> = more.collect();
        if !are_ignored(OctetSet::single(octet), &more, oracle)? {
            octets = octets.without(OctetSet::single(octet));
        }
    }
    let with = with.into_iter().chain(oracle.texts().cloned());
    let is_concerned = |text: &Vec<u8>| text.iter().any(|&symbol| octets.contains(symbol));
    let with: Vec<Vec<u8>> = with.filter(is_concerned).collect();
    if octets.is_empty() || !are_ignored(octets, &with, oracle)? {
        return Ok(None);
    }
    Ok(Some(Box::new(Ignored { octets })))
}

/// Returns the blanks and controls that no text of the grammar has, with which the parser accepts one.
fn candidates(whole: &Automaton, oracle: &mut Oracle<'_>) -> Result<OctetSet, Stop> {
    let Some(word) = whole.shortest() else {
        return Ok(OctetSet::default());
    };
    let symbols = oracle.alphabet().symbols().iter().copied();
    let blank = OctetSet::range(0, b' ') | OctetSet::single(0x7f);
    let foreign = symbols.filter(|&symbol| blank.contains(symbol));
    let foreign: Vec<u8> = foreign
        .filter(|&symbol| !whole.octets().contains(symbol))
        .collect();
    let text = |&octet: &u8| inserted(octet, &word, word.len() / 2);
    oracle.ask(foreign.iter().map(text).collect::<Vec<_>>())?;
    let accepted = foreign.into_iter();
    let accepted = accepted.filter(|octet| oracle.verdict(&text(octet)) == Some(true));
    Ok(accepted.collect())
}

/// Returns whether the parser gives the same answer to each text without these octets, and to all of them
/// some answer.
fn are_ignored(octets: OctetSet, texts: &[Vec<u8>], oracle: &mut Oracle<'_>) -> Result<bool, Stop> {
    let ignored = Ignored { octets };
    let without = texts.iter().map(|text| ignored.without(text).into_owned());
    oracle.ask(without.collect::<Vec<_>>())?;
    oracle.ask(texts.iter().cloned())?;
    oracle.go_on()?;
    let mut texts = texts.iter();
    Ok(texts.all(|text| match oracle.verdict(text) {
        None => oracle.verdict(&ignored.without(text)).is_none(),
        answer => answer == oracle.verdict(&ignored.without(text)),
    }))
}

/// Returns the text with an octet at this place.
pub(super) fn inserted(octet: u8, text: &[u8], place: usize) -> Vec<u8> {
    let (before, after) = text.split_at(place);
    [before, &[octet], after].concat()
}

impl Ignored {
    /// Returns what the parser sees of a text.
    fn without<'t>(&self, text: &'t [u8]) -> Cow<'t, [u8]> {
        if self.is_in(text) {
            let seen = text.iter().filter(|&&symbol| !self.octets.contains(symbol));
            Cow::Owned(seen.copied().collect())
        } else {
            Cow::Borrowed(text)
        }
    }

    fn is_in(&self, text: &[u8]) -> bool {
        text.iter().any(|&symbol| self.octets.contains(symbol))
    }

    /// Returns all texts that have one of the octets.
    fn texts(&self, work: &Work) -> Result<Automaton, TooLarge> {
        Automaton::of_states(
            vec![self.octets, OctetSet::ALL.without(self.octets)],
            false,
            &|&is_in| is_in,
            &|&is_in, octet| Some(is_in || self.octets.contains(octet)),
            work,
        )
    }

    /// Returns these texts, also with the octets in them.
    fn anywhere_in(&self, texts: &Automaton, work: &Work) -> Option<Automaton> {
        let with = Automaton::of_states(
            texts.classes_with(self.octets),
            texts.start(),
            &|&state| texts.is_accepting(state),
            &|&state, octet| {
                if self.octets.contains(octet) {
                    Some(state)
                } else {
                    texts.step(state, octet)
                }
            },
            work,
        );
        with.ok()
    }

    /// Asks about the texts with the octets of the complete suite of the parser, which accepts these texts
    /// without them. Returns the shortest with another answer.
    fn different(
        &self,
        explained: &Automaton,
        oracle: &mut Oracle<'_>,
    ) -> Result<Option<Vec<u8>>, Stop> {
        let Some(parser) = self.anywhere_in(explained, &oracle.work()) else {
            return Ok(None);
        };
        let Ok(suite) = Suite::over(oracle.alphabet().clone(), &parser, 0) else {
            return Ok(None);
        };
        let texts = suite.symbols().filter(|text| self.is_in(text));
        let texts: Vec<Vec<u8>> = texts.take(oracle.left().saturating_add(1)).collect();
        let different = match oracle.different(texts, &parser) {
            Err(Stop::GivenUp(_)) => return Ok(None),
            different => different?,
        };
        Ok(texts::shortest(different))
    }
}

impl Hypothesis for Ignored {
    fn claims(&self, known: &Known<'_, '_>, oracle: &Oracle<'_>) -> Vec<Claim> {
        let octets = self.octets.iter();
        let octets = octets.map(|symbol| oracle.alphabet().octets(symbol));
        let claim = || {
            Some(Claim {
                production: known.automata.productions().last()?.name.clone(),
                position: Position::Ignored,
                deviation: Deviation::Octets(octets.fold(OctetSet::EMPTY, |all, one| all | one)),
                witness: inserted(self.octets.lowest()?, &known.whole.shortest()?, 0),
                span: 0..1,
                observed: self.anywhere_in(known.whole, &oracle.work())?,
                literal: None,
                texts: self.texts(&oracle.work()).ok()?,
            })
        };
        claim().into_iter().collect()
    }

    fn seen<'t>(&self, text: &'t [u8]) -> Cow<'t, [u8]> {
        self.without(text)
    }

    fn seen_as(
        &self,
        parser: Option<Automaton>,
        whole: &Automaton,
        work: &Work,
    ) -> Option<Automaton> {
        self.anywhere_in(parser.as_ref().unwrap_or(whole), work)
    }

    fn unknown(
        &self,
        explained: &Automaton,
        oracle: &mut Oracle<'_>,
    ) -> Result<Vec<GivenUp>, Stop> {
        let text = self.different(explained, oracle)?;
        let text = text.map(|text| oracle.alphabet().spelled(&text));
        Ok(text
            .map(|text| GivenUp::Different { text })
            .into_iter()
            .collect())
    }
}
