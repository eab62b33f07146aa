//! Productions written out from their automata, for notations that cannot express what a reading
//! excludes.

use std::ops::RangeInclusive;

use rfcbnf_engine::utf8;

use super::TooLong;
use super::characters::ranges;
use super::elimination::{Edge, eliminated, eliminated_by_characters, eliminated_by_steps};
use crate::automaton::{Automaton, DfaState};
use crate::octets::OctetSet;
use crate::syntax::{Case, Encoding, Expression, Grammar, Kind, LiteralForm};

/// The greatest length of an expression that is written out, in octets.
const LENGTH: usize = 20_000;

/// Returns an expression that derives the texts of the production with that name, without what its
/// readings exclude. Returns `None` if it is too large or derives no text at all.
pub(super) fn written_out(grammar: &Grammar, name: &str, case: Case) -> Option<Expression> {
    let part = match case {
        Case::Exact => grammar.part([name]),
        Case::Ignored => grammar.part_in_any_case([name]),
    };
    let automaton = Automaton::new(&part, name).ok()?;
    if automaton.is_nullable() && automaton.first().is_empty() {
        return Some(made(literal("")));
    }
    expression(&automaton, grammar.encoding, LENGTH)
}

/// Returns an expression that derives the texts of an automaton in a grammar with this encoding.
/// Returns `None` if it is longer than about `most` octets, if the automaton accepts no text, or if the
/// grammar is one of characters and not all texts are characters.
///
/// ```
/// use rfcbnf::automaton::Automaton;
/// use rfcbnf::export::expression_of;
/// use rfcbnf::syntax::{Encoding, Kind};
///
/// let grammar = rfcbnf::read("sign = \"+\" | \"-\"\n")?;
/// let sign = Automaton::new(&grammar, "sign")?;
/// let expression = expression_of(&sign, Encoding::Utf8, 100).expect("it is short");
/// assert!(matches!(expression.kind, Kind::Alternation(signs) if signs.len() == 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn expression_of(automaton: &Automaton, encoding: Encoding, most: usize) -> Option<Expression> {
    // The texts of any automaton need not be characters.
    if encoding == Encoding::Utf8 && !automaton.is_of_characters() {
        return None;
    }
    expression(automaton, encoding, most)
}

/// Returns [`expression_of`] for the automaton of a production with that encoding.
fn expression(automaton: &Automaton, encoding: Encoding, most: usize) -> Option<Expression> {
    let phrase: Result<Phrase, TooLong> = match encoding {
        Encoding::Octets => eliminated(automaton, most),
        Encoding::Utf8 => eliminated_by_characters(automaton, most),
    };
    phrase.ok()?.into_expression()
}

/// What leads from one state to another.
#[derive(Debug, Clone)]
pub(crate) enum StateStep {
    /// One of these characters.
    Characters(RangeInclusive<char>),
    /// A text of the expression.
    Expression(Expression),
}

/// Returns an expression that derives what these steps between the states of the automaton lead to. Returns `None` if it
/// is too long or derives no text.
pub(crate) fn expression_of_steps(
    automaton: &Automaton,
    steps: impl IntoIterator<Item = (DfaState, StateStep, DfaState)>,
) -> Option<Expression> {
    let steps = steps.into_iter().map(|(from, step, to)| {
        let phrase = match step {
            StateStep::Characters(range) => Phrase::from(range),
            StateStep::Expression(expression) => Phrase::of(expression, 1),
        };
        (from, phrase, to)
    });
    let phrase: Phrase = eliminated_by_steps(automaton, steps, LENGTH).ok()?;
    if phrase.is_only_empty() {
        return Some(made(literal("")));
    }
    phrase.into_expression()
}

/// Alternatives: single octets or characters, longer expressions, and the empty text.
#[derive(Debug, Clone, Default)]
struct Phrase {
    octets: OctetSet,
    /// Ranges of characters above ASCII, in ascending order.
    characters: Vec<RangeInclusive<char>>,
    longer: Vec<Expression>,
    /// The number of literals in the longer expressions.
    literals: usize,
    can_be_empty: bool,
}

impl Phrase {
    fn derives_nothing(&self) -> bool {
        self.has_no_text() && !self.can_be_empty
    }

    fn of(expression: Expression, literals: usize) -> Self {
        Self {
            longer: vec![expression],
            literals,
            ..Self::default()
        }
    }

    fn is_only_empty(&self) -> bool {
        self.has_no_text() && self.can_be_empty
    }

    /// Returns whether there is no text but perhaps the empty one.
    fn has_no_text(&self) -> bool {
        self.octets.is_empty() && self.characters.is_empty() && self.longer.is_empty()
    }

    /// Returns the expression; `None` if there is no text but perhaps the empty one.
    fn into_expression(self) -> Option<Expression> {
        let ranges = ranges(self.octets).into_iter().chain(self.characters);
        let ranges = ranges.map(|range| {
            let (first, last) = range.into_inner();
            made(if first == last {
                literal(first)
            } else {
                Kind::Range { first, last }
            })
        });
        let mut members: Vec<Expression> = ranges.chain(self.longer).collect();
        let one = match members.len() {
            0 => return None,
            1 => members.pop()?,
            _ => made(Kind::Alternation(members)),
        };
        Some(if self.can_be_empty {
            made(Kind::Optional(Box::new(one)))
        } else {
            one
        })
    }
}

impl From<RangeInclusive<char>> for Phrase {
    fn from(range: RangeInclusive<char>) -> Self {
        let ascii = (0..=0x7f).filter(|octet| range.contains(&char::from(*octet)));
        let above = *range.start().max(&'\u{80}')..=*range.end();
        Self {
            octets: ascii.collect(),
            characters: Vec::from_iter(Some(above).filter(|above| !above.is_empty())),
            ..Self::default()
        }
    }
}

impl Edge for Phrase {
    fn empty() -> Self {
        Self {
            can_be_empty: true,
            ..Self::default()
        }
    }

    fn class(octets: OctetSet) -> Self {
        Self {
            octets,
            ..Self::default()
        }
    }

    fn or(mut self, other: Self) -> Self {
        self.octets |= other.octets;
        let characters = std::mem::take(&mut self.characters);
        self.characters = utf8::union(characters.into_iter().chain(other.characters));
        self.can_be_empty |= other.can_be_empty;
        self.literals += other.literals;
        for one in other.longer {
            if !self.longer.contains(&one) {
                self.longer.push(one);
            }
        }
        self
    }

    fn then(&self, next: &Self) -> Self {
        if self.derives_nothing() || next.derives_nothing() {
            return Self::default();
        }
        if self.is_only_empty() {
            return next.clone();
        }
        if next.is_only_empty() {
            return self.clone();
        }
        let members = [self, next].into_iter().filter_map(|one| {
            let expression = one.clone().into_expression()?;
            Some(match expression.kind {
                Kind::Sequence(members) => members,
                _ => vec![expression],
            })
        });
        let members = members.flatten().collect();
        let literals = self.length() + next.length();
        Self::of(made(Kind::Sequence(members)), literals)
    }

    fn starred(&self) -> Self {
        let round = Self {
            can_be_empty: false,
            ..self.clone()
        };
        let literals = round.length();
        let Some(body) = round.into_expression() else {
            return Self::empty();
        };
        let kind = Kind::Repetition {
            least: 0,
            most: None,
            body: Box::new(body),
        };
        Self::of(made(kind), literals)
    }

    fn length(&self) -> usize {
        self.literals + ranges(self.octets).len() + self.characters.len()
    }
}

fn literal(text: impl Into<String>) -> Kind {
    Kind::Literal {
        text: text.into(),
        case: Case::Exact,
        form: LiteralForm::Quoted,
    }
}

/// Returns an expression that has no position in the file.
fn made(kind: Kind) -> Expression {
    Expression { kind, span: 0..0 }
}
