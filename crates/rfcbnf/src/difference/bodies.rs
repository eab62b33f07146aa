//! Productions whose bodies are equal up to names.
//!
//! A partition puts all productions without an automaton into one class, and then apart those whose
//! bodies differ as regular languages over octets and classes, until nothing changes. Two productions
//! that stay together derive the same texts: their bodies make the same from the texts of the classes.
//! So do the classes of J. Hopcroft for states, and of D. Park (1981) for processes.
//!
//! A class is spelled by `spelling`, so an automaton can read it.

use std::collections::HashMap;

use super::Side;
use super::half::Half;
use super::spelled::Spelling;
use crate::automaton::{Automaton, Work};
use crate::syntax::Production;

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
