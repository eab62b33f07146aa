//! The fix of a bracket that is not closed.

use super::Fix;
use super::file::File;
use crate::syntax::Span;

/// A bracket that is not closed, and where it ends all the same.
struct Unclosed {
    open: usize,
    /// The bracket that closes one around it, or the end of the last element of the body.
    end: usize,
}

/// Returns the fix that closes the bracket: the closing bracket of the other kind that is there, or else the
/// end of the brackets around it or of the body.
pub(super) fn closed(file: &File, bracket: &Span) -> Option<Fix> {
    let source = file.source();
    let body = file.body_around(bracket.start)?;
    let (unclosed, unopened) = unmatched(source, body);
    let own = unclosed.iter().find(|one| one.open == bracket.start)?;
    let close = closing(source[bracket.clone()].chars().next()?)?;
    let is_within = |at: &&usize| (own.open..own.end).contains(*at);
    if let Some(&wrong) = unopened.iter().find(is_within) {
        let description = format!("write `{close}`");
        return Some(Fix::new(wrong..wrong + 1, close, description));
    }
    let description = format!("close the bracket with `{close}`");
    let before = source[..own.end].trim_end().len();
    Some(Fix::new(before..before, format!(" {close}"), description))
}

/// Returns the brackets of a body that are not closed, and the offsets of those that were not opened.
fn unmatched(source: &str, body: &Span) -> (Vec<Unclosed>, Vec<usize>) {
    let mut open: Vec<(usize, char)> = Vec::new();
    let (mut unclosed, mut unopened) = (Vec::new(), Vec::new());
    let mut end = body.start;
    for Span {
        start: at,
        end: behind,
    } in parts(source, body)
    {
        match source.as_bytes()[at] as char {
            '(' | '[' | '{' => open.push((at, source.as_bytes()[at] as char)),
            character @ (')' | ']' | '}') => {
                let is_own = |(_, one): &(usize, char)| closing(*one) == Some(character);
                match open.iter().rposition(is_own) {
                    None => unopened.push(at),
                    Some(index) => {
                        let inside = open.drain(index..).skip(1);
                        unclosed.extend(inside.map(|(open, _)| Unclosed { open, end: at }));
                    }
                }
            }
            _ => {}
        }
        end = behind;
    }
    unclosed.extend(open.into_iter().map(|(open, _)| Unclosed { open, end }));
    (unclosed, unopened)
}

/// Returns the spans of the literals, the texts in angle brackets and the other characters of a body, without
/// blanks and comments.
pub(super) fn parts(source: &str, body: &Span) -> Vec<Span> {
    let mut parts = Vec::new();
    let mut characters = source[body.clone()].char_indices();
    while let Some((offset, character)) = characters.next() {
        match character {
            '"' => {
                characters.find(|(_, one)| matches!(one, '"' | '\n'));
            }
            '<' => {
                characters.find(|(_, one)| *one == '>');
            }
            ';' => {
                characters.find(|(_, one)| *one == '\n');
                continue;
            }
            blank if blank.is_whitespace() => continue,
            _ => {}
        }
        parts.push(body.start + offset..body.start + characters.offset());
    }
    parts
}

fn closing(open: char) -> Option<char> {
    match open {
        '(' => Some(')'),
        '[' => Some(']'),
        '{' => Some('}'),
        _ => None,
    }
}
