//! What a step finds: the places of one kind of damage.

use super::patch::{Patch, Patched};
use crate::error::{Damage, Fault, GrammarErrorKind};
use crate::syntax::Span;

/// The greatest number of further places that a fault shows.
const FURTHER_PLACES: usize = 3;

/// Damage of one kind.
pub(super) struct Found {
    pub(super) damage: Damage,
    /// The places, in ascending order, as offsets into the text that was searched.
    pub(super) places: Vec<Span>,
    /// What repairs the damage.
    pub(super) patches: Vec<Patch>,
}

impl Found {
    /// Returns the damage at these places, each with its patch. Returns `None` without a place.
    pub(super) fn at(
        places: Vec<Span>,
        patch: impl Fn(&Span) -> Patch,
        damage: impl FnOnce(usize) -> Damage,
    ) -> Option<Self> {
        if places.is_empty() {
            return None;
        }
        Some(Self {
            damage: damage(places.len()),
            patches: places.iter().map(patch).collect(),
            places,
        })
    }

    /// Returns the fault: it points at the first place, and shows a few others.
    pub(super) fn fault(&self, text: &Patched<'_>) -> Fault {
        let mut places = self.places.iter().map(|place| text.in_file(place));
        let first = places.next().unwrap_or(0..0);
        let further = places.take(FURTHER_PLACES);
        let fault = Fault::new(GrammarErrorKind::Damaged(self.damage.clone()), first);
        further.fold(fault, |fault, place| fault.beside(place, "also here"))
    }
}

/// Returns the lines with their offsets, without their line ends.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut offset = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = offset;
        offset += line.len();
        (start, line.trim_end_matches(['\n', '\r']))
    })
}

/// What a part of a text is, if damage is looked for outside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inside {
    /// A literal, prose, a name in angle brackets or a class of characters.
    Literal,
    /// A comment.
    Comment,
}

/// What ends a literal on its line, and what ends a comment of EBNF anywhere.
const ENDS: [&str; 6] = ["\"", "'", ">", "]", "*/", "*)"];

/// Returns the literals and comments of a text, in any notation, in ascending order. A literal ends on its line, and a
/// sign without its end is none: the text may be damaged.
pub(super) fn insides(text: &str) -> Vec<(Span, Inside)> {
    let mut found = Vec::new();
    let mut line_end = 0;
    // Up to where there is no such end, so that nothing is looked for twice.
    let mut missing = [0; ENDS.len()];
    let mut at = 0;
    while let Some(next) = text[at..].find(['"', '\'', '<', '[', ';', '/', '(']) {
        at += next;
        if line_end <= at {
            line_end = text[at..].find('\n').map_or(text.len(), |end| at + end);
        }
        let line = &text[at..line_end];
        let mut end = |open: &str, index: usize, limit: usize| {
            let start = at + open.len();
            if !text[at..].starts_with(open) || start > limit || start < missing[index] {
                return None;
            }
            let end = text[start..limit].find(ENDS[index]);
            if end.is_none() {
                missing[index] = limit;
            }
            Some(start + end? + ENDS[index].len())
        };
        let is_in_word = text[..at].ends_with(|one: char| one.is_alphanumeric());
        let part = match line.as_bytes().first() {
            Some(b'<') if line.starts_with("<\">") => Some((at + 3, Inside::Literal)),
            Some(b'<') if line.starts_with("<-") => None,
            Some(b'<') => end("<", 2, line_end).map(|end| (end, Inside::Literal)),
            Some(b'"') => end("\"", 0, line_end).map(|end| (end, Inside::Literal)),
            Some(b'\'') if is_in_word => None,
            Some(b'\'') => end("'", 1, line_end).map(|end| (end, Inside::Literal)),
            Some(b'[') => end("[^", 3, line_end).map(|end| (end, Inside::Literal)),
            Some(b'/') => end("/*", 4, text.len()).map(|end| (end, Inside::Comment)),
            Some(b'(') => end("(*", 5, text.len()).map(|end| (end, Inside::Comment)),
            _ => Some((line_end, Inside::Comment)),
        };
        match part {
            Some((end, inside)) => {
                found.push((at..end, inside));
                at = end;
            }
            None => at += 1,
        }
    }
    found
}

/// Returns what the offset is inside of.
pub(super) fn inside(insides: &[(Span, Inside)], offset: usize) -> Option<Inside> {
    let index = insides.partition_point(|(span, _)| span.end <= offset);
    let (span, inside) = insides.get(index)?;
    (span.start < offset).then_some(*inside)
}
