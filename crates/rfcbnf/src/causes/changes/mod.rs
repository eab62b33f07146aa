//! The changes of a grammar that make it derive what a parser accepts.
//!
//! # The idea
//!
//! A *change* replaces one part of the grammar (`part`) by other texts: `port` by `[0-9]*`, or the gap
//! before `hostport` by `[^@]*@`. The automaton of the parser is known, so the texts that the parser
//! accepts as a part follow from the automaton alone, and nothing is asked (`contexts`, `taken`).
//!
//! The search looks for few and simple changes that together lead to the parser. This is a set cover:
//! a change repairs some of the texts on which the grammar and the parser differ, and costs as much
//! as its texts take to describe (`cost`, `shape`). The greedy algorithm takes the change that
//! repairs the most texts for its cost, again and again, and drops what later changes make
//! superfluous (`search`). What no change of a part repairs is left as a change of the whole.
//!
//! - V. Chvátal: A greedy heuristic for the set-covering problem. Mathematics of Operations Research
//!   4(3), 1979, 233–235.
//!
//! # An example
//!
//! A parser of `http://` URLs allows an empty port. The grammar and the parser differ on `http://h:`
//! and `http://h:/`. As `port` the parser accepts the empty text in every context. The same is not
//! true of `digits`, which is used in hosts too, and `[ ":" port ]` would have to gain `":"`, which
//! costs more. So the change is `port`, to which the empty text comes.

mod changed;
mod choices;
mod contexts;
mod cost;
mod part;
mod search;
mod shape;
mod taken;

pub(super) use cost::cost;
pub use part::Position;
pub(super) use part::{Part, expression, reference, rewritten};

use std::cell::RefCell;
use std::ops::Range;

use crate::automaton::{Automata, Automaton, TooLarge, Work};
use crate::conformance::Alphabet;
use crate::search_end::Watch;
use crate::spare::{Spare, sets_of, spare};
use crate::syntax::{Grammar, Production};
use changed::{Change, Changed};
use search::ChangeSearch;
pub(super) use search::Observed;
use shape::Tokens;

/// A search that shows what it found looks for changes in this part of the time.
const SHARE_OF_SHOWING: u32 = 2;

/// Returns what a production derives if these texts replace those of productions; `None` if the automaton
/// is too large.
pub(super) fn changed<'t, 'g: 't>(
    automata: &Automata<'g>,
    replaced: impl Iterator<Item = (&'g Production, &'t Automaton)>,
    production: &Production,
    work: &Work,
) -> Option<Automaton> {
    let changes =
        replaced.map(|(production, texts)| Change::new(Part::whole(production), texts.clone(), 0));
    let grammar = Changed::new(automata, changes.collect(), work)?;
    grammar.production(&production.name).cloned()
}

/// Returns the octet that stands for a part in the automaton of its contexts: one that no text consists of that the
/// parser was asked about, or one that neither grammar nor parser tells apart from another.
fn hole(automata: &Automata<'_>, parser: &Automaton, alphabet: &Alphabet) -> Option<Spare> {
    let symbols = alphabet.symbols().iter().map(|&it| alphabet.octets(it));
    let mut unused = spare(symbols, 0..=u8::MAX).filter(|it| it.twin.is_none());
    unused.next().or_else(|| {
        let grammar = automata.grammar();
        let root = automata.productions().last()?.name.as_str();
        let sets = sets_of(grammar, [root]).into_iter();
        let sets = sets.chain(parser.classes().iter().copied());
        spare(sets, (0..=u8::MAX).rev()).find(|it| it.is_at_ends_of_ranges(grammar))
    })
}

/// Returns the grammar without the octet of the hole.
fn without(hole: Spare, automata: &Automata<'_>) -> Grammar {
    let mut grammar = automata.grammar().clone();
    for production in &mut grammar.productions {
        hole.leave_out_of(&mut production.body);
    }
    grammar
}

/// What leads from the grammar to the parser.
pub(super) struct Changes<'a, 'g> {
    automata: &'a Automata<'g>,
    hole: Option<Spare>,
    changed: Changed<'a, 'g>,
    /// What comes and goes from the grammar with the changes to the parser.
    left: Difference,
}

impl<'a, 'g> Changes<'a, 'g> {
    /// Looks for changes. The texts, in symbols, are those that they are compared by, with the answers of the parser.
    /// Changes of what was observed are looked for first. Returns `None` if an automaton is too large or the search has to
    /// end.
    pub(super) fn find(
        automata: &'a Automata<'g>,
        (parser, observed): (&Automaton, &[Observed<'_>]),
        alphabet: &Alphabet,
        sample: Vec<(Vec<u8>, bool)>,
        watch: &Watch,
    ) -> Option<Self> {
        let work = Work::watched(watch);
        let hole = hole(automata, parser, alphabet);
        let changed = match hole {
            None => Changed::unchanged(automata),
            Some(hole) => {
                let parser = parser.avoiding(hole.octet, &work).ok()?;
                let root = &automata.productions().last()?.name;
                let grammar = hole.twin.map(|_| without(hole, automata));
                let without = grammar.as_ref();
                let without = without.and_then(|it| Automata::reachable_from(it, root).ok());
                let search = ChangeSearch {
                    automata: without.as_ref().unwrap_or(automata),
                    parser: &parser,
                    hole,
                    tokens: Tokens::of(
                        automata
                            .productions()
                            .iter()
                            .filter_map(|one| automata.production(&one.name)),
                    ),
                    watch,
                    steps: Work::of_steps(
                        search::STEPS_OF_PRODUCTION * automata.productions().len(),
                        watch,
                    ),
                    sample,
                    observed,
                    first_choices: RefCell::default(),
                };
                watch.begin_part_of_showing(SHARE_OF_SHOWING);
                let found = search.run().changes;
                watch.end_part_of_showing();
                let changes = found
                    .into_iter()
                    .map(|change| change.mapped(|texts| hole.filled_in(texts, &work).ok()));
                Changed::new(automata, changes.collect::<Option<_>>()?, &work)?
            }
        };
        Self::new(automata, hole, changed, parser, &work)
    }

    /// Leaves everything to the change of the whole. Does not end with the search.
    pub(super) fn none(automata: &'a Automata<'g>, parser: &Automaton) -> Option<Self> {
        let changed = Changed::unchanged(automata);
        Self::new(automata, None, changed, parser, &Work::new())
    }

    fn new(
        automata: &'a Automata<'g>,
        hole: Option<Spare>,
        changed: Changed<'a, 'g>,
        parser: &Automaton,
        work: &Work,
    ) -> Option<Self> {
        let whole = changed.whole()?;
        Some(Self {
            left: Difference::between(whole, parser, work).ok()?,
            automata,
            hole,
            changed,
        })
    }

    /// Leaves what the change with that index does to the change of the whole; if the grammar with the
    /// other changes is too large, or nothing is left to the whole but what repairs other changes, what the last does. So
    /// there are fewer changes each time. Returns `None` if nothing is left to leave.
    pub(super) fn left_to_the_whole(
        &self,
        index: usize,
        parser: &Automaton,
        work: impl Fn() -> Work,
    ) -> Option<Self> {
        let last = self.changed.changes.len().checked_sub(1)?;
        let mut without = [index.min(last), last].into_iter().filter_map(|index| {
            let changed = self.changed.without(index, &work())?;
            Self::new(self.automata, self.hole, changed, parser, &work())
        });
        let unchanged = || {
            let changed = Changed::unchanged(self.automata);
            Self::new(self.automata, self.hole, changed, parser, &work())
        };
        without.next().or_else(unchanged)
    }

    /// Returns the number of changes. What is left counts for one.
    pub(super) fn count(&self) -> usize {
        self.changed.changes.len() + usize::from(!self.left.is_empty())
    }

    /// Returns the index of what is left, if anything is.
    pub(super) fn rest(&self) -> Option<usize> {
        (!self.left.is_empty()).then_some(self.changed.changes.len())
    }

    /// Returns the part of the change with that index.
    pub(super) fn part(&self, index: usize) -> Option<Part> {
        match self.changed.changes.get(index) {
            Some(change) => Some(change.part.clone()),
            None => self
                .automata
                .productions()
                .last()
                .map(|root| Part::whole(root)),
        }
    }

    /// Returns the texts of the part of the grammar, and those that replace them. What other changes do inside of the part
    /// makes no difference between the two.
    pub(super) fn texts(&self, index: usize, work: &Work) -> Option<[Automaton; 2]> {
        let unchanged = Changed::unchanged(self.automata);
        let Some(change) = self.changed.changes.get(index) else {
            let others = self.changed.whole()?;
            let after = self.left.applied_to(others, work).ok()?;
            let before = of_most([unchanged.whole()?, others, &after], work).ok()?;
            return Some([before, after]);
        };
        let own = unchanged.part(&change.part, work)?;
        let Some(difference) = change.difference() else {
            return Some([own, change.texts.clone()]);
        };
        let others = self.changed.without(index, work)?;
        let others = others.part(&change.part, work)?;
        let after = difference.applied_to(&others, work).ok()?;
        Some([of_most([&own, &others, &after], work).ok()?, after])
    }

    /// Returns what the whole derives with all changes but the one with that index.
    pub(super) fn without(&self, index: usize, work: &Work) -> Option<Automaton> {
        if index >= self.changed.changes.len() {
            return self.changed.whole().cloned();
        }
        let without = self.changed.without(index, work)?;
        self.left.applied_to(without.whole()?, work).ok()
    }

    /// Returns where a text of the whole has a text that the change adds to its part, or removes from it.
    pub(super) fn place(&self, index: usize, text: &[u8], work: &Work) -> Option<Range<usize>> {
        let (part, hole) = (self.part(index)?, self.hole?);
        self.changed.changes.get(index)?;
        let [before, after] = self.texts(index, work)?;
        let all = before
            .combined(&after, &|before, after| before || after, work)
            .ok()?;
        let whole_with = |texts: &Automaton| self.changed.whole_with(&part, texts, work);
        let holed = whole_with(&hole.beside(&all, work).ok()?)?;
        // Other parts may have the octet of the hole, too.
        let plain = all.avoiding(hole.octet, work).ok();
        let plain = plain.filter(|_| hole.twin.is_some());
        let plain = plain.and_then(|plain| whole_with(&plain));
        let ranges =
            (0..=text.len()).flat_map(|start| (start..=text.len()).map(move |end| start..end));
        let mut ranges = ranges.filter(|range| {
            let inside = &text[range.clone()];
            before.accepts(inside) != after.accepts(inside)
        });
        ranges.find(|range| {
            let holed_text = [&text[..range.start], &[hole.octet], &text[range.end..]].concat();
            let mut plain = plain.iter();
            holed.accepts(&holed_text) && !plain.any(|plain| plain.accepts(&holed_text))
        })
    }
}

/// Returns the texts that two of the three have.
pub(super) fn of_most(
    [one, other, third]: [&Automaton; 3],
    work: &Work,
) -> Result<Automaton, TooLarge> {
    let both = |one: bool, other: bool| one && other;
    let either = |one: bool, other: bool| one || other;
    let one_of_two = one.combined(other, &either, work)?;
    let with_third = one_of_two.combined(third, &both, work)?;
    one.combined(other, &both, work)?
        .combined(&with_third, &either, work)
}

/// The texts that come and those that go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Difference {
    added: Automaton,
    removed: Automaton,
}

impl Difference {
    pub(super) fn between(
        before: &Automaton,
        after: &Automaton,
        work: &Work,
    ) -> Result<Self, TooLarge> {
        Ok(Self {
            added: after.without_within(before, work)?,
            removed: before.without_within(after, work)?,
        })
    }

    fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty()
    }

    /// Returns these texts with those that come and without those that go.
    pub(super) fn applied_to(
        &self,
        before: &Automaton,
        work: &Work,
    ) -> Result<Automaton, TooLarge> {
        let with = before.combined(&self.added, &|before, added| before || added, work)?;
        with.without_within(&self.removed, work)
    }
}
