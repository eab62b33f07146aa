//! The differences between the texts of two grammars, and the productions that cause them.
//!
//! ```
//! use rfcbnf::difference::{Comparison, compare};
//!
//! let a = rfcbnf::read("port = 1*digit\ndigit = \"0\" | \"1\"\n")?;
//! let b = rfcbnf::read("port = *digit\ndigit = \"0\" | \"1\"\n")?;
//! let compared = compare(&a, &b, 1)?;
//! let Comparison::Differs { texts, .. } = &compared[0].result else { panic!() };
//! assert_eq!((texts.only_a.as_deref(), texts.only_b.as_deref()), (None, Some(&b""[..])));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Automata decide about productions that have them (`decided`). About others there is no decision in
//! general, so the answer is one of three: they are equal, because their bodies are up to names (`bodies`) or by
//! induction (`induction`); a text that only one derives (`counted`, `asked`); or none that was found, and how far the
//! search went.
//!
//! Productions that both grammars write alike, down to everything that they use, derive the same texts. So no
//! automaton has to be made: a large grammar is compared with a copy of itself at once.
//!
//! Invariant: *equal* is proved, and both grammars have confirmed every text that is shown.

mod alike;
mod asked;
mod bodies;
mod counted;
mod decided;
mod equality;
mod half;
mod induction;
mod pairs;
mod plain;
mod recursive;
mod spelling;

pub use alike::equality_with_alike;
pub(crate) use counted::shortest;
pub(crate) use equality::quick_equality;
pub use equality::{Equality, equality};
pub use pairs::{ComparedPair, Pairs, PairsError, compare_pairs};
pub use spelling::Respelled;

use std::collections::{HashMap, HashSet};

use thiserror::Error;

use crate::automaton::AutomatonError;
use crate::lookup::UnknownProduction;
use crate::octets::OctetSet;
use crate::syntax::Grammar;
use decided::{Pair, name_causes};
use half::Half;
use recursive::Recursive;
use spelling::{named_like, respelled};

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
    /// The texts among which these are shortest, or are the only ones.
    pub among: Among,
}

/// The texts of two productions that were compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Among {
    /// All of them.
    All,
    /// Those up to this length in octets. A text is a shortest of all; where there is none, a longer one can differ.
    ToLength(usize),
    /// Those that have a derivation to this depth ([`Grammar::to_depth`]).
    ToDepth(u32),
    /// Some that were made at random. A part of a text was left out as long as the two productions still differ in the
    /// rest: no part of it can be left out.
    Irreducible,
    /// Some that were made at random. There can be shorter ones that are parts of them.
    Random,
}

/// How far a search went that found no difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Searched {
    /// All texts of both productions with a derivation to this depth ([`Grammar::to_depth`]) were
    /// compared, up to the length.
    pub depth: u32,
    /// The length in octets; `None` if they were compared whatever their length.
    pub length: Option<usize>,
    /// All texts of at most this many octets were compared, whatever their derivations.
    pub whole: usize,
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
    /// It is recursive, and no text is known that only one grammar derives from it.
    NoneFound(Searched),
    /// Only one of the grammars has a production of that name.
    Only {
        /// The grammar that has it.
        side: Side,
        /// A production that only the other grammar has and that derives the same texts.
        other_name: Option<String>,
    },
    /// The comparison abstains: the production has an obstacle in a grammar other than recursion, or is
    /// too large.
    Abstained {
        /// The grammar.
        side: Side,
        /// The reason.
        why: Box<AutomatonError>,
    },
}

/// The result of comparing two productions that correspond.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PairResult {
    /// Both derive the same texts.
    Equal,
    /// They derive different texts.
    Differs(Texts),
    /// One is recursive, and no text is known that only one of them derives.
    NoneFound(Searched),
    /// The comparison abstains: a production has an obstacle other than recursion, or is too large.
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
    /// Its bodies are the same, and have numbers above 7F. They are octets in one grammar and characters in the
    /// other, because only one grammar has a number above FF.
    Encoding,
    /// It differs only because of other productions. These are the causes among the differing
    /// productions that it uses or that readings take names from, directly or through other
    /// differing ones, in the order of their names.
    Others(Vec<String>),
    /// It is not decided: a body is too large to be read with other definitions, or it uses what is not compared.
    Undecided,
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
/// let compared = compare(&a, &b, 1)?;
/// let Comparison::Differs { texts, origin } = &compared[0].result else { panic!() };
/// assert_eq!(texts.only_a.as_deref(), Some(&b"%ab"[..]));
/// assert_eq!(texts.only_b, None);
/// assert_eq!(*origin, Origin::Others(vec!["hex".to_owned()]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Recursive productions have texts to the depth ([`Grammar::to_depth`]), and each is
/// asked whether it derives those of the other:
///
/// ```
/// use rfcbnf::difference::{Comparison, Searched, compare};
///
/// let a = rfcbnf::read("pair = \"(\" [ pair ] \")\"\n")?;
/// let b = rfcbnf::read("pair = \"(\" *1pair \")\"\n")?;
/// assert_eq!(compare(&a, &b, 1)?[0].result, Comparison::Equal);
/// let b = rfcbnf::read("pair = \"()\" | \"(()\" *1\")\" | \"(\" pair \")\"\n")?;
/// let Comparison::Differs { texts, .. } = &compare(&a, &b, 1)?[0].result else { panic!() };
/// assert_eq!(texts.only_b.as_deref(), Some(&b"(()"[..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The comparison abstains from productions that have another obstacle in one of the grammars.
///
/// # Errors
///
/// Returns a [`DifferenceError`] if the differences take too much work.
pub fn compare(a: &Grammar, b: &Grammar, depth: u32) -> Result<Vec<Compared>, DifferenceError> {
    let b = &*named_like(a, b);
    let productions = a.productions.iter().chain(&b.productions);
    let names = productions.map(|one| one.name.as_str()).collect();
    compare_names(a, b, &names, depth)
}

/// Compares one production, and others only as far as necessary. See [`compare`].
///
/// # Errors
///
/// Returns a [`DifferenceError`] if neither grammar has the production, or if it or a production
/// that it uses is too large.
pub fn compare_production(
    a: &Grammar,
    b: &Grammar,
    name: &str,
    depth: u32,
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
    let mut compared = compare_names(a, b, &names, depth)?.into_iter();
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

/// Compares the productions with these names.
fn compare_names(
    a: &Grammar,
    b: &Grammar,
    names: &HashSet<&str>,
    depth: u32,
) -> Result<Vec<Compared>, DifferenceError> {
    let unchanged = unchanged(a, b, names);
    let names: HashSet<&str> = names.difference(&unchanged).copied().collect();
    let (half_a, half_b) = (Half::new(a, &names), Half::new(b, &names));
    let mut results = HashMap::new();
    let mut differing = HashMap::new();
    let pair = Pair::new(&half_a.automata, &half_b.automata)?;
    pair.compare(&mut results, &mut differing)?;
    let recursive = Recursive::new(&half_a, &half_b, depth);
    recursive.compare(&pair, &names, &mut results, &mut differing);
    let unchanged = unchanged.into_iter();
    results.extend(unchanged.map(|name| (name.to_owned(), Comparison::Equal)));
    name_causes(&mut results, &differing);
    let mut compared = Vec::new();
    for production in a.productions.iter().chain(&b.productions) {
        let name = production.name.as_str();
        // The second time, the result is gone.
        let Some(result) = results.remove(name) else {
            continue;
        };
        compared.push(Compared {
            result,
            respelled: match (a.production(name), b.production(name)) {
                (Some(in_a), Some(in_b)) => respelled((a, in_a), (b, in_b)),
                _ => Vec::new(),
            },
            name: name.to_owned(),
        });
    }
    Ok(compared)
}

impl Comparison {
    /// Returns whether the production is itself a cause of differences.
    #[must_use]
    pub fn is_cause(&self) -> bool {
        matches!(
            self,
            Self::Differs {
                origin: Origin::Body | Origin::Exclusion | Origin::Encoding,
                ..
            }
        )
    }
}

/// Returns the names of these productions among those with the given names.
fn unchanged<'n>(a: &Grammar, b: &Grammar, names: &HashSet<&'n str>) -> HashSet<&'n str> {
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
