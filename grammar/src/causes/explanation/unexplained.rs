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
    /// the viable prefix, those that end there apart. Those that only the search knows show what the groups
    /// are, and count for none.
    pub(super) fn unexplained(&self, oracle: &Oracle<'_>) -> Vec<Unexplained> {
        let explained = self.explained.as_ref();
        let of_suite = self.disagreements.iter().zip(self.letters(oracle));
        let of_suite =
            of_suite.map(|(one, letters)| (one.text.as_slice(), letters, one.is_accepted));
        let of_suite = of_suite.filter(|(_, letters, is_accepted)| {
            let mut all = explained.into_iter().chain(&self.compared.parser);
            !all.any(|all| all.accepts(letters) == *is_accepted) && !oracle.is_set_aside(letters)
        });
        let mut groups = Groups::new(self.production, self.encoding);
        let places: HashMap<DfaState, Vec<u8>> = accesses(self.whole).into_iter().collect();
        let alphabet = oracle.alphabet();
        let mut add = |text: &[u8], letters: &[u8], is_accepted, texts| {
            let prefix = self.whole.viable_prefix(letters);
            let (state, length) = (prefix.state(), prefix.length());
            let octets = letters.get(length).map(|&letter| alphabet.octets(letter));
            let parting = Parting {
                text,
                is_accepted,
                offset: alphabet.spelled(&letters[..length]).len(),
                deviation: octets.map_or(Deviation::End, Deviation::Octets),
            };
            let named = || places.get(&state).cloned().unwrap_or_default();
            groups.add(&parting, state, named, texts);
        };
        for (text, letters, is_accepted) in of_suite {
            add(text, &letters, is_accepted, 1);
        }
        let known: HashSet<&[u8]> = oracle.disagreements().iter().map(Vec::as_slice).collect();
        let asked = explained.into_iter().flat_map(|all| oracle.wrong(all));
        let mut asked: Vec<&[u8]> = asked.filter(|text| !known.contains(text)).collect();
        shortlex::sort(&mut asked);
        for letters in asked {
            let is_accepted = !self.whole.accepts(letters);
            if oracle.verdict(letters) == Some(is_accepted) {
                add(&alphabet.spelled(letters), letters, is_accepted, 0);
            }
        }
        groups.sorted()
    }
}
