//! Words that use a certain production or alternative.
//!
//! Every expression is built twice, in parallel: on one track nothing has been used yet, on
//! the other something has. Only a use leads from the first to the second, and words end on
//! the second.

use std::collections::HashMap;
use std::fmt;

use super::dense::determined;
use super::paths::{Paths, Place, TooLarge};
use super::production::{too_large, unknown, without_excluded};
use super::{Automata, Automaton, AutomatonError};
use crate::syntax::{Case, Expression, Grammar, Kind, Production, Span};

/// A part of a grammar that a derivation can use.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Through {
    /// The production of that name.
    Production(String),
    /// An alternative of a production, not one within brackets.
    Alternative {
        /// The name of the production.
        production: String,
        /// The number of the alternative, counted from 1 in the order in which the file has
        /// them, whatever a reading puts first. A production without alternatives is its own
        /// alternative 1.
        number: usize,
    },
    /// The expression with exactly that span in the source of the grammar.
    Expression(Span),
}

impl fmt::Display for Through {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Production(name) => write!(formatter, "production {name:?}"),
            Self::Alternative { production, number } => {
                write!(
                    formatter,
                    "alternative {number} of production {production:?}"
                )
            }
            Self::Expression(Span { start, end }) => {
                write!(formatter, "the expression from octet {start} to {end}")
            }
        }
    }
}

/// A shortest text of the production of which a derivation uses the place; nothing where none
/// does. Of several, the first in the order of [`Automaton::shortest`]. Where several are
/// asked about, [`Automata::shortest_through`] shares the work.
///
/// A production uses itself.
///
/// ```
/// use rfcbnf::automaton::{Through, shortest_through};
///
/// let grammar = rfcbnf::read("hostport = host [ \":\" port ]\nhost = 1*\"a\"\nport = 1*\"8\"\n")?;
/// let port = Through::Production("port".to_owned());
/// assert_eq!(shortest_through(&grammar, "hostport", &port)?.as_deref(), Some("a:8"));
/// assert_eq!(shortest_through(&grammar, "host", &port)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`AutomatonError`], where the grammar has no such production or no such place, or where a
/// production is too large.
pub fn shortest_through(
    grammar: &Grammar,
    production: &str,
    place: &Through,
) -> Result<Option<String>, AutomatonError> {
    Automata::reachable_from(grammar, production)?.shortest_through(production, place)
}

impl Automata<'_> {
    /// A shortest text of the production of which a derivation uses the place; nothing where
    /// none does. See [`shortest_through`].
    ///
    /// # Errors
    ///
    /// [`AutomatonError`], where there is no such production or no such place, or where
    /// a production is too large once it is told whether the place was used.
    pub fn shortest_through(
        &self,
        production: &str,
        place: &Through,
    ) -> Result<Option<String>, AutomatonError> {
        if self.production(production).is_none() {
            return Err(unknown(production));
        }
        let target = Target::find(self.grammar(), place)?;
        let mut using: HashMap<&str, Automaton> = HashMap::new();
        for &user in self.productions() {
            let automaton = self
                .using(user, &target, &using)
                .map_err(|_| too_large(user))?;
            using.extend(automaton.map(|automaton| (user.name.as_str(), automaton)));
            if user.name == production {
                break;
            }
        }
        Ok(using.get(production).and_then(Automaton::shortest))
    }

    /// The words of the production that use the target, where those of the productions that it
    /// uses are known; nothing where it cannot.
    fn using(
        &self,
        user: &Production,
        target: &Target,
        using: &HashMap<&str, Automaton>,
    ) -> Result<Option<Automaton>, TooLarge> {
        let is_target = user.name == target.production.name;
        if is_target && target.part.is_none() {
            return Ok(self.production(&user.name).cloned());
        }
        let references = user.body.references();
        if !is_target && !references.iter().any(|name| using.contains_key(name)) {
            return Ok(None);
        }
        let all = |name: &str| self.production(name);
        let paths = Paths::build(&all, |paths, end| {
            let mut tracks = Builder {
                target,
                using,
                paths,
            };
            let nowhere = tracks.paths.either(Vec::new())?;
            let ends = Tracks {
                unused: nowhere,
                used: end,
            };
            Ok(tracks.expression(&user.body, ends)?.unused)
        })?;
        Ok(Some(without_excluded(determined(&paths)?, user)))
    }
}

/// What is to be used.
struct Target<'g> {
    production: &'g Production,
    /// The expression; nothing for the production as a whole.
    part: Option<&'g Expression>,
}

impl<'g> Target<'g> {
    fn find(grammar: &'g Grammar, place: &Through) -> Result<Self, AutomatonError> {
        let by_name = |name: &str| grammar.production(name).ok_or_else(|| unknown(name));
        let found = match place {
            Through::Production(name) => Some((by_name(name)?, None)),
            Through::Alternative { production, number } => {
                let production = by_name(production)?;
                alternative(&production.body, *number).map(|part| (production, Some(part)))
            }
            Through::Expression(span) => grammar.productions.iter().find_map(|production| {
                expression(&production.body, span).map(|part| (production, Some(part)))
            }),
        };
        let (production, part) = found.ok_or_else(|| AutomatonError::UnknownPlace {
            place: place.clone(),
        })?;
        Ok(Self { production, part })
    }
}

/// The alternative with that number in file order.
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

/// A place on each track.
#[derive(Clone, Copy)]
struct Tracks {
    unused: Place,
    used: Place,
}

struct Builder<'b, 'p, 'a> {
    target: &'b Target<'b>,
    using: &'b HashMap<&'b str, Automaton>,
    paths: &'p mut Paths<'a>,
}

impl Builder<'_, '_, '_> {
    fn expression(&mut self, part: &Expression, next: Tracks) -> Result<Tracks, TooLarge> {
        if self
            .target
            .part
            .is_some_and(|target| std::ptr::eq(target, part))
        {
            let start = self.paths.expression(part, next.used)?;
            return Ok(Tracks {
                unused: start,
                used: start,
            });
        }
        match &part.kind {
            Kind::Alternation(members) => {
                let starts: Result<Vec<Tracks>, TooLarge> = members
                    .iter()
                    .map(|member| self.expression(member, next))
                    .collect();
                self.either(&starts?)
            }
            Kind::Sequence(members) => members
                .iter()
                .rev()
                .try_fold(next, |next, member| self.expression(member, next)),
            Kind::Optional(body) => {
                let start = self.expression(body, next)?;
                self.either(&[start, next])
            }
            Kind::Repetition { least, most, body } => self.repetition((*least, *most), body, next),
            Kind::Literal { text, case, .. } => Ok(Tracks {
                unused: self.paths.literal(text, *case, next.unused)?,
                used: self.paths.literal(text, *case, next.used)?,
            }),
            Kind::Reference { name, case, .. } => self.reference(name, *case, next),
        }
    }

    fn repetition(
        &mut self,
        (least, most): (u32, Option<u32>),
        body: &Expression,
        next: Tracks,
    ) -> Result<Tracks, TooLarge> {
        let optional = if let Some(most) = most {
            (least..most).try_fold(next, |start, _| {
                let round = self.expression(body, start)?;
                self.either(&[round, next])
            })?
        } else {
            let rounds = self.either(&[])?;
            let round = self.expression(body, rounds)?;
            for Tracks { unused, used } in [round, next] {
                self.paths.also(rounds.unused, unused)?;
                self.paths.also(rounds.used, used)?;
            }
            rounds
        };
        (0..least).try_fold(optional, |start, _| self.expression(body, start))
    }

    fn reference(&mut self, name: &str, case: Case, next: Tracks) -> Result<Tracks, TooLarge> {
        let mut unused = self.paths.reference(name, case, next.unused)?;
        if let Some(using) = self.using.get(name) {
            let using = self.paths.embed(using, case, next.used)?;
            unused = self.paths.either(vec![unused, using])?;
        }
        let used = self.paths.reference(name, case, next.used)?;
        Ok(Tracks { unused, used })
    }

    fn either(&mut self, tracks: &[Tracks]) -> Result<Tracks, TooLarge> {
        let unused = tracks.iter().map(|tracks| tracks.unused).collect();
        let used = tracks.iter().map(|tracks| tracks.used).collect();
        Ok(Tracks {
            unused: self.paths.either(unused)?,
            used: self.paths.either(used)?,
        })
    }
}
