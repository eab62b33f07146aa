//! The calls that are open, and whether the parser will never end.
//!
//! With left recursion the parser may never end. When a definition is opened at an offset where it is already
//! open, nothing has been consumed since, and the inner definition will do what the outer one did.
//! There are two cases.
//!
//! - `e = e "+" d / d`: the outer `e` has not matched yet. The inner `e` opens a third one, and so on.
//! - `e = d / e "+" d`: the outer `e` has matched `1`, and what follows has failed. The inner `e` matches
//!   `1` too, and then the outer one can match `1+2`, if that is the text. If the text goes on in another
//!   way, the outer `e` finds nothing new, and with a third `e` inside the inner one it cannot either.
//!
//! In general, let `e0`, `e1`, … be open inside each other at an offset, let `S` be the ends of the
//! matches of `e0` before `e1` is opened, and let `F` map the end of a match of `e1` to the ends of
//! the matches of `e0` that come of it. All after a match of `e0` depends on its end alone, so an end
//! that has failed once fails again. While `en` is the innermost, `e0` can match up to `F(F(…S))`, with
//! `F` taken `n` times. If none of these ends is new, then `F` of them is not new either. So the parser
//! never ends if an `e` is opened in `en` and `e0` has not matched up to a new end since `en` was
//! opened.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::At;
use crate::recognizer::interner::{Id, number};
use crate::recognizer::network::DefinitionId;
use crate::recognizer::positions::Call;

/// The number of a call.
pub(super) type CallId = Id;

/// A definition that is called.
#[derive(Clone, Copy)]
pub(super) struct Open {
    pub(super) definition: DefinitionId,
    pub(super) start: usize,
    /// Where it is called; `None` for the definition of the text.
    pub(super) call: Option<Call>,
    pub(super) caller: CallId,
    /// What the trace shows around it.
    pub(super) around: At,
    pub(super) is_shown: bool,
}

/// A call, and what is known of its matches.
struct Known {
    open: Open,
    /// The outermost call of the definition that is open at the start; often this one.
    outermost: CallId,
    /// The number of different ends that the outermost one had matched up to before.
    ends_before: usize,
    /// The number of different ends of its own matches so far, and the first of them.
    ends: usize,
    first_end: usize,
}

/// The parser never ends: a definition is open in itself, and the outer one matches nothing new.
pub(super) struct Endless {
    /// What the trace shows around the outer one.
    pub(super) around: At,
}

/// The calls on the way so far.
#[derive(Default)]
pub(super) struct Calls {
    all: Vec<Known>,
    /// The ends of the matches of calls, without the first ones.
    ends: BTreeSet<(CallId, usize)>,
}

impl Calls {
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Opens a definition.
    pub(super) fn open(&mut self, open: Open) -> Result<CallId, Endless> {
        let id = number(self.all.len());
        let (mut outermost, mut ends_before) = (id, 0);
        if let Some(outer) = self.open_here(&open) {
            let ends = self.all[outer.outermost as usize].ends;
            if ends == outer.ends_before {
                let around = outer.open.around;
                return Err(Endless { around });
            }
            (outermost, ends_before) = (outer.outermost, ends);
        }
        self.all.push(Known {
            open,
            outermost,
            ends_before,
            ends: 0,
            first_end: 0,
        });
        Ok(id)
    }

    /// Returns the innermost call of the definition that is open at the same offset.
    fn open_here(&self, open: &Open) -> Option<&Known> {
        let mut next = open.caller;
        while let Some(outer) = self.all.get(next as usize) {
            if outer.open.start < open.start {
                return None;
            }
            if outer.open.definition == open.definition {
                return Some(outer);
            }
            next = outer.open.caller;
        }
        None
    }

    /// Adds a match that ends at the offset.
    pub(super) fn matched(&mut self, id: CallId, offset: usize) -> Open {
        let call = &mut self.all[id as usize];
        if call.ends == 0 {
            (call.ends, call.first_end) = (1, offset);
        } else if offset != call.first_end && self.ends.insert((id, offset)) {
            call.ends += 1;
        }
        call.open
    }

    /// Drops all calls but the first ones.
    pub(super) fn forget(&mut self, length: usize) {
        self.all.truncate(length);
        let first = (number(length), 0);
        if self.ends.last().is_some_and(|last| *last >= first) {
            self.ends.split_off(&first);
        }
    }
}
