//! What can hold of the rest of a text: that the naive reading goes on through it to its end
//! from some part of the grammar on.
//!
//! Invariant: a condition depends on conditions of the rest behind the next character, and on
//! conditions of the same rest that come before it in the order.

use std::collections::HashMap;

use super::program::{Form, NodeId, Program};
use crate::automaton::{Automata, Automaton, State, readable_first};
use crate::syntax::Case;

type Id = usize;

/// The greatest number of conditions.
const LIMIT: usize = 100_000;

/// Nothing is asked of the rest.
const ALWAYS: Id = 0;
/// Nothing can fulfil it.
const NEVER: Id = 1;
/// There is no rest.
const END: Id = 2;

enum Condition {
    Constant,
    /// The next character is one of these, and something holds behind it.
    Next(Vec<(u128, Id)>),
    /// If the first holds, the second has to; if not, the third.
    Choice(Id, Id, Id),
}

/// The conditions for one production.
pub(super) struct Conditions {
    all: Vec<Condition>,
    /// So that what one needs of the same rest comes before it.
    order: Vec<Id>,
    start: Id,
}

impl Conditions {
    /// For the naive reading.
    pub(super) fn naive(program: &Program, node: NodeId) -> Self {
        Builder::new(program, None).build(node)
    }

    /// The same where the productions that are used take the longest texts that they derive.
    pub(super) fn with_right_references(
        program: &Program,
        node: NodeId,
        automata: &Automata,
    ) -> Self {
        Builder::new(program, Some(automata)).build(node)
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are too many, so that what is asked for is not all there.
    pub(super) fn is_too_large(&self) -> bool {
        self.all.len() > LIMIT
    }

    /// All of them, each after those that it needs of the same rest.
    fn dependent_last(&self) -> Vec<Id> {
        let mut seen = vec![false; self.all.len()];
        let mut order = Vec::new();
        let mut open: Vec<(Id, bool)> = (0..self.all.len()).map(|id| (id, false)).collect();
        while let Some((id, is_complete)) = open.pop() {
            if is_complete {
                order.push(id);
            } else if !std::mem::replace(&mut seen[id], true) {
                open.push((id, true));
                if let Condition::Choice(first, then, otherwise) = self.all[id] {
                    open.extend([first, then, otherwise].map(|id| (id, false)));
                }
            }
        }
        order
    }

    /// A character for each set of those that are alike to all conditions and to the automaton.
    pub(super) fn representatives(&self, automaton: &Automaton) -> Vec<char> {
        let mut sets: Vec<u128> = Vec::new();
        for condition in &self.all {
            if let Condition::Next(steps) = condition {
                sets.extend(steps.iter().map(|(set, _)| *set));
            }
        }
        sets.sort_unstable();
        sets.dedup();
        let mut seen = std::collections::HashSet::new();
        let mut representatives = readable_first();
        representatives.retain(|&character| {
            let members = sets.iter().map(|set| set >> u32::from(character) & 1 == 1);
            let members: Vec<bool> = members.collect();
            seen.insert((automaton.class_of(character), members))
        });
        representatives
    }
}

/// What holds of a text: of the conditions, and of the states of the automaton that they
/// accept it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Outline(Box<[u64]>);

impl Outline {
    pub(super) fn of_nothing(conditions: &Conditions, automaton: &Automaton) -> Self {
        let mut outline = Self::empty(conditions, automaton);
        outline.set(END);
        outline.fill(conditions, |_| false);
        for state in automaton
            .states()
            .filter(|&state| automaton.is_accepting(state))
        {
            outline.set(conditions.len() + state.number());
        }
        outline
    }

    /// What holds of the text behind the character and this.
    pub(super) fn behind(
        &self,
        character: char,
        conditions: &Conditions,
        automaton: &Automaton,
    ) -> Self {
        let mut outline = Self::empty(conditions, automaton);
        outline.fill(conditions, |steps| {
            let mut steps = steps.iter();
            steps.any(|(set, next)| set >> u32::from(character) & 1 == 1 && self.holds(*next))
        });
        for state in automaton.states() {
            let next = automaton.step(state, character);
            if next.is_some_and(|next| self.holds(conditions.len() + next.number())) {
                outline.set(conditions.len() + state.number());
            }
        }
        outline
    }

    fn empty(conditions: &Conditions, automaton: &Automaton) -> Self {
        let bits = conditions.len() + automaton.states().len();
        let mut outline = Self(vec![0; bits.div_ceil(64)].into());
        outline.set(ALWAYS);
        outline
    }

    fn fill(&mut self, conditions: &Conditions, next: impl Fn(&[(u128, Id)]) -> bool) {
        for &id in &conditions.order {
            let holds = match &conditions.all[id] {
                Condition::Constant => continue,
                Condition::Next(steps) => next(steps),
                Condition::Choice(first, then, otherwise) => self.holds(if self.holds(*first) {
                    *then
                } else {
                    *otherwise
                }),
            };
            if holds {
                self.set(id);
            }
        }
    }

    /// Whether the automaton accepts the text and the naive reading does not.
    pub(super) fn is_wrong(&self, conditions: &Conditions, automaton: &Automaton) -> bool {
        self.holds(conditions.len() + automaton.start().number()) && !self.holds(conditions.start)
    }

    /// Whether a valid text ends like that.
    pub(super) fn can_become_valid(&self, conditions: &Conditions, automaton: &Automaton) -> bool {
        let mut states = automaton.states();
        states.any(|state: State| self.holds(conditions.len() + state.number()))
    }

    fn holds(&self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }

    fn set(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }
}

struct Builder<'b, 'g> {
    program: &'b Program<'g>,
    /// What the productions that are used are read with; nothing to read them naively.
    automata: Option<&'b Automata<'g>>,
    conditions: Conditions,
    known: HashMap<(NodeId, Id), Id>,
    longest: HashMap<(&'g str, Id), Vec<Id>>,
}

impl<'b, 'g> Builder<'b, 'g> {
    fn new(program: &'b Program<'g>, automata: Option<&'b Automata<'g>>) -> Self {
        let constants = [
            Condition::Constant,
            Condition::Constant,
            Condition::Constant,
        ];
        Self {
            program,
            automata,
            conditions: Conditions {
                all: constants.into(),
                order: Vec::new(),
                start: NEVER,
            },
            known: HashMap::new(),
            longest: HashMap::new(),
        }
    }

    fn build(mut self, node: NodeId) -> Conditions {
        let start = match &self.program.forms[node] {
            Form::Production { body, excluded, .. } => self.looked_ahead(*body, excluded, END),
            _ => NEVER,
        };
        self.conditions.start = start;
        self.conditions.order = self.conditions.dependent_last();
        self.conditions
    }

    fn add(&mut self, condition: Condition) -> Id {
        let id = self.reserve();
        self.define(id, condition);
        id
    }

    fn reserve(&mut self) -> Id {
        self.conditions.all.push(Condition::Constant);
        self.conditions.all.len() - 1
    }

    fn define(&mut self, id: Id, condition: Condition) {
        self.conditions.all[id] = condition;
    }

    fn choice(&mut self, first: Id, then: Id, otherwise: Id) -> Id {
        match first {
            ALWAYS => then,
            NEVER => otherwise,
            _ => self.add(Condition::Choice(first, then, otherwise)),
        }
    }

    /// The node takes what it takes, and then something holds.
    fn node(&mut self, node: NodeId, then: Id) -> Id {
        if let Some(&known) = self.known.get(&(node, then)) {
            return known;
        }
        if self.conditions.is_too_large() {
            return NEVER;
        }
        let id = if let Some(set) = self.characters(node) {
            self.add(Condition::Next(vec![(set, then)]))
        } else {
            self.form(node, then)
        };
        self.known.insert((node, then), id);
        id
    }

    fn form(&mut self, node: NodeId, then: Id) -> Id {
        let program = self.program;
        match &program.forms[node] {
            Form::Alternation(members) => members.iter().rev().fold(NEVER, |otherwise, &member| {
                let first = self.node(member, ALWAYS);
                let chosen = self.node(member, then);
                self.choice(first, chosen, otherwise)
            }),
            Form::Sequence(members) => {
                let members = members.iter().rev();
                members.fold(then, |then, &member| self.node(member, then))
            }
            Form::Optional(body) => self.optional(*body, then, then),
            Form::Repetition { least, most, body } => {
                let end = match most {
                    Some(most) => {
                        (*least..*most).fold(then, |next, _| self.optional(*body, next, then))
                    }
                    None => self.rounds(*body, then),
                };
                (0..*least).fold(end, |then, _| self.node(*body, then))
            }
            Form::Literal { text, case } => self.literal(text, *case, then),
            Form::Production {
                name,
                body,
                excluded,
                ..
            } => {
                let automata = self.automata;
                match automata.and_then(|automata| automata.production(name)) {
                    Some(automaton) => self.longest(name, automaton, then),
                    None => self.looked_ahead(*body, excluded, then),
                }
            }
            Form::Nothing => NEVER,
        }
    }

    /// If the body fits, it and what is next; if not, something else.
    fn optional(&mut self, body: NodeId, next: Id, otherwise: Id) -> Id {
        let first = self.node(body, ALWAYS);
        let chosen = self.node(body, next);
        self.choice(first, chosen, otherwise)
    }

    fn rounds(&mut self, body: NodeId, then: Id) -> Id {
        let rounds = self.reserve();
        let first = self.node(body, ALWAYS);
        let chosen = self.node(body, rounds);
        self.define(rounds, Condition::Choice(first, chosen, then));
        rounds
    }

    fn literal(&mut self, text: &str, case: Case, then: Id) -> Id {
        let characters = text.chars().rev();
        characters.fold(then, |then, character| {
            let set = set_of(character, case);
            self.add(Condition::Next(vec![(set, then)]))
        })
    }

    fn looked_ahead(&mut self, body: NodeId, excluded: &[String], then: Id) -> Id {
        let mut id = self.node(body, then);
        for word in excluded {
            let word = self.literal(word, Case::Ignored, ALWAYS);
            id = self.choice(word, NEVER, id);
        }
        id
    }

    /// The automaton takes all it can, and then something holds.
    fn longest(&mut self, name: &'g str, automaton: &Automaton, then: Id) -> Id {
        self.of_states(name, automaton, ALWAYS);
        self.of_states(name, automaton, then);
        self.longest[&(name, then)][automaton.start().number()]
    }

    /// For each state of the automaton, that it takes all it can from there on, and then
    /// something holds.
    fn of_states(&mut self, name: &'g str, automaton: &Automaton, then: Id) {
        if self.longest.contains_key(&(name, then)) {
            return;
        }
        let ids: Vec<Id> = automaton.states().map(|_| self.reserve()).collect();
        self.longest.insert((name, then), ids.clone());
        let any = self.longest[&(name, ALWAYS)].clone();
        for state in automaton.states() {
            let is_accepting = automaton.is_accepting(state);
            let condition = if is_accepting && then == ALWAYS {
                Condition::Choice(ALWAYS, ALWAYS, ALWAYS)
            } else {
                let more = self.add(steps(automaton, state, &any));
                let on = self.add(steps(automaton, state, &ids));
                Condition::Choice(more, on, if is_accepting { then } else { NEVER })
            };
            self.define(ids[state.number()], condition);
        }
    }

    /// The characters that the node takes, where it takes one character and nothing else.
    fn characters(&self, node: NodeId) -> Option<u128> {
        match &self.program.forms[node] {
            Form::Literal { text, case } => {
                let mut characters = text.chars();
                let set = set_of(characters.next()?, *case);
                characters.next().is_none().then_some(set)
            }
            Form::Alternation(members) => members
                .iter()
                .try_fold(0, |set, &member| Some(set | self.characters(member)?)),
            Form::Production {
                body, excluded: [], ..
            } => self.characters(*body),
            _ => None,
        }
    }
}

/// The characters that lead from the state to others, with the conditions of these.
fn steps(automaton: &Automaton, state: State, ids: &[Id]) -> Condition {
    let classes = automaton.classes().iter().enumerate();
    let steps = classes.filter_map(|(class, characters)| {
        let next = automaton.step_by_class(state, class)?;
        let characters = characters.chars();
        let set = characters.fold(0, |set, character| set | set_of(character, Case::Exact));
        Some((set, ids[next.number()]))
    });
    Condition::Next(steps.collect())
}

/// The character, in either case where that is ignored. None is outside ASCII.
fn set_of(character: char, case: Case) -> u128 {
    let bit = |character: char| 1_u128.checked_shl(u32::from(character)).unwrap_or(0);
    match case {
        Case::Exact => bit(character),
        Case::Ignored => bit(character.to_ascii_lowercase()) | bit(character.to_ascii_uppercase()),
    }
}
