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

/// The greatest number of productions that are open at once.
const LAYERS: usize = 5;

/// Returns a grammar of `count` productions. They stand in five layers, and refer to the
/// layer after their own, so none leads to itself.
pub(crate) fn grammar(choices: &mut impl Choices, count: usize) -> String {
    let mut writer = Writer {
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

/// Returns a literal.
pub(crate) fn literal(choices: &mut impl Choices) -> &'static str {
    LITERALS[choices.below(LITERALS.len())]
}

struct Writer<'c, C> {
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
        let literal = literal(self.choices);
        let _ = write!(self.text, "\"{literal}\"");
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

    /// Writes a repetition. If the count is open, a round contains a literal, because it has to
    /// derive something.
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
        if self.choices.below(2) == 0 {
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
