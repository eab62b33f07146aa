//! The valid texts that are nearest to a text.

use std::fmt;

use rfcbnf_engine::recognizer::Undecided;
pub use rfcbnf_engine::recognizer::{
    Edit, NEAREST_COUNTED, NEAREST_DISTANCE, NEAREST_STEPS, Nearest, NearestCount, NearestLimit,
    NearestQuestion, Repair, Repaired, Weights,
};
use rfcbnf_engine::{Production as _, TreeText};

use super::{Machine, Parser, Prepared, Rule};
use crate::recognizer::encoded_network;

/// Why the nearest texts are not known.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoNearest {
    /// They are too far away, or take too much.
    Limit(NearestLimit),
    /// A text as near as they are could be valid, and only people know.
    Unknown(Undecided),
}

/// Writes the reason: `no text is valid after at most 5 edits`.
impl fmt::Display for NoNearest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit(limit) => limit.fmt(formatter),
            Self::Unknown(undecided) => {
                write!(formatter, "a text as near is not decided: {undecided}")
            }
        }
    }
}

impl std::error::Error for NoNearest {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Limit(limit) => Some(limit),
            Self::Unknown(undecided) => Some(undecided),
        }
    }
}

impl From<NearestLimit> for NoNearest {
    fn from(limit: NearestLimit) -> Self {
        Self::Limit(limit)
    }
}

impl Parser {
    /// Returns the valid texts that the fewest edits make of a text: insertions, deletions and replacements of
    /// characters, or of octets if the grammar is one of octets. Nothing is nearer, and no other text is as near than
    /// those that are listed or counted. The order of the list is that of [`Repair`].
    ///
    /// The question is the greatest number of texts in the list, or a [`NearestQuestion`] with the greatest distance
    /// and the weights of the edits.
    ///
    /// # Errors
    ///
    /// Returns [`NoNearest`] if they are not all known.
    ///
    /// ```
    /// use rfcbnf::parser::NearestCount;
    ///
    /// let grammar = rfcbnf::Grammar::from_abnf("list = \"(\" *item \")\"\nitem = 1*DIGIT / list\n")?;
    /// let parser = grammar.parser("list")?;
    /// let nearest = parser.nearest("(1(2)", 2)?;
    /// assert_eq!((nearest.distance, nearest.count), (1, NearestCount::Exactly(14)));
    /// let first = &nearest.repairs[0];
    /// assert_eq!((&*first.text, first.edits[0].start), (&b"(1(2))"[..], 5));
    ///
    /// let valid = parser.nearest("(1)", 1)?;
    /// assert!(valid.distance == 0 && valid.repairs[0].edits.is_empty());
    /// assert_eq!(parser.nearest("nothing like it", 1).unwrap_err().to_string(), "no text is valid after at most 5 edits");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nearest(
        &self,
        text: impl AsRef<[u8]>,
        question: impl Into<NearestQuestion>,
    ) -> Result<Nearest, NoNearest> {
        self.rule().nearest(text.as_ref(), question.into())
    }
}

impl<T: TreeText + ?Sized> Rule<'_, T> {
    /// Returns the valid texts that are nearest to a text: see [`Parser::nearest`].
    ///
    /// # Errors
    ///
    /// Returns [`NoNearest`] if they are not all known.
    pub fn nearest(self, text: &[u8], question: NearestQuestion) -> Result<Nearest, NoNearest> {
        let prepared = self.parser.0;
        match &prepared.machine {
            Machine::Combinators(_) => {
                let id = u32::try_from(self.id().index()).unwrap_or(u32::MAX);
                Ok(prepared.network().nearest(id, text, question)?)
            }
            Machine::Network(recognizer) if !recognizer.has_unknown() => {
                Ok(recognizer.nearest_possible(self.id(), text, question)?)
            }
            Machine::Network(recognizer) => {
                // All that could be right, and each of them has to be.
                let counted = question.most.max(NEAREST_COUNTED);
                let all = NearestQuestion {
                    most: counted + 1,
                    ..question
                };
                let mut nearest = recognizer.nearest_possible(self.id(), text, all)?;
                for repair in &nearest.repairs {
                    self.is_valid(&repair.text).map_err(NoNearest::Unknown)?;
                }
                if nearest.repairs.len() > counted {
                    nearest.count = NearestCount::MoreThan(counted);
                }
                nearest.repairs.truncate(question.most);
                Ok(nearest)
            }
        }
    }
}

impl Prepared {
    /// Returns the network of the grammar, for what combinators do not answer.
    fn network(&self) -> &rfcbnf_engine::recognizer::Network {
        self.network.get_or_init(|| encoded_network(&self.grammar))
    }
}
