//! The grammar with causes in it.
//!
//! What a parser accepts as a part is an automaton. In a grammar, it is one production for each state:
//!
//! ```text
//! s0 = "," s1 | value s0          s1 = ""
//! ```

use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;

use super::unit::Nonterminal;
use crate::automaton::{Automaton, DfaState};
use crate::causes::changes::{Part, Position, reference, rewritten};
use crate::octets::OctetSet;
use crate::recognizer::Recognizer;
use crate::syntax::{Case, Encoding, Expression, Grammar, Kind, LiteralForm, Production, Span};

/// The octet that represents all characters outside ASCII.
const OUTSIDE: u8 = 0x80;

/// The name of a production whose texts are spelled.
const WHOLE: &str = "\0whole";

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
    let mut faulty = grammar.clone();
    let first = faulty.productions.len();
    let mut replaced: HashMap<&str, Vec<(&Position, String)>> = HashMap::new();
    for (index, change) in changes.into_iter().enumerate() {
        let name = format!("\0{index}");
        let position = grammar.productions.iter();
        let mut position = position.filter(|one| one.name == change.part.production);
        let place = position.next()?;
        let states = States {
            change,
            name: &name,
            place,
            encoding: grammar.encoding,
        };
        faulty.productions.extend(states.productions());
        let parts = replaced.entry(&place.name).or_default();
        parts.push((
            &change.part.position,
            state_name(&name, change.observed.start()),
        ));
    }
    for production in &mut faulty.productions[..first] {
        let Some(parts) = replaced.remove(production.name.as_str()) else {
            continue;
        };
        let whole = parts
            .iter()
            .find(|(position, _)| **position == Position::Whole);
        production.body = match whole {
            Some((_, name)) => reference(name, &production.body.span),
            None => rewritten(&production.body, &parts.into_iter().collect()),
        };
    }
    Some(faulty.with_texts(first))
}

fn state_name(name: &str, state: DfaState) -> String {
    format!("{name}.{state:?}")
}

/// The states of a change as productions.
struct States<'c> {
    change: &'c UnitChange,
    name: &'c str,
    place: &'c Production,
    encoding: Encoding,
}

impl States<'_> {
    fn productions(&self) -> Vec<Production> {
        let states = self.change.observed.states();
        states
            .map(|state| Production {
                name: state_name(self.name, state),
                body: self.body(state),
                additions: Vec::new(),
                comments: Vec::new(),
                excluded: Vec::new(),
                readings: Vec::new(),
                ..self.place.clone()
            })
            .collect()
    }

    fn body(&self, state: DfaState) -> Expression {
        let observed = &self.change.observed;
        let mut alternatives = Vec::new();
        if observed.is_accepting(state) {
            alternatives.push(self.literal(String::new()));
        }
        for (&octet, nonterminal) in &self.change.nonterminals {
            if let Some(next) = observed.step(state, octet) {
                let nonterminal = reference(&nonterminal.name, self.span());
                alternatives.push(self.then(vec![nonterminal], next));
            }
        }
        for (characters, next) in self.characters(state) {
            let range = self.range(*characters.start(), *characters.end());
            alternatives.push(self.then(vec![range], next));
        }
        if self.change.is_ascii
            && let Some(next) = observed.step(state, OUTSIDE)
        {
            alternatives.push(self.then(self.outside_ascii(), next));
        }
        match alternatives.len() {
            // It derives nothing.
            0 => reference(&state_name(self.name, state), self.span()),
            1 => alternatives.swap_remove(0),
            _ => self.expression(Kind::Alternation(alternatives)),
        }
    }

    fn then(&self, mut first: Vec<Expression>, next: DfaState) -> Expression {
        first.push(reference(&state_name(self.name, next), self.span()));
        self.expression(Kind::Sequence(first))
    }

    /// Returns the ranges of characters that lead from a state to others.
    fn characters(&self, from: DfaState) -> Vec<(RangeInclusive<char>, DfaState)> {
        let observed = &self.change.observed;
        let nonterminals = self
            .change
            .nonterminals
            .keys()
            .copied()
            .collect::<OctetSet>();
        let last = match (self.encoding, self.change.is_ascii) {
            (Encoding::Octets, false) => u8::MAX,
            _ => 0x7f,
        };
        let mut ranges = Ranges::default();
        for octet in (0..=last).filter(|&octet| !nonterminals.contains(octet)) {
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

    /// Returns expressions that derive the characters outside ASCII.
    fn outside_ascii(&self) -> Vec<Expression> {
        match self.encoding {
            Encoding::Utf8 => vec![self.range('\u{80}', char::MAX)],
            Encoding::Octets => vec![
                self.range('\u{c2}', '\u{f4}'),
                self.expression(Kind::Repetition {
                    least: 1,
                    most: Some(3),
                    body: self.range('\u{80}', '\u{bf}').into(),
                }),
            ],
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
