//! What a text uses and no text before it does: where to look if a grammar derives a text that it should not.
//!
//! Programs are searched for faults in this way (J. Jones and M. Harrold: Empirical Evaluation of the Tarantula Automatic
//! Fault-Localization Technique, 2005): what runs in failed tests only is suspicious. `*DIGIT` in the place of `1*DIGIT` is
//! right for every valid example, and only the invalid text has a number without digits.

use std::collections::HashMap;
use std::ops::Range;

use rfcbnf_engine::{Production, Tree};

use super::Coverage;
use super::taken::{Taken, Usage, taken};
use crate::octets::OctetSet;
use crate::resolved::ExpressionId;
use crate::sentences::UseKind;
use crate::syntax::Span;

/// A part of a production that a text uses in another way than all texts of a [`Coverage`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewUse {
    /// The name of the production.
    pub production: String,
    /// The part, in byte offsets of the grammar file.
    pub span: Span,
    /// How the text uses it.
    pub kind: NewUseKind,
    /// What the part derives, in byte offsets of the text.
    pub text: Range<usize>,
}

/// How a text uses a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NewUseKind {
    /// As an alternative, or as an optional part that is present or absent.
    Part(UseKind),
    /// As a repetition of that many rounds, which are fewer or more than in any other text.
    Rounds(usize),
    /// As a reference: it derives its text in a way that is new, and that the file of the grammar does not define.
    Reference,
    /// As a range that derives this octet.
    Octet(u8),
}

/// The texts so far: the numbers of rounds, and the octets.
#[derive(Debug, Clone, Default)]
pub(super) struct Precedents {
    rounds: HashMap<ExpressionId, (usize, usize)>,
    octets: HashMap<ExpressionId, OctetSet>,
}

impl Precedents {
    pub(super) fn add(&mut self, taken: &[Taken]) {
        for one in taken {
            match one.usage {
                Usage::Rounds(rounds) => {
                    let (least, most) = self
                        .rounds
                        .entry(one.expression)
                        .or_insert((rounds, rounds));
                    (*least, *most) = ((*least).min(rounds), (*most).max(rounds));
                }
                Usage::Octet(octet) => {
                    let octets = self.octets.entry(one.expression).or_insert(OctetSet::EMPTY);
                    octets.insert(octet);
                }
                Usage::Part(_) | Usage::Child(_) => {}
            }
        }
    }
}

impl Coverage<'_> {
    /// Returns what a valid text uses in another way than all texts that were added, the most telling first: alternatives and
    /// optional parts, then numbers of rounds, then characters of a range. What is inside of a new alternative is left out. The
    /// tree has the productions of single characters.
    ///
    /// ```
    /// use rfcbnf::conformance::{Coverage, NewUseKind};
    /// use rfcbnf_engine::Detail;
    ///
    /// let grammar = rfcbnf::Grammar::from_abnf("port = *DIGIT\n")?;
    /// let parser = grammar.parser("port")?;
    /// let mut coverage = Coverage::of_grammar(&grammar);
    /// coverage.add_valid(&parser.parse_in_detail("80", Detail::Characters)?);
    /// let new = coverage.new_uses(&parser.parse_in_detail("", Detail::Characters)?);
    /// assert_eq!((&grammar.source[new[0].span.clone()], new[0].kind), ("*DIGIT", NewUseKind::Rounds(0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new_uses<P: Production>(&self, tree: &Tree<'_, P>) -> Vec<NewUse> {
        let taken = taken(&self.grammar, tree.octets(), &self.nodes(tree));
        // The reference that each node derives.
        let callers: HashMap<usize, &Taken> = { taken.iter() }
            .filter_map(|one| match one.usage {
                Usage::Child(child) => Some((child, one)),
                _ => None,
            })
            .collect();
        let mut new: Vec<&Taken> = Vec::new();
        for one in taken.iter().filter(|one| self.is_new(one)) {
            let is_inside = |outer: &&Taken| {
                let is_choice = matches!(outer.usage, Usage::Part(_));
                let (inner, outer_text) = (&one.text, &outer.text);
                is_choice
                    && outer.node <= one.node
                    && outer_text.start <= inner.start
                    && inner.end <= outer_text.end
            };
            if !new.iter().any(is_inside) {
                new.push(one);
            }
        }
        let rank = |one: &&Taken| match one.usage {
            Usage::Part(_) => 0,
            Usage::Rounds(_) => 1,
            Usage::Octet(_) | Usage::Child(_) => 2,
        };
        new.sort_by_key(rank);
        // A character proves little.
        let is_character = |one: &&Taken| matches!(one.usage, Usage::Octet(_));
        if !new.iter().all(is_character) {
            new.retain(|one| !is_character(one));
        }
        let mut uses: Vec<NewUse> = Vec::new();
        for one in new {
            let found = self.in_file(one, &callers);
            uses.extend(found.filter(|found| !uses.contains(found)));
        }
        uses
    }

    /// Returns whether no text that was added uses the expression so.
    fn is_new(&self, one: &Taken) -> bool {
        let expression = &one.expression;
        match one.usage {
            // Of a production, something around it is new; of rounds, their number says more.
            Usage::Part(UseKind::Production | UseKind::Fewest | UseKind::Several)
            | Usage::Child(_) => false,
            Usage::Part(kind) => !self.texts.contains_key(&(*expression, kind)),
            Usage::Rounds(rounds) => {
                let known = self.precedents.rounds.get(expression);
                known.is_some_and(|(least, most)| !(*least..=*most).contains(&rounds))
            }
            Usage::Octet(octet) => {
                let known = self.precedents.octets.get(expression);
                known.is_some_and(|known| !known.contains(octet))
            }
        }
    }

    /// Returns the use, or the reference in the file of the grammar that leads there from outside of it.
    fn in_file(&self, one: &Taken, callers: &HashMap<usize, &Taken>) -> Option<NewUse> {
        let is_in_file = |one: &Taken| {
            let span = self.grammar.expression(one.expression).span();
            self.grammar.grammar().is_in_file(span.start)
        };
        let mut shown = one;
        while !is_in_file(shown) {
            shown = callers.get(&shown.node)?;
        }
        let kind = match one.usage {
            _ if shown.expression != one.expression => NewUseKind::Reference,
            Usage::Part(kind) => NewUseKind::Part(kind),
            Usage::Rounds(rounds) => NewUseKind::Rounds(rounds),
            Usage::Octet(octet) => NewUseKind::Octet(octet),
            Usage::Child(_) => NewUseKind::Reference,
        };
        let expression = self.grammar.expression(shown.expression);
        let production = self.grammar.production(expression.production());
        Some(NewUse {
            production: production.name().to_owned(),
            span: expression.span().clone(),
            kind,
            text: shown.text.clone(),
        })
    }
}
