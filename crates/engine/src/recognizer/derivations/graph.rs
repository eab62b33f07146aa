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
//! Invariant: every step leads to the end of the text, and the nodes have no cycle.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::liveness::{Liveness, NO_CHAIN};
use crate::production_set::ProductionId;
use crate::recognizer::first::Walk;
use crate::recognizer::interner::{Id, Interner, NONE, number};
use crate::recognizer::lists::Lists;
use crate::recognizer::live::EndId;
use crate::recognizer::network::{DefinitionId, Network};
use crate::recognizer::positions::{Call, Event, Move, PointId, Position, PositionId, Positions};
use crate::recognizer::{Cache, Limit};
use crate::tree::TreeRecord;

/// The number of a node that is kept.
pub(super) type NodeId = Id;

/// The node behind the whole text.
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
        let walk = Walk::new(&self.liveness.network, (positions, live, ways), is_shown);
        let first = walk.run(self.root, root, 0, &mut Limit::for_text(&[]));
        self.has_large_tree = first.is_err();
        first.ok().flatten()
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
            Position::Octet(_, behind) => Some((Action::Octet, node(behind, stack, offset + 1))),
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
                let behind = if start == offset {
                    call.behind_empty
                } else {
                    call.behind
                };
                let action = self.shown(definition, Action::Close(offset));
                let below = if self.is_cyclic() {
                    self.below(stack, (position, offset))
                } else {
                    below
                };
                let is_live = self.is_live(behind, below, offset);
                is_live.then(|| (action, node(behind, below, offset)))
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
