//! The productions of a joined grammar, their names, and those of two files that say the same.

use std::collections::{HashMap, HashSet};

use super::binding::{Binder, Id};
use crate::syntax::{Expression, Kind, Production};

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

    /// Returns whether a production of the part is reached.
    pub(super) fn reaches(&self, part: usize) -> bool {
        let named = self.by_id.keys().chain(self.equals.keys());
        named.into_iter().any(|id| id.part == part)
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

/// For productions that say the same as an earlier one, that one.
///
/// Two productions say the same if they have one name and one body, and if the names in the body mean
/// the same. That is so for the greatest set of pairs that agrees with itself, so it starts from all
/// pairs and takes away what differs.
fn earlier_equals(binder: &Binder<'_>, order: &[Id]) -> HashMap<Id, Id> {
    let mut first: HashMap<String, Id> = HashMap::new();
    let mut equals: HashMap<Id, Id> = HashMap::new();
    for &id in order {
        let name = binder.production(id).name.to_ascii_lowercase();
        let earlier = *first.entry(name).or_insert(id);
        if earlier.part != id.part && are_alike(binder, id, earlier) {
            equals.insert(id, earlier);
        }
    }
    loop {
        let differing: Vec<Id> = equals
            .iter()
            .filter(|(id, earlier)| !mean_the_same(binder, &equals, **id, **earlier))
            .map(|(&id, _)| id)
            .collect();
        if differing.is_empty() {
            return equals;
        }
        for id in differing {
            equals.remove(&id);
        }
    }
}

/// Returns whether the productions have the same body, whatever its names mean.
fn are_alike(binder: &Binder<'_>, one: Id, other: Id) -> bool {
    let encoding = |id: Id| binder.parts[id.part].document.grammar.encoding;
    let (a, b) = (binder.production(one), binder.production(other));
    let has_same_octets = encoding(one) == encoding(other) || is_ascii(&a.body);
    let is_plain = |id: Id, production: &Production| {
        production.excluded.is_empty() && binder.bodies(id).len() == 1
    };
    has_same_octets
        && a.length == b.length
        && is_plain(one, a)
        && is_plain(other, b)
        && a.body.derives_like(&b.body)
}

/// Returns whether the names in both bodies mean the same productions.
fn mean_the_same(binder: &Binder<'_>, equals: &HashMap<Id, Id>, one: Id, other: Id) -> bool {
    let meanings = |id: Id| {
        let mut meanings = Vec::new();
        binder.production(id).body.walk(&mut |part| {
            if let Kind::Reference { .. } | Kind::Prose(_) = part.kind {
                let bound = binder.of_expression(id, part);
                meanings.push(bound.map(|bound| equals.get(&bound).copied().unwrap_or(bound)));
            }
        });
        meanings
    };
    meanings(one) == meanings(other)
}

/// Returns whether the expression itself derives ASCII characters only.
pub(super) fn is_ascii(body: &Expression) -> bool {
    let mut is_ascii = true;
    body.walk(&mut |part| {
        is_ascii &= match &part.kind {
            Kind::Literal { text, .. } => text.is_ascii(),
            Kind::Range { last, .. } => last.is_ascii(),
            _ => true,
        };
    });
    is_ascii
}
