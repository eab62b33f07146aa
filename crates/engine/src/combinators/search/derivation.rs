//! The backward pass, and the first derivation.

use alloc::vec;
use alloc::vec::Vec;

use super::threads::Threads;
use super::{SearchState, StateIndex};
use crate::production_set::ProductionId;

/// The first derivation of a match in priority order, as the moves of a parser.
pub(crate) struct Derivation(Vec<Move>);

/// A move of a parser.
#[derive(Clone, Copy)]
pub(crate) enum Move {
    /// Consumes a number of octets.
    Consume(usize),
    /// Begins a production that derives `length` octets.
    Open {
        production: ProductionId,
        is_character: bool,
        length: usize,
    },
    /// Ends the innermost production.
    Close,
}

impl Derivation {
    /// Returns the first derivation of the longest match, if there is a match.
    pub(super) fn longest(threads: &Threads<'_>) -> Option<Self> {
        let length = threads.match_length()?;
        let mut leads = Leads::new(threads, length);
        leads.run();
        let mut path = Path::default();
        let mut state = 0;
        for offset in 0..=length {
            leads.begin(offset);
            while let Some(next) = path.step(&mut leads, state) {
                state = next;
            }
            if let SearchState::Consume(_, next) = threads.states[state as usize] {
                path.consume();
                state = next;
            }
        }
        Some(Self(path.moves))
    }

    /// Returns the moves in order.
    pub(crate) fn moves(&self) -> &[Move] {
        &self.0
    }
}

/// The moves so far.
#[derive(Default)]
struct Path {
    moves: Vec<Move>,
    /// The indexes of the moves that opened the open productions, each with its offset.
    open: Vec<(usize, usize)>,
    offset: usize,
}

impl Path {
    /// Takes a step that consumes nothing. Returns the state after it; `None` where a character
    /// has to be consumed, or at the end.
    fn step(&mut self, leads: &mut Leads<'_, '_>, state: StateIndex) -> Option<StateIndex> {
        match leads.threads.states[state as usize] {
            SearchState::Consume(..) | SearchState::Accept => None,
            SearchState::Either(first, second) => {
                Some(if leads.lead(first) { first } else { second })
            }
            SearchState::Open(production, next) => {
                self.open(production, false);
                Some(next)
            }
            SearchState::OpenCharacter(production, next) => {
                self.open(production, true);
                Some(next)
            }
            SearchState::Close(next) => {
                self.close();
                Some(next)
            }
        }
    }

    fn open(&mut self, production: ProductionId, is_character: bool) {
        self.open.push((self.moves.len(), self.offset));
        self.moves.push(Move::Open {
            production,
            is_character,
            length: 0,
        });
    }

    fn close(&mut self) {
        let end = self.offset;
        if let Some((index, start)) = self.open.pop()
            && let Some(Move::Open { length, .. }) = self.moves.get_mut(index)
        {
            *length = end - start;
        }
        self.moves.push(Move::Close);
    }

    fn consume(&mut self) {
        self.offset += 1;
        match self.moves.last_mut() {
            Some(Move::Consume(length)) => *length += 1,
            _ => self.moves.push(Move::Consume(1)),
        }
    }
}

/// The states that lead to the end of the match.
struct Leads<'t, 's> {
    threads: &'t Threads<'s>,
    length: usize,
    /// The consuming states that lead to the end, those at the last offset first.
    consuming: Vec<StateIndex>,
    /// For each offset before the end, where its states begin in `consuming`, and where they end.
    ranges: Vec<(usize, usize)>,
    /// For each state, the number of the last offset at which it was decided, and the decision.
    known: Vec<(usize, bool)>,
    /// The number of the current offset; changes whenever another one begins.
    now: usize,
    offset: usize,
    /// The states that `lead` has to decide, empty between its calls.
    waiting: Vec<StateIndex>,
}

impl<'t, 's> Leads<'t, 's> {
    fn new(threads: &'t Threads<'s>, length: usize) -> Self {
        Self {
            threads,
            length,
            consuming: Vec::new(),
            ranges: vec![(0, 0); length],
            known: vec![(0, false); threads.states.len()],
            now: 0,
            offset: length,
            waiting: Vec::new(),
        }
    }

    /// Finds the consuming states that lead to the end, from the last offset to the first.
    fn run(&mut self) {
        self.begin(self.length);
        for offset in (0..self.length).rev() {
            let octet = self.threads.octets[offset];
            let start = self.consuming.len();
            for thread in self.threads.at(offset) {
                if let SearchState::Consume(characters, next) =
                    self.threads.states[thread.state as usize]
                    && characters.contains(octet)
                    && self.lead(next)
                {
                    self.consuming.push(thread.state);
                }
            }
            self.ranges[offset] = (start, self.consuming.len());
            self.begin(offset);
        }
    }

    /// Begins another offset.
    fn begin(&mut self, offset: usize) {
        self.offset = offset;
        self.now += 1;
        let (from, to) = self.ranges.get(offset).copied().unwrap_or_default();
        for &state in &self.consuming[from..to] {
            self.known[state as usize] = (self.now, true);
        }
    }

    /// Returns whether the state leads to the end from the current offset.
    fn lead(&mut self, state: StateIndex) -> bool {
        // A state waits for the states behind it, so it is on the list until these are known.
        let mut waiting = core::mem::take(&mut self.waiting);
        waiting.push(state);
        while let Some(&state) = waiting.last() {
            #[cfg(feature = "steps")]
            crate::steps::count(1);
            let behind = match self.threads.states[state as usize] {
                SearchState::Consume(..) => [None, None],
                SearchState::Accept => {
                    self.know(state, self.offset == self.length);
                    [None, None]
                }
                SearchState::Either(first, second) => [Some(first), Some(second)],
                SearchState::Open(_, next)
                | SearchState::OpenCharacter(_, next)
                | SearchState::Close(next) => [Some(next), None],
            };
            let behind = behind.into_iter().flatten();
            if self.is_known(state) == Some(true)
                || behind
                    .clone()
                    .any(|state| self.is_known(state) == Some(true))
            {
                self.know(state, true);
                waiting.pop();
            } else if let Some(unknown) =
                behind.clone().find(|&state| self.is_known(state).is_none())
            {
                // A cycle without characters leads nowhere else.
                self.know(state, false);
                waiting.push(unknown);
            } else {
                self.know(state, false);
                waiting.pop();
            }
        }
        self.waiting = waiting;
        self.is_known(state) == Some(true)
    }

    fn is_known(&self, state: StateIndex) -> Option<bool> {
        let (now, leads) = self.known[state as usize];
        (now == self.now).then_some(leads)
    }

    fn know(&mut self, state: StateIndex, leads: bool) {
        self.known[state as usize] = (self.now, leads);
    }
}
