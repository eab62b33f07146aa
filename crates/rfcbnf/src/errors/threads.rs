//! The derivations of a viable prefix, as far as errors tell them apart.
//!
//! Which of several derivations an error follows, and in which order it names what they expect, is decided production
//! by production, from the innermost outwards. A *part* of a production is a production directly inside it, or one of
//! its own terminals.
//!
//! In `list = word | address`, `word = 1*"a"`, `address = 1*"a" "@" 1*"a"`, there are two threads after
//! `a`, in the parts `word` and `address` of `list`. `word` can end, so its thread moves to the end, and
//! the context of an error is `list word`.

use std::collections::HashMap;
use std::sync::Arc;

use rfcbnf_engine::{CharacterSet, Place, ProductionId};

use super::positions::{Begun, Position, Positions, Remembered, StackId, Way, Ways};

/// The derivations that have come to the same position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Thread {
    position: Position,
    /// What is remembered of open productions, from the outermost on.
    begun: Vec<Begun>,
}

/// The number of a thread.
pub(super) type ThreadId = usize;

/// The threads of all derivations of a viable prefix.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct ThreadList {
    /// In priority order, by the first derivation of each.
    pub(super) by_priority: Vec<ThreadId>,
    /// The one that errors follow comes last.
    pub(super) by_preference: Vec<ThreadId>,
}

impl ThreadList {
    /// Returns whether the prefix is not viable.
    pub(super) fn is_empty(&self) -> bool {
        self.by_priority.is_empty()
    }
}

/// Octets that can come next in a thread.
pub(super) struct Attempt {
    pub(super) place: Place,
    /// The productions that are open before them, from the outermost on.
    pub(super) open: Vec<Open>,
    /// The productions that have ended here.
    pub(super) after: Vec<Open>,
}

/// A production that is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Open {
    pub(super) stack: StackId,
    /// Whether it begins with the octet that comes next.
    pub(super) is_new: bool,
}

/// The threads of a production, each made when it is first reached.
#[derive(Debug)]
pub(super) struct Threads {
    positions: Positions,
    all: Vec<(Thread, Arc<Ways>)>,
    numbers: HashMap<Thread, ThreadId>,
    /// For each thread, the last step that led there.
    reached: Vec<usize>,
    steps: usize,
}

impl Threads {
    pub(super) fn new(positions: Positions) -> Self {
        Self {
            positions,
            all: Vec::new(),
            numbers: HashMap::new(),
            reached: Vec::new(),
            steps: 0,
        }
    }

    /// Returns the threads of the empty text.
    pub(super) fn start(&mut self) -> ThreadList {
        let position = Positions::START;
        let begun = self
            .remembered()
            .begun(self.outermost())
            .into_iter()
            .collect();
        let start = self.number(Thread { position, begun });
        ThreadList {
            by_priority: vec![start],
            by_preference: vec![start],
        }
    }

    /// Returns the number of stacks so far.
    fn stacks(&self) -> usize {
        self.positions.stacks()
    }

    pub(super) fn outermost(&self) -> ProductionId {
        self.positions.innermost(Positions::START.stack)
    }

    /// Returns whether octets are those of characters in UTF-8.
    pub(super) fn are_of_characters(&self) -> bool {
        self.positions.is_of_characters
    }

    /// Returns whether the production has too many ways for its threads to be known.
    pub(super) fn are_too_many(&self) -> bool {
        self.positions.is_too_large()
    }

    /// Returns the threads after one more octet. Their preference is that of the threads before, not settled.
    pub(super) fn step(&mut self, from: &ThreadList, octet: u8) -> ThreadList {
        let mut by_priority = Vec::new();
        self.steps += 1;
        for &thread in &from.by_priority {
            for way in &Arc::clone(self.ways(thread)).by_first {
                self.follow((thread, way), octet, &mut by_priority);
            }
        }
        let mut by_preference = Vec::new();
        self.steps += 1;
        for &thread in from.by_preference.iter().rev() {
            for way in Arc::clone(self.ways(thread)).by_last.iter().rev() {
                self.follow((thread, way), octet, &mut by_preference);
            }
        }
        by_preference.reverse();
        ThreadList {
            by_priority,
            by_preference,
        }
    }

    /// Returns the number of threads so far.
    fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns the productions that are open in a thread, as stacks, from the outermost on.
    pub(super) fn chain(&self, thread: ThreadId) -> &Arc<[StackId]> {
        self.positions.chain(self.all[thread].0.position.stack)
    }

    /// Returns the number of productions around one that is open.
    fn depth(&self, open: Open) -> usize {
        self.positions.chain(open.stack).len() - 1
    }

    pub(super) fn production(&self, open: Open) -> ProductionId {
        self.positions.innermost(open.stack)
    }

    pub(super) fn is_character(&self, open: Open) -> bool {
        self.remembered().is_character(self.production(open))
    }

    pub(super) fn ways(&self, thread: ThreadId) -> &Arc<Ways> {
        &self.all[thread].1
    }

    /// Returns the productions that are open in a thread, with those that its last octet ends.
    pub(super) fn open(&self, thread: ThreadId) -> impl Iterator<Item = Open> {
        let chain = self.chain(thread).iter();
        chain.map(|&stack| Open {
            stack,
            is_new: false,
        })
    }

    /// Returns the number of octets since the start of the outermost character production, if it is
    /// known.
    pub(super) fn begun(&self, thread: ThreadId) -> Option<u8> {
        let begun = self.all[thread].0.begun.iter();
        let mut octets = begun.filter_map(|one| match one {
            Begun::Character(octets) => Some(*octets),
            Begun::Excluding(..) => None,
        });
        octets.next().flatten()
    }

    /// Returns what can come next in a thread, with one place for a character production that begins there.
    pub(super) fn attempts(&self, thread: ThreadId) -> Vec<Attempt> {
        let mut attempts: Vec<(Option<StackId>, Attempt)> = Vec::new();
        for way in &self.ways(thread).by_first {
            let octets = self.octets(thread, way);
            if octets.is_empty() {
                continue;
            }
            let mut open = self.open_after(thread, way);
            let character = open
                .iter()
                .position(|one| one.is_new && self.is_character(*one));
            let character = character.map(|depth| open.split_off(depth)[0].stack);
            match attempts.last_mut() {
                Some((known, attempt)) if known.is_some() && *known == character => {
                    let characters = self.positions.characters(way.to, octets);
                    attempt.place.octets = attempt.place.octets.union(octets);
                    attempt.place.characters.extend(characters);
                }
                _ => {
                    let ended = self.open(thread).skip(way.kept);
                    let passed = way.passed.iter();
                    let passed = passed.map(|&stack| Open {
                        stack,
                        is_new: true,
                    });
                    let beginning = character.map(|stack| self.positions.innermost(stack));
                    let place = Place {
                        octets,
                        characters: self.positions.characters(way.to, octets),
                        beginning: beginning.into_iter().collect(),
                    };
                    let attempt = Attempt {
                        place,
                        open,
                        after: ended.chain(passed).collect(),
                    };
                    attempts.push((character, attempt));
                }
            }
        }
        attempts.into_iter().map(|(_, attempt)| attempt).collect()
    }

    /// Returns the productions that are open at the end of a way.
    fn open_after(&self, thread: ThreadId, way: &Way) -> Vec<Open> {
        let is_start = self.all[thread].0.position == Positions::START;
        let open = self.positions.chain(way.to.stack).iter().enumerate();
        let open = open.map(|(depth, &stack)| Open {
            stack,
            is_new: is_start || depth >= way.kept,
        });
        open.collect()
    }

    /// Adds the thread that an octet leads to, if it is not there.
    fn follow(&mut self, (thread, way): (ThreadId, &Way), octet: u8, next: &mut Vec<ThreadId>) {
        if !self.octets(thread, way).contains(octet) {
            return;
        }
        let mut begun = self.all[thread].0.begun[..way.remembered].to_vec();
        begun.extend(way.begun.iter().cloned());
        for one in &mut begun {
            one.push(octet);
        }
        let position = way.to;
        let reached = self.number(Thread { position, begun });
        if std::mem::replace(&mut self.reached[reached], self.steps) != self.steps {
            next.push(reached);
        }
    }

    /// Returns the octets that can come next on a way.
    fn octets(&self, thread: ThreadId, way: &Way) -> CharacterSet {
        if way.remembered == 0 && way.begun.is_empty() {
            return way.octets;
        }
        let begun = &self.all[thread].0.begun[..way.remembered];
        let excluded = begun.iter().chain(&way.begun).flat_map(Begun::excluded);
        let excluded = excluded.fold(CharacterSet::EMPTY, CharacterSet::with_octet);
        way.octets.without(excluded.any_case())
    }

    fn number(&mut self, thread: Thread) -> ThreadId {
        if let Some(&known) = self.numbers.get(&thread) {
            return known;
        }
        let number = self.all.len();
        let ways = self.positions.ways(thread.position);
        self.numbers.insert(thread.clone(), number);
        self.all.push((thread, ways));
        self.reached.push(0);
        number
    }

    fn remembered(&self) -> &Remembered {
        self.positions.remembered()
    }
}

/// Moves the derivations that can end a production after the others in it, with those in the same part.
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

/// Returns attempts in the order in which errors name them: those inside a production before those after
/// it, and otherwise in priority order.
pub(super) fn order(threads: &Threads, attempts: Vec<Attempt>) -> Vec<Attempt> {
    let touched = attempts.iter().enumerate().flat_map(|(slot, one)| {
        let touched = one.open.iter().chain(&one.after);
        touched.map(move |open| (*open, slot))
    });
    let productions = productions(threads, touched);
    let mut order: Vec<usize> = (0..attempts.len()).collect();
    for (production, slots) in productions {
        sort_slots(&mut order, &slots, &|one| {
            usize::from(attempts[one].after.contains(&production))
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
