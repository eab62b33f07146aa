//! What whole definitions return to.

use alloc::vec::Vec;

use super::{Entry, WholeId};
use crate::recognizer::interner::{Interner, NONE, number};

/// Marks the number of a definition that begins at the offset of the layer: it has no number of its
/// own before it is known what it returns to.
pub(super) const NEW: WholeId = 1 << 31;

#[derive(Debug, Default)]
pub(super) struct Wholes {
    /// What the definitions that begin at an offset return to, in layers that are alike.
    layers: Interner,
    /// The number of the first one for each of these.
    first: Vec<WholeId>,
    returns: Vec<Vec<Entry>>,
}

impl Wholes {
    pub(super) fn returns(&self, whole: WholeId) -> &[Entry] {
        &self.returns[whole as usize]
    }

    /// Adds the definitions that begin at an offset, by what they return to. Returns the number of the
    /// first one.
    pub(super) fn add(&mut self, mut returns: Vec<Vec<Entry>>) -> WholeId {
        let mut key = Vec::new();
        for entries in &mut returns {
            entries.sort_unstable();
            entries.dedup();
            key.push(number(entries.len()));
            for one in &*entries {
                key.extend([one.whole, one.context, one.point, one.node]);
            }
        }
        let alike = self.layers.intern(&key) as usize;
        if alike == self.first.len() {
            let first = number(self.returns.len());
            self.first.push(first);
            let numbered = |entries: Vec<Entry>| {
                let entries = entries.into_iter();
                entries.map(|one| one.numbered(first)).collect()
            };
            self.returns.extend(returns.into_iter().map(numbered));
        }
        self.first[alike]
    }
}

impl Entry {
    /// Returns the entry with a number for its definition, if that is new. `first` is that of the
    /// first one in the layer.
    pub(super) fn numbered(self, first: WholeId) -> Self {
        let is_new = self.whole != NONE && self.whole & NEW != 0;
        Self {
            whole: if is_new {
                first + (self.whole & !NEW)
            } else {
                self.whole
            },
            ..self
        }
    }
}
