//! Octets that stand for something else.
//!
//! Automata read octets, and some of their texts have more: a production that a body refers to, the place of a part, a
//! number. An octet that no text has stands for it. If every octet is in some text, as in a grammar with `%x00-FF`, it
//! is one that nothing tells apart from another octet, its *twin*:
//!
//! ```text
//! a = %x80-BF / %xC0-FF b        FF and FE are in the same sets
//! ```
//!
//! Two grammars that derive the same texts without FF derive the same texts, because FF may take the place of FE in
//! each. So the texts with FF are left out, and FF is free.

use crate::automaton::{Automaton, TooLarge, Work, octet_classes};
use crate::network::{network, terminals};
use crate::octets::OctetSet;
use crate::resolved::ResolvedGrammar;
use crate::syntax::{Encoding, Expression, Grammar, Kind};

/// An octet that is free to stand for something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spare {
    pub(crate) octet: u8,
    /// The octet that stays in texts in its place; `None` if no text has it.
    pub(crate) twin: Option<u8>,
}

/// Returns the octets that are free, where texts consist of members of these sets: those of no text come first, and
/// otherwise they are in the given order.
pub(crate) fn spare(
    sets: impl IntoIterator<Item = OctetSet>,
    order: impl IntoIterator<Item = u8>,
) -> impl Iterator<Item = Spare> {
    let mut used = OctetSet::EMPTY;
    let classes = octet_classes(sets.into_iter().inspect(|set| used |= *set));
    let order: Vec<u8> = order.into_iter().collect();
    let (taken, unused): (Vec<u8>, Vec<u8>) = order.iter().partition(|it| used.contains(**it));
    let unused = unused.into_iter().map(|octet| Spare { octet, twin: None });
    let taken = taken.into_iter().filter_map(move |octet| {
        let class = classes.iter().find(|class| class.contains(octet))?;
        let twin = order.iter().rfind(|&&it| class.contains(it))?;
        (octet != *twin).then_some(Spare {
            octet,
            twin: Some(*twin),
        })
    });
    unused.chain(taken)
}

/// Returns the sets of octets that the texts of these productions consist of.
pub(crate) fn sets_of<'n>(
    grammar: &Grammar,
    productions: impl IntoIterator<Item = &'n str>,
) -> Vec<OctetSet> {
    let part = grammar.part(productions);
    terminals(&network(&ResolvedGrammar::new(&part))).collect()
}

impl Spare {
    /// Returns whether the ranges of a grammar stay ranges without the octet.
    pub(crate) fn is_at_ends_of_ranges(self, grammar: &Grammar) -> bool {
        let character = char::from(self.octet);
        let mut is_inside = false;
        for production in &grammar.productions {
            production.body.walk(&mut |expression| {
                if let Kind::Range { first, last } = expression.kind {
                    is_inside |= first < character && character < last;
                }
            });
        }
        !is_inside && (self.octet.is_ascii() || grammar.encoding == Encoding::Octets)
    }

    /// Returns these texts, and the octet alone.
    pub(crate) fn beside(self, texts: &Automaton, work: &Work) -> Result<Automaton, TooLarge> {
        Automaton::union([texts, &Automaton::of_text(&[self.octet])], work)
    }

    /// Returns these texts with the octet wherever its twin can be.
    pub(crate) fn filled_in(self, texts: &Automaton, work: &Work) -> Result<Automaton, TooLarge> {
        let Some(twin) = self.twin else {
            return Ok(texts.clone());
        };
        Automaton::of_states(
            texts.classes_with(OctetSet::single(self.octet)),
            texts.start(),
            &|&state| texts.is_accepting(state),
            &|&state, octet| texts.step(state, if octet == self.octet { twin } else { octet }),
            work,
        )
    }

    /// Takes the octet out of the ranges of an expression that have it, where each character is an octet. No literal and
    /// no range has it alone: it could be told apart from its twin then.
    pub(crate) fn leave_out_of(self, expression: &mut Expression) {
        let character = char::from(self.octet);
        if let Kind::Range { first, last } = expression.kind
            && (first..=last).contains(&character)
        {
            let octet = |octet: Option<u8>| octet.map(char::from);
            let below = octet(self.octet.checked_sub(1)).filter(|below| first <= *below);
            let above = octet(self.octet.checked_add(1)).filter(|above| *above <= last);
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
        children.for_each(|child| self.leave_out_of(child));
    }
}
