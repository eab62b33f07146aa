//! What only the notations of RFCs have: numbers with `%`, prose in angle brackets, and counts before elements.

use super::{Lexer, literal};
use crate::error::{GrammarErrorKind, NumberProblem};
use crate::limits::REPETITION_COUNT;
use crate::notation::lexeme::{Counts, Lexeme};
use crate::notation::outline::is_line_end;
use crate::syntax::{Case, LiteralForm};
use std::borrow::Cow;

pub(in crate::notation) fn rfcs(lexer: &mut Lexer<'_>) -> bool {
    let rest = lexer.rest();
    let name = lexer.name();
    match lexer.first() {
        // The comment of other notations.
        '/' if rest.starts_with("//") => {
            let text = "//".to_owned();
            let fault = Lexeme::Fault(GrammarErrorKind::StrayText { text }, lexer.span(0, 2));
            lexer.take(rest.find(is_line_end).unwrap_or(rest.len()), fault);
        }
        '"' => match doubled_quote(rest) {
            Some(length) => lexer.stray_text(length),
            None => lexer.quoted(0, '"', None),
        },
        '\'' if lexer.dialect.has_commas_and_apostrophes => lexer.quoted(0, '\'', None),
        '%' => percent(lexer),
        '<' => in_angle_brackets(lexer),
        _ if !name.is_empty() => lexer.take(name.len(), Lexeme::Name(Cow::Borrowed(name))),
        _ if counts(lexer) => {}
        // The curly bracket of a count such as `{2,3}`.
        '{' if rest[1..].starts_with(|one: char| one.is_ascii_digit()) => stray(lexer),
        _ if lexer.takes_sign() => {}
        character if character.is_control() => {
            let end = rest.find(|one: char| !one.is_control());
            let length = end.unwrap_or(rest.len());
            lexer.fault(length, GrammarErrorKind::ControlCharacter { character });
        }
        _ => stray(lexer),
    }
    true
}

/// Returns the length of `""text"`, a literal with a quotation mark too many.
fn doubled_quote(rest: &str) -> Option<usize> {
    let content = rest.strip_prefix("\"\"")?;
    let is_content = |one: char| one != '"' && !one.is_whitespace() && !one.is_control();
    let length = content.find(|one| !is_content(one))?;
    // These can follow an empty literal.
    let is_first = length > 0 && !content.starts_with(['/', '|', ')', ']', '}', ';']);
    (is_first && content[length..].starts_with('"')).then_some(length + 3)
}

/// Takes a number, or `%s"text"` and `%i"text"`: RFC 7405.
fn percent(lexer: &mut Lexer<'_>) {
    let rest = lexer.rest();
    let case = match rest.as_bytes() {
        [_, b's' | b'S', b'"', ..] => Some(Case::Exact),
        [_, b'i' | b'I', b'"', ..] => Some(Case::Ignored),
        _ => None,
    };
    if case.is_some() {
        return lexer.quoted(2, '"', case);
    }
    let is_glued = |one: char| one.is_ascii_alphanumeric() || ".-".contains(one);
    let digits = rest[1..].trim_start_matches(is_glued);
    let length = rest.len() - digits.len();
    if length == 1 {
        return stray(lexer);
    }
    match number(&rest[1..length]) {
        Ok(lexeme) => lexer.take(length, lexeme),
        Err(problem) => {
            let text = rest[..length].to_owned();
            lexer.fault(length, GrammarErrorKind::InvalidNumber { text, problem });
        }
    }
}

/// Takes `<">`, or the name of a rule or prose in angle brackets. Prose can contain angle brackets itself, as in RFC
/// 1945: `<any CHAR except <"> and CTLs>`. Unclosed prose extends to the end of the rule: its end is unknown, and a
/// search from each `<` would take quadratic time.
fn in_angle_brackets(lexer: &mut Lexer<'_>) {
    let rest = lexer.rest();
    if rest.starts_with("<\">") {
        return lexer.take(3, literal(&rest[1..2], None, LiteralForm::Angle));
    }
    let mut depth = 0_usize;
    let end = rest.bytes().position(|octet| {
        match octet {
            b'<' => depth += 1,
            b'>' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    let Some(end) = end else {
        let unclosed = Lexeme::Unclosed {
            kind: GrammarErrorKind::UnclosedProse,
            at: lexer.span(0, 1),
            text: rest,
        };
        return lexer.take(rest.len(), unclosed);
    };
    lexer.take(end + 1, Lexeme::Angle(&rest[1..end]));
}

/// Takes `#`, `n#` or `n#m` of a list (RFC 822, Section 2.7), `*`, `n*`, `*m`, `n*m` or `n` of a repetition, or `n,m`,
/// which RFC 2141 writes for `n*m`. Returns whether there is one.
fn counts(lexer: &mut Lexer<'_>) -> bool {
    let rest = lexer.rest();
    let digits = |from: usize| {
        let after = rest[from..].trim_start_matches(|one: char| one.is_ascii_digit());
        from..rest.len() - after.len()
    };
    let least = digits(0);
    let most = match rest[least.end..].chars().next() {
        Some('*' | '#') => digits(least.end + 1),
        Some(',') if lexer.dialect.has_commas_and_apostrophes && !least.is_empty() => {
            Some(digits(least.end + 1))
                .filter(|most| !most.is_empty())
                .unwrap_or(least.clone())
        }
        _ => least.clone(),
    };
    let end = most.end;
    if end == 0 {
        return false;
    }
    let is_list = rest[..end].contains('#');
    let read = |digits: &std::ops::Range<usize>| match rest[digits.clone()].parse::<u32>() {
        _ if digits.is_empty() => Ok(None),
        Ok(count) if count <= REPETITION_COUNT => Ok(Some(count)),
        _ => Err((
            GrammarErrorKind::CountTooGreat,
            lexer.span(digits.start, digits.end),
        )),
    };
    let counts = read(&least).and_then(|least| Ok((least.unwrap_or(0), read(&most)?)));
    let lexeme = match counts {
        Err((kind, span)) => Lexeme::Fault(kind, span),
        Ok((least, Some(most))) if least > most => {
            let span = lexer.span(0, end);
            Lexeme::Fault(GrammarErrorKind::CountsReversed { least, most }, span)
        }
        Ok((least, most)) if is_list => Lexeme::List(Counts { least, most }),
        Ok((least, most)) => Lexeme::Repetition(Counts { least, most }),
    };
    lexer.take(end, lexeme);
    true
}

/// Takes a character that begins no lexeme, and what directly follows it, so that `'x'` is one
/// fault.
fn stray(lexer: &mut Lexer<'_>) {
    let rest = lexer.rest();
    let first = lexer.first().len_utf8();
    let is_inner = |one: char| one != '\'' && one != '"' && !one.is_whitespace();
    if let Some(inner) = rest.strip_prefix('\'') {
        let length = inner.len() - inner.trim_start_matches(is_inner).len();
        if length > 0 && inner[length..].starts_with('\'') {
            return lexer.stray_text(length + 2);
        }
    }
    let is_glued =
        |one: char| !one.is_whitespace() && !one.is_control() && !"\"<|/[]()*#;%".contains(one);
    let after = rest[first..].trim_start_matches(is_glued);
    lexer.stray_text(rest.len() - after.len());
}

/// Reads a number from its text without the `%`.
fn number(text: &str) -> Result<Lexeme<'static>, NumberProblem> {
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
pub(super) fn character(digits: &str, base: u32) -> Result<char, NumberProblem> {
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
