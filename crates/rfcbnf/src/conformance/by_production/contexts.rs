//! What surrounds the productions in shortest texts.

use crate::resolved::{ProductionId, ResolvedGrammar};
use crate::sentences::Shortest;

/// What comes before and after a production in a text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Context {
    pub(crate) before: Vec<u8>,
    pub(crate) after: Vec<u8>,
}

impl Context {
    fn length(&self) -> usize {
        self.before.len() + self.after.len()
    }

    /// Returns the text around something in the middle of this context.
    fn around(&self, before: &[u8], after: &[u8]) -> Self {
        Self {
            before: [&self.before, before].concat(),
            after: [after, &self.after].concat(),
        }
    }

    /// Returns the text in this context.
    pub(crate) fn with(&self, text: &[u8]) -> Vec<u8> {
        [&self.before, text, &self.after].concat()
    }

    /// Returns what the text has in this context.
    pub(crate) fn inside<'t>(&self, text: &'t [u8]) -> Option<&'t [u8]> {
        let text = text.strip_prefix(&*self.before)?;
        text.strip_suffix(&*self.after)
    }
}

/// Returns the contexts of each production that the start leads to, in the order of their indices: for
/// each reference to it, the shortest surroundings, each once. The shortest comes first. That of the start is
/// empty.
pub(crate) fn contexts(
    grammar: &ResolvedGrammar<'_>,
    start: ProductionId,
    shortest: &Shortest<'_, '_>,
) -> Vec<Vec<Context>> {
    let reached = grammar.reachable_from(start);
    let references = reached
        .into_iter()
        .map(|one| (one, shortest.references(one)));
    let references: Vec<_> = references.collect();
    let mut first: Vec<Option<Context>> = vec![None; grammar.productions().len()];
    first[start.index()] = Some(Context::default());
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for (user, references) in references.iter().rev() {
            let Some(outer) = first[user.index()].clone() else {
                continue;
            };
            for reference in references {
                let context = outer.around(&reference.before, &reference.after);
                let known = &mut first[reference.production.index()];
                if known
                    .as_ref()
                    .is_none_or(|known| context.length() < known.length())
                {
                    *known = Some(context);
                    has_changed = true;
                }
            }
        }
    }
    let mut all: Vec<Vec<Context>> = first
        .iter()
        .map(|one| one.iter().cloned().collect())
        .collect();
    for (user, references) in references.iter().rev() {
        for reference in references {
            let contexts = &mut all[reference.production.index()];
            let outer = first[user.index()].as_ref();
            let context = outer.map(|it| it.around(&reference.before, &reference.after));
            contexts.extend(context.filter(|context| !contexts.contains(context)));
        }
    }
    all
}
