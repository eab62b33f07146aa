//! The fixes of findings.

use super::finding::{Finding, FindingKind};
use super::terminals;
use crate::fixes::Fix;
use crate::syntax::{Expression, Grammar, Kind, Production, Span};

pub(super) fn of_finding(grammar: &Grammar, finding: &Finding) -> Option<Fix> {
    let span = finding.span();
    let production = grammar.production(finding.production())?;
    match finding.kind() {
        FindingKind::ShadowedAlternative | FindingKind::SameAlternative => {
            without_alternative(grammar, production, &span)
        }
        FindingKind::DeadAlternative => {
            let span = optional_around(production, &span).unwrap_or(span);
            let fix = without_alternative(grammar, production, &span);
            fix.or_else(|| without_member(grammar, production, &span))
        }
        FindingKind::LetterRange => Some(terminals::in_two_cases(grammar, &span)),
        FindingKind::LiteralCase => {
            let text = format!("%s{}", grammar.source.get(span.clone())?);
            let description = format!("write `{text}`");
            Some(Fix::new(span, text, description))
        }
        _ => None,
    }
}

/// Returns the fix that removes an alternative, with the separator before it, or after the first one.
fn without_alternative(grammar: &Grammar, production: &Production, span: &Span) -> Option<Fix> {
    let around = neighbors(production, span, |kind| match kind {
        Kind::Alternation(members) => Some(members),
        _ => None,
    });
    let removed = with_separator(around?, span)?;
    removal(grammar, span, removed, "|/", "remove the alternative")
}

/// Returns the fix that removes a member of a sequence.
fn without_member(grammar: &Grammar, production: &Production, span: &Span) -> Option<Fix> {
    let around = neighbors(production, span, |kind| match kind {
        Kind::Sequence(members) => Some(members),
        _ => None,
    });
    let removed = with_separator(around?, span)?;
    removal(grammar, span, removed, "", "remove the part")
}

/// Returns the span of a part and of what is between it and the part before it, or after it if it is the
/// first; `None` if it is the only one.
fn with_separator((before, after): (Option<Span>, Option<Span>), span: &Span) -> Option<Span> {
    match (before, after) {
        (Some(before), _) => Some(before.end..span.end),
        (None, Some(after)) => Some(span.start..after.start),
        (None, None) => None,
    }
}

/// Returns the spans before and after a part among the members that a function takes out of an expression.
fn neighbors(
    production: &Production,
    span: &Span,
    members: impl Fn(&Kind) -> Option<&Vec<Expression>>,
) -> Option<(Option<Span>, Option<Span>)> {
    let mut found = None;
    production.body.walk(&mut |part| {
        let Some(members) = members(&part.kind) else {
            return;
        };
        if let Some(place) = members.iter().position(|member| member.span == *span) {
            let at = |place: usize| members.get(place).map(|member| member.span.clone());
            let both = || (place.checked_sub(1).and_then(at), at(place + 1));
            found.get_or_insert_with(both);
        }
    });
    found
}

/// Returns the span of the option or repetition whose body is the part.
fn optional_around(production: &Production, span: &Span) -> Option<Span> {
    let mut found = None;
    production.body.walk(&mut |part| {
        if let Kind::Optional(body) | Kind::Repetition { body, .. } = &part.kind
            && body.span == *span
        {
            found = Some(part.span.clone());
        }
    });
    found
}

/// Returns the fix that removes a span around a part, if the rest of it is white space and separators. A comment
/// in between is about one of the parts, and a reading can have changed their order.
fn removal(
    grammar: &Grammar,
    part: &Span,
    removed: Span,
    separators: &str,
    description: &str,
) -> Option<Fix> {
    let around = [removed.start..part.start, part.end..removed.end];
    let is_plain = |character: char| character.is_whitespace() || separators.contains(character);
    let mut gaps = around.into_iter().map(|gap| grammar.source.get(gap));
    gaps.all(|gap| gap.is_some_and(|gap| gap.chars().all(is_plain)))
        .then(|| Fix::new(removed, "", description.to_owned()))
}
