//! The near miss that teaches most.

use super::near_misses::{Character, Edit, characters};
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
    /// assert_eq!(miss.text, b"202-12");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn near_miss_of(&self, text: impl AsRef<[u8]>) -> Option<NearMiss> {
        let text = text.as_ref();
        let characters = characters(self.grammar.encoding, text);
        let marks = marks(&self.automaton);
        let edits = edits(&characters, &marks);
        let edited = (0..=characters.len()).flat_map(|index| {
            let characters = &characters;
            edits.iter().filter_map(move |&edit| {
                let text = edit.apply(characters, index)?;
                Some(Edited { text, edit, index })
            })
        });
        let misses = edited.filter(|it| !self.automaton.accepts(&it.text));
        let best = misses.min_by_key(|miss| miss.cost(&self.automaton));
        best.map(|miss| NearMiss {
            text: miss.text,
            of: text.to_vec(),
        })
    }
}

/// Returns the edits to try at each index, the simplest first.
fn edits<'t>(text: &[Character<'t>], marks: &'t [u8]) -> Vec<Edit<'t>> {
    let mut known: Vec<Character> = Vec::new();
    let inserted: [Character; 2] = [b"x", b" "];
    for character in text.iter().copied().chain(marks.chunks(1)).chain(inserted) {
        if !known.contains(&character) {
            known.push(character);
        }
    }
    let replaced = known.iter().map(|&character| Edit::Replace(character));
    let inserted = known.iter().map(|&character| Edit::Insert(character));
    let others = [Edit::Delete, Edit::Swap].into_iter();
    others.chain(replaced).chain(inserted).collect()
}

/// Returns the printable characters of ASCII that texts contain, without letters and digits.
fn marks(automaton: &Automaton) -> Vec<u8> {
    let mut marks: Vec<u8> = Vec::new();
    for state in automaton.states() {
        let next = automaton
            .next(state)
            .iter()
            .filter(u8::is_ascii_punctuation);
        for mark in next {
            if !marks.contains(&mark) {
                marks.push(mark);
            }
        }
    }
    marks
}

/// An edited text.
struct Edited<'t> {
    text: Vec<u8>,
    edit: Edit<'t>,
    /// The index of the edited character.
    index: usize,
}

impl Edited<'_> {
    /// Rates the text: the lower, the more it teaches. The distances of the error from the middle
    /// and from the edit count in thousandths of the length.
    fn cost(&self, automaton: &Automaton) -> usize {
        let error = automaton.viable_prefix(&self.text);
        let (offset, length) = (error.length(), self.text.len().max(1));
        let from_middle = (2 * offset).abs_diff(length) * 500 / length;
        let from_edit = offset.abs_diff(self.index) * 1000 / length;
        let size = 140 * (error.next().count() + 1).ilog2() as usize;
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
