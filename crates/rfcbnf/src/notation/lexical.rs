//! Divides the body of a rule into lexemes.
//!
//! Invariant: every character of a body is white space or part of one lexeme. Text without
//! meaning in the notation is a lexeme as well, [`Lexeme::Fault`].

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_till, take_while, take_while1};
use nom::character::complete::{anychar, char, digit0, digit1, one_of, satisfy};
use nom::combinator::{cond, fail, map, map_opt, not, opt, peek, recognize};
use nom::multi::many0;
use nom::sequence::{delimited, pair, preceded, separated_pair, terminated};
use nom::{IResult, Input as _, Parser};

use super::lexeme::{Bracket, Counts, Input, Lexeme, Located, span_of};
use super::outline::{comment, is_blank, is_line_end};
use crate::error::{GrammarErrorKind, NumberProblem};
use crate::limits::REPETITION_COUNT;
use crate::syntax::{Case, LiteralForm, Notation};

/// Returns the lexemes of a body. The texts in `bare` are literals without quotation marks.
pub(crate) fn lexemes<'a>(body: Input<'a>, notation: Notation, bare: &[&str]) -> Vec<Located<'a>> {
    let mut texts: Vec<_> = bare.iter().map(|text| tag(*text)).collect();
    let bare_literal = map(alt(texts.as_mut_slice()), |text| {
        literal(text, None, LiteralForm::Bare)
    });
    let has_more = notation.has_commas_and_apostrophes();
    let more = map_opt(cond(has_more, alt((apostrophes, comma_counts))), |found| {
        found
    });
    let lexeme = alt((bare_literal, more, lexeme));
    let mut lexemes = preceded(white_space, many0(terminated(located(lexeme), white_space)));
    lexemes
        .parse(body)
        .map_or_else(|_| Vec::new(), |(_, lexemes)| lexemes)
}

fn lexeme(input: Input) -> IResult<Input, Lexeme> {
    alt((
        map(
            recognize(pair(char(';'), take_till(is_line_end))),
            |input| Lexeme::Comment(comment(input)),
        ),
        slashes,
        doubled_quote,
        quoted_literal,
        literal_with_case,
        number,
        in_angle_brackets,
        map(name, |name: Input| Lexeme::Name(name.into_fragment())),
        list,
        repetition,
        map(char('['), |_| Lexeme::Open(Bracket::Square)),
        map(char('('), |_| Lexeme::Open(Bracket::Round)),
        map(curly_bracket, |_| Lexeme::Open(Bracket::Curly)),
        map(char(']'), |_| Lexeme::Close(Bracket::Square)),
        map(char(')'), |_| Lexeme::Close(Bracket::Round)),
        map(char('}'), |_| Lexeme::Close(Bracket::Curly)),
        map(one_of("|/"), Lexeme::Separator),
        control_character,
        stray,
    ))
    .parse(input)
}

fn located<'a>(
    mut parser: impl Parser<Input<'a>, Output = Lexeme<'a>, Error = nom::error::Error<Input<'a>>>,
) -> impl FnMut(Input<'a>) -> IResult<Input<'a>, Located<'a>> {
    move |input| {
        let start = input.location_offset();
        let (input, lexeme) = parser.parse(input)?;
        Ok((
            input,
            Located {
                lexeme,
                span: start..input.location_offset(),
            },
        ))
    }
}

/// Parses an opening curly bracket, if it is not that of a count such as `{2,3}`.
fn curly_bracket(input: Input) -> IResult<Input, char> {
    terminated(char('{'), not(digit1)).parse(input)
}

/// Parses a letter, followed by letters, digits, `-`, `_` and `+`.
pub(super) fn name(input: Input) -> IResult<Input, Input> {
    let first = satisfy(|character| character.is_ascii_alphabetic());
    let further = take_while(|character: char| {
        character.is_ascii_alphanumeric() || "-_+".contains(character)
    });
    recognize(pair(first, further)).parse(input)
}

fn white_space(input: Input) -> IResult<Input, Input> {
    take_while(|character| is_blank(character) || is_line_end(character)).parse(input)
}

/// Parses `// …` up to the end of the line, the comment of other notations.
fn slashes(input: Input) -> IResult<Input, Lexeme> {
    let (rest, _) = pair(tag("//"), take_till(is_line_end)).parse(input)?;
    let kind = GrammarErrorKind::StrayText {
        text: "//".to_owned(),
    };
    Ok((rest, Lexeme::Fault(kind, span_of(&input.take(2)))))
}

/// Parses `""text"`, a literal with a quotation mark too many.
fn doubled_quote(input: Input) -> IResult<Input, Lexeme> {
    let is_content = |one: char| one != '"' && !one.is_whitespace() && !one.is_control();
    // These can follow an empty literal.
    let is_first = |one: char| is_content(one) && !"/|)]};".contains(one);
    let content = pair(satisfy(is_first), take_while(is_content));
    let literal = (tag("\"\""), content, char('"'));
    let (rest, text) = recognize(literal).parse(input)?;
    let kind = GrammarErrorKind::StrayText {
        text: text.fragment().to_string(),
    };
    Ok((rest, Lexeme::Fault(kind, span_of(&text))))
}

fn quoted_literal(input: Input) -> IResult<Input, Lexeme> {
    in_marks(input, '"', None)
}

/// Parses `%s"text"` and `%i"text"`: RFC 7405.
fn literal_with_case(input: Input) -> IResult<Input, Lexeme> {
    let (input, sign) = alt((tag_no_case("%s"), tag_no_case("%i"))).parse(input)?;
    let is_exact = sign.ends_with(['s', 'S']);
    let case = if is_exact { Case::Exact } else { Case::Ignored };
    in_marks(input, '"', Some(case))
}

fn apostrophes(input: Input) -> IResult<Input, Lexeme> {
    in_marks(input, '\'', None)
}

/// Parses a literal between two marks.
fn in_marks(input: Input, mark: char, case: Option<Case>) -> IResult<Input, Lexeme> {
    let start = input;
    let content = take_till(|character| character == mark || is_line_end(character));
    let (input, (content, close)) =
        pair(preceded(char(mark), content), opt(char(mark))).parse(input)?;
    // `""""` is more likely a quotation mark than twice the empty text.
    let is_quoted_mark = content.is_empty() && input.starts_with(mark);
    if is_quoted_mark {
        // All marks are one fault, so that the next one does not open a literal.
        let (input, _) = take_while(|character| character == mark).parse(input)?;
        let empty = span_of(&start.take(2));
        return Ok((input, Lexeme::Fault(GrammarErrorKind::EmptyLiteral, empty)));
    }
    let lexeme = if close.is_some() {
        literal(content, case, LiteralForm::Quoted)
    } else {
        let width = 1 + content.trim_end().len();
        Lexeme::Unclosed {
            kind: GrammarErrorKind::UnclosedLiteral,
            at: span_of(&start.take(width)),
            text: content.into_fragment(),
        }
    };
    Ok((input, lexeme))
}

/// Returns the literal with that content, or a fault if no literal can have it.
fn literal(content: Input<'_>, case: Option<Case>, form: LiteralForm) -> Lexeme<'_> {
    let span = span_of(&content);
    let mut wrong = content
        .char_indices()
        .filter(|(_, character)| !matches!(character, ' '..='~'));
    if let Some((offset, character)) = wrong.next() {
        let start = span.start + offset;
        let kind = GrammarErrorKind::InvalidCharacter { character };
        return Lexeme::Fault(kind, start..start + character.len_utf8());
    }
    Lexeme::Literal {
        text: content.into_fragment(),
        case,
        form,
    }
}

/// Parses `<">`, or the name of a rule or prose in angle brackets.
fn in_angle_brackets(input: Input) -> IResult<Input, Lexeme> {
    let quotation_mark = delimited(char('<'), tag("\""), char('>'));
    let quotation_mark = map(quotation_mark, |text| {
        literal(text, None, LiteralForm::Angle)
    });
    alt((quotation_mark, prose)).parse(input)
}

/// Parses a text in angle brackets. Prose can contain angle brackets itself, as in RFC 1945:
/// `<any CHAR except <"> and CTLs>`. Unclosed prose extends to the end of the rule: its end is
/// unknown, and a search from each `<` would take quadratic time.
fn prose(input: Input) -> IResult<Input, Lexeme> {
    peek(char('<')).parse(input)?;
    let Some(length) = prose_length(&input) else {
        let at = span_of(&input.take(1));
        let lexeme = Lexeme::Unclosed {
            kind: GrammarErrorKind::UnclosedProse,
            at,
            text: input.into_fragment(),
        };
        return Ok((input.take_from(input.len()), lexeme));
    };
    let text = &input.into_fragment()[1..length - 1];
    Ok((input.take_from(length), Lexeme::Angle(text)))
}

fn prose_length(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (offset, byte) in text.bytes().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' if depth == 1 => return Some(offset + 1),
            b'>' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Parses `#x`, `n#x` or `n#m x` without the `x`: RFC 822, Section 2.7.
fn list(input: Input) -> IResult<Input, Lexeme> {
    let numbers = separated_pair(digit0, char('#'), digit0);
    map(numbers, |(least, most)| counts(&least, &most, Lexeme::List)).parse(input)
}

/// Parses `*`, `n*`, `*m`, `n*m` or `n`.
fn repetition(input: Input) -> IResult<Input, Lexeme> {
    let range = separated_pair(digit0, char('*'), digit0);
    let exactly = map(digit1, |count| (count, count));
    let numbers = alt((range, exactly));
    map(numbers, |(least, most)| {
        counts(&least, &most, Lexeme::Repetition)
    })
    .parse(input)
}

/// Parses `n,m`, which RFC 2141 writes for `n*m`.
fn comma_counts(input: Input) -> IResult<Input, Lexeme> {
    let numbers = separated_pair(digit1, char(','), digit1);
    map(numbers, |(least, most)| {
        counts(&least, &most, Lexeme::Repetition)
    })
    .parse(input)
}

fn counts<'a>(least: &Input, most: &Input, lexeme: fn(Counts) -> Lexeme<'a>) -> Lexeme<'a> {
    let read = |digits: &Input| {
        let too_great = (GrammarErrorKind::CountTooGreat, span_of(digits));
        match digits.len() {
            0 => Ok(None),
            _ => match digits.parse::<u32>() {
                Ok(count) if count <= REPETITION_COUNT => Ok(Some(count)),
                _ => Err(too_great),
            },
        }
    };
    let counts = read(least).and_then(|least| Ok((least.unwrap_or(0), read(most)?)));
    let span = span_of(least).start..span_of(most).end;
    match counts {
        Err((kind, span)) => Lexeme::Fault(kind, span),
        Ok((least, Some(most))) if least > most => {
            Lexeme::Fault(GrammarErrorKind::CountsReversed { least, most }, span)
        }
        Ok((least, most)) => lexeme(Counts { least, most }),
    }
}

/// Parses a run of control characters.
fn control_character(input: Input) -> IResult<Input, Lexeme> {
    let (input, text) = take_while1(|character: char| character.is_control()).parse(input)?;
    let span = span_of(&text);
    let Some(character) = text.chars().next() else {
        return fail().parse(input);
    };
    let kind = GrammarErrorKind::ControlCharacter { character };
    Ok((input, Lexeme::Fault(kind, span)))
}

/// Parses a character that begins no lexeme, and what directly follows it, so that `'x'` is one
/// fault.
fn stray(input: Input) -> IResult<Input, Lexeme> {
    let glued = |character: char| {
        !character.is_whitespace()
            && !character.is_control()
            && !"\"<|/[]()*#;%".contains(character)
    };
    let in_apostrophes = delimited(
        char('\''),
        take_while1(|one: char| one != '\'' && one != '"' && !one.is_whitespace()),
        char('\''),
    );
    let glued = pair(anychar, take_while(glued));
    let (input, text) = alt((recognize(in_apostrophes), recognize(glued))).parse(input)?;
    let kind = GrammarErrorKind::StrayText {
        text: text.fragment().to_string(),
    };
    Ok((input, Lexeme::Fault(kind, span_of(&text))))
}

/// Parses a `%` and the letters, digits, points and hyphens after it.
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
