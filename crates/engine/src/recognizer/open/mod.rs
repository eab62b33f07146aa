//! What is open at the end of a viable prefix, and what can come next there.
//!
//! A pass from the beginning of the prefix follows its derivations through the definitions of
//! beginnings, and only where they are live. Each place it comes to has the innermost definition that
//! is open there on every way: definitions and their starts are nodes, and where ways meet, what they
//! have in common is the nearest node that dominates both (K. Cooper, T. Harvey and K. Kennedy: A
//! Simple, Fast Dominance Algorithm, 2001). So a node is open in every derivation if and only if it
//! dominates the end.
//!
//! For example, let `array = "[" [ value *( "," value ) ] "]"`, where a `value` is an `array` or a
//! `number` of digits. After `[1`, there are two ways: the number goes on, in `array value number`, or it
//! is whole, and `array` goes on. The nearest node that dominates both is `array`, so the error of `[1x`
//! is in `array`, and expects a digit, `,` or `]`.
//!
//! Most octets are inside of strings, names and numbers. If only one place leads on there, where it
//! leads depends on the live positions, the point and the octet alone.
//!
//! Definitions that end before the end of the prefix are whole. They are followed by what they return
//! to, as in `contexts`: those that begin at different offsets and return to the same are one.

mod layer;

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cell::Cell;
use core::cmp::Reverse;
use core::ops::RangeInclusive;

use super::interner::{Id, NONE, number};
use super::live::{EndId, Live, SetId};
use super::network::{Address, DefinitionId, Instruction, Network};
use super::positions::{PointId, Position, Positions};
use super::prefixes::PrefixNetwork;
use super::{Cache, Limit, LimitReached};
use crate::character_set::CharacterSet;
use crate::error::Place;
use crate::production::{CharacterProduction, ProductionId};
use crate::utf8;
use layer::{Arrivals, Completed, Layer, VertexId};

/// What is known about the end of a viable prefix.
#[derive(Debug, Clone, Default)]
pub(crate) struct Open {
    /// The productions that are open in every derivation, with the offsets of their starts, from the
    /// outermost to the innermost.
    pub(crate) productions: Vec<(ProductionId, usize)>,
    /// What can come next, for each place where it can.
    pub(crate) places: Vec<Place>,
}

/// A network of beginnings with its cache.
#[derive(Debug, Clone)]
pub(super) struct CachedPrefixNetwork {
    prefixes: PrefixNetwork,
    cache: Cache,
    arrivals: Arrivals,
}

impl Network {
    /// Returns what is open at the end of a viable prefix of the definition. Characters are `named` by
    /// productions.
    ///
    /// # Errors
    ///
    /// Returns [`LimitReached`] if the prefix takes too many steps or too much memory.
    pub(super) fn open(
        &self,
        cache: &mut Cache,
        definition: DefinitionId,
        named: &[CharacterProduction],
        prefix: &[u8],
    ) -> Result<Open, LimitReached> {
        let known = cache.beginnings.take();
        let mut beginnings = known.unwrap_or_else(|| {
            CachedPrefixNetwork {
                prefixes: self.prefixes(),
                cache: Cache::new(),
                arrivals: Arrivals::default(),
            }
            .into()
        });
        let found = beginnings.open(definition, named, prefix);
        cache.beginnings = Some(beginnings);
        found
    }
}

impl CachedPrefixNetwork {
    /// Returns the size of the tables, in numbers of 32 bits.
    pub(super) fn size(&self) -> usize {
        self.cache.size() + self.arrivals.size()
    }

    fn open(
        &mut self,
        definition: DefinitionId,
        named: &[CharacterProduction],
        prefix: &[u8],
    ) -> Result<Open, LimitReached> {
        let Self {
            prefixes,
            cache,
            arrivals,
        } = self;
        let definition = prefixes.of(definition);
        let Ok(root) = prefixes.network.live(cache, definition, prefix)? else {
            // Nothing but the end can come next.
            return Ok(Open::default());
        };
        let pass = Pass {
            prefixes,
            positions: &mut cache.positions,
            arrivals,
            plain: Plain::new(),
            live: &cache.live,
            named,
            text: prefix,
            nodes: Vec::from([Node {
                definition,
                start: 0,
                parent: OUTSIDE,
            }]),
            completed: Completed::default(),
            limit: Limit::for_text(prefix),
            compared: Cell::new(0),
        };
        pass.run(definition, root)
    }
}

/// The number of a node.
type NodeId = Id;

/// What is outside the definition of the text.
const OUTSIDE: NodeId = 0;

/// A definition of beginnings that is open.
#[derive(Debug, Clone, Copy)]
struct Node {
    definition: DefinitionId,
    start: usize,
    /// The innermost definition around it on every way. Its number is smaller.
    parent: NodeId,
}

/// The number of a whole definition; [`NONE`] for a definition of beginnings.
type WholeId = Id;

/// Where ways go on at an offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    whole: WholeId,
    context: EndId,
    point: PointId,
    /// The innermost definition of beginnings that is open there on every way. In a whole definition,
    /// it is of no interest.
    node: NodeId,
}

struct Pass<'a> {
    prefixes: &'a PrefixNetwork,
    positions: &'a mut Positions,
    arrivals: &'a mut Arrivals,
    plain: Plain,
    live: &'a Live,
    /// The productions that characters are named by.
    named: &'a [CharacterProduction],
    text: &'a [u8],
    nodes: Vec<Node>,
    completed: Completed,
    limit: Limit,
    /// The number of nodes that were compared and are not counted yet.
    compared: Cell<usize>,
}

impl Pass<'_> {
    fn run(mut self, definition: DefinitionId, root: EndId) -> Result<Open, LimitReached> {
        let mut layer = Layer::default();
        layer.enter_root(&mut self, definition, root);
        loop {
            layer.explore(&mut self)?;
            self.settle(&mut layer);
            self.limit.take(self.compared.take())?;
            if layer.offset == self.text.len() {
                return Ok(self.result(&layer));
            }
            self.go_on(&mut layer)?;
        }
    }

    /// Finds for each vertex the innermost definition that is open on every way to it.
    fn settle(&mut self, layer: &mut Layer) {
        for pass in 1.. {
            let mut has_changed = false;
            for index in (0..layer.order.len()).rev() {
                let vertex = layer.order[index];
                layer.vertices[vertex].pass = pass;
                has_changed |= self.settle_at(layer, vertex, pass);
            }
            if !has_changed {
                break;
            }
        }
    }

    /// Passes a vertex's node on. Returns whether that changes something before it.
    fn settle_at(&mut self, layer: &mut Layer, vertex: VertexId, pass: usize) -> bool {
        let outside = layer.vertices[vertex].outside;
        if outside == NONE {
            return false;
        }
        let node = match layer.vertices[vertex].opened() {
            Some(definition) => self.node(layer, vertex, (definition, outside)),
            None => outside,
        };
        layer.vertices[vertex].node = node;
        let targets: Vec<VertexId> = layer.targets(vertex).collect();
        let mut has_changed = false;
        for target in targets {
            let target = &mut layer.vertices[target];
            let common = self.common(target.outside, node);
            has_changed |= common != target.outside && target.pass == pass;
            target.outside = common;
        }
        has_changed
    }

    /// Returns the node of a definition that is opened at the vertex.
    fn node(
        &mut self,
        layer: &Layer,
        vertex: VertexId,
        (definition, parent): (DefinitionId, NodeId),
    ) -> NodeId {
        let known = layer.vertices[vertex].node;
        if known == NONE {
            self.nodes.push(Node {
                definition,
                start: layer.offset,
                parent,
            });
            return number(self.nodes.len() - 1);
        }
        self.nodes[known as usize].parent = parent;
        known
    }

    /// Returns the innermost node that is both or around both. [`NONE`] is inside of all.
    fn common(&self, mut one: NodeId, mut other: NodeId) -> NodeId {
        if one == NONE || other == NONE {
            return one.min(other);
        }
        while one != other {
            let larger = if one > other { &mut one } else { &mut other };
            *larger = self.nodes[*larger as usize].parent;
            self.compared.update(|compared| compared + 1);
        }
        one
    }

    /// Leads the ways over the next octets.
    fn go_on(&mut self, layer: &mut Layer) -> Result<(), LimitReached> {
        let first = self.completed.add(layer.returns());
        let leaving = layer.leaving.iter();
        let mut entries: Vec<Entry> = leaving
            .map(|&(vertex, after)| layer.settled(vertex, after).numbered(first))
            .collect();
        let mut offset = layer.offset + 1;
        if let [entry] = &mut *entries {
            (*entry, offset) = self.run_plain(*entry, offset);
            self.limit.take(offset - layer.offset)?;
        }
        layer.begin(offset);
        for entry in entries {
            layer.enter(self, entry);
        }
        Ok(())
    }

    fn result(&self, layer: &Layer) -> Open {
        // What continues an inner production comes before what continues those around it.
        let mut next: Vec<usize> = (0..layer.next.len()).collect();
        let continued = |one: usize| self.continued(layer.vertices[layer.next[one].0].node);
        next.sort_by_key(|&one| Reverse(continued(one)));
        let beginning = layer.beginning(|definition| {
            let production = self.production(definition);
            let is_named = self.named.iter().any(|one| one.production() == production);
            is_named.then_some(production)
        });
        let ways = layer.next.iter().map(|one| layer.vertices[one.0].node);
        let innermost = ways.reduce(|one, other| self.common(one, other));
        let places = next.iter().map(|&one| {
            let (_, octets, after) = layer.next[one];
            Place {
                octets,
                characters: self.characters(octets, after),
                beginning: beginning[one].clone(),
            }
        });
        let mut open = Open {
            places: places.collect(),
            ..Open::default()
        };
        let mut node = innermost.unwrap_or(OUTSIDE);
        while node != OUTSIDE {
            let one = self.nodes[node as usize];
            let production = (self.production(one.definition), one.start);
            open.productions.push(production);
            node = one.parent;
        }
        open.productions.reverse();
        open
    }

    /// Returns the innermost node outside of those that begin at the end of the prefix.
    fn continued(&self, mut node: NodeId) -> NodeId {
        while node != OUTSIDE && self.nodes[node as usize].start == self.text.len() {
            node = self.nodes[node as usize].parent;
        }
        node
    }

    /// Returns the characters that begin with octets, if the texts of the network are characters.
    fn characters(&self, octets: CharacterSet, after: Address) -> Vec<RangeInclusive<char>> {
        let network = &self.prefixes.network;
        if !network.is_of_characters() {
            return Vec::new();
        }
        let mut next = self.prefixes.whole(after);
        let sets = core::iter::from_fn(|| match network.instruction(next) {
            Instruction::Octet(set, after) => {
                next = after;
                Some(set)
            }
            _ => None,
        });
        utf8::characters(octets, &sets.take(utf8::LONGEST - 1).collect::<Vec<_>>())
    }

    fn production(&self, definition: DefinitionId) -> ProductionId {
        self.prefixes.network.definition(definition).production
    }
}

/// The point after an octet, for each set of live positions and point; `None` if there is more to do.
type Plain = BTreeMap<(SetId, PointId, u8), Option<PointId>>;

/// Octets over which nothing is called, opened or ended.
impl Pass<'_> {
    /// Returns the entry after the octets from `offset` on that nothing but one place leads over, and
    /// the offset after them.
    fn run_plain(&mut self, mut entry: Entry, mut offset: usize) -> (Entry, usize) {
        while let Some(&octet) = self.text.get(offset) {
            let mut sets = self.live.sets(entry.context, offset, offset - 1);
            let (Some(set), None) = (sets.next(), sets.next()) else {
                break;
            };
            let key = (set, entry.point, octet);
            let known = self.plain.get(&key).copied();
            let Some(point) = known.unwrap_or_else(|| self.after_plain(key)) else {
                break;
            };
            entry.point = point;
            offset += 1;
        }
        (entry, offset)
    }

    /// Returns the point after the octet, if all ways to the end of the text lead there and nothing is
    /// called, opened or ended before it.
    fn after_plain(&mut self, key: (SetId, PointId, u8)) -> Option<PointId> {
        let (set, point, octet) = key;
        let mut found = None;
        for index in self.arrivals.of(self.prefixes, self.positions, point) {
            let arrival = self.arrivals.at(index);
            if self
                .live
                .positions(set)
                .binary_search(&arrival.position)
                .is_err()
            {
                continue;
            }
            match *self.positions.position(arrival.position) {
                Position::Octet(octets, _) if !octets.contains(octet) => {}
                Position::Octet(_, after)
                    if self.arrivals.opened(arrival).next().is_none()
                        && found.is_none_or(|known| known == after) =>
                {
                    found = Some(after);
                }
                _ => {
                    found = None;
                    break;
                }
            }
        }
        self.plain.insert(key, found);
        found
    }
}
