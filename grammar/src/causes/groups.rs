//! Groups of the disagreements that no cause explains.

use std::collections::{BTreeMap, HashMap};

use super::access::accesses;
use super::cause::{Deviation, Direction, Unexplained};
use crate::automaton::{Automaton, DfaState};
use crate::conformance::Alphabet;

/// The greatest number of examples of a group.
const EXAMPLES: usize = 5;

/// Groups of disagreements.
pub(super) struct Groups<'g> {
    whole: &'g Automaton,
    production: &'g str,
    alphabet: &'g Alphabet,
    /// The shortest text that leads to each state.
    places: HashMap<DfaState, Vec<u8>>,
    /// By direction, state, and whether the text ends there.
    found: BTreeMap<(Direction, DfaState, bool), Unexplained>,
}

impl<'g> Groups<'g> {
    pub(super) fn new(whole: &'g Automaton, production: &'g str, alphabet: &'g Alphabet) -> Self {
        Self {
            whole,
            production,
            alphabet,
            places: accesses(whole).into_iter().collect(),
            found: BTreeMap::new(),
        }
    }

    /// Adds a disagreement, which counts for this many.
    pub(super) fn add(&mut self, text: &[u8], letters: &[u8], is_accepted: bool, texts: u64) {
        let direction = Direction::of(is_accepted);
        let prefix = self.whole.viable_prefix(letters);
        let offset = self.alphabet.spelled(&letters[..prefix.length()]).len();
        let octet = letters.get(prefix.length());
        let deviation = octet.map_or(Deviation::End, |&letter| {
            Deviation::Octets(self.alphabet.octets(letter))
        });
        let key = (direction, prefix.state(), octet.is_none());
        let group = self.found.entry(key).or_insert_with(|| Unexplained {
            production: self.production.to_owned(),
            direction,
            deviation,
            place: self
                .places
                .get(&prefix.state())
                .cloned()
                .unwrap_or_default(),
            texts: 0,
            witness: text.to_owned(),
            offset,
            examples: Vec::new(),
        });
        group.add(text, offset, deviation);
        group.texts += texts;
    }

    /// Returns the groups, the rare ones first.
    pub(super) fn sorted(self) -> Vec<Unexplained> {
        let mut groups: Vec<Unexplained> = self.found.into_values().collect();
        groups.sort_by_key(|group| (group.texts, group.witness.len()));
        groups
    }
}

impl Unexplained {
    /// Adds a disagreement to the group. The witness stays the first of the shortest.
    pub(super) fn add(&mut self, text: &[u8], offset: usize, deviation: Deviation) {
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
