//! The production that a suite is for.

use super::SuiteError;
use crate::automaton::AutomatonError;
use crate::recognizer::Recognizer;
use crate::syntax::Grammar;

/// A production that derives texts.
pub(super) struct Subject<'g> {
    pub(super) name: &'g str,
    /// Whether it recurses in the middle, so that only a recognizer knows all its texts.
    pub(super) recurses: bool,
    /// Whether it has texts that are derived and not known to be valid, because another part of the text gives a
    /// length.
    has_length: bool,
}

impl<'g> Subject<'g> {
    /// Returns the production of that name.
    ///
    /// # Errors
    ///
    /// Returns [`SuiteError`] if the production does not exist, or if it has an obstacle other than
    /// recursion or derives no text.
    pub(super) fn of(grammar: &'g Grammar, production: &str) -> Result<Self, SuiteError> {
        let production = grammar.lookup(production).map_err(AutomatonError::from)?;
        let name = production.name.as_str();
        let obstacles = grammar.obstacles();
        let obstacle = obstacles.to_texts(name);
        let recurses = obstacle.is_some();
        match obstacle.filter(|it| !it.is_recursion() || it.derives_no_text()) {
            Some(obstacle) => Err(AutomatonError::Obstacle(Box::new(obstacle)).into()),
            None => Ok(Self {
                name,
                recurses,
                has_length: obstacles.length(name).is_some(),
            }),
        }
    }

    /// Returns the recognizer that gives the verdicts if no automaton does.
    pub(super) fn recognizer(&self, grammar: &Grammar) -> Result<Option<Recognizer>, SuiteError> {
        let is_needed = self.recurses || self.has_length;
        let recognizer = is_needed.then(|| Recognizer::new(grammar, self.name));
        Ok(recognizer.transpose()?)
    }
}
