//! The second pass over a text with an error: the characters that productions expect there.

use std::cell::RefCell;

use rfcbnf_engine::{CharacterSet, Characters, Interests, Observer, ProductionId, ProductionSet};

use super::note::LazyNotes;
use super::open::Open;
use super::{Fields, Found, FurthestOffset, SyntaxError, expected};
use crate::rules::Rule;

/// Room for the different sets that most errors expect.
const ATTEMPTS: usize = 16;

/// Observes what is expected at the furthest offset.
///
/// Invariant: no terminal consumes beyond `furthest`, and `tried` holds the sets of the
/// terminals that failed exactly there. The combinators make every attempt that can reach that
/// offset, so the union of the sets is exact. A production whose viable prefix ends before it
/// can be left to its DFA.
pub(crate) struct Diagnosis {
    state: RefCell<State>,
    /// The start of the DFA or terminal that reaches the furthest offset. Other DFAs that begin
    /// there probably reach it as well, so the body runs at once.
    origin: usize,
}

struct State {
    open: Open,
    furthest: usize,
    /// Whether a terminal has consumed up to `furthest` in this pass.
    is_reached: bool,
    tried: Vec<CharacterSet>,
    /// The productions open at all attempts since a terminal last consumed up to `furthest`:
    /// those open at the first attempt, cut where a later attempt had another production open.
    /// Before the first attempt, the context of an earlier derivation that came as far, or else
    /// what was open when the terminal matched.
    context: Open,
    /// Whether such an attempt was made.
    is_settled: bool,
    /// The number of productions that have stayed open since the last attempt.
    unchanged: usize,
    /// Characters that are excluded at an offset.
    excluded: Vec<(usize, CharacterSet)>,
}

impl Diagnosis {
    /// Returns the observer for the second pass.
    pub(crate) fn at(reached: &FurthestOffset) -> Self {
        let furthest = reached.offset();
        let state = State {
            open: Open::NONE,
            furthest,
            is_reached: furthest == 0,
            tried: Vec::with_capacity(ATTEMPTS),
            context: Open::NONE,
            is_settled: false,
            unchanged: 0,
            excluded: Vec::new(),
        };
        Self {
            state: RefCell::new(state),
            origin: reached.origin(),
        }
    }

    /// Returns the error in the text. `end` is the end of the longest match of the production.
    pub(crate) fn finish(self, rule: Rule, text: &[u8], end: Option<usize>) -> SyntaxError {
        let State {
            furthest: offset,
            tried,
            context,
            ..
        } = self.state.into_inner();
        let can_end = end == Some(offset);
        let found = Found::first_of(&text[offset..]);
        let open = context.as_slice();
        let begun = open
            .iter()
            .find(|(rule, start)| rule.is_character() && *start < offset);
        let start = begun.map_or(offset, |(_, start)| *start);
        let span = start..offset + found.map_or(0, |(_, length)| length);
        let found = found.map(|(found, _)| found);
        let next = expected::union(&tried);
        let mut context = Vec::with_capacity(open.len().max(1));
        context.extend(open.iter().map(|(rule, _)| *rule));
        if open.is_empty() {
            context.push(rule);
        }
        SyntaxError(Box::new(Fields {
            rule,
            offset,
            found,
            expected: expected::fold(&tried, can_end),
            next,
            can_end,
            notes: LazyNotes::new(text),
            context,
            span,
        }))
    }
}

impl Observer for Diagnosis {
    #[inline]
    fn interests(&self) -> &Interests {
        const {
            &Interests {
                characters: Characters::Encoded,
                productions: None,
                attempts: true,
                lookahead: true,
                every_attempt: true,
            }
        }
    }

    #[inline]
    fn observes_inside(&self, _inside: Option<&ProductionSet>, start: usize) -> bool {
        start == self.origin
    }

    fn observes_up_to(&self, end: usize) -> bool {
        end >= self.state.borrow().furthest
    }

    fn opened(&self, _node: usize, production: ProductionId, start: usize, _lookahead: bool) {
        let rule = Rule::from(production);
        self.state.borrow_mut().open.push(rule, start);
    }

    fn closed(&self, _node: usize, _end: usize, _after: usize) {
        self.abandoned();
    }

    fn abandoned(&self) {
        let state = &mut *self.state.borrow_mut();
        state.open.pop();
        state.unchanged = state.unchanged.min(state.open.len());
    }

    fn consumed(&self, _start: usize, end: usize) {
        let state = &mut *self.state.borrow_mut();
        if end < state.furthest {
            return;
        }
        if !state.is_reached {
            state.is_reached = true;
            // The terminal completes any character production that is open.
            let open = state.open.as_slice().iter();
            let outside = open.take_while(|(rule, _)| !rule.is_character()).count();
            state.context = state.open;
            state.context.truncate(outside);
        }
        state.is_settled = false;
    }

    #[inline]
    fn observes_expected(&self, offset: usize) -> bool {
        offset >= self.state.borrow().furthest
    }

    #[inline]
    fn expected(&self, offset: usize, characters: CharacterSet) {
        self.state.borrow_mut().expected(offset, characters);
    }

    fn excluded(&self, offset: usize, character: u8) {
        let mut buffer = [0; 4];
        let character = CharacterSet::of(char::from(character).encode_utf8(&mut buffer));
        self.state.borrow_mut().excluded.push((offset, character));
    }

    fn readmitted(&self) {
        self.state.borrow_mut().excluded.pop();
    }
}

impl State {
    /// Records what is expected at the furthest offset.
    fn expected(&mut self, offset: usize, characters: CharacterSet) {
        #[cfg(test)]
        rfcbnf_engine::steps::count(self.excluded.len() + self.tried.len());
        let excluded = self
            .excluded
            .iter()
            .filter(|(excluded, _)| *excluded == offset);
        let possible = excluded.fold(characters, |set, (_, excluded)| set.without(*excluded));
        if possible.is_empty() {
            return;
        }
        // Comparing with every set is faster than stopping at the first equal one.
        let alike = self.tried.iter().filter(|set| **set == possible);
        if alike.count() == 0 {
            self.tried.push(possible);
        }
        let unchanged = std::mem::replace(&mut self.unchanged, self.open.len());
        if !self.is_settled {
            self.context = self.open;
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
