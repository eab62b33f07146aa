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
