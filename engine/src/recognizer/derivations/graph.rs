//! The steps of derivations through what is live.
//!
//! A node is where a derivation can be: a point, the stack of what is open around it, and an offset. A step
//! begins or ends a node of the tree, consumes an octet, or does nothing that a tree shows. Nodes and steps are
//! made when a walk first comes to them. A stack keeps the productions that are open with the same span, so that
//! a tree does not repeat a node inside itself.
//!
//! Invariant: every step leads to the end of the text, and the nodes have no cycle.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use crate::production_set::ProductionId;
use crate::recognizer::Cache;
use crate::recognizer::first::Walk;
use crate::recognizer::interner::{Id, Interner, NONE, number};
use crate::recognizer::live::EndId;
use crate::recognizer::network::{DefinitionId, Network};
use crate::recognizer::positions::{Call, Event, Move, PointId, Position, PositionId};
use crate::tree::TreeRecord;

/// The number of a node that is kept.
pub(super) type NodeId = Id;

/// The node behind the whole text.
pub(super) const END: NodeId = 0;

/// The greatest number of nodes that are kept.
pub(super) const NODES: usize = 8_000_000;

/// A node: a point, the stack of what is open around it, and an offset in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Node {
    point: PointId,
    stack: Id,
    offset: u32,
}

impl Node {
    /// The node before the whole text, whose definition is not open yet.
    pub(super) const START: Self = Self {
        point: NONE,
        stack: 0,
        offset: 0,
    };

    /// The node behind the whole text.
    pub(super) const END: Self = Self {
        point: NONE,
        stack: NONE,
        offset: 0,
    };
}

/// What a step does to the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    Silent,
    /// Begins a node of the tree at the offset.
    Open(ProductionId, usize),
    /// Ends the innermost node of the tree at the offset.
    Close(usize),
    /// Consumes an octet.
    Octet,
}

/// A transition from one node to another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) action: Action,
    pub(super) target: NodeId,
}

/// A definition that is called, and what is open around it.
#[derive(Debug, Clone, Copy)]
struct Stack {
    /// The position of the call, the call, and the stack below; `None` for the text's definition.
    call: Option<(PositionId, Call, Id)>,
    start: usize,
    /// The contexts that the calls allow, each with its chain: the productions that are open around it
    /// and have the same span. A chain is empty unless the network is cyclic.
    contexts: Id,
}

/// The nodes known so far.
pub(super) struct Graph {
    network: Arc<Network>,
    cache: Cache,
    /// Whether trees show each definition where it is not the root.
    is_shown: Vec<bool>,
    root: DefinitionId,
    stack_ids: Interner,
    stacks: Vec<Stack>,
    contexts: Interner,
    chains: Interner,
    nodes: Interner,
    /// The range of each node's steps, once they are known.
    ranges: Vec<(u32, u32)>,
    steps: Vec<Step>,
    has_left_out: bool,
    /// The number of steps and contexts that were looked at.
    work: usize,
}

/// The chain without productions.
const NO_CHAIN: Id = 0;

impl Graph {
    pub(super) fn new(
        network: &Arc<Network>,
        cache: Cache,
        is_shown: &dyn Fn(ProductionId) -> bool,
    ) -> Self {
        let definitions = network.definitions().iter();
        let mut chains = Interner::default();
        chains.intern(&[]);
        let mut nodes = Interner::default();
        nodes.intern(&[]);
        Self {
            network: Arc::clone(network),
            cache,
            is_shown: definitions.map(|one| is_shown(one.production)).collect(),
            root: 0,
            stack_ids: Interner::default(),
            stacks: Vec::new(),
            contexts: Interner::default(),
            chains,
            nodes,
            ranges: vec![(0, 0)],
            steps: Vec::new(),
            has_left_out: false,
            work: 0,
        }
    }

    /// Makes the definition of the text known, whose context is `root`.
    pub(super) fn start(&mut self, definition: DefinitionId, root: EndId) {
        self.root = definition;
        let contexts = self.contexts.intern(&[root, NO_CHAIN]);
        self.stack(Stack {
            call: None,
            start: 0,
            contexts,
        });
    }

    /// Returns the records of the first derivation. In a cyclic network it has to be searched.
    pub(super) fn first(&mut self, root: EndId) -> Option<Vec<TreeRecord>> {
        let Cache {
            positions,
            live,
            ways,
            ..
        } = &mut self.cache;
        let is_shown = self.is_shown.iter().copied();
        Walk::new(&self.network, (positions, live, ways), is_shown).run(self.root, root)
    }

    pub(super) fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the number of steps and contexts that were looked at.
    pub(super) fn work(&self) -> usize {
        self.work
    }

    pub(super) fn is_too_large(&self) -> bool {
        self.nodes.len() > NODES
    }

    pub(super) fn is_cyclic(&self) -> bool {
        self.network.is_cyclic()
    }

    pub(super) fn has_left_out(&self) -> bool {
        self.has_left_out
    }

    /// Returns the steps from a node, in priority order.
    pub(super) fn steps(&mut self, node: NodeId) -> &[Step] {
        let known = self.ranges.get(node as usize).copied();
        let (from, to) = match known {
            Some(range) if range.0 != NONE => range,
            _ => self.explore(node),
        };
        &self.steps[from as usize..to as usize]
    }

    fn know(&mut self, node: NodeId, range: (u32, u32)) {
        let index = node as usize;
        if self.ranges.len() <= index {
            self.ranges.resize(index + 1, (NONE, NONE));
        }
        self.ranges[index] = range;
    }

    /// Returns the number of a node.
    pub(super) fn keep(&mut self, node: Node) -> NodeId {
        if node == Node::END {
            return END;
        }
        let key = [node.point, node.stack, node.offset];
        self.nodes.intern(&key)
    }

    /// Returns the node of that number.
    pub(super) fn node(&self, node: NodeId) -> Node {
        match *self.nodes.get(node) {
            [point, stack, offset] => Node {
                point,
                stack,
                offset,
            },
            _ => Node::END,
        }
    }

    fn stack(&mut self, stack: Stack) -> Id {
        let id = match stack.call {
            None => self.stack_ids.intern(&[stack.contexts]),
            Some((position, _, below)) => {
                self.stack_ids
                    .intern(&[position, below, number(stack.start), stack.contexts])
            }
        };
        if id as usize == self.stacks.len() {
            self.stacks.push(stack);
        }
        id
    }

    fn explore(&mut self, node: NodeId) -> (u32, u32) {
        let steps = self.steps_from(self.node(node));
        let steps = steps.into_iter().map(|(action, target)| Step {
            action,
            target: self.keep(target),
        });
        let steps: Vec<Step> = steps.collect();
        let from = number(self.steps.len());
        self.steps.extend(steps);
        let range = (from, number(self.steps.len()));
        self.know(node, range);
        range
    }

    /// Returns the steps from a node, in priority order, and keeps no node.
    pub(super) fn steps_from(&mut self, node: Node) -> Vec<(Action, Node)> {
        let network = Arc::clone(&self.network);
        let Node { point, stack, .. } = node;
        let offset = node.offset as usize;
        if node == Node::END {
            return Vec::new();
        }
        if node == Node::START {
            let root = network.definition(self.root).production;
            let point = self.cache.positions.start(&network, self.root);
            return vec![(Action::Open(root, 0), Node { point, ..node })];
        }
        self.has_left_out |= self.cache.positions.leaves_out_rounds(&network, point);
        self.work += 1;
        let mut moves = Vec::new();
        self.cache.positions.moves(&network, point, &mut moves);
        let mut steps = Vec::new();
        for one in moves {
            let (action, point) = match one {
                Move::Silent(point) => (Action::Silent, point),
                Move::Event(Event::Open(definition), point) => {
                    let production = network.definition(definition).production;
                    let action = self.shown(definition, Action::Open(production, offset));
                    (action, point)
                }
                Move::Event(Event::Close(definition), point) => {
                    (self.shown(definition, Action::Close(offset)), point)
                }
                Move::Arrive(position) => {
                    steps.extend(self.arrive(position, stack, offset));
                    continue;
                }
            };
            if self.is_live(point, stack, offset) {
                steps.push((action, Node { point, ..node }));
            }
        }
        steps
    }

    fn shown(&self, definition: DefinitionId, action: Action) -> Action {
        if self.is_shown[definition as usize] {
            action
        } else {
            Action::Silent
        }
    }

    /// Returns the step at a position, if that is live.
    fn arrive(&mut self, position: PositionId, stack: Id, offset: usize) -> Option<(Action, Node)> {
        let contexts = self.contexts_of(stack);
        self.work += contexts.len();
        let begun = self.stacks[stack as usize].start;
        let mut live = contexts.iter();
        if !live.any(|one| self.is_live_in(one.0, position, (offset, begun))) {
            return None;
        }
        let node = |point, stack, offset| Node {
            point,
            stack,
            offset: number(offset),
        };
        match *self.cache.positions.position(position) {
            Position::Octet(_, behind) => Some((Action::Octet, node(behind, stack, offset + 1))),
            Position::Call(call) => {
                let contexts = self.called(position, stack, offset);
                if contexts.is_empty() {
                    return None;
                }
                let contexts = self.contexts.intern(&contexts);
                let inside = self.stack(Stack {
                    call: Some((position, call, stack)),
                    start: offset,
                    contexts,
                });
                let production = self.network.definition(call.definition).production;
                let action = self.shown(call.definition, Action::Open(production, offset));
                let point = self.cache.positions.start(&self.network, call.definition);
                Some((action, node(point, inside, offset)))
            }
            Position::End(definition) => {
                let Stack { call, start, .. } = self.stacks[stack as usize];
                let Some((_, call, below)) = call else {
                    return Some((Action::Close(offset), Node::END));
                };
                let behind = if start == offset {
                    call.behind_empty
                } else {
                    call.behind
                };
                let action = self.shown(definition, Action::Close(offset));
                let below = if self.network.is_cyclic() {
                    self.below(stack, (position, offset))
                } else {
                    below
                };
                let is_live = self.is_live(behind, below, offset);
                is_live.then(|| (action, node(behind, below, offset)))
            }
        }
    }

    /// Returns the contexts of a stack with their chains.
    fn contexts_of(&self, stack: Id) -> Vec<(EndId, Id)> {
        let contexts = self.contexts.get(self.stacks[stack as usize].contexts);
        contexts
            .chunks_exact(2)
            .map(|pair| (pair[0], pair[1]))
            .collect()
    }

    /// Returns whether the position is live in a context at the offset, for a definition that began at
    /// `start`.
    fn is_live_in(
        &self,
        context: EndId,
        position: PositionId,
        (offset, start): (usize, usize),
    ) -> bool {
        let live = &self.cache.live;
        let mut sets = live.sets(context, offset, start);
        sets.any(|set| live.positions(set).binary_search(&position).is_ok())
    }

    /// Returns whether a derivation leads on from the point.
    fn is_live(&mut self, point: PointId, stack: Id, offset: usize) -> bool {
        let contexts = self.contexts_of(stack);
        self.work += contexts.len();
        let start = self.stacks[stack as usize].start;
        let is_at_start = start == offset;
        for (context, chain) in contexts {
            let is_live = if self.network.is_cyclic() && is_at_start {
                let chain = self.longer(chain, context);
                self.is_possible(point, (context, &chain), offset)
            } else {
                self.cache.positions.follow(&self.network, point);
                let paths = self.cache.positions.known_follow(point).iter();
                let mut positions = paths.map(|path| path.position);
                positions.any(|position| self.is_live_in(context, position, (offset, start)))
            };
            if is_live {
                return true;
            }
        }
        false
    }

    /// Returns the stack below one whose definition ends at the position, with those contexts that
    /// allow its span there: a node that a tree leaves out depends on the spans of those around it.
    fn below(&mut self, stack: Id, (end, offset): (PositionId, usize)) -> Id {
        let Stack { call, start, .. } = self.stacks[stack as usize];
        let Some((position, _, below)) = call else {
            return stack;
        };
        let mut ended = self.contexts_of(stack);
        ended.retain(|one| self.is_live_in(one.0, end, (offset, start)));
        let mut allowed = Vec::new();
        for (caller, chain) in self.contexts_of(below) {
            let called = self.called_in((caller, chain), position, (below, start));
            let mut called = called.chunks_exact(2);
            if called.any(|one| ended.contains(&(one[0], one[1]))) {
                allowed.extend([caller, chain]);
            }
        }
        let contexts = self.contexts.intern(&allowed);
        let below = self.stacks[below as usize];
        self.stack(Stack { contexts, ..below })
    }

    /// Returns the contexts of the definition that is called at a position, with their chains.
    fn called(&mut self, position: PositionId, stack: Id, offset: usize) -> Vec<u32> {
        let mut called: Vec<u32> = Vec::new();
        for caller in self.contexts_of(stack) {
            for one in self
                .called_in(caller, position, (stack, offset))
                .chunks_exact(2)
            {
                if !called.chunks_exact(2).any(|known| known == one) {
                    called.extend(one);
                }
            }
        }
        called
    }

    /// Returns [`Self::called`] for one context of the caller.
    fn called_in(
        &mut self,
        (caller, chain): (EndId, Id),
        position: PositionId,
        (stack, offset): (Id, usize),
    ) -> Vec<u32> {
        let is_at_start = self.stacks[stack as usize].start == offset;
        let longer = self.longer(chain, caller);
        let mut found = Vec::new();
        for context in self.callees(caller, position, offset) {
            let has_same_span = self.network.is_cyclic()
                && is_at_start
                && self.cache.live.end(context) == self.cache.live.end(caller);
            let chain = if !has_same_span {
                NO_CHAIN
            } else if longer.contains(&self.production(context)) {
                self.has_left_out = true;
                continue;
            } else if self.is_possible_start((context, &longer), offset) {
                self.chains.intern(&longer)
            } else {
                continue;
            };
            found.extend([context, chain]);
        }
        found
    }

    /// Returns the contexts that the position calls in another one.
    fn callees(&mut self, caller: EndId, position: PositionId, offset: usize) -> Vec<EndId> {
        let definition = match self.cache.positions.position(position) {
            Position::Call(call) => call.definition,
            _ => return Vec::new(),
        };
        let start = self.cache.positions.start(&self.network, definition);
        self.cache.positions.follow(&self.network, start);
        let live = &self.cache.live;
        self.work += live.called_work(offset, caller);
        let mut callees: Vec<EndId> = live.called(offset, (caller, position)).collect();
        callees.retain(|callee| {
            let paths = self.cache.positions.known_follow(start).iter();
            let mut positions = paths.map(|path| path.position);
            positions.any(|position| self.is_live_in(*callee, position, (offset, offset)))
        });
        callees
    }

    /// Returns the number of the production of a context.
    fn production(&self, context: EndId) -> u32 {
        let definition = self.cache.live.definition(context);
        number(self.network.definition(definition).production.index())
    }

    /// Returns a chain with the production of a context, in ascending order.
    fn longer(&self, chain: Id, context: EndId) -> Vec<u32> {
        self.with_production(self.chains.get(chain), context)
    }

    fn with_production(&self, chain: &[u32], context: EndId) -> Vec<u32> {
        let mut longer = chain.to_vec();
        let production = self.production(context);
        if let Err(index) = longer.binary_search(&production) {
            longer.insert(index, production);
        }
        longer
    }

    /// Returns whether a definition has a derivation without a node of a production of the chain.
    fn is_possible_start(&mut self, (context, chain): (EndId, &[u32]), offset: usize) -> bool {
        let definition = self.cache.live.definition(context);
        let point = self.cache.positions.start(&self.network, definition);
        let chain = self.with_production(chain, context);
        self.is_possible(point, (context, &chain), offset)
    }

    /// Returns whether a derivation leads on from a point at the start of a definition without a
    /// node of a production of the chain, which contains its own. Recurses as deep as the chain can
    /// get, which is at most the number of definitions.
    fn is_possible(
        &mut self,
        point: PointId,
        (context, chain): (EndId, &[u32]),
        offset: usize,
    ) -> bool {
        let mut seen = Vec::from([point]);
        let mut waiting = Vec::from([point]);
        while let Some(point) = waiting.pop() {
            self.cache.positions.follow(&self.network, point);
            let paths = self.cache.positions.known_follow(point).to_vec();
            for path in paths {
                if !self.is_live_in(context, path.position, (offset, offset)) {
                    continue;
                }
                let Position::Call(call) = *self.cache.positions.position(path.position) else {
                    return true;
                };
                for callee in self.callees(context, path.position, offset) {
                    let end = self.cache.live.end(callee);
                    let has_same_span = end == self.cache.live.end(context);
                    let is_left_out = has_same_span && chain.contains(&self.production(callee));
                    self.has_left_out |= is_left_out;
                    let is_possible = !has_same_span
                        || (!is_left_out && self.is_possible_start((callee, chain), offset));
                    let is_empty = end == Some(offset);
                    if is_possible && !is_empty {
                        return true;
                    }
                    if is_possible && !seen.contains(&call.behind_empty) {
                        seen.push(call.behind_empty);
                        waiting.push(call.behind_empty);
                    }
                }
            }
        }
        false
    }
}
