//! Trees of texts of any length, which are not built in the fastest way.

use alloc::vec::Vec;
use core::ops::Range;

use super::builder::{derives_by_combinators, tree_records_by_combinators};
use super::{Detail, TreeRecord};
use crate::dfa::{Dfa, List};
use crate::production::Parse;
use crate::production_set::{ProductionId, ProductionSet};
use crate::spans::Collector;

/// A text of any length, and the tree that [`Parse::parse_long`] derives. Only this package
/// makes one, so it has no example.
pub struct LongText<'t> {
    text: &'t [u8],
    /// What the tree shows; `None` if nobody wants the tree.
    detail: Option<Detail>,
    records: Vec<TreeRecord>,
}

impl<'t> LongText<'t> {
    fn new(text: &'t [u8], detail: Option<Detail>) -> Self {
        Self {
            text,
            detail,
            records: Vec::new(),
        }
    }

    /// Returns whether the production derives the text.
    #[cold]
    pub(crate) fn is_derived(production: impl Parse, text: &'t [u8]) -> bool {
        production.parse_long(&mut Self::new(text, None))
    }

    /// Returns the records of the tree, or `None` if the production does not derive the text.
    #[cold]
    pub(crate) fn tree_records(
        production: impl Parse,
        text: &'t [u8],
        detail: Detail,
    ) -> Option<Vec<TreeRecord>> {
        let mut text = Self::new(text, Some(detail));
        production.parse_long(&mut text).then_some(text.records)
    }

    /// Parses the text by the combinators of [`Parse::parse_prefix`], with a cursor for
    /// texts of any length. Returns whether the production derives the text.
    pub fn by_combinators(&mut self, production: impl Parse) -> bool {
        let Some(detail) = self.detail else {
            return derives_by_combinators(production, self.text);
        };
        let records = tree_records_by_combinators(production, self.text, detail);
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

impl Collector for LongText<'_> {
    const PRODUCTIONS: ProductionSet = ProductionSet::ALL;

    fn text(&self) -> &[u8] {
        self.text
    }

    fn within<R>(&mut self, end: usize, read: impl FnOnce(&mut Self) -> R) -> R {
        let text = self.text;
        self.text = text.get(..end).unwrap_or(text);
        let result = read(self);
        self.text = text;
        result
    }

    fn count(&self) -> usize {
        self.records.len()
    }

    fn truncate(&mut self, count: usize) {
        self.records.truncate(count);
    }

    fn open(&mut self, production: ProductionId, start: usize) -> usize {
        let node = self.records.len();
        if self.detail.is_some() {
            self.records.push(TreeRecord {
                production,
                start,
                ..TreeRecord::PENDING
            });
        }
        node
    }

    fn close(&mut self, node: usize, end: usize) {
        let after = self.records.len();
        if let Some(record) = self.records.get_mut(node) {
            (record.end, record.after) = (end, after);
        }
    }

    fn list(&mut self, list: &List, range: Range<usize>) {
        let text = self.text.get(..range.end).unwrap_or(self.text);
        list.elements(text, range.start, |production, start, end| {
            let node = self.open(production, start);
            self.close(node, end);
        });
    }

    /// Is not inlined, which would be faster and take longer to compile.
    #[inline(never)]
    fn scan<const NESTED: bool>(&self, dfa: &Dfa<NESTED>, at: usize) -> Option<usize> {
        let octets = self.text.get(at..)?;
        let prefix = dfa.viable_prefix(octets);
        Some(at + dfa.longest_match(octets, prefix)?.length)
    }
}
