//! All derivations of one text.
//!
//! ```
//! use rfc1738_views::palette::Palette;
//! use rfc1738_views::derivations::text::DerivationsWriter;
//!
//! let grammar = rfcbnf::read("s = x | y\nx = \"a\"\ny = \"a\"\n")?;
//! let mut out = Vec::new();
//! let mut writer = DerivationsWriter::default();
//! for tree in rfcbnf::derivations::derivations(&grammar, "s", "a")? {
//!     writer.write(&mut out, Palette::PLAIN, tree)?;
//! }
//! assert!(out.starts_with(b"derivation 1\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod forms;
pub mod record;
pub mod text;

use rfcbnf::derivations::{DerivationLimit, Derivations};
use serde::Serialize;

use crate::production::UndecidedRecord;

/// The greatest number of trees that are counted.
pub const COUNTED: usize = 1_000_000;

/// The number of trees of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Total {
    /// All trees were found.
    Exactly(usize),
    /// There are more trees than these.
    MoreThan(usize),
    /// The search was given up after the trees that are shown, so there can be others.
    Undecided(DerivationLimit),
}

/// What is known about the derivations of a text, some of which are shown.
///
/// ```
/// use rfc1738_views::derivations::{Count, Total};
///
/// let grammar = rfcbnf::read("s = x | y\nx = \"a\"\ny = \"a\"\n")?;
/// let mut trees = rfcbnf::derivations::derivations(&grammar, "s", "a")?;
/// assert!(trees.next().is_some());
/// let count = Count::of(&mut trees, 1);
/// assert_eq!(count.total, Total::Exactly(2));
/// assert!(!count.is_complete() && !count.is_infinite);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// The number of trees that are shown.
    pub shown: usize,
    /// The number of trees in which no node repeats another one: none has an ancestor of the same
    /// production and span, and no repetition has rounds of the empty text that it does not need.
    pub total: Total,
    /// Whether there are trees with repeated nodes, and so infinitely many.
    pub is_infinite: bool,
}

impl Count {
    /// Counts the trees that follow those that are shown, up to [`COUNTED`] together.
    #[must_use]
    pub fn of(trees: &mut Derivations, shown: usize) -> Self {
        let count = shown + trees.count_up_to(COUNTED.saturating_sub(shown));
        let total = match trees.given_up() {
            _ if count > COUNTED => Total::MoreThan(COUNTED.max(shown)),
            None => Total::Exactly(count),
            Some(limit) if count == shown => Total::Undecided(limit),
            Some(_) => Total::MoreThan(count - 1),
        };
        Self {
            shown,
            total,
            is_infinite: trees.is_infinite(),
        }
    }

    /// Returns whether all trees without repeated nodes are shown.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.total == Total::Exactly(self.shown)
    }

    /// Returns why it is not known whether there are other trees.
    pub(crate) fn reason(&self) -> Option<String> {
        let Total::Undecided(limit) = self.total else {
            return None;
        };
        Some(format!(
            "whether there are more derivations is not known: {limit}; shorten the text"
        ))
    }
}

/// What is known about the derivations of a text, for programs.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub(crate) struct CountRecord {
    /// Whether all trees are shown.
    complete: bool,
    /// The number of all trees.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    total: Option<usize>,
    /// A number that is smaller than that of all trees, where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    more_than: Option<usize>,
    /// Whether there are infinitely many derivations. It is present only if there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    infinite: Option<bool>,
    /// Why it is not known whether there are other trees.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    undecided: Option<UndecidedRecord>,
}

impl From<Count> for CountRecord {
    fn from(count: Count) -> Self {
        let (total, more_than) = match count.total {
            Total::Exactly(total) => (Some(total), None),
            Total::MoreThan(least) => (None, Some(least)),
            Total::Undecided(_) => (None, None),
        };
        Self {
            complete: count.is_complete(),
            total,
            more_than,
            infinite: count.is_infinite.then_some(true),
            undecided: count.reason().map(UndecidedRecord::from),
        }
    }
}
