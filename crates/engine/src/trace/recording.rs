//! The steps of a trace while they are recorded.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use super::{Event, Step};
use crate::character_set::CharacterSet;
use crate::production::Production;
use crate::utf8;

/// The most octets of an open production from which is found out which characters can follow. It bounds the time
/// for each step.
const PREFIX: usize = 200;

/// The steps so far, and the productions that are open.
///
/// Parsers consume octets. In a grammar of characters, a step is one of whole characters: what a parser
/// consumes of a character that it does not finish is left out.
pub(crate) struct Recording<'t, P> {
    /// The text of a grammar of characters.
    characters: Option<&'t [u8]>,
    steps: Vec<Step<P>>,
    /// The open productions, as indices of the steps that tried them.
    open: Vec<usize>,
    /// The offset where the last step ended.
    reached: usize,
}

impl<'t, P: Production> Recording<'t, P> {
    /// Returns no steps over a text, for productions of this one's grammar.
    pub(crate) fn new(production: P, text: &'t [u8]) -> Self {
        let is_of_characters = P::is_of_characters(&production.grammar());
        Self {
            characters: is_of_characters.then_some(text),
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
        let (start, end) = (self.start_of_character(start), self.start_of_character(end));
        self.continue_from(start);
        if start == end {
            return;
        }
        self.reached = end;
        match self.last() {
            Some(Event::Take { span }) if span.end == start => span.end = end,
            _ => {
                self.push(Event::Take { span: start..end });
            }
        }
    }

    /// Records that none of these octets follows.
    pub(crate) fn miss(&mut self, offset: usize, octets: CharacterSet) {
        let start = self.start_of_character(offset);
        self.continue_from(start);
        let above_ascii = self.above_ascii(start, offset, octets);
        let begun = self.characters.and_then(|text| text[start..offset].first());
        let octets = match begun {
            Some(first) => CharacterSet::EMPTY.with_octet(*first),
            None => octets,
        };
        if let Some(Event::Miss { offset, characters }) = self.last()
            && *offset == start
        {
            *characters = characters.union(octets);
        } else {
            self.push(Event::Miss {
                offset: start,
                characters: octets,
            });
        }
        if let Some(step) = self.steps.last_mut()
            && !above_ascii.is_empty()
        {
            let known = core::mem::take(&mut step.above_ascii);
            step.above_ascii = utf8::union(known.into_iter().chain(above_ascii));
        }
    }

    /// Returns the characters above ASCII that consist of the octets from `start` to `offset`, one of these octets,
    /// and any after that. If the innermost open production shows that some of them cannot follow, these are
    /// left out.
    fn above_ascii(
        &self,
        start: usize,
        offset: usize,
        octets: CharacterSet,
    ) -> Vec<RangeInclusive<char>> {
        let Some(text) = self.characters.filter(|_| !octets.is_ascii()) else {
            return Vec::new();
        };
        let octets = octets.iter().filter_map(|one| u8::try_from(one).ok());
        let octets = octets.filter(|octet| !octet.is_ascii());
        let begun = octets.flat_map(|octet| {
            let begun = [&text[start..offset], &[octet]].concat();
            utf8::beginning_with(&begun)
        });
        let begun = utf8::union(begun);
        let open = self.open.last().and_then(|tried| self.tried(*tried));
        let open = open.filter(|(_, opened)| start - opened <= PREFIX);
        let following = open.and_then(|(rule, opened)| rule.characters_after(&text[opened..start]));
        let possible = following.map(|following| utf8::common(&begun, &following));
        let possible = possible.filter(|possible| !possible.is_empty());
        possible.unwrap_or(begun)
    }

    /// Returns the start of the character that an offset is inside of; the offset itself if it is between
    /// characters, and in a grammar of octets.
    fn start_of_character(&self, offset: usize) -> usize {
        let text = self.characters.and_then(|text| text.get(..offset));
        text.map_or(offset, utf8::start_of_character)
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
            above_ascii: Vec::new(),
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
