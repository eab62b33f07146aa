//! The second pass over a text with an error: the characters that productions expect there.
//!
//! The first pass has found the furthest offset. This one runs the same parser again, and observes every
//! terminal that fails exactly at that offset. The union of their sets is what could come next. The context of
//! the error has the productions that are open at all attempts since a terminal last consumed up to there.
//!
//! For example, in `8o` the furthest offset of `port` is 1: `digits` has consumed `8`. There a further `digit`
//! fails, and `port` can end. So the error expects a digit or the end of the text, in `port` and `digits`.
//!
//! Invariant: no terminal consumes beyond the furthest offset, and the combinators make every attempt that can
//! reach it. So the union is exact. A production whose viable prefix ends before it can be left to its DFA.

use alloc::vec::Vec;
use core::cell::RefCell;

use super::expected::{self, Expected};
use super::found::Found;
use super::furthest_offset::FurthestOffset;
use super::small_stack::SmallStack;
use super::syntax_error::{DEPTH, Facts, SyntaxError};
use crate::character_set::CharacterSet;
use crate::observer::{Interests, Observer};
use crate::production::Production;
use crate::production_set::ProductionId;
use crate::text::Characters;

/// Room for the different sets that most errors expect.
const ATTEMPTS: usize = 16;

/// A production that is open, and its start.
type Open<P> = (P, usize);

/// Observes what is expected at the furthest offset.
pub(crate) struct Diagnosis<P: Production> {
    grammar: P::Grammar,
    furthest: usize,
    state: RefCell<State<P>>,
    /// The start of the DFA or terminal that reaches the furthest offset. Other DFAs that begin
    /// there probably reach it as well, so the body runs at once.
    origin: usize,
}

struct State<P> {
    /// From the outermost to the innermost.
    open: SmallStack<Open<P>, DEPTH>,
    /// Whether a terminal has consumed up to `furthest` in this pass.
    is_reached: bool,
    /// The sets of the terminals that failed at `furthest`.
    tried: SmallStack<CharacterSet, ATTEMPTS>,
    /// The productions open at all attempts since a terminal last consumed up to `furthest`:
    /// those open at the first attempt, cut where a later attempt had another production open.
    /// Before the first attempt, the context of an earlier derivation that came as far, or else
    /// what was open when the terminal matched.
    context: SmallStack<Open<P>, DEPTH>,
    /// Whether such an attempt was made.
    is_settled: bool,
    /// The number of productions that have stayed open since the last attempt.
    unchanged: usize,
    /// Characters that are excluded at an offset.
    excluded: Vec<(usize, CharacterSet)>,
}

impl<P: Production> Diagnosis<P> {
    /// Returns the observer for the second pass of the production over the text.
    pub(crate) fn at(reached: &FurthestOffset, rule: P) -> Self {
        let furthest = reached.offset();
        let state = State {
            open: SmallStack::new((rule, 0)),
            is_reached: furthest == 0,
            tried: SmallStack::new(CharacterSet::EMPTY),
            context: SmallStack::new((rule, 0)),
            is_settled: false,
            unchanged: 0,
            excluded: Vec::new(),
        };
        Self {
            grammar: rule.grammar(),
            furthest,
            state: RefCell::new(state),
            origin: reached.origin(),
        }
    }

    /// Returns the error in the text. `end` is the end of the longest match of the production.
    pub(crate) fn finish(&self, rule: P, text: &[u8], end: Option<usize>) -> SyntaxError<P> {
        let state = self.state.borrow();
        let (open, tried) = (state.context.as_slice(), state.tried.as_slice());
        let offset = self.furthest;
        let can_end = end == Some(offset);
        let found = Found::first_of(&text[offset..]);
        let begun = open
            .iter()
            .find(|(rule, start)| rule.is_character() && *start < offset);
        let start = begun.map_or(offset, |(_, start)| *start);
        let span = start..offset + found.map_or(0, |(_, length)| length);
        let mut context = SmallStack::of(rule, open.iter().map(|(rule, _)| *rule));
        if open.is_empty() {
            context.push(rule);
        }
        let characters = P::character_productions(&self.grammar);
        let names = Expected::of_sets(characters, tried, can_end);
        SyntaxError::new(Facts {
            rule,
            offset,
            span,
            found: found.map(|(found, _)| found),
            hides_found: false,
            expected: expected::of_grammar(self.grammar, &names),
            next: tried
                .iter()
                .copied()
                .fold(CharacterSet::EMPTY, CharacterSet::union),
            can_end,
            context,
            left_out: 0,
            text: text.into(),
        })
    }
}

impl<P: Production> Observer for Diagnosis<P> {
    #[inline]
    fn interests(&self) -> &Interests {
        const {
            &Interests {
                characters: Characters::Encoded,
                nodes: true,
                attempts: true,
                every_attempt: true,
            }
        }
    }

    #[inline]
    fn observes_inside(&self, _nested: bool, start: usize) -> bool {
        start == self.origin
    }

    fn observes_up_to(&self, end: usize) -> bool {
        end >= self.furthest
    }

    fn opened(&self, _node: usize, production: ProductionId, start: usize, _lookahead: bool) {
        let rule = P::from_id(self.grammar, production);
        self.state.borrow_mut().open.push((rule, start));
    }

    fn closed(&self, _node: usize, _end: usize, _after: usize) {
        self.abandoned();
    }

    fn abandoned(&self) {
        let state = &mut *self.state.borrow_mut();
        state.open.pop();
        state.unchanged = state.unchanged.min(state.open.len());
    }

    #[inline]
    fn consumed(&self, _start: usize, end: usize) {
        if end >= self.furthest {
            self.state.borrow_mut().reached();
        }
    }

    #[inline]
    fn observes_expected(&self, offset: usize) -> bool {
        offset >= self.furthest
    }

    #[inline]
    fn expected(&self, offset: usize, characters: CharacterSet) {
        self.state.borrow_mut().expected(offset, characters);
    }

    fn excluded(&self, offset: usize, character: u8) {
        let character = CharacterSet::EMPTY.with_octet(character);
        self.state.borrow_mut().excluded.push((offset, character));
    }

    fn readmitted(&self) {
        self.state.borrow_mut().excluded.pop();
    }
}

impl<P: Production> State<P> {
    /// Records that a terminal consumes up to the furthest offset.
    fn reached(&mut self) {
        if !self.is_reached {
            self.is_reached = true;
            // The terminal completes any character production that is open.
            let open = self.open.as_slice().iter();
            let outside = open.take_while(|(rule, _)| !rule.is_character()).count();
            self.context.copy_from(&self.open);
            self.context.truncate(outside);
        }
        self.is_settled = false;
    }

    /// Records what is expected at the furthest offset.
    fn expected(&mut self, offset: usize, characters: CharacterSet) {
        #[cfg(feature = "steps")]
        crate::steps::count(self.excluded.len() + self.tried.len());
        let excluded = self
            .excluded
            .iter()
            .filter(|(excluded, _)| *excluded == offset);
        let possible = excluded.fold(characters, |set, (_, excluded)| set.without(*excluded));
        if possible.is_empty() {
            return;
        }
        // Comparing with every set is faster than stopping at the first equal one.
        let alike = self.tried.as_slice().iter().filter(|set| **set == possible);
        if alike.count() == 0 {
            self.tried.push(possible);
        }
        let unchanged = core::mem::replace(&mut self.unchanged, self.open.len());
        if !self.is_settled {
            self.context.copy_from(&self.open);
            self.is_settled = true;
            return;
        }
        let (context, open) = (self.context.as_slice(), self.open.as_slice());
        let pairs = context.iter().zip(open).skip(unchanged);
        let common = pairs.take_while(|(one, other)| one == other).count();
        let common = common + unchanged.min(context.len());
        if common < self.open.len() {
            self.context.truncate(common);
        }
    }
}
