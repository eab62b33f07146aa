//! Texts of JSON, the same in every run.
//!
//! Invariant: every text is valid by construction. It is an array of records.

use fastrand::Rng;

/// The pieces of strings: words, characters outside of ASCII, and escapes.
const PIECES: [&str; 20] = [
    "alpha",
    "beta ",
    "gamma-ray",
    "delta_",
    "the ",
    "quick",
    "fox ",
    "jumps",
    "über",
    "naïve ",
    "東京",
    "Ω≈",
    "🦊",
    "\\n",
    "\\\"",
    "\\\\",
    "\\/",
    "\\t",
    "\\u00e9",
    "\\uD83E\\uDD8A",
];

/// The names of members.
const NAMES: [&str; 12] = [
    "id",
    "name",
    "tags",
    "score",
    "active",
    "parent",
    "größe",
    "a \\\"b\\\"",
    "created_at",
    "items",
    "x",
    "description",
];

/// The blanks for one level of an indented record.
const INDENTATION: &str = "  ";

/// What is between the parts of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Nothing.
    Compact,
    /// A blank after each comma and colon.
    Spaced,
    /// A line for each part, and a blank after each colon.
    Indented,
}

impl Layout {
    /// All layouts.
    pub const ALL: [Self; 3] = [Self::Compact, Self::Spaced, Self::Indented];
}

/// Returns an array of records, compact and indented in turn, of about `length` octets and at least as many.
#[must_use]
pub fn text(seed: u64, length: usize) -> String {
    array(seed, length, |index| Style {
        layout: [Layout::Compact, Layout::Indented][index % 2],
        is_short: false,
    })
}

/// Returns an array of records with values of a few octets, of about `length` octets and at least as many.
#[must_use]
pub fn short_values(layout: Layout, length: usize) -> String {
    array(0, length, |_| Style {
        layout,
        is_short: true,
    })
}

fn array(seed: u64, length: usize, style: impl Fn(usize) -> Style) -> String {
    let mut writer = Writer {
        random: Rng::with_seed(seed),
        text: "[".to_owned(),
        style: style(0),
    };
    for index in 1.. {
        writer.record(1);
        if writer.text.len() + 1 >= length {
            break;
        }
        writer.text.push(',');
        writer.style = style(index);
    }
    writer.text + "]"
}

/// How a record is written.
#[derive(Clone, Copy)]
struct Style {
    layout: Layout,
    /// Whether values have few octets.
    is_short: bool,
}

/// A text that is written.
struct Writer {
    random: Rng,
    text: String,
    style: Style,
}

impl Writer {
    /// Writes an object of strings, numbers, names, arrays and objects.
    fn record(&mut self, depth: usize) {
        let members = self.random.usize(3..8);
        self.list(["{", "}"], depth, members, |writer| {
            writer.member(depth + 1);
        });
    }

    fn member(&mut self, depth: usize) {
        let name = NAMES[self.random.usize(..NAMES.len())];
        for part in ["\"", name, "\":"] {
            self.text += part;
        }
        if self.style.layout != Layout::Compact {
            self.text.push(' ');
        }
        self.value(depth);
    }

    fn value(&mut self, depth: usize) {
        let is_deep = depth > 5;
        match self.random.u8(..if is_deep { 10 } else { 13 }) {
            0..5 => self.string(),
            5..8 => self.number(),
            8 => self.text += ["true", "false"][self.random.usize(..2)],
            9 => self.text += "null",
            10 => self.record(depth),
            _ => {
                let values = self.random.usize(..6);
                self.list(["[", "]"], depth, values, |writer| writer.value(depth + 1));
            }
        }
    }

    /// Writes an object or array with this number of parts.
    fn list(
        &mut self,
        [begin, end]: [&str; 2],
        depth: usize,
        parts: usize,
        mut part: impl FnMut(&mut Self),
    ) {
        self.text += begin;
        for place in 0..parts {
            if place > 0 {
                self.text.push(',');
                if self.style.layout == Layout::Spaced {
                    self.text.push(' ');
                }
            }
            self.line(depth);
            part(self);
        }
        if parts > 0 {
            self.line(depth - 1);
        }
        self.text += end;
    }

    /// Begins a new line of an indented record.
    fn line(&mut self, depth: usize) {
        if self.style.layout == Layout::Indented {
            self.text.push('\n');
            self.text += &INDENTATION.repeat(depth);
        }
    }

    fn string(&mut self) {
        self.text.push('"');
        let most = if self.style.is_short { 2 } else { 8 };
        for _ in 0..self.random.usize(..most) {
            self.text += PIECES[self.random.usize(..PIECES.len())];
        }
        self.text.push('"');
    }

    fn number(&mut self) {
        if self.style.is_short {
            self.text += &self.random.u8(..10).to_string();
            return;
        }
        let int = self.random.i32(-1_000..100_000);
        let number = match self.random.u8(..6) {
            0 => format!("{int}.{:02}", self.random.u8(..100)),
            1 => format!("{int}e{}", self.random.u8(..30)),
            2 => format!("-0.{}E-{}", self.random.u16(..), self.random.u8(..30)),
            _ => int.to_string(),
        };
        self.text += &number;
    }
}
