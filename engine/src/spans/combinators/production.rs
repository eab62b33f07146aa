//! The combinators that turn an expression into a production.

use core::ops::Range;

use super::choice::Alternatives;
use super::sequence::Step;
use crate::character_set::CharacterSet;
use crate::dfa::Dfa;
use crate::production_set::ProductionId;
use crate::spans::Collector;

/// Matches the body, as the production.
#[inline(always)]
pub fn production<C: Collector>(
    production: impl Into<ProductionId>,
    body: impl Step<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    let production = production.into();
    #[inline(always)]
    move |collector, at| {
        let span = collector.open(production, at);
        let end = body.read(collector, at)?;
        collector.close(span, end);
        Some(end)
    }
}

/// Matches a character production, without a span. It matches each character in `whole` alone, and
/// its matches begin with one in `first`.
#[inline(always)]
pub fn character<C: Collector>(
    _: impl Into<ProductionId>,
    whole: CharacterSet,
    first: CharacterSet,
    body: impl Step<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        let octet = *collector.text().get(at)?;
        if whole.contains(octet) {
            Some(at + 1)
        } else if first.contains(octet) {
            body.read(collector, at)
        } else {
            None
        }
    }
}

/// Matches a production by its DFA. The DFA knows all nodes inside: there are none, or they are the
/// elements of a list.
#[inline(always)]
pub fn scan<C: Collector, const NESTED: bool>(
    id: impl Into<ProductionId>,
    dfa: &'static Dfa<NESTED>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    production(
        id,
        #[inline(always)]
        move |collector: &mut C, at| {
            let end = collector.scan(dfa, at)?;
            list(collector, dfa, at..end);
            Some(end)
        },
    )
}

/// Collects the spans of the elements if the production is a list.
#[inline(always)]
fn list<C: Collector, const NESTED: bool>(
    collector: &mut C,
    dfa: &'static Dfa<NESTED>,
    range: Range<usize>,
) {
    if const { C::COLLECTS }
        && C::collects_any(dfa.inside())
        && let Some(list) = dfa.list()
    {
        collector.list(list, range);
    }
}

/// Matches a production by its DFA if no production inside is selected, or else by its body.
#[inline(always)]
pub fn with_dfa<C: Collector, const NESTED: bool>(
    id: impl Into<ProductionId>,
    dfa: &'static Dfa<NESTED>,
    body: impl Step<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    production(
        id,
        #[inline(always)]
        move |collector: &mut C, at| {
            #[expect(
                clippy::collapsible_if,
                reason = "the compiler leaves the body out only if the constant stands alone"
            )]
            if const { C::COLLECTS } {
                if C::collects_any(dfa.inside()) {
                    return body.read(collector, at);
                }
            }
            collector.scan(dfa, at)
        },
    )
}

/// Matches a production that is all of the text from the offset on, as [`decided`] knows. The DFA
/// knows all nodes inside.
#[inline(always)]
pub fn whole<C: Collector, const NESTED: bool>(
    id: impl Into<ProductionId>,
    dfa: &'static Dfa<NESTED>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    production(
        id,
        #[inline(always)]
        move |collector: &mut C, at| {
            let end = collector.text().len();
            list(collector, dfa, at..end);
            Some(end)
        },
    )
}

/// Matches the alternative for which the DFA of all of them decides. `chosen` has the index of an
/// alternative for each accepting state: the first that derives a text that leads there.
#[inline(always)]
pub fn decided<C: Collector, const NESTED: bool>(
    dfa: &'static Dfa<NESTED>,
    chosen: &[u8],
    alternatives: impl Alternatives<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        let (length, state) = dfa.longest_match_and_state(collector.text().get(at..)?)?;
        let index = usize::from(*chosen.get(state)?);
        collector.within(at + length, |part| {
            alternatives.alternative(index, part, at)
        })
    }
}

/// Matches the body, unless the match begins with one of the `excluded` texts. Their letters match
/// in either case.
pub fn except<T: AsRef<str>, C: Collector>(
    excluded: &[T],
    body: impl Step<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        let octets = collector.text().get(at..)?;
        let begins = |text: &&[u8]| {
            // The first octet mostly decides.
            let first = octets.first().zip(text.first());
            first.is_some_and(|(one, other)| one.eq_ignore_ascii_case(other))
                && octets
                    .get(..text.len())
                    .is_some_and(|begin| begin.eq_ignore_ascii_case(text))
        };
        let excluded = excluded.iter().map(|text| text.as_ref().as_bytes());
        let shortest = excluded.filter(begins).map(<[u8]>::len).min();
        match shortest {
            Some(length) => collector.within(at + length - 1, |part| body.read(part, at)),
            None => body.read(collector, at),
        }
    }
}
