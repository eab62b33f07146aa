//! The path through the rails of a production that a text takes.
//!
//! The body of the production becomes an automaton over the text and over the children of a node.
//!
//! Invariant: each pair of a state and a place is visited once, so the time is linear in the text.

use std::collections::HashSet;
use std::ops::Range;

use rfcbnf::syntax::{Expression, Kind, Production, Span};

/// The most states of the automaton. A production beyond it has no path.
const STATES: usize = 50_000;

/// A child of a node: the name of its production, and its span.
type Child<'a> = (&'a str, Range<usize>);

/// Returns the parts of the grammar file, literals and names, on the path that a node takes
/// through its production; `None` if there is none, or if the production is too large.
///
/// `children` are the nodes directly below. `character` returns the length of the text that a production
/// matches at the beginning of some octets, if its nodes are not among the children.
///
/// ```
/// use rfc1738_views::railroad::path::path;
///
/// let grammar = rfcbnf::read("sign = \"+\" | \"-\"\n")?;
/// let taken = path(&grammar.productions[0], b"-", 0..1, &[], &|_, _| None).unwrap();
/// assert_eq!(taken, [13..16]);
/// # Ok::<(), rfcbnf::GrammarErrors>(())
/// ```
#[must_use]
pub fn path(
    production: &Production,
    text: &[u8],
    node: Range<usize>,
    children: &[Child<'_>],
    character: &Character<'_>,
) -> Option<Vec<Span>> {
    walk(production, text, node, children, Goal::End, character)
}

/// Returns the place in the grammar file where a node is whose production is still open at the end of the
/// span: after what it has matched, or before the name of the production below that is open, too. It is
/// `None` if no path leads there.
///
/// `children` are the nodes directly below that have ended, and `open` names the one that has not.
/// `character` returns the length of the text that a production matches at the beginning of some octets, if
/// its nodes are not among the children.
///
/// ```
/// use rfc1738_views::railroad::path::place;
///
/// let grammar = rfcbnf::read("pair = sign \"=\" sign\nsign = \"+\" | \"-\"\n")?;
/// let at = |open| place(&grammar.productions[0], b"+=", 0..2, &[("sign", 0..1)], open, &|_, _| None);
/// assert_eq!((at(None), at(Some("sign"))), (Some(15), Some(16)));
/// # Ok::<(), rfcbnf::GrammarErrors>(())
/// ```
#[must_use]
pub fn place(
    production: &Production,
    text: &[u8],
    node: Range<usize>,
    children: &[Child<'_>],
    open: Option<&str>,
    character: &Character<'_>,
) -> Option<usize> {
    let goal = open.map_or(Goal::Anywhere, Goal::Before);
    let taken = walk(production, text, node, children, goal, character)?;
    let after = taken.last().map_or(production.body.span.start, |it| it.end);
    Some(match open {
        // The last part is the name itself.
        Some(_) => taken.last().map_or(after, |it| it.start),
        None => after,
    })
}

/// Returns the length of the text that a production matches at the beginning of the octets.
type Character<'a> = dyn Fn(&str, &[u8]) -> Option<usize> + 'a;

/// Where in the production the text of a node may end.
#[derive(Clone, Copy, PartialEq)]
enum Goal<'a> {
    End,
    Anywhere,
    /// Before the name of a production.
    Before(&'a str),
}

fn walk(
    production: &Production,
    text: &[u8],
    node: Range<usize>,
    children: &[Child<'_>],
    goal: Goal<'_>,
    character: &Character<'_>,
) -> Option<Vec<Span>> {
    let mut automaton = Automaton {
        states: vec![State::End],
    };
    let start = automaton.build(&production.body, 0)?;
    let run = |any_case| {
        let walk = Walk {
            automaton: &automaton,
            text,
            children,
            end: node.end,
            any_case,
            goal,
            character,
        };
        walk.from(start, node.start)
    };
    // A reading can let letters compare in any case. An exact match is the better one.
    run(false).or_else(|| run(true))
}

enum State<'a> {
    End,
    /// The states to try, in order.
    Any(Vec<usize>),
    /// A literal, a range or a name, and the state after it.
    Leaf(&'a Expression, usize),
}

struct Automaton<'a> {
    states: Vec<State<'a>>,
}

impl<'a> Automaton<'a> {
    fn add(&mut self, state: State<'a>) -> Option<usize> {
        self.states.push(state);
        (self.states.len() <= STATES).then_some(self.states.len() - 1)
    }

    /// Returns the state before the expression, if `next` is the one after it.
    fn build(&mut self, expression: &'a Expression, next: usize) -> Option<usize> {
        match &expression.kind {
            Kind::Alternation(members) => {
                let members = members.iter().map(|member| self.build(member, next));
                let members = members.collect::<Option<Vec<_>>>()?;
                self.add(State::Any(members))
            }
            Kind::Sequence(members) => {
                let mut members = members.iter().rev();
                members.try_fold(next, |next, member| self.build(member, next))
            }
            Kind::Optional(body) => {
                let body = self.build(body, next)?;
                self.add(State::Any(vec![body, next]))
            }
            Kind::Repetition { least, most, body } => {
                let mut state = match most {
                    None => {
                        let more = self.add(State::Any(Vec::new()))?;
                        let round = self.build(body, more)?;
                        self.states[more] = State::Any(vec![round, next]);
                        more
                    }
                    Some(most) => (*least..*most).try_fold(next, |state, _| {
                        let round = self.build(body, state)?;
                        self.add(State::Any(vec![round, next]))
                    })?,
                };
                for _ in 0..*least {
                    state = self.build(body, state)?;
                }
                Some(state)
            }
            Kind::Prose(_) | Kind::Unreadable => self.add(State::Any(Vec::new())),
            Kind::Literal { .. } | Kind::Range { .. } | Kind::Reference { .. } => {
                self.add(State::Leaf(expression, next))
            }
        }
    }
}

struct Walk<'a> {
    automaton: &'a Automaton<'a>,
    text: &'a [u8],
    children: &'a [Child<'a>],
    end: usize,
    any_case: bool,
    goal: Goal<'a>,
    character: &'a Character<'a>,
}

/// A state with the offset in the text and the number of children before it, and the leaf that
/// leads to it.
struct Visit<'a> {
    state: usize,
    offset: usize,
    child: usize,
    before: Option<usize>,
    leaf: Option<&'a Expression>,
}

impl<'a> Walk<'a> {
    fn from(&self, start: usize, offset: usize) -> Option<Vec<Span>> {
        let mut seen = HashSet::new();
        let mut visits: Vec<Visit<'a>> = Vec::new();
        let mut open = vec![Visit {
            state: start,
            offset,
            child: 0,
            before: None,
            leaf: None,
        }];
        while let Some(visit) = open.pop() {
            if !seen.insert((visit.state, visit.offset, visit.child)) {
                continue;
            }
            let (state, offset, child) = (visit.state, visit.offset, visit.child);
            visits.push(visit);
            let before = Some(visits.len() - 1);
            let is_through = offset == self.end && child == self.children.len();
            if is_through && self.goal == Goal::Anywhere {
                return Some(leaves(&visits));
            }
            match &self.automaton.states[state] {
                State::End if is_through => return Some(leaves(&visits)),
                State::End => {}
                State::Any(states) => open.extend(states.iter().rev().map(|&state| Visit {
                    state,
                    offset,
                    child,
                    before,
                    leaf: None,
                })),
                State::Leaf(leaf, _) if is_through && self.is_goal(leaf) => {
                    let mut taken = leaves(&visits);
                    taken.push(leaf.span.clone());
                    return Some(taken);
                }
                State::Leaf(leaf, next) => {
                    if let Some((offset, child)) = self.after(leaf, offset, child) {
                        open.push(Visit {
                            state: *next,
                            offset,
                            child,
                            before,
                            leaf: Some(leaf),
                        });
                    }
                }
            }
        }
        None
    }

    /// Returns whether the path ends before the leaf.
    fn is_goal(&self, leaf: &Expression) -> bool {
        match (self.goal, &leaf.kind) {
            (Goal::Before(open), Kind::Reference { name, .. }) => open.eq_ignore_ascii_case(name),
            _ => false,
        }
    }

    /// Returns the offset and the number of children after a leaf, if it matches.
    fn after(&self, leaf: &Expression, offset: usize, child: usize) -> Option<(usize, usize)> {
        let rest = self.text.get(offset..self.end)?;
        match &leaf.kind {
            Kind::Reference { name, .. } => {
                let next = self.children.get(child);
                let next = next.filter(|(production, span)| {
                    span.start == offset && production.eq_ignore_ascii_case(name)
                });
                match next {
                    Some((_, span)) => Some((span.end, child + 1)),
                    None => Some((offset + (self.character)(name, rest)?, child)),
                }
            }
            Kind::Literal { text, .. } => {
                let found = rest.get(..text.len())?;
                let is_equal = if self.any_case {
                    found.eq_ignore_ascii_case(text.as_bytes())
                } else {
                    found == text.as_bytes()
                };
                is_equal.then_some((offset + text.len(), child))
            }
            Kind::Range { first, last } => {
                let (character, length) = first_character(rest)?;
                let is_in = |one: char| (*first..=*last).contains(&one);
                let either = [
                    character.to_ascii_lowercase(),
                    character.to_ascii_uppercase(),
                ];
                let is_in = is_in(character) || (self.any_case && either.into_iter().any(is_in));
                is_in.then_some((offset + length, child))
            }
            _ => None,
        }
    }
}

/// Returns the parts on the path to the last visit.
fn leaves(visits: &[Visit<'_>]) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut at = visits.last();
    while let Some(visit) = at {
        spans.extend(visit.leaf.map(|leaf| leaf.span.clone()));
        at = visit.before.map(|before| &visits[before]);
    }
    spans.reverse();
    spans
}

/// Returns the first character and its length. An octet that is not part of one is the character
/// with its number.
fn first_character(octets: &[u8]) -> Option<(char, usize)> {
    let head = &octets[..octets.len().min(4)];
    let valid = match std::str::from_utf8(head) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default(),
    };
    let character = valid.chars().next();
    character
        .map(|character| (character, character.len_utf8()))
        .or_else(|| octets.first().map(|&octet| (char::from(octet), 1)))
}
