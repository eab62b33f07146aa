//! A text that a production derives, for its documentation.

use super::Generator;
use crate::syntax::{Case, Expression, Kind};

impl Generator<'_> {
    /// A word of the production that shows all its parts: what is optional is there, what
    /// may repeat is there, and each character differs from the one before.
    pub(super) fn sample(&self, name: &str) -> Option<String> {
        let mut sampler = Sampler {
            generator: self,
            count: 0,
            text: String::new(),
        };
        sampler.production(name);
        let language = self.plan.languages().production(name)?;
        language
            .contains(&sampler.text)
            .then_some(sampler.text)
            .or_else(|| language.shortest())
    }
}

struct Sampler<'w, 'g> {
    generator: &'w Generator<'g>,
    /// The number of choices made between characters.
    count: usize,
    text: String,
}

impl Sampler<'_, '_> {
    fn production(&mut self, name: &str) {
        if let Some(production) = self.generator.grammar.production(name) {
            self.expression(&production.body);
        }
    }

    fn expression(&mut self, expression: &Expression) {
        match &expression.kind {
            Kind::Alternation(members) => {
                let characters = members.iter().all(
                    |member| matches!(&member.kind, Kind::Literal { text, .. } if text.len() == 1),
                );
                let index = if characters {
                    self.count % members.len()
                } else {
                    0
                };
                self.count += usize::from(characters);
                self.expression(&members[index]);
            }
            Kind::Sequence(members) => members.iter().for_each(|member| self.expression(member)),
            Kind::Optional(body) => self.expression(body),
            Kind::Repetition { least, body, .. } => {
                (0..(*least).max(1)).for_each(|_| self.expression(body));
            }
            Kind::Literal {
                text,
                case: Case::Exact | Case::Ignored,
                ..
            } => self.text.push_str(text),
            Kind::Reference { name, .. } => self.production(name),
        }
    }
}
