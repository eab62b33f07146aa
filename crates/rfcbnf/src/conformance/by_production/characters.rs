//! The characters that the texts of a suite by productions consist of.

use crate::automaton::octet_classes;
use crate::conformance::Alphabet;
use crate::network::{network, terminals};
use crate::octets::OctetSet;
use crate::resolved::ResolvedGrammar;
use crate::syntax::Grammar;

/// The characters, divided by the terminals of a grammar.
pub(super) struct Characters {
    alphabet: Alphabet,
    /// The characters that no terminal tells apart.
    classes: Vec<Vec<u8>>,
}

impl Characters {
    /// Returns the characters of an alphabet, for the production and all that it leads to.
    pub(super) fn of(grammar: &Grammar, production: &str, alphabet: Alphabet) -> Self {
        let part = grammar.part([production]);
        let network = network(&ResolvedGrammar::new(&part));
        let classes = octet_classes(terminals(&network)).into_iter().map(|class| {
            let letters = alphabet.letters().iter().copied();
            letters.filter(|&letter| class.contains(letter)).collect()
        });
        Self {
            classes: classes.collect(),
            alphabet,
        }
    }

    /// Returns the letters that are not octets of texts.
    pub(super) fn unspelled(&self) -> OctetSet {
        self.alphabet.unspelled()
    }

    /// Returns the letters for a production, behind those of `first`: its own characters of ASCII, and a
    /// member of each class of its other characters, and of each class of all others. The turn says which.
    pub(super) fn beside(&self, first: OctetSet, own: OctetSet, turn: usize) -> Alphabet {
        let mut letters: Vec<u8> = first.iter().collect();
        for class in &self.classes {
            let (mine, others): (Vec<u8>, Vec<u8>) =
                class.iter().partition(|&&one| own.contains(one));
            let (ascii, mine): (Vec<u8>, Vec<u8>) = mine.into_iter().partition(u8::is_ascii);
            letters.extend(ascii);
            for members in [mine, others] {
                letters.extend(members.get(turn % members.len().max(1)));
            }
        }
        self.alphabet.behind(first).only(&letters)
    }
}
