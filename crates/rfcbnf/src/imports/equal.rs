//! Productions of two files that say the same.

use std::collections::HashMap;

use super::binding::{Binder, Id};
use crate::syntax::{Expression, Kind, Production};

/// For productions that say the same as an earlier one, that one.
///
/// Two productions say the same if they have one name and one body, and if the names in the body mean
/// the same. That is so for the greatest set of pairs that agrees with itself, so it starts from all
/// pairs and takes away what differs.
pub(super) fn earlier_equals(binder: &Binder<'_>, order: &[Id]) -> HashMap<Id, Id> {
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
