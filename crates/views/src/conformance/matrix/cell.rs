//! What a parser does with the texts of a fact.

use std::fmt;

use rfcbnf::causes::Direction;

use crate::conformance::answer::Answer;
use crate::conformance::reactions::Reaction;
use crate::conformance::searched::Sought;

/// What a parser does with the texts of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Behavior {
    /// It accepts them, and the grammar does not derive them.
    Accepts,
    /// It rejects them, and the grammar derives them.
    Rejects,
    /// It crashes.
    Crashes,
    /// It does not answer within the time limit.
    Hangs,
}

/// What a parser does with the texts of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell {
    /// It was not asked, or not about all of them.
    Unknown,
    /// It answers all of them as the grammar does.
    AsGrammar,
    /// It does what the fact says with all of them.
    Deviates,
    /// It does what the fact says with that number of them.
    Some(usize),
}

impl Behavior {
    pub(super) fn of(sought: Sought<'_>, direction: Direction) -> Self {
        match (sought, direction) {
            (Sought::Reaction(Reaction::Crashed), _) => Self::Crashes,
            (Sought::Reaction(Reaction::TimedOut), _) => Self::Hangs,
            (_, Direction::WronglyAccepted) => Self::Accepts,
            (_, Direction::WronglyRejected) => Self::Rejects,
        }
    }

    /// Returns whether the answer is this behavior.
    pub(super) fn is(self, answer: Answer) -> bool {
        match self {
            Self::Accepts => answer == Answer::Accept,
            Self::Rejects => matches!(answer, Answer::Reject(_)),
            Self::Crashes => answer == Answer::Crashed,
            Self::Hangs => answer == Answer::TimedOut,
        }
    }
}

/// Writes the verb: `accepts`.
impl fmt::Display for Behavior {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Accepts => "accepts",
            Self::Rejects => "rejects",
            Self::Crashes => "crashes",
            Self::Hangs => "hangs",
        })
    }
}

impl Cell {
    /// Returns whether the parser deviates for some text; `None` if that is not known.
    pub(super) fn deviates(self) -> Option<bool> {
        match self {
            Self::Unknown => None,
            Self::AsGrammar => Some(false),
            Self::Deviates | Self::Some(_) => Some(true),
        }
    }

    /// Returns one sign for the cell.
    pub(super) fn mark(self, behavior: Behavior) -> &'static str {
        match (self, behavior) {
            (Self::Unknown, _) => "?",
            (Self::AsGrammar, _) => ".",
            (Self::Deviates, Behavior::Accepts) => "A",
            (Self::Deviates, Behavior::Rejects) => "R",
            (Self::Deviates, Behavior::Crashes) => "C",
            (Self::Deviates, Behavior::Hangs) => "H",
            (Self::Some(_), Behavior::Accepts) => "a",
            (Self::Some(_), Behavior::Rejects) => "r",
            (Self::Some(_), Behavior::Crashes) => "c",
            (Self::Some(_), Behavior::Hangs) => "h",
        }
    }

    /// Returns the words for the cell. `texts` is the number of texts.
    pub(super) fn words(self, behavior: Behavior, texts: usize) -> String {
        match self {
            Self::Unknown => "not asked".to_owned(),
            Self::AsGrammar => "as the grammar".to_owned(),
            Self::Deviates => behavior.to_string(),
            Self::Some(count) => format!("{behavior} {count} of {texts}"),
        }
    }
}
