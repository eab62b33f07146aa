//! Names of productions as texts that automata can read.
//!
//! A name is spelled with an octet that begins no other text, the *mark*. If every octet is in some text, as in a
//! grammar with `%x00-FF`, the mark is one that no production tells apart from another octet:
//!
//! ```text
//! a = %x80-BF / %xC0-FF b        FF and FE are in the same sets
//! ```
//!
//! Two productions that derive the same texts without FF derive the same texts, because FF may take the place of FE
//! in each. So the texts with the mark are left out, and the mark is free.

use std::collections::HashMap;

use super::Side;
use super::half::Half;
use crate::automaton::{Automaton, TooLarge, Work};
use crate::network::{network, terminals};
use crate::octets::OctetSet;
use crate::resolved::ResolvedGrammar;
use crate::syntax::{Encoding, Expression, Kind, Production};

/// Spells names in a way that no text of a grammar has.
pub(super) struct Spelling<'g> {
    mark: u8,
    /// The automata of the productions of both grammars that have the mark in texts, without these texts.
    without: [HashMap<&'g str, Automaton>; 2],
}

impl<'g> Spelling<'g> {
    /// Finds an octet that neither the open productions nor those that they use tell apart from another one, or do
    /// not use.
    pub(super) fn new(halves: [&Half<'g>; 2], work: &Work) -> Option<Self> {
        let sets = halves.map(|half| {
            let part = half.automata.grammar().part(half.names());
            let sets: Vec<OctetSet> = terminals(&network(&ResolvedGrammar::new(&part))).collect();
            sets
        });
        let is_used = |octet: u8| {
            let mut all = sets.iter().flatten();
            all.any(|set| set.contains(octet))
        };
        let spare = (0..=u8::MAX).rev().find(|&octet| !is_used(octet));
        // Characters above 7F have several octets, which are not looked for in bodies.
        let is_looked_for = |half: &Half| half.automata.grammar().encoding == Encoding::Octets;
        let is_replaceable = |octet: u8| {
            let mut halves = halves.iter().zip(&sets);
            let is_free = halves.all(|(half, sets)| {
                is_looked_for(half) || !sets.iter().any(|set| set.contains(octet))
            });
            is_free
                && (0x80..octet).any(|other| {
                    let mut all = sets.iter().flatten();
                    all.all(|set| set.contains(octet) == set.contains(other))
                })
        };
        let mark = spare.or_else(|| (0x80..=u8::MAX).rev().find(|&octet| is_replaceable(octet)))?;
        let mut without = [HashMap::new(), HashMap::new()];
        for (half, without) in halves.iter().zip(&mut without) {
            for (production, automaton) in half.automata.in_file_order() {
                if automaton.octets().contains(mark) {
                    let avoiding = automaton.avoiding(mark, work).ok()?;
                    without.insert(production.name.as_str(), avoiding);
                }
            }
        }
        Some(Self { mark, without })
    }

    /// Returns the automaton of the text that spells a number. It is another in any letter case.
    pub(super) fn spell(&self, number: usize) -> Automaton {
        let mut text = vec![self.mark];
        // Four bits in each octet, so none is a letter.
        for octet in number.to_be_bytes() {
            text.extend([octet >> 4, octet & 0xf]);
        }
        text.push(b'a');
        Automaton::of_text(&text)
    }

    /// Returns the texts of an automaton without those that have the mark.
    pub(super) fn free(&self, automaton: &Automaton, work: &Work) -> Result<Automaton, TooLarge> {
        automaton.avoiding(self.mark, work)
    }

    /// Returns what a body of a grammar with that encoding makes of the definitions of a grammar and, for the names
    /// that it does not define, of `more`. Returns `None` if a name has no definition, or if it is too large.
    pub(super) fn define<'a>(
        &'a self,
        (side, half): (Side, &'a Half<'_>),
        (production, encoding): (&Production, Encoding),
        more: &'a dyn Fn(&str) -> Option<&'a Automaton>,
        work: &'a Work,
    ) -> Option<Automaton> {
        let without = &self.without[side as usize];
        let find = |name: &str| {
            let own = without.get(name);
            own.or_else(|| half.automata.production(name))
                .or_else(|| more(name))
        };
        let names = production.body.references();
        if names.into_iter().any(|name| find(name).is_none()) {
            return None;
        }
        let mut production = production.clone();
        if encoding == Encoding::Octets {
            leave_out(&mut production.body, char::from(self.mark));
        }
        Automaton::of_production((&production, encoding), &find, work).ok()
    }
}

/// Takes a character out of the ranges that have it. No literal and no range has it alone: it could be told apart then.
fn leave_out(expression: &mut Expression, mark: char) {
    let octet = |offset: i32| {
        let octet = i32::try_from(u32::from(mark)).ok()? + offset;
        u8::try_from(octet).ok().map(char::from)
    };
    if let Kind::Range { first, last } = expression.kind
        && (first..=last).contains(&mark)
    {
        let below = octet(-1).filter(|below| first <= *below);
        let above = octet(1).filter(|above| *above <= last);
        let below = below.map(|below| (first, below));
        let parts = below.into_iter().chain(above.map(|above| (above, last)));
        let mut parts: Vec<Expression> = parts
            .map(|(first, last)| Expression {
                kind: Kind::Range { first, last },
                span: expression.span.clone(),
            })
            .collect();
        if parts.len() > 1 {
            expression.kind = Kind::Alternation(parts);
        } else if let Some(part) = parts.pop() {
            expression.kind = part.kind;
        }
        return;
    }
    let children = expression.children_mut().iter_mut();
    children.for_each(|child| leave_out(child, mark));
}
