//! Two readings of the part of one text, and what those of many texts show.

use std::ops::Range;

use super::decided::Decided;
use super::difference::{Differing, PartCause, causes_of};
use super::reading::{Changes, Place, Reading};
use crate::causes::{Conclusion, texts};

/// What a search found about a part.
#[derive(Debug, Clone)]
pub struct PartFindings<E> {
    /// Why the two read the part differently, the causes of most texts first.
    pub causes: Vec<PartCause>,
    /// The number of texts that both accept, with the part named by both. The grammar accepts what it derives.
    pub read: u64,
    /// The number of those that the two read differently.
    pub differing: u64,
    /// The texts that one of the two answered in two ways, the shortest first. They belong to no cause.
    pub flaky: Vec<Vec<u8>>,
    /// How far the answers explain how the two read the part.
    pub conclusion: Conclusion<E>,
    /// The short texts of one context, if two programs were asked about all of them. `None` beside the grammar.
    pub decided: Option<Decided>,
}

impl Differing {
    /// Returns how two readings of a part of a text differ; `None` if they mean the same.
    ///
    /// ```
    /// use rfcbnf::parts::{Changes, Differing, Reading};
    ///
    /// let of = |first, second| Differing::between(b"u:hh", [&first, &second], Changes::default());
    /// assert!(of(Reading::Span(2..4), Reading::Text(b"hh".to_vec())).is_none());
    /// assert!(of(Reading::Span(2..4), Reading::Text(b"h".to_vec())).is_some());
    /// ```
    #[must_use]
    pub fn between(text: &[u8], readings: [&Reading; 2], changes: Changes) -> Option<Self> {
        let as_text = |reading: &Reading| match reading {
            Reading::Absent => None,
            Reading::Span(span) => {
                Some(changes.changed(text.get(span.clone()).unwrap_or_default()))
            }
            Reading::Text(part) => Some(changes.changed(part)),
        };
        let are_alike = match readings {
            [Reading::Span(first), Reading::Span(second)] => first == second,
            [first, second] => as_text(first) == as_text(second),
        };
        if are_alike {
            return None;
        }
        let span = |reading: &Reading| match reading {
            Reading::Span(span) => Some(span.clone()),
            Reading::Absent | Reading::Text(_) => None,
        };
        let [one, other] = readings;
        let (first, of_first) = Place::of(one, changes, text, span(other).as_ref());
        let (second, of_second) = Place::of(other, changes, text, first.span());
        let occurrences = [(one, of_first), (other, of_second)].into_iter();
        let occurrences = occurrences.filter(|(reading, _)| matches!(reading, Reading::Text(_)));
        Some(Self {
            text: text.to_vec(),
            first,
            second,
            occurrences: occurrences.map(|(_, times)| times).max().unwrap_or(1),
        })
    }
}

/// The greatest number of texts that are kept, of those that are read alike.
const KEPT: usize = 50_000;

/// The greatest number of flaky texts with which answers show anything, if they are more than one in [`FLAKY_OF`].
const FLAKY: usize = 30;

/// See [`FLAKY`].
const FLAKY_OF: u64 = 100;

/// How two read a part of the texts that were asked about.
pub(super) struct Compared {
    changes: Changes,
    read: u64,
    differing: Vec<Differing>,
    agreeing: Vec<(Vec<u8>, Option<Range<usize>>)>,
    flaky: Vec<Vec<u8>>,
    pub(super) decided: Option<Decided>,
}

impl Compared {
    pub(super) fn new(changes: Changes) -> Self {
        Self {
            changes,
            read: 0,
            differing: Vec::new(),
            agreeing: Vec::new(),
            flaky: Vec::new(),
            decided: None,
        }
    }

    /// Counts texts of which it is known that they are read differently. They are [kept](Self::keep) when both say so again.
    pub(super) fn count_known(&mut self, known: &[Differing]) {
        self.read += known.len() as u64;
    }

    /// Counts a text. Returns its [difference](Self::difference), which is [kept](Self::keep) when both say so again.
    pub(super) fn count(
        &mut self,
        text: &[u8],
        (first, others): (&Reading, &[Reading]),
        second: &Reading,
    ) -> Option<Differing> {
        self.read += 1;
        let Some(alike) = self.alike(text, (first, others), second) else {
            return Differing::between(text, [first, second], self.changes);
        };
        if self.agreeing.len() < KEPT {
            let (place, _) = Place::of(alike, self.changes, text, None);
            self.agreeing.push((text.to_vec(), place.span().cloned()));
        }
        None
    }

    /// Returns how two readings differ. The first may read the text in any of its ways, of which there is at least one:
    /// `None` if one of these ways is that of the second.
    pub(super) fn difference(
        &self,
        text: &[u8],
        (first, others): (&Reading, &[Reading]),
        second: &Reading,
    ) -> Option<Differing> {
        match self.alike(text, (first, others), second) {
            Some(_) => None,
            None => Differing::between(text, [first, second], self.changes),
        }
    }

    /// Returns the way of the first that is that of the second.
    fn alike<'r>(
        &self,
        text: &[u8],
        (first, others): (&'r Reading, &'r [Reading]),
        second: &Reading,
    ) -> Option<&'r Reading> {
        let mut all = std::iter::once(first).chain(others);
        all.find(|one| Differing::between(text, [one, second], self.changes).is_none())
    }

    /// Keeps a text that the two read differently. Without `holds`, they gave another answer when they were asked again.
    pub(super) fn keep(&mut self, differing: Differing, holds: bool) {
        if holds {
            self.differing.push(differing);
        } else {
            self.flaky.push(differing.text);
        }
    }

    /// Returns the texts that the two read differently.
    pub(super) fn differing(&self) -> &[Differing] {
        &self.differing
    }

    /// Returns why the two read the part differently.
    pub(super) fn causes(&self) -> Vec<PartCause> {
        causes_of(&self.differing, &self.agreeing)
    }

    /// Returns everything that was found. If there are too many flaky texts, chance decides what differs, and that is no
    /// cause.
    pub(super) fn findings<E>(
        mut self,
        causes: Vec<PartCause>,
        conclusion: Conclusion<E>,
    ) -> PartFindings<E> {
        texts::sort(&mut self.flaky);
        self.flaky.dedup();
        let is_chance = self.flaky.len() > FLAKY && self.flaky.len() as u64 * FLAKY_OF > self.read;
        let (causes, conclusion) = match (self.flaky.first(), conclusion) {
            (Some(text), conclusion)
                if is_chance && !matches!(conclusion, Conclusion::Stopped(_)) =>
            {
                (Vec::new(), Conclusion::Contradicted { text: text.clone() })
            }
            (_, conclusion) => (causes, conclusion),
        };
        PartFindings {
            causes,
            read: self.read,
            differing: self.differing.len() as u64,
            flaky: self.flaky,
            conclusion,
            decided: self.decided,
        }
    }
}
