//! Hears how far the productions get in a text, and what they look for there.

use std::cell::RefCell;
use std::marker::PhantomData;

use super::excerpt::Excerpt;
use super::note::Rejection;
use super::open::Open;
use super::{Fields, Found, Reach, SyntaxError, expected};
use crate::engine::{CharacterSet, Characters, Listener, Place, RuleSet, Scan};
use crate::rules::Rule;

/// Room for as many different attempts as are made at a place, in most texts.
const ATTEMPTS: usize = 16;

/// What is looked for where every attempt to read a text has failed.
///
/// Invariant: `furthest` is the greatest offset up to which a terminal matched, and `tried`
/// are the sets that were looked for in vain exactly there. The combinators leave no way
/// untried that is still open at that offset, so the sets together are exact. What ends before
/// it is scanned, where it can be: nothing that happens inside is of interest.
pub(crate) struct Diagnosis<P> {
    state: RefCell<State>,
    /// Where a scan begins that gets to the place: another from there may as well, and then it
    /// is of no use.
    origin: usize,
    place: PhantomData<P>,
}

struct State {
    open: Open,
    furthest: usize,
    /// Whether a terminal has matched up to there.
    is_reached: bool,
    tried: Vec<CharacterSet>,
    /// What was open at the attempts made since a terminal last matched up to `furthest`:
    /// at the first of them, as far as it was open at the others, too, or at least not
    /// something else in its place. Before the first, what was open at the attempts of an
    /// earlier reading that came as far, or else where the terminal matched.
    context: Open,
    /// Whether an attempt was made since.
    is_settled: bool,
    /// How many of those that are open were so all the time since the last attempt.
    unchanged: usize,
    /// Characters that cannot stand at an offset.
    excluded: Vec<(usize, CharacterSet)>,
}

impl<P: Place> Diagnosis<P> {
    /// Gets ready to hear what is looked for where terminals have matched up to.
    pub(crate) fn after(reach: &Reach<P>) -> Self {
        let furthest = reach.furthest();
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
            origin: reach.origin(),
            place: PhantomData,
        }
    }

    /// The error in the text, where the production derives it up to `end`, if at all.
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
        let rejection = Rejection {
            rule,
            text,
            offset,
            found,
            next,
            context: &context,
            open: RuleSet::of(&context),
        };
        SyntaxError(Box::new(Fields {
            rule,
            offset,
            found,
            expected: expected::fold(&tried, can_end),
            next,
            can_end,
            notes: rejection.notes(),
            context,
            excerpt: Excerpt::new(text, &span),
            span,
        }))
    }
}

impl<P: Place> Listener for Diagnosis<P> {
    type Place = P;

    const CHARACTERS: Characters = Characters::Encoded;
    const HEARS_TRIALS: bool = true;
    const ASKS_FOR_ATTEMPTS: bool = true;

    #[inline]
    fn hears_inside<const FUSED: bool>(&self, _scan: &Scan<FUSED>, start: usize) -> bool {
        start == self.origin
    }

    fn hears_up_to(&self, offset: usize) -> bool {
        offset >= self.state.borrow().furthest
    }

    fn opened(&self, _mark: usize, rule: Rule, start: usize, _trial: bool) {
        self.state.borrow_mut().open.push(rule, start);
    }

    fn closed(&self, _mark: usize, _end: usize, _after: usize) {
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
            // The terminal is all that a character production derives, so that is over.
            let open = state.open.as_slice().iter();
            let outside = open.take_while(|(rule, _)| !rule.is_character()).count();
            state.context = state.open;
            state.context.truncate(outside);
        }
        state.is_settled = false;
    }

    #[inline]
    fn expected(&self, offset: usize, characters: impl FnOnce() -> CharacterSet) {
        let state = &mut *self.state.borrow_mut();
        if offset >= state.furthest {
            state.expected(offset, characters());
        }
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
    /// Notes what is looked for in vain where every attempt has failed.
    fn expected(&mut self, offset: usize, characters: CharacterSet) {
        let excluded = self.excluded.iter().filter(|(place, _)| *place == offset);
        let possible = excluded.fold(characters, |set, (_, excluded)| set.without(*excluded));
        if possible.is_empty() {
            return;
        }
        // To compare with each is faster than to stop at one.
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
