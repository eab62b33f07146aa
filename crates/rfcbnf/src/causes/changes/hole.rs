//! The octet that stands for a part.

use crate::automaton::{Automaton, TooLarge, Work};
use crate::conformance::Alphabet;
use crate::octets::OctetSet;

/// An octet that stands for a part in the automaton of its contexts. The parser was asked about no
/// text that contains it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hole {
    pub(super) octet: u8,
    /// An octet that every automaton treats as this one.
    twin: Option<u8>,
}

impl Hole {
    /// Returns the hole for texts of these letters; `None` if they contain every octet.
    pub(super) fn of(alphabet: &Alphabet) -> Option<Self> {
        let letters = alphabet.letters();
        // One of the octets that stand for characters outside ASCII.
        let outside = letters
            .iter()
            .find(|&&letter| alphabet.octets(letter).contains(u8::MAX));
        if let Some(&twin) = outside.filter(|&&letter| letter != u8::MAX) {
            return Some(Self {
                octet: u8::MAX,
                twin: Some(twin),
            });
        }
        let unused = (0..=u8::MAX).find(|octet| !letters.contains(octet));
        unused.map(|octet| Self { octet, twin: None })
    }

    /// Returns the texts without the hole.
    pub(super) fn removed_from(
        self,
        automaton: &Automaton,
        work: &Work,
    ) -> Result<Automaton, TooLarge> {
        Automaton::of_states(
            automaton.classes_with(OctetSet::single(self.octet)),
            automaton.start(),
            &|&state| automaton.is_accepting(state),
            &|&state, octet| automaton.step(state, octet).filter(|_| octet != self.octet),
            work,
        )
    }

    /// Returns the texts with the hole wherever its twin can be.
    pub(super) fn filled_in(
        self,
        automaton: &Automaton,
        work: &Work,
    ) -> Result<Automaton, TooLarge> {
        let Some(twin) = self.twin else {
            return Ok(automaton.clone());
        };
        Automaton::of_states(
            automaton.classes_with(OctetSet::single(self.octet)),
            automaton.start(),
            &|&state| automaton.is_accepting(state),
            &|&state, octet| automaton.step(state, if octet == self.octet { twin } else { octet }),
            work,
        )
    }

    /// Returns the texts of the part, and the hole.
    pub(super) fn beside(self, part: &Automaton, work: &Work) -> Result<Automaton, TooLarge> {
        let hole = Automaton::of_text(&[self.octet]);
        part.combined(&hole, &|text, hole| text || hole, work)
    }
}
