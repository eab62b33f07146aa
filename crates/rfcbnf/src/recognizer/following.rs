//! The octets that can follow the texts of unknown productions.
//!
//! They are the FOLLOW sets of A. Aho, R. Sethi and J. Ullman (Compilers, 1986, Section 4.4), in the grammar in which
//! unknown productions derive the empty text: in `<a> <b> ","`, a comma can follow both.

use crate::octets::OctetSet;
use crate::resolved::{ExpressionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::Grammar;

/// Returns the octets that can follow each production of the grammar.
pub(super) fn following(grammar: &Grammar) -> Vec<OctetSet> {
    let resolved = ResolvedGrammar::new(grammar);
    let mut search = Search {
        found: vec![OctetSet::EMPTY; resolved.productions().len()],
        grammar: &resolved,
        has_changed: true,
    };
    while std::mem::take(&mut search.has_changed) {
        for (index, production) in resolved.productions().iter().enumerate() {
            let after = search.found[index];
            search.add(production.body(), after);
        }
    }
    search.found
}

struct Search<'s, 'g> {
    grammar: &'s ResolvedGrammar<'g>,
    /// The octets that can follow each production, as far as they are known.
    found: Vec<OctetSet>,
    has_changed: bool,
}

impl Search<'_, '_> {
    /// Adds what can follow the productions in an expression that these octets can follow.
    fn add(&mut self, expression: ExpressionId, mut after: OctetSet) {
        let grammar = self.grammar;
        let first = |one: ExpressionId| grammar.properties(one).first().exact();
        match grammar.kind(expression) {
            ResolvedKind::Alternation(members) => {
                for &member in members {
                    self.add(member, after);
                }
            }
            ResolvedKind::Sequence(members) => {
                for &member in members.iter().rev() {
                    self.add(member, after);
                    if !grammar.properties(member).is_nullable() {
                        after = OctetSet::EMPTY;
                    }
                    after |= first(member);
                }
            }
            &ResolvedKind::Optional(body) => self.add(body, after),
            &ResolvedKind::Repetition { most, body, .. } => {
                if most != Some(1) {
                    after |= first(body);
                }
                self.add(body, after);
            }
            ResolvedKind::Reference { production, .. } => {
                let found = &mut self.found[production.index()];
                self.has_changed |= *found | after != *found;
                *found |= after;
            }
            ResolvedKind::Literal { .. }
            | ResolvedKind::Range(_)
            | ResolvedKind::Undefined(_)
            | ResolvedKind::Unknown => {}
        }
    }
}
