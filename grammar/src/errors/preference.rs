//! Which of several derivations an error follows, and in which order it names what they expect.
//!
//! Both are decided production by production, from the innermost outwards. A *part* of a production is a
//! production directly inside it, or one of its own terminals.
//!
//! In `list = word | address`, `word = 1*"a"`, `address = 1*"a" "@" 1*"a"`, there are two threads after
//! `a`, in the parts `word` and `address` of `list`. `word` can end, so its thread moves to the end, and
//! the context of an error is `list word`.

use super::positions::StackId;
use super::threads::{Attempt, Open, ThreadId, Threads};

/// Moves the derivations that can end a production behind the others in it, with those in the same part.
/// Of several parts, the one with the highest priority comes last.
pub(super) fn settle(threads: &Threads, by_priority: &[ThreadId], preferred: &mut [ThreadId]) {
    if preferred.len() < 2 {
        return;
    }
    let mut ranks = vec![None; threads.len()];
    for (rank, &thread) in by_priority.iter().enumerate() {
        ranks[thread] = Some(rank);
    }
    let open = preferred.iter().enumerate().flat_map(|(slot, &thread)| {
        let chain = threads.chain(thread).iter().enumerate();
        chain.map(move |(depth, &stack)| (depth, (stack, false), slot))
    });
    // For each stack, the highest priority of a thread in it that can end the production.
    let mut best = vec![None; threads.stacks()];
    for (depth, _, slots) in productions(threads.stacks(), open) {
        let part = |thread: ThreadId| threads.chain(thread).get(depth + 1).copied();
        let rank = |thread: ThreadId| {
            let ends = threads.ways(thread).end_production(depth);
            ranks[thread].filter(|_| ends)
        };
        for &slot in &slots {
            if let Some(part) = part(preferred[slot]) {
                let ranks = best[part].into_iter().chain(rank(preferred[slot]));
                best[part] = ranks.min();
            }
        }
        sort_slots(preferred, &slots, &|thread| {
            let rank = part(thread).map_or_else(|| rank(thread), |part| best[part]);
            rank.map_or(0, |rank: usize| by_priority.len() - rank)
        });
    }
}

/// Returns attempts in the order in which errors name them: those inside a production before those behind
/// it, and otherwise in priority order.
pub(super) fn order(threads: &Threads, attempts: Vec<Attempt>) -> Vec<Attempt> {
    let touched = attempts.iter().enumerate().flat_map(|(slot, one)| {
        let touched = one.open.iter().chain(&one.behind);
        touched.map(move |open| (threads.depth(*open), (open.stack, open.is_new), slot))
    });
    let productions = productions(threads.stacks(), touched);
    let mut order: Vec<usize> = (0..attempts.len()).collect();
    for (_, (stack, is_new), slots) in productions {
        let production = Open { stack, is_new };
        sort_slots(&mut order, &slots, &|one| {
            usize::from(attempts[one].behind.contains(&production))
        });
    }
    let mut ordered: Vec<Option<Attempt>> = attempts.into_iter().map(Some).collect();
    order
        .into_iter()
        .filter_map(|one| ordered[one].take())
        .collect()
}

/// Sorts the items in some slots by a key. Equal ones keep their order.
fn sort_slots(items: &mut [usize], slots: &[usize], key: &dyn Fn(usize) -> usize) {
    let sorted = slots.iter().map(|&slot| (key(items[slot]), items[slot]));
    let mut sorted: Vec<(usize, usize)> = sorted.collect();
    sorted.sort_by_key(|one| one.0);
    for (&slot, (_, item)) in slots.iter().zip(sorted) {
        items[slot] = item;
    }
}

/// A production that is open, and whether it begins with the next octet.
type Production = (StackId, bool);

/// Returns the productions, the innermost first, with their depths and the slots that they are in. The
/// slots come in ascending order.
fn productions(
    stacks: usize,
    slots: impl Iterator<Item = (usize, Production, usize)>,
) -> Vec<(usize, Production, Vec<usize>)> {
    let mut found: Vec<Vec<(Production, Vec<usize>)>> = Vec::new();
    let mut places = vec![[None; 2]; stacks];
    for (depth, production, slot) in slots {
        if found.len() <= depth {
            found.resize(depth + 1, Vec::new());
        }
        let (stack, is_new) = production;
        let alike = &mut found[depth];
        let place = *places[stack][usize::from(is_new)].get_or_insert(alike.len());
        if place == alike.len() {
            alike.push((production, Vec::new()));
        }
        alike[place].1.push(slot);
    }
    let mut several = Vec::new();
    for (depth, productions) in found.into_iter().enumerate().rev() {
        let productions = productions.into_iter().filter(|one| one.1.len() > 1);
        several.extend(productions.map(|(production, slots)| (depth, production, slots)));
    }
    several
}
