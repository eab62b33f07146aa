//! What the pass has found, by offset and context.

use super::sets::SetId;
use super::{EndId, Live};
use crate::recognizer::interner::NONE;
use crate::recognizer::network::DefinitionId;
use crate::recognizer::positions::PositionId;

impl Live {
    /// Returns the contexts that are live at an offset and their sets, in ascending order.
    #[inline]
    pub(in crate::recognizer) fn at(&self, offset: usize) -> &[(EndId, SetId)] {
        let row = self.rows.len() - 1 - offset;
        let end = self.rows.get(row + 1).map(|&end| end as usize);
        let end = end.unwrap_or(self.found.len());
        &self.found[self.rows[row] as usize..end]
    }

    /// Returns the only set of positions that are live in a context at an offset, wherever its
    /// definition began; `None` if there is another number of sets, or perhaps is.
    #[inline]
    pub(in crate::recognizer) fn only_set(&self, context: EndId, offset: usize) -> Option<SetId> {
        if self.ends.is_empty() {
            self.set(context, offset)
        } else {
            None
        }
    }

    /// Returns the set of positions that are live in a context at an offset, without its ends of
    /// texts that begin before it.
    #[inline]
    fn set(&self, context: EndId, offset: usize) -> Option<SetId> {
        let row = self.at(offset);
        if let [one] = row {
            return (one.0 == context).then_some(one.1);
        }
        let index = row.binary_search_by_key(&context, |one| one.0);
        index.ok().map(|index| row[index].1)
    }

    /// Returns the sets of positions that are live in a context at an offset, for a definition that
    /// began at `start`.
    #[inline]
    pub(in crate::recognizer) fn sets(
        &self,
        context: EndId,
        offset: usize,
        start: usize,
    ) -> impl Iterator<Item = SetId> {
        let found = self.set(context, offset);
        let ends = if start < offset { &*self.ends } else { &[] };
        let first = ends.partition_point(|one| one.0 > offset);
        let ends = ends[first..].iter().take_while(move |one| one.0 == offset);
        let ends = ends.filter(move |one| one.1 == context).map(|one| one.2);
        found.into_iter().chain(ends)
    }

    /// Returns the positions of a set in ascending order.
    #[inline]
    pub(in crate::recognizer) fn positions(&self, set: SetId) -> &[PositionId] {
        self.sets.get(set)
    }

    pub(in crate::recognizer) fn definition(&self, context: EndId) -> DefinitionId {
        self.contexts[context as usize].definition
    }

    /// Returns the offset at which the definition of the context ends. In a network that is not
    /// cyclic, a context stands for several.
    pub(in crate::recognizer) fn end(&self, context: EndId) -> Option<usize> {
        let text = self.rows.len().checked_sub(1)?;
        text.checked_sub(self.contexts[context as usize].rows as usize)
    }

    /// Returns whether the position calls the context's definition in the other context.
    fn is_called_by(&self, context: EndId, call: PositionId, caller: EndId) -> bool {
        let (from, to) = self.contexts[context as usize].callers;
        let callers = &self.callers[from as usize..to as usize];
        let mut callers = callers.iter().filter(|one| one.1 == caller);
        callers.any(|one| self.sets.get(one.0).binary_search(&call).is_ok())
    }

    /// Returns the contexts in which a position of the caller's calls its definition at an offset, each
    /// once.
    pub(in crate::recognizer) fn called(
        &self,
        offset: usize,
        (caller, call): (EndId, PositionId),
    ) -> impl Iterator<Item = EndId> {
        let (row, (last, count)) = (self.at(offset), self.called_by(caller));
        let (from_row, last) = if row.len() <= count as usize {
            (row, NONE)
        } else {
            (&[][..], last)
        };
        let is_here = move |one: &EndId| row.binary_search_by_key(one, |one| one.0).is_ok();
        let contexts = from_row.iter().map(|one| one.0);
        let contexts = contexts.chain(self.called_up_to(last).filter(is_here));
        contexts.filter(move |&context| self.is_called_by(context, call, caller))
    }

    /// Returns how many contexts [`Self::called`] looks at.
    pub(in crate::recognizer) fn called_work(&self, offset: usize, caller: EndId) -> usize {
        self.at(offset).len().min(self.called_by(caller).1 as usize)
    }

    /// Returns the index of the last context that a context calls, and how many it calls.
    fn called_by(&self, context: EndId) -> (u32, u32) {
        let known = self.called_by.get(context as usize);
        known.copied().unwrap_or((NONE, 0))
    }

    /// Returns the contexts with the same caller, from the one at this index to the first.
    fn called_up_to(&self, mut index: u32) -> impl Iterator<Item = EndId> {
        core::iter::from_fn(move || {
            let &(context, before) = self.called.get(index as usize)?;
            index = before;
            Some(context)
        })
    }
}
