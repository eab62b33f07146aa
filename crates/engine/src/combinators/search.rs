//! Search: matching by all derivations at once.
//!
//! Some expressions cannot be put together from combinators that decide locally: a part can leave
//! any number of octets to its rest, or parts that backtrack are inside each other. For these the
//! generator writes a table of states, and [`first_derivation`] follows all derivations at the same
//! time.
//!
//! - Forwards, it keeps the states that some derivation reaches at each offset, in priority order
//!   (K. Thompson: Regular Expression Search Algorithm, 1968). This gives the longest match.
//! - Backwards, it keeps those that lead to the end of the match.
//! - Forwards again, it takes the first of these at every choice. This is the first derivation in
//!   priority order (A. Frisch, L. Cardelli: Greedy Regular Expression Matching, 2004).
//!
//! For example, `*"a" "ab"` reads `aab`. Forwards, both ways are open at each `a`. Backwards, only one
//! state at each offset leads to the end. So the repetition takes one `a`, although two would fit:
//!
//! ```text
//! 0: Either(1, 2)   1: "a", then 0   2: "a", then 3   3: "b", then 4   4: Accept
//!
//! offset   forwards   backwards
//!   0       1 2          1
//!   1       1 2 3        2
//!   2       1 2 3        3
//!   3       4            4
//! ```
//!
//! Invariant: time and memory are at most the length of the match times the number of states.

use alloc::vec;
use alloc::vec::Vec;

use super::terminal::take;
use crate::character_set::CharacterSet;
use crate::collector::{Characters, Collector};
use crate::production::ProductionId;

/// The index of a state in its table. [`first_derivation()`] has an example of a table.
pub type StateIndex = u32;

/// A state of a table. The first state of a table is its start. [`first_derivation()`] has an
/// example.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchState {
    /// Consumes one of the characters.
    Consume(CharacterSet, StateIndex),
    /// Goes on with either state. A derivation through the first has priority.
    Either(StateIndex, StateIndex),
    /// Begins a production.
    Open(ProductionId, StateIndex),
    /// Begins a character production.
    OpenCharacter(ProductionId, StateIndex),
    /// Ends the innermost production.
    Close(StateIndex),
    /// Ends the match.
    Accept,
}

/// Matches the longest text that the table derives, by its first derivation in priority order. Allocates;
/// without spans to collect, it follows all derivations and keeps none.
///
/// ```
/// use rfcbnf_engine::CharacterSet;
/// use rfcbnf_engine::combinators::{SearchState, first_derivation};
/// use rfcbnf_engine::spans::match_length;
///
/// // *"a" "ab"
/// let states = [
///     SearchState::Either(1, 2),
///     SearchState::Consume(CharacterSet::of("a"), 0),
///     SearchState::Consume(CharacterSet::of("a"), 3),
///     SearchState::Consume(CharacterSet::of("b"), 4),
///     SearchState::Accept,
/// ];
/// assert_eq!(match_length("aaabb", first_derivation(&states)), Some(4));
/// ```
///
/// # Panics
///
/// The parser panics if it reaches a state that the table does not have.
pub fn first_derivation<C: Collector>(
    states: &[SearchState],
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        if const { !C::COLLECTS && !C::OBSERVES } {
            let octets = collector.text().get(at..)?;
            return Some(at + Threads::longest_match(states, octets)?);
        }
        let attempts = collector.observes_attempts();
        let threads = Threads::run(states, collector.text().get(at..)?, attempts);
        let failed = attempts.then(|| failed_attempts(&threads));
        let derivation = Derivation::longest(&threads);
        for attempt in failed.into_iter().flatten() {
            collector.ahead(|ahead| report_attempt(&attempt, ahead, at));
        }
        Some(collect(&derivation?, collector, at))
    }
}

/// An attempt that failed at the furthest offset: the productions that are open there, from the outermost to
/// the innermost, and what was expected. Offsets count from the start of the search.
struct FailedAttempt {
    open: Vec<Opened>,
    furthest: usize,
    /// Whether another octet was consumed for it than for the attempt before.
    is_other: bool,
    characters: CharacterSet,
}

/// Returns the attempts that failed at the furthest offset, in priority order.
fn failed_attempts(threads: &Threads<'_>) -> Vec<FailedAttempt> {
    let (furthest, attempts) = threads.furthest();
    let mut before = None;
    let attempts = attempts.iter().map(|attempt| FailedAttempt {
        open: threads.open_in(attempt).copied().collect(),
        furthest,
        is_other: before.replace(attempt.origin) != Some(attempt.origin),
        characters: attempt.characters,
    });
    attempts.collect()
}

/// Reports an attempt that failed.
fn report_attempt<C: Collector>(attempt: &FailedAttempt, collector: &mut C, at: usize) {
    let furthest = attempt.furthest;
    let count = collector.count();
    let mut opened = 0;
    for one in &attempt.open {
        if shows(collector, one.is_character, one.start < furthest) {
            collector.open(one.production, at + one.start);
            opened += 1;
        }
    }
    if attempt.is_other && furthest > 0 {
        take(collector, at + furthest - 1, at + furthest);
    }
    collector.missed(at + furthest, || attempt.characters);
    for _ in 0..opened {
        collector.failed();
    }
    collector.truncate(count);
}

/// Returns whether the collector wants the span of a production. `is_encoded` tells whether a character
/// production matches more than one octet, or has begun to.
fn shows(collector: &impl Collector, is_character: bool, is_encoded: bool) -> bool {
    match collector.characters() {
        _ if !is_character => true,
        Characters::None => false,
        Characters::Encoded => is_encoded,
        Characters::All => true,
    }
}

/// Collects the productions and characters of the derivation. Returns the offset after it.
fn collect<C: Collector>(derivation: &Derivation, collector: &mut C, mut at: usize) -> usize {
    let mut open = Vec::new();
    for step in derivation.moves() {
        match *step {
            Move::Consume(length) => {
                take(collector, at, at + length);
                at += length;
            }
            Move::Open {
                production,
                is_character,
                length,
            } => {
                let is_shown = shows(collector, is_character, length > 1);
                open.push(is_shown.then(|| collector.open(production, at)));
            }
            Move::Close => {
                if let Some(span) = open.pop().flatten() {
                    collector.close(span, at);
                }
            }
        }
    }
    at
}

/// The forward pass: the states that consume a character, by offset, in priority order.
struct Threads<'t> {
    states: &'t [SearchState],
    octets: &'t [u8],
    all: Vec<Thread>,
    /// For each offset, where its threads begin; and then the end of the last ones.
    starts: Vec<usize>,
    /// The productions that were opened, each with the one around it. Empty unless asked for.
    opened: Vec<(Option<usize>, Opened)>,
    match_length: Option<usize>,
}

/// A state that consumes a character, reached at an offset.
#[derive(Clone, Copy)]
struct Thread {
    state: StateIndex,
    characters: CharacterSet,
    next: StateIndex,
    /// The index of the thread one offset before that leads here by the first derivation.
    origin: usize,
    /// The innermost production that is open.
    innermost: Option<usize>,
}

/// A production that is open at an offset.
#[derive(Clone, Copy)]
struct Opened {
    production: ProductionId,
    is_character: bool,
    start: usize,
}

impl<'t> Threads<'t> {
    /// Returns the length of the longest match. Keeps the threads of one offset only.
    fn longest_match(states: &'t [SearchState], octets: &'t [u8]) -> Option<usize> {
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
    fn run(states: &'t [SearchState], octets: &'t [u8], records_open: bool) -> Self {
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
    fn match_length(&self) -> Option<usize> {
        self.match_length
    }

    /// Returns the threads at an offset up to the furthest.
    fn at(&self, offset: usize) -> &[Thread] {
        &self.all[self.starts[offset]..self.starts[offset + 1]]
    }

    /// Returns the furthest offset that a derivation reaches, and the threads there.
    fn furthest(&self) -> (usize, &[Thread]) {
        let furthest = self.starts.len() - 2;
        (furthest, self.at(furthest))
    }

    /// Returns the productions that are open in a thread, from the outermost to the innermost.
    fn open_in(&self, thread: &Thread) -> impl Iterator<Item = &Opened> {
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

/// The first derivation of a match in priority order, as the moves of a parser.
struct Derivation(Vec<Move>);

/// A move of a parser.
#[derive(Clone, Copy)]
enum Move {
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
    fn longest(threads: &Threads<'_>) -> Option<Self> {
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
    fn moves(&self) -> &[Move] {
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

/// The backward pass: the states that lead to the end of the match.
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
        // A state waits for the states after it, so it is on the list until these are known.
        let mut waiting = core::mem::take(&mut self.waiting);
        waiting.push(state);
        while let Some(&state) = waiting.last() {
            #[cfg(feature = "steps")]
            crate::steps::count(1);
            let after = match self.threads.states[state as usize] {
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
            let after = after.into_iter().flatten();
            if self.is_known(state) == Some(true)
                || after
                    .clone()
                    .any(|state| self.is_known(state) == Some(true))
            {
                self.know(state, true);
                waiting.pop();
            } else if let Some(unknown) =
                after.clone().find(|&state| self.is_known(state).is_none())
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
