//! Reads a rule: its name, its body and its comments.

use super::elements::{literal, placeholder};
use super::expression::{Exclusion, build};
use super::gaps::Gaps;
use super::lexeme::{Located, span_of};
use super::outline::{Definition, RuleLines};
use crate::error::{Fault, GrammarErrorKind};
use crate::limits::NAME_LENGTH;
use crate::syntax::{Case, Comment, Expression, Kind, LiteralForm, Notation, Production, Span};

/// What is before the body of a rule.
pub(super) struct RuleParts {
    pub(super) start: usize,
    pub(super) name: String,
    pub(super) name_span: Span,
    /// The end of the sign after the name.
    pub(super) sign_end: usize,
    pub(super) heading: Option<usize>,
    pub(super) comments: Vec<Comment>,
}

/// Reads a rule in a notation of RFCs and adds its faults. Returns the production and whether a rule can have its name.
///
/// The production contains placeholders only if there are faults.
pub(crate) fn read(
    rule: RuleLines,
    lexemes: Vec<Located>,
    notation: Notation,
    faults: &mut Vec<Fault>,
) -> (Production, bool) {
    let Definition {
        whole_name, name, ..
    } = rule.definition;
    let parts = RuleParts {
        start: whole_name.location_offset(),
        name: name.to_string(),
        name_span: span_of(&name),
        sign_end: rule.body.location_offset(),
        heading: rule.heading,
        comments: rule.comments,
    };
    let (production, _, is_name_valid) =
        production(parts, lexemes, (notation, Gaps::None), &mut 0, faults);
    (production, is_name_valid)
}

/// Does the same for a rule in any notation. Returns what its body excludes, too.
pub(super) fn production(
    parts: RuleParts,
    lexemes: Vec<Located>,
    (notation, gaps): (Notation, Gaps<'_>),
    copies: &mut usize,
    faults: &mut Vec<Fault>,
) -> (Production, Vec<Exclusion>, bool) {
    let RuleParts {
        name,
        name_span,
        mut comments,
        ..
    } = parts;
    let built = build(lexemes, notation, gaps, copies);
    let span = parts.start..built.end.unwrap_or(parts.sign_end);
    let is_name_valid = check_name(&name, &name_span, notation, faults);
    let is_faulty = !built.faults.is_empty();
    faults.extend(built.faults);
    let name = with_hyphens(&name);
    let end = span.end..span.end;
    let body = match built.body {
        Some(body) => body,
        None if notation.dialect().has_empty_alternatives => {
            literal("", Case::Exact, LiteralForm::Quoted, end)
        }
        None => {
            let kind = GrammarErrorKind::MissingBody { name: name.clone() };
            faults.push(Fault::new(kind, span.clone()));
            placeholder(end)
        }
    };
    // The body of a rule with faults is a guess, so no text gets a verdict by it.
    let body = if is_faulty { spoilt(body) } else { body };
    comments.extend(built.comments);
    let production = Production {
        name_span,
        span,
        heading: parts.heading,
        comments,
        ..Production::of(name, body)
    };
    (production, built.exclusions, is_name_valid)
}

/// Returns the body with a placeholder, unless it has one.
fn spoilt(body: Expression) -> Expression {
    let mut has_placeholder = false;
    body.walk(&mut |part| has_placeholder |= part.kind == Kind::Unreadable);
    if has_placeholder {
        return body;
    }
    let span = body.span.clone();
    let placeholder = placeholder(span.end..span.end);
    let members = match body.kind {
        Kind::Sequence(mut members) => {
            members.push(placeholder);
            members
        }
        _ => vec![body, placeholder],
    };
    let kind = Kind::Sequence(members);
    Expression { kind, span }
}

/// Returns the name of the rule that a text in angle brackets names; `None` if it is prose. RFC 2141
/// has `<URN chars>`: a space in a name reads as a hyphen.
pub(crate) fn name_in_brackets(text: &str, notation: Notation) -> Option<String> {
    let name = if notation.has_names_in_angle_brackets() {
        with_hyphens(text)
    } else {
        text.to_owned()
    };
    is_name(&name).then_some(name)
}

pub(crate) fn with_hyphens(name: &str) -> String {
    name.replace(' ', "-")
}

/// Returns whether a rule can have the name: a letter, and then letters, digits, `-`, `_` and `+`.
pub(crate) fn is_name(text: &str) -> bool {
    let is_part = |one: char| one.is_ascii_alphanumeric() || "-_+".contains(one);
    let begins = text.starts_with(|one: char| one.is_ascii_alphabetic());
    begins && text.len() <= NAME_LENGTH && text.chars().all(is_part)
}

/// Adds a fault if no rule can have the name. Returns whether there is none.
fn check_name(name: &str, span: &Span, notation: Notation, faults: &mut Vec<Fault>) -> bool {
    let kind = if name.len() > NAME_LENGTH {
        let (name, limit) = (name.to_owned(), NAME_LENGTH);
        GrammarErrorKind::NameTooLong { name, limit }
    } else if name_in_brackets(name, notation).is_none() {
        let name = name.to_owned();
        GrammarErrorKind::InvalidName { name }
    } else {
        return true;
    };
    faults.push(Fault::new(kind, span.clone()));
    false
}
