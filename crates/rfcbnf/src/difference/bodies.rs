//! Productions whose bodies are equal up to names.
//!
//! A partition puts all productions without an automaton into one class, and then apart those whose
//! bodies differ as regular languages over octets and classes, until nothing changes. Two productions
//! that stay together derive the same texts: their bodies make the same from the texts of the classes.
//! So do the classes of J. Hopcroft for states, and of D. Park (1981) for processes.
//!
//! A class is spelled, so that an automaton can read it, as the name of a production is: with an octet that begins no
//! other text, the *mark* ([`spare`]).

use std::collections::HashMap;

use super::Side;
use super::half::Half;
use crate::automaton::{Automaton, TooLarge, Work};
use crate::octets::OctetSet;
use crate::spare::{Spare, sets_of, spare};
use crate::syntax::{Encoding, Production};

/// The classes of the productions that have no automaton.
pub(super) struct Bodies<'p, 'g> {
    members: Vec<Member<'p, 'g>>,
    /// The class of each member.
    classes: Vec<usize>,
}

struct Member<'p, 'g> {
    side: Side,
    half: &'p Half<'g>,
    production: &'g Production,
}

/// What a production makes of the texts of classes.
enum Made {
    /// The automaton of its body over octets and classes.
    Automaton(Automaton),
    /// Its body is too large, or readings exclude texts from it: it is compared as it is written.
    AsWritten,
}

impl<'p, 'g> Bodies<'p, 'g> {
    /// Puts the productions of both grammars into classes.
    pub(super) fn new(
        a: &'p Half<'g>,
        b: &'p Half<'g>,
        spelling: Option<&Spelling<'g>>,
        work: &Work,
    ) -> Self {
        let of = |side, half: &'p Half<'g>| {
            let productions = half.open.iter();
            productions.map(move |&production| Member {
                side,
                half,
                production,
            })
        };
        let members: Vec<Member<'p, 'g>> = of(Side::A, a).chain(of(Side::B, b)).collect();
        let mut bodies = Self {
            classes: vec![0; members.len()],
            members,
        };
        while bodies.refine(spelling, work) {}
        bodies
    }

    /// Returns whether two productions derive the same texts because of their bodies.
    pub(super) fn are_equal(&self, a: &str, b: &str) -> bool {
        let (a, b) = (self.class(Side::A, a), self.class(Side::B, b));
        a.is_some() && a == b
    }

    fn class(&self, side: Side, name: &str) -> Option<usize> {
        let mut members = self.members.iter().zip(&self.classes);
        let is_it = |member: &Member| member.side == side && member.production.name == name;
        let found = members.find(|(member, _)| is_it(member));
        found.map(|(_, class)| *class)
    }

    /// Puts apart the members of a class that make different texts of classes. Returns whether there are
    /// any.
    fn refine(&mut self, spelling: Option<&Spelling<'g>>, work: &Work) -> bool {
        let made: Vec<Made> = {
            let spelled = [Side::A, Side::B].map(|side| self.spelled(side, spelling));
            let members = self.members.iter();
            let made = members.map(|member| {
                let spelled = &spelled[member.side as usize];
                match spelling {
                    Some(spelling) => member.made(spelling, spelled, work),
                    None => Made::AsWritten,
                }
            });
            made.collect()
        };
        let mut first: Vec<usize> = Vec::new();
        let mut classes = Vec::new();
        for member in 0..self.members.len() {
            let mut known = first.iter();
            let class = known.position(|&other| {
                self.classes[member] == self.classes[other] && self.is_alike(&made, member, other)
            });
            classes.push(class.unwrap_or_else(|| {
                first.push(member);
                first.len() - 1
            }));
        }
        let has_changed = classes != self.classes;
        self.classes = classes;
        has_changed
    }

    /// Returns the automata that spell the classes of the productions of a grammar.
    fn spelled(&self, side: Side, spelling: Option<&Spelling<'g>>) -> HashMap<&'g str, Automaton> {
        let members = self.members.iter().zip(&self.classes);
        let own = members.filter(|(member, _)| member.side == side);
        let spelled = own.filter_map(|(member, class)| {
            Some((member.production.name.as_str(), spelling?.spell(*class)))
        });
        spelled.collect()
    }

    fn is_alike(&self, made: &[Made], one: usize, other: usize) -> bool {
        match (&made[one], &made[other]) {
            (Made::Automaton(one), Made::Automaton(other)) => one == other,
            (Made::AsWritten, Made::AsWritten) => {
                self.is_written_like(&self.members[one], &self.members[other])
            }
            _ => false,
        }
    }

    /// Returns whether two bodies are written alike, and with names for the same texts.
    fn is_written_like(&self, one: &Member, other: &Member) -> bool {
        let (first, second) = (one.production, other.production);
        let readings = |it: &Production| (it.excluded.clone(), it.named_under.clone());
        let is_same = |name: &str| match (self.class(one.side, name), self.class(other.side, name))
        {
            (None, None) => {
                let automata = [one, other].map(|it| it.half.automata.production(name));
                automata[0].is_some() && automata[0] == automata[1]
            }
            (first, second) => first == second,
        };
        let notations = [one, other].map(|it| it.half.automata.grammar().notation);
        notations[0] == notations[1]
            && readings(first) == readings(second)
            && first.body.derives_like(&second.body)
            && first.body.references().into_iter().all(is_same)
    }
}

impl Member<'_, '_> {
    fn made(
        &self,
        spelling: &Spelling<'_>,
        spelled: &HashMap<&str, Automaton>,
        work: &Work,
    ) -> Made {
        let Self {
            side,
            half,
            production,
        } = self;
        if !production.excluded.is_empty() {
            return Made::AsWritten;
        }
        let body = (*production, half.automata.grammar().encoding);
        let automaton = spelling.define((*side, half), body, &|name| spelled.get(name), work);
        automaton.map_or(Made::AsWritten, Made::Automaton)
    }
}

/// Spells names in a way that no text of a grammar has.
pub(super) struct Spelling<'g> {
    mark: Spare,
    /// The automata of the productions of both grammars that have the mark in texts, without these texts.
    without: [HashMap<&'g str, Automaton>; 2],
}

impl<'g> Spelling<'g> {
    /// Finds an octet that neither the open productions nor those that they use tell apart from another one, or do
    /// not use.
    pub(super) fn new(halves: [&Half<'g>; 2], work: &Work) -> Option<Self> {
        let sets = halves.map(|half| sets_of(half.automata.grammar(), half.names()));
        // Characters above 7F have several octets, which are not looked for in bodies.
        let can_leave_out = |octet: u8| {
            let mut halves = halves.iter().zip(&sets);
            halves.all(|(half, sets)| {
                half.automata.grammar().encoding == Encoding::Octets
                    || !sets.iter().any(|set| set.contains(octet))
            })
        };
        let all: Vec<OctetSet> = sets.iter().flatten().copied().collect();
        let mark = spare(all, (0..=u8::MAX).rev())
            .find(|it| it.twin.is_none() || !it.octet.is_ascii() && can_leave_out(it.octet))?;
        let mut without = [HashMap::new(), HashMap::new()];
        for (half, without) in halves.iter().zip(&mut without) {
            for (production, automaton) in half.automata.in_file_order() {
                if automaton.octets().contains(mark.octet) {
                    let avoiding = automaton.avoiding(mark.octet, work).ok()?;
                    without.insert(production.name.as_str(), avoiding);
                }
            }
        }
        Some(Self { mark, without })
    }

    /// Returns the automaton of the text that spells a number. It is another in any letter case.
    pub(super) fn spell(&self, number: usize) -> Automaton {
        let mut text = vec![self.mark.octet];
        // Four bits in each octet, so none is a letter.
        for octet in number.to_be_bytes() {
            text.extend([octet >> 4, octet & 0xf]);
        }
        text.push(b'a');
        Automaton::of_text(&text)
    }

    /// Returns the texts of an automaton without those that have the mark.
    pub(super) fn free(&self, automaton: &Automaton, work: &Work) -> Result<Automaton, TooLarge> {
        automaton.avoiding(self.mark.octet, work)
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
            self.mark.leave_out_of(&mut production.body);
        }
        Automaton::of_production((&production, encoding), &find, work).ok()
    }
}
