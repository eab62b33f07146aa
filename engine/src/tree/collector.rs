//! The collector that builds trees.

use alloc::vec::Vec;
use core::ops::Range;

use super::builder::{tree_records_by_combinators, tree_records_of_rules};
use super::{Detail, TreeRecord, push_leaf};
use crate::dfa::List;
use crate::parse::Parse;
use crate::production_set::{ProductionId, ProductionSet};
use crate::spans::Collector;

/// Room for the records of most URLs. Allocators have blocks of this size.
const ROOM: usize = 30;

/// A text, and the nodes of its tree that [`Parse::parse_tree`] has found so far. Only this package
/// makes one, so it has no example.
pub struct TreeCollector<'t> {
    text: &'t [u8],
    detail: Detail,
    records: Vec<TreeRecord>,
}

impl<'t> TreeCollector<'t> {
    /// Returns the records of the tree, or `None` if the production does not derive the text.
    #[inline]
    pub(crate) fn tree_records(
        production: impl Parse,
        text: &'t [u8],
        detail: Detail,
    ) -> Option<Vec<TreeRecord>> {
        let mut tree = Self {
            text,
            detail,
            records: Vec::new(),
        };
        production.parse_tree(&mut tree).then_some(tree.records)
    }

    /// Parses the text by the combinators of [`Parse::parse_prefix`]. Returns whether the production
    /// derives the text.
    pub fn by_combinators(&mut self, production: impl Parse) -> bool {
        let records = match self.detail {
            Detail::Rules => tree_records_of_rules(production, self.text),
            Detail::Characters => tree_records_by_combinators(production, self.text, self.detail),
        };
        let is_derived = records.is_some();
        self.records = records.unwrap_or_default();
        is_derived
    }

    /// Parses the text by a function of the generated module `rules::spans`, which omits character
    /// productions inside. Returns whether the production derives the text.
    pub fn by_spans(
        &mut self,
        production: impl Parse,
        read: impl FnOnce(&mut Self, usize) -> Option<usize>,
    ) -> bool {
        self.records.reserve(ROOM);
        let length = self.text.len();
        let root = production.is_character().then_some(production.id());
        let root = root.map(|root| self.open(root, 0));
        let end = read(self, 0);
        if let Some(root) = root {
            self.close(root, length);
        }
        end == Some(length)
    }
}

impl Collector for TreeCollector<'_> {
    const PRODUCTIONS: ProductionSet = ProductionSet::ALL;

    #[inline]
    fn text(&self) -> &[u8] {
        self.text
    }

    #[inline]
    fn within<R>(&mut self, end: usize, read: impl FnOnce(&mut Self) -> R) -> R {
        let text = self.text;
        self.text = text.get(..end).unwrap_or(text);
        let result = read(self);
        self.text = text;
        result
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
        self.records.push(TreeRecord {
            production,
            start,
            end: start,
            after: 0,
        });
        node
    }

    #[inline]
    fn close(&mut self, node: usize, end: usize) {
        let after = self.records.len();
        if let Some(record) = self.records.get_mut(node) {
            (record.end, record.after) = (end, after);
        }
    }

    fn list(&mut self, list: &List, range: Range<usize>) {
        let text = self.text.get(..range.end).unwrap_or(self.text);
        let records = &mut self.records;
        list.elements(text, range.start, |production, start, end| {
            push_leaf(records, production, start, end);
        });
    }
}
