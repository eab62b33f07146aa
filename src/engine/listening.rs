//! An input whose reading somebody follows.

use std::cell::Cell;
use std::iter::{Copied, Enumerate};
use std::slice;

use nom::{Input, Needed, Offset};

use super::place::Place;
use super::text::sealed::Sealed;
use super::{CharacterSet, Characters, Listener, Scan, Text};
use crate::rules::Rule;

/// A text that is read, and who hears of it.
pub(crate) struct Reading<'t, L> {
    /// The text, or a prefix of it while only that is to be read.
    text: Cell<&'t [u8]>,
    listener: L,
}

impl<'t, L: Listener> Reading<'t, L> {
    /// The reading of a text.
    pub(crate) fn new(text: &'t [u8], listener: L) -> Self {
        Self {
            text: Cell::new(text),
            listener,
        }
    }

    /// The start of the text.
    pub(crate) fn start(&self) -> Listening<'_, 't, L> {
        Listening {
            reading: self,
            place: L::Place::START,
        }
    }

    /// Who hears of it.
    pub(crate) fn listener(&self) -> &L {
        &self.listener
    }

    /// Who heard of it.
    pub(crate) fn into_listener(self) -> L {
        self.listener
    }
}

/// A place in a text that is read.
///
/// Invariant: the value alone says where a reading is, so nom's way of going back, which is
/// to go on from an older value, needs nothing undone.
pub(crate) struct Listening<'r, 't, L: Listener> {
    reading: &'r Reading<'t, L>,
    place: L::Place,
}

impl<'t, L: Listener> Listening<'_, 't, L> {
    /// Octets from the start of the text.
    #[inline]
    pub(crate) fn offset(&self) -> usize {
        self.place.offset()
    }

    /// The number of productions heard of on the way here.
    #[inline]
    pub(crate) fn mark(&self) -> usize {
        self.place.mark()
    }

    /// What is left.
    #[inline]
    fn rest(&self) -> &'t [u8] {
        let text = self.reading.text.get();
        text.get(self.offset()..).unwrap_or_default()
    }

    #[inline]
    fn at(&self, place: L::Place) -> Self {
        Self { place, ..*self }
    }

    /// Whether the listener hears of the production.
    #[inline]
    fn follows(&self, rule: Rule) -> bool {
        let follows = const { L::RULES.is_all() } || L::RULES.contains(rule);
        follows && self.place.is_heard()
    }
}

impl<L: Listener> Clone for Listening<'_, '_, L> {
    #[inline]
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<L: Listener> Sealed for Listening<'_, '_, L> {}

impl<L: Listener> Text for Listening<'_, '_, L> {
    #[inline]
    fn octets(&self) -> &[u8] {
        self.rest()
    }

    #[inline]
    fn opening(&self, rule: Rule) -> Self {
        if !self.follows(rule) {
            return self.clone();
        }
        if L::HEARS_ATTEMPTS {
            let trial = self.place.is_trial();
            let listener = &self.reading.listener;
            listener.opened(self.mark(), rule, self.offset(), trial);
        }
        self.at(self.place.marked())
    }

    #[inline]
    fn closing(&self, rest: Self, rule: Rule) -> Self {
        if self.follows(rule) {
            let listener = &self.reading.listener;
            if L::HEARS_ATTEMPTS {
                listener.closed(self.mark(), rest.offset(), rest.mark());
            } else {
                let span = self.offset()..rest.offset();
                listener.derived(self.mark(), rule, span, rest.mark());
            }
        }
        rest
    }

    #[inline]
    fn abandoning(&self, rule: Rule) {
        if L::HEARS_ATTEMPTS && self.follows(rule) {
            self.reading.listener.abandoned();
        }
    }

    #[inline]
    fn consuming(&self, length: usize) {
        if self.hears_attempts() {
            let start = self.offset();
            self.reading.listener.consumed(start, start + length);
        }
    }

    #[inline]
    fn expecting(&self, distance: usize, characters: impl FnOnce() -> CharacterSet) {
        if self.hears_attempts() {
            let offset = self.offset() + distance;
            self.reading.listener.expected(offset, characters);
        }
    }

    #[inline]
    fn excluding<R>(
        &self,
        characters: impl Iterator<Item = (usize, u8)>,
        parse: impl FnOnce() -> R,
    ) -> R {
        if !self.hears_attempts() {
            return parse();
        }
        let listener = &self.reading.listener;
        let mut count = 0;
        for (distance, character) in characters {
            listener.excluded(self.offset() + distance, character);
            count += 1;
        }
        let result = parse();
        (0..count).for_each(|_| listener.readmitted());
        result
    }

    #[inline]
    fn characters(&self) -> Characters {
        if self.is_heard() {
            L::CHARACTERS
        } else {
            Characters::None
        }
    }

    #[inline]
    fn is_heard(&self) -> bool {
        self.place.is_heard()
    }

    #[inline]
    fn hears_attempts(&self) -> bool {
        L::HEARS_ATTEMPTS && self.is_heard()
    }

    #[inline]
    fn hears_inside<const FUSED: bool>(&self, scan: &Scan<FUSED>) -> bool {
        let listener = &self.reading.listener;
        self.is_heard() && listener.hears_inside(scan, self.offset())
    }

    #[inline]
    fn hears_up_to(&self, length: usize) -> bool {
        let end = self.offset() + length;
        self.hears_attempts() && self.reading.listener.hears_up_to(end)
    }

    #[inline]
    fn listing<const FUSED: bool>(&self, scan: &Scan<FUSED>, length: usize) -> Self {
        let rest = self.take_from(length);
        match scan.list().filter(|_| self.is_heard()) {
            Some(list) => {
                let word = self.rest().get(..length).unwrap_or_default();
                let listener = &self.reading.listener;
                let after = listener.listed(self.mark(), *list, self.offset(), word);
                rest.at(rest.place.marked_up_to(after))
            }
            None => rest,
        }
    }

    #[inline]
    fn asks_for_attempts(&self) -> bool {
        L::ASKS_FOR_ATTEMPTS && self.is_heard()
    }

    #[inline]
    fn trial(&self) -> Self {
        if L::HEARS_TRIALS {
            self.at(self.place.trial())
        } else {
            self.muted()
        }
    }

    #[inline]
    fn muted(&self) -> Self {
        self.at(self.place.muted())
    }

    #[inline]
    fn within<R>(&self, length: usize, parse: impl FnOnce(Self) -> R) -> R {
        let text = self.reading.text.get();
        let part = text.get(..self.offset() + length).unwrap_or(text);
        self.reading.text.set(part);
        let result = parse(self.clone());
        self.reading.text.set(text);
        result
    }

    #[inline]
    fn after(&self, part: &Self, _length: usize) -> Self {
        self.at(self.place.moved_to(part.place))
    }

    #[inline]
    fn before(&self, _rest: &Self) -> Self {
        self.clone()
    }
}

/// A part of such an input is the place where it begins: nobody asks for its end.
impl<'t, L: Listener> Input for Listening<'_, 't, L> {
    type Item = u8;
    type Iter = Copied<slice::Iter<'t, u8>>;
    type IterIndices = Enumerate<Self::Iter>;

    #[inline]
    fn input_len(&self) -> usize {
        self.reading.text.get().len() - self.offset()
    }

    #[inline]
    fn take(&self, _index: usize) -> Self {
        self.clone()
    }

    #[inline]
    fn take_from(&self, index: usize) -> Self {
        self.at(self.place.advanced(index))
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

impl<L: Listener> Offset for Listening<'_, '_, L> {
    fn offset(&self, second: &Self) -> usize {
        second.place.offset() - self.place.offset()
    }
}
