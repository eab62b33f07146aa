//! The near miss that teaches most.

use std::ops::Range;

use super::near_misses::{Character, Edit, characters};
use super::{NearMiss, Sentences};
use crate::automaton::Automaton;
use crate::rejection::Rejection;
use crate::syntax::Encoding;

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
        let of = text.as_ref();
        let marks = marks(&self.automaton);
        let encoding = self.grammar.encoding;
        let error = |text: &[u8]| Rejection::by_automaton(&self.automaton, encoding, text);
        let text = near_miss_within(of, 0..of.len(), encoding, &marks, error)?;
        let of = of.to_vec();
        Some(NearMiss { text, of })
    }
}

/// Returns the invalid text that teaches most of those that one edit of the part makes from the text;
/// `None` if there is none. `error` returns why a text is invalid.
pub(super) fn near_miss_within(
    text: &[u8],
    part: Range<usize>,
    encoding: Encoding,
    marks: &[u8],
    error: impl Fn(&[u8]) -> Option<Rejection>,
) -> Option<Vec<u8>> {
    let (before, after) = (&text[..part.start], &text[part.end..]);
    let characters = characters(encoding, &text[part.clone()]);
    let edits = edits(&characters, marks);
    let edited = (0..=characters.len()).flat_map(|index| {
        let at = part.start + characters[..index].concat().len();
        let characters = &characters;
        edits.iter().filter_map(move |&edit| {
            let edited = edit.apply(characters, index)?;
            let text = [before, &edited, after].concat();
            let part = before.len()..before.len() + edited.len();
            Some(Edited {
                text,
                part,
                edit,
                at,
            })
        })
    });
    let misses = edited.filter_map(|miss| Some((miss.cost(&error(&miss.text)?), miss)));
    let best = misses.min_by_key(|(cost, _)| *cost);
    best.map(|(_, miss)| miss.text)
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
pub(super) fn marks(automaton: &Automaton) -> Vec<u8> {
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
    /// The part that was edited.
    part: Range<usize>,
    edit: Edit<'t>,
    /// The offset of the edit.
    at: usize,
}

impl Edited<'_> {
    /// Rates the text: the lower, the more it teaches. The distances of the error from the middle of
    /// the part and from the edit count in thousandths of the length.
    fn cost(&self, error: &Rejection) -> usize {
        let (offset, length) = (error.offset, self.text.len().max(1));
        let from_middle = (2 * offset).abs_diff(self.part.start + self.part.end) * 500 / length;
        let from_edit = offset.abs_diff(self.at) * 1000 / length;
        let size = 140 * (error.next.count() + 1).ilog2() as usize;
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
