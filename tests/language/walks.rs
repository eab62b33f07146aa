//! Texts at random, the same in every run.

use rfc1738::Rule;

use crate::reference::Reference;

/// Walks through the automaton of a production.
pub(crate) struct Walk {
    rule: Rule,
    state: u64,
}

impl Walk {
    pub(crate) fn of(rule: Rule) -> Self {
        Self {
            rule,
            state: rule as u64,
        }
    }

    /// A number below the bound, by the generator `SplitMix64`.
    fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        let bound = u64::try_from(bound).expect("a small bound");
        usize::try_from(mixed % bound).expect("smaller than the bound")
    }

    fn one_of(&mut self, characters: &str) -> char {
        let index = self.below(characters.len());
        characters.as_bytes()[index].into()
    }

    /// The beginning of a word, of at most so many characters; often the word is complete.
    pub(crate) fn word(&mut self, reference: &Reference, most: usize) -> String {
        let language = reference.language(self.rule);
        let mut text = String::new();
        for _ in 0..most {
            let viable = language.viable_prefix(text.as_bytes());
            if viable.next.is_empty() || (viable.can_end && self.below(20) == 0) {
                break;
            }
            // Letters are many and all alike; what delimits is worth as much.
            let alike = |character: char| character.is_ascii_alphanumeric();
            let delimiters: String = viable.next.chars().filter(|&next| !alike(next)).collect();
            let delimit = !delimiters.is_empty() && self.below(2) == 0;
            text.push(self.one_of(if delimit { &delimiters } else { &viable.next }));
        }
        text
    }

    /// The text with one character put in, taken out or replaced.
    pub(crate) fn spoilt(&mut self, text: &str) -> String {
        let at = self.below(text.len() + 1);
        let change = self.below(3);
        let from = if change == 0 {
            at
        } else {
            (at + 1).min(text.len())
        };
        let new = if change == 1 {
            String::new()
        } else {
            self.one_of("a1%-./:@;?=~ \0").into()
        };
        [&text[..at], &new, &text[from..]].concat()
    }
}
