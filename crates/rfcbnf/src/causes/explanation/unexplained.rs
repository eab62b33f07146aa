//! The disagreements that no cause explains.

use std::collections::{HashMap, HashSet};

use super::Explanation;
use crate::automaton::DfaState;
use crate::causes::access::accesses;
use crate::causes::cause::{Deviation, Unexplained};
use crate::causes::groups::{Groups, Parting};
use crate::causes::oracle::Oracle;
use crate::causes::shortlex;

impl Explanation<'_> {
    /// Groups the disagreements that no cause explains by the state of the grammar's automaton after
    /// the viable prefix, those that end there apart. Those that only the search knows count for none.
    pub(super) fn unexplained(&self, oracle: &Oracle<'_>) -> Vec<Unexplained> {
        let is_open = |letters: &[u8], is_accepted: bool| {
            let mut all = self.explained.iter().chain(&self.compared.parser);
            !all.any(|all| all.accepts(letters) == is_accepted) && !oracle.is_set_aside(letters)
        };
        let mut groups = Groups::new(self.production, self.encoding);
        let places: HashMap<DfaState, Vec<u8>> = accesses(self.whole).into_iter().collect();
        let alphabet = oracle.alphabet();
        let mut add = |parting: &Parting<'_>, state: DfaState, texts| {
            let named = || places.get(&state).cloned().unwrap_or_default();
            groups.add(parting, state, named, texts);
        };
        let mut add_letters = |text: &[u8], letters: &[u8], is_accepted, texts| {
            let prefix = self.whole.viable_prefix(letters);
            let length = prefix.length();
            let octets = letters.get(length).map(|&letter| alphabet.octets(letter));
            let parting = Parting {
                text,
                is_accepted,
                offset: alphabet.spelled(&letters[..length]).len(),
                deviation: octets.map_or(Deviation::End, Deviation::Octets),
            };
            add(&parting, prefix.state(), texts);
        };
        let of_suite = self.disagreements.iter().zip(self.letters(oracle));
        for (one, letters) in of_suite {
            if is_open(&letters, one.is_accepted) {
                add_letters(&one.text, &letters, one.is_accepted, 1);
            }
        }
        let known: HashSet<&[u8]> = oracle.disagreements().iter().map(Vec::as_slice).collect();
        let asked = oracle.disagreeing().filter(|text| !known.contains(text));
        let asked = asked.map(|text| (text, !self.whole.accepts(text)));
        let asked = asked.filter(|(text, is_accepted)| is_open(text, *is_accepted));
        let mut asked: Vec<(&[u8], bool)> = asked.collect();
        asked.sort_unstable_by(|(one, _), (other, _)| shortlex::compare(one, other));
        for (letters, is_accepted) in asked {
            add_letters(&alphabet.spelled(letters), letters, is_accepted, 0);
        }
        for (text, is_accepted) in oracle.unspelled() {
            if self.whole.accepts(text) == is_accepted
                || !is_open(&alphabet.letters_of(text), is_accepted)
            {
                continue;
            }
            let prefix = self.whole.viable_prefix(text);
            let parting = Parting {
                text,
                is_accepted,
                offset: prefix.length(),
                deviation: Deviation::at(text, prefix.length()),
            };
            add(&parting, prefix.state(), 0);
        }
        groups.sorted()
    }
}
