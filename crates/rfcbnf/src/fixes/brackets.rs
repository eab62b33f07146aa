//! The brackets of bodies.

use std::collections::HashMap;

use crate::notation::lexeme::Bracket;
use crate::syntax::Span;

/// The parts of all bodies of a file, and what closes the brackets among them.
#[derive(Default)]
pub(super) struct Brackets {
    /// The literals, the texts in angle brackets and the other characters, without blanks and comments.
    pub(super) parts: Vec<Span>,
    /// For each bracket that is closed, the one that closes it.
    closed: HashMap<usize, usize>,
    /// For each other one, where it ends all the same: at the bracket that closes one around it, or at the end of
    /// the last part of the body.
    unclosed: HashMap<usize, usize>,
    /// The closing brackets that close nothing, in ascending order.
    unopened: Vec<usize>,
}

impl Brackets {
    pub(super) fn new<'b>(source: &str, bodies: impl Iterator<Item = &'b Span>) -> Self {
        let mut brackets = Self::default();
        for body in bodies {
            let parts = parts(source, body);
            brackets.read(source, &parts);
            brackets.parts.extend(parts);
        }
        brackets
    }

    /// Adds the brackets of a body.
    fn read(&mut self, source: &str, parts: &[Span]) {
        let mut open: Vec<(usize, Bracket)> = Vec::new();
        // Without it, each bracket that closes nothing would be compared with all that are open.
        let mut open_of_kind: HashMap<Bracket, usize> = HashMap::new();
        for part in parts {
            let character = source.as_bytes()[part.start] as char;
            if let Some(bracket) = Bracket::opened_by(character) {
                open.push((part.start, bracket));
                *open_of_kind.entry(bracket).or_default() += 1;
            }
            let Some(closed) = Bracket::closed_by(character) else {
                continue;
            };
            if open_of_kind.get(&closed).is_none_or(|count| *count == 0) {
                self.unopened.push(part.start);
                continue;
            }
            while let Some((at, one)) = open.pop() {
                open_of_kind.entry(one).and_modify(|count| *count -= 1);
                if one == closed {
                    self.closed.insert(at, part.start);
                    break;
                }
                self.unclosed.insert(at, part.start);
            }
        }
        let end = parts.last().map_or(0, |part| part.end);
        let rest = open.into_iter().map(|(at, _)| (at, end));
        self.unclosed.extend(rest);
    }

    /// Returns the bracket that closes the one here.
    pub(super) fn close_of(&self, open: usize) -> Option<usize> {
        self.closed.get(&open).copied()
    }

    /// Returns where a bracket that is not closed ends all the same.
    pub(super) fn end_of(&self, open: usize) -> Option<usize> {
        self.unclosed.get(&open).copied()
    }

    /// Returns the first opening bracket within the span that is not closed.
    pub(super) fn unclosed_in(&self, span: &Span) -> Option<usize> {
        let within = self.unclosed.keys().filter(|at| span.contains(at));
        within.min().copied()
    }

    /// Returns the first closing bracket within the span that closes nothing.
    pub(super) fn unopened_in(&self, span: Span) -> Option<usize> {
        let behind = self.unopened.partition_point(|at| *at < span.start);
        let first = self.unopened.get(behind).copied();
        first.filter(|at| *at < span.end)
    }
}

/// Returns the spans of the literals, the texts in angle brackets and the other characters of a body, without
/// blanks and comments.
fn parts(source: &str, body: &Span) -> Vec<Span> {
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
