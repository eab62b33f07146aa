//! What the fixes of all errors of a file ask about it, such as the brackets of bodies, found once.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use crate::error::Damage;
use crate::notation::lexeme::Bracket;
use crate::notation::outline::{RulePlaces, rule_places};
use crate::reader::transcription::Repairs;
use crate::syntax::{Grammar, Kind, Span};

/// A file with errors.
pub(super) struct File<'g> {
    pub(super) grammar: &'g Grammar,
    rules: OnceCell<Vec<RulePlaces>>,
    brackets: OnceCell<Brackets>,
    /// The places where each name is used, as the file writes it.
    uses: OnceCell<HashMap<&'g str, Vec<Span>>>,
    /// The names without a production, in lower case.
    missing: OnceCell<HashSet<String>>,
    repairs: OnceCell<Repairs>,
}

impl<'g> File<'g> {
    pub(super) fn new(grammar: &'g Grammar) -> Self {
        Self {
            grammar,
            rules: OnceCell::new(),
            brackets: OnceCell::new(),
            uses: OnceCell::new(),
            missing: OnceCell::new(),
            repairs: OnceCell::new(),
        }
    }

    pub(super) fn source(&self) -> &'g str {
        &self.grammar.source
    }

    /// Returns the places of the rules, in file order.
    pub(super) fn rules(&self) -> &[RulePlaces] {
        self.rules.get_or_init(|| rule_places(self.source()))
    }

    /// Returns the body that an offset lies in.
    pub(super) fn body_around(&self, offset: usize) -> Option<&Span> {
        let rules = self.rules();
        let after = rules.partition_point(|rule| rule.body.start <= offset);
        let body = &rules[after.checked_sub(1)?].body;
        body.contains(&offset).then_some(body)
    }

    /// Returns the parts of all bodies, and which of them are brackets.
    pub(super) fn brackets(&self) -> &Brackets {
        let bodies = || self.rules().iter().map(|rule| &rule.body);
        (self.brackets).get_or_init(|| Brackets::new(self.source(), bodies()))
    }

    pub(super) fn parts(&self, body: &Span) -> &[Span] {
        let parts = &self.brackets().parts;
        let start = parts.partition_point(|part| part.start < body.start);
        let end = parts.partition_point(|part| part.start < body.end);
        &parts[start..end]
    }

    /// Returns the places where a name is used, as the file writes it. The brackets of `<name>` are left out.
    pub(super) fn uses(&self, name: &str) -> &[Span] {
        let uses = self.uses.get_or_init(|| uses(self.grammar));
        uses.get(name).map_or(&[], Vec::as_slice)
    }

    /// Returns the changes that repair one kind of damage.
    pub(super) fn repairs(&self, damage: &Damage) -> &[(Span, String)] {
        let repairs = self.repairs.get_or_init(|| Repairs::of(self.source()));
        repairs.of_kind(damage)
    }

    /// Returns whether a body ends here.
    pub(super) fn ends_body(&self, end: usize) -> bool {
        let body = end.checked_sub(1).and_then(|last| self.body_around(last));
        body.is_some_and(|body| self.source()[end..body.end].trim().is_empty())
    }

    /// Returns the name that is used and not defined, if it is the only one.
    pub(super) fn only_missing(&self) -> Option<&'g str> {
        let missing = self.missing();
        let only = missing.iter().next().filter(|_| missing.len() == 1)?;
        let uses = self.uses.get()?;
        let mut spellings = uses.keys().filter(|name| name.eq_ignore_ascii_case(only));
        spellings.next().copied()
    }

    /// Returns whether a name is used and not defined.
    pub(super) fn misses(&self, name: &str) -> bool {
        self.missing().contains(&name.to_ascii_lowercase())
    }

    fn missing(&self) -> &HashSet<String> {
        self.missing.get_or_init(|| {
            let uses = self.uses.get_or_init(|| uses(self.grammar));
            let mut names: HashSet<String> =
                uses.keys().map(|it| it.to_ascii_lowercase()).collect();
            for production in &self.grammar.productions {
                names.remove(&production.name.to_ascii_lowercase());
            }
            names
        })
    }
}

fn uses(grammar: &Grammar) -> HashMap<&str, Vec<Span>> {
    let mut uses: HashMap<&str, Vec<Span>> = HashMap::new();
    for production in &grammar.productions {
        production.body.walk(&mut |part| {
            if let Kind::Reference { name, .. } = &part.kind {
                let text = &grammar.source[part.span.clone()];
                let brackets = usize::from(text.starts_with('<'));
                let span = part.span.start + brackets..part.span.end - brackets;
                uses.entry(name).or_default().push(span);
            }
        });
    }
    uses
}

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
        let after = self.unopened.partition_point(|at| *at < span.start);
        let first = self.unopened.get(after).copied();
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
