//! The texts that come and those that go where some texts replace others.

use crate::automaton::{Automaton, TooLarge, Work};

/// The texts that come and those that go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Difference {
    pub(super) come: Automaton,
    pub(super) go: Automaton,
}

impl Difference {
    pub(super) fn between(
        before: &Automaton,
        after: &Automaton,
        work: &Work,
    ) -> Result<Self, TooLarge> {
        Ok(Self {
            come: after.without_within(before, work)?,
            go: before.without_within(after, work)?,
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.come.is_empty() && self.go.is_empty()
    }

    /// Returns these texts with those that come and without those that go.
    pub(super) fn applied_to(
        &self,
        before: &Automaton,
        work: &Work,
    ) -> Result<Automaton, TooLarge> {
        let with = before.combined(&self.come, &|before, come| before || come, work)?;
        with.without_within(&self.go, work)
    }
}
