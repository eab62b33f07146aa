//! Contexts: what a definition returns to.
//!
//! Where definitions are called, the calls with their contexts are a site. A definition that is
//! called at a site has one context there, and equal sites are one. So a context is a set of stacks
//! of calls, and two derivations with equal futures have the same state and context: the recognizer
//! follows one of them. (In a graph-structured stack, M. Tomita: Efficient Parsing for Natural
//! Language, 1985, nodes at different offsets are different.)
//!
//! A context knows everything that can go on after its definition without an octet between:
//!
//! - A call whose definition can only end after it adds what its own context returns to, and not
//!   itself (J. Leo: A general context-free parsing algorithm running in linear time on every LR(k)
//!   grammar without using lookahead, 1991). So right recursion takes one context.
//! - If its definition can also go on, the call adds both. Then the return to a state `s` in a
//!   context `c` derives everything that the same state derives in the contexts that `c` returns to
//!   by way of `s`, because `s` can end at once. These are left out. So right recursion with a
//!   nullable tail takes two returns for each state, and not as many as there are calls.
//! - Of two threads with the same state, one is left out if its context returns to nothing that the
//!   other's does not return to, at once or by way of a state that can end.
//!
//! ```text
//! list = item [ "," list ]          After an inner list comes the end of the outer one. So every list
//!                                   of a,a,a returns to the end of the text, and has one context.
//! list = item [ "," list ] [ ";" ]  After an inner list comes the state T, before ";", which can end.
//!                                   The second list returns to T of the first and to the end of the text.
//!                                   The third returns to T of the second and to the end of the text:
//!                                   T of the first follows from T of the second, which can end.
//! ```

use alloc::vec::Vec;
use core::cell::Cell;

use super::interner::{Id, Interner, NONE, number};
use super::network::{DefinitionId, Network};
use super::positions::Positions;
use super::states::{DEAD, StateId, States};
use super::{Limit, LimitReached};

/// The number of a context.
pub(super) type ContextId = Id;

/// A state and what its definition returns to: all derivations with the same future.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Thread {
    pub(super) state: StateId,
    pub(super) context: ContextId,
}

impl Thread {
    /// The end of the text's own definition.
    pub(super) const ACCEPT: Self = Self {
        state: NONE,
        context: NONE,
    };
}

/// The contexts of a text so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Contexts {
    sites: Interner,
    /// For each site, the range of its contexts.
    ranges: Vec<(u32, u32)>,
    /// For each context, its definition, the state at its start, and the range of its returns.
    known: Vec<(DefinitionId, StateId, (u32, u32))>,
    returns: Vec<Thread>,
    /// For each context, the range of the contexts that it returns to in a state that can end.
    passed: Vec<(u32, u32)>,
    passed_on: Vec<ContextId>,
    /// Room for the calls of a site, each with the thread after it.
    key: Vec<(DefinitionId, Thread)>,
    flat: Vec<u32>,
    /// The number of returns that were compared since [`Self::take_work`].
    compared: Cell<usize>,
}

impl Contexts {
    /// Returns a measure of the memory.
    pub(super) fn size(&self) -> usize {
        let ranges = 2 * (self.ranges.len() + self.passed.len());
        let returns = 2 * self.returns.len() + self.passed_on.len();
        self.sites.size() + 4 * self.known.len() + ranges + returns
    }

    /// Forgets the contexts of the last text.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Returns the number of returns that were compared since the last call.
    pub(super) fn take_work(&self) -> usize {
        self.compared.take()
    }

    /// Returns what goes on after the definition of the context without an octet between.
    #[inline]
    pub(super) fn returns(&self, context: ContextId) -> &[Thread] {
        let (.., (from, to)) = self.known[context as usize];
        &self.returns[from as usize..to as usize]
    }

    /// Returns the threads at the starts of the definitions that are called at a site.
    pub(super) fn starts(&self, site: Id) -> impl Iterator<Item = Thread> {
        let (from, to) = self.ranges[site as usize];
        (from..to).map(|context| Thread {
            state: self.known[context as usize].1,
            context,
        })
    }

    /// Returns the site at which only the definition of the text is called.
    pub(super) fn root(
        &mut self,
        (network, positions, states): (&Network, &mut Positions, &mut States),
        definition: DefinitionId,
    ) -> Id {
        self.key.clear();
        self.key.push((definition, Thread::ACCEPT));
        self.site((network, positions, states))
    }

    /// Returns the site of all calls in these threads; `None` if there is no call. If a thread consumes
    /// the octet `next`, calls that cannot begin with it are left out.
    pub(super) fn at(
        &mut self,
        (network, positions, states): (&Network, &mut Positions, &mut States),
        (threads, next): (&[Thread], Option<u8>),
        limit: &mut Limit,
    ) -> Result<Option<Id>, LimitReached> {
        self.key.clear();
        for thread in threads {
            let state = thread.state;
            if states.state(state).is_plain {
                continue;
            }
            if let Some(octet) = next
                && !states.calls_begin(network, positions, state, octet)
                && (threads.iter())
                    .any(|one| states.step(network, positions, one.state, octet) != DEAD)
            {
                continue;
            }
            let (from, to) = states.calls(network, positions, thread.state);
            for index in from..to {
                let (definition, after) = states.call(index);
                self.add_call(
                    states,
                    definition,
                    Thread {
                        state: after,
                        ..*thread
                    },
                );
            }
        }
        if self.key.is_empty() {
            return Ok(None);
        }
        limit.take(self.key.len())?;
        Ok(Some(self.site((network, positions, states))))
    }

    /// Adds what a definition returns to: the state after the call, and what is after that.
    fn add_call(&mut self, states: &States, definition: DefinitionId, after: Thread) {
        let state = states.state(after.state);
        if !state.is_only_end {
            self.key.push((definition, after));
        }
        if state.is_end {
            let (.., (from, to)) = self.known[after.context as usize];
            let further = &self.returns[from as usize..to as usize];
            let further = further.iter().filter(|one| one.state != after.state);
            self.key.extend(further.map(|one| (definition, *one)));
        }
    }

    /// Returns the site of the calls in `key`.
    fn site(
        &mut self,
        (network, positions, states): (&Network, &mut Positions, &mut States),
    ) -> Id {
        if self.key.len() > 1 {
            self.key.sort_unstable();
            self.key.dedup();
            let mut key = core::mem::take(&mut self.key);
            self.without_covered(&mut key, |&(definition, thread)| (definition, thread));
            self.key = key;
        }
        self.flat.clear();
        for &(definition, Thread { state, context }) in &self.key {
            self.flat.extend([definition, state, context]);
        }
        let site = self.sites.intern(&self.flat);
        if site as usize == self.ranges.len() {
            self.build((network, positions, states));
        }
        site
    }

    /// Keeps sorted threads once, and leaves out those that another one with the same state covers.
    pub(super) fn unify(&self, threads: &mut Vec<Thread>) {
        match &mut **threads {
            [] | [_] => {}
            [one, other] if one.state != other.state => {
                if other < one {
                    core::mem::swap(one, other);
                }
            }
            _ => {
                threads.sort_unstable();
                threads.dedup();
                self.without_covered(threads, |thread| (0, *thread));
            }
        }
    }

    /// Leaves out the threads that the last one with the same state covers, after the same
    /// definition.
    fn without_covered<T: Copy>(
        &self,
        all: &mut Vec<T>,
        thread: impl Fn(&T) -> (DefinitionId, Thread),
    ) {
        let mut first_kept = all.len();
        let mut last: Option<(DefinitionId, Thread)> = None;
        for index in (0..all.len()).rev() {
            let one = thread(&all[index]);
            let same = last.filter(|last| (last.0, last.1.state) == (one.0, one.1.state));
            if same.is_some_and(|last| self.covers(last.1.context, one.1.context)) {
                continue;
            }
            last = same.or(Some(one));
            first_kept -= 1;
            all[first_kept] = all[index];
        }
        all.drain(..first_kept);
    }

    /// Returns whether a context returns to everything that the other returns to, perhaps by way of a
    /// state in the other one that can end.
    fn covers(&self, context: ContextId, other: ContextId) -> bool {
        if context == NONE || other == NONE {
            return false;
        }
        let (from, to) = self.passed[context as usize];
        let passed = &self.passed_on[from as usize..to as usize];
        self.compared.set(self.compared.get() + passed.len());
        if passed.contains(&other) {
            return true;
        }
        let (all, part) = (self.returns(context), self.returns(other));
        self.compared.set(self.compared.get() + part.len());
        let mut all = all.iter();
        part.len() <= all.len() && part.iter().all(|one| all.any(|known| known == one))
    }

    /// Adds the contexts of the site with the calls in `key`: of the definitions that are called there,
    /// and of those that these call at their start.
    fn build(&mut self, (network, positions, states): (&Network, &mut Positions, &mut States)) {
        let first = number(self.known.len());
        let mut called: Vec<DefinitionId> = self.key.iter().map(|one| one.0).collect();
        called.dedup();
        // The calls at the starts: who calls, what is called, by their indexes, and the state after.
        let mut inner: Vec<(usize, usize, StateId)> = Vec::new();
        let mut user = 0;
        while let Some(&definition) = called.get(user) {
            let start = states.start(network, positions, definition);
            let (from, to) = states.calls(network, positions, start);
            for index in from..to {
                let (definition, after) = states.call(index);
                let known = called.iter().position(|one| *one == definition);
                let target = known.unwrap_or_else(|| {
                    called.push(definition);
                    called.len() - 1
                });
                inner.push((user, target, after));
            }
            self.known.push((definition, start, (0, 0)));
            user += 1;
        }
        let mut returns: Vec<Vec<Thread>> = called
            .iter()
            .map(|&definition| {
                let own = self.key.iter().filter(|one| one.0 == definition);
                own.map(|one| one.1).collect()
            })
            .collect();
        for &(user, target, state) in &inner {
            if !states.state(state).is_only_end {
                let context = first + number(user);
                returns[target].push(Thread { state, context });
            }
        }
        // What a caller returns to is after what it calls too if the caller can end there.
        let mut has_changed = inner.iter().any(|one| states.state(one.2).is_end);
        while has_changed {
            has_changed = false;
            for &(user, target, state) in &inner {
                if user != target && states.state(state).is_end {
                    let before = returns[target].len();
                    let further = returns[user].clone();
                    returns[target].extend(further);
                    returns[target].sort_unstable();
                    returns[target].dedup();
                    has_changed |= returns[target].len() > before;
                }
            }
        }
        for (index, mut returns) in returns.into_iter().enumerate() {
            returns.sort_unstable();
            returns.dedup();
            let passed = returns
                .iter()
                .filter(|one| *one != &Thread::ACCEPT && states.state(one.state).is_end);
            let from = number(self.passed_on.len());
            self.passed_on.extend(passed.map(|one| one.context));
            self.passed.push((from, number(self.passed_on.len())));
            let from = number(self.returns.len());
            self.returns.extend(returns);
            self.known[first as usize + index].2 = (from, number(self.returns.len()));
        }
        self.ranges.push((first, number(self.known.len())));
    }
}
