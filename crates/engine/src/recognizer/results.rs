//! Trees and traces of texts that a network has read.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

use super::backtracking::{Backtracking, Outcome, Question};
use super::first::{TreeNodes, Walk};
use super::live::{EndId, Read, Tables};
#[cfg(all(feature = "fast", not(target_family = "wasm")))]
use super::lookahead::{self, Rest};
use super::{
    Cache, DefinitionId, Derivations, Forward, Limit, LimitReached, Network, Recognition,
    TreeRecord, Undecided,
};
use crate::error::SyntaxError;
use crate::production::{CharacterProduction, Production, ProductionId};
use crate::reach::Reach;
use crate::text::TreeText as _;
use crate::trace::{Recording, Trace, retrace};
use crate::tree::{Detail, NodeEvent, NodeSink, OpenNodes, Tree, pass_on};
use crate::utf8::{self, viable_prefix};

impl Network {
    /// Returns the tree of a text: the first derivation in priority order. Returns `None` if the
    /// definition, which is one of the production, does not derive the text.
    ///
    /// # Errors
    ///
    /// Returns [`LimitReached`] if the text takes too many steps or too much memory.
    pub fn tree<'t, P: Production>(
        self: &Arc<Self>,
        cache: &mut Cache,
        (production, definition): (P, DefinitionId),
        text: &'t P::Text,
        detail: Detail,
    ) -> Result<Option<Tree<'t, P>>, LimitReached> {
        let tree = self.tree_or_reach(cache, (production, definition), text, detail)?;
        Ok(tree.ok())
    }

    /// Returns the tree of a text, or how far it can be read, if that is known.
    fn tree_or_reach<'t, P: Production>(
        self: &Arc<Self>,
        cache: &mut Cache,
        (production, definition): (P, DefinitionId),
        text: &'t P::Text,
        detail: Detail,
    ) -> Result<Result<Tree<'t, P>, Option<Recognition>>, LimitReached> {
        let is_shown = shown::<P>(production, detail);
        let records = self.first_records(cache, definition, text.as_octets(), &is_shown)?;
        Ok(records.map(|records| Tree::new(text, production.grammar(), records)))
    }

    /// Parses a text: the tree, or the error if the definition, which is one of the production, does not
    /// derive it.
    ///
    /// # Errors
    ///
    /// Returns [`Undecided`] if the verdict is not known, or if the text is valid and its tree is not to
    /// be had.
    pub fn check<'t, P: Production>(
        self: &Arc<Self>,
        cache: &mut Cache,
        (production, definition): (P, DefinitionId),
        text: &'t P::Text,
        detail: Detail,
    ) -> Result<Result<Tree<'t, P>, SyntaxError<P>>, Undecided> {
        let own = (production, definition);
        let tree = self.tree_or_reach(cache, own, text, detail);
        self.or_error(cache, own, text.as_octets(), tree)
    }

    /// Passes on the nodes of a text's tree, in the order of the text, without productions for single characters. The error
    /// is that of a text that the definition, which is one of the production, does not derive; then there is no event.
    ///
    /// # Errors
    ///
    /// Returns [`Undecided`] if the verdict is not known, or if the text is valid and its tree is not to be had. Some of its
    /// events can have been passed on.
    pub fn visit<P: Production>(
        self: &Arc<Self>,
        cache: &mut Cache,
        own: (P, DefinitionId),
        text: &[u8],
        visitor: &mut dyn FnMut(NodeEvent<P>),
    ) -> Result<Result<(), SyntaxError<P>>, Undecided> {
        let is_shown = shown::<P>(own.0, Detail::Rules);
        let mut nodes = OpenNodes::new(own.0.grammar(), visitor);
        let nodes: &mut dyn NodeSink = &mut nodes;
        let visited = self.first_derivation(cache, own.1, text, &is_shown, nodes);
        self.or_error(cache, own, text, visited)
    }

    /// Returns the answer about a text, or the error in it.
    fn or_error<P: Production, T>(
        &self,
        cache: &mut Cache,
        own: (P, DefinitionId),
        text: &[u8],
        answer: Result<Result<T, Option<Recognition>>, LimitReached>,
    ) -> Result<Result<T, SyntaxError<P>>, Undecided> {
        let (known, limit) = match answer {
            Ok(Ok(answer)) => return Ok(Ok(answer)),
            Ok(Err(known)) => (known, LimitReached::Steps),
            Err(limit) => (None, limit),
        };
        let known = if let Some(known) = known {
            known
        } else {
            if limit == LimitReached::Size {
                // A verdict takes less, and needs none of these tables.
                cache.empty();
            }
            self.recognize(cache, own.1, text)?
        };
        if known.accepts_all() {
            return Err(Undecided::Tree(limit));
        }
        Ok(Err(self.error(cache, own, text, &known)))
    }

    /// Returns the error in a text that the definition, which is one of the production, does not
    /// derive. `known` is what [`Self::recognize`] says of the text.
    ///
    /// The error's [`context`](SyntaxError::context) are the productions that are open in every
    /// derivation of the viable prefix. What is expected is named by productions that can begin after
    /// it. If it takes too many steps to find these, the context is the production alone.
    pub fn error<P: Production>(
        &self,
        cache: &mut Cache,
        (production, definition): (P, DefinitionId),
        text: &[u8],
        known: &Recognition,
    ) -> SyntaxError<P> {
        let (_, found) = viable_prefix(self.is_of_characters(), text, |read| {
            let known = Some(*known).filter(|_| read.len() == text.len());
            let found = known.or_else(|| self.recognize(cache, definition, read).ok());
            (found.map_or(0, |found| found.furthest), found)
        });
        let reach = Reach::from(&found.unwrap_or(*known)).within(text.len());
        let grammar = production.grammar();
        let named = P::character_productions(&grammar);
        let open = self.open(cache, definition, named, &text[..reach.viable]);
        SyntaxError::recognized(production, text, &reach, open.ok().as_ref())
    }

    /// Returns those of the character productions that can begin after a viable prefix.
    ///
    /// # Errors
    ///
    /// Returns [`LimitReached`] if the prefix takes too many steps or too much memory.
    pub fn beginning_after(
        &self,
        cache: &mut Cache,
        definition: DefinitionId,
        named: &[CharacterProduction],
        prefix: &[u8],
    ) -> Result<Vec<ProductionId>, LimitReached> {
        let places = self.open(cache, definition, named, prefix)?.places;
        let mut beginning: Vec<ProductionId> = Vec::new();
        for one in places.into_iter().flat_map(|place| place.beginning) {
            if !beginning.contains(&one) {
                beginning.push(one);
            }
        }
        Ok(beginning)
    }

    /// Returns the characters that can follow a viable prefix, in ascending order; `None` if the texts of
    /// the network are octets, or if it takes too many steps.
    pub fn characters_after(
        &self,
        cache: &mut Cache,
        definition: DefinitionId,
        prefix: &[u8],
    ) -> Option<Vec<RangeInclusive<char>>> {
        if !self.is_of_characters() {
            return None;
        }
        let open = self.open(cache, definition, &[], prefix).ok()?;
        let places = open.places.into_iter();
        Some(utf8::union(places.flat_map(|place| place.characters)))
    }

    /// Reads a text, and returns its trace: the steps of a parser that backtracks, through the first
    /// derivation of the longest prefix that the definition derives. Where this parser never ends, or
    /// takes too many steps, the steps of one that takes the right choice every time follow
    /// ([`trace`](mod@crate::trace)).
    ///
    /// # Errors
    ///
    /// Returns [`Undecided`] if the verdict is not known, or if the first derivation is needed and not to
    /// be had.
    pub fn trace<'t, P: Production>(
        self: &Arc<Self>,
        cache: &mut Cache,
        own: (P, DefinitionId),
        text: &'t [u8],
        detail: Detail,
    ) -> Result<Trace<'t, P>, Undecided> {
        let found = self.recognize(cache, own.1, text)?;
        let trace = self.trace_found(cache, own, text, detail, &found);
        trace.map_err(|limit| match found.longest {
            Some(length) if !found.accepts_all() => Undecided::Steps { length, limit },
            _ => Undecided::Tree(limit),
        })
    }

    /// Returns the trace of a text that was recognized: `found`.
    fn trace_found<'t, P: Production>(
        self: &Arc<Self>,
        cache: &mut Cache,
        (production, definition): (P, DefinitionId),
        text: &'t [u8],
        detail: Detail,
        found: &Recognition,
    ) -> Result<Trace<'t, P>, LimitReached> {
        let is_shown = shown::<P>(production, detail);
        let first = |cache: &mut Cache| match found.longest {
            Some(length) => {
                let first = self.first_records(cache, definition, &text[..length], &is_shown)?;
                Ok(first.ok())
            }
            None => Ok(None),
        };
        // Only in a cyclic network, the tree of a derivation can be one that is left out.
        let known = if self.is_cyclic() {
            first(cache)?
        } else {
            None
        };
        let question = Question {
            network: self,
            production,
            definition,
            text,
            found,
            is_shown: &is_shown,
            first: known.as_deref(),
        };
        let (steps, exceeded) = match Backtracking::run(&question, &mut cache.positions) {
            Outcome::Ended(steps) => return Ok(Trace::new(text, steps, found.longest)),
            Outcome::Endless(steps) => (steps, None),
            Outcome::Exceeded(limit) => (Recording::new(production, text), Some(limit)),
        };
        let records = match known {
            Some(records) => Some(records),
            None => first(cache)?,
        };
        let records = records.unwrap_or_default();
        let trace = retrace(steps, production, text, &Reach::from(found), &records);
        Ok(trace.exceeding(exceeded))
    }

    /// Returns the records of [`Self::first_derivation`].
    fn first_records(
        self: &Arc<Self>,
        cache: &mut Cache,
        definition: DefinitionId,
        text: &[u8],
        is_shown: &dyn Fn(ProductionId) -> bool,
    ) -> Result<Result<Vec<TreeRecord>, Option<Recognition>>, LimitReached> {
        let mut nodes = TreeNodes::new();
        let derived = self.first_derivation(cache, definition, text, is_shown, &mut nodes)?;
        Ok(derived.map(|()| nodes.records))
    }

    /// Passes on the nodes of the first derivation of a text: those of the productions that `is_shown` names, and the
    /// root. If there is none, returns how far the text can be read, as far as that is known: not in a cyclic network.
    fn first_derivation<S: NodeSink + ?Sized>(
        self: &Arc<Self>,
        cache: &mut Cache,
        definition: DefinitionId,
        text: &[u8],
        is_shown: &dyn Fn(ProductionId) -> bool,
        nodes: &mut S,
    ) -> Result<Result<(), Option<Recognition>>, LimitReached> {
        if self.is_cyclic() {
            let mut trees = Derivations::without_empty_rounds(self, definition, text, is_shown)?;
            let first = trees.next();
            if trees.given_up().is_some() {
                return Err(LimitReached::Steps);
            }
            return Ok(match first {
                Some(records) => {
                    pass_on(&records, nodes);
                    Ok(())
                }
                None => Err(None),
            });
        }
        #[cfg(all(feature = "fast", not(target_family = "wasm")))]
        if !self.has_empty_calls() && cache.lookahead.is_used(text.len()) {
            let found = self.recognize(cache, definition, text)?;
            if !found.accepts_all() {
                return Ok(Err(Some(found)));
            }
            let passed = self.look_ahead(cache, definition, text, is_shown, nodes)?;
            let Some(passed) = passed else {
                return Ok(Ok(()));
            };
            let mut rest = Rest { passed, nodes };
            return self.through_live(cache, definition, text, is_shown, &mut rest);
        }
        self.through_live(cache, definition, text, is_shown, nodes)
    }

    /// Passes on the nodes of the first derivation of a text that the definition derives, as long as a few octets decide
    /// each step. Returns how many events that were if they do not.
    #[cfg(all(feature = "fast", not(target_family = "wasm")))]
    fn look_ahead<S: NodeSink + ?Sized>(
        &self,
        cache: &mut Cache,
        definition: DefinitionId,
        text: &[u8],
        is_shown: &dyn Fn(ProductionId) -> bool,
        nodes: &mut S,
    ) -> Result<Option<usize>, LimitReached> {
        let others = cache.size() - cache.lookahead.size();
        let Cache {
            positions,
            lookahead,
            ..
        } = &mut *cache;
        let walk = lookahead::Walk::new(self, positions, text);
        let definitions = self.definitions().iter().map(|one| one.production);
        let shown = definitions.map(|one| is_shown(one).then_some(one));
        let limit = &mut Limit::for_text(text);
        let passed = lookahead.run(walk, (definition, shown), (others, limit), nodes)?;
        cache.positions.complete()?;
        Ok(passed)
    }

    /// Passes on the nodes of the first derivation of a text through what is live in it.
    fn through_live<S: NodeSink + ?Sized>(
        self: &Arc<Self>,
        cache: &mut Cache,
        definition: DefinitionId,
        text: &[u8],
        is_shown: &dyn Fn(ProductionId) -> bool,
        nodes: &mut S,
    ) -> Result<Result<(), Option<Recognition>>, LimitReached> {
        let root = match self.live(cache, definition, text)? {
            Ok(root) => root,
            Err(found) => return Ok(Err(Some(found))),
        };
        let Cache {
            positions,
            states,
            state_sets,
            live,
            ways,
            ..
        } = &mut *cache;
        let definitions = self.definitions().iter();
        let shown = definitions.map(|one| is_shown(one.production));
        let others = positions.size() + states.size() + state_sets.size();
        let walk = Walk::new(self, (positions, live, ways), shown, nodes);
        let is_derived = walk.run(definition, root, others, &mut Limit::for_text(text))?;
        cache.positions.complete()?;
        Ok(if is_derived { Ok(()) } else { Err(None) })
    }

    /// Finds out what is live in a text. Returns the context of the definition, or how far the text can be read if
    /// the definition does not derive it.
    pub(super) fn live(
        &self,
        cache: &mut Cache,
        definition: DefinitionId,
        text: &[u8],
    ) -> Result<Result<EndId, Recognition>, LimitReached> {
        let forward = Forward::new(self, cache, text).recording();
        let (found, read) = forward.run(definition)?;
        if !found.accepts_all() {
            return Ok(Err(found));
        }
        // Nothing goes on from the contexts of the pass from the beginning, and they can be large.
        cache.forget_threads();
        let mut limit = Limit::for_text(text);
        let mut tables = Tables {
            network: self,
            positions: &mut cache.positions,
            states: &cache.states,
            state_sets: &mut cache.state_sets,
            others: read.capacity() + cache.ways.size(),
        };
        let read = Read {
            text,
            state_sets: &read,
        };
        let own = (definition, read);
        let root = cache.live.run(&mut tables, own, &mut limit)?;
        cache.steps += limit.taken(text);
        Ok(Ok(root))
    }
}

/// Returns which productions a tree shows.
fn shown<P: Production>(production: P, detail: Detail) -> impl Fn(ProductionId) -> bool {
    let grammar = production.grammar();
    move |id| detail == Detail::Characters || !P::from_id(grammar, id).is_character()
}

impl From<&Recognition> for Reach {
    fn from(found: &Recognition) -> Self {
        Self {
            viable: found.furthest,
            next: found.next,
            longest: found.longest,
        }
    }
}
