//! Text around the rules of a document: paragraphs between them, captions, and comments that were
//! wrapped without a semicolon.

use super::found::{Found, lines};
use super::patch::Patch;
use crate::documents::surroundings::{Surroundings, may_have_sentences};
use crate::error::Damage;
use crate::syntax::Span;

/// Finds lines that continue a comment and have no semicolon.
pub(super) fn wrapped_comments(text: &str) -> Option<Found> {
    let places = places(text, |found| &found.wrapped);
    let begun = |place: &Span| Patch {
        range: place.start..place.start,
        replacement: "; ",
    };
    Found::at(places, begun, |lines| Damage::WrappedComments { lines })
}

/// Finds text that belongs to no rule, if it is that of a document.
pub(super) fn paragraphs(text: &str) -> Option<Found> {
    let places = places(text, |found| &found.text);
    let blank = |place: &Span| Patch {
        range: place.clone(),
        replacement: " ",
    };
    Found::at(places, blank, |lines| Damage::Paragraphs { lines })
}

/// Returns the places of some lines, without the white space around them.
fn places(text: &str, of: fn(&Surroundings) -> &Vec<usize>) -> Vec<Span> {
    if cfg!(not(feature = "documents")) || !may_have_sentences(text.lines()) {
        return Vec::new();
    }
    let all: Vec<(usize, &str)> = lines(text).collect();
    let texts: Vec<&str> = all.iter().map(|(_, line)| *line).collect();
    let found = Surroundings::new(&texts);
    let place = |index: &usize| {
        let (start, line) = all[*index];
        let margin = line.len() - line.trim_start().len();
        start + margin..start + line.trim_end().len()
    };
    of(&found).iter().map(place).collect()
}
