//! Words that are lists.

use crate::rules::Rule;

/// No character of a grammar.
const NO_CHARACTER: u8 = u8::MAX;

/// The octets that are looked at together.
const LANES: usize = 8;

/// The lowest bit of each of them.
const LOWEST: u64 = u64::MAX / 0xff;

/// All bits of each of them but the highest.
const LOWER: u64 = LOWEST * 0x7f;

/// Where all words of a production are lists: parts with one character between them that
/// stands in no part, so that the tree can be told from where that character stands.
///
/// Invariant: nothing is inside the parts but character productions.
#[derive(Clone, Copy)]
pub(crate) struct List {
    /// The production of each part but the last.
    pub(crate) each: Rule,
    separator: u8,
    /// The production of the last part.
    pub(crate) last: Rule,
}

impl List {
    /// `*[ each separator ] last`, or as many rounds as there are in a word.
    pub(crate) const fn separated(each: Rule, separator: char, last: Rule) -> Self {
        assert!(separator.is_ascii() && separator != '\0', "not looked for");
        Self {
            each,
            separator: separator as u8,
            last,
        }
    }

    /// One part.
    pub(crate) const fn one(part: Rule) -> Self {
        Self {
            each: part,
            separator: NO_CHARACTER,
            last: part,
        }
    }

    /// The parts of a word: their productions, and where in the word they begin and end.
    #[inline]
    pub(crate) fn parts(self, word: &[u8], mut part: impl FnMut(Rule, usize, usize)) {
        let mut start = 0;
        let mut base = 0;
        let mut rest = word;
        while !rest.is_empty() {
            let (lanes, others) = lanes(rest, word);
            let mut marks = self.marks(lanes);
            while marks != 0 {
                let end = base + (marks.trailing_zeros() / u8::BITS) as usize;
                part(self.each, start, end);
                start = end + 1;
                marks &= marks - 1;
            }
            base += LANES;
            rest = others;
        }
        part(self.last, start, word.len());
    }

    /// The highest bit of each octet that is a separator.
    #[inline]
    fn marks(self, octets: u64) -> u64 {
        let others = octets ^ (LOWEST * u64::from(self.separator));
        // An octet of zeros alone neither carries into its highest bit nor has it set.
        !(((others & LOWER) + LOWER) | others | LOWER)
    }
}

/// The first octets of the rest of a word, with zeros after the last, and what follows them.
#[inline]
fn lanes<'w>(rest: &'w [u8], word: &[u8]) -> (u64, &'w [u8]) {
    if let Some((lanes, others)) = rest.split_first_chunk::<LANES>() {
        return (u64::from_le_bytes(*lanes), others);
    }
    let lanes = if let Some(last) = word.last_chunk::<LANES>() {
        u64::from_le_bytes(*last) >> (u8::BITS as usize * (LANES - rest.len()))
    } else {
        let octets = rest.iter().rev();
        octets.fold(0, |lanes, &octet| lanes << u8::BITS | u64::from(octet))
    };
    (lanes, &[])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(list: List, word: &[u8]) -> Vec<(Rule, &[u8])> {
        let mut parts = Vec::new();
        list.parts(word, |rule, start, end| {
            parts.push((rule, &word[start..end]));
        });
        parts
    }

    #[test]
    fn the_parts_of_a_word_lie_between_the_separators() {
        let list = List::separated(Rule::Domainlabel, '.', Rule::Toplabel);
        let octets = [b'.', b'/', b'-', b'a', b'\x7f', b'\x01', b'\xae', b'\xff'];
        for length in 0..40 {
            for seed in 0..200_usize {
                let octet = |index: usize| octets[(seed * (index + 7) / 3 + index * index) % 8];
                let word: Vec<u8> = (0..length).map(octet).collect();
                let labels = word.split(|&octet| octet == b'.');
                let mut expected: Vec<_> = labels.map(|label| (Rule::Domainlabel, label)).collect();
                expected.last_mut().expect("there is one").0 = Rule::Toplabel;
                assert_eq!(parts(list, &word), expected);
            }
        }
    }

    #[test]
    fn a_list_of_one_part_has_no_separators() {
        let digits = List::one(Rule::Digits);
        assert_eq!(
            parts(digits, b"0123456789"),
            [(Rule::Digits, b"0123456789".as_slice())]
        );
    }
}
