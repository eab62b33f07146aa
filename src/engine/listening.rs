//! An input whose reading somebody follows.

use std::iter::{Copied, Enumerate};
use std::slice;

use nom::{Input, Needed, Offset};

use super::text::sealed::Sealed;
use super::{CharacterSet, Characters, RuleSet, Scan, Text};
use crate::Rule;

/// Hears what the productions do.
///
/// Offsets are octets from the start of the text. `mark` counts the productions that were
/// heard of on the way to a place; a reading that goes back to an earlier place goes back to
/// its mark, so what was heard beyond it no longer counts.
pub(crate) trait Listener {
    /// Of which character productions it wants to hear.
    const CHARACTERS: Characters;

    /// The productions that it wants to hear of, apart from the character productions.
    const RULES: RuleSet = RuleSet::ALL;

    /// Whether it wants to hear of attempts that may come to nothing. What is chosen after
    /// them is done once more in any case.
    const HEARS_TRIALS: bool;

    /// Whether it wants to hear all that is looked for, more than what is chosen.
    const ASKS_FOR_ATTEMPTS: bool = false;

    /// Whether it wants to hear of what happens inside a production that can be scanned, of
    /// which the octets at the offset may begin with a word.
    #[inline]
    fn hears_inside(&self, scan: &Scan, octets: &[u8], offset: usize) -> bool {
        let _ = (octets, offset);
        Self::CHARACTERS != Characters::None || Self::RULES.intersects(scan.inside())
    }

    /// A production begins. It is the one numbered `mark`. Whatever comes of a trial, the
    /// choice among several is made after it.
    fn opened(&self, mark: usize, rule: Rule, start: usize, trial: bool);

    /// The production numbered `mark` derives `start..end`; `after` is the mark there.
    fn closed(&self, mark: usize, end: usize, after: usize);

    /// The production that opened last and is not yet closed or abandoned derives nothing.
    fn abandoned(&self) {}

    /// A terminal matched these octets.
    fn consumed(&self, start: usize, end: usize) {
        let _ = (start, end);
    }

    /// None of these characters stands here, and one of them was needed.
    fn expected(&self, offset: usize, characters: CharacterSet) {
        let _ = (offset, characters);
    }

    /// From now on the character cannot stand there, until [`Listener::readmitted`].
    fn excluded(&self, offset: usize, character: u8) {
        let _ = (offset, character);
    }

    /// Ends the last exclusion.
    fn readmitted(&self) {}
}

/// A text together with the place reached in it and with somebody who listens.
///
/// Invariant: the value alone says where a reading is, so nom's way of going back, which is
/// to go on from an older value, needs nothing undone.
pub(crate) struct Listening<'t, L> {
    rest: &'t [u8],
    offset: usize,
    mark: usize,
    listener: &'t L,
    heard: bool,
    trial: bool,
}

impl<'t, L> Listening<'t, L> {
    /// The whole of a text.
    pub(crate) fn new(text: &'t [u8], listener: &'t L) -> Self {
        Self {
            rest: text,
            offset: 0,
            mark: 0,
            listener,
            heard: true,
            trial: false,
        }
    }

    /// Octets from the start of the text.
    pub(crate) fn place(&self) -> usize {
        self.offset
    }

    /// The number of productions heard of on the way here.
    pub(crate) fn mark(&self) -> usize {
        self.mark
    }
}

impl<L: Listener> Listening<'_, L> {
    /// Whether the listener hears of the production.
    #[inline]
    fn follows(&self, rule: Rule) -> bool {
        self.heard && L::RULES.contains(rule)
    }
}

impl<L> Clone for Listening<'_, L> {
    #[inline]
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<L> Sealed for Listening<'_, L> {}

impl<L: Listener> Text for Listening<'_, L> {
    #[inline]
    fn octets(&self) -> &[u8] {
        self.rest
    }

    #[inline]
    fn opening(&self, rule: Rule) -> Self {
        if !self.follows(rule) {
            return self.clone();
        }
        self.listener
            .opened(self.mark, rule, self.offset, self.trial);
        Self {
            mark: self.mark + 1,
            ..*self
        }
    }

    #[inline]
    fn closing(&self, rest: Self, rule: Rule) -> Self {
        if self.follows(rule) {
            self.listener.closed(self.mark, rest.offset, rest.mark);
        }
        rest
    }

    #[inline]
    fn abandoning(&self, rule: Rule) {
        if self.follows(rule) {
            self.listener.abandoned();
        }
    }

    #[inline]
    fn consuming(&self, length: usize) {
        if self.heard {
            self.listener.consumed(self.offset, self.offset + length);
        }
    }

    #[inline]
    fn expecting(&self, distance: usize, characters: impl FnOnce() -> CharacterSet) {
        if self.heard {
            self.listener.expected(self.offset + distance, characters());
        }
    }

    #[inline]
    fn excluding<R>(
        &self,
        characters: impl Iterator<Item = (usize, u8)>,
        parse: impl FnOnce() -> R,
    ) -> R {
        if !self.heard {
            return parse();
        }
        let mut count = 0;
        for (distance, character) in characters {
            self.listener.excluded(self.offset + distance, character);
            count += 1;
        }
        let result = parse();
        (0..count).for_each(|_| self.listener.readmitted());
        result
    }

    #[inline]
    fn characters(&self) -> Characters {
        if self.heard {
            L::CHARACTERS
        } else {
            Characters::None
        }
    }

    #[inline]
    fn is_heard(&self) -> bool {
        self.heard
    }

    #[inline]
    fn hears_inside(&self, scan: &Scan) -> bool {
        self.heard && self.listener.hears_inside(scan, self.rest, self.offset)
    }

    #[inline]
    fn asks_for_attempts(&self) -> bool {
        self.heard && L::ASKS_FOR_ATTEMPTS
    }

    #[inline]
    fn trial(&self) -> Self {
        if L::HEARS_TRIALS {
            Self {
                trial: true,
                ..*self
            }
        } else {
            self.muted()
        }
    }

    #[inline]
    fn muted(&self) -> Self {
        Self {
            heard: false,
            ..*self
        }
    }

    #[inline]
    fn after(&self, cut: &Self, length: usize) -> Self {
        Self {
            mark: cut.mark,
            ..self.take_from(length)
        }
    }
}

impl<'t, L> Input for Listening<'t, L> {
    type Item = u8;
    type Iter = Copied<slice::Iter<'t, u8>>;
    type IterIndices = Enumerate<Self::Iter>;

    #[inline]
    fn input_len(&self) -> usize {
        self.rest.len()
    }

    #[inline]
    fn take(&self, index: usize) -> Self {
        Self {
            rest: &self.rest[..index],
            ..*self
        }
    }

    #[inline]
    fn take_from(&self, index: usize) -> Self {
        Self {
            rest: &self.rest[index..],
            offset: self.offset + index,
            ..*self
        }
    }

    #[inline]
    fn take_split(&self, index: usize) -> (Self, Self) {
        (self.take_from(index), self.take(index))
    }

    #[inline]
    fn position<P: Fn(u8) -> bool>(&self, predicate: P) -> Option<usize> {
        self.rest.iter().position(|&octet| predicate(octet))
    }

    #[inline]
    fn iter_elements(&self) -> Self::Iter {
        self.rest.iter().copied()
    }

    #[inline]
    fn iter_indices(&self) -> Self::IterIndices {
        self.iter_elements().enumerate()
    }

    #[inline]
    fn slice_index(&self, count: usize) -> Result<usize, Needed> {
        self.rest.slice_index(count)
    }
}

impl<L> Offset for Listening<'_, L> {
    #[inline]
    fn offset(&self, second: &Self) -> usize {
        second.offset - self.offset
    }
}
