//! The steps that a trace shows of the parser's way.

use alloc::vec::Vec;

use crate::production::Production;
use crate::recognizer::interner::{Id, NONE, number};
use crate::trace::Recording;

/// Where the trace is.
#[derive(Clone, Copy)]
pub(super) struct At {
    /// The innermost shown production that is open.
    shown: Id,
    /// The last step of the derivation so far.
    trail: Id,
}

impl At {
    /// Before the first step.
    pub(super) const NOWHERE: Self = Self {
        shown: NONE,
        trail: NONE,
    };
}

/// A production that is shown.
struct Shown<P> {
    rule: P,
    /// The index of the step that tries it.
    tried: usize,
    /// The end of its last match.
    end: usize,
    around: Id,
    /// The number of productions around it.
    depth: usize,
}

/// The steps so far.
pub(super) struct Written<'t, P> {
    pub(super) recording: Recording<'t, P>,
    shown: Vec<Shown<P>>,
    /// The steps that try or match a production, each with the one before it in the derivation.
    trail: Vec<(u32, Id)>,
}

impl<'t, P: Production> Written<'t, P> {
    pub(super) fn new(production: P, text: &'t [u8]) -> Self {
        Self {
            recording: Recording::new(production, text),
            shown: Vec::new(),
            trail: Vec::new(),
        }
    }

    /// Returns the lengths of what grows on the way.
    pub(super) fn lengths(&self) -> (usize, usize) {
        (self.shown.len(), self.trail.len())
    }

    /// Drops what was added since the lengths were these.
    pub(super) fn forget(&mut self, (shown, trail): (usize, usize)) {
        self.shown.truncate(shown);
        self.trail.truncate(trail);
    }

    pub(super) fn open(&mut self, at: &mut At, rule: P, offset: usize) {
        let tried = self.recording.open(rule, offset, false);
        self.shown.push(Shown {
            rule,
            tried,
            end: 0,
            around: at.shown,
            depth: self.depth(at.shown),
        });
        at.shown = number(self.shown.len() - 1);
        self.add_to_trail(at, tried);
    }

    pub(super) fn close(&mut self, at: &mut At, offset: usize) {
        let shown = &mut self.shown[at.shown as usize];
        shown.end = offset;
        at.shown = shown.around;
        if let Some(matched) = self.recording.close(offset) {
            self.add_to_trail(at, matched);
        }
    }

    fn add_to_trail(&mut self, at: &mut At, step: usize) {
        self.trail.push((number(step), at.trail));
        at.trail = number(self.trail.len() - 1);
    }

    /// Returns the number of productions that are open up to this one.
    fn depth(&self, shown: Id) -> usize {
        let shown = self.shown.get(shown as usize);
        shown.map_or(0, |shown| shown.depth + 1)
    }

    /// Leaves the productions inside another: they fail.
    pub(super) fn leave(&mut self, mut at: At, outer: At) {
        while at.shown != outer.shown {
            self.recording.fail();
            at.shown = self.shown[at.shown as usize].around;
        }
    }

    /// Goes back to where the trace has been: the productions opened since then fail, and those that have
    /// matched since then are open again.
    pub(super) fn go_back(&mut self, at: At, to: At) {
        let mut common = to;
        let mut again = Vec::new();
        let mut own = at.shown;
        while common.shown != own {
            if self.depth(common.shown) >= self.depth(own) {
                again.push(common.shown);
                common.shown = self.shown[common.shown as usize].around;
            } else {
                own = self.shown[own as usize].around;
            }
        }
        self.leave(at, common);
        for shown in again.into_iter().rev() {
            let Shown { tried, end, .. } = self.shown[shown as usize];
            self.recording.redo(tried, end);
        }
    }

    /// Ends with the production that is open in itself, and the shown productions inside it, up to the innermost one.
    pub(super) fn endless(&mut self, first: P, offset: usize, innermost: At, around: At) {
        let mut circle = Vec::new();
        let mut next = innermost.shown;
        while let Some(shown) = { self.shown.get(next as usize) }.filter(|_| next != around.shown) {
            circle.push(shown.rule);
            next = shown.around;
        }
        if circle.last() != Some(&first) {
            circle.push(first);
        }
        circle.reverse();
        self.recording.endless(offset, circle);
    }

    /// Marks the steps of the derivation.
    pub(super) fn keep(&mut self, at: At) {
        for step in self.derivation(at) {
            self.recording.keep(step);
        }
    }

    /// Returns the steps that try or match the productions of the derivation.
    pub(super) fn derivation(&self, at: At) -> Vec<usize> {
        let mut steps = Vec::new();
        let mut next = at.trail;
        while let Some(&(step, before)) = self.trail.get(next as usize) {
            steps.push(step as usize);
            next = before;
        }
        steps.reverse();
        steps
    }
}
