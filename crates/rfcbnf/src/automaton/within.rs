//! The prefixes of texts after which the next octet can be in a certain production.
//!
//! A *prefix into* a production `k` is a beginning of a text with a derivation in which `k` derives the
//! octet that follows:
//!
//! ```text
//! a = "x" [ ":" k ]      k = "yz"      texts: x, x:yz      prefixes into k: x:, x:y
//! ```
//!
//! The instructions of a production become a nondeterministic automaton as for its texts (`joint`), with
//! other ends. A text of the production leads nowhere. A reference to `k` leads to the prefixes of its
//! texts too, and one to a production that uses `k` to the prefixes into `k` of that production. Both
//! end there.

use std::collections::{HashMap, HashSet};

use super::joint::Set;
use super::limits::{TooLarge, Work};
use super::production::too_large;
use super::{Automata, Automaton, AutomatonError};
use crate::obstacles::Group;

impl Automaton {
    /// Returns the automaton of the prefixes of the texts, without the texts that nothing can follow.
    fn unfinished(&self, work: &Work) -> Result<Self, TooLarge> {
        Self::of_states(
            self.classes.clone(),
            self.start(),
            &|&state| !self.next(state).is_empty(),
            &|&state, octet| self.step(state, octet),
            work,
        )
    }
}

impl Automata<'_> {
    /// Returns the automaton of the prefixes into any of the productions of those names, of texts of the
    /// production. A prefix need not be one if all its texts are excluded.
    ///
    /// # Errors
    ///
    /// Returns an [`AutomatonError`] if the grammar has no such production, or if one is too large.
    pub(crate) fn prefixes_into(
        &self,
        production: &str,
        into: &HashSet<&str>,
        work: &Work,
    ) -> Result<Automaton, AutomatonError> {
        let production = self.grammar().lookup(production)?.name.as_str();
        let mut known: HashMap<&str, Automaton> = HashMap::new();
        for group in self.groups() {
            let members = group.productions();
            let found = self.group_prefixes(group, into, &known, work);
            let found = found.map_err(|TooLarge| too_large(members[0]))?;
            let names = members.iter().map(|one| one.name.as_str());
            known.extend(names.zip(found));
            if members.iter().any(|one| one.name == production) {
                break;
            }
        }
        Ok(known.remove(production).unwrap_or_else(Automaton::empty))
    }

    /// Returns the automata of the prefixes of each production of a group; nothing if none leads to the
    /// named productions. `known` has those of the productions that they refer to.
    fn group_prefixes(
        &self,
        group: &Group<'_>,
        into: &HashSet<&str>,
        known: &HashMap<&str, Automaton>,
        work: &Work,
    ) -> Result<Vec<Automaton>, TooLarge> {
        let productions = group.productions();
        let whole = |name: &str| into.contains(name).then(|| self.production(name)).flatten();
        let mut used = productions.iter().flat_map(|one| one.body.references());
        let is_whole = productions.iter().any(|one| whole(&one.name).is_some());
        if !is_whole && !used.any(|name| known.contains_key(name)) {
            return Ok(Vec::new());
        }
        let mut own = Vec::new();
        for production in productions {
            let prefixes = whole(&production.name).map(|whole| whole.unfinished(work));
            own.push(prefixes.transpose()?);
        }
        let encoding = self.grammar().encoding;
        let set = Set::new(productions.iter().copied(), encoding, group.end());
        set.prefixes(&|name| self.production(name), (&own, known), work)
    }
}
