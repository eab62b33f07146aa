//! A small grammar with characters that do not print.
//!
//! ```bnf
//! lines  = line *[ LF line ]
//! line   = word *[ TAB word ]
//! word   = 1*char
//! char   = letter | escape
//! letter = "a" | "b" | "c"
//! escape = "%" digit digit
//! digit  = "0" | "1" | "2"
//! ```

use std::fmt;

use rfcbnf_engine::combinators::{alt, any_of, character, chars, literal, many0, production, run};
use rfcbnf_engine::{
    CharacterChain, CharacterProduction, CharacterSet, CharacterSets, CharacterTable, Collector,
    Parse, Production, ProductionId, Table,
};

/// A production of the grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sample {
    Lines,
    Line,
    Word,
    Char,
    Letter,
    Escape,
    Digit,
}

use Sample::{Char, Digit, Escape, Letter, Line, Lines, Word};

const ALL: [Sample; 7] = [Lines, Line, Word, Char, Letter, Escape, Digit];

const LETTER: CharacterSet = CharacterSet::of("abc");
const DIGIT: CharacterSet = CharacterSet::of("012");
const ESCAPE: CharacterSet = CharacterSet::of("%");
const CHAR: CharacterSet = LETTER.union(ESCAPE);

/// Sorted by size.
static CHARACTERS: [CharacterProduction; 4] = [
    CharacterProduction::new(Char.number(), CHAR),
    CharacterProduction::new(Letter.number(), LETTER),
    CharacterProduction::new(Digit.number(), DIGIT),
    CharacterProduction::new(Escape.number(), ESCAPE),
];

static WORD_TABLE: CharacterTable = CharacterTable::anywhere(&[
    CharacterChain::new(LETTER, 1).with(Char.number()),
    CharacterChain::new(ESCAPE, 3)
        .with(Char.number())
        .with(Escape.number()),
]);

static CHAR_TABLE: CharacterTable =
    CharacterTable::anywhere(&[CharacterChain::new(ESCAPE, 3).with(Escape.number())]);

static ESCAPE_TABLE: CharacterTable =
    CharacterTable::anywhere(&[CharacterChain::new(DIGIT, 1).with(Digit.number())]);

static NO_CHARACTERS: CharacterTable = CharacterTable::anywhere(&[]);

impl Sample {
    const fn number(self) -> ProductionId {
        ProductionId::new(self as u16)
    }
}

impl From<Sample> for ProductionId {
    fn from(production: Sample) -> Self {
        production.number()
    }
}

impl fmt::Display for Sample {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&format!("{self:?}").to_lowercase())
    }
}

impl Production for Sample {
    type Grammar = ();
    type Text = str;

    fn from_id((): (), id: ProductionId) -> Self {
        ALL[id.index()]
    }

    fn grammar(self) {}

    fn id(self) -> ProductionId {
        self.number()
    }

    fn is_character(self) -> bool {
        matches!(self, Char | Letter | Escape | Digit)
    }

    fn character_productions((): &()) -> &[CharacterProduction] {
        &CHARACTERS
    }
}

impl Parse for Sample {
    /// There is none for `line`, so that its nodes are parsed again.
    fn character_table((): &(), production: ProductionId) -> Option<&CharacterTable> {
        match Self::from_id((), production) {
            Line => None,
            Word => Some(&WORD_TABLE),
            Char => Some(&CHAR_TABLE),
            Escape => Some(&ESCAPE_TABLE),
            Lines | Letter | Digit => Some(&NO_CHARACTERS),
        }
    }

    fn read<C: Collector>(self, collector: &mut C, at: usize) -> Option<usize> {
        match self {
            Lines => lines(collector, at),
            Line => line(collector, at),
            Word => word(collector, at),
            Char => char(collector, at),
            Letter => character(table(Letter, LETTER, LETTER), any_of("abc"))(collector, at),
            Escape => escape(collector, at),
            Digit => digit(collector, at),
        }
    }
}

fn table(rule: Sample, alone: CharacterSet, first: CharacterSet) -> Table<Sample, CharacterSets> {
    Table::of_characters(rule, alone, first)
}

fn lines<C: Collector>(collector: &mut C, at: usize) -> Option<usize> {
    production(Lines, (line, many0((literal("\n"), line))))(collector, at)
}

fn line<C: Collector>(collector: &mut C, at: usize) -> Option<usize> {
    production(Line, (word, many0((literal("\t"), word))))(collector, at)
}

fn word<C: Collector>(collector: &mut C, at: usize) -> Option<usize> {
    production(Word, run(1, chars(LETTER, char)))(collector, at)
}

fn char<C: Collector>(collector: &mut C, at: usize) -> Option<usize> {
    character(table(Char, LETTER, CHAR), alt((any_of("abc"), escape)))(collector, at)
}

fn escape<C: Collector>(collector: &mut C, at: usize) -> Option<usize> {
    let body = (literal("%"), digit, digit);
    character(table(Escape, CharacterSet::EMPTY, ESCAPE), body)(collector, at)
}

fn digit<C: Collector>(collector: &mut C, at: usize) -> Option<usize> {
    character(table(Digit, DIGIT, DIGIT), any_of("012"))(collector, at)
}
