//! Which steps of derivations are live: the contexts that the open definitions allow, and in a cyclic network the
//! productions that are open with the same span.
//!
//! A tree does not repeat a node inside itself. So a context has a chain: the productions that are open around it and
//! have the same span. A definition is called there only if it has a derivation without a node of its chain.
//!
//! For example, in `x = x / "a"` and the text `a`, the inner `x` would have the span of the outer one. The chain
//! of its context has `x`, so it is left out, and the text has infinitely many derivations.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::recognizer::Cache;
use crate::recognizer::interner::{Id, Interner, number};
use crate::recognizer::live::EndId;
use crate::recognizer::network::Network;
use crate::recognizer::positions::{PointId, Position, PositionId};

/// A context and its chain.
pub(super) type Context = (EndId, Id);

/// The chain without productions.
pub(super) const NO_CHAIN: Id = 0;

/// What the live pass has found, and the sets of contexts and the chains known so far.
pub(super) struct Liveness {
    pub(super) network: Arc<Network>,
    pub(super) cache: Cache,
    contexts: Interner,
    chains: Interner,
    pub(super) has_left_out: bool,
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
    pub(super) fn contexts_id(&mut self, contexts: &[Context]) -> Id {
        let contexts = contexts
            .iter()
            .flat_map(|&(context, chain)| [context, chain]);
        self.contexts.intern(&contexts.collect::<Vec<u32>>())
    }

    /// Returns the contexts of that number.
    pub(super) fn contexts(&self, contexts: Id) -> Vec<Context> {
        let contexts = self.contexts.get(contexts).chunks_exact(2);
        contexts.map(|pair| (pair[0], pair[1])).collect()
    }

    /// Returns whether the position is live in a context at the offset, for a definition that began at
    /// `start`.
    pub(super) fn is_live_in(
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
    pub(super) fn is_live_position(
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
    pub(super) fn is_live(
        &mut self,
        contexts: Id,
        point: PointId,
        (offset, start): (usize, usize),
    ) -> bool {
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
    pub(super) fn called_in(
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
