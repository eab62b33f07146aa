//! The productions that cause the differences of others.

use std::collections::{BTreeSet, HashMap};

use super::{Comparison, Origin};
use crate::syntax::Production;

/// The definitions of each production that differs or that passes differences on.
pub(super) type Differing<'p> = HashMap<&'p str, Vec<&'p Production>>;

/// Names the causes of the productions that differ because of others.
pub(super) fn name_causes(compared: &mut HashMap<String, Comparison>, differing: &Differing) {
    let causes: BTreeSet<String> = compared
        .iter()
        .filter(|(_, result)| result.is_cause())
        .map(|(name, _)| name.clone())
        .collect();
    // No text is known in which these differ, but they are written differently.
    let is_suspect =
        |(_, result): &(&String, &Comparison)| matches!(result, Comparison::NoneFound(_));
    let suspects = compared.iter().filter(is_suspect);
    let suspects: BTreeSet<String> = suspects.map(|(name, _)| name.clone()).collect();
    for (name, result) in compared {
        if let Comparison::Differs { origin, .. } = result
            && let Origin::Others(names) = origin
        {
            let mut reached = reached_causes(name, differing, &causes);
            if reached.is_empty() {
                reached = reached_causes(name, differing, &suspects);
            }
            *names = reached.into_iter().map(str::to_owned).collect();
            // Readings of the two grammars can differ without another production.
            if names.is_empty() {
                let excludes = differing.get(&**name).is_some_and(|both| excludes(both));
                *origin = if excludes {
                    Origin::Exclusion
                } else {
                    Origin::Undecided
                };
            }
        }
    }
}

/// Returns whether one of the productions excludes texts.
fn excludes(productions: &[&Production]) -> bool {
    productions.iter().any(|one| !one.excluded.is_empty())
}

/// Returns the causes that a production uses or takes names from, directly or through differing
/// productions.
fn reached_causes<'p>(
    name: &str,
    differing: &Differing<'p>,
    causes: &BTreeSet<String>,
) -> BTreeSet<&'p str> {
    let used = |name: &str| {
        let productions = differing.get(name).into_iter().flatten();
        productions.flat_map(|one| {
            let named_under = one.named_under.iter().map(String::as_str);
            one.body.references().into_iter().chain(named_under)
        })
    };
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut waiting: Vec<&str> = used(name).collect();
    while let Some(name) = waiting.pop() {
        if differing.contains_key(name) && seen.insert(name) && !causes.contains(name) {
            waiting.extend(used(name));
        }
    }
    seen.retain(|name| causes.contains(*name));
    seen
}
