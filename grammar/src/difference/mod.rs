//! The differences between the texts of two grammars, and the productions that cause them.
//!
//! ```
//! use rfcbnf::difference::{Comparison, compare};
//!
//! let a = rfcbnf::read("port = 1*digit\ndigit = \"0\" | \"1\"\n")?;
//! let b = rfcbnf::read("port = *digit\ndigit = \"0\" | \"1\"\n")?;
//! let compared = compare(&a, &b)?;
//! let Comparison::Differs { texts, .. } = &compared[0].result else { panic!() };
//! assert_eq!((texts.only_a.as_deref(), texts.only_b.as_deref()), (None, Some(&b""[..])));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod causes;
mod names;
mod pairs;
mod spelling;

use std::collections::{HashMap, HashSet};

use thiserror::Error;

use crate::automaton::{Automata, Automaton, AutomatonError, TooLarge, Work};
use crate::lookup::UnknownProduction;
use crate::octets::OctetSet;
use crate::syntax::{Grammar, Production};
use causes::{Differing, name_causes};
use names::named_like;
use spelling::respelled;

pub use pairs::{ComparedPair, PairResult, Pairs, PairsError, compare_pairs};
pub use spelling::Respelled;

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
    /// The literals that differ in the case of letters only, whether or not the texts differ.
    pub respelled: Vec<Respelled>,
}

/// Texts that only one of two productions derives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Texts {
    /// A shortest text that only the first derives.
    pub only_a: Option<Vec<u8>>,
    /// A shortest text that only the second derives.
    pub only_b: Option<Vec<u8>>,
    /// All texts of one octet that only the first derives.
    pub octets_of_a: OctetSet,
    /// All texts of one octet that only the second derives.
    pub octets_of_b: OctetSet,
}

/// The result of comparing a production of two grammars.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comparison {
    /// Both grammars derive the same texts from it, perhaps in different ways.
    Equal,
    /// It derives different texts.
    Differs {
        /// Texts that only one grammar derives from it.
        texts: Texts,
        /// The cause of the difference.
        origin: Origin,
    },
    /// Only one of the grammars has a production of that name.
    Only {
        /// The grammar that has it.
        side: Side,
        /// A production that only the other grammar has and that derives the same texts.
        other_name: Option<String>,
    },
    /// The comparison abstains: the production has an obstacle in a grammar, or is too large.
    Abstained {
        /// The grammar.
        side: Side,
        /// The reason.
        why: Box<AutomatonError>,
    },
}

/// Why a production derives different texts.
///
/// The comparison reads its two bodies with the same definitions of the productions that they use:
/// once with those of the first grammar, once with those of the second. It takes a production that
/// only the other grammar has from there, and reads it with the same definitions too. If the bodies
/// are equal both times, the difference comes from a production that they use. So it does if the
/// bodies are written alike and a reading changes them because of other productions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// Its bodies differ even with the same definitions: it is a cause.
    Body,
    /// Its bodies do not differ, but readings exclude different prefixes from them.
    Exclusion,
    /// It differs only because of other productions. These are the causes among the differing
    /// productions that it uses or that readings take names from, directly or through other
    /// differing ones, in the order of their names.
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
/// second grammar has. If one grammar is ABNF, names that differ in the case of letters only are
/// one name, which the results spell as the first grammar does.
///
/// ```
/// use rfcbnf::difference::{Comparison, Origin, compare};
///
/// let a = rfcbnf::read("escape = \"%\" hex hex\nhex = \"0\" | \"a\" | \"b\"\n")?;
/// let b = rfcbnf::read("escape = \"%\" 2hex\nhex = \"0\" | \"a\"\n")?;
/// let compared = compare(&a, &b)?;
/// let Comparison::Differs { texts, origin } = &compared[0].result else { panic!() };
/// assert_eq!(texts.only_a.as_deref(), Some(&b"%ab"[..]));
/// assert_eq!(texts.only_b, None);
/// assert_eq!(*origin, Origin::Others(vec!["hex".to_owned()]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It abstains from productions that have an obstacle in one of the grammars or are too large, and
/// compares the others.
///
/// # Errors
///
/// Returns a [`DifferenceError`] if the differences take too much work.
pub fn compare(a: &Grammar, b: &Grammar) -> Result<Vec<Compared>, DifferenceError> {
    let all = |grammar: &Grammar| -> HashSet<String> {
        let productions = grammar.productions.iter();
        productions
            .map(|production| production.name.clone())
            .collect()
    };
    let b = &*named_like(a, b);
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
) -> Result<Compared, DifferenceError> {
    let b = &*named_like(a, b);
    let unknown = || {
        let productions = a.productions.iter().chain(&b.productions);
        let names = productions.map(|production| production.name.as_str());
        DifferenceError {
            side: None,
            error: UnknownProduction::new(name, names).into(),
        }
    };
    let found = a.lookup(name).or_else(|_| b.lookup(name));
    let name = found.map_err(|_| unknown())?.name.as_str();
    let mut names = deciding(a, name);
    names.extend(deciding(b, name));
    let mut compared = compare_names(a, b, &names)?.into_iter();
    let found = compared.find(|compared| compared.name == name);
    found.ok_or_else(unknown)
}

/// Returns the production and those that decide about its texts: the ones that it uses, and the
/// ones that readings take names from.
fn deciding<'g>(grammar: &'g Grammar, name: &'g str) -> HashSet<&'g str> {
    let mut names = HashSet::new();
    let mut waiting = vec![name];
    while let Some(name) = waiting.pop() {
        for reached in grammar.reachable_from([name]) {
            if names.insert(reached)
                && let Some(production) = grammar.production(reached)
            {
                waiting.extend(production.named_under.iter().map(String::as_str));
            }
        }
    }
    names
}

/// Compares the productions with these names, and abstains from those without automata.
fn compare_names(
    a: &Grammar,
    b: &Grammar,
    names: &HashSet<&str>,
) -> Result<Vec<Compared>, DifferenceError> {
    let (automata_a, mut failed_a) = Automata::of_most(a, names);
    let (automata_b, mut failed_b) = Automata::of_most(b, names);
    let mut decided = Pair::new(automata_a, automata_b)?.compared()?;
    let mut compared = Vec::new();
    let mut seen = HashSet::new();
    let productions = a.productions.iter().chain(&b.productions);
    for production in productions.filter(|one| names.contains(&*one.name)) {
        if !seen.insert(&*production.name) {
            continue;
        }
        let name = production.name.as_str();
        let (in_a, in_b) = (a.production(name), b.production(name));
        let abstained = |side, why: AutomatonError| Comparison::Abstained {
            side,
            why: Box::new(why),
        };
        let abstained = match (failed_a.remove(name), failed_b.remove(name)) {
            _ if in_a.is_none() || in_b.is_none() => None,
            (Some(why), _) => Some(abstained(Side::A, why)),
            (None, Some(why)) => Some(abstained(Side::B, why)),
            (None, None) => None,
        };
        let side = if in_a.is_some() { Side::A } else { Side::B };
        let result = abstained.or_else(|| decided.remove(name));
        compared.push(Compared {
            result: result.unwrap_or(Comparison::Only {
                side,
                other_name: None,
            }),
            respelled: match (in_a, in_b) {
                (Some(in_a), Some(in_b)) => respelled((a, in_a), (b, in_b)),
                _ => Vec::new(),
            },
            name: name.to_owned(),
        });
    }
    Ok(compared)
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

    /// Returns the results by the names of the productions.
    fn compared(&self) -> Result<HashMap<String, Comparison>, DifferenceError> {
        let mut compared = HashMap::new();
        let mut differing = self.passing_on();
        for (a, automaton) in self.a.in_file_order() {
            let result = match self.b.with_production(&a.name) {
                None => self.only(Side::A, automaton),
                Some(b) if b.1 == automaton => Comparison::Equal,
                Some(b) => {
                    differing.insert(&a.name, vec![a, b.0]);
                    let a = (a, automaton);
                    self.difference(Shared { a, b })?
                }
            };
            compared.insert(a.name.clone(), result);
        }
        for (b, automaton) in self.b.in_file_order() {
            if self.a.production(&b.name).is_none() {
                compared.insert(b.name.clone(), self.only(Side::B, automaton));
            }
        }
        name_causes(&mut compared, &differing);
        Ok(compared)
    }

    /// Returns the result for a production of one grammar that the other one does not have.
    fn only(&self, side: Side, automaton: &Automaton) -> Comparison {
        let (own, other) = match side {
            Side::A => (&self.a, &self.b),
            Side::B => (&self.b, &self.a),
        };
        let mut others = other.in_file_order();
        let same = others.find(|(production, other)| {
            own.production(&production.name).is_none() && *other == automaton
        });
        Comparison::Only {
            side,
            other_name: same.map(|(production, _)| production.name.clone()),
        }
    }

    /// Returns the productions of one grammar that derive different texts with the definitions of
    /// the other.
    fn passing_on(&self) -> Differing<'g> {
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
        all.map(|production| (production.name.as_str(), vec![production]))
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
            texts: texts(a, b, &self.work).map_err(too_large)?,
            origin: self.origin(shared)?,
        })
    }

    /// Returns the origin, without the names of the other productions.
    fn origin(&self, Shared { a, b }: Shared) -> Result<Origin, DifferenceError> {
        let has_names = !a.0.named_under.is_empty() || !b.0.named_under.is_empty();
        if has_names && a.0.body.is_written_like(&b.0.body) {
            return Ok(Origin::Others(Vec::new()));
        }
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

/// Returns the texts that only one of two automata accepts.
fn texts(a: &Automaton, b: &Automaton, work: &Work) -> Result<Texts, TooLarge> {
    let (of_a, of_b) = (a.single_octets(), b.single_octets());
    Ok(Texts {
        only_a: a.difference_within(b, work)?,
        only_b: b.difference_within(a, work)?,
        octets_of_a: of_a.without(of_b),
        octets_of_b: of_b.without(of_a),
    })
}

/// Returns the productions that only the other grammar has, with this grammar's definitions.
fn missing<'g>(
    automata: &Automata,
    other: &Automata<'g>,
    work: &Work,
) -> Result<HashMap<&'g str, Automaton>, AutomatonError> {
    let encoding = other.grammar().encoding;
    let mut missing = HashMap::new();
    for group in other.groups() {
        let productions = group.productions().iter();
        let mut names = productions.map(|one| one.name.as_str());
        if names.any(|name| automata.production(name).is_none()) {
            missing.extend(automata.define_group((group, encoding), &missing, work)?);
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
