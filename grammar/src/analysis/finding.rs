//! What the analysis has to say.

use std::fmt;

use crate::syntax::Span;

/// Something to know about a place in the grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub(super) production: String,
    pub(super) span: Span,
    pub(super) kind: FindingKind,
    pub(super) message: String,
    pub(super) remedy: String,
}

/// What kinds there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FindingKind {
    /// No production uses it, and it is not where the grammar starts.
    Unreferenced,
    /// An alternative that derives nothing that an earlier one does not.
    ShadowedAlternative,
    /// An alternative that derives the beginning of what a later one derives.
    PrefixAlternative,
    /// A repetition that can take what the next element needs.
    GreedyRepetition,
    /// An optional part that can take what the next element needs.
    GreedyOption,
    /// Any other part that can end in several places from which the rest can go on.
    SeveralEnds,
    /// A text that is derived in several ways.
    Ambiguity,
    /// An ambiguity where the tree is not the first in priority order.
    OutOfOrder,
    /// A place whose languages are too large to be asked.
    Undecided,
}

impl FindingKind {
    /// Whether plain ordered choice, which takes the first that fits and never goes back,
    /// would reject texts there that the grammar derives.
    #[must_use]
    pub fn loses_words(self) -> bool {
        matches!(
            self,
            Self::PrefixAlternative
                | Self::GreedyRepetition
                | Self::GreedyOption
                | Self::SeveralEnds
        )
    }
}

/// In a few words.
impl fmt::Display for FindingKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Unreferenced => "unreferenced production",
            Self::ShadowedAlternative => "shadowed alternative",
            Self::PrefixAlternative => "prefix alternative",
            Self::GreedyRepetition => "greedy repetition",
            Self::GreedyOption => "greedy option",
            Self::SeveralEnds => "several ends",
            Self::Ambiguity => "ambiguity",
            Self::OutOfOrder => "out of order",
            Self::Undecided => "undecided",
        })
    }
}

impl Finding {
    /// The production in which it is.
    #[must_use]
    pub fn production(&self) -> &str {
        &self.production
    }

    /// The part of the production that it is about, in octets of the grammar's source.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span.clone()
    }

    /// What kind of thing it is.
    #[must_use]
    pub fn kind(&self) -> FindingKind {
        self.kind
    }

    /// What is the case, with a text that shows it.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What the generator does about it.
    #[must_use]
    pub fn remedy(&self) -> &str {
        &self.remedy
    }
}
