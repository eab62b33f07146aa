//! What is asked beside what the search needs: whether causes hold in other contexts, and texts with many
//! repetitions.

use super::{Explanation, shortest_wrong};
use crate::automaton::Automaton;
use crate::causes::cause::{Conclusion, GivenUp};
use crate::causes::elsewhere::{Elsewhere, Trial, note_contradictions};
use crate::causes::oracle::{Oracle, Stop};
use crate::causes::peer::{NoAnswer, Repeated};
use crate::recognizer::Recognizer;
use crate::syntax::Grammar;

/// The greatest number of accepted texts that have contexts of productions.
const ACCEPTED: usize = 200;

impl Explanation<'_> {
    /// Asks about what the search itself does not need: whether its causes hold in other contexts, and texts with
    /// many repetitions.
    pub(in crate::causes) fn ask_more(
        &mut self,
        grammar: (&Grammar, &str),
        repeated: &[Repeated],
        oracle: &mut Oracle<'_>,
    ) -> Result<(), Stop> {
        self.try_elsewhere(grammar, oracle)?;
        for text in repeated {
            if self.watch.is_requested() {
                break;
            }
            match oracle.ask_repeated(text) {
                Ok(()) | Err(Stop::GivenUp(_) | Stop::Ended) => {}
                Err(stop) => return Err(stop),
            }
        }
        Ok(())
    }

    /// Tries what was learned in other contexts than those of the witnesses. If the search has to end, only those count
    /// that the parser was asked about before.
    fn try_elsewhere(
        &mut self,
        (grammar, production): (&Grammar, &str),
        oracle: &mut Oracle<'_>,
    ) -> Result<(), Stop> {
        if self.causes.is_empty() {
            return Ok(());
        }
        // Which contexts there are does not depend on what readings exclude.
        let mut part = grammar.part([production]);
        for production in &mut part.productions {
            production.excluded.clear();
        }
        let Ok(right) = Recognizer::new(&part, production) else {
            return Ok(());
        };
        let accepted = oracle.accepted(ACCEPTED);
        let elsewhere = Elsewhere::of(&right, accepted.iter().map(Vec::as_slice));
        let trials = self.causes.iter();
        let trials: Vec<Vec<Trial>> = trials
            .map(|cause| elsewhere.trials(cause, &right))
            .collect();
        let alphabet = oracle.alphabet();
        let texts = trials.iter().flatten();
        let texts = texts.map(|trial| alphabet.letters_of(&trial.text));
        let texts: Vec<Vec<u8>> = texts.collect();
        if !self.watch.is_requested() || self.watch.may_confirm() {
            match oracle.ask(texts) {
                Ok(()) | Err(Stop::GivenUp(_) | Stop::Ended) => {}
                Err(stop) => return Err(stop),
            }
        }
        let whole = self.whole;
        note_contradictions(
            &mut self.causes,
            trials,
            |text| Some(whole.accepts(text)),
            |text| oracle.verdict(&oracle.alphabet().letters_of(text)),
        );
        Ok(())
    }

    /// Returns the conclusion, with what texts with many repetitions add to it.
    pub(in crate::causes) fn with_repeated(
        &self,
        conclusion: Conclusion<NoAnswer>,
        oracle: &Oracle<'_>,
    ) -> Conclusion<NoAnswer> {
        let mut given_up = match conclusion {
            Conclusion::Incomplete(ref given_up) => given_up.clone(),
            Conclusion::Explained { .. } => Vec::new(),
            other => return other,
        };
        let explained = self.explained.as_ref().unwrap_or(self.whole);
        let is_different = |one: &GivenUp| matches!(one, GivenUp::Different { .. });
        if !given_up.iter().any(is_different) {
            given_up.extend(different(explained, oracle));
        }
        let exhausted = oracle.given_up();
        given_up.extend(exhausted.filter(|one| !given_up.contains(one)));
        if given_up.is_empty() {
            return conclusion;
        }
        Conclusion::Incomplete(given_up)
    }
}

/// Returns a shortest text to which the parser gives another answer than the automaton.
pub(in crate::causes) fn different(automaton: &Automaton, oracle: &Oracle<'_>) -> Option<GivenUp> {
    let text = shortest_wrong(oracle, automaton);
    text.map(|text| GivenUp::Different { text })
}
