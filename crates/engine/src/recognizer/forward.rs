//! The pass over a text from its beginning: the verdict, and what can be next.
//!
//! What the next octet cannot follow adds no thread where another thread goes on: a definition that
//! could be called, or what is after a definition that could end. So `a` in `ab@c` moves one thread,
//! although a comment could follow, and `1` in `[12]` too, although the number could end. A definition
//! that derives the empty text is always called: a tree can have its node without an octet.
//!
//! Invariant: the threads at an offset are all beginnings of derivations that the text up to there and
//! the next octet allow, each represented by a thread with the same future. At the furthest offset they
//! are all that the text up to there allows.

use alloc::vec::Vec;

use super::configurations::{Octet, Row};
use super::contexts::Thread;
use super::interner::Id;
use super::network::{DefinitionId, Network};
use super::states::DEAD;
use super::{Cache, Limit, LimitReached, Recognition};
use crate::character_set::CharacterSet;

/// The number of returns that are looked at for one octet instead of following them.
const FEW: usize = 4;

/// Follows all derivations of a text at the same time.
pub(super) struct Forward<'n, 'c, 't> {
    network: &'n Network,
    cache: &'c mut Cache,
    text: &'t [u8],
    threads: Vec<Thread>,
    next: Vec<Thread>,
    limit: Limit,
    longest: Option<usize>,
    /// The configuration that the threads are, before they are closed, if it is known.
    configuration: Option<Row>,
    /// The set of states at each offset, if asked for.
    state_sets: Option<Vec<Id>>,
}

impl<'n, 'c, 't> Forward<'n, 'c, 't> {
    pub(super) fn new(network: &'n Network, cache: &'c mut Cache, text: &'t [u8]) -> Self {
        if cache.positions.is_exhausted() {
            cache.empty();
        }
        cache.forget_threads();
        Self {
            network,
            cache,
            text,
            threads: Vec::new(),
            next: Vec::new(),
            limit: Limit::for_text(text),
            longest: None,
            configuration: None,
            state_sets: None,
        }
    }

    /// Keeps the set of states at each offset.
    pub(super) fn recording(mut self) -> Self {
        self.state_sets = Some(Vec::with_capacity(self.text.len() + 1));
        self
    }

    /// Reads the text. Returns what was found, and the sets of states at the offsets.
    pub(super) fn run(
        mut self,
        definition: DefinitionId,
    ) -> Result<(Recognition, Vec<Id>), LimitReached> {
        self.start(definition)?;
        let mut offset = 0;
        let mut before = None;
        // The definitions at the start are called by the definition of the text, so nothing is called
        // here by them that is not a start itself.
        while let Some(&octet) = self.text.get(offset) {
            self.step(octet);
            if self.next.is_empty() {
                break;
            }
            core::mem::swap(&mut self.threads, &mut self.next);
            self.configure(before);
            let from = offset;
            let mut is_plain = false;
            if let Some(row) = self.configuration {
                offset = self.read_known(row, from + 1);
                is_plain = self.only_consume(offset);
            } else {
                offset = self.run_plain(from + 1);
                self.cache.configurations.count_idle(offset - from);
            }
            if !is_plain && !self.is_plain() {
                self.close(offset)?;
                let state_sets = self.state_sets.as_ref().map_or(0, Vec::capacity);
                let taken = || self.cache.size() + state_sets;
                self.limit.grow(self.threads.len(), taken)?;
            }
            before = self.leave(offset);
            self.settle(self.threads.len() + offset - from)?;
        }
        // What the next octet cannot follow is not known either where ways are missing.
        self.settle(0)?;
        self.cache.steps += self.limit.taken(self.text);
        let recognition = Recognition {
            length: self.text.len(),
            longest: self.longest,
            furthest: offset,
            next: self.expected(),
            can_end: self.longest == Some(offset),
        };
        Ok((recognition, self.state_sets.unwrap_or_default()))
    }

    /// Adds the threads at the start of the text.
    fn start(&mut self, definition: DefinitionId) -> Result<(), LimitReached> {
        let Cache {
            positions,
            states,
            contexts,
            too_large,
            ..
        } = &mut *self.cache;
        let own = (definition, positions.lists_empty_rounds());
        if let Some(&(_, limit)) = too_large.iter().find(|one| one.0 == own) {
            return Err(limit);
        }
        let is_first = positions.version() == 0;
        let site = contexts.root((self.network, positions, states), definition);
        if let Err(limit) = positions.complete() {
            // With more positions known, what is at the start can reach the limit of size because of others.
            if is_first {
                too_large.push((own, limit));
            }
            self.settle(0)?;
        }
        let starts = self.cache.contexts.starts(site);
        self.threads.extend(starts);
        if self.network.definition(definition).is_nullable {
            self.longest = Some(0);
        }
        if self.state_sets.is_some() {
            self.record();
        }
        Ok(())
    }

    /// Takes steps, and those of the searches since the last time.
    fn settle(&mut self, steps: usize) -> Result<(), LimitReached> {
        let Cache {
            positions,
            contexts,
            ..
        } = &mut *self.cache;
        let work = contexts.take_work() + positions.take_work();
        self.limit.take(steps + work)?;
        positions.complete()
    }

    /// Returns whether there is only one thread, and nothing but octets is possible.
    fn is_plain(&self) -> bool {
        matches!(&*self.threads, [one] if self.cache.states.state(one.state).is_plain)
    }

    /// Returns whether there is only one thread, and all that the octet at the offset can do is to be consumed in it.
    fn only_consume(&mut self, offset: usize) -> bool {
        match (&*self.threads, self.text.get(offset)) {
            (&[thread], Some(&octet)) => self.only_consumes(thread, octet),
            _ => false,
        }
    }

    /// Finds the configuration that the threads are after an octet, which is in a configuration itself if there was one.
    fn configure(&mut self, before: Option<Octet>) {
        let Cache {
            states,
            contexts,
            configurations,
            ..
        } = &mut *self.cache;
        self.configuration = if configurations.is_used() {
            let accepts = |thread: &Thread| {
                let is_end = states.state(thread.state).is_end;
                is_end && contexts.returns(thread.context).contains(&Thread::ACCEPT)
            };
            let classes = self.network.classes();
            configurations.after(before, &self.threads, classes, || {
                self.threads.iter().any(accepts)
            })
        } else {
            None
        };
    }

    /// Reads octets from an offset on, as long as it is known what they lead to in configurations. Returns the offset
    /// after them.
    fn read_known(&mut self, first: Row, from: usize) -> usize {
        let configurations = &mut self.cache.configurations;
        let (mut row, mut offset) = (first, from);
        if configurations.accepts(first, self.network.classes()) {
            self.longest = Some(from);
        }
        for &octet in &self.text[from..] {
            let class = self.network.class_of(octet);
            let Some(step) = configurations.step(row, class) else {
                break;
            };
            if let Some(state_sets) = &mut self.state_sets {
                state_sets.push(step.state_set);
            }
            row = step.next();
            offset += 1;
            if step.accepts {
                self.longest = Some(offset);
            }
        }
        if row != first {
            self.threads.clear();
            let threads = configurations.threads(row, self.network.classes());
            self.threads.extend(threads);
            self.configuration = Some(row);
        }
        configurations.count(offset - from);
        offset
    }

    /// Reads octets while there is only one thread and they can only be consumed. Returns the offset
    /// after them.
    fn run_plain(&mut self, mut offset: usize) -> usize {
        let [mut thread] = *self.threads else {
            return offset;
        };
        while let Some(&octet) = self.text.get(offset) {
            if !self.only_consumes(thread, octet) {
                break;
            }
            let Cache {
                positions,
                states,
                state_sets: table,
                ..
            } = &mut *self.cache;
            let next = states.step(self.network, positions, thread.state, octet);
            if next == DEAD {
                break;
            }
            if let Some(state_sets) = &mut self.state_sets {
                state_sets.push(table.one(thread.state));
            }
            thread.state = next;
            offset += 1;
        }
        self.threads[0] = thread;
        offset
    }

    /// Returns whether all that the next octet can do is to be consumed in the thread: no definition
    /// that is called begins with it, and nothing after the thread's own definition does.
    #[inline]
    fn only_consumes(&mut self, thread: Thread, octet: u8) -> bool {
        let Cache {
            positions,
            states,
            contexts,
            ..
        } = &mut *self.cache;
        let state = states.state(thread.state);
        if state.is_plain {
            return true;
        }
        if states.step(self.network, positions, thread.state, octet) == DEAD
            || states.calls_begin(self.network, positions, thread.state, octet)
        {
            return false;
        }
        if !state.is_end {
            return true;
        }
        let returns = contexts.returns(thread.context);
        returns.len() <= FEW
            && returns.iter().all(|after| {
                *after != Thread::ACCEPT
                    && !states.goes_on(self.network, positions, after.state, octet)
            })
    }

    /// Moves the threads over an octet.
    fn step(&mut self, octet: u8) {
        let Cache {
            positions, states, ..
        } = &mut *self.cache;
        self.next.clear();
        for thread in &self.threads {
            let state = states.step(self.network, positions, thread.state, octet);
            if state != DEAD {
                self.next.push(Thread { state, ..*thread });
            }
        }
        self.cache.contexts.unify(&mut self.next);
    }

    /// Adds the threads that are reached without an octet: after definitions that end here, and at
    /// the start of those that are called.
    fn close(&mut self, offset: usize) -> Result<(), LimitReached> {
        let Cache {
            positions,
            states,
            contexts,
            ..
        } = &mut *self.cache;
        for index in 0..self.threads.len() {
            let thread = self.threads[index];
            if !states.state(thread.state).is_end {
                continue;
            }
            let returns = contexts.returns(thread.context);
            self.limit.take(returns.len())?;
            for &after in returns {
                if after == Thread::ACCEPT {
                    self.longest = Some(offset);
                } else {
                    self.threads.push(after);
                }
            }
        }
        contexts.unify(&mut self.threads);
        let tables = (self.network, positions, states);
        let called = (&*self.threads, self.text.get(offset).copied());
        if let Some(site) = contexts.at(tables, called, &mut self.limit)? {
            self.threads.extend(contexts.starts(site));
            contexts.unify(&mut self.threads);
        }
        Ok(())
    }

    /// Keeps the set of states before the octet at the offset, if asked for. Returns the octet in its configuration,
    /// with that set, if there is one.
    #[inline]
    fn leave(&mut self, offset: usize) -> Option<Octet> {
        if self.configuration.is_none() && self.state_sets.is_none() {
            return None;
        }
        let state_set = self.record();
        Some(Octet {
            row: self.configuration?,
            class: self.network.class_of(*self.text.get(offset)?),
            state_set,
        })
    }

    /// Returns the set of states of the threads, and keeps it, if asked for.
    fn record(&mut self) -> Id {
        let states = self.threads.iter().map(|thread| thread.state);
        let state_set = self.cache.state_sets.all(states);
        if let Some(state_sets) = &mut self.state_sets {
            state_sets.push(state_set);
        }
        state_set
    }

    fn expected(&self) -> CharacterSet {
        let Cache {
            positions, states, ..
        } = &*self.cache;
        let next = self.threads.iter();
        next.fold(CharacterSet::EMPTY, |all, thread| {
            all.union(states.next(positions, thread.state))
        })
    }
}
