//! The steps of a trace while they are recorded.

use alloc::vec::Vec;

use super::{Event, Step};
use crate::character_set::CharacterSet;

/// The steps so far, and the productions that are open.
pub(crate) struct Recording<P> {
    steps: Vec<Step<P>>,
    /// The open productions, as indices of the steps that tried them.
    open: Vec<usize>,
    /// The offset where the last step ended.
    reached: usize,
}

impl<P: Copy> Recording<P> {
    pub(crate) fn new() -> Self {
        Self {
            steps: Vec::new(),
            open: Vec::new(),
            reached: 0,
        }
    }

    /// Returns the number of steps so far.
    #[cfg(feature = "recognizer")]
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    pub(crate) fn into_steps(self) -> Vec<Step<P>> {
        self.steps
    }

    /// Returns the event of a step.
    #[cfg(feature = "recognizer")]
    pub(crate) fn event(&self, index: usize) -> &Event<P> {
        &self.steps[index].event
    }

    /// Marks a step as kept.
    pub(crate) fn keep(&mut self, index: usize) {
        self.steps[index].kept = true;
    }

    /// Records that a production is tried. Returns the index of the step.
    pub(crate) fn open(&mut self, rule: P, offset: usize, lookahead: bool) -> usize {
        self.continue_from(offset);
        let tried = self.push(Event::Try {
            rule,
            offset,
            lookahead,
        });
        self.open.push(tried);
        tried
    }

    /// Records that the innermost open production matches up to `end`. Returns the index of the step.
    pub(crate) fn close(&mut self, end: usize) -> Option<usize> {
        let (rule, start) = self.ended()?;
        self.continue_from(end);
        let span = start..end;
        Some(self.push(Event::Match { rule, span }))
    }

    /// Records that the innermost open production does not match.
    pub(crate) fn fail(&mut self) {
        if let Some((rule, offset)) = self.ended() {
            self.push(Event::Fail { rule, offset });
        }
    }

    /// Records that the parser goes back into a production, which the step with this index tried and
    /// which has matched up to `end`.
    #[cfg(feature = "recognizer")]
    pub(crate) fn redo(&mut self, tried: usize, end: usize) {
        if let Some((rule, start)) = self.tried(tried) {
            self.push(Event::Redo {
                rule,
                span: start..end,
                tried: tried + 1,
            });
            self.open.push(tried);
        }
    }

    /// Records that octets are consumed.
    pub(crate) fn take(&mut self, start: usize, end: usize) {
        self.continue_from(start);
        self.reached = end;
        match self.last() {
            Some(Event::Take { span }) if span.end == start => span.end = end,
            _ => {
                self.push(Event::Take { span: start..end });
            }
        }
    }

    /// Records that none of these characters follows.
    pub(crate) fn miss(&mut self, offset: usize, characters: CharacterSet) {
        self.continue_from(offset);
        match self.last() {
            Some(Event::Miss {
                offset: other,
                characters: set,
            }) if *other == offset => *set = set.union(characters),
            _ => {
                self.push(Event::Miss { offset, characters });
            }
        }
    }

    /// Records that the parser never ends, and forgets what is open.
    #[cfg(feature = "recognizer")]
    pub(crate) fn endless(&mut self, offset: usize, circle: Vec<P>) {
        self.push(Event::Endless { offset, circle });
        self.open.clear();
        self.reached = 0;
    }

    /// Adds a step. Returns its index.
    fn push(&mut self, event: Event<P>) -> usize {
        #[cfg(feature = "steps")]
        crate::steps::count(1);
        let depth = self.open.len();
        self.steps.push(Step {
            event,
            depth,
            kept: false,
        });
        self.steps.len() - 1
    }

    /// Returns the last event, if it belongs to the innermost open production.
    fn last(&mut self) -> Option<&mut Event<P>> {
        let depth = self.open.len();
        let last = self.steps.last_mut().filter(|step| step.depth == depth);
        last.map(|step| &mut step.event)
    }

    /// Records that the parser backtracks, if it continues before the end of the last step.
    fn continue_from(&mut self, offset: usize) {
        if offset < self.reached {
            let span = offset..self.reached;
            self.push(Event::Backtrack { span });
        }
        self.reached = offset;
    }

    /// Removes the innermost open production. Returns it with its offset.
    fn ended(&mut self) -> Option<(P, usize)> {
        let tried = self.open.pop()?;
        self.tried(tried)
    }

    /// Returns the production that the step tries, and its offset.
    fn tried(&self, index: usize) -> Option<(P, usize)> {
        match self.steps[index].event {
            Event::Try { rule, offset, .. } => Some((rule, offset)),
            _ => None,
        }
    }
}
