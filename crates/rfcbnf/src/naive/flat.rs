//! The network of a production as a finite graph.
//!
//! A production that recurses has one copy, which returns to every place that it is called from. Each other
//! production has a copy for each of its uses. So the graph reads every text of the production, and more if
//! it recurses: it does not know which call has ended. Nor does it count rounds.

use std::collections::HashMap;

use rfcbnf_engine::recognizer::{Address, DefinitionId, Instruction, Rounds};

use crate::network::{Called, Lowered, Source};
use crate::octets::OctetSet;
use crate::resolved::{ProductionId, ResolvedGrammar};

/// The greatest number of nodes.
const NODES: usize = 40_000;

/// A node, by its index.
pub(super) type NodeId = usize;

/// Where the copy of a definition returns to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Context {
    /// The end of the text.
    Whole,
    /// One node.
    Use(NodeId),
    /// Every place that the definition is called from.
    Calls(DefinitionId),
}

/// How a node goes on without an octet.
pub(super) enum Silent<'f> {
    /// It goes on at these nodes.
    To(Vec<NodeId>),
    /// It calls a definition that recurses: the first node of that, and the place behind the call.
    Call(NodeId, NodeId),
    /// A definition that recurses returns to one of these.
    Return(&'f [NodeId]),
}

/// An address of the network in a context.
type Node = (Address, Context);

/// The graph of a production.
pub(super) struct FlatNetwork<'g> {
    lowered: Lowered<'g>,
    /// The repetition of each address that ends a round.
    repetitions: HashMap<Address, Rounds>,
    is_called: Vec<bool>,
    nodes: Vec<Node>,
    known: HashMap<Node, NodeId>,
    /// The places behind the calls of a definition that recurses.
    returns: HashMap<DefinitionId, Vec<NodeId>>,
}

impl<'g> FlatNetwork<'g> {
    /// Makes the graph; `None` if it is too large.
    pub(super) fn new(grammar: &ResolvedGrammar<'g>, production: ProductionId) -> Option<Self> {
        let lowered = Lowered::closed(grammar, [production]);
        let called = Called::of(grammar);
        let definitions = lowered.definitions.iter();
        let is_called = definitions.map(|(source, ..)| match source {
            Source::Production(production) => called.contains(*production),
            Source::Part(_) | Source::Name(_) => false,
        });
        let instructions = lowered.instructions.iter();
        let repetitions = instructions.filter_map(|instruction| match instruction {
            Instruction::Repeat(rounds) => Some((rounds.end, *rounds)),
            _ => None,
        });
        let mut flat = Self {
            repetitions: repetitions.collect(),
            is_called: is_called.collect(),
            nodes: Vec::new(),
            known: HashMap::new(),
            returns: HashMap::new(),
            lowered,
        };
        flat.node((flat.lowered.definitions[0].2.start, Context::Whole));
        let mut next = 0;
        while next < flat.nodes.len() {
            if next > NODES {
                return None;
            }
            flat.add_behind(next);
            next += 1;
        }
        Some(flat)
    }

    /// Returns all nodes.
    pub(super) fn nodes(&self) -> std::ops::Range<NodeId> {
        0..self.nodes.len()
    }

    pub(super) fn instruction(&self, node: NodeId) -> Instruction {
        self.lowered.instructions[self.nodes[node].0 as usize]
    }

    /// Returns the node at an address, in the same copy as another node.
    pub(super) fn beside(&self, node: NodeId, address: Address) -> Option<NodeId> {
        self.known.get(&(address, self.nodes[node].1)).copied()
    }

    /// Returns the end of both ways of an [`Instruction::Either`].
    pub(super) fn choice_end(&self, node: NodeId) -> Option<NodeId> {
        let end = self.lowered.choice_end(self.nodes[node].0)?;
        self.beside(node, end)
    }

    /// Returns the repetition that a node begins or goes on with, and whether it can end there.
    pub(super) fn rounds(&self, node: NodeId) -> Option<(Rounds, bool)> {
        match self.instruction(node) {
            Instruction::Repeat(rounds) => Some((rounds, rounds.least == 0)),
            Instruction::EndRound => {
                let rounds = self.repetitions.get(&self.nodes[node].0)?;
                Some((*rounds, true))
            }
            _ => None,
        }
    }

    /// Returns the octets that a node consumes, and the node behind them.
    pub(super) fn octets(&self, node: NodeId) -> Option<(OctetSet, NodeId)> {
        let Instruction::Octet(set, next) = self.instruction(node) else {
            return None;
        };
        Some((set.into(), self.beside(node, next)?))
    }

    /// Returns how a node goes on without an octet.
    pub(super) fn silent(&self, node: NodeId) -> Silent<'_> {
        let to = |addresses: &[Address]| {
            let nodes = addresses.iter();
            Silent::To(nodes.filter_map(|&one| self.beside(node, one)).collect())
        };
        match self.instruction(node) {
            Instruction::Octet(..) | Instruction::Fail => Silent::To(Vec::new()),
            Instruction::Either(first, second) => to(&[first, second]),
            Instruction::Repeat(_) | Instruction::EndRound => match self.rounds(node) {
                Some((rounds, true)) => to(&[rounds.body, rounds.next]),
                Some((rounds, false)) => to(&[rounds.body]),
                None => Silent::To(Vec::new()),
            },
            Instruction::Call(definition, next) => {
                let behind = self.beside(node, next);
                let start = behind.and_then(|behind| self.callee(definition, behind));
                match behind.zip(start) {
                    Some((behind, start)) if self.is_called[definition as usize] => {
                        Silent::Call(start, behind)
                    }
                    Some((_, start)) => Silent::To(vec![start]),
                    None => Silent::To(Vec::new()),
                }
            }
            Instruction::Return => match self.nodes[node].1 {
                Context::Whole => Silent::To(Vec::new()),
                Context::Use(behind) => Silent::To(vec![behind]),
                Context::Calls(definition) => {
                    let returns = self.returns.get(&definition);
                    Silent::Return(returns.map_or(&[], Vec::as_slice))
                }
            },
        }
    }

    /// Returns whether the text can end at a node.
    pub(super) fn is_end(&self, node: NodeId) -> bool {
        self.nodes[node].1 == Context::Whole && self.instruction(node) == Instruction::Return
    }

    /// Returns the first node of a definition that goes on at `behind`.
    fn callee(&self, definition: DefinitionId, behind: NodeId) -> Option<NodeId> {
        let (_, _, region) = self.lowered.definitions[definition as usize];
        let context = self.context(definition, behind);
        self.known.get(&(region.start, context)).copied()
    }

    fn context(&self, definition: DefinitionId, behind: NodeId) -> Context {
        if self.is_called[definition as usize] {
            Context::Calls(definition)
        } else {
            Context::Use(behind)
        }
    }

    fn node(&mut self, node: Node) -> NodeId {
        *self.known.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            self.nodes.len() - 1
        })
    }

    /// Adds the nodes that a node leads to.
    fn add_behind(&mut self, node: NodeId) {
        let (address, context) = self.nodes[node];
        match self.lowered.instructions[address as usize] {
            Instruction::Octet(_, next) => {
                self.node((next, context));
            }
            Instruction::Either(first, second) => {
                self.node((first, context));
                self.node((second, context));
            }
            Instruction::Repeat(rounds) => {
                self.node((rounds.body, context));
                self.node((rounds.next, context));
            }
            Instruction::Call(definition, next) => {
                let behind = self.node((next, context));
                let (_, _, region) = self.lowered.definitions[definition as usize];
                let callee = self.context(definition, behind);
                self.node((region.start, callee));
                if let Context::Calls(definition) = callee {
                    let returns = self.returns.entry(definition).or_default();
                    if !returns.contains(&behind) {
                        returns.push(behind);
                    }
                }
            }
            Instruction::EndRound | Instruction::Return | Instruction::Fail => {}
        }
    }
}
