//! Texts that productions derive, for their documentation.

use super::context::Context;
use crate::resolved::{ExpressionId, ProductionId, ResolvedGrammar, ResolvedKind};

/// Returns a text of the production that shows all its parts: optional parts are present,
/// repetitions have a round, and each character differs from the one before. If no such text
/// exists, it returns a shortest text.
pub(super) fn sample(context: &Context<'_>, production: ProductionId) -> Option<String> {
    let resolved = context.resolved();
    let mut sampler = Sampler {
        resolved,
        choices: 0,
        text: String::new(),
    };
    sampler.expression(resolved.production(production).body());
    let automaton = context.plan.automaton(production);
    automaton
        .accepts(sampler.text.as_bytes())
        .then_some(sampler.text)
        .or_else(|| automaton.shortest())
}

struct Sampler<'g> {
    resolved: &'g ResolvedGrammar<'g>,
    /// The number of choices between characters so far.
    choices: usize,
    text: String,
}

impl Sampler<'_> {
    fn expression(&mut self, id: ExpressionId) {
        match self.resolved.kind(id) {
            ResolvedKind::Alternation(members) => {
                let is_character = |&member: &ExpressionId| matches!(self.resolved.kind(member), ResolvedKind::Literal { text, .. } if text.len() == 1);
                let mut index = 0;
                if members.iter().all(is_character) {
                    index = self.choices % members.len();
                    self.choices += 1;
                }
                self.expression(members[index]);
            }
            ResolvedKind::Sequence(members) => {
                for &member in members {
                    self.expression(member);
                }
            }
            ResolvedKind::Optional(body) => self.expression(*body),
            ResolvedKind::Repetition { least, body, .. } => {
                (0..(*least).max(1)).for_each(|_| self.expression(*body));
            }
            ResolvedKind::Literal { text, .. } => self.text.push_str(text),
            ResolvedKind::Reference {
                production,
                is_recursive: false,
                ..
            } => self.expression(self.resolved.production(*production).body()),
            ResolvedKind::Reference { .. } | ResolvedKind::Undefined(_) => {}
        }
    }
}
