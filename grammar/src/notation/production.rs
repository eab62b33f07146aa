//! Reads a rule: its name, its body and its comments.

use super::expression::{Built, build, placeholder};
use super::lexical::{lexemes, name};
use super::outline::RuleLines;
use super::{Input, span_of};
use crate::error::{Fault, GrammarErrorKind};
use crate::limits::NAME_LENGTH;
use crate::syntax::Production;

/// Reads a rule and adds its faults. The texts in `bare` are literals without quotation marks.
/// The production contains placeholders only if there are faults.
pub(super) fn read(rule: RuleLines, bare: &[&str], faults: &mut Vec<Fault>) -> Production {
    let name_span = span_of(&rule.name);
    let behind_equals_sign = rule.body.location_offset();
    let Built {
        body,
        end,
        comments,
        faults: found,
    } = build(lexemes(rule.body, bare));
    let span = name_span.start..end.unwrap_or(behind_equals_sign);
    check_name(rule.name, faults);
    faults.extend(found);
    let name = rule.name.fragment().to_string();
    let body = body.unwrap_or_else(|| {
        let kind = GrammarErrorKind::MissingBody { name: name.clone() };
        faults.push(Fault::new(kind, span.clone()));
        placeholder(span.end..span.end)
    });
    Production {
        name,
        name_span,
        span,
        additions: Vec::new(),
        heading: rule.heading,
        comments: rule.comments.into_iter().chain(comments).collect(),
        body,
        excluded: Vec::new(),
        readings: Vec::new(),
    }
}

fn check_name(input: Input, faults: &mut Vec<Fault>) {
    if input.len() > NAME_LENGTH {
        let kind = GrammarErrorKind::NameTooLong {
            name: input.fragment().to_string(),
            limit: NAME_LENGTH,
        };
        faults.push(Fault::new(kind, span_of(&input)));
        return;
    }
    let whole = name(input).is_ok_and(|(rest, _)| rest.is_empty());
    if !whole {
        let kind = GrammarErrorKind::InvalidName {
            name: input.fragment().to_string(),
        };
        faults.push(Fault::new(kind, span_of(&input)));
    }
}
