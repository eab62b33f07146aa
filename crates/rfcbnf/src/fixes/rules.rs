//! The fix of a production that is defined twice.

use super::Fix;
use super::file::File;
use crate::notation::outline::RulePlaces;
use crate::syntax::Span;

/// Returns the fix that removes the second of two definitions with the same body. Which of two different bodies
/// is meant is not known.
pub(super) fn without_copy(file: &File, first: &Span, second: &Span) -> Option<Fix> {
    let source = file.source();
    let at = |span: &Span| {
        let rules = file.rules();
        let behind = rules.partition_point(|rule| rule.name.start <= span.start);
        let rule = &rules[behind.checked_sub(1)?];
        (span.end <= rule.name.end).then_some(rule)
    };
    let [first, second] = [at(first)?, at(second)?];
    let words = |rule: &RulePlaces| {
        let body = source.get(rule.body.clone())?;
        Some(body.split_whitespace().collect::<Vec<_>>())
    };
    if words(first)? != words(second)? {
        return None;
    }
    let start = source[..second.name.start]
        .rfind('\n')
        .map_or(0, |end| end + 1);
    let behind = &source[second.body.end..];
    let end = behind
        .find('\n')
        .map_or(source.len(), |end| second.body.end + end + 1);
    let description = "remove the second definition, which is the same".to_owned();
    Some(Fix::new(start..end, "", description))
}
