//! The collector that builds trees.

use alloc::vec::Vec;
use core::ops::Range;

use super::record::{TreeRecord, push_leaf};
use crate::collector::{Characters, Collector, within};
use crate::dfa::List;
use crate::parse::Parse;
use crate::production::{ProductionId, ProductionSet};

/// Room for the records of most URLs: 480 octets. Allocators have blocks of this size.
const ROOM: usize = 24;

/// A text, and the nodes of its tree that have been found so far, with the character productions or without
/// them.
pub(super) struct TreeCollector<'t, const CHARACTERS: bool> {
    text: &'t [u8],
    records: Vec<TreeRecord>,
}

impl<'t, const CHARACTERS: bool> TreeCollector<'t, CHARACTERS> {
    /// Returns the records of the tree, or `None` if the production does not derive the text. The production
    /// itself has a node, whether it is a character production or not.
    #[inline]
    pub(super) fn tree_records(production: impl Parse, text: &'t [u8]) -> Option<Vec<TreeRecord>> {
        let mut tree = Self {
            text,
            records: Vec::with_capacity(ROOM),
        };
        let is_left_out = !CHARACTERS && production.is_character();
        let root = is_left_out.then(|| tree.open(production.id(), 0));
        let end = production.read(&mut tree, 0);
        if let Some(root) = root {
            tree.close(root, text.len());
        }
        (end == Some(text.len())).then_some(tree.records)
    }
}

impl<const CHARACTERS: bool> Collector for TreeCollector<'_, CHARACTERS> {
    const PRODUCTIONS: ProductionSet = ProductionSet::ALL;

    const OBSERVES: bool = CHARACTERS;

    #[inline]
    fn text(&self) -> &[u8] {
        self.text
    }

    #[inline]
    fn within<R>(&mut self, end: usize, read: impl FnOnce(&mut Self) -> R) -> R {
        within(self, |own| &mut own.text, end, read)
    }

    #[inline]
    fn count(&self) -> usize {
        self.records.len()
    }

    #[inline]
    fn truncate(&mut self, count: usize) {
        self.records.truncate(count);
    }

    #[inline]
    fn open(&mut self, production: ProductionId, start: usize) -> usize {
        #[cfg(feature = "steps")]
        crate::steps::count(1);
        let node = self.records.len();
        self.records.push(TreeRecord::open(production, start));
        node
    }

    #[inline]
    fn close(&mut self, node: usize, end: usize) {
        let after = self.records.len();
        if let Some(record) = self.records.get_mut(node) {
            record.close(end, after);
        }
    }

    fn list(&mut self, list: &List, range: Range<usize>) {
        let text = self.text.get(..range.end).unwrap_or(self.text);
        let records = &mut self.records;
        list.elements(text, range.start, |production, start, end| {
            push_leaf(records, production, start..end);
        });
    }

    #[inline]
    fn observes(&self) -> bool {
        CHARACTERS
    }

    #[inline]
    fn characters(&self) -> Characters {
        if CHARACTERS {
            Characters::All
        } else {
            Characters::None
        }
    }
}
