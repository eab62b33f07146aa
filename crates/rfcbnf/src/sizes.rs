//! The sizes of productions that the limits bound.
//!
//! No step recurses along references, so a long chain of rules cannot overflow the stack. The
//! nesting limit of the reader bounds the recursion along an expression.

use std::collections::HashMap;

use crate::limits::{NESTED_COUNT, NESTED_ROUNDS};
use crate::syntax::{Expression, Grammar, Kind};

/// The sizes of the productions, by their indices. A reference that closes a cycle counts as a
/// leaf.
pub(crate) struct Sizes {
    /// The number of expressions inside each other, where the body of a production is inside each
    /// reference to it.
    pub(crate) depths: Vec<usize>,
    /// The number of expressions in the largest derivation of the empty text, in which a repetition
    /// has its smallest number of rounds; `None` if there is no derivation.
    pub(crate) when_empty: Vec<Option<usize>>,
    /// The rounds that the repetitions with counts have inside each other.
    pub(crate) rounds: Vec<Rounds>,
}

/// The counts of repetitions inside each other.
///
/// Of the chains of repetitions inside each other, those with a count above [`NESTED_COUNT`] are bounded, and no others:
/// in `a = b *( "," b )` with `b = 1*1024c / "(" a ")"`, recursion is inside the `*`, and 1,024 rounds of `c` are too, but
/// no recursion is inside of these.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rounds {
    /// The greatest product of the counts of a chain without a large one.
    small: usize,
    /// The greatest product of the counts of a chain with a large one; 0 if there is none.
    large: usize,
    /// Whether such a product is above [`NESTED_ROUNDS`].
    pub(crate) are_too_many: bool,
}

impl Rounds {
    const ONE: Self = Self {
        small: 1,
        large: 0,
        are_too_many: false,
    };

    /// A reference that closes a cycle: the rounds inside have no limit.
    const RECURSION: Self = Self {
        small: usize::MAX,
        ..Self::ONE
    };

    fn max(self, other: Self) -> Self {
        Self {
            small: self.small.max(other.small),
            large: self.large.max(other.large),
            are_too_many: self.are_too_many || other.are_too_many,
        }
    }

    /// Returns the rounds of a repetition with this count.
    fn repeated(self, count: u32) -> Self {
        let is_large = count > NESTED_COUNT;
        let count = usize::try_from(count).unwrap_or(usize::MAX).max(1);
        let (small, large) = if is_large {
            (1, self.small.max(self.large).saturating_mul(count))
        } else {
            let large = self.large.saturating_mul(count);
            (self.small.saturating_mul(count), large)
        };
        Self {
            small,
            large,
            are_too_many: self.are_too_many || large > NESTED_ROUNDS,
        }
    }
}

impl Sizes {
    /// Computes the sizes. `order` has the productions, each after those that it uses, and
    /// `defined` their indices.
    pub(crate) fn of(grammar: &Grammar, order: &[usize], defined: &HashMap<&str, usize>) -> Self {
        let mut sizes = Self {
            depths: vec![0; grammar.productions.len()],
            when_empty: vec![None; grammar.productions.len()],
            rounds: vec![Rounds::RECURSION; grammar.productions.len()],
        };
        for &index in order {
            let body = &grammar.productions[index].body;
            sizes.depths[index] = sizes.depth(body, defined);
            sizes.when_empty[index] = sizes.size_when_empty(body, defined);
            sizes.rounds[index] = sizes.rounds(body, defined);
        }
        sizes
    }

    fn depth(&self, expression: &Expression, defined: &HashMap<&str, usize>) -> usize {
        let below = if let Kind::Reference { name, .. } = &expression.kind {
            defined.get(name.as_str()).map(|&index| self.depths[index])
        } else {
            let children = expression.children().iter();
            children.map(|child| self.depth(child, defined)).max()
        };
        1 + below.unwrap_or(0)
    }

    fn rounds(&self, expression: &Expression, defined: &HashMap<&str, usize>) -> Rounds {
        if let Kind::Reference { name, .. } = &expression.kind {
            let index = defined.get(name.as_str());
            return index.map_or(Rounds::ONE, |&index| self.rounds[index]);
        }
        let children = expression.children().iter();
        let below = children.map(|child| self.rounds(child, defined));
        let below = below.fold(Rounds::ONE, Rounds::max);
        match expression.kind {
            Kind::Repetition { least, most, .. } => below.repeated(most.unwrap_or(least)),
            _ => below,
        }
    }

    fn size_when_empty(
        &self,
        expression: &Expression,
        defined: &HashMap<&str, usize>,
    ) -> Option<usize> {
        let size = |expression| self.size_when_empty(expression, defined);
        let below = match &expression.kind {
            Kind::Literal { text, .. } => text.is_empty().then_some(0),
            Kind::Range { .. } | Kind::Prose(_) | Kind::Unreadable => None,
            Kind::Reference { name, .. } => {
                let index = defined.get(name.as_str())?;
                self.when_empty[*index]
            }
            Kind::Optional(body) => Some(size(body).unwrap_or(0)),
            Kind::Repetition { least, body, .. } => {
                let rounds = usize::try_from(*least).unwrap_or(usize::MAX);
                match size(body) {
                    Some(size) => Some(size.saturating_mul(rounds.max(1))),
                    None => (rounds == 0).then_some(0),
                }
            }
            Kind::Sequence(members) => members.iter().try_fold(0_usize, |sum, member| {
                Some(sum.saturating_add(size(member)?))
            }),
            Kind::Alternation(members) => members.iter().filter_map(size).max(),
        };
        below.map(|below| below.saturating_add(1))
    }
}
