//! The grammar with causes in it.
//!
//! What a parser accepts as a part is an automaton. In a grammar, it is one production for each state:
//!
//! ```text
//! s0 = "," s1 | value s0          s1 = ""
//! ```
//!
//! One part can be inside of another: an hour in an offset of time. Each of the two is read otherwise in its own way, so
//! the texts of the outer one are made with those of the inner one in it (`nested`).

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;

use super::Cause;
use super::changes::{Difference, Part, Position, expression, reference, rewritten};
use crate::automaton::{Automaton, DfaState, Work};
use crate::export::{StateStep, expression_of_steps};
use crate::recognizer::Recognizer;
use crate::syntax::{Case, Encoding, Expression, Grammar, Kind, LiteralForm, Production, Span};

/// The octet that represents all characters outside ASCII.
const OUTSIDE: u8 = 0x80;

/// The name of a production whose texts are spelled.
const WHOLE: &str = "\0whole";

/// A production that a unit does not look into.
#[derive(Debug, Clone)]
pub(super) struct Nonterminal {
    /// The name of the production in the whole grammar.
    pub(super) name: String,
    /// How texts spell it.
    pub(super) text: Vec<u8>,
    /// Other texts of the production. They begin with different octets.
    pub(super) others: Vec<Vec<u8>>,
}

/// Other texts for a part of the grammar.
#[derive(Debug, Clone)]
pub(super) struct UnitChange {
    pub(super) part: Part,
    /// The texts of the part in the grammar, over symbols.
    pub(super) expected: Automaton,
    /// What the parser accepts as the part, over symbols.
    pub(super) observed: Automaton,
    pub(super) nonterminals: BTreeMap<u8, Nonterminal>,
    /// Whether one octet represents all characters outside ASCII.
    pub(super) is_ascii: bool,
}

impl UnitChange {
    /// Returns the change of a cause whose part has no nonterminals; `None` if it is no other texts for a part. Where the
    /// grammar is ASCII, one octet represents all other characters.
    pub(super) fn of(cause: &Cause, is_ascii: bool) -> Option<Self> {
        let learnt = cause.learnt.as_ref();
        let learnt = learnt.filter(|_| cause.position.is_other_texts())?;
        Some(Self {
            part: Part {
                production: cause.production.clone(),
                position: cause.position.clone(),
            },
            expected: learnt.expected.clone(),
            observed: learnt.observed.clone(),
            nonterminals: BTreeMap::new(),
            is_ascii,
        })
    }

    /// Returns the change with these ones, and no others, inside of its part; `None` if an automaton is too large.
    pub(super) fn around(&self, inner: &[&Self], grammar: &Grammar) -> Option<Self> {
        let work = Work::new();
        let own = Difference::between(&self.expected, &self.observed, &work).ok()?;
        let expected = texts_with(grammar, &self.part, self.is_ascii, inner)?;
        Some(Self {
            observed: own.applied_to(&expected, &work).ok()?,
            expected,
            ..self.clone()
        })
    }
}

/// Returns the changes with those in them that are inside of their parts; `None` if an automaton is too large. A change
/// with nonterminals has the others by name.
pub(super) fn nested<'c>(
    grammar: &Grammar,
    changes: impl IntoIterator<Item = &'c UnitChange>,
) -> Option<Vec<Cow<'c, UnitChange>>> {
    let mut nested: Vec<Cow<'c, UnitChange>> = changes.into_iter().map(Cow::Borrowed).collect();
    let inside = |outer: &UnitChange| -> Vec<usize> {
        let inner = nested.iter().enumerate();
        let inner = inner.filter(|(_, inner)| is_inside(&inner.part, &outer.part, grammar));
        inner.map(|(index, _)| index).collect()
    };
    let all = nested.iter().enumerate();
    let outer = all.filter(|(_, change)| change.nonterminals.is_empty());
    let outer = outer.map(|(index, change)| (index, inside(change)));
    let mut outer: Vec<(usize, Vec<usize>)> =
        outer.filter(|(_, inside)| !inside.is_empty()).collect();
    // What is inside of another has less inside of it.
    outer.sort_by_key(|(_, inside)| inside.len());
    for (index, inside) in outer {
        let inner: Vec<&UnitChange> = inside.iter().map(|&index| &*nested[index]).collect();
        nested[index] = Cow::Owned(nested[index].around(&inner, grammar)?);
    }
    Some(nested)
}

/// Returns whether a part is inside of another one: in its expression, or in a production that it leads to.
fn is_inside(inner: &Part, outer: &Part, grammar: &Grammar) -> bool {
    if inner.production == outer.production {
        return inner != outer
            && match (&outer.position, &inner.position) {
                (Position::Whole, _) => true,
                (
                    Position::Expression(path),
                    Position::Expression(other) | Position::Gap(other, _),
                ) => other.starts_with(path),
                _ => false,
            };
    }
    let body = grammar.production(&outer.production).map(|it| &it.body);
    let used = match &outer.position {
        Position::Whole => body.map(Expression::references),
        Position::Expression(path) => body
            .and_then(|body| expression(body, path))
            .map(Expression::references),
        Position::References(name) => Some(vec![name.as_str()]),
        Position::Gap(..) | Position::Length | Position::IpLiteral | Position::Ignored => None,
    };
    let leads_to =
        |names: Vec<&str>, production: &str| grammar.reachable_from(names).contains(production);
    used.is_some_and(|used| leads_to(used, &inner.production))
        && !leads_to(vec![&inner.production], &outer.production)
}

/// Returns the texts of a part of the grammar with these changes, over symbols; `None` if the automaton is too large, or if
/// the grammar lacks a part. If the grammar is ASCII, one octet represents all other characters.
pub(super) fn texts_with(
    grammar: &Grammar,
    part: &Part,
    is_ascii: bool,
    changes: &[&UnitChange],
) -> Option<Automaton> {
    let mut grammar = grammar.part([part.production.as_str()]);
    let mut changes: Vec<UnitChange> = changes.iter().copied().cloned().collect();
    if is_ascii {
        grammar.encoding = Encoding::Octets;
        for change in &mut changes {
            change.is_ascii = false;
        }
    }
    let mut faulty = changed_apart(&grammar, &changes)?;
    let start = match &part.position {
        Position::References(name) => name,
        Position::Expression(path) => {
            let production = faulty.production(&part.production)?;
            let production = Production {
                name: WHOLE.to_owned(),
                body: expression(&production.body, path)?.clone(),
                ..production.clone()
            };
            faulty.productions.push(production);
            WHOLE
        }
        _ => &part.production,
    };
    Automaton::new(&faulty, start).ok()
}

/// Returns the recognizer of the grammar with these changes; `None` if there is none.
pub(super) fn recognizer<'c>(
    grammar: &Grammar,
    start: &str,
    changes: impl IntoIterator<Item = &'c UnitChange>,
) -> Option<Recognizer> {
    Recognizer::new(&changed(grammar, changes)?, start).ok()
}

/// Returns the texts with those of the nonterminals in place of these; `None` if the automaton is too large.
pub(super) fn spelled(
    texts: &Automaton,
    nonterminals: &BTreeMap<u8, Nonterminal>,
    grammar: &Grammar,
) -> Option<Automaton> {
    let place = grammar.productions.first()?;
    let production = |name: &str, text: &[u8]| Production {
        name: name.to_owned(),
        body: Expression {
            kind: Kind::Literal {
                text: text.iter().copied().map(char::from).collect(),
                case: Case::Exact,
                form: LiteralForm::Numbers,
            },
            span: place.body.span.clone(),
        },
        ..place.clone()
    };
    let mut spelled = grammar.part([]);
    spelled.encoding = Encoding::Octets;
    spelled.productions.push(production(WHOLE, b""));
    let nonterminals_as_productions = nonterminals.values();
    let nonterminals_as_productions =
        nonterminals_as_productions.map(|it| production(&it.name, &it.text));
    spelled.productions.extend(nonterminals_as_productions);
    let change = UnitChange {
        part: Part {
            production: WHOLE.to_owned(),
            position: Position::Whole,
        },
        expected: Automaton::of_text(b""),
        observed: texts.clone(),
        nonterminals: nonterminals.clone(),
        is_ascii: false,
    };
    Automaton::new(&changed(&spelled, [&change])?, WHOLE).ok()
}

/// Returns the grammar with these changes; `None` if it lacks one of the parts, or if an automaton is too large.
pub(super) fn changed<'c>(
    grammar: &Grammar,
    changes: impl IntoIterator<Item = &'c UnitChange>,
) -> Option<Grammar> {
    let changes = nested(grammar, changes)?;
    changed_apart(grammar, changes.iter().map(|change| &**change))
}

/// Returns the grammar with these changes as they are: those inside of others are in them already, as in `nested`.
fn changed_apart<'c>(
    grammar: &Grammar,
    changes: impl IntoIterator<Item = &'c UnitChange>,
) -> Option<Grammar> {
    let first = grammar.productions.len();
    let mut states_of_all = Vec::new();
    let faulty = with_expressions(grammar, changes.into_iter().enumerate(), |index, states| {
        let name = format!("\0{index}");
        states_of_all.extend(states.productions(&name));
        let start = state_name(&name, states.change.observed.start());
        Some(reference(&start, states.span()))
    });
    let mut faulty = faulty?;
    faulty.productions.extend(states_of_all);
    Some(faulty.with_texts(first))
}

/// Returns the grammar for people to read, with an expression in the place of each of these changes as they are; `None` if
/// it lacks one of the parts, or if an expression would be too long.
pub(super) fn readable<'c>(
    grammar: &Grammar,
    changes: impl IntoIterator<Item = &'c UnitChange>,
) -> Option<Grammar> {
    let changes = changes.into_iter().enumerate();
    with_expressions(grammar, changes, |_, states| {
        expression_of_steps(&states.change.observed, states.all_steps())
    })
}

/// Returns the grammar with the expression that `expression` returns for each of the changes in its place.
fn with_expressions<'c>(
    grammar: &Grammar,
    changes: impl Iterator<Item = (usize, &'c UnitChange)>,
    mut expression: impl FnMut(usize, States<'_>) -> Option<Expression>,
) -> Option<Grammar> {
    let mut replaced: HashMap<&str, HashMap<&Position, Expression>> = HashMap::new();
    for (index, change) in changes {
        let place = grammar.production(&change.part.production)?;
        let states = States {
            change,
            place,
            encoding: grammar.encoding,
        };
        let parts = replaced.entry(&place.name).or_default();
        parts.insert(&change.part.position, expression(index, states)?);
    }
    let mut faulty = grammar.clone();
    for production in &mut faulty.productions {
        if let Some(mut parts) = replaced.remove(production.name.as_str()) {
            let whole = parts.remove(&Position::Whole);
            production.body = whole.unwrap_or_else(|| rewritten(&production.body, &parts));
        }
    }
    Some(faulty)
}

fn state_name(name: &str, state: DfaState) -> String {
    format!("{name}.{state:?}")
}

/// The states of a change.
struct States<'c> {
    change: &'c UnitChange,
    place: &'c Production,
    encoding: Encoding,
}

impl States<'_> {
    /// Returns the states as productions.
    fn productions(&self, name: &str) -> Vec<Production> {
        let states = self.change.observed.states();
        states
            .map(|state| Production {
                name: state_name(name, state),
                body: self.body(name, state),
                additions: Vec::new(),
                comments: Vec::new(),
                excluded: Vec::new(),
                readings: Vec::new(),
                ..self.place.clone()
            })
            .collect()
    }

    fn body(&self, name: &str, state: DfaState) -> Expression {
        let state_of = |state| reference(&state_name(name, state), self.span());
        let mut alternatives = Vec::new();
        if self.change.observed.is_accepting(state) {
            alternatives.push(self.literal(String::new()));
        }
        let steps = self.steps(state).into_iter().map(|(step, next)| {
            let first = match step {
                StateStep::Characters(range) => self.range(*range.start(), *range.end()),
                StateStep::Expression(expression) => expression,
            };
            self.expression(Kind::Sequence(vec![first, state_of(next)]))
        });
        alternatives.extend(steps);
        match alternatives.len() {
            // It derives nothing.
            0 => state_of(state),
            1 => alternatives.swap_remove(0),
            _ => self.expression(Kind::Alternation(alternatives)),
        }
    }

    fn all_steps(&self) -> Vec<(DfaState, StateStep, DfaState)> {
        let states = self.change.observed.states();
        let steps = states.flat_map(|from| {
            let steps = self.steps(from).into_iter();
            steps.map(move |(step, to)| (from, step, to))
        });
        steps.collect()
    }

    /// Returns what leads from a state to others.
    fn steps(&self, state: DfaState) -> Vec<(StateStep, DfaState)> {
        let observed = &self.change.observed;
        let mut steps = Vec::new();
        for (&octet, nonterminal) in &self.change.nonterminals {
            if let Some(next) = observed.step(state, octet) {
                let nonterminal = reference(&nonterminal.name, self.span());
                steps.push((StateStep::Expression(nonterminal), next));
            }
        }
        let characters = self.characters(state).into_iter();
        steps.extend(characters.map(|(range, next)| (StateStep::Characters(range), next)));
        if self.change.is_ascii
            && let Some(next) = observed.step(state, OUTSIDE)
        {
            steps.push((StateStep::Expression(self.outside_ascii()), next));
        }
        steps
    }

    /// Returns the ranges of characters that lead from a state to others.
    fn characters(&self, from: DfaState) -> Vec<(RangeInclusive<char>, DfaState)> {
        let observed = &self.change.observed;
        let last = match (self.encoding, self.change.is_ascii) {
            (Encoding::Octets, false) => u8::MAX,
            _ => 0x7f,
        };
        let mut ranges = Ranges::default();
        let nonterminals = &self.change.nonterminals;
        for octet in (0..=last).filter(|octet| !nonterminals.contains_key(octet)) {
            ranges.add(char::from(octet), observed.step(from, octet));
        }
        if self.encoding == Encoding::Utf8 && !self.change.is_ascii {
            for lead in 0xc2..=0xf4 {
                if let Some(state) = observed.step(from, lead) {
                    let (length, bits) = match lead {
                        0xc0..=0xdf => (1, lead & 0x1f),
                        0xe0..=0xef => (2, lead & 0x0f),
                        _ => (3, lead & 0x07),
                    };
                    ranges.add_rest(observed, state, u32::from(bits), length);
                }
            }
        }
        ranges.all
    }

    /// Returns an expression that derives the characters outside ASCII.
    fn outside_ascii(&self) -> Expression {
        match self.encoding {
            Encoding::Utf8 => self.range('\u{80}', char::MAX),
            Encoding::Octets => self.expression(Kind::Sequence(vec![
                self.range('\u{c2}', '\u{f4}'),
                self.expression(Kind::Repetition {
                    least: 1,
                    most: Some(3),
                    body: self.range('\u{80}', '\u{bf}').into(),
                }),
            ])),
        }
    }

    fn range(&self, first: char, last: char) -> Expression {
        if first == last {
            return self.literal(first.to_string());
        }
        self.expression(Kind::Range { first, last })
    }

    fn literal(&self, text: String) -> Expression {
        self.expression(Kind::Literal {
            text,
            case: Case::Exact,
            form: LiteralForm::Numbers,
        })
    }

    fn expression(&self, kind: Kind) -> Expression {
        Expression {
            kind,
            span: self.span().clone(),
        }
    }

    fn span(&self) -> &Span {
        &self.place.body.span
    }
}

/// Ranges of characters, in ascending order.
#[derive(Default)]
struct Ranges {
    all: Vec<(RangeInclusive<char>, DfaState)>,
}

impl Ranges {
    fn add(&mut self, character: char, next: Option<DfaState>) {
        let Some(next) = next else {
            return;
        };
        if let Some((range, known)) = self.all.last_mut()
            && *known == next
            && (*range.end()..=character).count() == 2
        {
            *range = *range.start()..=character;
        } else {
            self.all.push((character..=character, next));
        }
    }

    /// Adds the characters whose encodings go on with that many octets more.
    fn add_rest(&mut self, automaton: &Automaton, state: DfaState, bits: u32, length: u32) {
        for octet in 0x80..=0xbf {
            let Some(next) = automaton.step(state, octet) else {
                continue;
            };
            let bits = bits << 6 | u32::from(octet & 0x3f);
            if length > 1 {
                self.add_rest(automaton, next, bits, length - 1);
            } else if let Some(character) = char::from_u32(bits) {
                self.add(character, Some(next));
            }
        }
    }
}
