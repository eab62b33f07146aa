//! The observer that records every step.

use alloc::vec::Vec;
use core::cell::RefCell;

use super::recording::Recording;
use crate::character_set::CharacterSet;
use crate::cursor::WideCursor;
use crate::observed_input::Session;
use crate::observer::{DynObserver, Interests, Observer};
use crate::parse::Parse;
use crate::production::Production;
use crate::production_set::ProductionId;
use crate::text::Characters;
use crate::tree::{Detail, parse_root};

/// Records the steps of a parse.
pub(super) struct TraceRecorder<'t, P: Production> {
    grammar: P::Grammar,
    interests: Interests,
    recording: RefCell<Recording<'t, P>>,
    /// By node number, the productions on the way to the current offset. A new production drops those
    /// from its own number on: the parser backtracked over them.
    path: RefCell<Vec<PathNode>>,
}

/// A production on the path: the indices of its steps.
struct PathNode {
    tried: usize,
    matched: Option<usize>,
}

impl<'t, P: Production> TraceRecorder<'t, P> {
    fn new(production: P, text: &'t [u8], detail: Detail) -> Self {
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
            recording: RefCell::new(Recording::new(production, text)),
            path: RefCell::default(),
        }
    }

    /// Returns every step, and the end of the longest match.
    pub(super) fn record(
        production: P,
        text: &'t [u8],
        detail: Detail,
    ) -> (Recording<'t, P>, Option<usize>)
    where
        P: Parse,
    {
        let recorder = Self::new(production, text, detail);
        let session = Session::<_, WideCursor>::new(text, DynObserver::new(&recorder));
        let end = parse_root(production, &session.start(), detail);
        let mut recording = recorder.recording.into_inner();
        let node_count = end.map_or(0, |(_, node_count)| node_count);
        for node in recorder.path.into_inner().iter().take(node_count) {
            for index in [Some(node.tried), node.matched].into_iter().flatten() {
                recording.keep(index);
            }
        }
        (recording, end.map(|(offset, _)| offset))
    }
}

impl<P: Production> Observer for TraceRecorder<'_, P> {
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
        let rule = P::from_id(self.grammar, production);
        let tried = self.recording.borrow_mut().open(rule, start, lookahead);
        let path = &mut *self.path.borrow_mut();
        path.truncate(node);
        path.push(PathNode {
            tried,
            matched: None,
        });
    }

    fn closed(&self, node: usize, end: usize, after: usize) {
        let matched = self.recording.borrow_mut().close(end);
        let path = &mut *self.path.borrow_mut();
        path.truncate(after);
        if let Some(node) = path.get_mut(node) {
            node.matched = matched;
        }
    }

    fn abandoned(&self) {
        self.recording.borrow_mut().fail();
    }

    fn consumed(&self, start: usize, end: usize) {
        self.recording.borrow_mut().take(start, end);
    }

    fn observes_expected(&self, _offset: usize) -> bool {
        true
    }

    fn expected(&self, offset: usize, characters: CharacterSet) {
        self.recording.borrow_mut().miss(offset, characters);
    }
}
