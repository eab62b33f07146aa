//! The fixes of signs that belong to other notations, and of brackets.

use super::Fix;
use super::file::File;
use crate::notation::lexeme::Bracket;
use crate::notation::outline::{RulePlaces, missing_sign};
use crate::syntax::{Notation, Span};

/// Returns the fix that closes the bracket: the closing bracket of another kind that is there, or else the
/// end of the brackets around it or of the body.
pub(super) fn closed(file: &File, bracket: &Span) -> Option<Fix> {
    let source = file.source();
    let brackets = file.brackets();
    let end = brackets.end_of(bracket.start)?;
    let close = Bracket::opened_by(source[bracket.clone()].chars().next()?)?.close();
    if let Some(wrong) = brackets.unopened_in(bracket.start..end) {
        let description = format!("write `{close}`");
        return Some(Fix::new(wrong..wrong + 1, close, description));
    }
    let description = format!("close the bracket with `{close}`");
    let before = source[..end].trim_end().len();
    Some(Fix::new(before..before, format!(" {close}"), description))
}

/// Returns the fix that swaps a closing bracket that was not opened and the opening one after it.
pub(super) fn swapped(file: &File, close: &Span) -> Option<Fix> {
    let source = file.source();
    let body = file.body_around(close.start)?;
    let open = file.brackets().unclosed_in(&(close.end..body.end))?;
    let bracket = Bracket::opened_by(source[open..].chars().next()?)?;
    (source[close.clone()] == *bracket.close().to_string()).then(|| Fix {
        changes: vec![
            (close.clone(), bracket.open().to_string()),
            (open..open + 1, bracket.close().to_string()),
        ],
        description: "swap the brackets".to_owned(),
    })
}

/// Returns the fix that writes `*( x )` for `{ x }`.
pub(super) fn as_repetition(file: &File, open: &Span) -> Option<Fix> {
    let close = file.brackets().close_of(open.start)?;
    let changes = vec![
        (open.clone(), "*(".to_owned()),
        (close..close + 1, ")".to_owned()),
    ];
    let description = "write `*( … )`".to_owned();
    Some(Fix {
        changes,
        description,
    })
}

/// Returns the fix that writes a repetition or an option as this notation has it: `1*x` for `x+`, `*x` for `x*`,
/// `[x]` for `x?`.
pub(super) fn before_its_element(file: &File, sign: &Span) -> Option<Fix> {
    let source = file.source();
    let body = file.body_around(sign.start)?;
    let parts = file.parts(body);
    let after = parts.partition_point(|part| part.end < sign.start);
    parts.get(after).filter(|part| part.end == sign.start)?;
    let (start, is_group) = start_of_element(source, &parts[..=after])?;
    let is_repeated = source[body.start..start].ends_with(|last: char| "*#".contains(last));
    if is_repeated {
        return None;
    }
    let element = &source[start..sign.start];
    let inner = element
        .strip_prefix('(')
        .and_then(|it| it.strip_suffix(')'));
    let text = match (&source[sign.clone()], inner) {
        ("+", _) => format!("1*{element}"),
        ("*", _) => format!("*{element}"),
        ("?", Some(inner)) if is_group => format!("[{inner}]"),
        ("?", _) => format!("[ {element} ]"),
        _ => return None,
    };
    let description = match &source[sign.clone()] {
        "+" => "write `1*` before it",
        "*" => "write `*` before it",
        _ => "write it in square brackets",
    };
    Some(Fix::new(start..sign.end, text, description.to_owned()))
}

/// Returns where the element begins that ends with the last part, and whether brackets are around it.
fn start_of_element(source: &str, parts: &[Span]) -> Option<(usize, bool)> {
    let last = parts.last()?;
    let text = &source[last.clone()];
    if text.starts_with(['"', '<']) {
        return Some((last.start, false));
    }
    if text == ")" {
        let mut depth = 0_usize;
        let mut before = parts.iter().rev();
        let open = before.find(|part| {
            match &source[(*part).clone()] {
                ")" => depth += 1,
                "(" => depth -= 1,
                _ => {}
            }
            depth == 0
        })?;
        return Some((open.start, true));
    }
    let before = &source[..last.end];
    let name = before.trim_end_matches(|one: char| one.is_ascii_alphanumeric() || one == '-');
    let is_name = before[name.len()..].starts_with(|one: char| one.is_ascii_alphabetic());
    (is_name && !name.ends_with(['%', '.'])).then_some((name.len(), false))
}

/// Returns the fix that writes the signs of one notation in a file of another: `/` for each `|`, `=` for each
/// `::=`.
pub(super) fn of_one_notation(file: &File, shown_by: &str, read_as: Notation) -> Option<Fix> {
    let (source, rules) = (file.source(), file.rules());
    let (changes, text) = match (shown_by, read_as) {
        ("|", Notation::Abnf) => {
            let parts = file.brackets().parts.iter();
            let is_bar = |part: &&Span| &source[(*part).clone()] == "|";
            (parts.filter(is_bar).cloned().collect::<Vec<_>>(), "/")
        }
        ("::=", Notation::Abnf | Notation::Rfc822) => {
            let between = |rule: &RulePlaces| {
                let sign = source[rule.name.end..rule.body.start].find("::=")?;
                let start = rule.name.end + sign;
                Some(start..start + 3)
            };
            (rules.iter().filter_map(between).collect(), "=")
        }
        _ => return None,
    };
    // A file can show a notation in lines that the places of the rules leave out.
    let is_change = !changes.is_empty();
    let changes = changes.into_iter().map(|span| (span, text.to_owned()));
    is_change.then(|| Fix {
        changes: changes.collect(),
        description: format!("write `{text}`"),
    })
}

/// Returns the fix that puts angle brackets around a sentence that is the whole body, or makes a comment of one at
/// the end of it.
pub(super) fn around_prose(file: &File, sentence: &Span) -> Option<Fix> {
    let source = file.source();
    let body = file.body_around(sentence.start)?;
    let text = &source[sentence.clone()];
    let is_whole = source[body.start..sentence.start].trim().is_empty();
    // A sentence goes on after the body where a page break is taken out of it.
    let is_last = source.get(sentence.end..body.end)?.trim().is_empty();
    if !is_last || text.contains(['<', '>', ';']) {
        return None;
    }
    if is_whole {
        return Some(Fix {
            changes: vec![
                (sentence.start..sentence.start, "<".to_owned()),
                (sentence.end..sentence.end, ">".to_owned()),
            ],
            description: "put it in angle brackets".to_owned(),
        });
    }
    let start = sentence.start..sentence.start;
    let is_line = !text.contains('\n');
    is_line.then(|| Fix::new(start, "; ", "make it a comment".to_owned()))
}

/// Returns the fix that makes a production of such text: with the sign after the name, or with the only name that
/// has no production.
pub(super) fn with_sign(file: &File, stray: &Span) -> Option<Fix> {
    let text = file.source().get(stray.clone())?;
    if text.starts_with('=') {
        let name = file.only_missing()?;
        let start = stray.start..stray.start;
        return Some(Fix::new(
            start,
            format!("{name} "),
            format!("write `{name}`"),
        ));
    }
    let (_, place) = missing_sign(text, |name| file.misses(name))?;
    let text = if place.is_empty() { "= " } else { "=" };
    let place = stray.start + place.start..stray.start + place.end;
    let description = "write `=` behind the name".to_owned();
    Some(Fix::new(place, text, description))
}
