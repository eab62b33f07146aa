//! The observer that records every step.

use alloc::vec::Vec;
use core::cell::RefCell;

use super::{Event, Step};
use crate::character_set::CharacterSet;
use crate::cursor::WideCursor;
use crate::observed_input::Session;
use crate::observer::{DynObserver, Interests, Observer};
use crate::production::{Parse, Production};
use crate::production_set::ProductionId;
use crate::reach::Reach;
use crate::text::Characters;
use crate::tree::{Detail, TreeRecord, parse_root};

/// Records the steps of a parse.
pub(super) struct TraceRecorder<P: Production> {
    grammar: P::Grammar,
    interests: Interests,
    recording: RefCell<Recording<P>>,
}

/// The steps so far.
///
/// Invariant: `path` holds, by node number, the productions on the way to the current offset.
/// A new production drops those from its own number on: the parser backtracked over them.
struct Recording<P> {
    steps: Vec<Step<P>>,
    /// The open productions, as indices of the steps that tried them.
    open: Vec<usize>,
    path: Vec<PathNode>,
    /// The offset where the last step ended.
    reached: usize,
}

/// A production on the path: the indices of its steps.
struct PathNode {
    tried: usize,
    matched: Option<usize>,
}

impl<P: Production> TraceRecorder<P> {
    fn new(production: P, detail: Detail) -> Self {
        Self {
            grammar: production.grammar(),
            interests: Interests {
                characters: match detail {
                    Detail::Rules => Characters::None,
                    Detail::Characters => Characters::All,
                },
                nodes: true,
                attempts: true,
                every_attempt: false,
            },
            recording: RefCell::new(Recording {
                steps: Vec::new(),
                open: Vec::new(),
                path: Vec::new(),
                reached: 0,
            }),
        }
    }

    /// Returns every step, and the end of the longest match.
    pub(super) fn record(
        production: P,
        text: &[u8],
        detail: Detail,
    ) -> (Vec<Step<P>>, Option<usize>)
    where
        P: Parse,
    {
        let recorder = Self::new(production, detail);
        let session = Session::<_, WideCursor>::new(text, DynObserver::new(&recorder));
        let end = parse_root(production, &session.start(), detail);
        let mut recording = recorder.recording.into_inner();
        recording.keep(end.map_or(0, |(_, node_count)| node_count));
        (recording.steps, end.map(|(offset, _)| offset))
    }

    /// Returns the steps of a text of this length that a recognizer has read. If its production
    /// does not derive the whole text, the first steps show how far the text is viable.
    pub(super) fn replay(
        production: P,
        length: usize,
        detail: Detail,
        reach: &Reach,
        records: &[TreeRecord],
    ) -> Vec<Step<P>> {
        let recorder = Self::new(production, detail);
        recorder.opened(0, production.id(), 0, false);
        if reach.longest != Some(length) {
            if reach.viable > 0 {
                recorder.consumed(0, reach.viable);
            }
            if !reach.next.is_empty() {
                recorder.expected(reach.viable, reach.next);
            }
        }
        match reach.longest {
            Some(_) => recorder.derivation(records),
            None => recorder.abandoned(),
        }
        let mut recording = recorder.recording.into_inner();
        recording.keep(reach.longest.map_or(0, |_| records.len()));
        recording.steps
    }

    /// Records the steps of a tree whose root is open.
    fn derivation(&self, records: &[TreeRecord]) {
        let mut reached = 0;
        let mut consume = |until: usize| {
            if until > reached {
                self.consumed(reached, until);
            }
            reached = until;
        };
        let mut open: Vec<usize> = Vec::new();
        for (index, record) in records.iter().enumerate() {
            while let Some(closed) = open.pop_if(|open| records[*open].after <= index) {
                consume(records[closed].end);
                self.closed(closed, records[closed].end, index);
            }
            consume(record.start);
            if index > 0 {
                self.opened(index, record.production, record.start, false);
            }
            open.push(index);
        }
        while let Some(closed) = open.pop() {
            consume(records[closed].end);
            self.closed(closed, records[closed].end, records.len());
        }
    }
}

impl<P: Copy> Recording<P> {
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

    /// Marks the steps of the first `node_count` productions on the path as kept.
    fn keep(&mut self, node_count: usize) {
        for node in self.path.drain(..).take(node_count) {
            for index in [Some(node.tried), node.matched].into_iter().flatten() {
                self.steps[index].kept = true;
            }
        }
    }

    /// Returns the rule that the step tries, and its offset.
    fn tried(&self, index: usize) -> Option<(P, usize)> {
        match self.steps[index].event {
            Event::Try { rule, offset, .. } => Some((rule, offset)),
            _ => None,
        }
    }
}

impl<P: Production> Observer for TraceRecorder<P> {
    fn interests(&self) -> &Interests {
        &self.interests
    }

    fn observes_inside(&self, _nested: bool, _start: usize) -> bool {
        true
    }

    fn observes_up_to(&self, _end: usize) -> bool {
        true
    }

    fn opened(&self, node: usize, production: ProductionId, start: usize, lookahead: bool) {
        let recording = &mut *self.recording.borrow_mut();
        recording.continue_from(start);
        recording.path.truncate(node);
        let tried = recording.push(Event::Try {
            rule: P::from_id(self.grammar, production),
            offset: start,
            lookahead,
        });
        recording.path.push(PathNode {
            tried,
            matched: None,
        });
        recording.open.push(tried);
    }

    fn closed(&self, node: usize, end: usize, after: usize) {
        let recording = &mut *self.recording.borrow_mut();
        let Some(tried) = recording.open.pop() else {
            return;
        };
        recording.continue_from(end);
        recording.path.truncate(after);
        if let Some((rule, start)) = recording.tried(tried) {
            let matched = recording.push(Event::Match {
                rule,
                span: start..end,
            });
            if let Some(node) = recording.path.get_mut(node) {
                node.matched = Some(matched);
            }
        }
    }

    fn abandoned(&self) {
        let recording = &mut *self.recording.borrow_mut();
        let Some(tried) = recording.open.pop() else {
            return;
        };
        if let Some((rule, offset)) = recording.tried(tried) {
            recording.push(Event::Fail { rule, offset });
        }
    }

    fn consumed(&self, start: usize, end: usize) {
        let recording = &mut *self.recording.borrow_mut();
        recording.continue_from(start);
        recording.reached = end;
        match recording.last() {
            Some(Event::Take { span }) if span.end == start => span.end = end,
            _ => {
                recording.push(Event::Take { span: start..end });
            }
        }
    }

    fn observes_expected(&self, _offset: usize) -> bool {
        true
    }

    fn expected(&self, offset: usize, characters: CharacterSet) {
        let recording = &mut *self.recording.borrow_mut();
        recording.continue_from(offset);
        match recording.last() {
            Some(Event::Miss {
                offset: other,
                characters: set,
            }) if *other == offset => *set = set.union(characters),
            _ => {
                recording.push(Event::Miss { offset, characters });
            }
        }
    }
}
