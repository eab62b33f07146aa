//! The readings of a text whose lines end with hyphens: each hyphen belongs to the URL, or the line
//! break has added it.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::mapped_text::MappedText;
use super::repair::RepairKind;

/// The most hyphens at line ends for which every combination is tried. With more of them, the
/// readings are the text with all and the text without all.
pub(super) const COMBINED: usize = 6;

/// The readings of a text, and the one to prefer: the first that is a URL. If none is, no hyphen is
/// left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Readings {
    /// The text with every hyphen.
    whole: MappedText,
    /// The offsets in the whole text of the hyphens that end a line.
    hyphens: Vec<usize>,
    preferred: Reading,
}

/// A choice of hyphens to leave out. The bit with the index of a hyphen is set if it is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Reading(u64);

impl Readings {
    /// Returns the readings of a text that has hyphens at these offsets.
    pub(super) fn new(whole: MappedText, hyphens: Vec<usize>) -> Self {
        let mut readings = Self {
            whole,
            hyphens,
            preferred: Reading::ALL_KEPT,
        };
        let is_valid = |reading: &Reading| readings.read(*reading).is_valid();
        if let Some(valid) = readings.all().into_iter().find(is_valid) {
            readings.preferred = valid;
        }
        readings
    }

    /// Returns the text to prefer.
    pub(super) fn text(&self) -> MappedText {
        self.read(self.preferred)
    }

    /// Returns the offsets of the hyphens in the text to prefer.
    pub(super) fn kept(&self) -> Vec<usize> {
        let mut kept = Vec::new();
        for (index, hyphen) in self.hyphens.iter().enumerate() {
            if !self.preferred.omits(index) {
                kept.push(hyphen - (index - kept.len()));
            }
        }
        kept
    }

    /// Returns the places of the hyphens in the document that the text to prefer leaves out.
    pub(super) fn omitted(&self) -> Vec<(RepairKind, Range<usize>)> {
        let mut omitted = Vec::new();
        for (index, &hyphen) in self.hyphens.iter().enumerate() {
            if self.preferred.omits(index) {
                let span = self.whole.document_span(hyphen..hyphen + 1);
                omitted.push((RepairKind::Hyphen, span));
            }
        }
        omitted
    }

    /// Returns the other texts, each once.
    pub(super) fn others(&self) -> impl Iterator<Item = MappedText> {
        let readings = self.all().into_iter();
        let others = readings.filter(|reading| *reading != self.preferred);
        others.map(|reading| self.read(reading))
    }

    /// Returns the readings that differ in text: first the one with every hyphen, then the others,
    /// those that leave out fewer first.
    fn all(&self) -> Vec<Reading> {
        let count = self.hyphens.len();
        if count > COMBINED {
            return vec![Reading::ALL_KEPT, Reading::NONE_KEPT];
        }
        let is_first_of_its_text = |reading: &Reading| {
            (1..count).all(|index| {
                !reading.omits(index) || reading.omits(index - 1) || !self.is_adjacent(index)
            })
        };
        let mut readings = Vec::new();
        for omitted in 0..=count {
            for reading in (0..1 << count).map(Reading) {
                if reading.omitted() == omitted && is_first_of_its_text(&reading) {
                    readings.push(reading);
                }
            }
        }
        readings
    }

    /// Returns whether only hyphens are between a hyphen and the one before it. It does not matter
    /// which of these is left out.
    fn is_adjacent(&self, index: usize) -> bool {
        let between = &self.whole.octets()[self.hyphens[index - 1]..self.hyphens[index]];
        between.iter().all(|octet| *octet == b'-')
    }

    fn read(&self, reading: Reading) -> MappedText {
        self.whole.without(|offset| {
            let index = self.hyphens.binary_search(&offset);
            index.is_ok_and(|index| reading.omits(index))
        })
    }
}

impl Reading {
    const ALL_KEPT: Self = Self(0);
    const NONE_KEPT: Self = Self(u64::MAX);

    /// Returns the number of hyphens that the reading leaves out.
    fn omitted(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the reading leaves out the hyphen with this index.
    fn omits(self, index: usize) -> bool {
        self == Self::NONE_KEPT || (index < COMBINED && self.0 >> index & 1 == 1)
    }
}
