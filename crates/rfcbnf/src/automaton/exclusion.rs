//! Texts that do not begin with certain others.

use std::collections::BTreeSet;

use super::determinize::{Table, classes};
use super::limits::{TooLarge, Work};
use super::{Automaton, DfaState};
use crate::octets::OctetSet;

impl Automaton {
    /// Returns the shortest prefix of the text, letters in any case, that no accepted text begins
    /// with; the whole text if an accepted text begins with it.
    pub(crate) fn shortest_unviable<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        let mut states = vec![self.start()];
        for (offset, octet) in text.iter().enumerate() {
            let cases = [octet.to_ascii_lowercase(), octet.to_ascii_uppercase()];
            let steps = states.iter().flat_map(|&state| {
                cases
                    .iter()
                    .filter_map(move |&octet| self.step(state, octet))
            });
            let next: BTreeSet<DfaState> = steps.collect();
            if next.is_empty() {
                return &text[..=offset];
            }
            states = next.into_iter().collect();
        }
        text
    }

    /// Returns the automaton without the texts that begin with one of these, letters in any case.
    pub(super) fn excluding(&self, texts: &[String], work: &Work) -> Result<Self, TooLarge> {
        let texts = texts.iter().map(|text| text.to_ascii_lowercase());
        let texts: Vec<Vec<u8>> = texts.map(String::into_bytes).collect();
        if texts.iter().any(Vec::is_empty) {
            return Ok(Self::empty());
        }
        let letters = texts.iter().flatten();
        let letters = letters.map(|&letter| OctetSet::single(letter).in_any_case());
        let classes = classes(self.classes.iter().copied().chain(letters));
        let representatives = classes.iter().filter_map(|class| class.lowest());
        let representatives: Vec<u8> = representatives.collect();
        // The text so far, as long as one of the texts begins with it.
        let start = (self.start(), Some(Vec::new()));
        let is_accepting = |(state, _): &(DfaState, Option<Vec<u8>>)| self.is_accepting(*state);
        let table = Table::explore(classes, start, &is_accepting, &mut |(state, read)| {
            work.take(representatives.len() * (1 + texts.len()))?;
            let step = |&octet: &u8| {
                let next = self.step(*state, octet)?;
                let read = read.as_ref().map(|read| {
                    let mut read = read.clone();
                    read.push(octet.to_ascii_lowercase());
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
