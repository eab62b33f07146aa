//! Evidence for and against a fault of a production.
//!
//! A place that can hold none of the deviating texts is *silent*. If most places are, the fault is
//! believed only if it predicts the answers to those texts in them: between `ftp://a/` and nothing,
//! `;` is no text of `fsegment`, because `;type=` may follow. But a parser that takes `;` for one
//! accepts `ftp://a/;`.

use std::collections::HashSet;

use super::{AT_LEAST, Diagnosis, SURPRISING};
use crate::automaton::Automaton;
use crate::causes::oracle::{Oracle, Stop};
use crate::causes::places::Place;
use crate::conformance::Suite;

/// The greatest number of places in which a production is learned until one of them shows a fault that
/// all places have.
const LESSONS: usize = 3;

/// The greatest number of texts of a suite that show whether a production is at fault. The whole
/// production is judged by a complete suite in the end.
const TEXTS: usize = 40_000;

/// The greatest number of texts that are predicted in a place.
const PREDICTED: usize = 200;

/// The places of a production that show no text as expected if another place shows a deviation.
#[derive(Default)]
pub(super) struct Suspicion<'a> {
    /// The places in which the parser deviates.
    suspects: Vec<&'a Place>,
    /// The places that can hold none of the deviating texts.
    silent: Vec<&'a Place>,
}

impl<'a> Suspicion<'a> {
    /// Returns the places in which to learn the production.
    pub(super) fn lessons(&self) -> impl Iterator<Item = &'a Place> {
        let most = if self.is_of_most() { LESSONS } else { 1 };
        self.suspects.iter().copied().take(most)
    }

    fn is_of_most(&self) -> bool {
        self.suspects.len() > self.silent.len()
    }

    /// Returns whether what was learned until time ended gives far more of the answers in the places than what is
    /// expected.
    pub(super) fn is_better(
        &self,
        (expected, observed): (&Automaton, &Automaton),
        oracle: &Oracle<'_>,
    ) -> bool {
        let (mut of_expected, mut of_observed) = (0, 0);
        for place in &self.suspects {
            for text in &place.texts[..place.systematic] {
                if let Some(answer) = place.verdict(oracle, text) {
                    of_expected += usize::from(expected.accepts(text) != answer);
                    of_observed += usize::from(observed.accepts(text) != answer);
                }
            }
        }
        self.is_of_most() && AT_LEAST * of_observed < of_expected
    }

    /// Returns the texts that one of the automata accepts and the other does not.
    fn deviating(&self, expected: &Automaton, observed: &Automaton) -> Vec<&'a [u8]> {
        let texts = self.suspects.first().into_iter().flat_map(|place| {
            let texts = &place.texts[..place.systematic];
            texts.iter().map(Vec::as_slice)
        });
        texts
            .filter(|text| expected.accepts(text) != observed.accepts(text))
            .collect()
    }
}

impl<'a> Diagnosis<'a, '_> {
    /// Asks in each place. The places in which the parser deviates come with the widest window first;
    /// there is none if a place can show a deviation of the others, and does not.
    pub(super) fn suspicion(
        &self,
        name: &str,
        expected: &Automaton,
        oracle: &mut Oracle<'_>,
    ) -> Result<Suspicion<'a>, Stop> {
        let nothing = Suspicion::default();
        let places = self.places.get(name).map_or(&[][..], |places| places);
        let is_open_somewhere = places.iter().any(|place| place.is_open);
        let places = places.iter();
        let places: Vec<&Place> = places
            .filter(|place| place.is_open || !is_open_somewhere)
            .collect();
        let Some(first) = places.first() else {
            return Ok(nothing);
        };
        let mut texts = first.texts[..first.systematic].to_vec();
        if self.automata.production(name) != Some(expected)
            && let Ok(suite) = Suite::over(oracle.alphabet().clone(), expected, 0)
        {
            let size = usize::try_from(suite.size()).unwrap_or(usize::MAX);
            texts.extend(suite.letters().step_by(size / TEXTS + 1));
        }
        if first.is_whole() {
            let mut wrong: Vec<Vec<u8>> = oracle.wrong(expected).map(<[u8]>::to_vec).collect();
            wrong.sort();
            texts.append(&mut wrong);
        }
        let mut sites = HashSet::new();
        for place in places.iter().filter(|place| sites.insert(place.site)) {
            place.ask(oracle, &texts)?;
        }
        let deviates = |oracle: &Oracle<'_>, place: &Place, text: &[u8]| {
            let verdict = place.verdict(oracle, text);
            verdict.map(|verdict| verdict != expected.accepts(text))
        };
        texts.retain(|text| {
            let mut places = places.iter();
            !oracle.watch().is_over()
                && places.any(|place| deviates(oracle, place, text) == Some(true))
        });
        oracle.go_on()?;
        let surprising = places.iter().flat_map(|place| {
            let texts = texts
                .iter()
                .filter(|text| deviates(oracle, place, text) == Some(true));
            texts.map(|text| place.whole(text))
        });
        let surprising: Vec<Vec<u8>> = surprising.collect();
        if oracle.ask_again(&surprising)? {
            texts.retain(|text| {
                let mut places = places.iter();
                places.any(|place| deviates(oracle, place, text) == Some(true))
            });
        }
        // The other texts say nothing about the places that they were not asked in.
        for place in &places {
            place.ask(oracle, &texts)?;
        }
        let mut suspects = Vec::new();
        let mut silent = Vec::new();
        for place in places {
            let known = texts
                .iter()
                .filter_map(|text| deviates(oracle, place, text));
            let known: Vec<bool> = known.collect();
            if known.contains(&true) {
                suspects.push(place);
            } else if !known.is_empty() {
                return Ok(nothing);
            } else {
                // A place for none of the deviating texts says nothing about them.
                silent.push(place);
            }
        }
        // The widest window shows the most, and the fewest wrong texts belong to the fault that all
        // places have.
        suspects.sort_by_cached_key(|place| {
            let wrong = texts
                .iter()
                .filter(|text| deviates(oracle, place, text) == Some(true));
            (place.window.states().len(), wrong.count())
        });
        Ok(Suspicion { suspects, silent })
    }

    /// Returns whether the places say that the parser accepts these texts as the production.
    pub(super) fn is_confirmed(
        &self,
        name: &str,
        suspicion: &Suspicion<'_>,
        (expected, observed): (&Automaton, &Automaton),
        oracle: &mut Oracle<'_>,
    ) -> Result<bool, Stop> {
        if observed == expected {
            return Ok(false);
        }
        let texts = suspicion.deviating(expected, observed);
        let suspects = &suspicion.suspects;
        let sites: HashSet<usize> = suspects.iter().map(|place| place.site).collect();
        let surprising = suspects.iter().flat_map(|place| {
            let texts = texts.iter().filter(|text| {
                let verdict = place.verdict(oracle, text);
                verdict.is_some_and(|verdict| verdict != observed.accepts(text))
            });
            texts.map(|text| place.whole(text))
        });
        let surprising: Vec<Vec<u8>> = surprising.take(SURPRISING).collect();
        oracle.ask_again(&surprising)?;
        let confirming = suspects.iter().filter(|place| {
            let verdicts = texts.iter().map(|text| (text, place.verdict(oracle, text)));
            let mut known = verdicts.filter_map(|(text, verdict)| Some((text, verdict?)));
            known.all(|(text, verdict)| verdict == observed.accepts(text))
        });
        let confirming: HashSet<usize> = confirming.map(|place| place.site).collect();
        if confirming != sites || suspicion.is_of_most() {
            return Ok(confirming == sites);
        }
        let predicted = self.predicted(name, &texts, suspicion, (expected, observed), oracle)?;
        Ok(predicted.is_some_and(|places| 2 * places + suspects.len() > suspicion.silent.len()))
    }

    /// Returns the number of silent places in which the parser gives the answers that the observed
    /// texts predict; `None` if it gives another one.
    fn predicted(
        &self,
        name: &str,
        texts: &[&[u8]],
        suspicion: &Suspicion<'_>,
        (expected, observed): (&Automaton, &Automaton),
        oracle: &mut Oracle<'_>,
    ) -> Result<Option<usize>, Stop> {
        let root = self.automata.productions().last();
        let whole = |automaton| self.whole(&root?.name, Some((name, automaton)));
        let (Some(without), Some(with)) = (whole(expected), whole(observed)) else {
            return Ok(None);
        };
        let mut confirming = 0;
        for place in &suspicion.silent {
            let texts = texts.iter().take(PREDICTED).map(|text| place.whole(text));
            let texts = texts.filter(|text| with.accepts(text) != without.accepts(text));
            let texts: Vec<Vec<u8>> = texts.collect();
            oracle.ask(texts.iter().cloned())?;
            let is_predicted = |text: &Vec<u8>| oracle.verdict(text) == Some(with.accepts(text));
            if !texts.iter().all(is_predicted) {
                return Ok(None);
            }
            confirming += usize::from(!texts.is_empty());
        }
        Ok(Some(confirming))
    }
}
