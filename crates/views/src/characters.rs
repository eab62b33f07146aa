//! Character sets as ranges.
//!
//! ```
//! use rfc1738::CharacterSet;
//! use rfc1738_views::characters::ranges;
//!
//! assert_eq!(ranges(CharacterSet::of("abc -")), "space - a-c");
//! ```

use std::fmt;
use std::ops::RangeInclusive;

use rfc1738::CharacterSet;
use rfcbnf::automaton::{Automaton, DfaState};
use rfcbnf::export::runs;
use rfcbnf::recognizer::{Recognition, Recognizer};
use rfcbnf::syntax::Encoding;
use rfcbnf_engine::Production as _;

/// What can come next in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Next {
    /// The octets.
    octets: CharacterSet,
    /// The characters, if the grammar is one of characters and some are above ASCII.
    characters: Option<Vec<RangeInclusive<char>>>,
}

impl Next {
    /// Returns what leads on from a state of an automaton, which is between characters if the encoding of the
    /// grammar is that of characters.
    ///
    /// ```
    /// use rfc1738_views::characters::Next;
    /// use rfcbnf::automaton::Automaton;
    ///
    /// let grammar = rfcbnf::read("key = %x61-7A / %x3B1-3C9 / %x20AC\n")?;
    /// let automaton = Automaton::new(&grammar, "key")?;
    /// let first = Next::of_state(&automaton, grammar.encoding, automaton.start());
    /// assert_eq!(first.to_string(), "a-z %x3B1-3C9 %x20AC");
    /// assert_eq!(first.ranges(), Some(vec![('a', 'z'), ('α', 'ω'), ('€', '€')]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_state(automaton: &Automaton, encoding: Encoding, state: DfaState) -> Self {
        let octets = CharacterSet::from(automaton.next(state));
        let is_above_ascii = encoding == Encoding::Utf8 && !octets.is_ascii();
        Self {
            octets,
            characters: is_above_ascii.then(|| automaton.next_characters(state)),
        }
    }

    /// Returns these characters, in ascending order.
    pub(crate) fn of(ranges: Vec<RangeInclusive<char>>) -> Self {
        let octets = (0..=0x7f).filter(|octet| {
            let has = |range: &RangeInclusive<char>| range.contains(&char::from(*octet));
            ranges.iter().any(has)
        });
        Self {
            octets: octets.collect(),
            characters: Some(ranges),
        }
    }

    /// Returns what a text that a recognizer reads can begin with. `found` is what it says of the empty text.
    #[must_use]
    pub fn first(recognizer: &Recognizer, found: &Recognition) -> Self {
        let octets = found.next;
        let characters = recognizer.rule().characters_after(b"");
        Self {
            octets,
            characters: characters.filter(|_| !octets.is_ascii()),
        }
    }

    /// Returns the octets, or in a grammar of characters those of ASCII.
    #[must_use]
    pub fn octets(&self) -> CharacterSet {
        match self.characters {
            Some(_) => self.octets.intersection(CharacterSet::ASCII),
            None => self.octets,
        }
    }

    /// Returns the first and the last character of each range, if the grammar is one of characters and some are
    /// above ASCII.
    #[must_use]
    pub fn ranges(&self) -> Option<Vec<(char, char)>> {
        let ranges = self.characters.as_ref()?.iter();
        Some(ranges.map(|range| range.clone().into_inner()).collect())
    }
}

impl From<CharacterSet> for Next {
    fn from(octets: CharacterSet) -> Self {
        Self {
            octets,
            characters: None,
        }
    }
}

/// Writes the [`ranges`] of octets, and characters above ASCII as numbers. Nothing is escaped.
impl fmt::Display for Next {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = vec![ranges(self.octets())];
        for range in self.characters.iter().flatten() {
            let above = *range.start().max(&'\u{80}')..=*range.end();
            if !above.is_empty() {
                words.push(number_range(*above.start(), *above.end()));
            }
        }
        words.retain(|word| !word.is_empty());
        formatter.write_str(&words.join(" "))
    }
}

/// Returns a range of characters above ASCII, as labels show it.
pub(crate) fn number_range(first: char, last: char) -> String {
    if first == last {
        format!("%x{:02X}", u32::from(first))
    } else {
        format!("%x{:02X}-{:02X}", u32::from(first), u32::from(last))
    }
}

/// Returns the characters separated by spaces: runs of letters and digits as `a-z`, a space as
/// `space`, and octets above 7F as numbers: `%x80-FF`. Nothing is escaped.
///
/// ```
/// use rfc1738::Rule;
/// use rfc1738_views::characters::ranges;
///
/// assert_eq!(ranges(Rule::Hex.first()), "0-9 A-F a-f");
/// ```
#[must_use]
pub fn ranges(set: CharacterSet) -> String {
    let characters: Vec<char> = set.iter().collect();
    let runs = runs(&characters).map(|run| match run {
        [first, ..] if !first.is_ascii() => numbers(run),
        [first, .., last] => format!("{first}-{last}"),
        [' '] => "space".to_owned(),
        few => few.iter().collect(),
    });
    runs.collect::<Vec<_>>().join(" ")
}

/// Returns the octets that the characters stand for, as ABNF writes them.
fn numbers(run: &[char]) -> String {
    let number = |character: &char| format!("{:02X}", u32::from(*character));
    match run {
        [first, .., last] => format!("%x{}-{}", number(first), number(last)),
        few => {
            let few: Vec<String> = few.iter().map(|one| format!("%x{}", number(one))).collect();
            few.join(" ")
        }
    }
}
