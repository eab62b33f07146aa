//! Repetitions in which each round can end at one offset only.

use super::terminal::take;
use super::{Attempt, Step};
use crate::character_set::CharacterSet;
use crate::collector::{Characters, Collector};

/// Matches `*[ body ]`.
///
/// ```
/// use rfcbnf_engine::combinators::{literal, many0};
/// use rfcbnf_engine::spans::match_length;
///
/// assert_eq!(match_length("ababa", many0(literal("ab"))), Some(4));
/// assert_eq!(match_length("b", many0(literal("ab"))), Some(0));
/// ```
#[inline(always)]
pub fn many0<C: Collector>(body: impl Step<C>) -> impl Fn(&mut C, usize) -> Option<usize> {
    repeat(0, None, body)
}

/// Matches `1*[ body ]`.
///
/// ```
/// use rfcbnf_engine::combinators::{literal, many1};
/// use rfcbnf_engine::spans::match_length;
///
/// assert_eq!(match_length("ababa", many1(literal("ab"))), Some(4));
/// assert_eq!(match_length("b", many1(literal("ab"))), None);
/// ```
#[inline(always)]
pub fn many1<C: Collector>(body: impl Step<C>) -> impl Fn(&mut C, usize) -> Option<usize> {
    repeat(1, None, body)
}

/// Matches `least*most[ body ]`. The rounds up to `least` can be empty.
///
/// ```
/// use rfcbnf_engine::combinators::{any_of, repeat};
/// use rfcbnf_engine::spans::match_length;
///
/// let two_or_three = || repeat(2, Some(3), any_of("01"));
/// assert_eq!(match_length("0101", two_or_three()), Some(3));
/// assert_eq!(match_length("0", two_or_three()), None);
/// ```
#[inline(always)]
pub fn repeat<C: Collector>(
    least: usize,
    most: Option<usize>,
    body: impl Step<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, mut at| {
        let mut rounds = 0;
        while most.is_none_or(|most| rounds < most) {
            let attempt = Attempt::new(collector);
            let end = body.read(collector, at);
            let end = end.filter(|&end| end > at || rounds < least);
            if end.is_none() {
                attempt.undo(collector);
            }
            attempt.keep(collector);
            let Some(end) = end else {
                break;
            };
            at = end;
            rounds += 1;
        }
        (rounds >= least).then_some(at)
    }
}

/// A class of characters: the body, and the characters that it matches alone. [`chars!`](crate::chars)
/// makes one.
#[derive(Clone, Copy)]
pub struct Chars<B> {
    alone: CharacterSet,
    body: B,
}

/// Returns a class of characters. The body matches each of the characters `alone`, and it can match others
/// with more octets.
///
/// ```
/// use rfcbnf_engine::CharacterSet;
/// use rfcbnf_engine::combinators::{alt, any_of, chars, literal, run};
/// use rfcbnf_engine::spans::match_length;
///
/// const LETTERS: CharacterSet = CharacterSet::of("ab");
/// let letter = chars(LETTERS, alt((any_of("ab"), literal("%41"))));
/// assert_eq!(match_length("ab%41%", run(1, letter)), Some(5));
/// ```
#[inline(always)]
pub const fn chars<B>(alone: CharacterSet, body: B) -> Chars<B> {
    Chars { alone, body }
}

impl<C, B: Step<C>> Step<C> for Chars<B> {
    #[inline(always)]
    fn read(&self, collector: &mut C, at: usize) -> Option<usize> {
        self.body.read(collector, at)
    }
}

/// Matches `least*[ class ]`. The body does not run for the characters that it matches alone, unless the
/// character productions are wanted.
///
/// ```
/// use rfcbnf_engine::CharacterSet;
/// use rfcbnf_engine::combinators::{any_of, chars, run};
/// use rfcbnf_engine::spans::match_length;
///
/// const DIGITS: CharacterSet = CharacterSet::of("0123456789");
/// let digits = || run(1, chars(DIGITS, any_of(DIGITS)));
/// assert_eq!(match_length("80/x", digits()), Some(2));
/// assert_eq!(match_length("/x", digits()), None);
/// ```
#[inline(always)]
pub fn run<C: Collector>(
    least: usize,
    class: Chars<impl Step<C>>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    let Chars { alone, body } = class;
    #[inline(always)]
    move |collector, mut at| {
        let mut rounds = 0;
        loop {
            if collector.characters() != Characters::All {
                let octets = collector.text().get(at..)?;
                let others = |octet: &u8| !alone.contains(*octet);
                let length = octets.iter().position(others).unwrap_or(octets.len());
                take(collector, at, at + length);
                at += length;
                rounds += length;
            }
            match round(&body, collector, at) {
                Some(end) => at = end,
                None => return (rounds >= least).then_some(at),
            }
            rounds += 1;
        }
    }
}

/// Returns the offset after one more round, if the body consumes something.
#[inline(always)]
pub(super) fn round<C: Collector>(
    body: &impl Step<C>,
    collector: &mut C,
    at: usize,
) -> Option<usize> {
    let attempt = Attempt::new(collector);
    let end = body.read(collector, at).filter(|&end| end > at);
    if end.is_none() {
        attempt.undo(collector);
    }
    attempt.keep(collector);
    end
}
