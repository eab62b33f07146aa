//! The characters that texts of a suite contain: the input symbols of the automata that suites are made of.

use std::ops::Range;

use crate::automaton::Automaton;
use crate::octets::OctetSet;

/// The input symbol that represents all characters outside ASCII if no text contains an octet of one.
const OUTSIDE: u8 = 0x80;

/// How texts spell that input symbol.
const OUTSIDE_SPELLED: &str = "é";

/// The input symbols that texts consist of. Each is an octet. If no text of the production contains
/// an octet above 7F, a single one represents all characters outside ASCII.
#[derive(Debug, Clone)]
pub(crate) struct Alphabet {
    /// The input symbols, readable ones first.
    symbols: Vec<u8>,
    /// Whether [`OUTSIDE`] represents all characters outside ASCII.
    is_ascii: bool,
}

impl Alphabet {
    /// Returns the alphabet for a production with this automaton: lower case letters, upper case
    /// letters, digits, other printable characters, and the rest. CR and LF belong to it if a text
    /// contains them. All octets above 7F do if a text contains one.
    pub(crate) fn of(automaton: &Automaton) -> Self {
        Self::of_octets(automaton.octets())
    }

    /// Returns the alphabet for a production whose texts consist of these octets, as [`Self::of`] does.
    pub(crate) fn of_octets(derived: OctetSet) -> Self {
        let is_ascii = derived.is_ascii();
        let last = if is_ascii { OUTSIDE } else { u8::MAX };
        let mut symbols: Vec<u8> = (0..=last)
            .filter(|&symbol| !matches!(symbol, b'\r' | b'\n') || derived.contains(symbol))
            .collect();
        symbols.sort_by_key(|symbol| match symbol {
            b'a'..=b'z' => 0,
            b'A'..=b'Z' => 1,
            b'0'..=b'9' => 2,
            b'!'..=b'~' => 3,
            b' ' => 4,
            &OUTSIDE if is_ascii => 5,
            ..=0x7f => 6,
            _ => 7,
        });
        Self { symbols, is_ascii }
    }

    /// Returns the alphabet with these of its input symbols only.
    pub(crate) fn only(&self, symbols: &[u8]) -> Self {
        let mut only = self.clone();
        only.symbols.retain(|symbol| symbols.contains(symbol));
        only
    }

    /// Returns the input symbols that are not octets of texts.
    pub(super) fn unspelled(&self) -> OctetSet {
        if self.is_ascii {
            OctetSet::single(OUTSIDE)
        } else {
            OctetSet::EMPTY
        }
    }

    /// Returns the alphabet with these input symbols before the others.
    pub(super) fn beginning_with(&self, first: OctetSet) -> Self {
        let others = self.symbols.iter().copied();
        let others = others.filter(|&symbol| !first.contains(symbol));
        Self {
            symbols: first.iter().chain(others).collect(),
            is_ascii: self.is_ascii,
        }
    }

    /// Returns the input symbols, readable ones first.
    pub(crate) fn symbols(&self) -> &[u8] {
        &self.symbols
    }

    /// Returns the octets that stand for an input symbol in an automaton.
    pub(crate) fn octets(&self, symbol: u8) -> OctetSet {
        if self.is_ascii && symbol == OUTSIDE {
            OctetSet::range(OUTSIDE, u8::MAX)
        } else {
            OctetSet::single(symbol)
        }
    }

    /// Returns the text that these input symbols spell.
    pub(crate) fn spelled(&self, symbols: &[u8]) -> Vec<u8> {
        if !self.is_ascii || symbols.is_ascii() {
            return symbols.to_vec();
        }
        let mut text = Vec::with_capacity(symbols.len() + 1);
        for &symbol in symbols {
            match symbol {
                OUTSIDE => text.extend_from_slice(OUTSIDE_SPELLED.as_bytes()),
                octet => text.push(octet),
            }
        }
        text
    }

    /// Returns where a part of these input symbols is in the text that they spell.
    pub(crate) fn spelled_span(&self, symbols: &[u8], part: &Range<usize>) -> Range<usize> {
        let start = self.spelled(&symbols[..part.start]).len();
        start..start + self.spelled(&symbols[part.clone()]).len()
    }

    /// Returns the input symbols that spell a text of a suite.
    pub(crate) fn symbols_of(&self, text: &[u8]) -> Vec<u8> {
        if !self.is_ascii || text.is_ascii() {
            return text.to_vec();
        }
        let text = String::from_utf8_lossy(text);
        text.chars()
            .map(|character| u8::try_from(character).ok().filter(u8::is_ascii))
            .map(|symbol| symbol.unwrap_or(OUTSIDE))
            .collect()
    }
}
