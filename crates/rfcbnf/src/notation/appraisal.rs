//! What a text shows if it is taken for a rule.

use super::lexeme::{Input, Lexeme};
use super::lexer::lexemes;
use super::outline::outline;
use super::production;
use super::production::{name_in_brackets, with_hyphens};
use crate::error::GrammarErrorKind;
use crate::syntax::Notation;

/// What a text shows if it is taken for a rule.
pub(crate) struct Appraisal {
    /// The number of faults.
    pub(crate) faults: usize,
    /// The number of literals, numbers, separators, brackets and repetitions. A number alone is none:
    /// many texts have numbers.
    pub(crate) signs: usize,
    /// The number of literals, numbers of characters, and prose in angle brackets.
    pub(crate) terminals: usize,
    /// The names and the prose that the body has.
    pub(crate) references: Vec<String>,
    /// Whether there is no body.
    pub(crate) is_empty: bool,
}

/// Takes a text for a rule. Returns `None` if it is not one rule.
pub(crate) fn appraise(text: &str, notation: Notation) -> Option<Appraisal> {
    let mut rules = outline(Input::new(text)).rules.into_iter();
    let (Some(rule), None) = (rules.next(), rules.next()) else {
        return None;
    };
    let lexemes = lexemes(rule.body, notation, &[]);
    let mut appraisal = Appraisal {
        faults: 0,
        signs: 0,
        terminals: 0,
        references: Vec::new(),
        is_empty: true,
    };
    let is_name = |text: &str| {
        notation.has_names_in_angle_brackets() && name_in_brackets(text, notation).is_some()
    };
    for located in &lexemes {
        match &located.lexeme {
            Lexeme::Comment(_) => continue,
            Lexeme::Name(name) => appraisal.references.push(name.to_string()),
            // A literal that is not closed is meant as grammar; `<` compares in other texts.
            Lexeme::Unclosed {
                kind: GrammarErrorKind::UnclosedLiteral,
                ..
            } => appraisal.signs += 1,
            Lexeme::Fault(..) | Lexeme::Unclosed { .. } => {}
            Lexeme::Angle(name) if is_name(name) => {
                appraisal.signs += 1;
                appraisal.references.push(with_hyphens(name));
            }
            Lexeme::Repetition(_) if !text[located.span.clone()].contains('*') => {}
            Lexeme::Literal { .. } | Lexeme::Numbers(_) | Lexeme::Range(..) | Lexeme::Angle(_) => {
                appraisal.signs += 1;
                appraisal.terminals += 1;
            }
            _ => appraisal.signs += 1,
        }
        appraisal.is_empty = false;
    }
    let mut faults = Vec::new();
    let _ = production::read(rule, lexemes, notation, &mut faults);
    appraisal.faults = faults.len();
    Some(appraisal)
}
