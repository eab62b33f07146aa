//! How a place in a reading is kept.
//!
//! Invariant: what two readings of a text have in common at a place is the place alone, so
//! however it is kept, the same is heard.

/// A place: octets from the start of the text, the number of productions heard of on the way
/// there, and whether what happens from there on is heard at all, and whether as a trial.
pub(crate) trait Place: Copy {
    /// The most octets and the most productions that can be counted.
    const MOST: usize;

    /// The start of the text, heard, and no trial.
    const START: Self;

    /// Octets from the start of the text.
    fn offset(self) -> usize;

    /// The number of productions heard of on the way.
    fn mark(self) -> usize;

    /// Whether what happens from here on is heard.
    fn is_heard(self) -> bool;

    /// Whether what happens from here on is a trial.
    fn is_trial(self) -> bool;

    /// The place so many octets further on.
    #[must_use]
    fn advanced(self, octets: usize) -> Self;

    /// The same place after one more production. Beyond [`Place::MOST`] the number is of no use.
    #[must_use]
    fn marked(self) -> Self;

    /// The same place, so many productions on the way. Beyond [`Place::MOST`] the number is of no
    /// use.
    #[must_use]
    fn marked_up_to(self, productions: usize) -> Self;

    /// The other place, heard as this one is.
    #[must_use]
    fn moved_to(self, other: Self) -> Self;

    /// The same place, from where nothing is heard.
    #[must_use]
    fn muted(self) -> Self;

    /// The same place, from where a trial is made.
    #[must_use]
    fn trial(self) -> Self;
}

/// What is set where nothing is heard.
const MUTED: usize = 1;

/// What is set where a trial is made.
const TRIAL: usize = 2;

/// Both.
const FLAGS: usize = MUTED | TRIAL;

/// One production, above the two.
const PRODUCTION: usize = 4;

/// A place in any text.
#[derive(Clone, Copy)]
pub(crate) struct Wide {
    offset: usize,
    mark: usize,
}

impl Place for Wide {
    const MOST: usize = usize::MAX / PRODUCTION;

    const START: Self = Self { offset: 0, mark: 0 };

    #[inline]
    fn offset(self) -> usize {
        self.offset
    }

    #[inline]
    fn mark(self) -> usize {
        self.mark / PRODUCTION
    }

    #[inline]
    fn is_heard(self) -> bool {
        self.mark & MUTED == 0
    }

    #[inline]
    fn is_trial(self) -> bool {
        self.mark & TRIAL != 0
    }

    #[inline]
    fn advanced(self, octets: usize) -> Self {
        Self {
            offset: self.offset + octets,
            ..self
        }
    }

    #[inline]
    fn marked(self) -> Self {
        Self {
            mark: self.mark.saturating_add(PRODUCTION),
            ..self
        }
    }

    #[inline]
    fn marked_up_to(self, productions: usize) -> Self {
        Self {
            mark: productions.saturating_mul(PRODUCTION) & !FLAGS | self.mark & FLAGS,
            ..self
        }
    }

    #[inline]
    fn moved_to(self, other: Self) -> Self {
        Self {
            mark: other.mark & !FLAGS | self.mark & FLAGS,
            ..other
        }
    }

    #[inline]
    fn muted(self) -> Self {
        Self {
            mark: self.mark | MUTED,
            ..self
        }
    }

    #[inline]
    fn trial(self) -> Self {
        Self {
            mark: self.mark | TRIAL,
            ..self
        }
    }
}

/// A place in a text that is not very long, in one word: the offset in its lower half, and in
/// its upper half what [`Wide`] keeps beside it. An input of two words is passed on in
/// registers, and that makes trees a third faster.
#[derive(Clone, Copy)]
pub(crate) struct Compact(u64);

impl Compact {
    /// Whether every place of the text can be kept so.
    pub(crate) fn holds(text: &[u8]) -> bool {
        text.len() <= Self::MOST
    }
}

/// Where the upper half begins.
const UPPER: u32 = u32::BITS;

/// The bits in the upper half.
const fn upper(bits: usize) -> u64 {
    (bits as u64) << UPPER
}

impl Place for Compact {
    const MOST: usize = u32::MAX as usize / PRODUCTION;

    const START: Self = Self(0);

    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "no offset is greater than that of the end of a text in memory"
    )]
    fn offset(self) -> usize {
        (self.0 & u64::from(u32::MAX)) as usize
    }

    #[inline]
    fn mark(self) -> usize {
        (self.0 >> UPPER) as usize / PRODUCTION
    }

    #[inline]
    fn is_heard(self) -> bool {
        self.0 & upper(MUTED) == 0
    }

    #[inline]
    fn is_trial(self) -> bool {
        self.0 & upper(TRIAL) != 0
    }

    #[inline]
    fn advanced(self, octets: usize) -> Self {
        Self(self.0 + octets as u64)
    }

    #[inline]
    fn marked(self) -> Self {
        Self(self.0.wrapping_add(upper(PRODUCTION)))
    }

    #[inline]
    fn marked_up_to(self, productions: usize) -> Self {
        let counted = upper(productions.saturating_mul(PRODUCTION));
        Self(counted & !upper(FLAGS) | self.0 & (upper(FLAGS) | u64::from(u32::MAX)))
    }

    #[inline]
    fn moved_to(self, other: Self) -> Self {
        Self(other.0 & !upper(FLAGS) | self.0 & upper(FLAGS))
    }

    #[inline]
    fn muted(self) -> Self {
        Self(self.0 | upper(MUTED))
    }

    #[inline]
    fn trial(self) -> Self {
        Self(self.0 | upper(TRIAL))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What there is to know of a place.
    fn known(place: impl Place) -> (usize, usize, bool, bool) {
        let (heard, trial) = (place.is_heard(), place.is_trial());
        (place.offset(), place.mark(), heard, trial)
    }

    /// The places that are reached from the start by three moves.
    fn places<P: Place>() -> Vec<P> {
        let mut places = vec![P::START];
        for _ in 0..3 {
            let more = places.iter().flat_map(|&place| {
                let far = place.advanced(1 << 20).marked();
                let other = far.trial().moved_to(place);
                [place.advanced(3), far, place.muted(), place.trial(), other]
            });
            places = more.collect();
        }
        places
    }

    #[test]
    fn both_ways_to_keep_a_place_know_the_same() {
        let wide = places::<Wide>().into_iter().map(known);
        let compact = places::<Compact>().into_iter().map(known);
        assert!(wide.clone().any(|(_, mark, heard, _)| mark == 3 && heard));
        assert!(wide.eq(compact));
    }

    #[test]
    fn a_place_moved_to_another_is_heard_as_before() {
        let muted = Compact::START.advanced(4).marked().muted();
        let trial = Compact::START.trial().moved_to(muted);
        assert_eq!(known(trial), (4, 1, true, true));
    }
}
