//! Sets of threads as the states of an automaton, made when a text first leads to them.
//!
//! The threads after an octet are a configuration. The configuration after the next octet depends on it and on the
//! octet alone, because contexts name all that a definition returns to: equal stacks of calls are one context, at any
//! offset. So each step of the recognizer is taken once, and then looked up, as one step of a finite automaton. (A
//! lazy subset construction, as for `states`, here over stacks; T. Parr, S. Harwell, K. Fisher: Adaptive LL(*) Parsing,
//! 2014, keeps decisions so.)
//!
//! ```text
//! pair = "(" *pair ")"     B: pair, then B; or ")"     D: the end     read: (()()…
//!
//! configuration, with what its pair returns to     after "("     after ")"
//!   0  B, the end of the text                         1              3
//!   1  B, B of the outer pair                         deeper         2
//!   2  D, B of the outer pair                         1              3
//!   3  D, the end of the text
//! ```
//!
//! From the second inner pair on, all steps are known.
//!
//! A text that nests without end leads to new configurations for ever, and a table of them would only cost. So the
//! table has room for a few at first. When it is full, it gets more room if it was used enough, and is emptied and not
//! asked for a while otherwise.

use alloc::vec::Vec;

use super::contexts::Thread;
use super::interner::{Id, Interner, number};

/// The number of configurations for which there is room at first.
const ROOM: usize = 128;

/// The most steps for which there is room.
const MOST: usize = 1 << 18;

/// The number of octets that a full table has to have read for each of its configurations. To make one takes as long
/// as to read an octet without it.
const PAID: usize = 2;

/// The number of octets for each configuration of a table that was not used enough that are read without one.
const IDLE: usize = 256;

/// A configuration, as the index of its first step.
pub(super) type Row = usize;

/// An octet that is read in a configuration.
#[derive(Debug, Clone, Copy)]
pub(super) struct Octet {
    pub(super) row: Row,
    pub(super) class: usize,
    /// The set of states before it.
    pub(super) state_set: Id,
}

/// What an octet leads to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    next: u32,
    /// The set of states before the octet.
    pub(super) state_set: Id,
    /// Whether the definition of the text can end after the octet.
    pub(super) accepts: bool,
}

impl Step {
    /// Returns the next configuration.
    #[inline]
    pub(super) fn next(self) -> Row {
        self.next as Row
    }
}

/// The configurations known so far.
#[derive(Debug, Clone)]
pub(super) struct Configurations {
    threads: Interner,
    /// For each configuration whether the definition of the text can end there.
    accepts: Vec<bool>,
    /// For each configuration and class of octets what it leads to, if that is known.
    steps: Vec<Option<Step>>,
    flat: Vec<u32>,
    /// The number of configurations for which there is room.
    room: usize,
    /// The number of octets that were read with the table.
    read: usize,
    /// The number of octets to read without it.
    idle: usize,
}

impl Default for Configurations {
    fn default() -> Self {
        Self {
            threads: Interner::default(),
            accepts: Vec::new(),
            steps: Vec::new(),
            flat: Vec::new(),
            room: ROOM,
            read: 0,
            idle: 0,
        }
    }
}

impl Configurations {
    /// Returns a measure of the memory.
    pub(super) fn size(&self) -> usize {
        let steps = size_of::<Option<Step>>() / size_of::<u32>();
        self.threads.size() + self.steps.len() * steps + self.accepts.len() / 4
    }

    /// Forgets all configurations.
    pub(super) fn clear(&mut self) {
        self.threads.clear();
        self.accepts.clear();
        self.steps.clear();
        self.room = ROOM;
        self.read = 0;
    }

    /// Returns whether the table is asked now.
    #[inline]
    pub(super) fn is_used(&self) -> bool {
        self.idle == 0
    }

    /// Counts octets that were read with the table.
    pub(super) fn count(&mut self, octets: usize) {
        self.read += octets;
    }

    /// Counts octets that were read without it.
    pub(super) fn count_idle(&mut self, octets: usize) {
        self.idle = self.idle.saturating_sub(octets);
    }

    /// Returns what the octet with the index of its class leads to in a configuration.
    #[inline]
    pub(super) fn step(&self, row: Row, class: usize) -> Option<Step> {
        self.steps[row + class]
    }

    /// Returns whether the definition of the text can end in a configuration.
    pub(super) fn accepts(&self, row: Row, classes: usize) -> bool {
        self.accepts[row / classes]
    }

    /// Returns the threads of a configuration.
    pub(super) fn threads(&self, row: Row, classes: usize) -> impl Iterator<Item = Thread> {
        let threads = self.threads.get(number(row / classes)).chunks_exact(2);
        threads.map(|one| Thread {
            state: one[0],
            context: one[1],
        })
    }

    /// Returns the configuration of these threads. They are after an octet, whose step is then known.
    /// `accepts` says whether the definition of the text can end there. Returns `None` if the table is full and was not
    /// used enough.
    pub(super) fn after(
        &mut self,
        octet: Option<Octet>,
        threads: &[Thread],
        classes: usize,
        accepts: impl FnOnce() -> bool,
    ) -> Option<Row> {
        self.flat.clear();
        let flat = threads.iter().flat_map(|one| [one.state, one.context]);
        self.flat.extend(flat);
        let mut index = self.threads.intern(&self.flat) as usize;
        let is_full = index == self.room;
        if is_full && self.read < index * PAID {
            self.clear();
            self.idle = index * IDLE;
            return None;
        }
        let is_emptied = is_full && 2 * index * classes > MOST;
        if is_emptied {
            self.clear();
            index = self.threads.intern(&self.flat) as usize;
        } else if is_full {
            self.room = 2 * index;
        }
        if index == self.accepts.len() {
            self.accepts.push(accepts());
            self.steps.resize(self.steps.len() + classes, None);
        }
        let row = index * classes;
        if let Some(octet) = octet.filter(|_| !is_emptied) {
            self.steps[octet.row + octet.class] = Some(Step {
                next: number(row),
                state_set: octet.state_set,
                accepts: self.accepts[index],
            });
        }
        Some(row)
    }
}
