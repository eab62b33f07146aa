//! The collector that records every step.

use alloc::vec::Vec;
use core::ops::Range;

use super::recording::Recording;
use crate::character_set::CharacterSet;
use crate::collector::{Characters, Collector, within};
use crate::dfa::List;
use crate::parse::Parse;
use crate::production::{Production, ProductionId, ProductionSet};
use crate::tree::Detail;

/// A text, and the steps over it so far.
pub(super) struct TraceCollector<'t, P: Production> {
    text: &'t [u8],
    grammar: P::Grammar,
    characters: Characters,
    recording: Recording<'t, P>,
    /// The productions on the way to the current offset, by the number of their spans.
    path: Vec<PathNode>,
    /// Whether the parser looks ahead.
    is_ahead: bool,
    /// Whether the parser compares only what it has read, which is no step.
    is_silent: bool,
}

/// A production on the path: the indices of its steps.
struct PathNode {
    tried: usize,
    matched: Option<usize>,
}

impl<'t, P: Production> TraceCollector<'t, P> {
    /// Returns every step, and the end of the longest match.
    pub(super) fn record(
        production: P,
        text: &'t [u8],
        detail: Detail,
    ) -> (Recording<'t, P>, Option<usize>)
    where
        P: Parse,
    {
        let mut trace = Self {
            text,
            grammar: production.grammar(),
            characters: match detail {
                Detail::Rules => Characters::None,
                Detail::Characters => Characters::All,
            },
            recording: Recording::new(production, text),
            path: Vec::new(),
            is_ahead: false,
            is_silent: false,
        };
        let end = trace.read(production, detail);
        let mut recording = trace.recording;
        for node in trace.path.iter().filter(|_| end.is_some()) {
            for index in [Some(node.tried), node.matched].into_iter().flatten() {
                recording.keep(index);
            }
        }
        (recording, end)
    }

    /// Receives that a terminal expected one of these characters at the offset.
    #[inline(never)]
    fn expect(&mut self, at: usize, characters: CharacterSet) {
        if !self.is_silent {
            self.recording.miss(at, characters);
        }
    }

    /// Runs the production, whose own steps are recorded even if the detail leaves it out inside of others.
    fn read(&mut self, production: P, detail: Detail) -> Option<usize>
    where
        P: Parse,
    {
        if !production.is_character() || detail == Detail::Characters {
            return production.read(self, 0);
        }
        let span = self.open(production.id(), 0);
        let end = production.read(self, 0);
        match end {
            Some(end) => self.close(span, end),
            None => self.failed(),
        }
        end
    }
}

impl<P: Production> Collector for TraceCollector<'_, P> {
    const PRODUCTIONS: ProductionSet = ProductionSet::ALL;

    const OBSERVES: bool = true;

    fn text(&self) -> &[u8] {
        self.text
    }

    fn within<R>(&mut self, end: usize, read: impl FnOnce(&mut Self) -> R) -> R {
        within(self, |own| &mut own.text, end, read)
    }

    fn count(&self) -> usize {
        self.path.len()
    }

    fn truncate(&mut self, count: usize) {
        self.path.truncate(count);
    }

    #[inline(never)]
    fn open(&mut self, production: ProductionId, start: usize) -> usize {
        let span = self.path.len();
        if !self.is_silent {
            let rule = P::from_id(self.grammar, production);
            let tried = self.recording.open(rule, start, self.is_ahead);
            self.path.push(PathNode {
                tried,
                matched: None,
            });
        }
        span
    }

    #[inline(never)]
    fn close(&mut self, span: usize, end: usize) {
        if !self.is_silent {
            let matched = self.recording.close(end);
            if let Some(node) = self.path.get_mut(span) {
                node.matched = matched;
            }
        }
    }

    /// No DFA runs while steps are recorded.
    fn list(&mut self, _: &List, _: Range<usize>) {}

    fn observes(&self) -> bool {
        !self.is_silent
    }

    fn observes_attempts(&self) -> bool {
        !self.is_silent
    }

    fn characters(&self) -> Characters {
        if self.is_silent {
            Characters::None
        } else {
            self.characters
        }
    }

    fn failed(&mut self) {
        if !self.is_silent {
            self.recording.fail();
        }
    }

    #[inline(never)]
    fn took(&mut self, range: Range<usize>) {
        if !self.is_silent {
            self.recording.take(range.start, range.end);
        }
    }

    fn missed(&mut self, at: usize, characters: impl FnOnce() -> CharacterSet) {
        self.expect(at, characters());
    }

    fn ahead<R>(&mut self, read: impl FnOnce(&mut Self) -> R) -> R {
        let before = core::mem::replace(&mut self.is_ahead, true);
        let result = read(self);
        self.is_ahead = before;
        result
    }

    fn silently<R>(&mut self, read: impl FnOnce(&mut Self) -> R) -> R {
        let before = core::mem::replace(&mut self.is_silent, true);
        let result = read(self);
        self.is_silent = before;
        result
    }
}
