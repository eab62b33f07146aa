//! Reads a rule: its name, its body and its comments.

use super::expression::{Built, build, placeholder};
use super::lexeme::{Input, Located, span_of};
use super::lexical::name;
use super::outline::{Definition, RuleLines};
use crate::error::{Fault, GrammarErrorKind};
use crate::limits::NAME_LENGTH;
use crate::syntax::{Expression, Kind, Notation, Production};

/// Reads a rule and adds its faults. Returns the production and whether a rule can have its name.
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
    let name_span = span_of(&name);
    let Built {
        body,
        end,
        comments,
        faults: found,
    } = build(lexemes, notation);
    let start = whole_name.location_offset();
    let span = start..end.unwrap_or(rule.body.location_offset());
    let is_name_valid = check_name(name, notation, faults);
    let is_faulty = !found.is_empty();
    faults.extend(found);
    let name = with_hyphens(name.fragment());
    let body = body.unwrap_or_else(|| {
        let kind = GrammarErrorKind::MissingBody { name: name.clone() };
        faults.push(Fault::new(kind, span.clone()));
        placeholder(span.end..span.end)
    });
    // The body of a rule with faults is a guess, so no text gets a verdict by it.
    let body = if is_faulty { spoilt(body) } else { body };
    let production = Production {
        name,
        name_span,
        span,
        additions: Vec::new(),
        heading: rule.heading,
        comments: rule.comments.into_iter().chain(comments).collect(),
        body,
        excluded: Vec::new(),
        readings: Vec::new(),
        named_under: Vec::new(),
        length: None,
    };
    (production, is_name_valid)
}

/// Returns the body with a placeholder, unless it has one.
pub(crate) fn spoilt(body: Expression) -> Expression {
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

/// Returns whether a rule can have the name.
pub(crate) fn is_name(text: &str) -> bool {
    text.len() <= NAME_LENGTH && name(Input::new(text)).is_ok_and(|(rest, _)| rest.is_empty())
}

/// Adds a fault if no rule can have the name. Returns whether there is none.
fn check_name(input: Input, notation: Notation, faults: &mut Vec<Fault>) -> bool {
    let name = input.fragment().to_string();
    let kind = if input.len() > NAME_LENGTH {
        let limit = NAME_LENGTH;
        GrammarErrorKind::NameTooLong { name, limit }
    } else if name_in_brackets(&name, notation).is_none() {
        GrammarErrorKind::InvalidName { name }
    } else {
        return true;
    };
    faults.push(Fault::new(kind, span_of(&input)));
    false
}
