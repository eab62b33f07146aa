//! Matches that are lists.

use crate::production_set::ProductionId;

/// An octet that no match of a grammar contains.
const NO_CHARACTER: u8 = u8::MAX;

/// The number of octets that are examined together.
const LANES: usize = 8;

/// The lowest bit of each lane.
const LOWEST: u64 = u64::MAX / 0xff;

/// All bits of each lane but the highest.
const LOWER: u64 = LOWEST * 0x7f;

/// A list: elements that a separator separates. No element contains the separator. The positions of
/// the separators determine the tree.
///
/// ```
/// use rfcbnf_engine::ProductionId;
/// use rfcbnf_engine::dfa::List;
///
/// // *[ domainlabel "." ] toplabel
/// let (domainlabel, toplabel) = (ProductionId::new(0), ProductionId::new(1));
/// let list = List::separated(domainlabel, '.', toplabel);
/// let mut elements = Vec::new();
/// list.elements(b"w3.org", 0, |production, start, end| elements.push((production, start..end)));
/// assert_eq!(elements, [(domainlabel, 0..2), (toplabel, 3..6)]);
///
/// List::one(toplabel).elements(b"org", 0, |production, start, end| {
///     assert_eq!((production, start..end), (toplabel, 0..3));
/// });
/// ```
///
/// Invariant: the elements hold character productions only.
#[derive(Debug, Clone, Copy)]
pub struct List {
    /// The production of each element but the last.
    pub each: ProductionId,
    separator: u8,
    /// The production of the last element.
    pub last: ProductionId,
}

impl List {
    /// Returns the list `*[ each separator ] last`.
    ///
    /// # Panics
    ///
    /// Panics, at compile time in generated code, if the separator is NUL or not ASCII.
    #[must_use]
    pub const fn separated(each: ProductionId, separator: char, last: ProductionId) -> Self {
        assert!(
            separator.is_ascii() && separator != '\0',
            "the separator is an ASCII character other than NUL"
        );
        Self {
            each,
            separator: separator as u8,
            last,
        }
    }

    /// Returns the list of exactly one element.
    #[must_use]
    pub const fn one(element: ProductionId) -> Self {
        Self {
            each: element,
            separator: NO_CHARACTER,
            last: element,
        }
    }

    /// Calls `element` for each element of the list from `start` to the end of the text, with its
    /// production, its start and its end in the text.
    #[inline]
    pub fn elements(
        self,
        text: &[u8],
        start: usize,
        mut element: impl FnMut(ProductionId, usize, usize),
    ) {
        let mut start = start;
        let mut at = start;
        while at < text.len() {
            let mut separators = self.separators(lanes(text, at));
            while separators != 0 {
                let end = at + (separators.trailing_zeros() / u8::BITS) as usize;
                element(self.each, start, end);
                start = end + 1;
                separators &= separators - 1;
            }
            at += LANES;
        }
        element(self.last, start, text.len());
    }

    /// Returns the octets with the highest bit set in each separator, and no other bit.
    #[inline]
    fn separators(self, octets: u64) -> u64 {
        let others = octets ^ (LOWEST * u64::from(self.separator));
        // Only an octet of zeros neither has its highest bit set nor carries into it.
        !(((others & LOWER) + LOWER) | others | LOWER)
    }
}

/// Returns the lanes at an offset of the text, padded with zeros.
#[inline]
fn lanes(text: &[u8], at: usize) -> u64 {
    let rest = text.get(at..).unwrap_or_default();
    if let Some(lanes) = rest.first_chunk::<LANES>() {
        u64::from_le_bytes(*lanes)
    } else if let Some(last) = text.last_chunk::<LANES>() {
        u64::from_le_bytes(*last) >> (u8::BITS as usize * (LANES - rest.len()))
    } else {
        let octets = rest.iter().rev();
        octets.fold(0, |lanes, &octet| lanes << u8::BITS | u64::from(octet))
    }
}
