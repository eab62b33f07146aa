//! The forward pass: the states that derivations reach at each offset.

use alloc::vec;
use alloc::vec::Vec;

use super::{SearchState, StateIndex};
use crate::character_set::CharacterSet;
use crate::production_set::ProductionId;

/// The states that consume a character, by offset, in priority order.
pub(super) struct Threads<'t> {
    pub(super) states: &'t [SearchState],
    pub(super) octets: &'t [u8],
    all: Vec<Thread>,
    /// For each offset, where its threads begin; and then the end of the last ones.
    starts: Vec<usize>,
    /// The productions that were opened, each with the one around it. Empty unless asked for.
    opened: Vec<(Option<usize>, Opened)>,
    match_length: Option<usize>,
}

/// A state that consumes a character, reached at an offset.
#[derive(Clone, Copy)]
pub(super) struct Thread {
    pub(super) state: StateIndex,
    pub(super) characters: CharacterSet,
    next: StateIndex,
    /// The index of the thread one offset before that leads here by the first derivation.
    pub(super) origin: usize,
    /// The innermost production that is open.
    innermost: Option<usize>,
}

/// A production that is open at an offset.
#[derive(Clone, Copy)]
pub(super) struct Opened {
    pub(super) production: ProductionId,
    pub(super) is_character: bool,
    pub(super) start: usize,
}

impl<'t> Threads<'t> {
    /// Returns the length of the longest match. Keeps the threads of one offset only.
    pub(super) fn longest_match(states: &'t [SearchState], octets: &'t [u8]) -> Option<usize> {
        let mut threads = Self::at_start(states, octets);
        let mut reached = Reached::new(states.len());
        let mut before = Vec::new();
        threads.reach(&mut reached, 0, 0, (0, None), false);
        for (offset, &octet) in octets.iter().enumerate() {
            reached.forget();
            core::mem::swap(&mut before, &mut threads.all);
            threads.all.clear();
            for thread in before
                .iter()
                .filter(|thread| thread.characters.contains(octet))
            {
                threads.reach(&mut reached, offset + 1, thread.next, (0, None), false);
            }
            if threads.all.is_empty() {
                break;
            }
        }
        threads.match_length
    }

    /// Follows all derivations as far as they lead. `records_open` asks for the open productions.
    pub(super) fn run(states: &'t [SearchState], octets: &'t [u8], records_open: bool) -> Self {
        let mut threads = Self::at_start(states, octets);
        let mut reached = Reached::new(states.len());
        threads.reach(&mut reached, 0, 0, (0, None), records_open);
        threads.starts.push(threads.all.len());
        for (offset, &octet) in octets.iter().enumerate() {
            reached.forget();
            #[cfg(feature = "steps")]
            crate::steps::count(1);
            for origin in threads.starts[offset]..threads.starts[offset + 1] {
                let thread = threads.all[origin];
                if thread.characters.contains(octet) {
                    let from = (origin, thread.innermost);
                    threads.reach(&mut reached, offset + 1, thread.next, from, records_open);
                }
            }
            if threads.all.len() == threads.starts[offset + 1]
                && threads.match_length != Some(offset + 1)
            {
                break;
            }
            threads.starts.push(threads.all.len());
        }
        threads
    }

    fn at_start(states: &'t [SearchState], octets: &'t [u8]) -> Self {
        Self {
            states,
            octets,
            all: Vec::new(),
            starts: vec![0],
            opened: Vec::new(),
            match_length: None,
        }
    }

    /// Adds the threads that a state leads to at an offset without consuming anything. `from` is
    /// the thread before and the innermost open production.
    fn reach(
        &mut self,
        reached: &mut Reached,
        offset: usize,
        state: StateIndex,
        from: (usize, Option<usize>),
        records_open: bool,
    ) {
        let (origin, innermost) = from;
        let records = records_open.then_some(offset);
        reached.waiting.push((state, innermost));
        while let Some((state, innermost)) = reached.waiting.pop() {
            #[cfg(feature = "steps")]
            crate::steps::count(1);
            if !reached.enters(state) {
                continue;
            }
            match self.states[state as usize] {
                SearchState::Consume(characters, next) => self.all.push(Thread {
                    state,
                    characters,
                    next,
                    origin,
                    innermost,
                }),
                SearchState::Either(first, second) => {
                    reached.waiting.push((second, innermost));
                    reached.waiting.push((first, innermost));
                }
                SearchState::Open(production, next) => {
                    let opened = self.open(production, false, innermost, records);
                    reached.waiting.push((next, opened));
                }
                SearchState::OpenCharacter(production, next) => {
                    let opened = self.open(production, true, innermost, records);
                    reached.waiting.push((next, opened));
                }
                SearchState::Close(next) => {
                    let around = innermost.and_then(|index| self.opened[index].0);
                    reached.waiting.push((next, around));
                }
                SearchState::Accept => self.match_length = Some(offset),
            }
        }
    }

    fn open(
        &mut self,
        production: ProductionId,
        is_character: bool,
        around: Option<usize>,
        records: Option<usize>,
    ) -> Option<usize> {
        let opened = Opened {
            production,
            is_character,
            start: records?,
        };
        self.opened.push((around, opened));
        Some(self.opened.len() - 1)
    }

    /// Returns the length of the longest match.
    pub(super) fn match_length(&self) -> Option<usize> {
        self.match_length
    }

    /// Returns the threads at an offset up to the furthest.
    pub(super) fn at(&self, offset: usize) -> &[Thread] {
        &self.all[self.starts[offset]..self.starts[offset + 1]]
    }

    /// Returns the furthest offset that a derivation reaches, and the threads there.
    pub(super) fn furthest(&self) -> (usize, &[Thread]) {
        let furthest = self.starts.len() - 2;
        (furthest, self.at(furthest))
    }

    /// Returns the productions that are open in a thread, from the outermost to the innermost.
    pub(super) fn open_in(&self, thread: &Thread) -> impl Iterator<Item = &Opened> {
        let mut open = Vec::new();
        let mut innermost = thread.innermost;
        while let Some(index) = innermost {
            let (around, opened) = &self.opened[index];
            open.push(opened);
            innermost = *around;
        }
        open.into_iter().rev()
    }
}

/// The states that have been reached at one offset.
struct Reached {
    /// For each state, the number of the offset at which it was last reached, from 1.
    last: Vec<usize>,
    now: usize,
    waiting: Vec<(StateIndex, Option<usize>)>,
}

impl Reached {
    fn new(states: usize) -> Self {
        Self {
            last: vec![0; states],
            now: 1,
            waiting: Vec::new(),
        }
    }

    /// Begins the next offset.
    fn forget(&mut self) {
        self.now += 1;
    }

    /// Returns whether the state is reached for the first time.
    fn enters(&mut self, state: StateIndex) -> bool {
        let last = &mut self.last[state as usize];
        core::mem::replace(last, self.now) != self.now
    }
}
