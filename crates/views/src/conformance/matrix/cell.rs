//! What a parser does with the texts of a fact.

use std::borrow::Cow;
use std::fmt;

use rfcbnf::causes::Direction;

use crate::conformance::answer::Answer;
use crate::conformance::reactions::Reaction;
use crate::conformance::searched::Sought;

/// What parsers do with the texts of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Behavior<'m> {
    /// It accepts them, and the grammar does not derive them.
    Accepts,
    /// It rejects them, and the grammar derives them.
    Rejects,
    /// It crashes.
    Crashes,
    /// It does not answer within the time limit.
    Hangs,
    /// It reads this part of them otherwise than the grammar.
    Reads(&'m str),
    /// Parsers read this part of them differently, and the grammar does not derive them.
    Differs(&'m str),
}

/// What a parser does with the texts of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cell {
    /// It was not asked, or does not do what the fact says with those that it was asked about.
    Unknown,
    /// It answers all of them as the grammar does.
    AsGrammar,
    /// It does what the fact says with all of them.
    Deviates,
    /// It does what the fact says with that number of them.
    Some(usize),
    /// It reads the part of the witness as the parser with this index, which is the first that does. That is otherwise
    /// than the grammar reads it, if the grammar derives the text.
    Reads(usize),
    /// It does not accept the witness, or does not say how it reads the part.
    Unread,
}

impl<'m> Behavior<'m> {
    pub(super) fn of(sought: Sought<'_>, direction: Direction) -> Self {
        match (sought, direction) {
            (Sought::Reaction(Reaction::Crashed), _) => Self::Crashes,
            (Sought::Reaction(Reaction::TimedOut), _) => Self::Hangs,
            (_, Direction::WronglyAccepted) => Self::Accepts,
            (_, Direction::WronglyRejected) => Self::Rejects,
        }
    }

    /// Returns the part that the fact is about.
    #[must_use]
    pub fn part(self) -> Option<&'m str> {
        match self {
            Self::Reads(part) | Self::Differs(part) => Some(part),
            Self::Accepts | Self::Rejects | Self::Crashes | Self::Hangs => None,
        }
    }

    /// Returns the answer that is this behavior; `None` for a part.
    pub(super) fn answer(self) -> Option<Answer> {
        match self {
            Self::Accepts => Some(Answer::Accept),
            Self::Rejects => Some(Answer::Reject(None)),
            Self::Crashes => Some(Answer::Crashed),
            Self::Hangs => Some(Answer::TimedOut),
            Self::Reads(_) | Self::Differs(_) => None,
        }
    }

    /// Returns whether the answer is this behavior.
    pub(super) fn is(self, answer: Answer) -> bool {
        match self {
            Self::Accepts => answer == Answer::Accept,
            Self::Rejects => matches!(answer, Answer::Reject(_)),
            Self::Crashes => answer == Answer::Crashed,
            Self::Hangs => answer == Answer::TimedOut,
            Self::Reads(_) | Self::Differs(_) => false,
        }
    }
}

/// Writes the verb: `accepts`.
impl fmt::Display for Behavior<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Accepts => "accepts",
            Self::Rejects => "rejects",
            Self::Crashes => "crashes",
            Self::Hangs => "hangs",
            Self::Reads(_) => "reads",
            Self::Differs(_) => "differs",
        })
    }
}

impl Cell {
    /// Returns whether the parser deviates from the grammar for some text; `None` if that is not known.
    pub(super) fn deviates(self, behavior: Behavior<'_>) -> Option<bool> {
        match (self, behavior) {
            (Self::Unknown | Self::Unread, _) | (_, Behavior::Differs(_)) => None,
            (Self::AsGrammar, _) => Some(false),
            (Self::Deviates | Self::Some(_) | Self::Reads(_), _) => Some(true),
        }
    }

    /// Returns the first parser that reads the part in the same way.
    pub(super) fn reads_as(self) -> Option<usize> {
        match self {
            Self::Reads(first) => Some(first),
            _ => None,
        }
    }

    /// Returns a sign for the cell.
    pub(super) fn mark(self, behavior: Behavior<'_>) -> Cow<'static, str> {
        let letter = match behavior {
            Behavior::Accepts => "A",
            Behavior::Rejects => "R",
            Behavior::Crashes => "C",
            Behavior::Hangs => "H",
            Behavior::Reads(_) | Behavior::Differs(_) => "",
        };
        match self {
            Self::Unknown => "?".into(),
            Self::AsGrammar => ".".into(),
            Self::Unread => "-".into(),
            Self::Deviates => letter.into(),
            Self::Some(_) => letter.to_lowercase().into(),
            Self::Reads(first) => (first + 1).to_string().into(),
        }
    }
}
