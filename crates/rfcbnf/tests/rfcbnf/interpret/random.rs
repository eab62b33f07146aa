//! Grammars made by chance.

use std::fmt::Write as _;

/// A sequence of choices.
pub(crate) trait Choices {
    /// Returns a number below `limit`.
    fn below(&mut self, limit: usize) -> usize;
}

/// Each octet is a choice. When they are used up, each choice is 0.
impl Choices for std::slice::Iter<'_, u8> {
    fn below(&mut self, limit: usize) -> usize {
        self.next().map_or(0, |octet| usize::from(*octet) % limit)
    }
}

/// The literals of random grammars. Short ones over few letters collide often.
const LITERALS: [&str; 9] = ["a", "b", "c", "ab", "ba", "aa", "A", "abc", "-"];

/// How a grammar is written.
pub(crate) struct Style {
    /// The terminals. Those of the notation of RFC 1738 are the literals instead.
    terminals: &'static [&'static str],
    /// Parts of texts that the terminals derive, and others that come close.
    parts: &'static [&'static [u8]],
    between: &'static str,
    /// Whether a round of an open count can be empty.
    has_empty_rounds: bool,
}

/// The notation of RFC 1738.
const RFC1738: Style = Style {
    terminals: &[],
    parts: &[],
    between: " | ",
    has_empty_rounds: false,
};

/// ABNF whose numbers are octets.
pub(crate) const OCTETS: Style = Style {
    terminals: &[
        "%s\"a\"", "\"b\"", "%x61-63", "%x80-FF", "%x61-C3", "%s\"ab\"", "%xC3.A9", "\"A-\"",
        "%x2D", "%x41-42",
    ],
    parts: &[
        b"a",
        b"b",
        b"B",
        b"A",
        b"c",
        b"\x80",
        b"\xc3\xa9",
        b"ab",
        b"\xff",
        b"a-",
        b"-",
    ],
    between: " / ",
    has_empty_rounds: true,
};

/// ABNF whose numbers are characters.
pub(crate) const CHARACTERS: Style = Style {
    terminals: &[
        "%s\"a\"",
        "\"b\"",
        "%x61-E9",
        "%xE9-20AC",
        "%x20AC.61",
        "%s\"ab\"",
        "%x80-10FFFF",
        "%x62-63",
    ],
    parts: &[
        b"a",
        b"b",
        b"B",
        "\u{e9}".as_bytes(),
        "\u{20ac}".as_bytes(),
        "\u{10000}".as_bytes(),
        b"\xe2\x82",
        b"ab",
    ],
    between: " / ",
    has_empty_rounds: true,
};

/// The greatest number of productions that are open at once.
const LAYERS: usize = 5;

/// Returns a grammar of `count` productions. They are in five layers, and refer to the
/// layer after their own, so none is recursive.
pub(crate) fn grammar(choices: &mut impl Choices, count: usize) -> String {
    grammar_in(&RFC1738, choices, count)
}

/// Returns a grammar in this style.
pub(crate) fn grammar_in(style: &Style, choices: &mut impl Choices, count: usize) -> String {
    let mut writer = Writer {
        style,
        choices,
        text: String::new(),
        count,
    };
    for number in 0..count {
        let _ = write!(writer.text, "p{number} = ");
        writer.expression(number, 2);
        writer.text.push('\n');
    }
    writer.text
}

/// Returns a text over the literals; it can be empty.
pub(crate) fn text(choices: &mut impl Choices) -> String {
    let length = choices.below(9);
    (0..length).map(|_| literal(choices)).collect()
}

/// Returns a text over the parts of a style; it can be empty.
pub(crate) fn octets(style: &Style, choices: &mut impl Choices) -> Vec<u8> {
    let length = choices.below(9);
    let part = |_| style.parts[choices.below(style.parts.len())];
    (0..length).flat_map(part).copied().collect()
}

pub(crate) fn literal(choices: &mut impl Choices) -> &'static str {
    LITERALS[choices.below(LITERALS.len())]
}

struct Writer<'c, C> {
    style: &'c Style,
    choices: &'c mut C,
    text: String,
    count: usize,
}

impl<C: Choices> Writer<'_, C> {
    /// Writes an expression for the production with this number. `depth` limits the nesting.
    fn expression(&mut self, production: usize, depth: usize) {
        match self.choices.below(if depth == 0 { 2 } else { 8 }) {
            0 => self.literal(),
            1 => self.reference(production),
            2 | 3 => self.several(production, depth, self.style.between),
            4 | 5 => self.several(production, depth, " "),
            6 => {
                self.text.push_str("[ ");
                self.expression(production, depth - 1);
                self.text.push_str(" ]");
            }
            _ => self.repetition(production, depth),
        }
    }

    fn literal(&mut self) {
        let terminals = self.style.terminals;
        if terminals.is_empty() {
            let literal = literal(self.choices);
            let _ = write!(self.text, "\"{literal}\"");
        } else {
            let terminal = terminals[self.choices.below(terminals.len())];
            self.text.push_str(terminal);
        }
    }

    fn reference(&mut self, production: usize) {
        let layer = self.count.div_ceil(LAYERS);
        let first = (production / layer + 1) * layer;
        if first >= self.count {
            self.literal();
        } else {
            let number = first + self.choices.below(layer.min(self.count - first));
            let _ = write!(self.text, "p{number}");
        }
    }

    fn several(&mut self, production: usize, depth: usize, between: &str) {
        self.text.push_str("( ");
        for index in 0..2 + self.choices.below(2) {
            if index > 0 {
                self.text.push_str(between);
            }
            self.expression(production, depth - 1);
        }
        self.text.push_str(" )");
    }

    /// Writes a repetition. If the count is open and rounds cannot be empty, a round contains a
    /// literal.
    fn repetition(&mut self, production: usize, depth: usize) {
        let counts = ["*", "1*", "2*", "*2", "1*2", "2"];
        match counts[self.choices.below(counts.len())] {
            "2" => {
                self.text.push_str("2( ");
                self.expression(production, depth - 1);
                self.text.push_str(" )");
            }
            counts => self.round(counts, production, depth),
        }
    }

    fn round(&mut self, counts: &str, production: usize, depth: usize) {
        self.text.push_str(counts);
        self.text.push_str("( ");
        if self.style.has_empty_rounds && self.choices.below(2) == 0 {
            self.expression(production, depth - 1);
        } else if self.choices.below(2) == 0 {
            self.literal();
            self.text.push(' ');
            self.expression(production, depth - 1);
        } else {
            self.expression(production, depth - 1);
            self.text.push(' ');
            self.literal();
        }
        self.text.push_str(" )");
    }
}
