//! Texts that do not begin with certain others.

use std::collections::BTreeSet;

use super::determinize::{Table, classes};
use super::limits::{TooLarge, Work};
use super::{Automaton, DfaState, in_any_case};

impl Automaton {
    /// Returns the shortest prefix of the text, letters in any case, that no accepted text begins
    /// with; the whole text if an accepted text begins with it.
    pub(crate) fn shortest_unviable<'t>(&self, text: &'t str) -> &'t str {
        let mut states = vec![self.start()];
        for (offset, character) in text.char_indices() {
            let cases = [
                character.to_ascii_lowercase(),
                character.to_ascii_uppercase(),
            ];
            let steps = states.iter().flat_map(|&state| {
                cases
                    .iter()
                    .filter_map(move |&character| self.step(state, character))
            });
            let next: BTreeSet<DfaState> = steps.collect();
            if next.is_empty() {
                return &text[..offset + character.len_utf8()];
            }
            states = next.into_iter().collect();
        }
        text
    }

    /// Returns the automaton without the texts that begin with one of these, letters in any case.
    pub(super) fn excluding(&self, texts: &[String], work: &Work) -> Result<Self, TooLarge> {
        let texts: Vec<String> = texts.iter().map(|text| text.to_ascii_lowercase()).collect();
        if texts.iter().any(String::is_empty) {
            return Ok(Self::empty());
        }
        let letters = texts.iter().flat_map(|text| text.bytes());
        let letters = letters.filter(u8::is_ascii);
        let letters = letters.map(|letter| in_any_case(1 << letter));
        let masks = (0..self.classes.len()).map(|class| self.class_mask(class));
        let classes = classes(masks.chain(letters));
        let representatives: Vec<char> = classes
            .iter()
            .filter_map(|class| char::from_u32(class.trailing_zeros()))
            .collect();
        // The text so far, as long as one of the texts begins with it.
        let start = (self.start(), Some(String::new()));
        let is_accepting = |(state, _): &(DfaState, Option<String>)| self.is_accepting(*state);
        let table = Table::explore(classes, start, is_accepting, |(state, read)| {
            work.take(representatives.len() * (1 + texts.len()))?;
            let step = |&character: &char| {
                let next = self.step(*state, character)?;
                let read = read.as_ref().map(|read| {
                    let mut read = read.clone();
                    read.push(character.to_ascii_lowercase());
                    read
                });
                let read = read.filter(|read| texts.iter().any(|text| text.starts_with(read)));
                let is_excluded = read.as_ref().is_some_and(|read| texts.contains(read));
                (!is_excluded).then_some((next, read))
            };
            Ok(representatives.iter().map(step).collect())
        })?;
        Ok(table.minimized())
    }
}
