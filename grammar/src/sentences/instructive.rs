//! The near miss that teaches most.

use super::near_misses::Edit;
use super::{NearMiss, Sentences};
use crate::automaton::Automaton;

impl Sentences<'_> {
    /// Returns a text that the production does not derive and that is one edit away from the
    /// given text; `None` if every edit gives a valid text.
    ///
    /// Of all candidates it returns the one whose error is near the middle and near the edit, and
    /// where few characters are expected. It prefers a missing character to a wrong one. Edits
    /// insert characters of the text, characters of the production that are neither letters nor
    /// digits, an `x` and a space.
    ///
    /// ```
    /// use rfcbnf::sentences::Sentences;
    ///
    /// let grammar = rfcbnf::read("day = 4digit \"-\" 2digit\ndigit = \"0\" | \"1\" | \"2\"\n")?;
    /// let sentences = Sentences::new(&grammar, "day")?;
    /// let miss = sentences.near_miss_of("2021-12").unwrap();
    /// assert_eq!(miss.text, "202-12");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn near_miss_of(&self, text: &str) -> Option<NearMiss> {
        let characters: Vec<char> = text.chars().collect();
        let edits = edits(&self.automaton, &characters);
        let edited = (0..=characters.len()).flat_map(|index| {
            let characters = &characters;
            edits.iter().filter_map(move |&edit| {
                let text = edit.apply(characters, index)?;
                Some(Edited { text, edit, index })
            })
        });
        let misses = edited.filter(|it| !self.automaton.accepts(it.text.as_bytes()));
        let best = misses.min_by_key(|miss| miss.cost(&self.automaton));
        best.map(|miss| NearMiss {
            text: miss.text,
            of: text.to_owned(),
        })
    }
}

/// Returns the edits to try at each index, the simplest first.
fn edits(automaton: &Automaton, text: &[char]) -> Vec<Edit> {
    let states = automaton.states();
    let own = states.flat_map(|state| automaton.next(state).into_bytes());
    let own = own
        .map(char::from)
        .filter(|character| matches!(character, '!'..='~') && !character.is_alphanumeric());
    let mut known: Vec<char> = Vec::new();
    for character in text.iter().copied().chain(own).chain(['x', ' ']) {
        if !known.contains(&character) {
            known.push(character);
        }
    }
    let replaced = known.iter().map(|&character| Edit::Replace(character));
    let inserted = known.iter().map(|&character| Edit::Insert(character));
    let others = [Edit::Delete, Edit::Swap].into_iter();
    others.chain(replaced).chain(inserted).collect()
}

/// An edited text.
struct Edited {
    text: String,
    edit: Edit,
    /// The index of the edited character.
    index: usize,
}

impl Edited {
    /// Rates the text: the lower, the more it teaches. The distances of the error from the middle
    /// and from the edit count in thousandths of the length.
    fn cost(&self, automaton: &Automaton) -> usize {
        let error = automaton.viable_prefix(self.text.as_bytes());
        let (offset, length) = (error.length(), self.text.len().max(1));
        let from_middle = (2 * offset).abs_diff(length) * 500 / length;
        let from_edit = offset.abs_diff(self.index) * 1000 / length;
        let size = 140 * (error.next().len() + 1).ilog2() as usize;
        let at_end = if offset == self.text.len() { 500 } else { 0 };
        let edit = match self.edit {
            Edit::Delete => 0,
            Edit::Swap => 100,
            Edit::Replace(_) => 200,
            Edit::Insert(_) => 300,
        };
        from_middle + from_edit + size + at_end + edit
    }
}
