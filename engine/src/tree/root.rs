//! The root of an observed parse.

use crate::cursor::Cursor;
use crate::observed_input::ObservedInput;
use crate::observer::Observer;
use crate::parse::Parse;
use crate::text::Text as _;
use crate::tree::Detail;

/// Parses the longest prefix that the production derives. The observer receives the events of the
/// production itself, even if `detail` omits it inside other productions. Returns the offset and
/// the node count at the end of the prefix.
#[inline]
pub(crate) fn parse_root<P: Parse, O: Observer, C: Cursor>(
    production: P,
    input: &ObservedInput<'_, '_, O, C>,
    detail: Detail,
) -> Option<(usize, usize)> {
    let is_left_out = production.is_character() && detail == Detail::Rules;
    let rest = if !is_left_out {
        production.parse_prefix::<_, ()>(input.clone()).ok()?.0
    } else if let Ok((rest, _)) = production.parse_prefix::<_, ()>(input.opening(production.id())) {
        input.closing(rest, production.id())
    } else {
        input.abandoning();
        return None;
    };
    Some((rest.offset(), rest.node_count()))
}
