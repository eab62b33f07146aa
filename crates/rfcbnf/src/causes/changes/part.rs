//! The parts of a grammar that a change replaces.
//!
//! A *part* is a production, an expression in the body of one, or a *gap*: a place between two
//! expressions, where the grammar has the empty text.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::automaton::{Automata, Automaton};
use crate::causes::id::of_production;
use crate::syntax::{Expression, Kind, Production, Span};

/// A part of a grammar.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::causes) struct Part {
    /// The name of the production.
    pub(in crate::causes) production: String,
    /// The part of its body.
    pub(in crate::causes) position: Position,
}

/// A part of a production.
///
/// A path leads from the body to an expression: each number is the index of an alternative, of a
/// member of a sequence, or 0 for what is optional or repeated.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Position {
    /// The production, wherever it is used.
    Whole,
    /// The expression at the end of the path.
    Expression(Vec<usize>),
    /// The gap before the member of a sequence with this index, or after the last. An expression
    /// that is no sequence counts as one with one member.
    Gap(Vec<usize>, usize),
    /// Every reference in the body to the production of this name.
    References(String),
    /// The length of the production: the parser accepts its texts up to a greatest one.
    Length,
    /// IP addresses in brackets that the parser takes beside the texts of the production.
    IpLiteral,
    /// Octets that the parser ignores anywhere in a text of the production. They are those of
    /// [`Cause::deviation`](crate::causes::Cause::deviation).
    Ignored,
}

impl Part {
    pub(in crate::causes) fn whole(production: &Production) -> Self {
        Self {
            production: production.name.clone(),
            position: Position::Whole,
        }
    }

    /// Returns the part as the grammar writes it, on one line. For a gap, these are the expressions on
    /// both sides, with a dot between them.
    pub(in crate::causes) fn written(&self, production: &Production, source: &str) -> String {
        let text = |expression: &Expression| {
            let text = source.get(expression.span.clone()).unwrap_or_default();
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let of = |path: &[usize]| expression(&production.body, path);
        match &self.position {
            Position::Whole | Position::Length | Position::IpLiteral | Position::Ignored => {
                production.name.clone()
            }
            Position::References(name) => name.clone(),
            Position::Expression(path) => of(path).map(text).unwrap_or_default(),
            Position::Gap(path, index) => {
                let members = match of(path) {
                    Some(Expression {
                        kind: Kind::Sequence(members),
                        ..
                    }) => members.as_slice(),
                    Some(only) => std::slice::from_ref(only),
                    None => &[],
                };
                let before = index.checked_sub(1).and_then(|index| members.get(index));
                let before = before.map(|one| text(one) + " ").unwrap_or_default();
                let after = members.get(*index).map(|one| " ".to_owned() + &text(one));
                format!("{before}·{}", after.unwrap_or_default())
            }
        }
    }
}

impl Position {
    /// Returns whether a cause there is that the parser reads other texts in this place of the grammar, as opposed to a
    /// limit of length, octets that it ignores, and IP addresses in brackets.
    #[must_use]
    pub fn is_other_texts(&self) -> bool {
        !matches!(self, Self::Length | Self::IpLiteral | Self::Ignored)
    }
}

/// Writes the part as an id has it: `port`, `httpurl/part-1`, `httpurl/gap-2`, `hostnumber/each-digits`,
/// `host/length`, `host/ip-literal`, `httpurl/ignored`.
impl fmt::Display for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, path) = match self {
            Self::Whole => return Ok(()),
            Self::Length => return formatter.write_str("/length"),
            Self::IpLiteral => return formatter.write_str("/ip-literal"),
            Self::Ignored => return formatter.write_str("/ignored"),
            Self::References(name) => {
                return write!(formatter, "/each-{}", of_production(name));
            }
            Self::Expression(path) => ("part", path.clone()),
            Self::Gap(path, index) => ("gap", [&path[..], &[*index]].concat()),
        };
        let numbers: Vec<String> = path.iter().map(|index| (index + 1).to_string()).collect();
        write!(formatter, "/{kind}-{}", numbers.join("."))
    }
}

/// Returns the expression at the end of a path.
pub(in crate::causes) fn expression<'e>(
    body: &'e Expression,
    path: &[usize],
) -> Option<&'e Expression> {
    let Some((index, rest)) = path.split_first() else {
        return Some(body);
    };
    let child = match &body.kind {
        Kind::Alternation(members) | Kind::Sequence(members) => members.get(*index)?,
        Kind::Optional(inner) | Kind::Repetition { body: inner, .. } => inner,
        _ => return None,
    };
    expression(child, rest)
}

/// Returns a reference to texts that have no name in the grammar.
pub(in crate::causes) fn reference(name: &str, span: &Span) -> Expression {
    Expression {
        kind: Kind::reference(name.to_owned()),
        span: span.clone(),
    }
}

/// Returns the body with other expressions in place of these parts. The part around another one
/// replaces it.
pub(in crate::causes) fn rewritten(
    body: &Expression,
    parts: &HashMap<&Position, Expression>,
) -> Expression {
    Rewriting { parts }.expression(body, &mut Vec::new())
}

struct Rewriting<'p> {
    parts: &'p HashMap<&'p Position, Expression>,
}

impl Rewriting<'_> {
    fn expression(&self, expression: &Expression, path: &mut Vec<usize>) -> Expression {
        let other = self.parts.get(&Position::Expression(path.clone()));
        let other = other.or_else(|| match &expression.kind {
            Kind::Reference { name, .. } => self.parts.get(&Position::References(name.clone())),
            _ => None,
        });
        let inner = match other {
            Some(other) => other.clone(),
            None => self.inside(expression, path),
        };
        if matches!(expression.kind, Kind::Sequence(_)) {
            return inner;
        }
        self.with_gaps(vec![inner], path, expression)
    }

    fn inside(&self, expression: &Expression, path: &mut Vec<usize>) -> Expression {
        let kind = match &expression.kind {
            Kind::Alternation(members) => Kind::Alternation(self.members(members, path)),
            Kind::Sequence(members) => {
                let members = self.members(members, path);
                return self.with_gaps(members, path, expression);
            }
            Kind::Optional(body) => Kind::Optional(Box::new(self.child(body, 0, path))),
            Kind::Repetition { least, most, body } => Kind::Repetition {
                least: *least,
                most: *most,
                body: Box::new(self.child(body, 0, path)),
            },
            other => other.clone(),
        };
        Expression {
            kind,
            span: expression.span.clone(),
        }
    }

    fn members(&self, members: &[Expression], path: &mut Vec<usize>) -> Vec<Expression> {
        let members = members.iter().enumerate();
        members
            .map(|(index, member)| self.child(member, index, path))
            .collect()
    }

    fn child(&self, child: &Expression, index: usize, path: &mut Vec<usize>) -> Expression {
        path.push(index);
        let child = self.expression(child, path);
        path.pop();
        child
    }

    /// Returns the sequence of these members with the gaps that are replaced.
    fn with_gaps(
        &self,
        members: Vec<Expression>,
        path: &[usize],
        expression: &Expression,
    ) -> Expression {
        let count = members.len();
        let gap = |index| self.parts.get(&Position::Gap(path.to_vec(), index));
        let mut sequence = Vec::new();
        for (index, member) in members.into_iter().enumerate() {
            sequence.extend(gap(index).cloned());
            sequence.push(member);
        }
        sequence.extend(gap(count).cloned());
        if sequence.len() == 1
            && let Some(only) = sequence.pop()
        {
            return only;
        }
        Expression {
            kind: Kind::Sequence(sequence),
            span: expression.span.clone(),
        }
    }
}

/// Returns the parts of a production, except those that no text tells from another one.
pub(super) fn parts_of(automata: &Automata<'_>, production: &Production) -> Vec<Part> {
    // Productions that are read together have no bodies of their own.
    let is_recursive = automata.recursive_with(&production.name).is_some();
    let automaton = automata.production(&production.name);
    if is_recursive || automaton.is_none_or(is_characters) {
        return Vec::new();
    }
    let mut walk = Walk {
        automata,
        positions: Vec::new(),
    };
    walk.expression(&production.body, &mut Vec::new());
    let references = production
        .body
        .references()
        .into_iter()
        .collect::<BTreeSet<_>>();
    let several = references.into_iter().filter(|name| {
        let own = uses_in(production, name);
        own > 1 && own < uses(automata, name)
    });
    let several = several.map(|name| Position::References(name.to_owned()));
    let positions = walk.positions.into_iter().chain(several);
    positions
        .map(|position| Part {
            production: production.name.clone(),
            position,
        })
        .collect()
}

/// Returns the number of references to the production of that name.
fn uses(automata: &Automata<'_>, name: &str) -> usize {
    let productions = automata.productions().iter();
    productions
        .map(|production| uses_in(production, name))
        .sum()
}

/// Returns the number of those references in a production.
fn uses_in(production: &Production, name: &str) -> usize {
    let mut count = 0;
    production.body.walk(&mut |expression| {
        let is_use = matches!(&expression.kind, Kind::Reference { name: used, .. } if used == name);
        count += usize::from(is_use);
    });
    count
}

/// Returns whether the texts are single octets.
pub(super) fn is_characters(automaton: &Automaton) -> bool {
    !automaton.is_nullable()
        && automaton
            .states()
            .all(|state| state == automaton.start() || automaton.next(state).is_empty())
}

struct Walk<'w, 'g> {
    automata: &'w Automata<'g>,
    positions: Vec<Position>,
}

impl Walk<'_, '_> {
    fn expression(&mut self, expression: &Expression, path: &mut Vec<usize>) {
        let is_only_use = match &expression.kind {
            Kind::Reference { name, .. } => uses(self.automata, name) == 1,
            _ => false,
        };
        if !path.is_empty() && !is_only_use {
            self.positions.push(Position::Expression(path.clone()));
        }
        match &expression.kind {
            Kind::Sequence(members) => {
                let gaps = 0..=members.len();
                self.positions
                    .extend(gaps.map(|index| Position::Gap(path.clone(), index)));
            }
            _ if path.is_empty() => {
                let gaps = [0, 1];
                self.positions
                    .extend(gaps.map(|index| Position::Gap(path.clone(), index)));
            }
            _ => {}
        }
        match &expression.kind {
            Kind::Alternation(members) => {
                for (index, member) in members.iter().enumerate() {
                    if !self.is_character(member) {
                        self.child(member, index, path);
                    }
                }
            }
            Kind::Sequence(members) => {
                for (index, member) in members.iter().enumerate() {
                    self.child(member, index, path);
                }
            }
            Kind::Optional(body) | Kind::Repetition { body, .. } => self.child(body, 0, path),
            _ => {}
        }
    }

    fn child(&mut self, child: &Expression, index: usize, path: &mut Vec<usize>) {
        path.push(index);
        self.expression(child, path);
        path.pop();
    }

    /// Returns whether the expression is a single character, or a production of them.
    fn is_character(&self, expression: &Expression) -> bool {
        match &expression.kind {
            Kind::Literal { text, .. } => text.chars().count() == 1,
            Kind::Range { .. } => true,
            Kind::Reference { name, .. } => {
                self.automata.production(name).is_some_and(is_characters)
            }
            _ => false,
        }
    }
}
