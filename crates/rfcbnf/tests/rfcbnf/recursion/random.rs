//! Random choices, and grammars made by them.

use std::fmt::Write as _;
use std::sync::LazyLock;

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng as _;
use rfcbnf::syntax::Grammar;

use super::parts::Parts;
use super::texts;
use super::verdict::Spans;
use super::written::read;
use crate::extent::few_or_many;

/// A sequence of choices, the same for the same seed.
pub(super) struct Choices(Pcg32);

impl Choices {
    pub(super) fn new(seed: u64) -> Self {
        Self(Pcg32::new(seed, 1738))
    }

    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0.next_u32() as usize % limit
    }

    pub(super) fn one_of<T: Copy>(&mut self, several: &[T]) -> T {
        several[self.below(several.len())]
    }
}

/// The terminals of grammars of octets in exact case, of octets in either case, of characters.
pub(super) const TERMINALS: [&[&str]; 3] = [
    &["%x61", "%x62", "%x63", "%x61.62", "%x61.61", "\"\""],
    &[
        "\"a\"", "\"B\"", "%x61-62", "%s\"aB\"", "%x80-ff", "%xc3.a9",
    ],
    &["\"a\"", "%x62", "%x61-e9", "%xe9-20ac", "%x20ac.61"],
];

const CHARACTERS: [&str; 3] = ["abc", "abAB\u{e9}", "ab\u{e9}\u{20ac}"];

/// Returns that many grammars with the characters of their texts, at most 10 or 100. The first production of
/// each derives several short texts, and recursion takes part in that.
pub(crate) fn grammars(count: usize) -> Vec<(Grammar, &'static str)> {
    static ALL: LazyLock<Vec<(Grammar, &'static str)>> =
        LazyLock::new(|| made(few_or_many(10, 100)));
    ALL[..count].to_vec()
}

fn made(count: usize) -> Vec<(Grammar, &'static str)> {
    let mut choices = Choices::new(32);
    let mut found = Vec::new();
    while found.len() < count {
        let style = choices.below(TERMINALS.len());
        let source = source(&mut choices, TERMINALS[style]);
        let grammar = read("", &source);
        if is_interesting(&grammar, CHARACTERS[style]) {
            found.push((grammar, CHARACTERS[style]));
        }
    }
    found
}

fn is_interesting(grammar: &Grammar, characters: &str) -> bool {
    let parts = Parts::of(grammar, "s");
    if !parts.is_productive[parts.start] || !parts.is_recursive() {
        return false;
    }
    let texts = texts::short(characters, 60);
    let derived = texts
        .iter()
        .filter(|text| Spans::of(&parts, text).is_derived());
    let derived = derived.count();
    derived >= 4 && derived < texts.len()
}

/// Returns a grammar of two to five productions, each of which can use all.
pub(super) fn source(choices: &mut Choices, terminals: &'static [&'static str]) -> String {
    let names = &["s", "t", "u", "v", "w"][..2 + choices.below(4)];
    let mut writer = Writer {
        choices,
        terminals,
        names,
        text: String::new(),
    };
    for name in names {
        let _ = write!(writer.text, "{name} = ");
        let terminal = writer.choices.one_of(terminals);
        match writer.choices.below(3) {
            0 => writer.sequence(2),
            1 => {
                writer.sequence(2);
                let _ = write!(writer.text, " / {terminal}");
            }
            _ => {
                let _ = write!(writer.text, "{terminal} / ");
                writer.sequence(2);
            }
        }
        writer.text.push('\n');
    }
    writer.text
}

struct Writer<'c> {
    choices: &'c mut Choices,
    terminals: &'static [&'static str],
    names: &'c [&'static str],
    text: String,
}

impl Writer<'_> {
    fn sequence(&mut self, depth: usize) {
        for index in 0..=self.choices.below(3) {
            if index > 0 {
                self.text.push(' ');
            }
            self.member(depth);
        }
    }

    fn member(&mut self, depth: usize) {
        match self.choices.below(if depth == 0 { 6 } else { 10 }) {
            0..=2 => {
                let terminal = self.choices.one_of(self.terminals);
                self.text.push_str(terminal);
            }
            3..=5 => {
                let name = self.choices.one_of(self.names);
                self.text.push_str(name);
            }
            6 => self.group("[ ", depth, " ]"),
            7 => {
                let counts = ["*", "1*", "*2", "2", "1*2", "2*3", "2*"];
                self.text.push_str(self.choices.one_of(&counts));
                self.group("( ", depth, " )");
            }
            _ => {
                self.text.push_str("( ");
                self.sequence(depth - 1);
                self.group(" / ", depth, " )");
            }
        }
    }

    fn group(&mut self, open: &str, depth: usize, close: &str) {
        self.text.push_str(open);
        self.sequence(depth - 1);
        self.text.push_str(close);
    }
}
