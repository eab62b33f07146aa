//! Texts that productions derive, for their documentation.

use super::context::Context;
use crate::octets::OctetSet;
use crate::resolved::{ExpressionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::{Case, Production};

/// Returns a text of the production that shows all its parts: optional parts are present,
/// repetitions have a round, and each character differs from the one before. If no such text
/// exists, it returns a shortest text.
pub(super) fn sample(context: &Context<'_>, production: &Production) -> Option<Vec<u8>> {
    if let Some(recognized) = context.recognized(production) {
        return Some(recognized.sample.clone());
    }
    let resolved = context.resolved();
    let id = resolved.find(&production.name)?;
    let mut sampler = Sampler {
        resolved,
        choices: 0,
        text: Vec::new(),
    };
    sampler.expression(resolved.production(id).body());
    let automaton = context.plan.automaton(id);
    let text = Some(sampler.text).filter(|text| automaton.accepts(text));
    text.or_else(|| automaton.shortest())
}

struct Sampler<'g> {
    resolved: &'g ResolvedGrammar<'g>,
    /// The number of choices between characters so far.
    choices: usize,
    text: Vec<u8>,
}

impl Sampler<'_> {
    fn expression(&mut self, id: ExpressionId) {
        match self.resolved.kind(id) {
            ResolvedKind::Alternation(members) => {
                let is_character = |&member: &ExpressionId| {
                    self.resolved.kind(member).octet(Case::Exact).is_some()
                };
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
            ResolvedKind::Literal { octets, .. } => self.text.extend_from_slice(octets),
            ResolvedKind::Range(sequences) => {
                // The last sequence has the characters that the others do not show.
                for &octets in sequences.last().into_iter().flatten() {
                    let members = readable(octets);
                    self.text.push(members[self.choices % members.len()]);
                }
                self.choices += 1;
            }
            ResolvedKind::Reference {
                production,
                is_recursive: false,
                ..
            } => self.expression(self.resolved.production(*production).body()),
            ResolvedKind::Reference { .. } | ResolvedKind::Undefined(_) | ResolvedKind::Unknown => {
            }
        }
    }
}

/// Returns the letters and digits among the octets; if there are none, those that print, or all.
fn readable(octets: OctetSet) -> Vec<u8> {
    let members = |filter: fn(&u8) -> bool| octets.iter().filter(filter).collect::<Vec<u8>>();
    let choices: [fn(&u8) -> bool; 3] = [u8::is_ascii_alphanumeric, u8::is_ascii_graphic, |_| true];
    let mut choices = choices.into_iter().map(members);
    choices
        .find(|members| !members.is_empty())
        .unwrap_or_else(|| vec![0])
}
