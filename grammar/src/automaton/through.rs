//! Texts that use a certain production or alternative.

use std::collections::HashMap;

use super::limits::{TooLarge, Work};
use super::nfa::{self, Definitions, Nfa};
use super::part::Through;
use super::production::{too_large, without_excluded};
use super::recursive::Set;
use super::{Automata, Automaton, AutomatonError};
use crate::obstacles::Group;
use crate::syntax::{Expression, Grammar, Kind, Production, Span};

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
            let found = match group {
                Group::Single(user) => {
                    let automaton = self.using(user, &target, &using, &work);
                    automaton.map(|automaton| automaton.into_iter().collect())
                }
                Group::OneSided(_, end) => {
                    let productions = members;
                    let end = *end;
                    self.using_together(Set { productions, end }, &target, &using, &work)
                }
            };
            let found: Vec<Automaton> = found.map_err(|TooLarge| too_large(members[0]))?;
            let names = members.iter().map(|one| one.name.as_str());
            using.extend(names.zip(found));
            if members.iter().any(|one| one.name == production) {
                break;
            }
        }
        Ok(using.get(production).and_then(Automaton::shortest))
    }

    /// Returns the automaton of those texts of the production that use the target; `None` if none
    /// can. `using` has those of the productions that it refers to.
    fn using(
        &self,
        user: &Production,
        target: &Target,
        using: &HashMap<&str, Automaton>,
        work: &Work,
    ) -> Result<Option<Automaton>, TooLarge> {
        let is_target = user.name == target.production.name;
        if is_target && target.part.is_none() {
            return Ok(self.production(&user.name).cloned());
        }
        let references = user.body.references();
        if !is_target && !references.iter().any(|name| using.contains_key(name)) {
            return Ok(None);
        }
        let target = nfa::Target {
            part: target.part.filter(|_| is_target),
            using,
        };
        let all = Definitions {
            encoding: self.grammar().encoding,
            find: &|name| self.production(name),
        };
        let automaton = Nfa::using(&user.body, all, target, work)?.determinized(work)?;
        without_excluded(automaton, user, work).map(Some)
    }
}

impl Automata<'_> {
    /// Returns the same as [`Self::using`] for productions that lead to each other; nothing if none of
    /// them can use the target.
    fn using_together(
        &self,
        set: Set<'_>,
        target: &Target,
        using: &HashMap<&str, Automaton>,
        work: &Work,
    ) -> Result<Vec<Automaton>, TooLarge> {
        let productions = set.productions.iter();
        let mut names = productions.clone().map(|one| one.name.as_str());
        let number = names.position(|name| name == target.production.name);
        let mut used = productions.flat_map(|one| one.body.references());
        if number.is_none() && !used.any(|name| using.contains_key(name)) {
            return Ok(Vec::new());
        }
        let whole = number.filter(|_| target.part.is_none());
        let all = Definitions {
            encoding: self.grammar().encoding,
            find: &|name| self.production(name),
        };
        let part = nfa::Target {
            part: target.part.filter(|_| number.is_some()),
            using,
        };
        let mut automata = set.using(all, part, whole, work)?;
        if let Some(whole) = whole
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
    /// The expression; `None` for the whole production.
    part: Option<&'g Expression>,
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
                expression(&production.body, span).map(|part| (production, Some(part)))
            }),
        };
        let (production, part) =
            found.ok_or_else(|| AutomatonError::UnknownPart { part: part.clone() })?;
        Ok(Self { production, part })
    }
}

/// Returns the alternative with that number in file order.
fn alternative(body: &Expression, number: usize) -> Option<&Expression> {
    let Kind::Alternation(members) = &body.kind else {
        return (number == 1).then_some(body);
    };
    let mut members: Vec<&Expression> = members.iter().collect();
    members.sort_by_key(|member| member.span.start);
    members.get(number.checked_sub(1)?).copied()
}

fn expression<'g>(body: &'g Expression, span: &Span) -> Option<&'g Expression> {
    let mut found = None;
    body.walk(&mut |expression| {
        if found.is_none() && expression.span == *span {
            found = Some(expression);
        }
    });
    found
}
