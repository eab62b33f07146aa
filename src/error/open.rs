//! The productions that are open at an offset.

use crate::rules::Rule;
use crate::rules::descriptions::DESCRIPTIONS;

/// The most productions that can be open: the length of the longest chain in which each uses the
/// next. No production uses itself, not even through others.
const DEPTH: usize = {
    let mut depths = [1; Rule::ALL.len()];
    let mut deepest = 0;
    let mut before = usize::MAX;
    let mut total = 0;
    while total != before {
        before = total;
        total = 0;
        let mut index = 0;
        while index < DESCRIPTIONS.len() {
            let uses = DESCRIPTIONS[index].uses;
            let mut used = 0;
            while used < uses.len() {
                let depth = depths[uses[used] as usize] + 1;
                if depths[index] < depth {
                    depths[index] = depth;
                }
                used += 1;
            }
            if deepest < depths[index] {
                deepest = depths[index];
            }
            total += depths[index];
            index += 1;
        }
    }
    deepest
};

/// Productions that are open, from the outermost to the innermost, each with its start.
#[derive(Clone, Copy)]
pub(super) struct Open {
    productions: [(Rule, usize); DEPTH],
    count: usize,
}

impl Open {
    /// The stack without productions.
    pub(super) const NONE: Self = Self {
        productions: [(Rule::ALL[0], 0); DEPTH],
        count: 0,
    };

    pub(super) fn push(&mut self, rule: Rule, start: usize) {
        if let Some(slot) = self.productions.get_mut(self.count) {
            *slot = (rule, start);
            self.count += 1;
        }
    }

    pub(super) fn pop(&mut self) {
        self.truncate(self.count.saturating_sub(1));
    }

    /// Keeps the outermost `count` productions.
    pub(super) fn truncate(&mut self, count: usize) {
        self.count = self.count.min(count);
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    pub(super) fn as_slice(&self) -> &[(Rule, usize)] {
        self.productions.get(..self.count).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(rule: Rule) -> usize {
        let used = rule.uses().iter().map(|&used| depth(used));
        1 + used.max().unwrap_or(0)
    }

    #[test]
    fn there_is_room_for_the_longest_chain_of_productions() {
        assert_eq!(Some(DEPTH), Rule::ALL.into_iter().map(depth).max());
    }
}
