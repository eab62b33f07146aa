//! Productions by the names that people write, and the names that an undefined one may mean.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::fmt;

use thiserror::Error;

use crate::error::line::Clipped;
use crate::resolved::{ProductionId, ResolvedGrammar};
use crate::syntax::{Grammar, Production};

/// The error for a name that no production of a grammar has.
///
/// Its `Display` is one line that needs no context. The name is escaped and cut.
///
/// ```
/// let grammar = rfcbnf::read("port = 1*digit\ndigit = \"0\" | \"1\"\n")?;
/// let error = grammar.lookup("prot").unwrap_err();
/// assert_eq!(error.to_string(), "there is no production `prot`; did you mean `port`?");
/// assert_eq!(error.name(), "prot");
/// let error = grammar.lookup("nosuch").unwrap_err();
/// assert_eq!(error.to_string(), "there is no production `nosuch`");
/// # Ok::<(), rfcbnf::GrammarErrors>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no production `{}`{}", Clipped(.name), Question(.similar))]
pub struct UnknownProduction {
    name: String,
    similar: Vec<String>,
}

impl UnknownProduction {
    /// Returns the error for a name that is none of these.
    pub(crate) fn new<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Self {
        let similar = Similar::new(names).to(name).into_iter();
        Self {
            name: name.to_owned(),
            similar: similar.map(str::to_owned).collect(),
        }
    }

    /// Returns the error for a name that no production of the grammar has.
    pub(crate) fn of(grammar: &Grammar, name: &str) -> Self {
        let productions = grammar.productions.iter();
        Self::new(name, productions.map(|one| one.name.as_str()))
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the names of productions that are most similar, the best first. There may be none.
    #[must_use]
    pub fn similar(&self) -> &[String] {
        &self.similar
    }
}

/// The question that suggests names; empty without names.
struct Question<'a>(&'a [String]);

impl fmt::Display for Question<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((last, first)) = self.0.split_last() else {
            return Ok(());
        };
        formatter.write_str("; did you mean ")?;
        for (index, name) in first.iter().enumerate() {
            let joint = if index == 0 { "" } else { ", " };
            write!(formatter, "{joint}`{}`", Clipped(name))?;
        }
        let joint = if first.is_empty() { "" } else { " or " };
        write!(formatter, "{joint}`{}`?", Clipped(last))
    }
}

impl Grammar {
    /// Returns the production that a name means in the notation of the grammar: the one with
    /// exactly this name, or else, in ABNF, the first whose name differs in the case of letters only
    /// (RFC 5234, Section 2.1). [`Self::production`] compares exactly.
    ///
    /// # Errors
    ///
    /// Returns [`UnknownProduction`], with suggestions, if there is none.
    ///
    /// ```
    /// use rfcbnf::syntax::Notation;
    ///
    /// let abnf = rfcbnf::read("URI = %x61\n")?;
    /// assert_eq!(abnf.lookup("uri").unwrap().name, "URI");
    /// let rfc822 = rfcbnf::read("URI = \"a\" | \"b\"\n")?;
    /// assert_eq!(rfc822.notation, Notation::Rfc822);
    /// assert!(rfc822.lookup("uri").is_err());
    /// # Ok::<(), rfcbnf::GrammarErrors>(())
    /// ```
    pub fn lookup(&self, name: &str) -> Result<&Production, UnknownProduction> {
        if let Some(production) = self.production(name) {
            return Ok(production);
        }
        let key = self.notation.name_key(name);
        let mut productions = self.productions.iter();
        let found = productions.find(|one| self.notation.name_key(&one.name) == key);
        found.ok_or_else(|| UnknownProduction::of(self, name))
    }
}

impl ResolvedGrammar<'_> {
    /// Returns the production that a name means, as [`Grammar::lookup`] does.
    pub(crate) fn lookup(&self, name: &str) -> Result<ProductionId, UnknownProduction> {
        let found = self.find(&self.grammar().lookup(name)?.name);
        found.ok_or_else(|| UnknownProduction::of(self.grammar(), name))
    }
}

/// The number of comparisons after which the search for similar names stops.
const COMPARISONS: usize = 100_000;

/// The length in octets of the longest name that is compared with others.
const COMPARED_LENGTH: usize = 64;

/// The greatest number of names that are suggested.
const SUGGESTED: usize = 3;

/// The distance above which names that only begin alike are suggested too.
const NEAR: usize = 2;

/// The smallest number of octets that names which begin alike share. It is also at least half of
/// the shorter name.
const BEGINNING: usize = 4;

/// The search for the defined names that an undefined name may mean.
pub(crate) struct Similar<'a> {
    /// In alphabetical order, so that the answer does not depend on hashing.
    names: Vec<(&'a str, Counts)>,
    defined: HashSet<&'a str>,
    /// The names by their spelling in lower case.
    folded: HashMap<String, &'a str>,
    comparisons: usize,
}

impl<'a> Similar<'a> {
    pub(crate) fn new(defined: impl Iterator<Item = &'a str>) -> Self {
        let mut names: Vec<&str> = defined.collect();
        names.sort_unstable();
        let folded = names
            .iter()
            .rev()
            .map(|name| (name.to_ascii_lowercase(), *name))
            .collect();
        Similar {
            defined: names.iter().copied().collect(),
            names: { names.into_iter() }
                .map(|name| (name, Counts::of(name)))
                .collect(),
            folded,
            comparisons: 0,
        }
    }

    /// Returns the two defined names that the name consists of; none if there are no such names.
    pub(crate) fn run_together_in<'n>(&self, name: &'n str) -> Vec<&'n str> {
        if name.len() > COMPARED_LENGTH {
            return Vec::new();
        }
        let mut splits = (1..name.len()).filter_map(|middle| name.split_at_checked(middle));
        let is_defined = |name: &str| self.defined.contains(name);
        let split = splits.find(|(first, second)| is_defined(first) && is_defined(second));
        split.map_or_else(Vec::new, |(first, second)| vec![first, second])
    }

    /// Returns the most similar names. If none is very similar, names that begin alike are among
    /// them. Returns no names if none is similar or the limit is reached.
    pub(crate) fn to(&mut self, name: &str) -> Vec<&'a str> {
        if let Some(same) = self.folded.get(&name.to_ascii_lowercase()) {
            return vec![same];
        }
        if name.len() > COMPARED_LENGTH || self.comparisons > COMPARISONS {
            return Vec::new();
        }
        self.comparisons += self.names.len();
        let mut allowed = name.len().div_ceil(3).min(name.len().saturating_sub(1));
        let counts = Counts::of(name);
        let names = self.names.iter();
        let long = allowed;
        let names = names.filter(|(other, _)| other.len().abs_diff(name.len()) <= long);
        let near = names.filter_map(|(other, of_other)| {
            // Few names are as near as the nearest so far can be, and the distance takes long.
            if of_other.least_distance(&counts) > allowed {
                return None;
            }
            let distance = strsim::osa_distance(name, other);
            let is_near = distance <= allowed;
            allowed = allowed.min(distance);
            is_near.then_some((distance, *other))
        });
        // Of names at the same distance, the one that begins alike for longest.
        let key = |&(distance, other): &(usize, &'a str)| (distance, Reverse(shared(name, other)));
        let nearest = near.min_by_key(key);
        let mut found: Vec<&str> = nearest.map(|(_, other)| other).into_iter().collect();
        if nearest.is_none_or(|(distance, _)| distance > NEAR) {
            let names = self.names.iter().map(|(name, _)| *name);
            let alike = names.filter(|other| begins_alike(name, other) && !found.contains(other));
            let alike: Vec<&str> = alike.collect();
            found.extend(alike);
        }
        found.truncate(SUGGESTED);
        found
    }
}

/// How often the characters of each class are in a name.
struct Counts([u8; Self::CLASSES]);

impl Counts {
    const CLASSES: usize = 32;

    fn of(name: &str) -> Self {
        let mut counts = [0_u8; Self::CLASSES];
        for character in name.chars() {
            let class = u32::from(character) as usize % Self::CLASSES;
            counts[class] = counts[class].saturating_add(1);
        }
        Self(counts)
    }

    /// Returns a number of changes that at least separate two names: a change adds one character and removes one, at most.
    fn least_distance(&self, other: &Self) -> usize {
        let pairs = || self.0.iter().zip(&other.0);
        let more: usize = pairs()
            .map(|(one, other)| usize::from(one.saturating_sub(*other)))
            .sum();
        let less: usize = pairs()
            .map(|(one, other)| usize::from(other.saturating_sub(*one)))
            .sum();
        more.max(less)
    }
}

/// Returns the number of octets with which both begin.
fn shared(one: &str, other: &str) -> usize {
    let pairs = one.bytes().zip(other.bytes());
    pairs.take_while(|(one, other)| one == other).count()
}

fn begins_alike(one: &str, other: &str) -> bool {
    let shared = shared(one, other);
    shared >= BEGINNING && 2 * shared >= one.len().min(other.len())
}
