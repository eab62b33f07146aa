//! Words that do not begin with certain texts.

use super::{Automaton, State};

impl Automaton {
    /// Without the words that begin with one of the texts, letters in any case. Not minimal.
    pub(super) fn excluding(&self, texts: &[String]) -> Self {
        let texts: Vec<String> = texts.iter().map(|text| text.to_ascii_lowercase()).collect();
        if texts.iter().any(String::is_empty) {
            return Self::empty();
        }
        // What was read, as long as one of the texts can come of it.
        let start = (self.start(), Some(String::new()));
        let is_accepting = |(state, _): &(State, Option<String>)| self.is_accepting(*state);
        Self::explored(start, is_accepting, |(state, read), octet| {
            let character = char::from(octet);
            let next = self.step(*state, character)?;
            let read = read.as_ref().map(|read| {
                let mut read = read.clone();
                read.push(character.to_ascii_lowercase());
                read
            });
            let read = read.filter(|read| texts.iter().any(|text| text.starts_with(read)));
            let is_excluded = read.as_ref().is_some_and(|read| texts.contains(read));
            (!is_excluded).then_some((next, read))
        })
    }
}
