//! Lines that end with CR alone.

use super::found::Found;
use super::patch::Patch;
use crate::error::Damage;
use crate::syntax::Span;

/// Finds each CR without an LF behind it.
pub(super) fn find(text: &str) -> Option<Found> {
    let is_alone = |at: &usize| text.as_bytes().get(at + 1) != Some(&b'\n');
    let returns = text.match_indices('\r').map(|(at, _)| at);
    let places = returns.filter(is_alone).map(|at| at..at + 1);
    let line_end = |place: &Span| Patch {
        range: place.clone(),
        replacement: "\n",
    };
    Found::at(places.collect(), line_end, |lines| {
        Damage::CarriageReturns { lines }
    })
}
