//! The differences between the texts of two grammars, and the productions that cause them.

use std::collections::{BTreeSet, HashMap, HashSet};

use thiserror::Error;

use crate::automaton::{Automata, Automaton, AutomatonError, TooLarge, Work};
use crate::obstacles::{Obstacle, Obstacles};
use crate::syntax::{Expression, Grammar, Production};

/// One of two grammars.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// The first grammar.
    A,
    /// The second grammar.
    B,
}

/// A production and its comparison in two grammars.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// Its name.
    pub name: String,
    /// The result of the comparison.
    pub result: Comparison,
}

/// The result of comparing a production of two grammars.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comparison {
    /// Both grammars derive the same texts from it, perhaps in different ways.
    Equal,
    /// It derives different texts.
    Differs {
        /// A shortest text that only the first grammar derives.
        only_a: Option<Vec<u8>>,
        /// A shortest text that only the second grammar derives.
        only_b: Option<Vec<u8>>,
        /// The cause of the difference.
        origin: Origin,
    },
    /// Only one of the grammars has a production of that name.
    Only(Side),
    /// The comparison abstains: the production has an obstacle in a grammar.
    Abstained {
        /// The grammar.
        side: Side,
        /// The obstacle.
        obstacle: Box<Obstacle>,
    },
}

/// Why a production derives different texts.
///
/// The comparison reads its two bodies with the same definitions of the productions that they use:
/// once with those of the first grammar, once with those of the second. It takes a production that
/// only the other grammar has from there, and reads it with the same definitions too. If the bodies
/// are equal both times, the difference comes from a production that they use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// Its bodies differ even with the same definitions: it is a cause.
    Body,
    /// Its bodies do not differ, but readings exclude different prefixes from them.
    Exclusion,
    /// It differs only because of other productions. These are the causes among the differing
    /// productions that it uses, directly or through other differing ones, in the order of their
    /// names.
    Others(Vec<String>),
}

/// Why two grammars cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{error}")]
pub struct DifferenceError {
    side: Option<Side>,
    error: AutomatonError,
}

impl DifferenceError {
    /// Returns the grammar at fault; `None` if both are.
    #[must_use]
    pub fn side(&self) -> Option<Side> {
        self.side
    }

    /// Returns the fault.
    #[must_use]
    pub fn error(&self) -> &AutomatonError {
        &self.error
    }
}

/// Compares all productions: those of the first grammar in file order, then those that only the
/// second grammar has.
///
/// ```
/// use rfcbnf::difference::{Comparison, Origin, compare};
///
/// let a = rfcbnf::read("escape = \"%\" hex hex\nhex = \"0\" | \"a\" | \"b\"\n")?;
/// let b = rfcbnf::read("escape = \"%\" 2hex\nhex = \"0\" | \"a\"\n")?;
/// let compared = compare(&a, &b)?;
/// assert_eq!(compared[0].result, Comparison::Differs {
///     only_a: Some(b"%ab".to_vec()),
///     only_b: None,
///     origin: Origin::Others(vec!["hex".to_owned()]),
/// });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It abstains from productions that have an obstacle in one of the grammars, and compares the
/// others.
///
/// # Errors
///
/// Returns a [`DifferenceError`] for the first production that is too large.
pub fn compare(a: &Grammar, b: &Grammar) -> Result<Vec<Compared>, DifferenceError> {
    let all = |grammar: &Grammar| -> HashSet<String> {
        let productions = grammar.productions.iter();
        productions
            .map(|production| production.name.clone())
            .collect()
    };
    compare_names(a, b, &all(a).union(&all(b)).map(String::as_str).collect())
}

/// Compares one production, and others only as far as necessary.
///
/// # Errors
///
/// Returns a [`DifferenceError`] if neither grammar has the production, or if it or a production
/// that it uses is too large.
pub fn compare_production(
    a: &Grammar,
    b: &Grammar,
    name: &str,
) -> Result<Comparison, DifferenceError> {
    let mut names = a.reachable_from([name]);
    names.extend(b.reachable_from([name]));
    let mut compared = compare_names(a, b, &names)?.into_iter();
    let found = compared.find(|compared| compared.name == name);
    found.map(|compared| compared.result).ok_or_else(|| {
        let name = name.to_owned();
        DifferenceError {
            side: None,
            error: AutomatonError::UnknownProduction { name },
        }
    })
}

/// Compares the productions with these names, and abstains from those with obstacles.
fn compare_names(
    a: &Grammar,
    b: &Grammar,
    names: &HashSet<&str>,
) -> Result<Vec<Compared>, DifferenceError> {
    let (in_a, in_b) = (a.obstacles(), b.obstacles());
    let free = |obstacles: &Obstacles<'_>| -> HashSet<&str> {
        let names = names.iter().copied();
        names.filter(|name| obstacles.is_free(name)).collect()
    };
    let automata_a = Automata::covering(a, &free(&in_a)).map_err(|error| at(Side::A, error))?;
    let automata_b = Automata::covering(b, &free(&in_b)).map_err(|error| at(Side::B, error))?;
    let pair = Pair::new(automata_a, automata_b)?.compared()?.into_iter();
    let mut decided: HashMap<String, Comparison> = pair
        .map(|compared| (compared.name, compared.result))
        .collect();
    let mut seen = HashSet::new();
    let productions = a.productions.iter().chain(&b.productions);
    let meant = productions.filter(|one| names.contains(&*one.name) && seen.insert(&*one.name));
    let compared = meant.filter_map(|production| {
        let name = production.name.clone();
        let abstained = |side, obstacles: &Obstacles<'_>| {
            let obstacle = Box::new(obstacles.of(&name)?);
            Some(Comparison::Abstained { side, obstacle })
        };
        let only = match (a.production(&name), b.production(&name)) {
            (Some(_), None) => Some(Comparison::Only(Side::A)),
            (None, Some(_)) => Some(Comparison::Only(Side::B)),
            _ => None,
        };
        let abstained = || abstained(Side::A, &in_a).or_else(|| abstained(Side::B, &in_b));
        let result = only.or_else(abstained);
        let result = result.or_else(|| decided.remove(&name))?;
        Some(Compared { name, result })
    });
    Ok(compared.collect())
}

fn at(side: Side, error: AutomatonError) -> DifferenceError {
    DifferenceError {
        side: Some(side),
        error,
    }
}

/// The automata of both grammars.
struct Pair<'g> {
    a: Automata<'g>,
    b: Automata<'g>,
    /// The productions that only the second grammar has, with the definitions of the first.
    more_of_a: HashMap<&'g str, Automaton>,
    /// The productions that only the first grammar has, with the definitions of the second.
    more_of_b: HashMap<&'g str, Automaton>,
    work: Work,
}

/// A production that both grammars have.
#[derive(Clone, Copy)]
struct Shared<'p> {
    a: (&'p Production, &'p Automaton),
    b: (&'p Production, &'p Automaton),
}

/// The bodies of each production that differs or that passes differences on.
type Bodies<'p> = HashMap<&'p str, Vec<&'p Expression>>;

impl<'g> Pair<'g> {
    fn new(a: Automata<'g>, b: Automata<'g>) -> Result<Self, DifferenceError> {
        let work = Work::new();
        let more_of_a = missing(&a, &b, &work).map_err(|error| at(Side::B, error))?;
        let more_of_b = missing(&b, &a, &work).map_err(|error| at(Side::A, error))?;
        Ok(Self {
            a,
            b,
            more_of_a,
            more_of_b,
            work,
        })
    }

    fn compared(&self) -> Result<Vec<Compared>, DifferenceError> {
        let mut compared = Vec::new();
        let mut differing = self.passing_on();
        for (a, automaton) in self.a.in_file_order() {
            let result = match self.b.with_production(&a.name) {
                None => Comparison::Only(Side::A),
                Some(b) if b.1 == automaton => Comparison::Equal,
                Some(b) => {
                    differing.insert(&a.name, vec![&a.body, &b.0.body]);
                    let a = (a, automaton);
                    self.difference(Shared { a, b })?
                }
            };
            let name = a.name.clone();
            compared.push(Compared { name, result });
        }
        for (b, _) in self.b.in_file_order() {
            if self.a.production(&b.name).is_none() {
                let (name, result) = (b.name.clone(), Comparison::Only(Side::B));
                compared.push(Compared { name, result });
            }
        }
        name_causes(&mut compared, &differing);
        Ok(compared)
    }

    /// Returns the productions of one grammar that derive different texts with the definitions of
    /// the other.
    fn passing_on(&self) -> Bodies<'g> {
        let changes = |own: &Automata<'g>, more: &HashMap<&str, Automaton>| -> Vec<&Production> {
            let productions = own.productions().iter().copied();
            let is_changed = |production: &&Production| {
                let automaton = more.get(production.name.as_str());
                automaton.is_some() && automaton != own.production(&production.name)
            };
            productions.filter(is_changed).collect()
        };
        let of_b = changes(&self.b, &self.more_of_a);
        let all = changes(&self.a, &self.more_of_b).into_iter().chain(of_b);
        all.map(|production| (production.name.as_str(), vec![&production.body]))
            .collect()
    }

    fn difference(&self, shared: Shared) -> Result<Comparison, DifferenceError> {
        let ((production, a), (_, b)) = (shared.a, shared.b);
        let too_large = |TooLarge| DifferenceError {
            side: None,
            error: AutomatonError::TooLarge {
                production: production.name.clone(),
            },
        };
        Ok(Comparison::Differs {
            only_a: a.difference_within(b, &self.work).map_err(too_large)?,
            only_b: b.difference_within(a, &self.work).map_err(too_large)?,
            origin: self.origin(shared)?,
        })
    }

    /// Returns the origin, without the names of the other productions.
    fn origin(&self, Shared { a, b }: Shared) -> Result<Origin, DifferenceError> {
        let encoding = |side| match side {
            Side::A => self.a.grammar().encoding,
            Side::B => self.b.grammar().encoding,
        };
        let with_a = |body: &Production, excluded: &Production, side| {
            let production = &excluding(body, excluded);
            let body = (production, encoding(side));
            let automaton = self.a.define_within(body, &self.more_of_a, &self.work);
            Ok(automaton.map_err(|error| at(side, error))? != *a.1)
        };
        let with_b = |body: &Production, excluded: &Production, side| {
            let production = &excluding(body, excluded);
            let body = (production, encoding(side));
            let automaton = self.b.define_within(body, &self.more_of_b, &self.work);
            Ok(automaton.map_err(|error| at(side, error))? != *b.1)
        };
        Ok(
            if with_a(b.0, a.0, Side::B)? || with_b(a.0, b.0, Side::A)? {
                Origin::Body
            } else if a.0.excluded != b.0.excluded
                && (with_a(a.0, b.0, Side::A)? || with_b(b.0, a.0, Side::B)?)
            {
                Origin::Exclusion
            } else {
                Origin::Others(Vec::new())
            },
        )
    }
}

/// Returns the productions that only the other grammar has, with this grammar's definitions.
fn missing<'g>(
    automata: &Automata,
    other: &Automata<'g>,
    work: &Work,
) -> Result<HashMap<&'g str, Automaton>, AutomatonError> {
    let encoding = other.grammar().encoding;
    let mut missing = HashMap::new();
    for production in other.productions() {
        if automata.production(&production.name).is_none() {
            let automaton = automata.define_within((production, encoding), &missing, work)?;
            missing.insert(production.name.as_str(), automaton);
        }
    }
    Ok(missing)
}

/// Returns a production with the body of one production and the exclusions of another.
fn excluding(body: &Production, excluded: &Production) -> Production {
    Production {
        excluded: excluded.excluded.clone(),
        ..body.clone()
    }
}

/// Names the causes of the productions that differ because of others.
fn name_causes(compared: &mut [Compared], differing: &Bodies) {
    let causes: BTreeSet<String> = compared
        .iter()
        .filter(|compared| compared.result.is_cause())
        .map(|compared| compared.name.clone())
        .collect();
    for Compared { name, result } in compared {
        if let Comparison::Differs {
            origin: Origin::Others(names),
            ..
        } = result
        {
            let reached = reached(name, differing, &causes);
            *names = reached.into_iter().map(str::to_owned).collect();
        }
    }
}

/// Returns the causes that a production uses, directly or through differing productions.
fn reached<'p>(name: &str, differing: &Bodies<'p>, causes: &BTreeSet<String>) -> BTreeSet<&'p str> {
    let used = |name: &str| {
        let bodies = differing.get(name).into_iter().flatten();
        bodies.flat_map(|body| body.references())
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

impl Comparison {
    /// Returns whether the comparison abstained from the production.
    #[must_use]
    pub fn is_abstained(&self) -> bool {
        matches!(self, Self::Abstained { .. })
    }

    /// Returns whether the production is itself a cause of differences.
    #[must_use]
    pub fn is_cause(&self) -> bool {
        matches!(
            self,
            Self::Differs {
                origin: Origin::Body | Origin::Exclusion,
                ..
            }
        )
    }
}
