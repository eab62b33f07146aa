//! Grammars made by chance.

use std::fmt::Write as _;

/// A sequence of numbers that looks random and is the same in every run (Marsaglia: Xorshift RNGs,
/// 2003).
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Returns a number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % limit
    }
}

/// The literals of random grammars. Short ones over few letters collide often.
const LITERALS: [&str; 9] = ["a", "b", "c", "ab", "ba", "aa", "A", "abc", "-"];

/// The greatest number of productions that are open at once.
const LAYERS: usize = 5;

/// Returns a grammar of `count` productions. They stand in five layers, and refer to the
/// layer after their own, so none leads to itself.
pub(crate) fn grammar(seed: u64, count: usize) -> String {
    let mut writer = Writer {
        numbers: Numbers::new(seed),
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

/// Returns texts over the literals, among them the empty one.
pub(crate) fn texts(numbers: &mut Numbers, count: usize) -> Vec<String> {
    let text = |_| {
        let length = numbers.below(9);
        let literals = (0..length).map(|_| LITERALS[numbers.below(LITERALS.len())]);
        literals.collect()
    };
    (0..count).map(text).collect()
}

struct Writer {
    numbers: Numbers,
    text: String,
    count: usize,
}

impl Writer {
    /// Writes an expression for the production with this number. `depth` limits the nesting.
    fn expression(&mut self, production: usize, depth: usize) {
        match self.numbers.below(if depth == 0 { 2 } else { 8 }) {
            0 => self.literal(),
            1 => self.reference(production),
            2 | 3 => self.several(production, depth, " | "),
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
        let literal = LITERALS[self.numbers.below(LITERALS.len())];
        let _ = write!(self.text, "\"{literal}\"");
    }

    fn reference(&mut self, production: usize) {
        let layer = self.count.div_ceil(LAYERS);
        let first = (production / layer + 1) * layer;
        if first >= self.count {
            self.literal();
        } else {
            let number = first + self.numbers.below(layer.min(self.count - first));
            let _ = write!(self.text, "p{number}");
        }
    }

    fn several(&mut self, production: usize, depth: usize, between: &str) {
        self.text.push_str("( ");
        for index in 0..2 + self.numbers.below(2) {
            if index > 0 {
                self.text.push_str(between);
            }
            self.expression(production, depth - 1);
        }
        self.text.push_str(" )");
    }

    /// Writes a repetition. If the count is open, a round contains a literal, because it has to
    /// derive something.
    fn repetition(&mut self, production: usize, depth: usize) {
        let counts = ["*", "1*", "2*", "*2", "1*2", "2"];
        match counts[self.numbers.below(counts.len())] {
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
        if self.numbers.below(2) == 0 {
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
