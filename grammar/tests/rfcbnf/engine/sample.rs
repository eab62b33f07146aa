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

use nom::IResult;
use nom::branch::alt;
use nom::error::ParseError;
use nom::multi::many0_count;
use rfcbnf_engine::combinators::{any_of, character, literal, production, run};
use rfcbnf_engine::{
    CharacterChain, CharacterProduction, CharacterSet, CharacterTable, Parse, Production,
    ProductionId, Text,
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

    fn parse_prefix<I: Text, E: ParseError<I>>(self, input: I) -> IResult<I, I, E> {
        match self {
            Lines => lines(input),
            Line => line(input),
            Word => word(input),
            Char => char(input),
            Letter => character(Letter, LETTER, LETTER, any_of("abc"))(input),
            Escape => escape(input),
            Digit => digit(input),
        }
    }
}

fn lines<I: Text, E: ParseError<I>>(input: I) -> IResult<I, I, E> {
    production(Lines, (line, many0_count((literal("\n"), line))))(input)
}

fn line<I: Text, E: ParseError<I>>(input: I) -> IResult<I, I, E> {
    production(Line, (word, many0_count((literal("\t"), word))))(input)
}

fn word<I: Text, E: ParseError<I>>(input: I) -> IResult<I, I, E> {
    production(Word, run(1, LETTER, char))(input)
}

fn char<I: Text, E: ParseError<I>>(input: I) -> IResult<I, I, E> {
    character(Char, LETTER, CHAR, alt((any_of("abc"), escape)))(input)
}

fn escape<I: Text, E: ParseError<I>>(input: I) -> IResult<I, I, E> {
    let body = (literal("%"), digit, digit);
    character(Escape, CharacterSet::EMPTY, ESCAPE, body)(input)
}

fn digit<I: Text, E: ParseError<I>>(input: I) -> IResult<I, I, E> {
    character(Digit, DIGIT, DIGIT, any_of("012"))(input)
}
