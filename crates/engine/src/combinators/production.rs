//! The combinators that turn an expression into the body of a production, and what they know of it before a text is
//! read.

use alloc::vec::Vec;

use super::Step;
use super::choice::Choice;
use super::terminal::take;
use crate::character_set::CharacterSet;
use crate::collector::{Characters, Collector};
use crate::dfa::{self, Alternatives, Dfa, NestedDfa};
#[cfg(feature = "dense")]
use crate::dfa::{DenseDfa, List};
use crate::production::ProductionId;

/// Matches a production: runs its body under its name.
///
/// ```
/// use rfcbnf_engine::ProductionId;
/// use rfcbnf_engine::combinators::{any_of, literal, production};
/// use rfcbnf_engine::spans::match_length;
///
/// let body = (any_of("0123456789"), literal("."));
/// assert_eq!(match_length("1.2", production(ProductionId::new(0), body)), Some(2));
/// ```
#[inline(always)]
pub fn production<C: Collector>(
    production: impl Into<ProductionId>,
    body: impl Step<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    let production = production.into();
    #[inline(always)]
    move |collector, at| {
        let span = collector.open(production, at);
        if let Some(end) = body.read(collector, at) {
            collector.close(span, end);
            Some(end)
        } else {
            collector.failed();
            None
        }
    }
}

/// Matches a character production. The body runs only if the sets in the table do not decide, or if the
/// character production is wanted.
///
/// ```
/// use rfcbnf_engine::combinators::{alt, any_of, character, literal};
/// use rfcbnf_engine::spans::match_length;
/// use rfcbnf_engine::{CharacterSet, ProductionId, Table};
///
/// // char = "a" | "b" | "%" "0"
/// let (alone, first) = (CharacterSet::of("ab"), CharacterSet::of("ab%"));
/// let table = Table::of_characters(ProductionId::new(0), alone, first);
/// let body = alt((any_of("ab"), (literal("%"), literal("0"))));
/// assert_eq!(match_length("%0b", character(table, body)), Some(2));
/// ```
#[inline(always)]
pub fn character<C: Collector>(
    table: Table<impl Into<ProductionId>, CharacterSets>,
    body: impl Step<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    let (id, CharacterSets { alone, first }) = (table.rule.into(), table.facts);
    #[inline(always)]
    move |collector, at| {
        let octet = collector.text().get(at).copied();
        let Some(octet) = octet.filter(|octet| first.contains(*octet)) else {
            collector.missed(at, || first);
            return None;
        };
        let wanted = collector.characters();
        if wanted != Characters::All && alone.contains(octet) {
            take(collector, at, at + 1);
            Some(at + 1)
        } else if wanted == Characters::None {
            body.read(collector, at)
        } else {
            let body = |collector: &mut C, at| body.read(collector, at);
            production(id, body)(collector, at)
        }
    }
}

/// Matches a production: its DFA matches the text, unless the collector wants what only the body reports.
/// [`dfa`](crate::dfa) has an example.
#[inline(always)]
pub fn with_dfa<C: Collector, const INSIDE: u8>(
    table: Table<impl Into<ProductionId>, &'static Dfa<INSIDE>>,
    body: impl Step<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    let dfa = table.facts;
    production(
        table.rule,
        #[inline(always)]
        move |collector: &mut C, at| {
            by_dfa(collector, dfa, at, &body, |collector| {
                body.read(collector, at)
            })
        },
    )
}

/// Matches a production of alternatives between which its DFA decides: the first that derives the longest
/// text. Where the collector wants each attempt, the body runs, which has the same match.
///
/// ```
/// use rfcbnf_engine::combinators::{alt, decided, literal};
/// use rfcbnf_engine::dfa::{Alternatives, DfaState, NestedDfa, ShiftTable};
/// use rfcbnf_engine::spans::match_length;
/// use rfcbnf_engine::{CharacterSet, ProductionId, ProductionSet, Table};
///
/// // "ab" | "ac": the last of four states decides for the second one.
/// static EITHER: NestedDfa = NestedDfa::new(
///     ProductionSet::EMPTY,
///     ShiftTable::new(
///         &["a", "b", "c"],
///         &[
///             DfaState(false, [2, 0, 0]),
///             DfaState(false, [0, 3, 4]),
///             DfaState(true, [0, 0, 0]),
///             DfaState(true, [0, 0, 0]),
///         ],
///     )
///     .transitions(),
/// );
/// let chosen = Alternatives { decisive: &[], members: &[], chosen: &[0, 0, 0, 1] };
/// let table = Table::decided(ProductionId::new(0), &EITHER, chosen);
/// let either = decided(table, alt((literal("ab"), literal("ac"))));
/// assert_eq!(match_length("ac!", either), Some(2));
/// ```
#[inline(always)]
pub fn decided<C: Collector>(
    table: Table<impl Into<ProductionId>, Decided>,
    body: impl Choice<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    let facts = table.facts;
    production(
        table.rule,
        #[inline(always)]
        move |collector: &mut C, at| {
            by_dfa(collector, facts.dfa, at, &body, |collector| {
                chosen(collector, &facts, &body, at)
            })
        },
    )
}

/// Matches the alternative that the DFA chooses.
#[inline(always)]
fn chosen<C: Collector>(
    collector: &mut C,
    facts: &Decided,
    body: &impl Choice<C>,
    at: usize,
) -> Option<usize> {
    let octets = collector.text().get(at..)?;
    let alternatives = &facts.alternatives;
    if let Some(index) = alternatives.decided_by(octets.first()) {
        return body.alternative(index, collector, at);
    }
    let (length, state) = facts.dfa.match_and_state(octets)?;
    let index = usize::from(*alternatives.chosen.get(state)?);
    let end = at + length;
    if let Some(member) = alternatives.member(index) {
        let span = collector.open(member.production, at);
        if let Some(elements) = &member.list
            && (C::PRODUCTIONS.contains(elements.each) || C::PRODUCTIONS.contains(elements.last))
        {
            collector.list(elements, at..end);
        }
        collector.close(span, end);
        return Some(end);
    }
    collector.within(end, |part| body.alternative(index, part, at))
}

/// Matches a production with a DFA that is made at run time. `is_nested` says whether trees of the
/// production hold other productions than those of characters, and `elements` that these are the elements of
/// a list.
///
/// ```
/// use rfcbnf_engine::ProductionId;
/// use rfcbnf_engine::combinators::{literal, many1, with_dense_dfa};
/// use rfcbnf_engine::dfa::DenseDfa;
/// use rfcbnf_engine::spans::match_length;
///
/// let steps = [None, Some(1), None, Some(1)];
/// let dfa = DenseDfa::new(|octet| u8::from(octet == b'a'), &steps, &[false, true]).unwrap();
/// let many = with_dense_dfa(ProductionId::new(0), false, None, &dfa, many1(literal("a")));
/// assert_eq!(match_length("aa/", many), Some(2));
/// ```
#[cfg(feature = "dense")]
pub fn with_dense_dfa<C: Collector>(
    id: impl Into<ProductionId>,
    is_nested: bool,
    elements: Option<List>,
    dfa: &DenseDfa,
    body: impl Step<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    production(id, move |collector: &mut C, at: usize| {
        let is_silent = !C::COLLECTS || !is_nested || elements.is_some();
        if collector.observes() || !is_silent {
            return body.read(collector, at);
        }
        let (_, longest) = dfa.longest_match(collector.text().get(at..)?);
        let end = at + longest?;
        if let Some(elements) = elements.filter(|_| C::COLLECTS) {
            collector.list(&elements, at..end);
        }
        Some(end)
    })
}

/// Matches by the DFA, by the body where the collector wants what only the body reports, and by `inside` where it
/// collects spans that the DFA does not know.
#[inline(always)]
fn by_dfa<C: Collector, const INSIDE: u8>(
    collector: &mut C,
    dfa: &'static Dfa<INSIDE>,
    at: usize,
    body: &impl Step<C>,
    inside: impl FnOnce(&mut C) -> Option<usize>,
) -> Option<usize> {
    if const { C::OBSERVES } && collector.observes() {
        return body.read(collector, at);
    }
    #[expect(
        clippy::collapsible_if,
        reason = "the compiler leaves the body out only if the constant stands alone"
    )]
    if const { C::COLLECTS && INSIDE == dfa::NESTED } {
        if C::collects_any(dfa.inside()) {
            return inside(collector);
        }
    }
    let end = collector.scan(dfa, at)?;
    if const { C::COLLECTS && INSIDE == dfa::LIST }
        && C::collects_any(dfa.inside())
        && let Some(list) = dfa.list()
    {
        collector.list(list, at..end);
    }
    Some(end)
}

/// Matches the body, unless the match begins with one of the `excluded` texts. Their letters match
/// in either case.
///
/// ```
/// use rfcbnf_engine::combinators::{any_of, except, many1};
/// use rfcbnf_engine::spans::match_length;
///
/// let word = || except(&["foo"], many1(any_of("abfort")));
/// assert_eq!(match_length("boat", word()), Some(4));
/// // No match begins with "foo", so this one ends before.
/// assert_eq!(match_length("foobar", word()), Some(2));
/// ```
pub fn except<T: AsRef<str>, C: Collector>(
    excluded: &[T],
    body: impl Step<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        let octets = collector.text().get(at..)?;
        let texts = excluded.iter().map(|text| text.as_ref().as_bytes());
        let begun = texts.clone().filter(|text| begins(octets, text));
        let shortest = begun.map(<[u8]>::len).min();
        let end = shortest.map_or(at + octets.len(), |length| at + length - 1);
        let read = |part: &mut C| body.read(part, at);
        if const { C::OBSERVES } && collector.observes_every_attempt() {
            let last = texts.filter_map(|text| {
                let (last, others) = text.split_last()?;
                begins(octets, others).then_some((at + others.len(), *last))
            });
            let last: Vec<(usize, u8)> = last.collect();
            let read = |part: &mut C| part.excluding(last.into_iter(), read);
            return collector.within(end, read);
        }
        match shortest {
            Some(_) => collector.within(end, read),
            None => read(collector),
        }
    }
}

/// Returns whether the octets begin with the text, letters in either case. The first octet mostly decides.
#[inline(always)]
fn begins(octets: &[u8], text: &[u8]) -> bool {
    let is_first = match (octets.first(), text.first()) {
        (Some(one), Some(other)) => one.eq_ignore_ascii_case(other),
        (_, other) => other.is_none(),
    };
    let begin = || octets.get(..text.len());
    is_first && begin().is_some_and(|begin| begin.eq_ignore_ascii_case(text))
}

/// A production, and what its combinator needs besides the body: nothing, its sets of characters, or its DFA.
/// Generated code has a constant for each production, with the production's name.
///
/// ```
/// use rfcbnf_engine::combinators::{any_of, character};
/// use rfcbnf_engine::spans::match_length;
/// use rfcbnf_engine::{CharacterSet, ProductionId, Table};
///
/// const DIGITS: CharacterSet = CharacterSet::of("0123456789");
/// let digit = Table::of_characters(ProductionId::new(0), DIGITS, DIGITS);
/// assert_eq!(match_length("80", character(digit, any_of(DIGITS))), Some(1));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Table<P, F = ()> {
    /// The production.
    pub rule: P,
    /// What its combinator needs.
    pub facts: F,
}

/// The characters that decide about most matches of a character production. [`Table`] has an example.
#[derive(Debug, Clone, Copy)]
pub struct CharacterSets {
    /// The characters that it derives alone.
    pub alone: CharacterSet,
    /// The characters that its matches begin with.
    pub first: CharacterSet,
}

/// A DFA that decides between the alternatives of a production.
/// [`decided`](crate::combinators::decided) has an example.
#[derive(Clone, Copy)]
pub struct Decided {
    /// The DFA.
    pub dfa: &'static NestedDfa,
    /// The alternatives.
    pub alternatives: Alternatives,
}

impl<P> Table<P> {
    /// Returns the table of a production that has a body only.
    pub const fn new(rule: P) -> Self {
        Self { rule, facts: () }
    }
}

impl<P> Table<P, CharacterSets> {
    /// Returns the table of a character production: the characters that it derives alone, and those that its
    /// matches begin with.
    pub const fn of_characters(rule: P, alone: CharacterSet, first: CharacterSet) -> Self {
        let facts = CharacterSets { alone, first };
        Self { rule, facts }
    }
}

impl<P, const INSIDE: u8> Table<P, &'static Dfa<INSIDE>> {
    /// Returns the table of a production with a DFA.
    pub const fn with_dfa(rule: P, dfa: &'static Dfa<INSIDE>) -> Self {
        Self { rule, facts: dfa }
    }
}

impl<P> Table<P, Decided> {
    /// Returns the table of a production whose DFA decides between its alternatives.
    pub const fn decided(rule: P, dfa: &'static NestedDfa, alternatives: Alternatives) -> Self {
        let facts = Decided { dfa, alternatives };
        Self { rule, facts }
    }
}

/// Returns the id of the production.
impl<P: Into<ProductionId>> From<Table<P>> for ProductionId {
    #[inline]
    fn from(table: Table<P>) -> Self {
        table.rule.into()
    }
}
