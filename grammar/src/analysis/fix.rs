//! The fixes of findings.

use super::finding::{Finding, FindingKind};
use crate::fixes::Fix;
use crate::syntax::{Expression, Grammar, Kind, Production, Span};

/// Returns the fix of a finding.
pub(super) fn of_finding(grammar: &Grammar, finding: &Finding) -> Option<Fix> {
    let span = finding.span();
    match finding.kind() {
        FindingKind::ShadowedAlternative => {
            let production = grammar.production(finding.production())?;
            let gap = before_alternative(grammar, production, &span)?;
            let description = "remove the alternative".to_owned();
            Some(Fix::new(gap.start..span.end, "", description))
        }
        FindingKind::LiteralCase => {
            let text = format!("%s{}", grammar.source.get(span.clone())?);
            let description = format!("write `{text}`");
            Some(Fix::new(span, text, description))
        }
        _ => None,
    }
}

/// Returns the text from the end of the alternative before to this one: a separator and white space.
fn before_alternative(grammar: &Grammar, production: &Production, span: &Span) -> Option<Span> {
    let mut end = None;
    production.body.walk(&mut |part| {
        if let Kind::Alternation(members) = &part.kind {
            let place = members.iter().position(|member| member.span == *span);
            let before = place.and_then(|place| place.checked_sub(1));
            let before: Option<&Expression> = before.map(|before| &members[before]);
            end = end.or(before.map(|before| before.span.end));
        }
    });
    let gap = end?..span.start;
    // A comment in between is about one of them. A reading can have changed their order.
    let text = grammar.source.get(gap.clone())?;
    let is_plain = |character: char| character.is_whitespace() || "|/".contains(character);
    text.chars().all(is_plain).then_some(gap)
}
