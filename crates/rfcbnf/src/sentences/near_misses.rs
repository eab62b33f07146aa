//! Invalid texts that are one edit away from a valid one, and the one that teaches most.

use std::collections::{HashSet, VecDeque};
use std::ops::Range;

use super::{FRUITLESS, Sentences};
use crate::automaton::Automaton;
use crate::octets::OctetSet;
use crate::random::Random;
use crate::rejection::Rejection;
use crate::syntax::Encoding;

/// The number of texts in a row, in the order of their lengths, without a near miss after which the
/// search ends. A production can derive every text.
const FRUITLESS_IN_ORDER: usize = 1_000;

/// Stands for the characters outside ASCII if no text contains one.
const FOREIGN: &[u8] = "é".as_bytes();

/// Each octet by its number.
static OCTETS: [u8; 256] = {
    let mut octets = [0; 256];
    let mut number: u8 = 0;
    while number < u8::MAX {
        octets[number as usize] = number;
        number += 1;
    }
    octets[number as usize] = number;
    octets
};

/// A character of a text: its octets.
type Character<'t> = &'t [u8];

/// An invalid text, and the valid text that one edit made it from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearMiss {
    /// The invalid text.
    pub text: Vec<u8>,
    /// The valid text.
    pub of: Vec<u8>,
}

/// An iterator over near misses. See [`Sentences::near_misses`](super::Sentences::near_misses).
pub struct NearMisses<'s> {
    source: Source<'s>,
    /// The characters that valid texts contain.
    own: Vec<Character<'static>>,
    /// The characters that edits insert.
    all: Vec<Character<'static>>,
    random: Random,
    is_random: bool,
    /// The near misses of the last text in order.
    waiting: VecDeque<NearMiss>,
    seen: HashSet<Vec<u8>>,
}

/// What near misses are made from.
pub(super) struct Source<'s> {
    pub(super) encoding: Encoding,
    /// The octets of valid texts.
    pub(super) octets: OctetSet,
    pub(super) texts: Box<dyn AgainFromStart + 's>,
    pub(super) in_order: Box<dyn Iterator<Item = Vec<u8>> + 's>,
    /// Whether a text is valid, or may be.
    pub(super) is_valid: IsValid<'s>,
}

/// Says whether a text is valid.
type IsValid<'s> = Box<dyn Fn(&[u8]) -> bool + 's>;

/// Texts at random, each once until they are all forgotten.
pub(super) trait AgainFromStart: Iterator<Item = Vec<u8>> {
    fn forget(&mut self);
}

/// A single change of a text.
#[derive(Clone, Copy)]
enum Edit<'t> {
    Insert(Character<'t>),
    Delete,
    Replace(Character<'t>),
    /// Swaps the character with the next one.
    Swap,
}

/// Divides a text into its characters.
pub(super) fn characters(encoding: Encoding, text: &[u8]) -> Vec<Character<'_>> {
    match std::str::from_utf8(text) {
        Ok(text) if encoding == Encoding::Utf8 => {
            let ends = text.char_indices();
            let characters = ends.map(|(at, one)| &text[at..at + one.len_utf8()]);
            characters.map(str::as_bytes).collect()
        }
        _ => text.chunks(1).collect(),
    }
}

impl<'s> NearMisses<'s> {
    pub(super) fn new(source: Source<'s>, seed: u64) -> Self {
        // Those of one octet.
        let own = match source.encoding {
            Encoding::Octets => source.octets,
            Encoding::Utf8 => source.octets & OctetSet::from(0..=0x7f),
        };
        let all = own | OctetSet::from(b' '..=b'~');
        let characters = |set: OctetSet| -> Vec<Character<'static>> {
            set.iter()
                .map(|octet| &OCTETS[usize::from(octet)..][..1])
                .collect()
        };
        let mut inserted = characters(all);
        if all.is_ascii() {
            inserted.push(FOREIGN);
        }
        Self {
            source,
            own: characters(own),
            all: inserted,
            random: Random::new(seed),
            is_random: true,
            waiting: VecDeque::new(),
            seen: HashSet::new(),
        }
    }

    /// Edits the text at random.
    fn edited(&mut self, of: &[u8]) -> Option<Vec<u8>> {
        let characters = characters(self.source.encoding, of);
        let known = !self.own.is_empty() && self.random.once_in(2);
        let set = if known { &self.own } else { &self.all };
        let &character = self.random.one_of(set)?;
        let edit = match self.random.below(4) {
            0 => Edit::Insert(character),
            1 => Edit::Delete,
            2 => Edit::Replace(character),
            _ => Edit::Swap,
        };
        let index = self.random.index(characters.len() + 1);
        edit.apply(&characters, index)
    }

    /// Returns the text as a near miss, if it is invalid and new.
    fn new_one(&mut self, text: Vec<u8>, of: &[u8]) -> Option<NearMiss> {
        if (self.source.is_valid)(&text) || !self.seen.insert(text.clone()) {
            return None;
        }
        let of = of.to_vec();
        Some(NearMiss { text, of })
    }

    fn next_at_random(&mut self) -> Option<NearMiss> {
        for _ in 0..FRUITLESS {
            let of = self.source.texts.next().or_else(|| {
                // Every text has been edited once. Start over.
                self.source.texts.forget();
                self.source.texts.next()
            })?;
            if let Some(text) = self.edited(&of)
                && let Some(miss) = self.new_one(text, &of)
            {
                return Some(miss);
            }
        }
        None
    }

    fn next_in_order(&mut self) -> Option<NearMiss> {
        for _ in 0..FRUITLESS_IN_ORDER {
            if !self.waiting.is_empty() {
                break;
            }
            let of = self.source.in_order.next()?;
            let characters = characters(self.source.encoding, &of);
            let inserted = self.all.iter().map(|&character| Edit::Insert(character));
            let replaced = self.all.iter().map(|&character| Edit::Replace(character));
            let edits: Vec<Edit> = [Edit::Delete, Edit::Swap]
                .into_iter()
                .chain(replaced)
                .chain(inserted)
                .collect();
            for index in 0..=characters.len() {
                let texts = edits
                    .iter()
                    .filter_map(|edit| edit.apply(&characters, index));
                for text in texts {
                    let miss = self.new_one(text, &of);
                    self.waiting.extend(miss);
                }
            }
        }
        self.waiting.pop_front()
    }
}

impl Iterator for NearMisses<'_> {
    type Item = NearMiss;

    fn next(&mut self) -> Option<NearMiss> {
        if self.is_random {
            if let Some(miss) = self.next_at_random() {
                return Some(miss);
            }
            self.is_random = false;
        }
        self.next_in_order()
    }
}

impl Edit<'_> {
    /// Returns the text with the edit at an index; `None` if no character to edit is there.
    fn apply(self, characters: &[Character], index: usize) -> Option<Vec<u8>> {
        let mut characters = characters.to_vec();
        match self {
            Self::Insert(character) => characters.insert(index, character),
            Self::Delete if index < characters.len() => {
                characters.remove(index);
            }
            Self::Replace(character) => *characters.get_mut(index)? = character,
            Self::Swap if index + 1 < characters.len() => characters.swap(index, index + 1),
            Self::Delete | Self::Swap => return None,
        }
        Some(characters.concat())
    }
}

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
