//! Groups of the disagreements that no cause explains.

use std::collections::BTreeMap;

use super::cause::{Deviation, Direction, EXAMPLES, Repeats, Unexplained};
use crate::syntax::Encoding;

/// Groups of disagreements, by where they deviate from the grammar. `P` says where that is.
pub(super) struct Groups<'g, P> {
    production: &'g str,
    encoding: Encoding,
    /// By direction, place, and whether the text ends there.
    found: BTreeMap<(Direction, P, bool), Unexplained>,
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

impl<'g, P: Ord> Groups<'g, P> {
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
        let key = (direction, place, deviation == Deviation::End);
        let of = (self.production, self.encoding);
        let group = self.found.entry(key);
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
        let mut groups: Vec<Unexplained> = self.found.into_values().collect();
        groups.extend(self.repeated);
        groups.sort_by_key(|group| (group.texts, group.witness.len()));
        groups
    }
}

impl Unexplained {
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
