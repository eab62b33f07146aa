//! Which of several derivations an error follows, and in which order it names what they expect.
//!
//! Both are decided production by production, from the innermost outwards. A *part* of a production is a
//! production directly inside it, or one of its own terminals.
//!
//! In `list = word | address`, `word = 1*"a"`, `address = 1*"a" "@" 1*"a"`, there are two threads after
//! `a`, in the parts `word` and `address` of `list`. `word` can end, so its thread moves to the end, and
//! the context of an error is `list word`.

use super::threads::{Attempt, Open, ThreadId, ThreadList, Threads};

/// Moves the derivations that can end a production behind the others in it, with those in the same part.
/// Of several parts, the one with the highest priority comes last.
pub(super) fn settle(threads: &Threads, list: &mut ThreadList) {
    let (by_priority, preferred) = (&list.by_priority, &mut list.by_preference);
    if preferred.len() < 2 {
        return;
    }
    let mut ranks = vec![None; threads.len()];
    for (rank, &thread) in by_priority.iter().enumerate() {
        ranks[thread] = Some(rank);
    }
    let open = preferred.iter().enumerate();
    let open = open.flat_map(|(slot, &thread)| threads.open(thread).map(move |open| (open, slot)));
    // For each stack, the highest priority of a thread in it that can end the production.
    let mut best = vec![None; threads.stacks()];
    for (production, slots) in productions(threads, open) {
        let depth = threads.depth(production);
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
        touched.map(move |open| (*open, slot))
    });
    let productions = productions(threads, touched);
    let mut order: Vec<usize> = (0..attempts.len()).collect();
    for (production, slots) in productions {
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

/// Returns the productions that are in several slots, the innermost first, with these slots in ascending
/// order.
fn productions(
    threads: &Threads,
    slots: impl Iterator<Item = (Open, usize)>,
) -> Vec<(Open, Vec<usize>)> {
    let mut by_depth: Vec<Vec<(Open, Vec<usize>)>> = Vec::new();
    let mut places = vec![[None; 2]; threads.stacks()];
    for (production, slot) in slots {
        let depth = threads.depth(production);
        if by_depth.len() <= depth {
            by_depth.resize(depth + 1, Vec::new());
        }
        let found = &mut by_depth[depth];
        let place = &mut places[production.stack][usize::from(production.is_new)];
        let place = *place.get_or_insert(found.len());
        if place == found.len() {
            found.push((production, Vec::new()));
        }
        found[place].1.push(slot);
    }
    let innermost_first = by_depth.into_iter().rev().flatten();
    innermost_first
        .filter(|(_, slots)| slots.len() > 1)
        .collect()
}
