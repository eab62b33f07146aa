//! The error of a production by its body: the furthest offset that a terminal reaches, and what is expected
//! there.
//!
//! The union of the sets of the terminals that fail exactly at that offset is what could come next. The context
//! of the error has the productions that are open at all attempts since a terminal last consumed up to there.
//!
//! For example, in `8o` the furthest offset of `port` is 1: `digits` has consumed `8`. There a further `digit`
//! fails, and `port` can end. So the error expects a digit or the end of the text, in `port` and `digits`.
//!
//! Invariant: no terminal consumes beyond the furthest offset, and the combinators make every attempt that can
//! reach it. So the union is exact.

use alloc::vec::Vec;
use core::ops::Range;

use super::expected::{self, Expected, Found};
use super::facts::Facts;
use super::small_stack::SmallStack;
use super::syntax_error::SyntaxError;
use crate::character_set::CharacterSet;
use crate::collector::{Characters, Collector, within};
use crate::dfa::List;
use crate::parse::Parse;
use crate::production::{Production, ProductionId, ProductionSet};
use crate::utf8::viable_prefix;

/// A text, and what is expected at the furthest offset that a terminal has reached so far.
pub(crate) struct ExpectedSets<'t, P: Production> {
    text: &'t [u8],
    production: P,
    furthest: usize,
    /// The open productions with their starts, from the outermost to the innermost.
    open: Vec<(P, usize)>,
    /// The different sets of the terminals that failed at the furthest offset.
    tried: Vec<CharacterSet>,
    /// The productions open at all attempts since a terminal last consumed up to the furthest offset:
    /// those open at the first attempt, cut where a later attempt had another production open.
    /// Before the first attempt, what was open when the terminal matched.
    context: Vec<(P, usize)>,
    /// Whether such an attempt was made.
    is_settled: bool,
    /// Octets that are excluded at an offset.
    excluded: Vec<(usize, u8)>,
    is_silent: bool,
}

impl<'t, P: Parse> ExpectedSets<'t, P> {
    /// Reads the text. Returns what is expected, and the end of the longest match.
    pub(crate) fn read(production: P, text: &'t [u8]) -> (Self, Option<usize>) {
        let is_of_characters = P::is_of_characters(&production.grammar());
        let (_, found) = viable_prefix(is_of_characters, text, |text| {
            let mut sets = Self {
                text,
                production,
                furthest: 0,
                open: Vec::new(),
                tried: Vec::new(),
                context: Vec::new(),
                is_settled: false,
                excluded: Vec::new(),
                is_silent: false,
            };
            let end = production.read(&mut sets, 0);
            (sets.furthest, (sets, end))
        });
        found
    }

    /// Returns the length of the longest viable prefix.
    pub(crate) fn furthest(&self) -> usize {
        self.furthest
    }

    /// Returns the error in the text, whose longest match ends at `end`.
    pub(crate) fn error(self, text: &[u8], end: Option<usize>) -> SyntaxError<P> {
        let (rule, offset) = (self.production, self.furthest);
        let can_end = end == Some(offset);
        let found = Found::first_of(&text[offset..]);
        let mut open = self.context.iter();
        let begun = open.find(|(rule, start)| rule.is_character() && *start < offset);
        let start = begun.map_or(offset, |(_, start)| *start);
        let mut context = SmallStack::of(rule, self.context.iter().map(|(rule, _)| *rule));
        if self.context.is_empty() {
            context.push(rule);
        }
        let grammar = rule.grammar();
        let names = Expected::of_sets(P::character_productions(&grammar), &self.tried, can_end);
        let next = self.tried.iter().copied();
        let facts = Facts {
            offset,
            span: start..offset + found.map_or(0, |(_, length)| length),
            found: found.map(|(found, _)| found),
            expected: expected::of_grammar(grammar, &names),
            next: next.fold(CharacterSet::EMPTY, CharacterSet::union),
            can_end,
            context,
            left_out: 0,
        };
        SyntaxError::new(rule, text, facts)
    }
}

impl<P: Production> Collector for ExpectedSets<'_, P> {
    const PRODUCTIONS: ProductionSet = ProductionSet::ALL;

    const OBSERVES: bool = true;

    fn text(&self) -> &[u8] {
        self.text
    }

    fn within<R>(&mut self, end: usize, read: impl FnOnce(&mut Self) -> R) -> R {
        within(self, |own| &mut own.text, end, read)
    }

    /// Only what is open counts, and a production that ends is not.
    fn count(&self) -> usize {
        0
    }

    fn truncate(&mut self, _: usize) {}

    #[inline(never)]
    fn open(&mut self, production: ProductionId, start: usize) -> usize {
        if !self.is_silent {
            let rule = P::from_id(self.production.grammar(), production);
            self.open.push((rule, start));
        }
        0
    }

    fn close(&mut self, _: usize, _: usize) {
        self.failed();
    }

    fn list(&mut self, _: &List, _: Range<usize>) {}

    fn observes(&self) -> bool {
        !self.is_silent
    }

    fn observes_attempts(&self) -> bool {
        !self.is_silent
    }

    fn observes_every_attempt(&self) -> bool {
        !self.is_silent
    }

    fn characters(&self) -> Characters {
        if self.is_silent {
            Characters::None
        } else {
            Characters::Encoded
        }
    }

    #[inline(never)]
    fn failed(&mut self) {
        if !self.is_silent {
            self.open.pop();
        }
    }

    #[inline(never)]
    fn took(&mut self, range: Range<usize>) {
        if self.is_silent || range.end < self.furthest {
            return;
        }
        self.is_settled = false;
        if range.end > self.furthest {
            self.furthest = range.end;
            self.tried.clear();
            // The terminal completes any character production that is open.
            let outside = self
                .open
                .iter()
                .take_while(|(rule, _)| !rule.is_character());
            self.context = outside.copied().collect();
        }
    }

    fn missed(&mut self, at: usize, characters: impl FnOnce() -> CharacterSet) {
        self.expect(at, characters());
    }

    fn silently<R>(&mut self, read: impl FnOnce(&mut Self) -> R) -> R {
        let before = core::mem::replace(&mut self.is_silent, true);
        let result = read(self);
        self.is_silent = before;
        result
    }

    fn excluding<R>(
        &mut self,
        octets: impl Iterator<Item = (usize, u8)>,
        read: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let count = self.excluded.len();
        self.excluded.extend(octets);
        let result = read(self);
        self.excluded.truncate(count);
        result
    }
}

impl<P: Production> ExpectedSets<'_, P> {
    /// Receives that a terminal expected one of these characters at the offset.
    #[inline(never)]
    fn expect(&mut self, at: usize, characters: CharacterSet) {
        if self.is_silent || at < self.furthest {
            return;
        }
        #[cfg(feature = "steps")]
        crate::steps::count(1 + self.excluded.len() + self.tried.len());
        let excluded = self.excluded.iter().filter(|(offset, _)| *offset == at);
        let excluded = excluded.fold(CharacterSet::EMPTY, |set, (_, octet)| {
            set.with_octet(*octet)
        });
        let possible = characters.without(excluded);
        if possible.is_empty() {
            return;
        }
        if !self.tried.contains(&possible) {
            self.tried.push(possible);
        }
        if self.is_settled {
            let pairs = self.context.iter().zip(&self.open);
            let common = pairs.take_while(|(one, other)| one == other).count();
            if common < self.open.len() {
                self.context.truncate(common);
            }
        } else {
            self.context.clone_from(&self.open);
            self.is_settled = true;
        }
    }
}
