//! Why two read a part of texts differently.
//!
//! Two that read a part differently mostly differ about one delimiter: one ends the part there, and the other does not.
//!
//! ```text
//! http://a:80/        the grammar's host ends at `:`, the parser's goes on over it
//!        ^---
//! http://u\@b/        one ends the host at `\`, for the other it begins after `@`
//!        ^  ^
//! ```
//!
//! So the texts are divided by the edges of the part that differ, by which of the two is inside the other, and by the
//! octet at the inner edge. A part that always lacks as many octets, whatever they are, is a difference of its own: the
//! octets say nothing then.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::reading::{Changes, Place};
use crate::octets::OctetSet;

/// A text that both accept, and where each of them reads the part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Differing {
    /// The text.
    pub text: Vec<u8>,
    /// Where the grammar has the part, or the first of two parsers.
    pub first: Place,
    /// Where the parser has it, or the second.
    pub second: Place,
    /// How often the text has what the parser says, if that is a text. Then it is not certain where it means.
    pub occurrences: usize,
}

/// Why two read a part differently.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartCause {
    /// What differs.
    pub kind: DifferenceKind,
    /// The number of texts.
    pub texts: u64,
    /// The shortest of them.
    pub witness: Differing,
    /// One of them as people write them: the one of which most other texts have the length.
    pub typical: Differing,
    /// The shortest text that has what the cause is about, and that both read alike. `None` if there is none.
    pub exception: Option<Vec<u8>>,
}

/// What differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum DifferenceKind {
    /// Only the first has the part.
    OnlyFirst,
    /// Only the second has the part.
    OnlySecond,
    /// What one of the two says is no part of the text.
    Changed {
        /// Whether it is the second.
        is_second: bool,
        /// The changes up to which it equals what the other says; empty if it does not up to all of them.
        by: Changes,
    },
    /// The part begins or ends elsewhere.
    Edges {
        /// Where it begins, if that differs.
        start: Option<Edge>,
        /// Where it ends, if that differs.
        end: Option<Edge>,
    },
}

/// An edge of a part that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edge {
    /// Whether the part of the second is inside that of the first at this edge.
    pub is_second_inside: bool,
    /// What is at the inner edge.
    pub at: EdgeAt,
}

/// What is at the inner edge: at its end, the octet after it; at its start, the one before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum EdgeAt {
    /// Always as many octets inside, whatever is there.
    Distance(usize),
    /// The first of these octets.
    First(OctetSet),
    /// The last of these octets.
    Last(OctetSet),
    /// One of these octets.
    Any(OctetSet),
}

/// The greatest distance that is a difference of its own.
const DISTANCE: usize = 3;

/// The least number of octets at an edge for which the distance says more than they do.
const OCTETS: usize = 3;

/// The greatest number of octets at an edge that are causes of their own: those of most texts.
const APART: usize = 4;

/// The greatest number of texts that are looked at for an exception.
const AGREEING: usize = 50_000;

/// What differs in one text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    OnlyFirst,
    OnlySecond,
    Changed(bool, Changes),
    /// For the start and the end, whether the second is inside; `None` if they are the same.
    Edges([Option<bool>; 2]),
}

impl Differing {
    fn shape(&self) -> Shape {
        match (&self.first, &self.second) {
            (other, Place::Changed(part)) => Shape::Changed(true, self.changes(other, part)),
            (Place::Changed(part), other) => Shape::Changed(false, self.changes(other, part)),
            (_, Place::Absent) => Shape::OnlyFirst,
            (Place::Absent, _) => Shape::OnlySecond,
            (Place::Span(first), Place::Span(second)) => {
                let start = (first.start != second.start).then_some(second.start > first.start);
                let end = (first.end != second.end).then_some(second.end < first.end);
                Shape::Edges([start, end])
            }
        }
    }

    /// Returns what changes the part of the text into the other.
    fn changes(&self, place: &Place, part: &[u8]) -> Changes {
        let text = place.span().and_then(|span| self.text.get(span.clone()));
        text.map(|text| Changes::between(text, part))
            .unwrap_or_default()
    }

    fn spans(&self) -> Option<[&Range<usize>; 2]> {
        Some([self.first.span()?, self.second.span()?])
    }

    /// Returns the octet at the inner edge, and how far that is inside the other. A part that has to begin after all of
    /// the other begins at no edge of it.
    fn edge(&self, is_end: bool) -> Option<(u8, usize)> {
        let [first, second] = self.spans()?;
        let (index, distance) = if is_end {
            let inner = first.end.min(second.end);
            (inner, first.end.abs_diff(second.end))
        } else {
            let inner = first.start.max(second.start);
            (inner.checked_sub(1)?, first.start.abs_diff(second.start))
        };
        Some((*self.text.get(index)?, distance))
    }

    /// Returns whether the octet at the inner edge is the first of these octets in the outer part, and whether it is the
    /// last.
    fn is_first_and_last(&self, is_end: bool, octets: OctetSet) -> [bool; 2] {
        let Some([first, second]) = self.spans() else {
            return [false; 2];
        };
        let outer = first.start.min(second.start)..first.end.max(second.end);
        let inner = if is_end {
            first.end.min(second.end)
        } else {
            first.start.max(second.start).saturating_sub(1)
        };
        let has = |range: Range<usize>| {
            let part = self.text.get(range).unwrap_or_default();
            part.iter().any(|octet| octets.contains(*octet))
        };
        let from = if is_end {
            first.start.max(second.start)
        } else {
            outer.start
        };
        [
            !has(from..inner.max(from)),
            !has(inner + 1..outer.end.max(inner + 1)),
        ]
    }
}

/// Returns why two read the part of these texts differently, the causes of most texts first. `agreeing` are texts that
/// both read alike, with the part.
#[must_use]
pub fn causes_of(
    differing: &[Differing],
    agreeing: &[(Vec<u8>, Option<Range<usize>>)],
) -> Vec<PartCause> {
    let mut by_shape: BTreeMap<Shape, Vec<&Differing>> = BTreeMap::new();
    let (certain, uncertain): (Vec<&Differing>, Vec<&Differing>) =
        differing.iter().partition(|one| one.occurrences <= 1);
    for one in certain {
        by_shape.entry(one.shape()).or_default().push(one);
    }
    // What occurs more than once is by chance where it is. It shows nothing that other texts do not show better.
    if by_shape.is_empty() {
        for one in uncertain {
            by_shape.entry(one.shape()).or_default().push(one);
        }
    }
    let mut causes: Vec<PartCause> = Vec::new();
    for (shape, texts) in by_shape {
        match shape {
            Shape::OnlyFirst => causes.extend(cause(DifferenceKind::OnlyFirst, &texts, agreeing)),
            Shape::OnlySecond => causes.extend(cause(DifferenceKind::OnlySecond, &texts, agreeing)),
            Shape::Changed(is_second, by) => {
                let kind = DifferenceKind::Changed { is_second, by };
                causes.extend(cause(kind, &texts, agreeing));
            }
            Shape::Edges(edges) => causes.extend(causes_of_edges(edges, &texts, agreeing)),
        }
    }
    causes.sort_by_key(|one| (std::cmp::Reverse(one.texts), one.witness.text.len()));
    causes
}

/// Divides texts whose part differs at these edges by what is there.
fn causes_of_edges(
    edges: [Option<bool>; 2],
    texts: &[&Differing],
    agreeing: &[(Vec<u8>, Option<Range<usize>>)],
) -> Vec<PartCause> {
    // The octets divide the texts at each edge where they are few, and a distance says no more.
    let mut key: [Option<EdgeAt>; 2] = [None, None];
    let mut divides = [OctetSet::EMPTY; 2];
    for (index, edge) in edges.iter().enumerate() {
        let is_end = index == 1;
        if edge.is_none() {
            continue;
        }
        let found: Vec<Option<(u8, usize)>> = texts.iter().map(|one| one.edge(is_end)).collect();
        let octets: BTreeSet<Option<u8>> = found.iter().map(|it| it.map(|it| it.0)).collect();
        let distances: BTreeSet<usize> = found.iter().flatten().map(|it| it.1).collect();
        match distances.iter().next() {
            Some(&distance)
                if distances.len() == 1 && distance <= DISTANCE && octets.len() >= OCTETS =>
            {
                key[index] = Some(EdgeAt::Distance(distance));
            }
            _ => divides[index] = frequent(&found),
        }
    }
    let mut groups: BTreeMap<[Option<u8>; 2], Vec<&Differing>> = BTreeMap::new();
    for one in texts {
        let octet = |index: usize| {
            let edge = one.edge(index == 1).map(|(octet, _)| octet);
            edge.filter(|octet| divides[index].contains(*octet))
        };
        groups.entry([octet(0), octet(1)]).or_default().push(one);
    }
    let causes = groups.into_values().filter_map(|texts| {
        let edge = |index: usize| {
            Some(Edge {
                is_second_inside: edges[index]?,
                at: key[index]
                    .clone()
                    .unwrap_or_else(|| edge_at(index == 1, &texts)),
            })
        };
        let kind = DifferenceKind::Edges {
            start: edge(0),
            end: edge(1),
        };
        cause(kind, &texts, agreeing)
    });
    causes.collect()
}

/// Returns the octets that most texts have at an edge. The others are one cause together.
fn frequent(edges: &[Option<(u8, usize)>]) -> OctetSet {
    let mut counts: BTreeMap<u8, usize> = BTreeMap::new();
    for (octet, _) in edges.iter().flatten() {
        *counts.entry(*octet).or_default() += 1;
    }
    let mut counts: Vec<(u8, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(octet, count)| (std::cmp::Reverse(*count), *octet));
    let octets = counts.into_iter().take(APART);
    octets.fold(OctetSet::EMPTY, |all, (octet, _)| {
        all | OctetSet::single(octet)
    })
}

/// Returns what is at the inner edge of the part in all of these texts.
fn edge_at(is_end: bool, texts: &[&Differing]) -> EdgeAt {
    let octets = texts.iter().filter_map(|one| one.edge(is_end));
    let octets = octets.map(|(octet, _)| OctetSet::single(octet));
    let octets = octets.fold(OctetSet::EMPTY, |all, one| all | one);
    let places = texts
        .iter()
        .map(|one| one.is_first_and_last(is_end, octets));
    let [are_first, are_last] = places
        .fold([true, true], |[all_first, all_last], [first, last]| {
            [all_first && first, all_last && last]
        });
    match (are_first, are_last) {
        (true, _) => EdgeAt::First(octets),
        (false, true) => EdgeAt::Last(octets),
        (false, false) => EdgeAt::Any(octets),
    }
}

/// Returns the cause of these texts, of which there is at least one.
fn cause(
    kind: DifferenceKind,
    texts: &[&Differing],
    agreeing: &[(Vec<u8>, Option<Range<usize>>)],
) -> Option<PartCause> {
    let order = |one: &&&Differing| (one.text.len(), unusual(&one.text), one.text.clone());
    let witness = texts.iter().min_by_key(order)?;
    // The text in the middle by length, of those with letters and digits the most usual one.
    let mut lengths: Vec<usize> = texts.iter().map(|one| one.text.len()).collect();
    lengths.sort_unstable();
    let middle = lengths[lengths.len() / 2];
    let typical = texts.iter().min_by_key(|one| {
        (
            one.text.len().abs_diff(middle),
            unusual(&one.text),
            one.text.clone(),
        )
    })?;
    Some(PartCause {
        exception: exception(&kind, agreeing),
        kind,
        texts: texts.len() as u64,
        witness: (**witness).clone(),
        typical: (**typical).clone(),
    })
}

/// Returns how unusual the octets of a text are.
fn unusual(text: &[u8]) -> usize {
    let of = |octet: &u8| match octet {
        b'a'..=b'z' => 0,
        b'!'..=b'~' => 1,
        _ => 8,
    };
    text.iter().map(of).sum()
}

/// Returns the shortest text that both read alike, although one of them ends the part elsewhere at the octets of the
/// cause.
fn exception(
    kind: &DifferenceKind,
    agreeing: &[(Vec<u8>, Option<Range<usize>>)],
) -> Option<Vec<u8>> {
    let DifferenceKind::Edges { start, end } = kind else {
        return None;
    };
    let octets = |edge: &Option<Edge>| match edge {
        Some(Edge {
            at: EdgeAt::First(octets) | EdgeAt::Last(octets),
            is_second_inside: true,
        }) => Some(*octets),
        _ => None,
    };
    // With two edges, each may need the other.
    let octets = match (start, end) {
        (None, edge) | (edge, None) => octets(edge)?,
        _ => return None,
    };
    let has = |(text, part): &&(Vec<u8>, Option<Range<usize>>)| {
        let part = part.clone().and_then(|part| text.get(part));
        part.is_some_and(|part| part.iter().any(|octet| octets.contains(*octet)))
    };
    let found = agreeing.iter().take(AGREEING).filter(has);
    found
        .map(|(text, _)| text)
        .min_by_key(|text| text.len())
        .cloned()
}
