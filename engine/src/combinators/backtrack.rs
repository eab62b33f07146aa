//! Parts that backtrack, so that the rest can match.
//!
//! Each function tries the rest after every end of the first part. It chooses the pair with the
//! longest match; among equally long ones, the first in priority order.

use std::collections::{BTreeMap, BTreeSet};

use nom::error::{ErrorKind, ParseError};
use nom::{Err, IResult, Parser};

use super::{Unbuilt, failure};
use crate::text::Text;

/// Matches `[ body ] rest`: tries the rest with and without the body.
pub fn optional<I, E, F, G>(mut body: F, mut rest: G) -> impl FnMut(I) -> IResult<I, (), E>
where
    I: Text,
    E: ParseError<I>,
    F: Parser<I, Error = E>,
    G: Parser<I, Error = E>,
{
    move |input: I| {
        let present = body.process::<Unbuilt>(input.lookahead());
        let present = present.and_then(|(middle, ())| rest.process::<Unbuilt>(middle));
        let absent = rest.process::<Unbuilt>(input.lookahead());
        let is_absent = match (&present, &absent) {
            (Ok((with, ())), Ok((without, ()))) => with.input_len() > without.input_len(),
            (present, _) => present.is_err(),
        };
        if !input.is_observed() {
            return if is_absent { absent } else { present };
        }
        let middle = if is_absent {
            input
        } else {
            body.process::<Unbuilt>(input)?.0
        };
        rest.process::<Unbuilt>(middle)
    }
}

/// Matches `[ body ] rest`, where the rest alone never matches as much as body and rest.
pub fn greedy_optional<I, E, F, G>(mut body: F, mut rest: G) -> impl FnMut(I) -> IResult<I, (), E>
where
    I: Text,
    E: ParseError<I>,
    F: Parser<I, Error = E>,
    G: Parser<I, Error = E>,
{
    move |input: I| {
        let present = body.process::<Unbuilt>(input.clone());
        match present.and_then(|(middle, ())| rest.process::<Unbuilt>(middle)) {
            Err(Err::Error(_)) => rest.process::<Unbuilt>(input),
            result => result,
        }
    }
}

/// Matches `least*most[ body ] rest`, where the rest alone never matches as much as one more round.
pub fn greedy_many<I, E, F, G>(
    least: usize,
    most: Option<usize>,
    mut body: F,
    mut rest: G,
) -> impl FnMut(I) -> IResult<I, (), E>
where
    I: Text,
    E: ParseError<I>,
    F: Parser<I, Error = E>,
    G: Parser<I, Error = E>,
{
    move |input: I| {
        let mut here = input.clone();
        let mut before = None;
        let mut rounds = 0;
        while most.is_none_or(|most| rounds < most)
            && let Some(next) = round(&mut body, &here)?
        {
            before = Some(std::mem::replace(&mut here, next));
            rounds += 1;
        }
        if rounds >= least
            && let Ok(done) = rest.process::<Unbuilt>(here)
        {
            return Ok(done);
        }
        if rounds > least
            && let Some(before) = before
            && let Ok(done) = rest.process::<Unbuilt>(before)
        {
            return Ok(done);
        }
        // Several rounds may be too many: only lookahead finds the number.
        many(
            least,
            most,
            |input| body.process::<Unbuilt>(input),
            |input| rest.process::<Unbuilt>(input),
        )(input)
    }
}

/// Matches `least*most[ body ] rest`: backtracks by whole rounds, the last first.
pub fn many<I, E, F, G>(
    least: usize,
    most: Option<usize>,
    mut body: F,
    mut rest: G,
) -> impl FnMut(I) -> IResult<I, (), E>
where
    I: Text,
    E: ParseError<I>,
    F: Parser<I, Error = E>,
    G: Parser<I, Error = E>,
{
    move |input: I| {
        let mut best: Option<(I, I)> = None;
        let mut here = input.clone();
        let mut rounds = 0;
        loop {
            if rounds >= least
                && let Ok((end, ())) = rest.process::<Unbuilt>(here.lookahead())
                && best
                    .as_ref()
                    .is_none_or(|(_, other)| end.input_len() <= other.input_len())
            {
                best = Some((here.clone(), end));
            }
            if most == Some(rounds) {
                break;
            }
            let Some(next) = round(&mut body, &here)? else {
                break;
            };
            here = next;
            rounds += 1;
        }
        match best {
            Some((start, _)) if start.is_observed() => rest.process::<Unbuilt>(start),
            Some((_, end)) => Ok((end, ())),
            None => Err(failure(input, ErrorKind::Many0)),
        }
    }
}

/// Runs one more round. Returns the rest, or `None` if the round fails or is empty.
#[inline]
fn round<I: Text, E: ParseError<I>>(
    body: &mut impl Parser<I, Error = E>,
    here: &I,
) -> Result<Option<I>, Err<E>> {
    match body.process::<Unbuilt>(here.clone()) {
        Ok((next, ())) if next.input_len() < here.input_len() => Ok(Some(next)),
        Ok(_) | Err(Err::Error(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Matches `first rest`, where only `first` knows where it can end: backtracks by one octet and
/// runs it again. The time can be quadratic in the length. The generator uses it only where nothing
/// else is exact, and the analysis reports it.
pub fn any<I, E, F, G>(mut first: F, mut rest: G) -> impl FnMut(I) -> IResult<I, (), E>
where
    I: Text,
    E: ParseError<I>,
    F: Parser<I, Error = E>,
    G: Parser<I, Error = E>,
{
    move |input: I| {
        let mut best: Option<(usize, usize)> = None;
        let lookahead = input.lookahead();
        for length in ends(&mut first, &lookahead) {
            let (left, ()) = input
                .silent()
                .within(length, |part| first.process::<Unbuilt>(part))?;
            if let Ok((end, ())) = rest.process::<Unbuilt>(lookahead.after(&left, length)) {
                let reached = input.input_len() - end.input_len();
                if best.is_none_or(|(_, other)| reached > other) {
                    best = Some((length, reached));
                }
            }
        }
        let Some((length, _)) = best else {
            return Err(failure(input, ErrorKind::Fail));
        };
        let (left, ()) = input.within(length, |part| first.process::<Unbuilt>(part))?;
        rest.process::<Unbuilt>(input.after(&left, length))
    }
}

/// Matches `least*most[ body ]`, where only the body knows where it can end, and a later round may
/// need octets that an earlier one can leave. Tries every end of every round. Chooses the rounds
/// that together match most, each as long as possible.
pub fn rounds<I, E, F>(
    least: usize,
    most: Option<usize>,
    mut body: F,
) -> impl FnMut(I) -> IResult<I, (), E>
where
    I: Text,
    E: ParseError<I>,
    F: Parser<I, Error = E>,
{
    move |input: I| {
        let mut explored = Explored {
            ends: BTreeMap::new(),
            cap: most.unwrap_or(least),
            most,
        };
        let mut waiting = vec![(0, 0)];
        while let Some(state) = waiting.pop() {
            if !explored.ends.contains_key(&state) {
                let mut ends = if most == Some(state.1) {
                    Vec::new()
                } else {
                    ends(&mut body, &input.lookahead().take_from(state.0))
                };
                // Beyond the least number, a round consumes something.
                ends.retain(|&length| length > 0 || state.1 < least);
                waiting.extend(ends.iter().map(|&length| explored.next(state, length)));
                explored.ends.insert(state, ends);
            }
        }
        let complete = explored.ends.keys().filter(|(_, count)| *count >= least);
        let Some(target) = complete.map(|(offset, _)| *offset).max() else {
            return Err(failure(input, ErrorKind::Many0));
        };
        let mut here = input;
        for length in explored.path(target, least) {
            let (left, ()) = here.within(length, |part| body.process::<Unbuilt>(part))?;
            here = here.after(&left, length);
        }
        Ok((here, ()))
    }
}

/// The number of octets consumed, and the number of rounds, counted up to a cap.
type Reached = (usize, usize);

/// The offsets that rounds can reach, with the lengths of the rounds that begin there, longest
/// first.
struct Explored {
    ends: BTreeMap<Reached, Vec<usize>>,
    cap: usize,
    most: Option<usize>,
}

impl Explored {
    fn next(&self, (offset, count): Reached, length: usize) -> Reached {
        let count = if self.most.is_some() {
            count + 1
        } else {
            self.cap.min(count + 1)
        };
        (offset + length, count)
    }

    /// Returns the lengths of the rounds to the target, each as long as the others allow.
    fn path(&self, target: usize, least: usize) -> Vec<usize> {
        let mut dead: BTreeSet<Reached> = BTreeSet::new();
        let mut path: Vec<(Reached, usize)> = Vec::new();
        let mut here = (0, 0);
        while here.0 != target || here.1 < least {
            let lengths = self.ends.get(&here).into_iter().flatten();
            let open = lengths
                .copied()
                .find(|&length| !dead.contains(&self.next(here, length)));
            if let Some(length) = open {
                path.push((here, length));
                here = self.next(here, length);
            } else if let Some((before, _)) = path.pop() {
                dead.insert(here);
                here = before;
            } else {
                break;
            }
        }
        path.into_iter().map(|(_, length)| length).collect()
    }
}

/// Returns the lengths of all prefixes that the parser derives, longest first. Only the first
/// attempt is observed: the others see a prefix of the same text, so they add nothing.
fn ends<I: Text, E: ParseError<I>>(
    parser: &mut impl Parser<I, Error = E>,
    input: &I,
) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut attempt = input.clone();
    let mut most = input.input_len();
    while let Some(length) = attempt.within(most, |part| match_length(parser, part)) {
        ends.push(length);
        let Some(shorter) = length.checked_sub(1) else {
            break;
        };
        attempt = input.silent();
        most = shorter;
    }
    ends
}

fn match_length<I: Text, E: ParseError<I>>(
    parser: &mut impl Parser<I, Error = E>,
    input: I,
) -> Option<usize> {
    let most = input.input_len();
    let (left, ()) = parser.process::<Unbuilt>(input).ok()?;
    Some(most - left.input_len())
}
