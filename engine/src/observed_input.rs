//! The input that reports to an observer.

use core::cell::Cell;
use core::iter::{Copied, Enumerate};
use core::marker::PhantomData;
use core::slice;

use nom::{Input, Needed, Offset};

use super::character_set::CharacterSet;
use super::cursor::Cursor;
use super::dfa::{Dfa, List, Prefix};
use super::observer::Observer;
use super::production_set::ProductionId;
use super::text::sealed::Sealed;
use super::text::{Characters, Text};

/// One parse of a text with an observer. `C` is the type of its cursors.
pub(crate) struct Session<'t, O, C> {
    /// The text, or the prefix that [`Text::within`] has cut it to.
    text: Cell<&'t [u8]>,
    observer: O,
    cursor: PhantomData<C>,
}

impl<'t, O: Observer, C: Cursor> Session<'t, O, C> {
    /// Returns a session over a text.
    pub(crate) fn new(text: &'t [u8], observer: O) -> Self {
        Self {
            text: Cell::new(text),
            observer,
            cursor: PhantomData,
        }
    }

    /// Returns the whole text as an input.
    pub(crate) fn start(&self) -> ObservedInput<'_, 't, O, C> {
        ObservedInput {
            session: self,
            cursor: C::START,
        }
    }

    /// Returns the observer and ends the session.
    pub(crate) fn into_observer(self) -> O {
        self.observer
    }
}

/// The rest of an observed text.
///
/// Invariant: the position is part of the value. To backtrack, nom continues from an older value,
/// so there is nothing to undo.
pub(crate) struct ObservedInput<'s, 't, O, C> {
    session: &'s Session<'t, O, C>,
    cursor: C,
}

impl<'t, O: Observer, C: Cursor> ObservedInput<'_, 't, O, C> {
    /// Returns the byte offset from the start of the text.
    #[inline]
    pub(crate) fn offset(&self) -> usize {
        self.cursor.offset()
    }

    /// Returns the node count: the number of observed productions on the way to the offset.
    #[inline]
    pub(crate) fn node_count(&self) -> usize {
        self.cursor.node_count()
    }

    #[inline]
    fn rest(&self) -> &'t [u8] {
        let text = self.session.text.get();
        text.get(self.offset()..).unwrap_or_else(nothing)
    }

    #[inline]
    fn at(&self, cursor: C) -> Self {
        Self { cursor, ..*self }
    }

    #[inline]
    fn observes_nodes(&self) -> bool {
        self.session.observer.interests().nodes && self.cursor.is_observed()
    }
}

/// Returns the rest of a text after an offset beyond its end, which no parser reaches.
#[cold]
fn nothing<'t>() -> &'t [u8] {
    &[]
}

impl<O, C: Cursor> Clone for ObservedInput<'_, '_, O, C> {
    #[inline]
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<O, C> Sealed for ObservedInput<'_, '_, O, C> {}

impl<O: Observer, C: Cursor> Text for ObservedInput<'_, '_, O, C> {
    #[inline]
    fn octets(&self) -> &[u8] {
        self.rest()
    }

    fn into_octets<'a>(self) -> &'a [u8]
    where
        Self: 'a,
    {
        self.rest()
    }

    #[inline]
    fn first(&self) -> Option<u8> {
        self.session.text.get().get(self.offset()).copied()
    }

    #[inline]
    fn opening(&self, production: ProductionId) -> Self {
        let observer = &self.session.observer;
        if observer.interests().attempts && self.observes_nodes() {
            #[cfg(feature = "steps")]
            super::steps::count(1);
            let lookahead = self.cursor.is_lookahead();
            observer.opened(self.node_count(), production, self.offset(), lookahead);
        }
        // The node count of an input that is not observed is unused.
        self.at(self.cursor.with_next_node())
    }

    #[inline]
    fn closing(&self, rest: Self, production: ProductionId) -> Self {
        if self.observes_nodes() {
            #[cfg(feature = "steps")]
            super::steps::count(1);
            let observer = &self.session.observer;
            if observer.interests().attempts {
                observer.closed(self.node_count(), rest.offset(), rest.node_count());
            } else {
                let span = self.offset()..rest.offset();
                observer.derived(self.node_count(), production, span, rest.node_count());
            }
        }
        rest
    }

    #[inline]
    fn abandoning(&self) {
        let observer = &self.session.observer;
        if observer.interests().attempts && self.observes_nodes() {
            observer.abandoned();
        }
    }

    #[inline]
    fn consuming(&self, length: usize) {
        #[cfg(feature = "steps")]
        super::steps::count(length);
        if self.observes_attempts() {
            let start = self.offset();
            self.session.observer.consumed(start, start + length);
        }
    }

    #[inline]
    fn expecting(&self, distance: usize, characters: impl FnOnce() -> CharacterSet) {
        if self.observes_attempts() {
            #[cfg(feature = "steps")]
            super::steps::count(1);
            let offset = self.offset() + distance;
            let observer = &self.session.observer;
            if observer.observes_expected(offset) {
                observer.expected(offset, characters());
            }
        }
    }

    #[inline]
    fn excluding<R>(
        &self,
        characters: impl Iterator<Item = (usize, u8)>,
        parse: impl FnOnce() -> R,
    ) -> R {
        if !self.observes_attempts() {
            return parse();
        }
        let observer = &self.session.observer;
        let mut count = 0;
        for (distance, character) in characters {
            observer.excluded(self.offset() + distance, character);
            count += 1;
        }
        let result = parse();
        (0..count).for_each(|_| observer.readmitted());
        result
    }

    #[inline]
    fn characters(&self) -> Characters {
        if self.is_observed() {
            self.session.observer.interests().characters
        } else {
            Characters::None
        }
    }

    #[inline]
    fn is_observed(&self) -> bool {
        self.cursor.is_observed()
    }

    #[inline]
    fn observes_attempts(&self) -> bool {
        self.session.observer.interests().attempts && self.is_observed()
    }

    #[inline]
    fn observes_inside(&self, nested: bool) -> bool {
        let observer = &self.session.observer;
        self.is_observed() && observer.observes_inside(nested, self.offset())
    }

    #[inline]
    fn observes_viable_prefix(&self, length: usize) -> bool {
        let end = self.offset() + length;
        self.observes_attempts() && self.session.observer.observes_up_to(end)
    }

    #[expect(
        clippy::inline_always,
        reason = "the caller knows the DFA at compile time"
    )]
    #[inline(always)]
    fn consuming_nodes<const NESTED: bool>(&self, dfa: &Dfa<NESTED>, end: Prefix) -> Self {
        match dfa.nodes(end).filter(|_| self.is_observed()) {
            Some((None, list)) => self.consuming_list(*list, end.length),
            Some((Some(production), list)) => {
                let inside = self.opening(production);
                self.closing(inside.consuming_list(*list, end.length), production)
            }
            None => self.take_from(end.length),
        }
    }

    #[inline]
    fn consuming_list(&self, list: List, length: usize) -> Self {
        let observer = &self.session.observer;
        let (node, start) = (self.node_count(), self.offset());
        let end = start + length;
        let after = if list.is_one() {
            observer.derived(node, list.last, start..end, node + 1);
            node + 1
        } else {
            let text = self.session.text.get();
            observer.listed(node, list, start, text.get(..end).unwrap_or(text))
        };
        self.at(self.cursor.advanced(length).with_node_count(after))
    }

    #[inline]
    fn observes_every_attempt(&self) -> bool {
        self.session.observer.interests().every_attempt && self.is_observed()
    }

    #[inline]
    fn lookahead(&self) -> Self {
        if self.session.observer.interests().attempts {
            self.at(self.cursor.lookahead())
        } else {
            self.silent()
        }
    }

    #[inline]
    fn silent(&self) -> Self {
        self.at(self.cursor.silent())
    }

    #[inline]
    fn within<R>(&self, length: usize, parse: impl FnOnce(Self) -> R) -> R {
        let text = self.session.text.get();
        let part = text.get(..self.offset() + length).unwrap_or(text);
        self.session.text.set(part);
        let result = parse(self.clone());
        self.session.text.set(text);
        result
    }

    #[inline]
    fn after(&self, part: &Self, _length: usize) -> Self {
        part.clone()
    }

    #[inline]
    fn before(&self, _rest: &Self) -> Self {
        self.clone()
    }
}

/// A prefix of this input keeps only its start, because no caller uses its end.
impl<'t, O: Observer, C: Cursor> Input for ObservedInput<'_, 't, O, C> {
    type Item = u8;
    type Iter = Copied<slice::Iter<'t, u8>>;
    type IterIndices = Enumerate<Self::Iter>;

    #[inline]
    fn input_len(&self) -> usize {
        self.session.text.get().len() - self.offset()
    }

    #[inline]
    fn take(&self, _index: usize) -> Self {
        self.clone()
    }

    #[inline]
    fn take_from(&self, index: usize) -> Self {
        #[cfg(feature = "steps")]
        super::steps::count(1);
        self.at(self.cursor.advanced(index))
    }

    #[inline]
    fn take_split(&self, index: usize) -> (Self, Self) {
        (self.take_from(index), self.take(index))
    }

    fn position<P: Fn(u8) -> bool>(&self, predicate: P) -> Option<usize> {
        self.rest().iter().position(|&octet| predicate(octet))
    }

    fn iter_elements(&self) -> Self::Iter {
        self.rest().iter().copied()
    }

    fn iter_indices(&self) -> Self::IterIndices {
        self.iter_elements().enumerate()
    }

    fn slice_index(&self, count: usize) -> Result<usize, Needed> {
        self.rest().slice_index(count)
    }
}

impl<O: Observer, C: Cursor> Offset for ObservedInput<'_, '_, O, C> {
    fn offset(&self, second: &Self) -> usize {
        second.cursor.offset() - self.cursor.offset()
    }
}
