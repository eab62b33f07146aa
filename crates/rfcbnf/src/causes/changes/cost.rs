//! How much it takes to describe a change.

use super::Difference;
use crate::automaton::{Automaton, Work};
use crate::causes::limits::Limits;
use crate::export::{Edge, eliminated};
use crate::octets::OctetSet;

/// The greatest cost of the texts of a change. What costs more is left as a change of the whole.
pub(super) const MOST: usize = 32;

/// How many times longer than the result an expression may be while it is built.
const WHILE: usize = 6;

/// The greatest cost of a set of octets.
const SET: usize = 4;

/// What new texts cost more if texts both come and go: these may be two faults.
const MIXED: usize = 2;

/// The cost of a limit.
const LIMIT: usize = 2;

/// Returns the cost of a change from some texts to others: that of the new texts, or that of what comes
/// and of what goes, whichever is less. `None` if it is above `most`.
pub(in crate::causes) fn cost(
    texts: &Automaton,
    before: &Automaton,
    most: usize,
    work: &Work,
) -> Option<usize> {
    let Difference { added, removed } = Difference::between(before, texts, work).ok()?;
    let mixed = if added.is_empty() || removed.is_empty() {
        0
    } else {
        MIXED
    };
    let size_of_removed = size(&removed, most);
    let limits = match size_of_removed {
        Some(..LIMIT) => None,
        _ => Limits::between(before, texts, work).ok()?,
    };
    let size_of_removed = limits.map_or(size_of_removed, |_| Some(LIMIT));
    let difference = size(&added, most).zip(size_of_removed);
    let difference = difference.map(|(added, removed)| added + removed);
    let own = size(texts, most).map(|own| own + mixed);
    own.into_iter().chain(difference).min().map(|size| size + 1)
}

/// Returns the weight of the sets of octets in a regular expression for the texts.
fn size(automaton: &Automaton, most: usize) -> Option<usize> {
    // Expressions of states that are left are longer.
    let size: Size = eliminated(automaton, most.saturating_mul(WHILE)).ok()?;
    let size = match size {
        Size::Nothing => 0,
        Size::Expression { weight, .. } => weight.max(1),
    };
    (size <= most).then_some(size)
}

/// Returns how much it takes to describe a set of octets.
pub(super) fn weight(set: OctetSet) -> usize {
    let ranges = set.ranges().count();
    let others = OctetSet::ALL.without(set).ranges().count();
    ranges.min(others).clamp(1, SET)
}

/// The size of a regular expression, and whether it is a set of octets.
#[derive(Debug, Clone, Copy, Default)]
enum Size {
    /// No texts.
    #[default]
    Nothing,
    Expression {
        weight: usize,
        is_set: bool,
    },
}

impl Edge for Size {
    fn empty() -> Self {
        Self::Expression {
            weight: 0,
            is_set: false,
        }
    }

    fn class(set: OctetSet) -> Self {
        Self::Expression {
            weight: weight(set),
            is_set: true,
        }
    }

    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nothing, other) | (other, Self::Nothing) => other,
            (
                Self::Expression {
                    is_set: true,
                    weight,
                    ..
                },
                Self::Expression {
                    is_set: true,
                    weight: more,
                },
            ) => Self::Expression {
                weight: weight.max(more),
                is_set: true,
            },
            (Self::Expression { weight, .. }, Self::Expression { weight: more, .. }) => {
                Self::Expression {
                    weight: weight + more,
                    is_set: false,
                }
            }
        }
    }

    fn then(&self, next: &Self) -> Self {
        match (*self, *next) {
            (Self::Nothing, _) | (_, Self::Nothing) => Self::Nothing,
            (Self::Expression { weight, is_set }, Self::Expression { weight: 0, .. })
            | (Self::Expression { weight: 0, .. }, Self::Expression { weight, is_set }) => {
                Self::Expression { weight, is_set }
            }
            (Self::Expression { weight, .. }, Self::Expression { weight: more, .. }) => {
                Self::Expression {
                    weight: weight + more,
                    is_set: false,
                }
            }
        }
    }

    fn starred(&self) -> Self {
        match *self {
            Self::Nothing => Self::empty(),
            Self::Expression { weight, .. } => Self::Expression {
                weight,
                is_set: false,
            },
        }
    }

    fn length(&self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Expression { weight, .. } => *weight,
        }
    }
}
