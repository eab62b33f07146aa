//! The network of the beginnings of texts.
//!
//! For each definition there is one more that derives what the texts of the first begin with, up to
//! before any of their octets: its text can end wherever an octet is possible, and in a call it goes
//! on with the beginnings of what is called. So a derivation of a beginning is a derivation of a text
//! as far as it has come: what is open there are the definitions of beginnings on its last path.
//!
//! ```text
//! pair  = "(" [ pair ] ")"
//! pair' = "" | "(" pair' | "(" [ pair ]      its beginnings
//! ```
//!
//! `(()` is a `(` and a whole `pair`. So in every derivation of it, one `pair` is open: the outer one.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use super::interner::number;
use super::network::{Address, Definition, DefinitionId, Instruction, Network, Rounds};

impl Network {
    /// Returns the network with a definition of beginnings for each definition. It is
    /// [`PrefixNetwork::of`] the definition.
    pub(super) fn prefixes(&self) -> PrefixNetwork {
        let facts = Facts::of(self);
        let mut builder = Builder {
            network: self,
            facts: &facts,
            instructions: self.instructions().to_vec(),
        };
        let end = builder.add(Instruction::Return);
        // The instructions of beginnings refer to each other by their places here, so each gets one
        // place, and further ones after all of them.
        let first = end + 1;
        builder.instructions.resize(
            builder.instructions.len() + self.instructions().len(),
            Instruction::Fail,
        );
        for (address, instruction) in (0..).zip(self.instructions()) {
            let begun = builder.begun(*instruction, (first, end));
            builder.instructions[(first + address) as usize] = begun;
        }
        let count = number(self.definitions().len());
        let definitions = self.definitions().iter().cloned();
        let begun = self.definitions().iter().zip(&facts.is_in_cycle);
        let begun = begun.map(|(one, is_in_cycle)| Definition {
            start: first + one.start,
            is_called: one.is_called || *is_in_cycle,
            is_nullable: facts.begins_with_octet[one.start as usize],
            ..one.clone()
        });
        let definitions = definitions.chain(begun).collect();
        let network = Network::new(builder.instructions, definitions, false);
        PrefixNetwork {
            network: if self.is_of_characters() {
                network.of_characters()
            } else {
                network
            },
            first,
            count,
        }
    }
}

/// A network with definitions of beginnings.
#[derive(Debug, Clone)]
pub(super) struct PrefixNetwork {
    pub(super) network: Network,
    /// The address of the first instruction of beginnings.
    first: Address,
    /// The number of definitions of whole texts, which come first.
    count: DefinitionId,
}

impl PrefixNetwork {
    /// Returns the definition of the beginnings of a definition.
    pub(super) fn of(&self, definition: DefinitionId) -> DefinitionId {
        self.count + definition
    }

    /// Returns whether the definition is one of beginnings.
    pub(super) fn is_begun(&self, definition: DefinitionId) -> bool {
        definition >= self.count
    }

    /// Returns the address of whole texts for one of beginnings.
    pub(super) fn whole(&self, address: Address) -> Address {
        address - self.first
    }

    /// Returns whether the address is one of beginnings.
    pub(super) fn is_of_begun(&self, address: Address) -> bool {
        address >= self.first
    }
}

struct Builder<'n> {
    network: &'n Network,
    facts: &'n Facts,
    instructions: Vec<Instruction>,
}

impl Builder<'_> {
    fn add(&mut self, instruction: Instruction) -> Address {
        self.instructions.push(instruction);
        number(self.instructions.len() - 1)
    }

    /// Returns the instruction for beginnings. `first` is the place of the first one, and the text
    /// ends at `end`.
    fn begun(&mut self, instruction: Instruction, (first, end): (Address, Address)) -> Instruction {
        match instruction {
            Instruction::Octet(set, next) => {
                let octet = self.add(Instruction::Octet(set, first + next));
                Instruction::Either(octet, end)
            }
            Instruction::Either(one, other) => Instruction::Either(first + one, first + other),
            Instruction::Call(definition, next) => {
                let start = self.network.definition(definition).start;
                let begins = self.facts.has_octet[start as usize].then(|| {
                    let count = number(self.network.definitions().len());
                    Instruction::Call(count + definition, end)
                });
                let passes = self.facts.has_octet[next as usize]
                    .then_some(Instruction::Call(definition, first + next));
                match (begins, passes) {
                    (Some(begins), Some(passes)) => {
                        let (passes, begins) = (self.add(passes), self.add(begins));
                        Instruction::Either(passes, begins)
                    }
                    (one, other) => one.or(other).unwrap_or(Instruction::Fail),
                }
            }
            Instruction::Repeat(rounds) => Instruction::Repeat(Rounds {
                body: first + rounds.body,
                end: first + rounds.end,
                next: first + rounds.next,
                ..rounds
            }),
            Instruction::EndRound => Instruction::EndRound,
            // The whole text is no beginning of itself.
            Instruction::Return | Instruction::Fail => Instruction::Fail,
        }
    }
}

/// What lies ahead of the addresses of a network.
struct Facts {
    /// Whether an octet can come before the end of the definition.
    has_octet: Vec<bool>,
    /// Whether an octet can come next.
    begins_with_octet: Vec<bool>,
    /// For each definition, whether it can be on a cycle of calls.
    is_in_cycle: Vec<bool>,
}

impl Facts {
    fn of(network: &Network) -> Self {
        Self {
            // What follows a round depends on the repetition. An octet that is not there does no harm.
            has_octet: ahead(network, true, |_| true),
            // Where a round can be empty, what follows is next at the beginning of the repetition, too.
            begins_with_octet: ahead(network, false, |definition| definition.is_nullable),
            is_in_cycle: in_cycles(network),
        }
    }
}

/// Returns for each address whether an octet lies ahead, after calls that `passes` allows, and at
/// the end of a round.
fn ahead(
    network: &Network,
    at_end_of_round: bool,
    passes: impl Fn(&Definition) -> bool,
) -> Vec<bool> {
    let mut found = vec![false; network.instructions().len()];
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for (address, instruction) in network.instructions().iter().enumerate() {
            let at = |address: Address| found[address as usize];
            let is_ahead = match *instruction {
                Instruction::Octet(..) => true,
                Instruction::Either(one, other) => at(one) || at(other),
                Instruction::Call(called, next) => {
                    let called = network.definition(called);
                    at(called.start) || (passes(called) && at(next))
                }
                Instruction::Repeat(rounds) => at(rounds.body) || at(rounds.next),
                Instruction::EndRound => at_end_of_round,
                Instruction::Return | Instruction::Fail => false,
            };
            has_changed |= is_ahead != found[address];
            found[address] = is_ahead;
        }
    }
    found
}

/// Returns for each definition whether it is on a cycle of calls, or on a way from one to another.
fn in_cycles(network: &Network) -> Vec<bool> {
    let calls: Vec<Vec<usize>> = network
        .definitions()
        .iter()
        .map(|one| calls(network, one.start))
        .collect();
    let mut users = vec![Vec::new(); calls.len()];
    for (user, called) in calls.iter().enumerate() {
        for &one in called {
            users[one].push(user);
        }
    }
    let mut is_left = vec![true; calls.len()];
    for (into, out) in [(&users, &calls), (&calls, &users)] {
        let mut counts: Vec<usize> = into.iter().map(Vec::len).collect();
        let mut waiting: Vec<usize> = (0..counts.len()).filter(|&one| counts[one] == 0).collect();
        while let Some(one) = waiting.pop() {
            is_left[one] = false;
            for &other in &out[one] {
                counts[other] -= 1;
                if counts[other] == 0 {
                    waiting.push(other);
                }
            }
        }
    }
    is_left
}

/// Returns the definitions that are called between an address and the end of its definition.
fn calls(network: &Network, start: Address) -> Vec<usize> {
    let mut called = Vec::new();
    let mut seen = BTreeSet::new();
    let mut waiting = vec![start];
    while let Some(address) = waiting.pop() {
        if !seen.insert(address) {
            continue;
        }
        match network.instruction(address) {
            Instruction::Octet(_, next) => waiting.push(next),
            Instruction::Either(one, other) => waiting.extend([one, other]),
            Instruction::Repeat(Rounds { body, next, .. }) => waiting.extend([body, next]),
            Instruction::Call(definition, next) => {
                called.push(definition as usize);
                waiting.push(next);
            }
            Instruction::EndRound | Instruction::Return | Instruction::Fail => {}
        }
    }
    called
}
