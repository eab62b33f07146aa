//! From the productions to conditions.
//!
//! An expression becomes a condition from its end: given what has to hold behind it, the
//! condition says what has to hold before it.
//!
//! Recursion at the right end comes back to a production while its condition is being built, and with
//! the same condition behind it. So there are finitely many: those that can come back are reserved
//! before they are built. [`super::search`] leaves out recursion at the left end.

use std::collections::{HashMap, HashSet};

use super::conditions::{ALWAYS, Behind, Condition, ConditionId, Conditions, END, NEVER};
use crate::automaton::{Automata, Automaton, DfaState};
use crate::octets::OctetSet;
use crate::resolved::{ExpressionId, ProductionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::{Case, Production};

impl Conditions {
    /// Returns the conditions of the naive reading.
    pub(super) fn naive(grammar: &ResolvedGrammar, production: ProductionId) -> Self {
        Lowering::new(grammar, None).run(production)
    }

    /// Returns the conditions of a reading where the productions that the production uses match
    /// the longest texts that they derive.
    pub(super) fn with_right_references(
        grammar: &ResolvedGrammar,
        production: ProductionId,
        automata: &Automata,
    ) -> Self {
        Lowering::new(grammar, Some(automata)).run(production)
    }
}

pub(super) struct Lowering<'r, 'g> {
    pub(super) grammar: &'r ResolvedGrammar<'g>,
    /// Matches the productions that are used; `None` to read them naively.
    automata: Option<&'r Automata<'g>>,
    pub(super) conditions: Conditions,
    expressions: HashMap<(ExpressionId, Case, ConditionId), ConditionId>,
    /// The expressions behind which one of two conditions holds.
    pub(super) matched: HashMap<(ExpressionId, Case, Behind), ConditionId>,
    productions: HashMap<(ProductionId, Case, ConditionId), ConditionId>,
    longest: HashMap<(ProductionId, ConditionId), Vec<ConditionId>>,
    characters: HashMap<(ExpressionId, Case), Option<OctetSet>>,
    /// The productions that recursion comes back to.
    reentered: HashSet<ProductionId>,
}

impl<'r, 'g> Lowering<'r, 'g> {
    fn new(grammar: &'r ResolvedGrammar<'g>, automata: Option<&'r Automata<'g>>) -> Self {
        let expressions = grammar.expressions().iter();
        let reentered = expressions.filter_map(|expression| match expression.kind() {
            ResolvedKind::Reference {
                production,
                is_recursive: true,
                ..
            } => Some(*production),
            _ => None,
        });
        Self {
            grammar,
            automata,
            conditions: Conditions::new(),
            expressions: HashMap::new(),
            matched: HashMap::new(),
            productions: HashMap::new(),
            longest: HashMap::new(),
            characters: HashMap::new(),
            reentered: reentered.collect(),
        }
    }

    fn run(mut self, production: ProductionId) -> Conditions {
        let start = self.looked_ahead(production, Case::Exact, END);
        self.conditions.finish(start)
    }

    pub(super) fn choice(
        &mut self,
        first: ConditionId,
        then: ConditionId,
        otherwise: ConditionId,
    ) -> ConditionId {
        match first {
            ALWAYS => then,
            NEVER => otherwise,
            _ => self
                .conditions
                .add(Condition::Choice(first, then, otherwise)),
        }
    }

    /// The expression matches, and `then` holds behind it.
    pub(super) fn expression(
        &mut self,
        expression: ExpressionId,
        case: Case,
        then: ConditionId,
    ) -> ConditionId {
        if let ResolvedKind::Reference {
            production,
            case: own,
            ..
        } = self.grammar.kind(expression)
        {
            return self.production(*production, own.within(case), then);
        }
        let key = (expression, case, then);
        if let Some(&known) = self.expressions.get(&key) {
            return known;
        }
        if self.conditions.is_too_large() {
            return NEVER;
        }
        let id = if let Some(set) = self.characters(expression, case) {
            self.conditions.add(Condition::Next(vec![(set, then)]))
        } else {
            self.kind(expression, case, then)
        };
        self.expressions.insert(key, id);
        id
    }

    /// The same for a production that another one uses.
    fn production(
        &mut self,
        production: ProductionId,
        case: Case,
        then: ConditionId,
    ) -> ConditionId {
        let key = (production, case, then);
        if let Some(&known) = self.productions.get(&key) {
            return known;
        }
        if self.conditions.is_too_large() {
            return NEVER;
        }
        let reserved = self.reentered.contains(&production);
        let reserved = reserved.then(|| self.conditions.reserve());
        self.productions.extend(reserved.map(|id| (key, id)));
        let name = self.grammar.production(production).name();
        let id = if let Some(set) = self.characters_of_production(production, case) {
            self.conditions.add(Condition::Next(vec![(set, then)]))
        } else if let Some(automaton) = self.automata.and_then(|all| all.production(name)) {
            self.longest(production, automaton, then)
        } else {
            self.looked_ahead(production, case, then)
        };
        let id = self.settled(reserved, id);
        self.productions.insert(key, id);
        id
    }

    /// Makes a reserved condition hold where the other one does.
    pub(super) fn settled(
        &mut self,
        reserved: Option<ConditionId>,
        id: ConditionId,
    ) -> ConditionId {
        let Some(reserved) = reserved else {
            return id;
        };
        let same = Condition::Choice(ALWAYS, id, NEVER);
        self.conditions.define(reserved, same);
        reserved
    }

    fn kind(&mut self, expression: ExpressionId, case: Case, then: ConditionId) -> ConditionId {
        let grammar = self.grammar;
        match grammar.kind(expression) {
            ResolvedKind::Alternation(members) => {
                members.iter().rev().fold(NEVER, |otherwise, &member| {
                    let first = self.expression(member, case, ALWAYS);
                    let chosen = self.expression(member, case, then);
                    self.choice(first, chosen, otherwise)
                })
            }
            ResolvedKind::Sequence(members) => {
                let members = members.iter().rev();
                members.fold(then, |then, &member| self.expression(member, case, then))
            }
            ResolvedKind::Optional(body) => self.optional(*body, case, then, then),
            ResolvedKind::Repetition { least, most, body } => {
                let end = match most {
                    Some(most) => (*least..*most)
                        .fold(then, |next, _| self.further_round(*body, case, next, then)),
                    None => self.rounds(*body, case, then),
                };
                (0..*least).fold(end, |then, _| self.expression(*body, case, then))
            }
            ResolvedKind::Literal { octets, case: own } => {
                self.literal(octets, own.within(case), then)
            }
            ResolvedKind::Range(sequences) => self.range(sequences, case, then),
            // `expression` takes references elsewhere.
            ResolvedKind::Reference { .. } | ResolvedKind::Undefined(_) | ResolvedKind::Unknown => {
                NEVER
            }
        }
    }

    /// If the body matches, `next` holds behind it; if not, `otherwise` holds.
    fn optional(
        &mut self,
        body: ExpressionId,
        case: Case,
        next: ConditionId,
        otherwise: ConditionId,
    ) -> ConditionId {
        let first = self.expression(body, case, ALWAYS);
        let chosen = self.expression(body, case, next);
        self.choice(first, chosen, otherwise)
    }

    fn literal(&mut self, octets: &[u8], case: Case, then: ConditionId) -> ConditionId {
        let octets = octets.iter().rev();
        octets.fold(then, |then, &octet| {
            let set = OctetSet::single(octet).compared(case);
            self.conditions.add(Condition::Next(vec![(set, then)]))
        })
    }

    fn range(&mut self, sequences: &[Vec<OctetSet>], case: Case, then: ConditionId) -> ConditionId {
        let mut steps = Vec::new();
        for sequence in sequences {
            let Some((first, rest)) = sequence.split_first() else {
                continue;
            };
            let behind = rest.iter().rev().fold(then, |then, octets| {
                let step = (octets.compared(case), then);
                self.conditions.add(Condition::Next(vec![step]))
            });
            steps.push((first.compared(case), behind));
        }
        self.conditions.add(Condition::Next(steps))
    }

    /// No excluded text is next, the body matches, and `then` holds behind it.
    fn looked_ahead(
        &mut self,
        production: ProductionId,
        case: Case,
        then: ConditionId,
    ) -> ConditionId {
        let production = self.grammar.production(production);
        let id = self.expression(production.body(), case, then);
        self.without_excluded(production.source(), id)
    }

    /// No excluded text of the production is next, and the condition holds.
    pub(super) fn without_excluded(
        &mut self,
        production: &Production,
        mut id: ConditionId,
    ) -> ConditionId {
        for excluded in &production.excluded {
            let excluded = self.literal(excluded.as_bytes(), Case::Ignored, ALWAYS);
            id = self.choice(excluded, NEVER, id);
        }
        id
    }

    /// The automaton of a production that derives the empty text matches as much as it can, and one
    /// of two conditions holds behind that. `None` if the production is read naively.
    pub(super) fn longest_or_empty(
        &mut self,
        production: ProductionId,
        behind: Behind,
    ) -> Option<ConditionId> {
        let name = self.grammar.production(production).name();
        let automaton = self.automata?.production(name)?;
        self.add_states(production, automaton, ALWAYS);
        self.add_states(production, automaton, behind.consumed);
        let any = self.longest[&(production, ALWAYS)].clone();
        let ids = self.longest[&(production, behind.consumed)].clone();
        let more = self
            .conditions
            .add(steps(automaton, automaton.start(), &any));
        let on = self
            .conditions
            .add(steps(automaton, automaton.start(), &ids));
        Some(self.choice(more, on, behind.empty))
    }

    /// The automaton matches as much as it can, and `then` holds behind that.
    fn longest(
        &mut self,
        production: ProductionId,
        automaton: &Automaton,
        then: ConditionId,
    ) -> ConditionId {
        self.add_states(production, automaton, ALWAYS);
        self.add_states(production, automaton, then);
        self.longest[&(production, then)][automaton.start().number()]
    }

    /// Adds a condition for each state of the automaton: it matches as much as it can from
    /// there, and `then` holds behind that.
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

    /// Returns the characters that the expression matches, if it matches nothing but single
    /// characters.
    fn characters(&mut self, expression: ExpressionId, case: Case) -> Option<OctetSet> {
        if let Some(&known) = self.characters.get(&(expression, case)) {
            return known;
        }
        let characters = self.characters_of_kind(expression, case);
        self.characters.insert((expression, case), characters);
        characters
    }

    fn characters_of_kind(&mut self, expression: ExpressionId, case: Case) -> Option<OctetSet> {
        match self.grammar.kind(expression) {
            kind @ (ResolvedKind::Literal { .. } | ResolvedKind::Range(_)) => kind.octet(case),
            ResolvedKind::Alternation(members) => {
                let mut members = members.iter();
                members.try_fold(OctetSet::EMPTY, |set, &member| {
                    Some(set | self.characters(member, case)?)
                })
            }
            ResolvedKind::Reference {
                production,
                case: own,
                is_recursive: false,
                ..
            } => self.characters_of_production(*production, own.within(case)),
            _ => None,
        }
    }

    fn characters_of_production(
        &mut self,
        production: ProductionId,
        case: Case,
    ) -> Option<OctetSet> {
        let production = self.grammar.production(production);
        let is_plain = production.source().excluded.is_empty();
        is_plain.then(|| self.characters(production.body(), case))?
    }
}

/// Returns the condition that an octet leads from the state to another, whose condition holds
/// behind the octet.
fn steps(automaton: &Automaton, state: DfaState, ids: &[ConditionId]) -> Condition {
    let classes = automaton.classes().iter().enumerate();
    let steps = classes.filter_map(|(class, &octets)| {
        let next = automaton.step_by_class(state, class)?;
        Some((octets, ids[next.number()]))
    });
    Condition::Next(steps.collect())
}
