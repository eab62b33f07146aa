//! From the causes of a unit to causes of the whole grammar, and the choice between those of several units.
//!
//! A cause at a nonterminal says that the unit has other texts in place of a production. That is no cause of the
//! production, which is a unit of its own, but one of the unit.
//!
//! Several units can have a cause for the same texts: for `0-0`, the sum has another sign, or the number
//! has a sign after it. The cheapest causes that together repair the most texts are chosen, and the
//! best of them is taken first. With it in the grammar, the units are searched again.

use super::unit::Unit;
use crate::automaton::{Automaton, Work};
use crate::causes::changes::{Part, Position, cost};
use crate::causes::explanation::deviation;
use crate::causes::faulty::{self, UnitChange};
use crate::causes::{Cause, Direction, Findings, Learnt};
use crate::conformance::Alphabet;

/// The cost of what cannot be described.
const INDESCRIBABLE: usize = 100;

/// A cause, and what it does to the grammar.
#[derive(Clone)]
pub(super) struct UnitCause {
    pub(super) cause: Cause,
    pub(super) change: UnitChange,
    /// How much it takes to describe.
    cost: usize,
    /// The production of the unit, and spellings of the text on which parser and grammar disagree.
    pub(super) inside: (String, Vec<Vec<u8>>),
}

/// Returns the causes of a unit as those of the whole grammar.
pub(super) fn found_in<E>(unit: &Unit, found: &Findings<E>) -> Vec<UnitCause> {
    let is_inner =
        |cause: &&Cause| !unit.nonterminals.is_empty() && cause.production != unit.production;
    let (inner, own): (Vec<&Cause>, Vec<&Cause>) = found.causes.iter().partition(is_inner);
    let has_whole = own.iter().any(|cause| cause.position == Position::Whole);
    let mut all: Vec<UnitCause> = Vec::new();
    if let Some(first) = inner.first() {
        // Other texts for a nonterminal are other texts of the unit.
        let observed = match &found.parser {
            Some(parser) if has_whole => Some(parser.clone()),
            _ => with_all(unit, &inner),
        };
        let observed = observed.map(|observed| [unit.automaton.clone(), observed]);
        all.extend(observed.and_then(|texts| unit.found(first, unit.whole_part(), &texts)));
    }
    for cause in own {
        let part = Part {
            production: cause.production.clone(),
            position: cause.position.clone(),
        };
        if part.position != Position::Whole || inner.is_empty() {
            let texts = texts_alone(unit, cause);
            all.extend(texts.and_then(|texts| unit.found(cause, part, &texts)));
        }
    }
    all
}

/// Returns the texts of the part of a cause, and those that the parser accepts as the part if it is the only cause.
fn texts_alone(unit: &Unit, cause: &Cause) -> Option<[Automaton; 2]> {
    let change = UnitChange::of(cause, unit.is_ascii())?;
    let has_parts = unit.nonterminals.is_empty() && cause.position == Position::Whole;
    let change = if has_parts {
        change.around(&[], &unit.grammar)?
    } else {
        change
    };
    Some([change.expected, change.observed])
}

/// Returns what the unit derives with these causes in it.
fn with_all(unit: &Unit, causes: &[&Cause]) -> Option<Automaton> {
    let is_ascii = unit.is_ascii();
    let changes = causes.iter().map(|cause| UnitChange::of(cause, is_ascii));
    let changes = changes.collect::<Option<Vec<UnitChange>>>()?;
    let changes: Vec<&UnitChange> = changes.iter().collect();
    faulty::texts_with(&unit.grammar, &unit.whole_part(), is_ascii, &changes)
}

/// Returns the cause that only the shortest of the texts beyond the unit come to it, if there is one:
/// the others may be these texts, nested.
pub(super) fn shortest_beyond<E>(unit: &Unit, found: &Findings<E>) -> Option<UnitCause> {
    if unit.nonterminals.is_empty() {
        return None;
    }
    let first = found.causes.first()?;
    let beyond = found.parser.as_ref()?.without(&unit.automaton).ok()?;
    let witness = beyond.shortest()?;
    let work = Work::new();
    let shortest = Automaton::of_states(
        beyond.classes().to_vec(),
        (beyond.start(), 0),
        &|&(state, _)| beyond.is_accepting(state),
        &|&(state, length), octet| {
            let next = beyond.step(state, octet)?;
            (length < witness.len()).then_some((next, length + 1))
        },
        &work,
    );
    let either = |own: bool, more: bool| own || more;
    let observed = unit
        .automaton
        .combined(&shortest.ok()?, &either, &work)
        .ok()?;
    let (offset, deviation) = deviation(&unit.automaton, &observed, &witness);
    // An octet outside ASCII stands for all characters there.
    let alphabet = Alphabet::of(&unit.automaton);
    let spelled = |text: &[u8]| alphabet.spelled(&alphabet.symbols_of(text));
    let offset = spelled(&witness[..offset]).len();
    let witness = spelled(&witness);
    let cause = Cause {
        direction: Direction::WronglyAccepted,
        deviation,
        span: 0..witness.len(),
        offset,
        witness,
        ..first.clone()
    };
    unit.found(
        &cause,
        unit.whole_part(),
        &[unit.automaton.clone(), observed],
    )
}

impl Unit {
    fn has_nonterminal(&self, texts: &Automaton) -> bool {
        let octets = texts.octets();
        let mut nonterminals = self.nonterminals.keys();
        nonterminals.any(|octet| octets.contains(*octet))
    }

    /// Returns whether the texts of the unit are ASCII, so that one octet represents all other characters.
    pub(super) fn is_ascii(&self) -> bool {
        self.automaton.octets().is_ascii()
    }

    pub(super) fn whole_part(&self) -> Part {
        Part {
            production: self.production.clone(),
            position: Position::Whole,
        }
    }

    /// Returns a cause at a part of the whole grammar, with the texts expected and observed there.
    pub(super) fn found(
        &self,
        cause: &Cause,
        part: Part,
        texts: &[Automaton; 2],
    ) -> Option<UnitCause> {
        let place = self.grammar.production(&part.production)?;
        let shown = |texts: &Automaton| {
            if !self.has_nonterminal(texts) {
                return Some(texts.clone());
            }
            faulty::spelled(texts, &self.nonterminals, &self.grammar)
        };
        let [expected, observed] = texts;
        let before = self.context.before.len();
        let at = |offset: usize| before + self.spelled(&cause.witness[..offset]).len();
        let examples = cause.examples.iter();
        Some(UnitCause {
            inside: (self.production.clone(), self.spellings(&cause.witness)),
            cost: cost(observed, expected, INDESCRIBABLE, &Work::new()).unwrap_or(INDESCRIBABLE),
            cause: Cause {
                production: part.production.clone(),
                part: part.written(place, &self.grammar.source),
                position: part.position.clone(),
                witness: self.whole(&cause.witness),
                span: at(cause.span.start)..at(cause.span.end),
                offset: at(cause.offset),
                examples: examples.map(|text| self.whole(text)).collect(),
                learnt: Some(Box::new(Learnt {
                    expected: shown(expected)?,
                    observed: shown(observed)?,
                    literal: None,
                    elsewhere: None,
                    is_of_shortest: texts.iter().any(|texts| self.has_nonterminal(texts)),
                })),
                ..cause.clone()
            },
            change: UnitChange {
                part,
                expected: expected.clone(),
                observed: observed.clone(),
                nonterminals: self.nonterminals.clone(),
                is_ascii: self.is_ascii(),
            },
        })
    }
}

/// The greatest number of causes between which there is a choice.
const CANDIDATES: usize = 12;

/// The greatest number of causes that are chosen together.
const TOGETHER: usize = 4;

/// A cause that a unit found.
pub(super) struct Candidate {
    pub(super) found: UnitCause,
    /// For each of the wrong texts, whether it is right with this cause in the grammar.
    pub(super) repairs: Vec<bool>,
}

impl Candidate {
    fn count(&self) -> usize {
        self.repairs.iter().filter(|&&repairs| repairs).count()
    }
}

/// Returns the first cause of the best choice; `None` if none repairs any text.
pub(super) fn first(mut candidates: Vec<Candidate>) -> Option<UnitCause> {
    candidates.retain(|one| one.count() > 0);
    // What repairs the most for its cost comes first. Of equals, the first stays the first.
    candidates.sort_by(|one, other| {
        let [left, right] = [
            one.count() * other.found.cost,
            other.count() * one.found.cost,
        ];
        right.cmp(&left)
    });
    candidates.truncate(CANDIDATES);
    let mut best = Choice::default();
    best.improve(&candidates, &mut Vec::new());
    // The members are in the order of the candidates, the best first.
    let first = *best.members.first()?;
    Some(candidates.swap_remove(first).found)
}

/// The best causes so far.
#[derive(Default)]
struct Choice {
    members: Vec<usize>,
    repaired: usize,
    cost: usize,
}

impl Choice {
    /// Tries these causes, and each further one with them.
    fn improve(&mut self, candidates: &[Candidate], members: &mut Vec<usize>) {
        let texts = 0..candidates.first().map_or(0, |one| one.repairs.len());
        let repaired =
            texts.filter(|&text| members.iter().any(|&one| candidates[one].repairs[text]));
        let repaired = repaired.count();
        let cost = members.iter().map(|&one| candidates[one].found.cost).sum();
        if repaired > self.repaired || (repaired == self.repaired && cost < self.cost) {
            *self = Self {
                members: members.clone(),
                repaired,
                cost,
            };
        }
        if members.len() == TOGETHER {
            return;
        }
        for next in members.last().map_or(0, |last| last + 1)..candidates.len() {
            members.push(next);
            self.improve(candidates, members);
            members.pop();
        }
    }
}
