//! Rules whose bodies are in words: `<letter> ::= any one of the 26 letters`.

use super::candidates::{Candidate, Sign};
use super::document::Line;

/// Writes the body between angle brackets, as prose is written in grammars. Angle brackets within it
/// are left out.
pub(super) fn in_angle_brackets(
    lines: &[Line],
    candidate: &mut Candidate,
    all: &[usize],
) -> Vec<(usize, String)> {
    candidate.lines = all.to_vec();
    let first = candidate.first;
    let mut is_open = false;
    let mut text: Vec<(usize, String)> = Vec::with_capacity(all.len());
    for (at, &index) in all.iter().enumerate() {
        let line = candidate.dedented(lines, index);
        if at < first {
            text.push((index, line));
            continue;
        }
        let sign = if is_open { None } else { behind_sign(&line) };
        let (head, body) = line.split_at(sign.unwrap_or(0));
        let body = body.replace(['<', '>'], "");
        let content = body.trim_start();
        if is_open || content.is_empty() {
            text.push((index, format!("{head}{body}")));
        } else {
            is_open = true;
            let margin = &body[..body.len() - content.len()];
            text.push((index, format!("{head}{margin}<{content}")));
        }
    }
    if let Some((_, last)) = text.last_mut() {
        // In BNF, words alone would be a name.
        let end = if candidate.sign == Sign::Colons && !last.ends_with('.') {
            ".>"
        } else {
            ">"
        };
        last.push_str(end);
    }
    text
}

/// Returns the offset behind the sign between a name and a body.
fn behind_sign(line: &str) -> Option<usize> {
    let signs = ["::=", ":=", "=/", "="];
    let found = signs
        .iter()
        .filter_map(|sign| Some((line.find(sign)?, sign)));
    let (at, sign) = found.min_by_key(|(at, sign)| (*at, std::cmp::Reverse(sign.len())))?;
    Some(at + sign.len())
}
