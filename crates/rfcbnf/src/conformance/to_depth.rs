//! The suites of productions, also of those that recurse.

use std::borrow::Cow;

use thiserror::Error;

use super::alphabet::Alphabet;
use super::subject::Subject;
use super::{Suite, SuiteTooLarge};
use crate::automaton::{Automaton, AutomatonError};
use crate::recognizer::RecognizerError;
use crate::sentences::RecursiveSentencesError;
use crate::syntax::Grammar;

/// Why a production has no suite.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SuiteError {
    /// The production has no automaton, or it is too large.
    #[error(transparent)]
    Automaton(#[from] AutomatonError),
    /// The production has no recognizer.
    #[error(transparent)]
    Recognizer(#[from] RecognizerError),
    /// The production has no texts to make.
    #[error(transparent)]
    Sentences(#[from] RecursiveSentencesError),
    /// The body of a production refers to too many productions for a suite by productions.
    #[error("production `{production}` refers to too many productions for a suite by productions")]
    TooManyReferences {
        /// The production.
        production: String,
    },
    /// A suite by productions has too many texts.
    #[error("the suite has more than {most} texts; name a smaller production")]
    TooManyTexts {
        /// The greatest number of texts.
        most: usize,
    },
    /// The texts of a suite by productions are too long.
    #[error("the texts of the suite have more than {most} octets; name a smaller production")]
    TooManyOctets {
        /// The greatest number of octets.
        most: usize,
    },
    /// The suite has too many texts.
    #[error(transparent)]
    TooLarge(#[from] SuiteTooLarge),
}

impl Suite<'static> {
    /// Plans the suite of a production, as [`Suite::new`] does. If the production recurses in the
    /// middle, the suite is that of its texts with a derivation to the depth
    /// ([`Grammar::to_depth`]). It has deeper texts, too, so a recognizer gives the verdicts.
    ///
    /// # Errors
    ///
    /// Returns [`SuiteError`] if the production does not exist, if it has an obstacle other than
    /// recursion or derives no text, or if anything is too large.
    ///
    /// ```
    /// use rfcbnf::conformance::Suite;
    ///
    /// let grammar = rfcbnf::read("pair = \"(\" [ pair ] \")\"\n")?;
    /// let suite = Suite::to_depth(&grammar, "pair", 1, 2)?;
    /// assert_eq!(suite.depth(), Some(1));
    /// assert!(suite.cases().any(|case| case.is_word() && case.text() == b"((()))"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_depth(
        grammar: &Grammar,
        production: &str,
        depth: u32,
        extra_states: u8,
    ) -> Result<Self, SuiteError> {
        let subject = Subject::of(grammar, production)?;
        let automaton = Automaton::to_depth(grammar, subject.name, depth)?;
        let alphabet = Alphabet::of(&automaton);
        let mut suite = Self::planned(alphabet, Cow::Owned(automaton), extra_states)?;
        suite.encoding = grammar.encoding;
        suite.depth = subject.recurses.then_some(depth);
        suite.judge = subject.recognizer(grammar)?;
        Ok(suite)
    }
}

impl Suite<'_> {
    /// Returns the depth of the texts whose suite this is, if the production recurses in the middle;
    /// `None` if the suite is that of all its texts.
    #[must_use]
    pub fn depth(&self) -> Option<u32> {
        self.depth
    }
}
