//! Texts that use a certain production or alternative, and the prefixes into a production.
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

use super::joint::{self, Set};
use super::limits::{TooLarge, Work};
use super::production::{Through, too_large};
use super::{Automata, Automaton, AutomatonError};
use crate::obstacles::Group;
use crate::syntax::{Expression, Grammar, Kind, Production};

/// Returns a shortest text of the production with a derivation that uses the part; `None` if no
/// derivation does. Of several texts, it returns the first in the order of
/// [`Automaton::shortest`]. For several questions, [`Automata::shortest_through`] shares the work.
///
/// A production uses itself.
///
/// ```
/// use rfcbnf::automaton::{Through, shortest_through};
///
/// let grammar = rfcbnf::read("hostport = host [ \":\" port ]\nhost = 1*\"a\"\nport = 1*\"8\"\n")?;
/// let port = Through::Production("port".to_owned());
/// assert_eq!(shortest_through(&grammar, "hostport", &port)?.as_deref(), Some(b"a:8".as_slice()));
/// assert_eq!(shortest_through(&grammar, "host", &port)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an [`AutomatonError`] if the grammar has no such production or no such part, or if a
/// production is too large.
pub fn shortest_through(
    grammar: &Grammar,
    production: &str,
    part: &Through,
) -> Result<Option<Vec<u8>>, AutomatonError> {
    Automata::reachable_from(grammar, production)?.shortest_through(production, part)
}

impl Automata<'_> {
    /// Returns a shortest text of the production with a derivation that uses the part; `None` if
    /// no derivation does. See [`shortest_through`].
    ///
    /// # Errors
    ///
    /// Returns an [`AutomatonError`] if there is no such production or no such part, or if the
    /// automaton of the texts that use the part is too large.
    pub fn shortest_through(
        &self,
        production: &str,
        part: &Through,
    ) -> Result<Option<Vec<u8>>, AutomatonError> {
        let production = self.grammar().lookup(production)?.name.as_str();
        let target = Target::find(self.grammar(), part)?;
        let work = Work::new();
        let mut using: HashMap<&str, Automaton> = HashMap::new();
        for group in self.groups() {
            let members = group.productions();
            let found = self.using(group, &target, &using, &work);
            let found = found.map_err(|TooLarge| too_large(members[0]))?;
            let names = members.iter().map(|one| one.name.as_str());
            using.extend(names.zip(found));
            if members.iter().any(|one| one.name == production) {
                break;
            }
        }
        Ok(using.get(production).and_then(Automaton::shortest))
    }

    /// Returns the automata of those texts of the productions that use the target; nothing if none of
    /// them can. `using` has those of the productions that they refer to.
    fn using(
        &self,
        group: &Group<'_>,
        target: &Target,
        using: &HashMap<&str, Automaton>,
        work: &Work,
    ) -> Result<Vec<Automaton>, TooLarge> {
        let productions = group.productions();
        let mut numbers = productions.iter();
        let number = numbers.position(|one| one.name == target.production.name);
        let mut used = productions.iter().flat_map(|one| one.body.references());
        if number.is_none() && !used.any(|name| using.contains_key(name)) {
            return Ok(Vec::new());
        }
        let encoding = self.grammar().encoding;
        let set = Set::new(productions.iter().copied(), encoding, group.end());
        let in_set = joint::Target {
            production: number,
            part: target.part,
        };
        let mut automata = set.using(&|name| self.production(name), (in_set, using), work)?;
        if let Some(whole) = number.filter(|_| target.part.is_none())
            && let Some(own) = self.production(&target.production.name)
        {
            automata[whole] = own.clone();
        }
        Ok(automata)
    }
}

/// A part of a grammar.
struct Target<'g> {
    production: &'g Production,
    /// The number of the expression, as [`joint::Target::part`].
    part: Option<usize>,
}

impl<'g> Target<'g> {
    fn find(grammar: &'g Grammar, part: &Through) -> Result<Self, AutomatonError> {
        let by_name = |name: &str| grammar.lookup(name);
        let found = match part {
            Through::Production(name) => Some((by_name(name)?, None)),
            Through::Alternative { production, number } => {
                let production = by_name(production)?;
                alternative(&production.body, *number).map(|part| (production, Some(part)))
            }
            Through::Expression(span) => grammar.productions.iter().find_map(|production| {
                let part = position(&production.body, |one| one.span == *span)?;
                Some((production, Some(part)))
            }),
        };
        let (production, part) =
            found.ok_or_else(|| AutomatonError::UnknownPart { part: part.clone() })?;
        Ok(Self { production, part })
    }
}

/// Returns the position of the alternative with that number in file order.
fn alternative(body: &Expression, number: usize) -> Option<usize> {
    let Kind::Alternation(members) = &body.kind else {
        return (number == 1).then_some(0);
    };
    let mut members: Vec<&Expression> = members.iter().collect();
    members.sort_by_key(|member| member.span.start);
    let member = members.get(number.checked_sub(1)?)?;
    position(body, |one| std::ptr::eq(one, *member))
}

/// Returns the position of the first expression that is the one looked for.
fn position(body: &Expression, is_found: impl Fn(&Expression) -> bool) -> Option<usize> {
    let mut expressions = Vec::new();
    body.walk(&mut |expression| expressions.push(expression));
    expressions.into_iter().position(is_found)
}

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
