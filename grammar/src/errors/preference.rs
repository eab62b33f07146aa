//! Which of several derivations an error follows, and in which order it names what they expect.
//!
//! Both are decided for one production after another, from the innermost to the outermost. The
//! derivations that are in it are in different *parts*: productions inside of it, or its own terminals.

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
    for (depth, _, slots) in productions(open) {
        let mut parts: Vec<(Part, Option<usize>)> = Vec::new();
        for &slot in &slots {
            let thread = preferred[slot];
            let part = Part::of(threads, thread, depth);
            let ends = threads.ways(thread).end_production(depth);
            let rank = ranks[thread].filter(|_| ends);
            match parts.iter_mut().find(|one| one.0 == part) {
                Some((_, best)) => *best = best.iter().copied().chain(rank).min(),
                None => parts.push((part, rank)),
            }
        }
        sort_slots(preferred, &slots, &|thread| {
            let part = Part::of(threads, thread, depth);
            let known = parts.iter().find(|one| one.0 == part);
            let rank = known.and_then(|one| one.1);
            rank.map_or(0, |rank| by_priority.len() - rank)
        });
    }
}

/// Returns attempts in the order in which errors name them: those inside a production before those behind
/// it, and otherwise in priority order.
pub(super) fn order(threads: &Threads, mut attempts: Vec<Attempt>) -> Vec<Attempt> {
    let touched = attempts.iter().enumerate().flat_map(|(slot, one)| {
        let touched = one.open.iter().chain(&one.behind);
        touched.map(move |open| (threads.depth(*open), (open.stack, open.is_new), slot))
    });
    let productions = productions(touched);
    let mut order: Vec<usize> = (0..attempts.len()).collect();
    for (_, (stack, is_new), slots) in productions {
        let production = Open { stack, is_new };
        sort_slots(&mut order, &slots, &|one| {
            usize::from(attempts[one].behind.contains(&production))
        });
    }
    let mut ordered: Vec<Option<Attempt>> = attempts.drain(..).map(Some).collect();
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

/// The part of a production that a thread is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Production(StackId),
    Terminal(ThreadId),
}

impl Part {
    /// Returns the part of the thread's open production at this depth.
    fn of(threads: &Threads, thread: ThreadId, depth: usize) -> Self {
        let inside = threads.chain(thread).get(depth + 1);
        inside.map_or(Self::Terminal(thread), |&stack| Self::Production(stack))
    }
}

/// Returns the productions, the innermost first, with their depths and the slots that they are in. The
/// slots come in ascending order.
fn productions(
    slots: impl Iterator<Item = (usize, Production, usize)>,
) -> Vec<(usize, Production, Vec<usize>)> {
    let mut found: Vec<Vec<(Production, Vec<usize>)>> = Vec::new();
    for (depth, production, slot) in slots {
        if found.len() <= depth {
            found.resize(depth + 1, Vec::new());
        }
        match found[depth].iter_mut().find(|one| one.0 == production) {
            Some((_, slots)) => slots.push(slot),
            None => found[depth].push((production, vec![slot])),
        }
    }
    let mut several = Vec::new();
    for (depth, productions) in found.into_iter().enumerate().rev() {
        let productions = productions.into_iter().filter(|one| one.1.len() > 1);
        several.extend(productions.map(|(production, slots)| (depth, production, slots)));
    }
    several
}
