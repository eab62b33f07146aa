//! Frames: the definitions and rounds that are open around an address, within one called definition.
//!
//! A frame also knows what its future depends on: whether its round still has to consume an octet, and how much of
//! an excluded text the match begins with.

use alloc::vec::Vec;

use super::interner::{Id, Interner, NONE, number};
use super::network::{Address, DefinitionId, Network};

/// The number of a frame.
pub(super) type FrameId = Id;

/// What is open around an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Frame {
    /// The called definition itself, and the state of its exclusion.
    Bottom(DefinitionId, Exclusion),
    /// A definition that is laid in, the address behind it, and the state of its exclusion.
    Node(DefinitionId, Address, Exclusion),
    /// A round of a repetition: the address of the repetition, the number of rounds up to this one,
    /// and whether the round still has to consume an octet.
    Round(Address, u32, bool),
}

/// The first excluded text that the match begins with so far, and the length of that beginning.
/// [`NONE`] if there is no such text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Exclusion(u32, u32);

/// The frames known so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Frames {
    ids: Interner,
    /// The frame with its number, the frame below it, and whether an octet changes any of them.
    facts: Vec<(Frame, FrameId, bool)>,
    /// The number of frames that were looked at since [`Self::take_work`].
    work: usize,
}

impl Frames {
    /// Returns a measure of the memory.
    pub(super) fn size(&self) -> usize {
        let facts = size_of::<(Frame, FrameId, bool)>() / size_of::<u32>();
        self.ids.size() + self.facts.len() * facts
    }

    /// Returns the number of frames that were looked at since the last call.
    pub(super) fn take_work(&mut self) -> usize {
        core::mem::take(&mut self.work)
    }

    /// Returns the frame with that number, and the one below it.
    pub(super) fn get(&self, frame: FrameId) -> (Frame, FrameId) {
        let (top, below, _) = self.facts[frame as usize];
        (top, below)
    }

    /// Returns the number of a frame above another; [`NONE`] below the bottom.
    pub(super) fn id(&mut self, frame: Frame, below: FrameId) -> FrameId {
        let id = match frame {
            Frame::Bottom(definition, Exclusion(text, length)) => {
                self.ids.intern(&[definition, text, length])
            }
            Frame::Node(definition, next, Exclusion(text, length)) => {
                self.ids.intern(&[definition, next, text, length, below])
            }
            Frame::Round(address, count, is_pending) => {
                self.ids
                    .intern(&[address, count, u32::from(is_pending), below])
            }
        };
        if id as usize == self.facts.len() {
            let changes = match frame {
                Frame::Bottom(_, Exclusion(text, _)) | Frame::Node(_, _, Exclusion(text, _)) => {
                    text != NONE
                }
                Frame::Round(_, _, is_pending) => is_pending,
            };
            let below_changes = self.facts.get(below as usize).is_some_and(|one| one.2);
            self.facts.push((frame, below, changes || below_changes));
        }
        id
    }

    /// Returns the innermost open definition, and the frame below it.
    pub(super) fn outside_rounds(&self, mut frame: FrameId) -> (Frame, FrameId) {
        loop {
            match self.get(frame) {
                (Frame::Round(..), below) => frame = below,
                found => return found,
            }
        }
    }

    /// Returns the frame after octets, whatever they are; `None` if that depends on the octets.
    pub(super) fn consumed(&mut self, frame: FrameId) -> Option<FrameId> {
        self.after(frame, &|_, exclusion| {
            (exclusion.0 == NONE).then_some(exclusion)
        })
    }

    /// Returns the frame after an octet, or `None` if the octet completes an excluded text.
    pub(super) fn advanced(
        &mut self,
        network: &Network,
        frame: FrameId,
        octet: u8,
    ) -> Option<FrameId> {
        self.after(frame, &|definition, exclusion| {
            exclusion.after(&network.definition(definition).excluded, octet)
        })
    }

    /// Returns the frame after octets, with the exclusions after them. Recurses as deep as definitions and repetitions
    /// are nested in the grammar.
    fn after(
        &mut self,
        frame: FrameId,
        exclusion_after: &dyn Fn(DefinitionId, Exclusion) -> Option<Exclusion>,
    ) -> Option<FrameId> {
        let (top, below, is_watching) = self.facts[frame as usize];
        if !is_watching {
            return Some(frame);
        }
        self.work += 1;
        let below = if below == NONE {
            NONE
        } else {
            self.after(below, exclusion_after)?
        };
        let top = match top {
            Frame::Round(address, count, _) => Frame::Round(address, count, false),
            Frame::Node(definition, next, exclusion) => {
                Frame::Node(definition, next, exclusion_after(definition, exclusion)?)
            }
            Frame::Bottom(definition, exclusion) => {
                Frame::Bottom(definition, exclusion_after(definition, exclusion)?)
            }
        };
        Some(self.id(top, below))
    }
}

impl Exclusion {
    /// Returns the exclusion at the beginning of a match.
    pub(super) fn of(network: &Network, definition: DefinitionId) -> Self {
        let excluded = &network.definition(definition).excluded;
        Self(if excluded.is_empty() { NONE } else { 0 }, 0)
    }

    /// Returns the exclusion after an octet, or `None` if the octet completes an excluded text.
    fn after(self, excluded: &[Vec<u8>], octet: u8) -> Option<Self> {
        let Self(index, length) = self;
        let length = length as usize;
        let Some(begun) = excluded.get(index as usize).map(|text| &text[..length]) else {
            return Some(self);
        };
        let continues = |text: &Vec<u8>| {
            text.len() > length
                && text[..length].eq_ignore_ascii_case(begun)
                && text[length].eq_ignore_ascii_case(&octet)
        };
        if excluded
            .iter()
            .any(|text| text.len() == length + 1 && continues(text))
        {
            return None;
        }
        let index = excluded.iter().position(continues);
        Some(index.map_or(Self(NONE, 0), |index| {
            Self(number(index), number(length + 1))
        }))
    }
}
