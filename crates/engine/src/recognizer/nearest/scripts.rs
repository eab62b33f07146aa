//! The edit scripts at the distance, as a network of their own.
//!
//! A script is a text of symbols: [`KEEP`] for a character that is left as it is, [`DELETE`], and [`REPLACE`] or
//! [`INSERT`] with the new character after it. For `pair = "(" [ pair ] ")"` and the text `(`, whose distance is 1, the
//! network derives `KI)` and `D`-scripts of other lengths are not in it.
//!
//! The nodes are the live positions at their points. A definition of the network is a definition of the grammar between
//! two points, the second of which is that of its ending.
//!
//! Invariant: every instruction leads to the end of its definition. So each beginning of a script that the network reads
//! is the beginning of a whole one, and a walk needs no way back.

use alloc::vec::Vec;

use super::super::LimitReached;
use super::super::interner::{Interner, NONE, number};
use super::super::network::{Address, Definition, DefinitionId, Instruction, Network};
use super::super::positions::{Position, PositionId};
use super::super::states::{DEAD, StateId};
use super::backward::{EndingId, Live, Point, Steps};
use super::machine::{LEADING, Machine, ROOT};
use crate::character_set::CharacterSet;
use crate::production::ProductionId;

/// The symbol of a character that is left as it is.
pub(super) const KEEP: u8 = b'K';

/// The symbol before a new character in the place of one of the text.
pub(super) const REPLACE: u8 = b'R';

/// The symbol before a new character.
pub(super) const INSERT: u8 = b'I';

/// The symbol of a character that is left out.
pub(super) const DELETE: u8 = b'D';

/// Returns the network of the scripts, whose first definition derives them; `None` if there are none.
pub(super) fn network(
    machine: &mut Machine<'_>,
    live: &Live<'_, '_>,
) -> Result<Option<Network>, LimitReached> {
    let mut builder = Builder {
        machine,
        live,
        instructions: Vec::new(),
        definitions: Vec::new(),
        nodes: Interner::default(),
        addresses: Vec::new(),
        known: Interner::default(),
    };
    builder.definition(Live::WHOLE, (0, 0));
    if builder.definitions[0].start == NONE {
        return Ok(None);
    }
    let mut next = 0;
    while next < builder.nodes.len() {
        builder.define(number(next))?;
        next += 1;
    }
    let Builder {
        instructions,
        definitions,
        ..
    } = builder;
    Ok(Some(Network::new(instructions, definitions, false)))
}

struct Builder<'b, 'n, 'l, 't> {
    machine: &'b mut Machine<'n>,
    live: &'b Live<'l, 't>,
    instructions: Vec<Instruction>,
    definitions: Vec<Definition>,
    /// Live positions, each with its ending and its point.
    nodes: Interner,
    /// The address of each node.
    addresses: Vec<Address>,
    /// The definitions, by their endings and the points where they begin.
    known: Interner,
}

impl Builder<'_, '_, '_, '_> {
    fn add(&mut self, instruction: Instruction) -> Address {
        self.instructions.push(instruction);
        number(self.instructions.len() - 1)
    }

    /// Returns the definition of an ending that begins at a point.
    fn definition(&mut self, ending: EndingId, (offset, cost): Point) -> DefinitionId {
        let key = [ending, number(offset), number(cost)];
        let id = self.known.intern(&key);
        if id as usize == self.definitions.len() {
            let context = self.live.ending(ending).context;
            let start = self.machine.start(context);
            // The definition has its number before others are met.
            self.definitions.push(Definition {
                production: ProductionId::new(0),
                start: 0,
                is_called: true,
                is_nullable: false,
                excluded: Vec::new(),
            });
            let start = self.live_among(start, ending, (offset, cost));
            let start = start.unwrap_or(NONE);
            self.definitions[id as usize].start = start;
        }
        id
    }

    /// Returns the address of the live ones among some positions; `None` if there are none.
    fn live_among(&mut self, state: StateId, ending: EndingId, point: Point) -> Option<Address> {
        let live = self.live.state(point, ending);
        let live = self.machine.common(state, live);
        if live == DEAD {
            return None;
        }
        let members = self.machine.members(live).to_vec();
        let nodes = members.into_iter();
        let nodes = nodes.map(|position| self.node(position, ending, point));
        let nodes: Vec<Address> = nodes.collect();
        self.first_of(&nodes)
    }

    fn first_of(&mut self, ways: &[Address]) -> Option<Address> {
        let (&last, before) = ways.split_last()?;
        let before = before.iter().rev();
        Some(before.fold(last, |rest, &way| self.add(Instruction::Either(way, rest))))
    }

    fn node(&mut self, position: PositionId, ending: EndingId, (offset, cost): Point) -> Address {
        let key = [position, ending, number(offset), number(cost)];
        let node = self.nodes.intern(&key) as usize;
        if node == self.addresses.len() {
            let address = self.add(Instruction::Fail);
            self.addresses.push(address);
        }
        self.addresses[node]
    }

    /// Writes the instructions of a node.
    fn define(&mut self, node: u32) -> Result<(), LimitReached> {
        let &[position, ending, offset, cost] = self.nodes.get(node) else {
            return Ok(());
        };
        let point = (offset as usize, cost as usize);
        let mut ways: Vec<Address> = Vec::new();
        match self.machine.position(position) {
            Position::Octet(set, _) => {
                self.consume((position, set), ending, point, &mut ways);
            }
            Position::Call(_) => self.call(position, ending, point, &mut ways)?,
            Position::End(_) if self.live.ending(ending).point == point => {
                ways.push(self.add(Instruction::Return));
            }
            Position::End(_) => self.delete(position, ending, point, &mut ways),
        }
        let address = self.addresses[node as usize] as usize;
        if let Some(way) = self.first_of(&ways) {
            self.instructions[address] = self.instructions[way as usize];
        }
        let instructions = size_of::<Instruction>() / size_of::<u32>() * self.instructions.len();
        let size = self.live.size() + instructions + self.nodes.size() + self.addresses.len();
        self.machine.take(1 + ways.len(), size)
    }

    fn delete(
        &mut self,
        position: PositionId,
        ending: EndingId,
        point: Point,
        ways: &mut Vec<Address>,
    ) {
        let Some(next) = Steps::of(self.live.layers, point).deleted else {
            return;
        };
        let context = self.live.ending(ending).context;
        let alone = self.machine.state(Vec::from([position]));
        let alone = self.machine.before_deletion(context, alone);
        if let Some(next) = self.live_among(alone, ending, next) {
            let symbol = CharacterSet::EMPTY.with_octet(DELETE);
            ways.push(self.add(Instruction::Octet(symbol, next)));
        }
    }

    /// Adds the ways of a position that consumes an octet.
    fn consume(
        &mut self,
        (position, set): (PositionId, CharacterSet),
        ending: EndingId,
        point: Point,
        ways: &mut Vec<Address>,
    ) {
        let steps = Steps::of(self.live.layers, point);
        if let Some(next) = steps.kept
            && let Some(character) = self.live.layers.text.valid(point.0)
        {
            let alone = self.machine.state(Vec::from([position]));
            let after = self.machine.over(alone, character);
            if let Some(next) = self.live_among(after, ending, next) {
                let symbol = CharacterSet::EMPTY.with_octet(KEEP);
                ways.push(self.add(Instruction::Octet(symbol, next)));
            }
        }
        for (next, symbol) in [(steps.replaced, REPLACE), (steps.inserted, INSERT)] {
            if let Some(next) = next
                && let Some(next) = self.character((position, set), ending, next)
            {
                let symbol = CharacterSet::EMPTY.with_octet(symbol);
                ways.push(self.add(Instruction::Octet(symbol, next)));
            }
        }
        self.delete(position, ending, point, ways);
    }

    /// Returns the address of the characters that a position consumes before live positions; `None` if there are none.
    fn character(
        &mut self,
        (position, set): (PositionId, CharacterSet),
        ending: EndingId,
        next: Point,
    ) -> Option<Address> {
        if !self.live.new.contains(set) || self.live.state(next, ending) == DEAD {
            return None;
        }
        if !self.machine.network.is_of_characters() {
            return self.octets((position, set), 0, ending, next);
        }
        let mut ways = Vec::new();
        for (leading, remaining) in LEADING.into_iter().zip(0..) {
            let set = set.intersection(leading);
            if !set.is_empty() {
                ways.extend(self.octets((position, set), remaining, ending, next));
            }
        }
        self.first_of(&ways)
    }

    /// Returns the address of octets of a set with that many octets of the same character after them.
    fn octets(
        &mut self,
        (position, set): (PositionId, CharacterSet),
        remaining: usize,
        ending: EndingId,
        next: Point,
    ) -> Option<Address> {
        let after = self.machine.after(position);
        let next = match remaining.checked_sub(1) {
            None => self.live_among(after, ending, next)?,
            Some(remaining) => {
                let mut ways = Vec::new();
                for position in self.machine.members(after).to_vec() {
                    if let Position::Octet(set, _) = self.machine.position(position)
                        && self.live.new.contains(set)
                    {
                        ways.extend(self.octets((position, set), remaining, ending, next));
                    }
                }
                self.first_of(&ways)?
            }
        };
        Some(self.add(Instruction::Octet(set, next)))
    }

    /// Adds the ways of a position that calls a definition.
    fn call(
        &mut self,
        position: PositionId,
        ending: EndingId,
        point: Point,
        ways: &mut Vec<Address>,
    ) -> Result<(), LimitReached> {
        let live = self.live;
        let around = live.ending(ending).context;
        let site = live.layers.site(point.0, point.1);
        let found = live.at(point);
        self.machine.take(found.len(), 0)?;
        for &(inner, state) in found {
            let one = live.ending(inner);
            if one.context == ROOT
                || one.point == point
                || self.machine.site_of(one.context) != site
                || one.callers.binary_search(&ending).is_err()
                || !self.machine.meets(state, self.machine.start(one.context))
            {
                continue;
            }
            let calls = self.machine.calls(one.context);
            if calls.binary_search(&(position, around)).is_err() {
                continue;
            }
            let after = self.machine.after(position);
            if let Some(next) = self.live_among(after, ending, one.point) {
                let definition = self.definition(inner, point);
                ways.push(self.add(Instruction::Call(definition, next)));
            }
        }
        Ok(())
    }
}
