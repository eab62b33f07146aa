//! The root of an observed parse.

use crate::engine::{Cursor, ObservedInput, Observer, Text as _};
use crate::rules::{Rule, parse_prefix};
use crate::tree::Detail;

/// Parses the longest prefix that the production derives. The observer receives the events of the
/// production itself, even if `detail` omits it inside other productions. Returns the offset and
/// the node count at the end of the prefix.
pub(crate) fn parse_root<O: Observer, C: Cursor>(
    rule: Rule,
    input: &ObservedInput<'_, '_, O, C>,
    detail: Detail,
) -> Option<(usize, usize)> {
    let is_left_out = rule.is_character() && detail == Detail::Rules;
    let rest = if !is_left_out {
        parse_prefix::<_, ()>(rule, input.clone()).ok()?.0
    } else if let Ok((rest, _)) = parse_prefix::<_, ()>(rule, input.opening(rule.id())) {
        input.closing(rest, rule.id())
    } else {
        input.abandoning(rule.id());
        return None;
    };
    Some((rest.offset(), rest.node_count()))
}
