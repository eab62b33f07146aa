//! The texts that can be put in the place of a production.
//!
//! A context has a text before the production and one after it. Not every text that is accepted between these is one of
//! the production: between `http://a/` and nothing, `b/c` are two segments. A *window* has texts of
//! which exactly those of the production are accepted there.
//!
//! Invariant: a window contains every text of its production.

use std::collections::{HashMap, HashSet};

use crate::automaton::{Automaton, DfaState, TooLarge, Work};
use crate::octets::OctetSet;

/// The greatest length of the texts of a production with a window of short texts.
const SHORT: usize = 4;

/// Returns the widest window that is found for a production. `context` accepts the texts that the
/// grammar allows in the context.
pub(super) fn window(
    production: &Automaton,
    context: &Automaton,
    work: &Work,
) -> Result<Option<Automaton>, TooLarge> {
    if !production.is_subset(context, work)? {
        return Ok(None);
    }
    let undelimited = without(delimiters(production, context), production, work)?;
    let context = context.combined(&undelimited, &|context, inside| context && inside, work)?;
    let others = context.without_within(production, work)?;
    if others.is_empty() {
        return Ok(Some(undelimited));
    }
    let window = if let Some(short) = short(production, &others, work)? {
        short
    } else if let Some(committed) = committed(production, &context, work)? {
        committed
    } else {
        return Ok(None);
    };
    let window = window.combined(&undelimited, &|window, inside| window && inside, work)?;
    Ok(Some(window))
}

/// Returns the octets that delimit the production: no text of it contains them, and the context
/// allows them after a viable prefix of it.
fn delimiters(production: &Automaton, context: &Automaton) -> OctetSet {
    let own = production.octets();
    let start = (context.start(), production.start());
    let mut seen = HashSet::from([start]);
    let mut waiting = vec![start];
    let mut delimiters = OctetSet::EMPTY;
    while let Some((at, own_state)) = waiting.pop() {
        delimiters |= context.next(at).without(own);
        for octet in production.next(own_state).iter() {
            let next = context
                .step(at, octet)
                .zip(production.step(own_state, octet));
            waiting.extend(next.filter(|next| seen.insert(*next)));
        }
    }
    delimiters
}

/// Returns the automaton of the texts without these octets.
fn without(octets: OctetSet, production: &Automaton, work: &Work) -> Result<Automaton, TooLarge> {
    Automaton::of_states(
        production.classes_with(octets),
        (),
        &|()| true,
        &|(), octet| (!octets.contains(octet)).then_some(()),
        work,
    )
}

/// Returns the texts that are no longer than those of the production.
fn short(
    production: &Automaton,
    others: &Automaton,
    work: &Work,
) -> Result<Option<Automaton>, TooLarge> {
    let longest = (1..=SHORT).find(|&length| {
        let longer = Automaton::of_states(
            production.classes().to_vec(),
            (production.start(), 0),
            &|&(state, count)| count > length && production.is_accepting(state),
            &|&(state, count), octet| {
                let next = production.step(state, octet)?;
                Some((next, (count + 1).min(length + 1)))
            },
            work,
        );
        longer.is_ok_and(|longer| longer.is_empty())
    });
    let Some(longest) = longest else {
        return Ok(None);
    };
    let window = Automaton::of_states(
        others.classes().to_vec(),
        (Some(others.start()), 0),
        &|&(state, _)| !state.is_some_and(|state| others.is_accepting(state)),
        &|&(state, count), octet| {
            // A text that begins with another one may be two texts of a list.
            let is_other = count > 0 && state.is_some_and(|state| others.is_accepting(state));
            let next = state.and_then(|state| others.step(state, octet));
            (count < longest && !is_other).then_some((next, count + 1))
        },
        work,
    )?;
    let window = window.combined(production, &|short, own| short || own, work)?;
    Ok(Some(window))
}

/// A pair of states: of the context, and of the production.
type Pair = (DfaState, DfaState);

/// Returns the texts with a prefix after which the context allows nothing but the rest of the
/// production, and the texts of the production. `None` if no text has such a prefix.
fn committed(
    production: &Automaton,
    context: &Automaton,
    work: &Work,
) -> Result<Option<Automaton>, TooLarge> {
    let equal = equal_pairs(production, context);
    if equal.is_empty() {
        return Ok(None);
    }
    Automaton::of_states(
        context.classes_beside(production),
        Some((context.start(), production.start())),
        &|pair| pair.is_none_or(|(_, own)| production.is_accepting(own)),
        &|pair, octet| {
            let Some((at, own)) = *pair else {
                return Some(None);
            };
            let next = context.step(at, octet).zip(production.step(own, octet))?;
            Some(Some(next).filter(|next| !equal.contains(next)))
        },
        work,
    )
    .map(Some)
}

/// Returns the pairs of states that one text leads to, and after which both accept the same.
fn equal_pairs(production: &Automaton, context: &Automaton) -> HashSet<Pair> {
    let start = (context.start(), production.start());
    let classes = context.classes_beside(production);
    let octets: Vec<u8> = classes.iter().filter_map(|class| class.lowest()).collect();
    let mut before: HashMap<Pair, Vec<Pair>> = HashMap::from([(start, Vec::new())]);
    let mut waiting = vec![start];
    let mut different = Vec::new();
    while let Some(pair) = waiting.pop() {
        let (at, own) = pair;
        let mut differs = context.is_accepting(at) != production.is_accepting(own);
        for &octet in &octets {
            match (context.step(at, octet), production.step(own, octet)) {
                (Some(at), Some(own)) => {
                    let known = before.entry((at, own)).or_insert_with(|| {
                        waiting.push((at, own));
                        Vec::new()
                    });
                    known.push(pair);
                }
                (None, None) => {}
                _ => differs = true,
            }
        }
        if differs {
            different.push(pair);
        }
    }
    let mut equal: HashSet<Pair> = before.keys().copied().collect();
    while let Some(pair) = different.pop() {
        if equal.remove(&pair) {
            different.extend(&before[&pair]);
        }
    }
    equal
}
