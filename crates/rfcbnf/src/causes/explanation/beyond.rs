//! What is asked beside what the search needs: whether causes hold in other contexts, and texts with many
//! repetitions.

use super::{Explanation, shortest_wrong};
use crate::automaton::Automaton;
use crate::causes::cause::{Conclusion, GivenUp};
use crate::causes::elsewhere::try_elsewhere;
use crate::causes::oracle::{Oracle, Stop};
use crate::causes::peer::{NoAnswer, Repeated};
use crate::recognizer::Recognizer;
use crate::syntax::Grammar;

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
        let may_ask = !self.watch.is_requested() || self.watch.may_confirm();
        try_elsewhere(&mut self.causes, &right, oracle, may_ask)
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
