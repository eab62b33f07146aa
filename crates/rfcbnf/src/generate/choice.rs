//! Productions whose DFA decides between their alternatives.

use rfcbnf_engine::CharacterSet;

use crate::automaton::{Automaton, Definitions, Work};
use crate::plan::Plan;
use crate::syntax::{Kind, Production};

/// The alternatives that are the body of a production.
pub(super) struct Choice {
    /// The alternative that each state of the production's DFA decides for; 0 for states that do
    /// not accept.
    pub(super) chosen: Vec<u8>,
    pub(super) automata: Vec<Automaton>,
}

impl Choice {
    /// Returns `None` if the states do not decide.
    pub(super) fn of(plan: &Plan<'_>, production: &Production) -> Option<Self> {
        let resolved = plan.resolved();
        let find = |name: &str| resolved.find(name).map(|id| plan.automaton(id));
        let automaton = find(&production.name)?;
        let Kind::Alternation(members) = &production.body.kind else {
            return None;
        };
        let encoding = resolved.grammar().encoding;
        let work = Work::new();
        let automata = members.iter().map(|member| {
            let definitions = Definitions {
                encoding,
                find: &find,
            };
            Automaton::of_expression(member, definitions, &work).ok()
        });
        let automata: Vec<Automaton> = automata.collect::<Option<_>>()?;
        let chosen = automaton.chosen(&automata)?;
        let chosen = automaton.states().map(|state| {
            let index = chosen.get(&state).copied();
            u8::try_from(index.unwrap_or_default()).ok()
        });
        let chosen = chosen.collect::<Option<_>>()?;
        Some(Self { chosen, automata })
    }

    /// Returns the characters that only this alternative's matches begin with; none if it matches
    /// the empty text.
    pub(super) fn own_first(&self, index: usize) -> CharacterSet {
        let alternative = &self.automata[index];
        if alternative.is_nullable() {
            return CharacterSet::EMPTY;
        }
        let others = self.automata.iter().enumerate();
        let others = others.filter(|(other, _)| *other != index);
        let own = others.fold(alternative.first(), |own, (_, other)| own & !other.first());
        CharacterSet::of(&own.characters())
    }
}
