//! What a parser does otherwise in further texts of a cause, in words.

use std::fmt::Write as _;

use rfcbnf::causes::{Cause, Deviation, Direction, Learnt};

use crate::conformance::causes::sentence::{around, at_place, in_words};

/// Returns what the parser does otherwise in further texts, if the sentence says what it does in the witness alone.
pub(super) fn others(cause: &Cause) -> String {
    let Some(learnt) = &cause.learnt else {
        return String::new();
    };
    let mut known = vec![(cause.direction, cause.deviation)];
    let mut words = String::new();
    let (before, after) = around(cause);
    for text in &cause.examples {
        let inside = text
            .strip_prefix(before)
            .and_then(|it| it.strip_suffix(after));
        let Some(inside) = inside else {
            continue;
        };
        let is_accepted = learnt.observed.accepts(inside);
        if is_accepted == learnt.expected.accepts(inside) {
            continue;
        }
        let direction = Direction::of(is_accepted);
        let deviation = deviation(learnt, direction, inside);
        let is_known = |(other, known): &(Direction, Deviation)| {
            *other == direction
                && match (known, deviation.1) {
                    (Deviation::Octets(known), Deviation::Octets(octets)) => {
                        octets.without(*known).is_empty()
                    }
                    (known, deviation) => *known == deviation,
                }
        };
        if known.iter().any(is_known) {
            continue;
        }
        let verb = if direction == cause.direction {
            String::new()
        } else {
            format!("{direction} ")
        };
        let (length, what) = deviation;
        let what = at_place(in_words(what, cause.encoding), &inside[..length]);
        let _ = write!(words, ", and {verb}{what}");
        known.push((direction, deviation.1));
    }
    words
}

/// Returns where a text of a part leaves those that are right, and what such texts have there.
fn deviation(learnt: &Learnt, direction: Direction, text: &[u8]) -> (usize, Deviation) {
    let (right, wrong) = match direction {
        Direction::WronglyAccepted => (&learnt.expected, &learnt.observed),
        Direction::WronglyRejected => (&learnt.observed, &learnt.expected),
    };
    let prefix = right.viable_prefix(text);
    let length = prefix.length();
    if length == text.len() {
        return (length, Deviation::End);
    }
    let octets = wrong.viable_prefix(&text[..length]).next();
    (length, Deviation::Octets(octets.without(prefix.next())))
}
