//! The productions of a joined grammar, and their names.

use std::collections::{HashMap, HashSet};

use super::binding::{Binder, Id};
use super::equal::earlier_equals;
use crate::syntax::Kind;

/// The names of the productions that are reached.
pub(super) struct Names {
    /// In the order of the parts, each in file order.
    in_order: Vec<(Id, String)>,
    by_id: HashMap<Id, String>,
    /// In lower case.
    taken: HashSet<String>,
    equals: HashMap<Id, Id>,
}

impl Names {
    pub(super) fn new(binder: &Binder<'_>) -> Self {
        let reached = reached(binder);
        let ids: Vec<Id> = reached.iter().map(|(id, _)| *id).collect();
        let equals = earlier_equals(binder, &ids);
        let mut names = Self {
            in_order: Vec::new(),
            by_id: HashMap::new(),
            taken: HashSet::new(),
            equals,
        };
        for (id, wanted) in reached {
            if names.equals.contains_key(&id) {
                continue;
            }
            let name = names.free(&binder.parts[id.part].name, &wanted);
            names.taken.insert(name.to_ascii_lowercase());
            names.in_order.push((id, name.clone()));
            names.by_id.insert(id, name);
        }
        names.in_order.sort_by_key(|(id, _)| *id);
        names
    }

    /// Returns the productions with their names, in the order of the parts.
    pub(super) fn in_order(&self) -> &[(Id, String)] {
        &self.in_order
    }

    /// Returns the name of a production that is reached.
    pub(super) fn of(&self, id: Id) -> &str {
        let id = self.equals.get(&id).unwrap_or(&id);
        self.by_id.get(id).map_or("", String::as_str)
    }

    /// Returns the name for one that nothing defines, so that it stays undefined.
    pub(super) fn of_unbound(&self, part: &str, name: &str) -> String {
        self.free(part, name)
    }

    /// Returns the name, with that of the part in front of it if another production has it.
    fn free(&self, part: &str, name: &str) -> String {
        let is_free = |name: &String| !self.taken.contains(&name.to_ascii_lowercase());
        let name = name.to_owned();
        if is_free(&name) {
            return name;
        }
        let long = format!("{part}-{name}");
        let numbered = (2..).map(|number| format!("{long}-{number}"));
        let mut names = std::iter::once(long.clone()).chain(numbered);
        names.find(is_free).unwrap_or(long)
    }
}

/// Returns the productions that the joined grammar needs, each with the name that it is to have if no
/// other one before it has that name.
fn reached(binder: &Binder<'_>) -> Vec<(Id, String)> {
    let mut reached: Vec<(Id, String)> = Vec::new();
    let mut seen: HashSet<Id> = HashSet::new();
    for (part, one) in binder.parts.iter().enumerate() {
        if one.is_whole {
            for (production, written) in one.document.grammar.productions.iter().enumerate() {
                let id = binder.replaced(Id { part, production });
                if seen.insert(id) {
                    reached.push((id, written.name.clone()));
                }
            }
        }
    }
    let mut next = 0;
    while let Some(&(id, _)) = reached.get(next) {
        next += 1;
        for (within, body) in binder.bodies(id) {
            body.walk(&mut |part| {
                if let Kind::Reference { .. } | Kind::Prose(_) = part.kind
                    && let Some(used) = binder.of_expression(within, part)
                    && seen.insert(used)
                {
                    reached.push((used, binder.production(used).name.clone()));
                }
            });
        }
    }
    reached
}
