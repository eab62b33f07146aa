//! Two readings of the part of one text, and what those of many texts show.

use std::ops::Range;

use super::decided::Decided;
use super::difference::{Differing, PartCause, causes_of};
use super::reading::{Changes, Place, Reading};
use crate::causes::Conclusion;

/// What a search found about a part.
#[derive(Debug, Clone)]
pub struct PartFindings<E> {
    /// Why the two read the part differently, the causes of most texts first.
    pub causes: Vec<PartCause>,
    /// The number of texts that both accept, and of which both say how they read the part. Where one of the two is the
    /// grammar, it derives them.
    pub read: u64,
    /// The number of those that the two read differently.
    pub differing: u64,
    /// How far the answers explain how the two read the part.
    pub conclusion: Conclusion<E>,
    /// The short texts of one context, all of which two programs were asked about. `None` if one of the two is the grammar.
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

/// How two read a part of the texts that were asked about.
pub(super) struct Compared {
    changes: Changes,
    read: u64,
    differing: Vec<Differing>,
    agreeing: Vec<(Vec<u8>, Option<Range<usize>>)>,
    pub(super) decided: Option<Decided>,
}

impl Compared {
    /// Begins with texts of which it is known that they are read differently.
    pub(super) fn new(changes: Changes, known: Vec<Differing>) -> Self {
        Self {
            changes,
            read: known.len() as u64,
            differing: known,
            agreeing: Vec::new(),
            decided: None,
        }
    }

    /// Counts a text. The first may read it in any of its ways, of which there is at least one. Returns how the two
    /// differ; `None` if one of these ways is that of the second.
    pub(super) fn count(
        &mut self,
        text: &[u8],
        (first, others): (&Reading, &[Reading]),
        second: &Reading,
    ) -> Option<&Differing> {
        self.read += 1;
        let between = |one| Differing::between(text, [one, second], self.changes);
        let differing = between(first);
        let mut all = std::iter::once(first).chain(others);
        let alike = all.find(|one| between(one).is_none());
        if let Some(alike) = alike {
            if self.agreeing.len() < KEPT {
                let (place, _) = Place::of(alike, self.changes, text, None);
                self.agreeing.push((text.to_vec(), place.span().cloned()));
            }
            return None;
        }
        self.differing.extend(differing);
        self.differing.last()
    }

    /// Returns the texts that the two read differently.
    pub(super) fn differing(&self) -> &[Differing] {
        &self.differing
    }

    /// Returns why the two read the part differently.
    pub(super) fn causes(&self) -> Vec<PartCause> {
        causes_of(&self.differing, &self.agreeing)
    }

    /// Returns everything that was found.
    pub(super) fn findings<E>(
        &self,
        causes: Vec<PartCause>,
        conclusion: Conclusion<E>,
    ) -> PartFindings<E> {
        PartFindings {
            causes,
            read: self.read,
            differing: self.differing.len() as u64,
            conclusion,
            decided: self.decided.clone(),
        }
    }
}
