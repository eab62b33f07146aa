//! One automaton of the errors of several productions, which share states.
//!
//! A state of one production can serve another if no continuation tells them apart. Both then name
//! the same productions from the other production inwards: the errors of `ftpurl` after `ftp://` are
//! those of `url`, without `url` in their context.

use std::collections::{BTreeMap, HashSet};

use rfcbnf_engine::ProductionId;
use rfcbnf_engine::utf8::viable_prefix;

use super::machine::{ErrorMachine, blocks, classes};
use super::outcome::{Outcome, seen_from};
use crate::octets::OctetSet;

/// The most states and the most transitions. This is the limit of the engine.
const LIMIT: usize = u16::MAX as usize;

/// The errors of several productions. [`ErrorMachine`] has those of one.
///
/// ```
/// use rfcbnf::errors::{ErrorMachine, SharedErrors};
/// use rfcbnf_engine::ProductionId;
///
/// let grammar = rfcbnf::read("list = \"(\" item \")\"\nlast = \"[\" item\nitem = \"a\" \"b\"\n")?;
/// let machine = |name| ErrorMachine::new(&grammar, name, &[]);
/// let machines = [machine("list")?, machine("last")?, machine("item")?];
/// let shared = SharedErrors::new(&machines);
/// // `item` begins in the state of `last` after "[".
/// assert_eq!((machines[2].as_ref().unwrap().states().len(), shared.states().len()), (3, 9));
/// assert_eq!(shared.starts(), [Some(0), Some(5), Some(6)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SharedErrors {
    states: Vec<SharedState>,
    starts: Vec<Option<usize>>,
    is_of_characters: bool,
}

/// A state of [`SharedErrors`].
#[derive(Debug)]
pub struct SharedState {
    production: ProductionId,
    text: Vec<u8>,
    outcome: Outcome,
    steps: Vec<(OctetSet, usize)>,
}

impl SharedState {
    /// Returns the production that the state was found for.
    #[must_use]
    pub fn production(&self) -> ProductionId {
        self.production
    }

    /// Returns a shortest text that leads to the state from the start of its production.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns what errors of its production say in the state. Errors of another production have the
    /// part of the context from that production inwards.
    #[must_use]
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// Returns the octets that lead to each next state: first those that lead back to this state,
    /// and otherwise the largest set first.
    #[must_use]
    pub fn steps(&self) -> &[(OctetSet, usize)] {
        &self.steps
    }
}

impl SharedErrors {
    /// Joins the errors of productions. The index of a machine is the id of its production.
    #[must_use]
    pub fn new(machines: &[Option<ErrorMachine>]) -> Self {
        let numbered = |machine: &ErrorMachine| {
            let classes = machine.classes().to_vec().into_iter();
            classes.zip(0..)
        };
        let classes = classes(machines.iter().flatten().map(numbered));
        let mut joined = Joined {
            classes,
            states: Vec::new(),
            rows: Vec::new(),
        };
        let mut starts = vec![None; machines.len()];
        let ids = (0..=u16::MAX).map(ProductionId::new);
        let mut order: Vec<_> = ids.zip(machines).collect();
        // A large machine has the states of the productions inside.
        let size =
            |machine: &Option<ErrorMachine>| machine.as_ref().map_or(0, |it| it.states().len());
        order.sort_by_key(|(_, machine)| std::cmp::Reverse(size(machine)));
        for (production, machine) in order {
            if let Some(machine) = machine {
                starts[production.index()] = joined.add(production, machine);
            }
        }
        Self {
            states: joined.states,
            starts,
            is_of_characters: machines.iter().flatten().any(|one| one.is_of_characters),
        }
    }

    /// Returns the length of the longest viable prefix of the text, and what the error of the
    /// production says; `None` if the production has no start.
    #[must_use]
    pub fn after(&self, production: ProductionId, text: &[u8]) -> Option<(usize, Outcome)> {
        let start = (*self.starts.get(production.index())?)?;
        let (offset, state) =
            viable_prefix(self.is_of_characters, text, |text| self.run(start, text));
        Some((offset, state.outcome.seen_from(production)))
    }

    fn run(&self, start: usize, text: &[u8]) -> (usize, &SharedState) {
        let mut state = &self.states[start];
        let mut offset = 0;
        for &octet in text {
            let step = state
                .steps
                .iter()
                .find(|(octets, _)| octets.contains(octet));
            let Some(&(_, next)) = step else { break };
            state = &self.states[next];
            offset += 1;
        }
        (offset, state)
    }

    /// Returns the states.
    #[must_use]
    pub fn states(&self) -> &[SharedState] {
        &self.states
    }

    /// Returns the index of the first state of each production; `None` for those without a machine,
    /// or if there would be too many states.
    #[must_use]
    pub fn starts(&self) -> &[Option<usize>] {
        &self.starts
    }
}

/// The states so far.
struct Joined {
    /// Octets that no machine tells apart.
    classes: Vec<OctetSet>,
    states: Vec<SharedState>,
    /// For each state, its target for each class.
    rows: Vec<Vec<Option<usize>>>,
}

impl Joined {
    /// Adds the states of a production that no other one serves. Returns the index of its start.
    fn add(&mut self, production: ProductionId, machine: &ErrorMachine) -> Option<usize> {
        let is_named = |state: &super::ErrorState| {
            seen_from(production, state.outcome().context()) == state.outcome().context()
        };
        let transitions: usize = self.states.iter().map(|state| state.steps.len()).sum();
        let more = machine.states().len() * machine.classes().len();
        if !machine.states().iter().all(is_named) || transitions + more >= LIMIT {
            return None;
        }
        let known = self.known(production, machine);
        let mut count = self.states.len();
        let numbers: Vec<usize> = known
            .iter()
            .map(|known| {
                known.unwrap_or_else(|| {
                    count += 1;
                    count - 1
                })
            })
            .collect();
        for (index, state) in machine.states().iter().enumerate() {
            if known[index].is_some() {
                continue;
            }
            let row = self.row(machine, index);
            let row: Vec<_> = row
                .into_iter()
                .map(|target| target.map(|it| numbers[it]))
                .collect();
            self.states.push(SharedState {
                production,
                text: state.text().to_owned(),
                outcome: state.outcome().clone(),
                steps: self.steps(&row, numbers[index]),
            });
            self.rows.push(row);
        }
        numbers.first().copied()
    }

    /// Returns the state that serves each state of the machine, if there is one.
    fn known(&self, production: ProductionId, machine: &ErrorMachine) -> Vec<Option<usize>> {
        let view = |outcome: &Outcome| outcome.seen_from(production);
        let own = machine.states().iter().map(|state| view(state.outcome()));
        let own: Vec<Outcome> = own.collect();
        let wanted: HashSet<&Outcome> = own.iter().collect();
        let others = self.states.iter().map(|state| view(&state.outcome));
        let others: Vec<Option<Outcome>> = others
            .map(|outcome| Some(outcome).filter(|outcome| wanted.contains(outcome)))
            .collect();
        let count = self.states.len();
        let own_rows = (0..own.len()).map(|index| {
            let row = self.row(machine, index).into_iter();
            row.map(|target| target.map(|target| target + count))
                .collect()
        });
        let own_rows: Vec<Vec<Option<usize>>> = own_rows.collect();
        let rows = self.rows.iter().zip(&others);
        // A state that says what the machine never says needs no row.
        let rows = rows.map(|(row, outcome)| outcome.as_ref().map_or(&[][..], |_| row));
        let rows: Vec<_> = rows.chain(own_rows.iter().map(Vec::as_slice)).collect();
        let outcomes = others.iter().cloned().chain(own.iter().cloned().map(Some));
        let blocks = blocks(outcomes, &rows);
        let (others, own) = blocks.split_at(count);
        let same = |block| others.iter().position(|other| other == block);
        own.iter().map(same).collect()
    }

    /// Returns the targets of a state of a machine for each class.
    fn row(&self, machine: &ErrorMachine, state: usize) -> Vec<Option<usize>> {
        let target = |class: &OctetSet| {
            let lowest = class.lowest()?;
            let mut classes = machine.classes().iter();
            let index = classes.position(|other| other.contains(lowest))?;
            machine.states()[state].steps()[index]
        };
        self.classes.iter().map(target).collect()
    }

    /// Returns the octets of a row by their targets.
    fn steps(&self, row: &[Option<usize>], own: usize) -> Vec<(OctetSet, usize)> {
        let mut octets: BTreeMap<usize, OctetSet> = BTreeMap::new();
        for (class, target) in self.classes.iter().zip(row) {
            if let Some(target) = *target {
                *octets.entry(target).or_default() |= *class;
            }
        }
        let mut steps: Vec<_> = octets
            .into_iter()
            .map(|(target, set)| (set, target))
            .collect();
        let count = |octets: OctetSet| octets.iter().count();
        steps.sort_by_key(|&(octets, target)| (target != own, std::cmp::Reverse(count(octets))));
        steps
    }
}
