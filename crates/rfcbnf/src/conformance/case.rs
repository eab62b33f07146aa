//! The texts of a suite with the right verdicts, what gives these, and the production that the suite is for.

use super::SuiteError;
use crate::automaton::{Automaton, AutomatonError};
use crate::recognizer::{Recognizer, Undecided};
use crate::rejection::Rejection;
use crate::syntax::{Encoding, Grammar};

/// A text of a suite, with the right verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    text: Vec<u8>,
    rejection: Option<Rejection>,
}

impl Case {
    pub(super) fn new(automaton: &Automaton, encoding: Encoding, text: Vec<u8>) -> Self {
        let rejection = Rejection::by_automaton(automaton, encoding, &text);
        Self { text, rejection }
    }

    /// Returns the case of a text with the verdict of a recognizer.
    pub(super) fn recognized(recognizer: &Recognizer, text: Vec<u8>) -> Result<Self, Undecided> {
        let rejection = Rejection::by_recognizer(recognizer, &text)?;
        Ok(Self { text, rejection })
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns whether the production derives it.
    #[must_use]
    pub fn is_word(&self) -> bool {
        self.rejection.is_none()
    }

    /// Returns why the production does not derive it; `None` if it does.
    #[must_use]
    pub fn rejection(&self) -> Option<&Rejection> {
        self.rejection.as_ref()
    }
}

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
