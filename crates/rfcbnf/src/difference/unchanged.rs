//! Productions that both grammars write alike, down to everything that they use.
//!
//! They derive the same texts, so no automaton has to be made: a large grammar is compared with a copy of
//! itself at once.

use std::collections::HashSet;

use crate::syntax::Grammar;

/// Returns the names of these productions among those with the given names.
pub(super) fn unchanged<'n>(
    a: &Grammar,
    b: &Grammar,
    names: &HashSet<&'n str>,
) -> HashSet<&'n str> {
    if (a.notation, a.encoding) != (b.notation, b.encoding) {
        return HashSet::new();
    }
    let obstacles = a.obstacles();
    let has_texts = |name: &str| {
        let obstacle = obstacles.to_texts(name);
        obstacle.is_none_or(|one| one.is_recursion() && !one.derives_no_text())
    };
    let is_written_alike = |name: &str| {
        let both = a.production(name).zip(b.production(name));
        both.is_some_and(|(a, b)| {
            (&a.excluded, &a.named_under) == (&b.excluded, &b.named_under)
                && a.body.derives_like(&b.body)
        })
    };
    let mut found = names.clone();
    found.retain(|name| is_written_alike(name) && has_texts(name));
    loop {
        let before = found.clone();
        found.retain(|name| {
            let used = a.production(name).map(|one| one.body.references());
            used.is_some_and(|used| used.iter().all(|used| before.contains(used)))
        });
        if found.len() == before.len() {
            return found;
        }
    }
}
