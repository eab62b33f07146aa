//! Groups of the disagreements that no cause explains.
//!
//! A group is of one fact, as far as texts show that: it has the octets at which texts deviate in about the same places.
//! A parser that takes `%` in each label of a host, and a dot after the last, has two groups where both deviate in one
//! place.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use super::cause::{Deviation, Direction, EXAMPLES, Repeats, Unexplained};
use crate::syntax::Encoding;

/// Groups of disagreements, by how and where they deviate from the grammar. `P` says where that is.
pub(super) struct Groups<'g, P> {
    production: &'g str,
    encoding: Encoding,
    found: BTreeMap<(Direction, Deviation), BTreeMap<P, Unexplained>>,
    repeated: Vec<Unexplained>,
}

/// A disagreement, and where it deviates from the grammar.
pub(super) struct Parting<'t> {
    pub(super) text: &'t [u8],
    pub(super) is_accepted: bool,
    /// The offset at which the viable prefix of the grammar ends.
    pub(super) offset: usize,
    pub(super) deviation: Deviation,
}

impl<'g, P: Ord + Clone> Groups<'g, P> {
    pub(super) fn new(production: &'g str, encoding: Encoding) -> Self {
        Self {
            production,
            encoding,
            found: BTreeMap::new(),
            repeated: Vec::new(),
        }
    }

    /// Adds a disagreement, which counts for this many. `named` returns the text that names the place.
    pub(super) fn add(
        &mut self,
        parting: &Parting<'_>,
        place: P,
        named: impl FnOnce() -> Vec<u8>,
        texts: u64,
    ) {
        let &Parting {
            text,
            is_accepted,
            offset,
            deviation,
        } = parting;
        let direction = Direction::of(is_accepted);
        let of = (self.production, self.encoding);
        let places = self.found.entry((direction, deviation)).or_default();
        let group = places.entry(place);
        let group = group.or_insert_with(|| first(of, parting, named()));
        group.add(text, offset, deviation);
        group.texts += texts;
    }

    /// Adds a text with many repetitions, which is a group of its own. The place is that of two repetitions.
    pub(super) fn add_repeated(&mut self, parting: &Parting<'_>, place: Vec<u8>, repeats: Repeats) {
        self.repeated.push(Unexplained {
            repeats: Some(repeats),
            ..first((self.production, self.encoding), parting, place)
        });
    }

    /// Returns the groups, the rare ones first.
    pub(super) fn sorted(self) -> Vec<Unexplained> {
        let mut facts: Vec<Fact<P>> = Vec::new();
        for ((direction, deviation), groups) in self.found {
            let places: BTreeSet<P> = groups.keys().cloned().collect();
            let known = facts.iter_mut().find(|fact| {
                let both = (fact.deviation, deviation);
                fact.direction == direction
                    && matches!(both, (Deviation::Octets(_), Deviation::Octets(_)))
                    && are_alike(&fact.places, &places)
            });
            match known {
                Some(fact) => fact.take(groups),
                None => facts.push(Fact {
                    direction,
                    deviation,
                    places,
                    groups,
                }),
            }
        }
        let groups = facts.into_iter().flat_map(|fact| fact.groups.into_values());
        let mut groups: Vec<Unexplained> = groups.chain(self.repeated).collect();
        groups.sort_by_key(|group| (group.texts, group.witness.len()));
        groups
    }
}

/// Groups with octets that deviate in about the same places.
struct Fact<P> {
    direction: Direction,
    /// The first of its deviations.
    deviation: Deviation,
    /// The places of that.
    places: BTreeSet<P>,
    groups: BTreeMap<P, Unexplained>,
}

impl<P: Ord> Fact<P> {
    fn take(&mut self, groups: BTreeMap<P, Unexplained>) {
        for (place, group) in groups {
            match self.groups.entry(place) {
                Entry::Vacant(entry) => {
                    entry.insert(group);
                }
                Entry::Occupied(mut entry) => entry.get_mut().join(&group),
            }
        }
    }
}

/// Returns whether at least half of the places of either are places of both.
fn are_alike<P: Ord>(some: &BTreeSet<P>, others: &BTreeSet<P>) -> bool {
    let both = some.intersection(others).count();
    2 * both >= some.len().max(others.len())
}

impl Unexplained {
    /// Adds a group at the same place.
    fn join(&mut self, other: &Self) {
        self.add(&other.witness, other.offset, other.deviation);
        for example in &other.examples {
            self.add(example, other.offset, other.deviation);
        }
        self.texts += other.texts;
    }

    /// Adds a disagreement to the group. The witness stays the first of the shortest.
    fn add(&mut self, text: &[u8], offset: usize, deviation: Deviation) {
        if let (Deviation::Octets(octets), Deviation::Octets(more)) =
            (&mut self.deviation, deviation)
        {
            *octets |= more;
        }
        if text == self.witness {
            return;
        }
        let mut example = text.to_vec();
        if text.len() < self.witness.len() {
            example = std::mem::replace(&mut self.witness, example);
            self.offset = offset;
        }
        self.examples.push(example);
        self.examples.sort_by_key(Vec::len);
        self.examples.truncate(EXAMPLES);
    }
}

/// Returns the group of one disagreement.
fn first(
    (production, encoding): (&str, Encoding),
    parting: &Parting<'_>,
    place: Vec<u8>,
) -> Unexplained {
    Unexplained {
        production: production.to_owned(),
        direction: Direction::of(parting.is_accepted),
        deviation: parting.deviation,
        place,
        within: Vec::new(),
        texts: 0,
        witness: parting.text.to_owned(),
        offset: parting.offset,
        examples: Vec::new(),
        encoding,
        repeats: None,
    }
}
