//! A proof that ordered choice is right about every text of a production, of any depth.
//!
//! Ordered choice follows a derivation as long as it takes the alternative that the derivation takes.
//! At a choice between `first` and `second`, it goes wrong only if the derivation takes `second` and a
//! prefix of what is left is a text of `first`. A repetition is a choice between a round and what follows,
//! and an option is one between its part and what follows. So it is right about all texts if one of two
//! conditions holds at each choice:
//!
//! - **Disjoint**: no text of `second`, with all that can follow, begins with a text of `first`. Both are
//!   taken larger than they are: a production that recurses returns to every place that it is called from
//!   (M. Mohri and M.-J. Nederhof: Regular Approximation of Context-Free Grammars through
//!   Transformation, 2001). What has no common prefix even so has none.
//! - **Absorbed**: `first` is one octet, and where `second` begins with that octet, what follows in it
//!   can also follow `first`. Then a derivation that takes `second` is not the first one.
//!
//! ```text
//! array = open [ value *( "," value ) ] close     `[` and a blank: the blanks of `open` take it, and
//! open  = ws "[" ws                               what can follow it in `close` can follow there, too.
//! close = ws "]"                                  Absorbed.
//! ws    = *" "
//! value = array | "1"                             A blank, `[` and a blank, `1`: disjoint.
//! ```
//!
//! Where the proof succeeds, the tree of the naive reading is the first derivation, and the only one of
//! those that differ at a disjoint choice. Where it fails, nothing is known.
//!
//! The network of a production is a finite graph here. A production that recurses has one copy, which returns to
//! every place that it is called from. Each other production has a copy for each of its uses. So the graph reads
//! every text of the production, and more if it recurses: it does not know which call has ended. Nor does it count
//! rounds.

use std::collections::{HashMap, HashSet};

use rfcbnf_engine::recognizer::{Address, DefinitionId, Instruction, Rounds};

use crate::network::{Called, Lowered, Source};
use crate::octets::OctetSet;
use crate::resolved::{ProductionId, ResolvedGrammar};

/// The greatest number of pairs of places that are compared for one production.
const PAIRS: usize = 1_000_000;

/// The greatest number of places that are reached without an octet.
const PLACES: usize = 2_000;

/// The greatest number of calls and returns that are followed without an octet.
const CALLS: usize = 16;

/// Returns whether ordered choice is shown to be right about every text of the production, with the tree
/// of the first derivation. Ordered choice must end for every text.
pub(super) fn is_right(grammar: &ResolvedGrammar<'_>, production: ProductionId) -> bool {
    let mut reachable = grammar.reachable_from(production).into_iter();
    if reachable.any(|one| !grammar.production(one).source().excluded.is_empty()) {
        return false;
    }
    let Some(flat) = FlatNetwork::new(grammar, production) else {
        return false;
    };
    let mut proof = Proof {
        flat: &flat,
        pairs: PAIRS,
        octets: HashMap::new(),
    };
    flat.nodes().all(|node| proof.holds_at(node))
}

/// A choice: ordered choice takes the part from `first` to `end` if that matches.
struct Choice {
    first: NodeId,
    end: NodeId,
    second: NodeId,
    /// Where a derivation that takes `first` goes on after it, whatever the number of rounds.
    after: NodeId,
    is_lazy: bool,
}

struct Proof<'f, 'g> {
    flat: &'f FlatNetwork<'g>,
    /// The number of pairs that may still be compared.
    pairs: usize,
    /// The places with octets that a node leads to.
    octets: HashMap<NodeId, Vec<NodeId>>,
}

/// The places with octets at which a part begins; `None` if the part can be empty.
type Beginning = Option<Vec<NodeId>>;

/// A place that is reached without an octet.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Place {
    node: NodeId,
    /// Where the productions return to that have been called on the way.
    calls: Vec<NodeId>,
    /// Where the productions have returned to that were called before.
    returns: Vec<NodeId>,
}

impl Proof<'_, '_> {
    fn holds_at(&mut self, node: NodeId) -> bool {
        self.choice(node).is_none_or(|choice| {
            self.is_disjoint(&choice) || self.is_absorbed(&choice).unwrap_or(false)
        })
    }

    fn choice(&self, node: NodeId) -> Option<Choice> {
        let at = |address| self.flat.beside(node, address);
        if let Instruction::Either(first, second) = self.flat.instruction(node) {
            let end = self.flat.choice_end(node)?;
            return Some(Choice {
                first: at(first)?,
                end,
                second: at(second)?,
                after: end,
                is_lazy: false,
            });
        }
        let (rounds, _) = self.flat.rounds(node).filter(|(_, can_end)| *can_end)?;
        if rounds.most == Some(rounds.least) {
            return None;
        }
        let (end, next) = (at(rounds.end)?, at(rounds.next)?);
        Some(Choice {
            first: at(rounds.body)?,
            end,
            second: next,
            after: if rounds.most.is_some() { next } else { end },
            is_lazy: rounds.is_lazy,
        })
    }

    /// Returns whether no text from `second` on begins with a text of `first`.
    fn is_disjoint(&mut self, choice: &Choice) -> bool {
        let Some(first) = self.beginning(choice.first, choice.end) else {
            return false;
        };
        let mut parts: HashMap<NodeId, Beginning> = HashMap::new();
        let mut waiting = vec![(first, choice.second)];
        let mut seen = HashSet::new();
        while let Some((part, other)) = waiting.pop() {
            let others = self.leads_to(other);
            self.pairs = self.pairs.saturating_sub(part.len() * others.len());
            if self.pairs == 0 {
                return false;
            }
            let pairs = part
                .iter()
                .flat_map(|&own| others.iter().map(move |&other| (own, other)));
            let after = pairs.filter_map(|(own, other)| self.common(own, other));
            for (own, other) in after.filter(|after| seen.insert(*after)) {
                let part = parts
                    .entry(own)
                    .or_insert_with(|| self.beginning(own, choice.end));
                match part {
                    None => return false,
                    Some(part) => waiting.push((part.clone(), other)),
                }
            }
        }
        true
    }

    /// Returns the nodes after an octet that two nodes have in common.
    fn common(&self, one: NodeId, other: NodeId) -> Option<(NodeId, NodeId)> {
        let (a, b) = (self.flat.octets(one)?, self.flat.octets(other)?);
        (!(a.0 & b.0).is_empty()).then_some((a.1, b.1))
    }

    /// Returns the places with octets that a node leads to before `end`.
    fn beginning(&self, node: NodeId, end: NodeId) -> Beginning {
        let mut octets = Vec::new();
        let mut seen = HashSet::from([node]);
        let mut waiting = vec![node];
        while let Some(node) = waiting.pop() {
            if node == end {
                return None;
            }
            if self.flat.octets(node).is_some() {
                octets.push(node);
            }
            let next = match self.flat.silent(node) {
                Silent::To(nodes) => nodes,
                Silent::Call(start, _) => vec![start],
                Silent::Return(nodes) => nodes.to_vec(),
            };
            waiting.extend(next.into_iter().filter(|&next| seen.insert(next)));
        }
        Some(octets)
    }

    /// Returns the places with octets that a node leads to.
    fn leads_to(&mut self, node: NodeId) -> Vec<NodeId> {
        if let Some(known) = self.octets.get(&node) {
            return known.clone();
        }
        let octets = self.beginning(node, NodeId::MAX).unwrap_or_default();
        self.octets.insert(node, octets.clone());
        octets
    }

    /// Returns whether `first` is one octet, and what follows that octet in `second` can follow it in
    /// `first`, too. `None` if that is too much to find out.
    fn is_absorbed(&self, choice: &Choice) -> Option<bool> {
        let first = self
            .beginning(choice.first, choice.end)
            .filter(|_| !choice.is_lazy)?;
        let mut set = OctetSet::EMPTY;
        for node in first {
            let (octets, after) = self.flat.octets(node)?;
            set |= octets;
            // It has no other way than to end.
            if !self.leads_to_nothing_but(after, choice.end) {
                return Some(false);
            }
        }
        let later = self.places(Place::at(choice.after))?;
        for place in self.places(Place::at(choice.second))? {
            let Some((octets, after)) = self.flat.octets(place.node) else {
                continue;
            };
            let after = Place {
                node: after,
                ..place
            };
            if !(octets & set).is_empty() && !self.places(after)?.is_subset(&later) {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Returns whether a node leads to the end of a part without an octet, and nowhere else.
    fn leads_to_nothing_but(&self, mut node: NodeId, end: NodeId) -> bool {
        let mut steps = 0;
        while node != end && steps < PLACES {
            match self.flat.silent(node) {
                Silent::To(nodes) if nodes.len() == 1 => node = nodes[0],
                _ => return false,
            }
            steps += 1;
        }
        node == end
    }

    /// Returns the places with octets that a place leads to, and the end of the text; `None` if there are
    /// too many, or if the number of rounds matters.
    fn places(&self, start: Place) -> Option<HashSet<Place>> {
        let mut found = HashSet::new();
        let mut seen = HashSet::from([start.clone()]);
        let mut waiting = vec![start];
        while let Some(place) = waiting.pop() {
            let node = place.node;
            if self.flat.octets(node).is_some() || self.flat.is_end(node) {
                found.insert(place.clone());
            }
            let is_counted = self.flat.instruction(node) == Instruction::EndRound;
            if is_counted || seen.len() > PLACES || place.calls.len() + place.returns.len() > CALLS
            {
                return None;
            }
            let next: Vec<Place> = match self.flat.silent(node) {
                Silent::To(nodes) => {
                    let nodes = nodes.into_iter();
                    nodes
                        .map(|node| Place {
                            node,
                            ..place.clone()
                        })
                        .collect()
                }
                Silent::Call(start, after) => vec![place.calling(start, after)],
                Silent::Return(nodes) => place.returning(nodes),
            };
            waiting.extend(next.into_iter().filter(|next| seen.insert(next.clone())));
        }
        Some(found)
    }
}

impl Place {
    fn at(node: NodeId) -> Self {
        Self {
            node,
            calls: Vec::new(),
            returns: Vec::new(),
        }
    }

    fn calling(mut self, start: NodeId, after: NodeId) -> Self {
        self.calls.push(after);
        self.node = start;
        self
    }

    /// Returns the places after the end of a production that was called from one of these.
    fn returning(mut self, nodes: &[NodeId]) -> Vec<Self> {
        if let Some(node) = self.calls.pop() {
            return vec![Self { node, ..self }];
        }
        let mut places = Vec::new();
        for &node in nodes {
            let mut place = Self {
                node,
                ..self.clone()
            };
            place.returns.push(node);
            places.push(place);
        }
        places
    }
}

/// The greatest number of nodes.
const NODES: usize = 40_000;

/// A node, by its index.
type NodeId = usize;

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
    /// It calls a definition that recurses: the first node of that, and the place after the call.
    Call(NodeId, NodeId),
    /// A definition that recurses returns to one of these.
    Return(&'f [NodeId]),
}

/// An address of the network in a context.
type Node = (Address, Context);

/// The graph of a production.
struct FlatNetwork<'g> {
    lowered: Lowered<'g>,
    /// The repetition of each address that ends a round.
    repetitions: HashMap<Address, Rounds>,
    is_called: Vec<bool>,
    nodes: Vec<Node>,
    known: HashMap<Node, NodeId>,
    /// The places after the calls of a definition that recurses.
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
            flat.add_after(next);
            next += 1;
        }
        Some(flat)
    }

    /// Returns all nodes.
    fn nodes(&self) -> std::ops::Range<NodeId> {
        0..self.nodes.len()
    }

    fn instruction(&self, node: NodeId) -> Instruction {
        self.lowered.instructions[self.nodes[node].0 as usize]
    }

    /// Returns the node at an address, in the same copy as another node.
    fn beside(&self, node: NodeId, address: Address) -> Option<NodeId> {
        self.known.get(&(address, self.nodes[node].1)).copied()
    }

    /// Returns the end of both ways of an [`Instruction::Either`].
    pub(super) fn choice_end(&self, node: NodeId) -> Option<NodeId> {
        let end = self.lowered.choice_end(self.nodes[node].0)?;
        self.beside(node, end)
    }

    /// Returns the repetition that a node begins or goes on with, and whether it can end there.
    fn rounds(&self, node: NodeId) -> Option<(Rounds, bool)> {
        match self.instruction(node) {
            Instruction::Repeat(rounds) => Some((rounds, rounds.least == 0)),
            Instruction::EndRound => {
                let rounds = self.repetitions.get(&self.nodes[node].0)?;
                Some((*rounds, true))
            }
            _ => None,
        }
    }

    /// Returns the octets that a node consumes, and the node after them.
    pub(super) fn octets(&self, node: NodeId) -> Option<(OctetSet, NodeId)> {
        let Instruction::Octet(set, next) = self.instruction(node) else {
            return None;
        };
        Some((set.into(), self.beside(node, next)?))
    }

    /// Returns how a node goes on without an octet.
    fn silent(&self, node: NodeId) -> Silent<'_> {
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
                let after = self.beside(node, next);
                let start = after.and_then(|after| self.callee(definition, after));
                match after.zip(start) {
                    Some((after, start)) if self.is_called[definition as usize] => {
                        Silent::Call(start, after)
                    }
                    Some((_, start)) => Silent::To(vec![start]),
                    None => Silent::To(Vec::new()),
                }
            }
            Instruction::Return => match self.nodes[node].1 {
                Context::Whole => Silent::To(Vec::new()),
                Context::Use(after) => Silent::To(vec![after]),
                Context::Calls(definition) => {
                    let returns = self.returns.get(&definition);
                    Silent::Return(returns.map_or(&[], Vec::as_slice))
                }
            },
        }
    }

    /// Returns whether the text can end at a node.
    fn is_end(&self, node: NodeId) -> bool {
        self.nodes[node].1 == Context::Whole && self.instruction(node) == Instruction::Return
    }

    /// Returns the first node of a definition that goes on at `after`.
    fn callee(&self, definition: DefinitionId, after: NodeId) -> Option<NodeId> {
        let (_, _, region) = self.lowered.definitions[definition as usize];
        let context = self.context(definition, after);
        self.known.get(&(region.start, context)).copied()
    }

    fn context(&self, definition: DefinitionId, after: NodeId) -> Context {
        if self.is_called[definition as usize] {
            Context::Calls(definition)
        } else {
            Context::Use(after)
        }
    }

    fn node(&mut self, node: Node) -> NodeId {
        *self.known.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            self.nodes.len() - 1
        })
    }

    /// Adds the nodes that a node leads to.
    fn add_after(&mut self, node: NodeId) {
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
                let after = self.node((next, context));
                let (_, _, region) = self.lowered.definitions[definition as usize];
                let callee = self.context(definition, after);
                self.node((region.start, callee));
                if let Context::Calls(definition) = callee {
                    let returns = self.returns.entry(definition).or_default();
                    if !returns.contains(&after) {
                        returns.push(after);
                    }
                }
            }
            Instruction::EndRound | Instruction::Return | Instruction::Fail => {}
        }
    }
}
