//! The steps of derivations through what is live.
//!
//! A node is where a derivation can be: a point, the stack of what is open around it, and an offset. A step
//! begins or ends a node of the tree, consumes an octet, or does nothing that a tree shows. Nodes and steps are
//! made when a walk first comes to them. A stack keeps the productions that are open with the same span, so that
//! a tree does not repeat a node inside itself.
//!
//! For example, the text `xyc` has two derivations by `s = ( a / b ) "c"` with `a = "xy"` and `b = "xy"`. After
//! the node of `s` begins, the paths fork: each begins a node, consumes two octets and ends the node. They meet again
//! before `c`, where point, stack and offset are the same.
//!
//! A step is live in the contexts that the open definitions allow, and in a cyclic network in the chain of each: the
//! productions that are open around it and have the same span. A definition is called there only if it has a
//! derivation without a node of its chain. For example, in `x = x / "a"` and the text `a`, the inner `x` would have
//! the span of the outer one. The chain of its context has `x`, so it is left out, and the text has infinitely many
//! derivations.
//!
//! Invariant: every step leads to the end of the text, and the nodes have no cycle.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use crate::production::ProductionId;
use crate::recognizer::first::{TreeNodes, Walk};
use crate::recognizer::interner::{Id, Interner, Lists, NONE, number};
use crate::recognizer::live::EndId;
use crate::recognizer::network::{DefinitionId, Network};
use crate::recognizer::positions::{Call, Event, Move, PointId, Position, PositionId, Positions};
use crate::recognizer::{Cache, Limit};
use crate::tree::TreeRecord;

/// The number of a node that is kept.
pub(super) type NodeId = Id;

/// The node after the whole text.
pub(super) const END: NodeId = 0;

/// The greatest number of nodes that are kept.
pub(super) const NODES: usize = 2_000_000;

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

    /// The node after the whole text.
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
    liveness: Liveness,
    /// Whether trees show each definition where it is not the root.
    is_shown: Vec<bool>,
    root: DefinitionId,
    stack_ids: Interner,
    stacks: Vec<Stack>,
    nodes: Interner,
    /// The steps of each node, once they are known.
    steps: Lists<Step>,
    lists_empty_rounds: bool,
    has_many_rounds: bool,
    /// Whether the first tree is too large.
    has_large_tree: bool,
}

impl Graph {
    pub(super) fn new(
        network: &Arc<Network>,
        cache: Cache,
        is_shown: &dyn Fn(ProductionId) -> bool,
    ) -> Self {
        let definitions = network.definitions().iter();
        let mut nodes = Interner::default();
        nodes.intern(&[]);
        let mut steps = Lists::default();
        steps.add(END, []);
        Self {
            lists_empty_rounds: cache.positions.lists_empty_rounds(),
            has_many_rounds: false,
            has_large_tree: false,
            liveness: Liveness::new(network, cache),
            is_shown: definitions.map(|one| is_shown(one.production)).collect(),
            root: 0,
            stack_ids: Interner::default(),
            stacks: Vec::new(),
            nodes,
            steps,
        }
    }

    /// Makes the definition of the text known, whose context is `root`.
    pub(super) fn start(&mut self, definition: DefinitionId, root: EndId) {
        self.root = definition;
        let contexts = self.liveness.contexts_id(&[(root, NO_CHAIN)]);
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
        } = &mut self.liveness.cache;
        let is_shown = self.is_shown.iter().copied();
        let network = &self.liveness.network;
        let mut nodes = TreeNodes::new();
        let walk = Walk::new(network, (positions, live, ways), is_shown, &mut nodes);
        let is_derived = walk.run(self.root, root, 0, &mut Limit::for_text(&[]));
        self.has_large_tree = is_derived.is_err();
        is_derived.ok()?.then_some(nodes.records)
    }

    pub(super) fn into_cache(self) -> Cache {
        self.liveness.cache
    }

    pub(super) fn size(&self) -> usize {
        self.liveness.cache.steps + self.liveness.work
    }

    /// Returns the number of steps and contexts that were looked at.
    pub(super) fn work(&self) -> usize {
        self.liveness.work
    }

    pub(super) fn is_too_large(&self) -> bool {
        self.nodes.len() > NODES
            || self.has_large_tree
            || self.liveness.cache.positions.is_exhausted()
    }

    /// Returns whether empty rounds were left out because a repetition can have too many.
    pub(super) fn has_many_rounds(&self) -> bool {
        self.has_many_rounds
    }

    pub(super) fn is_cyclic(&self) -> bool {
        self.liveness.network.is_cyclic()
    }

    pub(super) fn has_left_out(&self) -> bool {
        self.liveness.has_left_out
    }

    /// Returns the steps from a node, in priority order.
    pub(super) fn steps(&mut self, node: NodeId) -> &[Step] {
        if self.steps.range(node).is_none() {
            self.explore(node);
        }
        self.steps.get(node)
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

    fn explore(&mut self, node: NodeId) {
        let steps = self.steps_from(self.node(node));
        let steps = steps.into_iter().map(|(action, target)| Step {
            action,
            target: self.keep(target),
        });
        let steps: Vec<Step> = steps.collect();
        self.steps.add(node, steps);
    }

    /// Returns the steps from a node, in priority order, and keeps no node.
    pub(super) fn steps_from(&mut self, node: Node) -> Vec<(Action, Node)> {
        let network = Arc::clone(&self.liveness.network);
        let Node { point, stack, .. } = node;
        let offset = node.offset as usize;
        if node == Node::END {
            return Vec::new();
        }
        if node == Node::START {
            let root = self.root;
            let point = self.positions().start(&network, root);
            let root = network.definition(root).production;
            return vec![(Action::Open(root, 0), Node { point, ..node })];
        }
        let leaves_out = self.positions().leaves_out_rounds(&network, point);
        self.liveness.has_left_out |= leaves_out;
        self.has_many_rounds |= self.lists_empty_rounds
            && self
                .liveness
                .cache
                .positions
                .leaves_out_many_rounds(&network, point);
        self.liveness.work += 1;
        let mut moves = Vec::new();
        self.positions().moves(&network, point, &mut moves);
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

    fn positions(&mut self) -> &mut Positions {
        &mut self.liveness.cache.positions
    }

    /// Returns whether a derivation leads on from the point.
    fn is_live(&mut self, point: PointId, stack: Id, offset: usize) -> bool {
        let Stack {
            start, contexts, ..
        } = self.stacks[stack as usize];
        self.liveness.is_live(contexts, point, (offset, start))
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
        let Stack {
            call,
            start,
            contexts,
        } = self.stacks[stack as usize];
        let liveness = &mut self.liveness;
        if !liveness.is_live_position(contexts, position, (offset, start)) {
            return None;
        }
        let node = |point, stack, offset| Node {
            point,
            stack,
            offset: number(offset),
        };
        match *self.positions().position(position) {
            Position::Octet(_, after) => Some((Action::Octet, node(after, stack, offset + 1))),
            Position::Call(call) => {
                let is_at_start = start == offset;
                let contexts = (self.liveness).called(contexts, position, (is_at_start, offset));
                if contexts.is_empty() {
                    return None;
                }
                let contexts = self.liveness.contexts_id(&contexts);
                let inside = self.stack(Stack {
                    call: Some((position, call, stack)),
                    start: offset,
                    contexts,
                });
                let network = Arc::clone(&self.liveness.network);
                let production = network.definition(call.definition).production;
                let action = self.shown(call.definition, Action::Open(production, offset));
                let point = self.positions().start(&network, call.definition);
                Some((action, node(point, inside, offset)))
            }
            Position::End(definition) => {
                let Some((_, call, below)) = call else {
                    return Some((Action::Close(offset), Node::END));
                };
                let after = if start == offset {
                    call.after_empty
                } else {
                    call.after
                };
                let action = self.shown(definition, Action::Close(offset));
                let below = if self.is_cyclic() {
                    self.below(stack, (position, offset))
                } else {
                    below
                };
                let is_live = self.is_live(after, below, offset);
                is_live.then(|| (action, node(after, below, offset)))
            }
        }
    }

    /// Returns the stack below one whose definition ends at the position, with those contexts that
    /// allow its span there: a node that a tree leaves out depends on the spans of those around it.
    fn below(&mut self, stack: Id, (end, offset): (PositionId, usize)) -> Id {
        let Stack {
            call,
            start,
            contexts,
        } = self.stacks[stack as usize];
        let Some((position, _, below)) = call else {
            return stack;
        };
        let mut ended = self.liveness.contexts(contexts);
        ended.retain(|one| self.liveness.is_live_in(one.0, end, (offset, start)));
        let below = self.stacks[below as usize];
        let is_at_start = below.start == start;
        let mut allowed = Vec::new();
        for caller in self.liveness.contexts(below.contexts) {
            let called = self
                .liveness
                .called_in(caller, position, (is_at_start, start));
            if called.iter().any(|one| ended.contains(one)) {
                allowed.push(caller);
            }
        }
        let contexts = self.liveness.contexts_id(&allowed);
        self.stack(Stack { contexts, ..below })
    }
}

/// A context and its chain.
type Context = (EndId, Id);

/// The chain without productions.
const NO_CHAIN: Id = 0;

/// What the live pass has found, and the sets of contexts and the chains known so far.
struct Liveness {
    pub(super) network: Arc<Network>,
    cache: Cache,
    contexts: Interner,
    chains: Interner,
    has_left_out: bool,
    /// The number of steps and contexts that were looked at.
    pub(super) work: usize,
}

impl Liveness {
    pub(super) fn new(network: &Arc<Network>, cache: Cache) -> Self {
        let mut chains = Interner::default();
        chains.intern(&[]);
        Self {
            network: Arc::clone(network),
            cache,
            contexts: Interner::default(),
            chains,
            has_left_out: false,
            work: 0,
        }
    }

    /// Returns the number of some contexts.
    fn contexts_id(&mut self, contexts: &[Context]) -> Id {
        let contexts = contexts
            .iter()
            .flat_map(|&(context, chain)| [context, chain]);
        self.contexts.intern(&contexts.collect::<Vec<u32>>())
    }

    /// Returns the contexts of that number.
    fn contexts(&self, contexts: Id) -> Vec<Context> {
        let contexts = self.contexts.get(contexts).chunks_exact(2);
        contexts.map(|pair| (pair[0], pair[1])).collect()
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

    /// Returns whether the position is live in one of the contexts.
    fn is_live_position(
        &mut self,
        contexts: Id,
        position: PositionId,
        place: (usize, usize),
    ) -> bool {
        let contexts = self.contexts(contexts);
        self.work += contexts.len();
        let mut contexts = contexts.iter();
        contexts.any(|one| self.is_live_in(one.0, position, place))
    }

    /// Returns whether a derivation leads on from the point.
    fn is_live(&mut self, contexts: Id, point: PointId, (offset, start): (usize, usize)) -> bool {
        let contexts = self.contexts(contexts);
        self.work += contexts.len();
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

    /// Returns the contexts of the definition that is called at a position and an offset, which may be where the
    /// caller began.
    pub(super) fn called(
        &mut self,
        callers: Id,
        position: PositionId,
        place: (bool, usize),
    ) -> Vec<Context> {
        let mut called: Vec<Context> = Vec::new();
        for caller in self.contexts(callers) {
            for one in self.called_in(caller, position, place) {
                if !called.contains(&one) {
                    called.push(one);
                }
            }
        }
        called
    }

    /// Returns [`Self::called`] for one context of the caller.
    fn called_in(
        &mut self,
        (caller, chain): Context,
        position: PositionId,
        (is_at_start, offset): (bool, usize),
    ) -> Vec<Context> {
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
            found.push((context, chain));
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
                    if is_possible && !seen.contains(&call.after_empty) {
                        seen.push(call.after_empty);
                        waiting.push(call.after_empty);
                    }
                }
            }
        }
        false
    }
}
