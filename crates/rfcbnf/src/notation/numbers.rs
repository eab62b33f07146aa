//! Numbers of characters: `%x41`, `%d13.10`, `%b1010` and `%x41-5A` of RFC 5234, Section 2.3.

use nom::bytes::complete::take_while1;
use nom::character::complete::char;
use nom::combinator::{map, recognize};
use nom::sequence::preceded;
use nom::{IResult, Parser};

use super::input::{Input, span_of};
use super::lexeme::Lexeme;
use crate::error::{GrammarErrorKind, NumberProblem};

/// Parses a `%` and the letters, digits, points and hyphens behind it.
pub(super) fn number(input: Input) -> IResult<Input, Lexeme> {
    let glued = |character: char| character.is_ascii_alphanumeric() || ".-".contains(character);
    let text = recognize(preceded(char('%'), take_while1(glued)));
    map(text, |text: Input| {
        read(&text[1..]).unwrap_or_else(|problem| {
            let kind = GrammarErrorKind::InvalidNumber {
                text: text.fragment().to_string(),
                problem,
            };
            Lexeme::Fault(kind, span_of(&text))
        })
    })
    .parse(input)
}

/// Reads a number from its text without the `%`.
fn read(text: &str) -> Result<Lexeme<'static>, NumberProblem> {
    let (base, digits) = text.split_at(1);
    let base = match base {
        "x" | "X" => 16,
        "d" | "D" => 10,
        "b" | "B" => 2,
        "s" | "S" | "i" | "I" => return Err(NumberProblem::NoLiteral),
        _ => return Err(NumberProblem::UnknownBase),
    };
    let Some((first, last)) = digits.split_once('-') else {
        let characters = digits.split('.').map(|number| character(number, base));
        return Ok(Lexeme::Numbers(characters.collect::<Result<_, _>>()?));
    };
    if digits.contains('.') || last.contains('-') {
        return Err(NumberProblem::RangeOfSeveral);
    }
    let (first, last) = (character(first, base)?, character(last, base)?);
    if first > last {
        return Err(NumberProblem::Reversed);
    }
    Ok(Lexeme::Range(first, last))
}

/// Returns the character with that number.
fn character(digits: &str, base: u32) -> Result<char, NumberProblem> {
    if digits.is_empty() {
        return Err(NumberProblem::NoDigits { base });
    }
    if let Some(wrong) = digits.chars().find(|digit| !digit.is_digit(base)) {
        return Err(NumberProblem::NoDigit {
            character: wrong,
            base,
        });
    }
    // Digits alone fail only if the number is too great.
    let number = u32::from_str_radix(digits, base).unwrap_or(u32::MAX);
    match char::from_u32(number) {
        Some(character) => Ok(character),
        None if number > u32::from(char::MAX) => Err(NumberProblem::TooGreat),
        None => Err(NumberProblem::Surrogate),
    }
}
