//! The names of rules that an undefined name may mean.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

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
    names: Vec<&'a str>,
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
            names,
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
        let allowed = name.len().div_ceil(3).min(name.len().saturating_sub(1));
        let names = self.names.iter().copied();
        let near = names.filter(|other| other.len().abs_diff(name.len()) <= allowed);
        let near = near.map(|other| (strsim::osa_distance(name, other), other));
        let near = near.filter(|(distance, _)| *distance <= allowed);
        // Of names at the same distance, the one that begins alike for longest.
        let key = |&(distance, other): &(usize, &'a str)| (distance, Reverse(shared(name, other)));
        let nearest = near.min_by_key(key);
        let mut found: Vec<&str> = nearest.map(|(_, other)| other).into_iter().collect();
        if nearest.is_none_or(|(distance, _)| distance > NEAR) {
            let names = self.names.iter().copied();
            let alike = names.filter(|other| begins_alike(name, other) && !found.contains(other));
            let alike: Vec<&str> = alike.collect();
            found.extend(alike);
        }
        found.truncate(SUGGESTED);
        found
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
