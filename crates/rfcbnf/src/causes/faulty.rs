//! The grammar with causes in it.
//!
//! What a parser accepts as a part is an automaton. In a grammar, it is one production for each state:
//!
//! ```text
//! s0 = "," s1 | value s0          s1 = ""
//! ```

use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;

use super::Cause;
use super::changes::{Part, Position, reference, rewritten};
use crate::automaton::{Automaton, DfaState};
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
    /// What the parser accepts as the part, over symbols.
    pub(super) observed: Automaton,
    pub(super) nonterminals: BTreeMap<u8, Nonterminal>,
    /// Whether one octet represents all characters outside ASCII.
    pub(super) is_ascii: bool,
}

impl UnitChange {
    /// Returns the change of a cause whose part has no nonterminals; `None` if it is no other texts for a part.
    pub(super) fn of(cause: &Cause) -> Option<Self> {
        let learnt = cause.learnt.as_ref();
        let learnt = learnt.filter(|_| cause.position.is_other_texts())?;
        Some(Self {
            part: Part {
                production: cause.production.clone(),
                position: cause.position.clone(),
            },
            observed: learnt.observed.clone(),
            nonterminals: BTreeMap::new(),
            is_ascii: learnt.expected.octets().is_ascii(),
        })
    }
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
        observed: texts.clone(),
        nonterminals: nonterminals.clone(),
        is_ascii: false,
    };
    Automaton::new(&changed(&spelled, [&change])?, WHOLE).ok()
}

/// Returns the grammar with these changes; `None` if it lacks one of the parts.
pub(super) fn changed<'c>(
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

/// Returns the grammar with an expression in the place of each of these changes, for people to read; `None` if it lacks
/// one of the parts, or if an expression would be too long.
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
