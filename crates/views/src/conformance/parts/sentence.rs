//! What differs in a part, in words.
//!
//! ```
//! use rfc1738_views::conformance::parts::sentence::sentence;
//! use rfcbnf::parts::{Differing, Place, causes_of};
//!
//! let differing = Differing {
//!     text: b"http://a:80".to_vec(),
//!     first: Place::Span(7..8),
//!     second: Place::Span(7..11),
//!     occurrences: 1,
//! };
//! let causes = causes_of(&[differing], &[]);
//! let names = ["the grammar".to_owned(), "the parser".to_owned()];
//! assert_eq!(
//!     sentence("host", &names, &causes[0].kind),
//!     "the parser's host goes on over `:`, the grammar's ends there"
//! );
//! ```

use rfcbnf::octets::OctetSet;
use rfcbnf::parts::{DifferenceKind, Edge, EdgeAt};
use rfcbnf_engine::escape::Escaped;

use crate::conformance::causes::sentence::{any_of, members};

/// Returns what differs in a sentence without a full stop, escaped. `names` are what is compared, escaped.
#[must_use]
pub fn sentence(part: &str, names: &[String; 2], kind: &DifferenceKind) -> String {
    let part = Escaped(part.as_bytes());
    let [first, second] = names;
    match kind {
        DifferenceKind::OnlyFirst => format!("{second} has no {part} where {first} has one"),
        DifferenceKind::OnlySecond => format!("{second} has a {part} where {first} has none"),
        DifferenceKind::Changed { is_second, by } => {
            let whose = if *is_second { second } else { first };
            if by.is_empty() {
                format!("{whose}'s {part} is another text than any part of the text")
            } else {
                format!("{whose} changes the {part}, which is equal up to `{by}`")
            }
        }
        DifferenceKind::Edges { start, end } => {
            let start = start.as_ref().map(|edge| at_start(edge, first));
            let end = end.as_ref().map(|edge| at_end(edge, first));
            let edges: Vec<String> = start.into_iter().chain(end).collect();
            format!("{second}'s {part} {}", edges.join("; it "))
        }
    }
}

fn at_start(edge: &Edge, first: &str) -> String {
    let is_inside = edge.is_second_inside;
    match &edge.at {
        EdgeAt::Distance(distance) if is_inside => {
            format!("lacks the first {} of {first}'s", octets_long(*distance))
        }
        EdgeAt::Distance(distance) => {
            format!("begins {} before {first}'s", octets_long(*distance))
        }
        at if is_inside => format!("begins after {}, {first}'s before", which(at)),
        at => format!("begins before {}, {first}'s after", which(at)),
    }
}

fn at_end(edge: &Edge, first: &str) -> String {
    let is_inside = edge.is_second_inside;
    match &edge.at {
        EdgeAt::Distance(distance) if is_inside => {
            format!("lacks the last {} of {first}'s", octets_long(*distance))
        }
        EdgeAt::Distance(distance) => {
            format!("ends {} after {first}'s", octets_long(*distance))
        }
        at if is_inside => format!("ends at {}, {first}'s goes on", which(at)),
        EdgeAt::First(octets) | EdgeAt::Last(octets) | EdgeAt::Any(octets) => {
            format!("goes on over {}, {first}'s ends there", over(*octets))
        }
    }
}

fn octets_long(distance: usize) -> String {
    match distance {
        1 => "octet".to_owned(),
        distance => format!("{distance} octets"),
    }
}

/// Returns what is at an edge: ``the first `%` ``.
fn which(at: &EdgeAt) -> String {
    match at {
        EdgeAt::First(octets) => format!("the first {}", one_of(*octets)),
        EdgeAt::Last(octets) => format!("the last {}", one_of(*octets)),
        EdgeAt::Any(octets) => over(*octets),
        EdgeAt::Distance(distance) => octets_long(*distance),
    }
}

/// Returns what a part goes on over, or ends at.
fn over(octets: OctetSet) -> String {
    if octets.is_empty() {
        return "the end".to_owned();
    }
    any_of(octets)
}

/// Returns the octets after `the first`: `` `%` ``, or ``of `%` a-z ``.
fn one_of(octets: OctetSet) -> String {
    match members(octets).join(" ") {
        none if none.is_empty() => "the end".to_owned(),
        one if octets.count() == 1 => one,
        several => format!("of {several}"),
    }
}
