//! What gives the verdicts of texts that are not made from an automaton.

use super::subject::Subject;
use super::{Case, Rejection, SuiteError};
use crate::automaton::Automaton;
use crate::recognizer::Recognizer;
use crate::syntax::{Encoding, Grammar};

/// Gives the verdicts.
pub(super) enum Judge {
    Automaton(Box<Automaton>, Encoding),
    Recognizer(Box<Recognizer>),
}

impl Judge {
    /// Returns the automaton of a production, or its recognizer if it recurses in the middle, uses a length that
    /// another part of the text gives, or its automaton is too large.
    pub(super) fn of(grammar: &Grammar, subject: &Subject<'_>) -> Result<Self, SuiteError> {
        let recognizer = match subject.recognizer(grammar)? {
            Some(recognizer) => recognizer,
            None => match Automaton::new(grammar, subject.name) {
                Ok(automaton) => {
                    return Ok(Self::Automaton(Box::new(automaton), grammar.encoding));
                }
                Err(_) => Recognizer::new(grammar, subject.name)?,
            },
        };
        Ok(Self::Recognizer(Box::new(recognizer)))
    }

    /// Returns the text with its verdict; `None` if it is undecided.
    pub(super) fn case(&self, text: &[u8]) -> Option<Case> {
        match self {
            Self::Automaton(automaton, encoding) => {
                Some(Case::new(automaton, *encoding, text.to_vec()))
            }
            Self::Recognizer(recognizer) => Case::recognized(recognizer, text.to_vec()).ok(),
        }
    }

    /// Returns why the text is invalid; `None` if it is valid or undecided.
    pub(super) fn error(&self, text: &[u8]) -> Option<Rejection> {
        match self {
            Self::Automaton(automaton, encoding) => {
                Rejection::by_automaton(automaton, *encoding, text)
            }
            Self::Recognizer(recognizer) => Rejection::by_recognizer(recognizer, text).ok()?,
        }
    }

    pub(super) fn has_automaton(&self) -> bool {
        matches!(self, Self::Automaton(..))
    }
}
