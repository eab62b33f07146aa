//! A network as sets of positions with contexts, for a search that follows many texts at the same time.
//!
//! A context is what a definition returns to: a set of calls, each with the context around it. Where definitions are
//! called, the calls are a site, and equal sites have the same contexts, wherever they are. So a text that is nested by
//! mistake at any of a thousand places is nested in one context, and not in a thousand.
//!
//! The contexts of [`super::super::contexts`] leave out calls after which a definition can only end, and threads that
//! others cover. Here, every call is kept: the pass from the end asks which call each end belongs to.

use alloc::vec::Vec;

use super::super::interner::{Id, Interner, Memo, NONE, number};
use super::super::network::{DefinitionId, Network};
use super::super::positions::{Position, PositionId, Positions};
use super::super::states::{DEAD, StateId, States};
use super::super::{Limit, LimitReached};
use crate::character_set::CharacterSet;

/// The number of a context.
pub(super) type ContextId = Id;

/// The context of the definition of the text.
pub(super) const ROOT: ContextId = 0;

/// What is reached at a point: contexts in ascending order, each with the positions in it.
pub(super) type Threads = Vec<(ContextId, StateId)>;

/// The octets that begin a character, by the number of octets after them.
pub(super) const LEADING: [CharacterSet; 4] = [
    CharacterSet::ASCII,
    CharacterSet::range(0xC2, 0xDF),
    CharacterSet::range(0xE0, 0xEF),
    CharacterSet::range(0xF0, 0xF4),
];

/// Which new characters are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum New {
    /// Those that the grammar spells: one character alone, or a letter in either case.
    Spelled,
    /// All.
    Any,
}

impl New {
    /// Returns whether the octets of a position are asked for. A character of several octets is spelled if each of them
    /// is.
    pub(super) fn contains(self, set: CharacterSet) -> bool {
        match self {
            Self::Any => true,
            Self::Spelled => {
                let mut octets = set.iter();
                match (octets.next(), octets.next(), octets.next()) {
                    (Some(_), None, _) => true,
                    (Some(one), Some(other), None) => one.eq_ignore_ascii_case(&other),
                    _ => false,
                }
            }
        }
    }
}

/// A definition that is called, and where.
#[derive(Debug, Clone, Copy)]
struct Context {
    definition: DefinitionId,
    /// The positions at its start, without its end: what follows an empty text is where it is called, too.
    start: StateId,
    site: Id,
    /// The range of its calls.
    calls: (u32, u32),
}

/// A network, and what is known about it.
pub(super) struct Machine<'n> {
    pub(super) network: &'n Network,
    positions: Positions,
    states: States,
    contexts: Vec<Context>,
    calls: Vec<(PositionId, ContextId)>,
    sites: Interner,
    /// For each site, the range of its contexts.
    ranges: Vec<(u32, u32)>,
    /// The states after each position.
    after: Vec<StateId>,
    /// The states after any character, for each [`New`].
    any: [Vec<StateId>; 2],
    consuming: Vec<StateId>,
    unions: Memo<2, StateId>,
    differences: Memo<2, StateId>,
    limit: Limit,
}

impl<'n> Machine<'n> {
    pub(super) fn new(network: &'n Network, definition: DefinitionId, limit: Limit) -> Self {
        let mut machine = Self {
            network,
            positions: Positions::default(),
            states: States::default(),
            contexts: Vec::new(),
            calls: Vec::new(),
            sites: Interner::default(),
            ranges: Vec::new(),
            after: Vec::new(),
            any: [Vec::new(), Vec::new()],
            consuming: Vec::new(),
            unions: Memo::default(),
            differences: Memo::default(),
            limit,
        };
        let start = (machine.states).start(network, &mut machine.positions, definition);
        machine.contexts.push(Context {
            definition,
            start,
            site: NONE,
            calls: (0, 0),
        });
        machine
    }

    /// Returns a measure of the memory.
    pub(super) fn size(&self) -> usize {
        let tables = self.positions.size() + self.states.size() + self.sites.size();
        let contexts = 5 * self.contexts.len() + 2 * (self.calls.len() + self.ranges.len());
        let any: usize = self.any.iter().map(Vec::len).sum();
        let known = self.after.len() + any + self.consuming.len();
        tables + contexts + known + self.unions.size() + self.differences.size()
    }

    /// Takes steps, and those of the searches since the last time. `others` is the size of what else is kept.
    pub(super) fn take(&mut self, steps: usize, others: usize) -> Result<(), LimitReached> {
        let mut limit = self.limit;
        limit.take(steps + self.positions.take_work())?;
        limit.grow(steps, || self.size() + others)?;
        self.limit = limit;
        self.positions.complete()
    }

    /// Returns what is left of the limit.
    pub(super) fn limit(&self) -> Limit {
        self.limit
    }

    /// Goes on with a limit of which others have taken something.
    pub(super) fn set_limit(&mut self, limit: Limit) {
        self.limit = limit;
    }

    pub(super) fn definition(&self, context: ContextId) -> DefinitionId {
        self.contexts[context as usize].definition
    }

    /// Returns the positions at the start of the definition of a context.
    pub(super) fn start(&self, context: ContextId) -> StateId {
        self.contexts[context as usize].start
    }

    pub(super) fn site_of(&self, context: ContextId) -> Id {
        self.contexts[context as usize].site
    }

    /// Returns the calls that a context returns to, each with the context around it.
    pub(super) fn calls(&self, context: ContextId) -> &[(PositionId, ContextId)] {
        let (from, to) = self.contexts[context as usize].calls;
        &self.calls[from as usize..to as usize]
    }

    pub(super) fn position(&self, position: PositionId) -> Position {
        *self.positions.position(position)
    }

    pub(super) fn members(&self, state: StateId) -> &[PositionId] {
        self.states.positions(state)
    }

    pub(super) fn contains(&self, state: StateId, position: PositionId) -> bool {
        self.members(state).binary_search(&position).is_ok()
    }

    pub(super) fn is_end(&self, state: StateId) -> bool {
        self.states.state(state).is_end
    }

    /// Returns the position at the end of the definition of a context.
    pub(super) fn end(&mut self, context: ContextId) -> PositionId {
        self.positions.end(self.definition(context))
    }

    /// Returns the octets that can be next.
    pub(super) fn next(&self, state: StateId) -> CharacterSet {
        self.states.next(&self.positions, state)
    }

    /// Returns the state of these positions.
    pub(super) fn state(&mut self, mut members: Vec<PositionId>) -> StateId {
        members.sort_unstable();
        members.dedup();
        (self.states).insert(self.network, &self.positions, &members)
    }

    /// Returns the positions after an octet or a call.
    pub(super) fn after(&mut self, position: PositionId) -> StateId {
        let index = position as usize;
        if self.after.len() <= index {
            self.after.resize(index + 1, NONE);
        }
        if self.after[index] == NONE {
            let following = match self.position(position) {
                Position::Octet(_, following) => Some(following),
                Position::Call(call) => Some(call.after),
                Position::End(_) => None,
            };
            self.after[index] = (self.states).at(self.network, &mut self.positions, following);
        }
        self.after[index]
    }

    /// Returns the positions after a character.
    pub(super) fn over(&mut self, state: StateId, character: &[u8]) -> StateId {
        let (network, positions) = (self.network, &mut self.positions);
        let octets = character.iter();
        octets.fold(state, |state, &octet| {
            (self.states).step(network, positions, state, octet)
        })
    }

    /// Returns the positions after any new character.
    pub(super) fn over_any(&mut self, state: StateId, new: New) -> StateId {
        if let Some(&known) = self.any[new as usize].get(state as usize)
            && known != NONE
        {
            return known;
        }
        let found = if self.network.is_of_characters() {
            let mut all = DEAD;
            for (leading, following) in LEADING.into_iter().zip(0..) {
                let mut one = self.over_octet(state, leading, new);
                for _ in 0..following {
                    one = self.over_octet(one, CharacterSet::ALL, new);
                }
                all = self.union(all, one);
            }
            all
        } else {
            self.over_octet(state, CharacterSet::ALL, new)
        };
        known_of(&mut self.any[new as usize], state, found)
    }

    fn over_octet(&mut self, state: StateId, octets: CharacterSet, new: New) -> StateId {
        let members = self.states.positions(state).iter();
        let is_new = |set: CharacterSet| new.contains(set) && !set.intersection(octets).is_empty();
        let following = members.filter_map(|&one| match *self.positions.position(one) {
            Position::Octet(set, following) if is_new(set) => Some(following),
            _ => None,
        });
        let following: Vec<_> = following.collect();
        self.positions.count(following.len());
        (self.states).at(self.network, &mut self.positions, following)
    }

    /// Returns the positions that consume an octet.
    fn consuming(&mut self, state: StateId) -> StateId {
        if self.states.state(state).is_plain {
            return state;
        }
        if let Some(&known) = self.consuming.get(state as usize)
            && known != NONE
        {
            return known;
        }
        let members = self.members(state).iter().copied();
        let is_octet = |one: &PositionId| matches!(self.position(*one), Position::Octet(..));
        let members: Vec<_> = members.filter(is_octet).collect();
        let found = self.state(members);
        known_of(&mut self.consuming, state, found)
    }

    /// Returns the positions that stay where they are if a character is deleted. Definitions are called, and end, before
    /// that, but nothing comes after the text.
    pub(super) fn before_deletion(&mut self, context: ContextId, state: StateId) -> StateId {
        let consuming = self.consuming(state);
        if context != ROOT || !self.is_end(state) {
            return consuming;
        }
        let end = self.end(ROOT);
        let end = self.state(Vec::from([end]));
        self.union(consuming, end)
    }

    /// Returns the positions of either state.
    pub(super) fn union(&mut self, one: StateId, other: StateId) -> StateId {
        if one == other || other == DEAD {
            return one;
        }
        if one == DEAD {
            return other;
        }
        let key = [one.min(other), one.max(other)];
        if let Some(known) = self.unions.get(key) {
            return known;
        }
        let all = [self.members(one), self.members(other)].concat();
        self.positions.count(all.len());
        let union = self.state(all);
        self.unions.add(key, union);
        union
    }

    /// Returns the positions of a state that are not in the other.
    pub(super) fn without(&mut self, state: StateId, other: StateId) -> StateId {
        if state == DEAD || other == DEAD {
            return state;
        }
        if state == other {
            return DEAD;
        }
        let key = [state, other];
        if let Some(known) = self.differences.get(key) {
            return known;
        }
        let members = self.members(state).iter().copied();
        let members: Vec<_> = members.filter(|&one| !self.contains(other, one)).collect();
        self.positions.count(members.len());
        let difference = self.state(members);
        self.differences.add(key, difference);
        difference
    }

    /// Returns the positions that are in both states.
    pub(super) fn common(&mut self, one: StateId, other: StateId) -> StateId {
        let rest = self.without(one, other);
        self.without(one, rest)
    }

    /// Returns whether a position is in both states.
    pub(super) fn meets(&self, one: StateId, other: StateId) -> bool {
        let (one, other) = (self.members(one), self.members(other));
        let (few, many) = if one.len() < other.len() {
            (one, other)
        } else {
            (other, one)
        };
        few.iter()
            .any(|position| many.binary_search(position).is_ok())
    }

    /// Adds what is reached without an octet: the positions after definitions that end, and those at the start of
    /// definitions that are called. Leaves out what `known` returns of a context. Returns the site of the calls, or
    /// [`NONE`] if there are none.
    pub(super) fn close(
        &mut self,
        threads: &mut Threads,
        mut new: impl FnMut(&mut Self, ContextId, StateId) -> StateId,
    ) -> Result<Id, LimitReached> {
        let mut waiting: Vec<ContextId> = threads.iter().map(|one| one.0).collect();
        while let Some(context) = waiting.pop() {
            if context == ROOT || !self.is_end(find(threads, context)) {
                continue;
            }
            let (from, to) = self.contexts[context as usize].calls;
            for index in from..to {
                let (call, around) = self.calls[index as usize];
                let after = self.after(call);
                let after = new(self, around, after);
                let known = find(threads, around);
                let union = self.union(known, after);
                if union != known {
                    put(threads, around, union);
                    if self.is_end(union) && !self.is_end(known) {
                        waiting.push(around);
                    }
                }
            }
            self.take((to - from) as usize, 0)?;
        }
        let site = self.site(threads)?;
        if site != NONE {
            let (from, to) = self.ranges[site as usize];
            for context in from..to {
                let start = self.start(context);
                let start = new(self, context, start);
                let known = find(threads, context);
                let union = self.union(known, start);
                if union != DEAD {
                    put(threads, context, union);
                }
            }
            self.take((to - from) as usize, 0)?;
        }
        Ok(site)
    }

    /// Returns the site of all calls in these threads; [`NONE`] if there is no call.
    fn site(&mut self, threads: &Threads) -> Result<Id, LimitReached> {
        let mut calls: Vec<(PositionId, ContextId)> = Vec::new();
        for &(context, state) in threads {
            self.add_calls(state, context, &mut calls);
        }
        if calls.is_empty() {
            return Ok(NONE);
        }
        calls.sort_unstable();
        self.take(calls.len(), 0)?;
        let key: Vec<u32> = calls.iter().flat_map(|one| [one.0, one.1]).collect();
        let site = self.sites.intern(&key);
        if site as usize == self.ranges.len() {
            self.build(site, &calls)?;
        }
        Ok(site)
    }

    fn add_calls(
        &self,
        state: StateId,
        context: ContextId,
        calls: &mut Vec<(PositionId, ContextId)>,
    ) {
        if !self.states.state(state).is_plain {
            let members = self.members(state).iter().copied();
            let called = members.filter(|&one| matches!(self.position(one), Position::Call(_)));
            calls.extend(called.map(|one| (one, context)));
        }
    }

    /// Adds the contexts of a site: of the definitions that are called there, and of those that these call at their
    /// start.
    fn build(&mut self, site: Id, calls: &[(PositionId, ContextId)]) -> Result<(), LimitReached> {
        let first = number(self.contexts.len());
        let mut called: Vec<(DefinitionId, StateId)> = Vec::new();
        let mut found: Vec<(usize, PositionId, ContextId)> = Vec::new();
        let mut waiting = calls.to_vec();
        while let Some((position, around)) = waiting.pop() {
            let Position::Call(call) = self.position(position) else {
                continue;
            };
            let definition = call.definition;
            let known = called.iter().position(|one| one.0 == definition);
            let index = known.unwrap_or(called.len());
            if known.is_none() {
                let start = (self.states).start(self.network, &mut self.positions, definition);
                let end = self.positions.end(definition);
                let end = self.state(Vec::from([end]));
                let start = self.without(start, end);
                self.add_calls(start, first + number(index), &mut waiting);
                called.push((definition, start));
            }
            found.push((index, position, around));
            self.take(1, 0)?;
        }
        found.sort_unstable();
        for (index, (definition, start)) in called.into_iter().enumerate() {
            let own = found.iter().filter(|one| one.0 == index);
            let from = number(self.calls.len());
            self.calls.extend(own.map(|one| (one.1, one.2)));
            self.contexts.push(Context {
                definition,
                start,
                site,
                calls: (from, number(self.calls.len())),
            });
        }
        self.ranges.push((first, number(self.contexts.len())));
        Ok(())
    }
}

/// Returns the positions in a context.
pub(super) fn find(threads: &[(ContextId, StateId)], context: ContextId) -> StateId {
    let index = threads.binary_search_by_key(&context, |one| one.0);
    index.map_or(DEAD, |index| threads[index].1)
}

/// Sets the positions in a context.
pub(super) fn put(threads: &mut Threads, context: ContextId, state: StateId) {
    match threads.binary_search_by_key(&context, |one| one.0) {
        Ok(index) => threads[index].1 = state,
        Err(index) => threads.insert(index, (context, state)),
    }
}

/// Keeps what is found for a state.
fn known_of(known: &mut Vec<StateId>, state: StateId, found: StateId) -> StateId {
    let index = state as usize;
    if known.len() <= index {
        known.resize(index + 1, NONE);
    }
    known[index] = found;
    found
}
