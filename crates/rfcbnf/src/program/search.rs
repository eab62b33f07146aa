//! The tables of productions that are matched by search: nondeterministic automata whose choices have an order
//! (K. Thompson: Regular Expression Search Algorithm, 1968).
//!
//! States are made from the end of a body to its beginning, each after the state that follows it. Then they are
//! numbered from the start. For example, the table of `*"a" "ab"` is:
//!
//! ```text
//! 0   either 1 or 2, and 1 has priority
//! 1   consume a, then 0
//! 2   consume a, then 3
//! 3   consume b, then 4
//! 4   accept
//! ```
//!
//! A production is copied into the table at each reference, between a state that begins it and one that ends
//! it.
//!
//! A round beyond the least number must consume an octet: otherwise `*[ "a" ]` would have a cycle without
//! octets. So such a round is made on two *tracks*. On the first, the round has consumed nothing, and cannot
//! end; an octet leads to the second, on which it can. Of `[ "a" ]`, only the way through `a` is left.

use std::collections::HashMap;

use rfcbnf_engine::combinators::{SearchState, StateIndex};
use rfcbnf_engine::recognizer::{DefinitionId, Instruction, Rounds};
use rfcbnf_engine::{CharacterSet, ProductionId};

use crate::network::{Lowered, Region, Source};
use crate::resolved::{self, ResolvedGrammar};

/// The greatest number of states of a table.
pub(super) const STATES: usize = 100_000;

/// The reason why there is no table.
pub(super) enum SearchError {
    /// The table would have more than [`STATES`] states.
    TooManyStates,
    /// A reading excludes texts from the production of this name.
    Excluding(String),
}

/// Whether a search can lead through a production that must not begin with some texts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Exclusions {
    /// It cannot.
    Refused,
    /// It can, and derives these texts as well.
    Ignored,
}

/// A table, and what tells its productions apart.
pub(crate) struct Table {
    pub(crate) states: Vec<SearchState>,
    /// For each state that begins a production, the number of its call. A call can have several such
    /// states, from which the same states follow.
    pub(crate) calls: Vec<Option<usize>>,
}

/// Returns the table of a production's body. All productions in it become part of the table.
pub(super) fn table(
    resolved: &ResolvedGrammar<'_>,
    is_character: &dyn Fn(&str) -> bool,
    id_of: &dyn Fn(&str) -> ProductionId,
    production: resolved::ProductionId,
    exclusions: Exclusions,
) -> Result<Table, SearchError> {
    let lowered = Lowered::closed(resolved, [production]);
    let mut builder = Builder {
        resolved,
        lowered: &lowered,
        is_character,
        id_of,
        exclusions,
        states: vec![
            SearchState::Accept,
            SearchState::Consume(CharacterSet::EMPTY, ACCEPT),
        ],
        calls: vec![None; 2],
        count: 0,
    };
    let (_, _, body) = lowered.definitions[0];
    let [start] = builder.region(body, [ACCEPT])?;
    Ok(in_reading_order(&builder, start))
}

/// Numbers the states in the order in which a reader meets them, from the start.
fn in_reading_order(builder: &Builder<'_, '_>, start: StateIndex) -> Table {
    let states = &builder.states;
    let mut numbers = vec![StateIndex::MAX; states.len()];
    let mut order = Vec::new();
    let mut waiting = vec![start];
    while let Some(state) = waiting.pop() {
        let number = &mut numbers[state as usize];
        if *number != StateIndex::MAX {
            continue;
        }
        *number = StateIndex::try_from(order.len()).unwrap_or(StateIndex::MAX);
        order.push(state);
        match states[state as usize] {
            SearchState::Either(first, second) => waiting.extend([second, first]),
            SearchState::Consume(_, next)
            | SearchState::Open(_, next)
            | SearchState::OpenCharacter(_, next)
            | SearchState::Close(next) => waiting.push(next),
            SearchState::Accept => {}
        }
    }
    let number = |state: StateIndex| numbers[state as usize];
    let renumbered = order.iter().map(|&state| match states[state as usize] {
        SearchState::Either(one, other) => SearchState::Either(number(one), number(other)),
        SearchState::Consume(set, next) => SearchState::Consume(set, number(next)),
        SearchState::Open(id, next) => SearchState::Open(id, number(next)),
        SearchState::OpenCharacter(id, next) => SearchState::OpenCharacter(id, number(next)),
        SearchState::Close(next) => SearchState::Close(number(next)),
        SearchState::Accept => SearchState::Accept,
    });
    let calls = order.iter().map(|&state| builder.calls[state as usize]);
    Table {
        states: renumbered.collect(),
        calls: calls.collect(),
    }
}

/// The state at the end of the match.
const ACCEPT: StateIndex = 0;

/// The state that leads nowhere.
const DEAD: StateIndex = 1;

/// The first states of an expression, by track. On the last track, the innermost optional round has
/// consumed an octet, so that it can end. On the other one, if there is one, it has not.
type Starts<const N: usize> = Result<[StateIndex; N], SearchError>;

struct Builder<'b, 'g> {
    resolved: &'b ResolvedGrammar<'g>,
    lowered: &'b Lowered<'g>,
    is_character: &'b dyn Fn(&str) -> bool,
    id_of: &'b dyn Fn(&str) -> ProductionId,
    exclusions: Exclusions,
    states: Vec<SearchState>,
    /// The call of each state that begins a production.
    calls: Vec<Option<usize>>,
    /// The number of calls.
    count: usize,
}

impl Builder<'_, '_> {
    fn add(&mut self, state: SearchState) -> Result<StateIndex, SearchError> {
        if self.states.len() >= STATES {
            return Err(SearchError::TooManyStates);
        }
        let index = StateIndex::try_from(self.states.len());
        self.states.push(state);
        self.calls.push(None);
        index.map_err(|_| SearchError::TooManyStates)
    }

    /// Adds a state that leads to another.
    fn lead(
        &mut self,
        next: StateIndex,
        state: impl FnOnce(StateIndex) -> SearchState,
    ) -> Result<StateIndex, SearchError> {
        if next == DEAD {
            return Ok(DEAD);
        }
        self.add(state(next))
    }

    /// Adds a state for each track. Tracks that lead to the same states share one.
    fn on_each_track<T: Copy + PartialEq, const N: usize>(
        &mut self,
        next: [T; N],
        mut add: impl FnMut(&mut Self, T) -> Result<StateIndex, SearchError>,
    ) -> Starts<N> {
        let mut starts = [DEAD; N];
        for track in 0..N {
            starts[track] = if track > 0 && next[track] == next[0] {
                starts[0]
            } else {
                add(self, next[track])?
            };
        }
        Ok(starts)
    }

    /// Adds the choice between two states. The first has priority.
    fn either(&mut self, first: StateIndex, second: StateIndex) -> Result<StateIndex, SearchError> {
        match (first, second) {
            (DEAD, only) | (only, DEAD) => Ok(only),
            _ if first == second => Ok(first),
            _ => self.add(SearchState::Either(first, second)),
        }
    }

    /// Adds the choice between one more round and the end of a repetition.
    fn more(
        &mut self,
        round: StateIndex,
        end: StateIndex,
        is_lazy: bool,
    ) -> Result<StateIndex, SearchError> {
        if is_lazy {
            self.either(end, round)
        } else {
            self.either(round, end)
        }
    }

    /// Adds the states of a region, which lead to `next`.
    fn region<const N: usize>(&mut self, region: Region, next: [StateIndex; N]) -> Starts<N> {
        let instructions = &self.lowered.instructions;
        let mut starts = HashMap::from([(region.end, next)]);
        for address in region.backwards(instructions) {
            let start = match instructions[address as usize] {
                Instruction::Octet(set, next) => {
                    let next = starts[&next][N - 1];
                    [self.add(SearchState::Consume(set, next))?; N]
                }
                Instruction::Either(first, second) => {
                    let (first, second) = (starts[&first], starts[&second]);
                    let both: [_; N] = std::array::from_fn(|track| (first[track], second[track]));
                    self.on_each_track(both, |builder, (first, second)| {
                        builder.either(first, second)
                    })?
                }
                Instruction::Call(definition, next) => self.call(definition, starts[&next])?,
                Instruction::Repeat(rounds) => self.repetition(&rounds, starts[&rounds.next])?,
                Instruction::EndRound | Instruction::Return => next,
                Instruction::Fail => [DEAD; N],
            };
            starts.insert(address, start);
        }
        Ok(starts[&region.start])
    }

    fn call<const N: usize>(
        &mut self,
        definition: DefinitionId,
        next: [StateIndex; N],
    ) -> Starts<N> {
        let (source, _, body) = self.lowered.definitions[definition as usize];
        let Source::Production(production) = source else {
            return Ok([DEAD; N]);
        };
        let definition = self.resolved.production(production);
        let name = definition.name();
        let is_refused = self.exclusions == Exclusions::Refused;
        if is_refused && !definition.source().excluded.is_empty() {
            return Err(SearchError::Excluding(name.to_owned()));
        }
        let close =
            self.on_each_track(next, |builder, next| builder.lead(next, SearchState::Close))?;
        let body = self.region(body, close)?;
        let id = (self.id_of)(name);
        let open = if (self.is_character)(name) {
            SearchState::OpenCharacter
        } else {
            SearchState::Open
        };
        let starts = self.on_each_track(body, |builder, body| {
            builder.lead(body, |body| open(id, body))
        })?;
        for start in starts.into_iter().filter(|&start| start != DEAD) {
            self.calls[start as usize] = Some(self.count);
        }
        self.count += 1;
        Ok(starts)
    }

    fn repetition<const N: usize>(&mut self, rounds: &Rounds, next: [StateIndex; N]) -> Starts<N> {
        let body = Region::of_round(rounds);
        let end = next[N - 1];
        if N > 1 && next[0] == end {
            return Ok([self.repetition(rounds, [end])?[0]; N]);
        }
        let mut first = next;
        let mut last_round = None;
        if let Some(most) = rounds.most {
            let mut after = end;
            for _ in rounds.least..most {
                let round = self.round(body, after)?;
                after = self.more(round, end, rounds.is_lazy)?;
                last_round = Some((round, after));
            }
        } else {
            let after = self.add(SearchState::Accept)?;
            let round = self.round(body, after)?;
            self.states[after as usize] = if rounds.is_lazy {
                SearchState::Either(end, round)
            } else {
                SearchState::Either(round, end)
            };
            last_round = Some((round, after));
        }
        if let Some((round, after)) = last_round {
            for (track, first) in first.iter_mut().enumerate() {
                *first = if track + 1 == N {
                    after
                } else {
                    self.more(round, *first, rounds.is_lazy)?
                };
            }
        }
        for _ in 0..rounds.least {
            first = self.region(body, first)?;
        }
        Ok(first)
    }

    /// Adds an optional round, which consumes at least one octet.
    fn round(&mut self, body: Region, after: StateIndex) -> Result<StateIndex, SearchError> {
        let [start, _] = self.region(body, [DEAD, after])?;
        Ok(start)
    }
}
