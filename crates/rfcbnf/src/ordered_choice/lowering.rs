//! From the network to conditions.
//!
//! A region becomes a condition from its end: given what has to hold after it, the condition says
//! what has to hold before it. Ordered choice takes an alternative that matches up to its end, whatever
//! holds after that. So an alternative becomes two conditions: one with [`ALWAYS`] at its end, and one
//! with what has to hold there.
//!
//! An empty round ends a greedy repetition, so a condition has to know whether a round has consumed
//! something. It gets two conditions for what follows: one that holds after an empty match, and one
//! that holds after any other.
//!
//! Recursion at the right end comes back to a production while its condition is being built, and with
//! the same condition after it. So there are finitely many: those that can come back are reserved
//! before they are built. [`super::search`] leaves out recursion at the left end.

use std::collections::HashMap;

use rfcbnf_engine::recognizer::{Address, DefinitionId, Instruction, Rounds};

use super::conditions::{
    ALWAYS, Condition, ConditionId, Conditions, END, Following, NEVER, UNKNOWN,
};
use crate::automaton::{Automata, Automaton, DfaState};
use crate::network::{Called, Lowered, Region, Source};
use crate::octets::OctetSet;
use crate::resolved::{ProductionId, ResolvedGrammar};

impl Conditions {
    /// Returns the conditions of the naive reading.
    pub(super) fn naive(grammar: &ResolvedGrammar, production: ProductionId) -> Self {
        Lowering::run(grammar, None, production, u32::MAX)
    }

    /// Returns the conditions of the naive reading where no production is inside of itself more often
    /// than that, except at the right end. What is deeper is [`UNKNOWN`].
    pub(super) fn to_depth(
        grammar: &ResolvedGrammar,
        production: ProductionId,
        depth: u32,
    ) -> Self {
        Lowering::run(grammar, None, production, depth)
    }

    /// Returns the conditions of a reading where the productions that the production uses match
    /// the longest texts that they derive.
    pub(super) fn with_right_references(
        grammar: &ResolvedGrammar,
        production: ProductionId,
        automata: &Automata,
    ) -> Self {
        Lowering::run(grammar, Some(automata), production, u32::MAX)
    }
}

/// The greatest number of addresses, each with what holds after it, for which a condition is looked for. In
/// repetitions inside each other, many of them have the same condition.
const KNOWN: usize = 400_000;

struct Lowering<'r, 'g> {
    grammar: &'r ResolvedGrammar<'g>,
    lowered: &'r Lowered<'g>,
    /// The productions that recursion comes back to.
    called: Called,
    /// Matches the productions that are used; `None` to read them naively.
    automata: Option<&'r Automata<'g>>,
    conditions: Conditions,
    /// The condition at an address, given the end of its region and what holds after that.
    known: HashMap<(Address, Address, Following), Known>,
    /// The condition of any number of rounds, given their region and what holds after them.
    rounds: HashMap<(Region, ConditionId), Known>,
    calls: HashMap<(DefinitionId, Following), Known>,
    /// How often a definition can be inside of itself.
    depth: u32,
    /// How often the definitions that recursion comes back to are open.
    open: HashMap<DefinitionId, u32>,
    /// The number of all of these.
    level: u32,
    longest: HashMap<(ProductionId, ConditionId), Vec<ConditionId>>,
    characters: HashMap<Region, Option<OctetSet>>,
}

/// A condition, and the level at which it was made. At lower levels, recursion would be followed further.
#[derive(Clone, Copy)]
struct Known {
    level: u32,
    id: ConditionId,
}

impl<'r, 'g> Lowering<'r, 'g> {
    fn run(
        grammar: &'r ResolvedGrammar<'g>,
        automata: Option<&'r Automata<'g>>,
        production: ProductionId,
        depth: u32,
    ) -> Conditions {
        let lowered = Lowered::closed(grammar, [production]);
        let mut lowering = Lowering {
            grammar,
            lowered: &lowered,
            called: Called::of(grammar),
            automata,
            conditions: Conditions::new(),
            known: HashMap::new(),
            rounds: HashMap::new(),
            calls: HashMap::new(),
            depth,
            open: HashMap::new(),
            level: 0,
            longest: HashMap::new(),
            characters: HashMap::new(),
        };
        let (_, _, region) = lowered.definitions[0];
        let start = lowering.looked_ahead(production, region, END.into());
        lowering.conditions.finish(start, lowering.known.len())
    }

    fn choice(
        &mut self,
        first: ConditionId,
        then: ConditionId,
        otherwise: ConditionId,
    ) -> ConditionId {
        match first {
            ALWAYS => then,
            NEVER => otherwise,
            _ if then == otherwise => then,
            _ => self
                .conditions
                .add(Condition::Choice(first, then, otherwise)),
        }
    }

    fn octet(&mut self, set: OctetSet, then: ConditionId) -> ConditionId {
        self.conditions.add(Condition::Next(vec![(set, then)]))
    }

    /// The region matches, and one of two conditions holds after it.
    fn region(&mut self, region: Region, after: Following) -> ConditionId {
        let Region { start, end } = region;
        if let Some(id) = self.usable(self.known.get(&(start, end, after))) {
            return id;
        }
        if self.known.len() > KNOWN {
            self.conditions.give_up();
        }
        if self.conditions.is_too_large() {
            return NEVER;
        }
        if after.empty != after.consumed {
            self.region(region, after.consumed.into());
        }
        let (level, id) = (0, after.empty);
        self.known.insert((end, end, after), Known { level, id });
        for address in region.backwards(&self.lowered.instructions) {
            let key = (address, end, after);
            if self.usable(self.known.get(&key)).is_none() {
                let (level, id) = (self.level, self.instruction(address, end, after));
                self.known.insert(key, Known { level, id });
            }
        }
        self.at(start, end, after)
    }

    /// Returns the condition at an address of a region with that end.
    fn at(&self, address: Address, end: Address, after: Following) -> ConditionId {
        let known = self.known.get(&(address, end, after));
        // It is missing only if there are too many conditions.
        known.map_or(NEVER, |known| known.id)
    }

    /// Returns the condition if recursion was followed as far as it would be here.
    fn usable(&self, known: Option<&Known>) -> Option<ConditionId> {
        let known = known.filter(|known| known.level <= self.level);
        known.map(|known| known.id)
    }

    fn instruction(&mut self, address: Address, end: Address, after: Following) -> ConditionId {
        let at = |lowering: &Self, address| Following {
            empty: lowering.at(address, end, after),
            consumed: lowering.at(address, end, after.consumed.into()),
        };
        match self.lowered.instructions[address as usize] {
            Instruction::Octet(set, next) => {
                let then = at(self, next).consumed;
                self.octet(set.into(), then)
            }
            Instruction::Either(first, second) => {
                let end = self.lowered.choice_end(address).unwrap_or(end);
                let start = address;
                if let Some(set) = self.characters(Region { start, end }) {
                    let then = at(self, end).consumed;
                    return self.octet(set, then);
                }
                let alone = self.region(Region { start: first, end }, ALWAYS.into());
                let (then, otherwise) = (at(self, first).empty, at(self, second).empty);
                self.choice(alone, then, otherwise)
            }
            Instruction::Repeat(rounds) => {
                let after = at(self, rounds.next);
                self.repetition(&rounds, after)
            }
            Instruction::Call(definition, next) => {
                let after = at(self, next);
                self.call(definition, after)
            }
            Instruction::EndRound | Instruction::Return => after.empty,
            Instruction::Fail => NEVER,
        }
    }

    fn repetition(&mut self, rounds: &Rounds, after: Following) -> ConditionId {
        let body = Region::of_round(rounds);
        let Following { empty, consumed } = after;
        let mut start = after;
        if let Some(most) = rounds.most {
            for _ in rounds.least..most {
                let next = start.consumed;
                start = Following {
                    empty: self.further_round(body, empty, next),
                    consumed: self.further_round(body, consumed, next),
                };
            }
        } else {
            start = self.any_rounds(body, consumed).into();
            if empty != consumed {
                start.empty = self.further_round(body, empty, start.consumed);
            }
        }
        for _ in 0..rounds.least {
            start = Following {
                empty: self.region(body, start),
                consumed: self.region(body, start.consumed.into()),
            };
        }
        start.empty
    }

    /// Any number of rounds match, and `then` holds after them.
    fn any_rounds(&mut self, body: Region, then: ConditionId) -> ConditionId {
        if let Some(id) = self.usable(self.rounds.get(&(body, then))) {
            return id;
        }
        let rounds = self.conditions.reserve();
        // While it is made, it is the one that is wanted at any level.
        let open = Known {
            level: 0,
            id: rounds,
        };
        self.rounds.insert((body, then), open);
        let alone = self.region(body, ALWAYS.into());
        let after = Following {
            empty: then,
            consumed: rounds,
        };
        let on = self.region(body, after);
        let choice = Condition::Choice(alone, on, then);
        self.conditions.define(rounds, choice);
        let level = self.level;
        self.rounds.insert((body, then), Known { level, ..open });
        rounds
    }

    /// One more round matches if it can. If it consumes something, `next` holds after it; if not,
    /// `then` holds.
    fn further_round(&mut self, body: Region, then: ConditionId, next: ConditionId) -> ConditionId {
        let after = Following {
            empty: then,
            consumed: next,
        };
        let alone = self.region(body, ALWAYS.into());
        let on = self.region(body, after);
        self.choice(alone, on, then)
    }

    /// The production matches, and one of two conditions holds after it.
    fn call(&mut self, definition: DefinitionId, after: Following) -> ConditionId {
        let key = (definition, after);
        if let Some(id) = self.usable(self.calls.get(&key)) {
            return id;
        }
        let (source, ..) = self.lowered.definitions[definition as usize];
        let Source::Production(production) = source else {
            return NEVER;
        };
        if self.conditions.is_too_large() {
            return NEVER;
        }
        if !self.called.contains(production) {
            let id = self.callee(definition, after);
            let level = self.level;
            self.calls.insert(key, Known { level, id });
            return id;
        }
        let open = self.open.get(&definition).copied().unwrap_or(0);
        if open > self.depth {
            return UNKNOWN;
        }
        let (level, id) = (self.level, self.conditions.reserve());
        // While it is made, it is the one that is wanted at any level.
        self.calls.insert(key, Known { level: 0, id });
        self.open.insert(definition, open + 1);
        self.level += u32::from(self.depth < u32::MAX);
        let same = self.callee(definition, after);
        self.level = level;
        self.open.insert(definition, open);
        self.conditions
            .define(id, Condition::Choice(ALWAYS, same, NEVER));
        self.calls.insert(key, Known { level, id });
        id
    }

    /// Returns [`Self::call`] of a definition that is not known.
    fn callee(&mut self, definition: DefinitionId, after: Following) -> ConditionId {
        let (source, _, region) = self.lowered.definitions[definition as usize];
        let Source::Production(production) = source else {
            return NEVER;
        };
        let name = self.grammar.production(production).name();
        if let Some(set) = self.characters_of(definition) {
            self.octet(set, after.consumed)
        } else if let Some(automaton) = self.automata.and_then(|all| all.production(name)) {
            self.longest(production, automaton, after)
        } else {
            self.looked_ahead(production, region, after)
        }
    }

    /// No excluded text is next, the production matches, and one of two conditions holds after it.
    fn looked_ahead(
        &mut self,
        production: ProductionId,
        region: Region,
        after: Following,
    ) -> ConditionId {
        let mut id = self.region(region, after);
        for excluded in &self.grammar.production(production).source().excluded {
            let octets = excluded.bytes().rev();
            let excluded = octets.fold(ALWAYS, |then, octet| {
                self.octet(OctetSet::single(octet).in_any_case(), then)
            });
            id = self.choice(excluded, NEVER, id);
        }
        id
    }

    /// The automaton matches as much as it can, and one of two conditions holds after that.
    fn longest(
        &mut self,
        production: ProductionId,
        automaton: &Automaton,
        after: Following,
    ) -> ConditionId {
        let start = automaton.start();
        self.add_states(production, automaton, ALWAYS);
        self.add_states(production, automaton, after.consumed);
        let ids = &self.longest[&(production, after.consumed)];
        if after.empty == after.consumed || !automaton.is_nullable() {
            return ids[start.number()];
        }
        let on = steps(automaton, start, ids);
        let more = steps(automaton, start, &self.longest[&(production, ALWAYS)]);
        let (more, on) = (self.conditions.add(more), self.conditions.add(on));
        self.choice(more, on, after.empty)
    }

    /// Adds a condition for each state of the automaton: it matches as much as it can from
    /// there, and `then` holds after that.
    fn add_states(&mut self, production: ProductionId, automaton: &Automaton, then: ConditionId) {
        if self.longest.contains_key(&(production, then)) {
            return;
        }
        let states = automaton.states();
        let ids: Vec<ConditionId> = states.map(|_| self.conditions.reserve()).collect();
        self.longest.insert((production, then), ids.clone());
        let any = self.longest[&(production, ALWAYS)].clone();
        for state in automaton.states() {
            let is_accepting = automaton.is_accepting(state);
            let condition = if is_accepting && then == ALWAYS {
                Condition::Choice(ALWAYS, ALWAYS, ALWAYS)
            } else {
                let more = self.conditions.add(steps(automaton, state, &any));
                let on = self.conditions.add(steps(automaton, state, &ids));
                Condition::Choice(more, on, if is_accepting { then } else { NEVER })
            };
            self.conditions.define(ids[state.number()], condition);
        }
    }

    /// Returns the characters that the region matches, if it matches nothing but single
    /// characters.
    fn characters(&mut self, region: Region) -> Option<OctetSet> {
        if let Some(&known) = self.characters.get(&region) {
            return known;
        }
        // A production that comes back to itself matches more than single characters.
        self.characters.insert(region, None);
        let mut characters = OctetSet::EMPTY;
        let (mut start, end) = (region.start, region.end);
        while let Instruction::Either(first, second) = self.lowered.instructions[start as usize] {
            characters |= self.characters(Region { start: first, end })?;
            start = second;
        }
        characters |= match self.lowered.instructions[start as usize] {
            Instruction::Octet(set, next) if next == end => set.into(),
            Instruction::Call(definition, next) if next == end => self.characters_of(definition)?,
            _ => return None,
        };
        self.characters.insert(region, Some(characters));
        Some(characters)
    }

    fn characters_of(&mut self, definition: DefinitionId) -> Option<OctetSet> {
        let (source, _, region) = self.lowered.definitions[definition as usize];
        let Source::Production(production) = source else {
            return None;
        };
        let is_plain = self
            .grammar
            .production(production)
            .source()
            .excluded
            .is_empty();
        is_plain.then(|| self.characters(region))?
    }
}

/// Returns the condition that an octet leads from the state to another, whose condition holds
/// after the octet.
fn steps(automaton: &Automaton, state: DfaState, ids: &[ConditionId]) -> Condition {
    let classes = automaton.classes().iter().enumerate();
    let steps = classes.filter_map(|(class, &octets)| {
        let next = automaton.step_by_class(state, class)?;
        Some((octets, ids[next.number()]))
    });
    Condition::Next(steps.collect())
}
