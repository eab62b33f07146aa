//! The ids of the causes of parts.

use super::difference::{DifferenceKind, Edge, EdgeAt, PartCause};
use crate::causes::id::{escaped, shortened};

/// The words of an id about an edge: at an octet inside and outside, and at a distance inside and outside.
type EdgeWords = [&'static str; 4];

const START: EdgeWords = [
    "begins-after",
    "begins-before",
    "lacks-first",
    "before-first",
];

const END: EdgeWords = ["ends-at", "goes-on-over", "lacks-last", "after-last"];

impl PartCause {
    /// The beginning of all ids.
    pub const ID: &'static str = "part/";

    /// Returns the id of the cause: `part`, the name of the part, what differs, and the octets at the edges. It is of the
    /// same characters as that of a [`Cause`](crate::causes::Cause).
    ///
    /// ```
    /// use rfcbnf::parts::{Differing, Place, causes_of};
    ///
    /// let differing = Differing {
    ///     text: b"http://a:80".to_vec(),
    ///     first: Place::Span(7..8),
    ///     second: Place::Span(7..11),
    ///     occurrences: 1,
    /// };
    /// let causes = causes_of(&[differing], &[]);
    /// assert_eq!(causes[0].id("host"), "part/host/goes-on-over/%3a");
    /// ```
    #[must_use]
    pub fn id(&self, part: &str) -> String {
        let part = shortened(escaped(part.as_bytes()));
        let what = match &self.kind {
            DifferenceKind::OnlyFirst => "/missing".to_owned(),
            DifferenceKind::OnlySecond => "/added".to_owned(),
            DifferenceKind::Changed { by, .. } if by.is_empty() => "/changed".to_owned(),
            DifferenceKind::Changed { by, .. } => {
                format!("/{}", by.to_string().replace(", ", "-"))
            }
            DifferenceKind::Edges { start, end } => {
                let start = start.as_ref().map(|edge| of_edge(edge, START));
                let end = end.as_ref().map(|edge| of_edge(edge, END));
                start.into_iter().chain(end).collect()
            }
        };
        format!("{}{part}{what}", Self::ID)
    }
}

fn of_edge(edge: &Edge, words: EdgeWords) -> String {
    let is_outside = usize::from(!edge.is_second_inside);
    let octets = match &edge.at {
        EdgeAt::Distance(distance) => return format!("/{}/{distance}", words[2 + is_outside]),
        EdgeAt::First(octets) | EdgeAt::Last(octets) | EdgeAt::Any(octets) => octets,
    };
    let octets: Vec<u8> = octets.iter().collect();
    let octets = match octets.as_slice() {
        [] => "end".to_owned(),
        octets => shortened(escaped(octets)),
    };
    format!("/{}/{octets}", words[is_outside])
}
