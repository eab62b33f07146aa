//! The content of an error: a text, and the facts about it, which a table finds when they are first asked for.
//!
//! Invariant: an error of a table says the same whenever it is asked, because the table is a constant and the error keeps
//! its text.

use alloc::boxed::Box;
#[cfg(feature = "std")]
use std::sync::OnceLock;

use super::facts::Facts;
use super::small_stack::SmallStack;
use super::table::ErrorTable;
use crate::production::Production;

/// The text of an error. There is room for most URLs, so that an error is one allocation.
type KeptText = SmallStack<u8, 80>;

/// A production, a text that it does not derive, and what is to be said of it. It is boxed so that a result is no larger
/// than a tree.
#[derive(Clone)]
pub(super) struct Content<P> {
    pub(super) rule: P,
    text: KeptText,
    facts: Lazy<P>,
}

#[derive(Clone)]
enum Lazy<P> {
    Known(Box<Facts<P>>),
    /// Those of a table, which is asked at the first use: most callers of a parser want to know no more than that a text is
    /// wrong. What is found once for all threads needs `std`.
    #[cfg(feature = "std")]
    OfTable {
        table: &'static ErrorTable,
        /// The state in which the production starts.
        start: u16,
        facts: OnceLock<Box<Facts<P>>>,
    },
}

impl<P: Production> Content<P> {
    pub(super) fn known(rule: P, text: &[u8], facts: Facts<P>) -> Box<Self> {
        Self::boxed(rule, text, Lazy::Known(Box::new(facts)))
    }

    /// Returns what a table says of a text.
    pub(super) fn of_table(
        rule: P,
        text: &[u8],
        table: &'static ErrorTable,
        start: u16,
    ) -> Box<Self> {
        #[cfg(feature = "std")]
        let facts = Lazy::OfTable {
            table,
            start,
            facts: OnceLock::new(),
        };
        #[cfg(not(feature = "std"))]
        let facts = Lazy::Known(Box::new(table.facts(rule, start, text)));
        Self::boxed(rule, text, facts)
    }

    fn boxed(rule: P, text: &[u8], facts: Lazy<P>) -> Box<Self> {
        Box::new(Self {
            rule,
            text: KeptText::copy_of(0, text),
            facts,
        })
    }

    pub(super) fn text(&self) -> &[u8] {
        self.text.as_slice()
    }

    pub(super) fn facts(&self) -> &Facts<P> {
        match &self.facts {
            Lazy::Known(facts) => facts,
            #[cfg(feature = "std")]
            Lazy::OfTable {
                table,
                start,
                facts,
            } => facts.get_or_init(|| Box::new(table.facts(self.rule, *start, self.text()))),
        }
    }
}
