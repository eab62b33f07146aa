//! What a parser accepts as a part of a grammar.
//!
//! The parser accepts a text as the part if it accepts the text in every live context of the part. A
//! text of the part itself stays if the parser accepts it in one of them: where it does not, another
//! part is to blame.
//!
//! A text is *composed* if it consists of texts for the part and of what the grammar has beside it.
//! It says nothing new: between `http://a/` and the end, `b/c` are two segments.

use std::collections::BTreeSet;

use super::contexts::{Context, Contexts, ParserState};
use crate::automaton::{Automaton, DfaState, TooLarge, Work};

/// The greatest number of contexts in which texts are looked for that are composed.
const CONTEXTS: usize = 24;

/// The greatest number of steps for that. What takes more is not known to be composed.
const STEPS: usize = 400_000;

/// What a parser accepts as a part.
pub(super) struct Taken {
    /// All texts that it takes.
    pub(super) all: Automaton,
    /// Those of the part, and those that are not composed.
    pub(super) simple: Automaton,
}

/// Returns what the parser accepts as the part; `None` if the part has no live context, or if the
/// parser takes the texts of the part.
pub(super) fn taken_for(
    (holed, hole): (&Automaton, u8),
    parser: &Automaton,
    part: &Automaton,
    work: &Work,
) -> Result<Option<Taken>, TooLarge> {
    let contexts = Contexts::new((holed, hole), parser, part, work)?;
    if contexts.all.is_empty() {
        return Ok(None);
    }
    let all = taken(&contexts, parser, part, work)?;
    if all == *part {
        return Ok(None);
    }
    let more = all.without_within(part, work)?;
    let composed = work.at_most(STEPS, |work| {
        composed(&contexts, (holed, hole), &all, more, work)
    });
    let simple = match composed {
        Ok(composed) => all.without_within(&composed, work)?,
        Err(TooLarge) => all.clone(),
    };
    Ok(Some(Taken { all, simple }))
}

/// Returns those of the texts that are composed in every context.
fn composed(
    contexts: &Contexts<'_>,
    (holed, hole): (&Automaton, u8),
    all: &Automaton,
    texts: Automaton,
    work: &Work,
) -> Result<Automaton, TooLarge> {
    let mut composed = texts;
    let mut seen = BTreeSet::new();
    for context in &contexts.all {
        if composed.is_empty() || seen.len() > CONTEXTS {
            break;
        }
        if seen.insert((context.before, context.after)) {
            let composite = composite(contexts, context, (holed, hole), all, work)?;
            composed = composed.combined(&composite, &|one, other| one && other, work)?;
        }
    }
    Ok(composed)
}

/// Returns the texts that the parser accepts as the part.
fn taken(
    contexts: &Contexts<'_>,
    parser: &Automaton,
    part: &Automaton,
    work: &Work,
) -> Result<Automaton, TooLarge> {
    let states: BTreeSet<DfaState> = contexts.all.iter().map(|context| context.parser).collect();
    let states: Vec<DfaState> = states.into_iter().collect();
    let index = |context: &Context| states.binary_search(&context.parser).unwrap_or(0);
    let too_large = std::cell::Cell::new(false);
    let starts: Vec<ParserState> = states.iter().copied().map(Some).collect();
    let automaton = Automaton::of_states(
        part.classes_beside(parser),
        (Some(part.start()), starts),
        &|(own, ends)| {
            let is_own = own.is_some_and(|own| part.is_accepting(own));
            let mut all = contexts.all.iter();
            let accepted = if is_own {
                let found = all.map(|context| contexts.accepts_ever(context, ends[index(context)]));
                any(found)
            } else {
                all.try_fold(true, |all, context| {
                    Ok(all && contexts.accepts_always(context, ends[index(context)])?)
                })
            };
            accepted.unwrap_or_else(|TooLarge| {
                too_large.set(true);
                false
            })
        },
        &|(own, ends), octet| {
            let own = own.and_then(|own| part.step(own, octet));
            let ends: Vec<ParserState> = ends
                .iter()
                .map(|end| end.and_then(|end| parser.step(end, octet)))
                .collect();
            // In every context the text must lead somewhere, unless it is one of the part.
            let goes_on = ends.iter().all(Option::is_some)
                || own.is_some() && ends.iter().any(Option::is_some);
            goes_on.then_some((own, ends))
        },
        work,
    )?;
    if too_large.get() {
        return Err(TooLarge);
    }
    Ok(automaton)
}

fn any(mut found: impl Iterator<Item = Result<bool, TooLarge>>) -> Result<bool, TooLarge> {
    found.try_fold(false, |any, one| Ok(any || one?))
}

/// Where a reader of a composite text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum At {
    /// Outside the part.
    Context(DfaState),
    /// After the first octet of a text for the part; with the state after the part.
    Inside(DfaState, DfaState),
}

/// What the text consists of so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Pieces {
    Nothing,
    /// One text for the part.
    One,
    /// Something else as well.
    More,
}

/// Returns the texts that consist of texts for the part and of what is beside it, in the first
/// context, and after which the context goes on as after the part.
fn composite(
    contexts: &Contexts<'_>,
    first: &Context,
    (holed, hole): (&Automaton, u8),
    taken: &Automaton,
    work: &Work,
) -> Result<Automaton, TooLarge> {
    let mut goes_on = BTreeSet::new();
    for state in holed.states() {
        if contexts.includes(state, first.after)? {
            goes_on.insert(state);
        }
    }
    let start = BTreeSet::from([(Pieces::Nothing, At::Context(first.before))]);
    let is_composite = |&(pieces, at): &(Pieces, At)| {
        let end = match at {
            At::Context(state) => Some(state),
            At::Inside(state, after) => taken.is_accepting(state).then_some(after),
        };
        pieces != Pieces::One && end.is_some_and(|end| goes_on.contains(&end))
    };
    let outside = |pieces, state: DfaState, octet| {
        let mut next = Vec::new();
        if octet != hole {
            let step = holed.step(state, octet);
            next.extend(step.map(|state| (Pieces::More, At::Context(state))));
        }
        let inside = holed
            .step(state, hole)
            .zip(taken.step(taken.start(), octet));
        let pieces = match pieces {
            Pieces::Nothing => Pieces::One,
            Pieces::One | Pieces::More => Pieces::More,
        };
        next.extend(inside.map(|(after, state)| (pieces, At::Inside(state, after))));
        next
    };
    Automaton::of_states(
        holed.classes_beside(taken),
        start,
        &|states| states.iter().any(is_composite),
        &|states, octet| {
            let mut next = BTreeSet::new();
            // Too large is too large for every further step.
            let _ = work.take(states.len());
            for &(pieces, at) in states {
                match at {
                    At::Context(state) => next.extend(outside(pieces, state, octet)),
                    At::Inside(state, after) => {
                        let step = taken.step(state, octet);
                        next.extend(step.map(|state| (pieces, At::Inside(state, after))));
                        if taken.is_accepting(state) {
                            next.extend(outside(pieces, after, octet));
                        }
                    }
                }
            }
            (!next.is_empty()).then_some(next)
        },
        work,
    )
}
