//! What the layers pass on: parts of a file that know their offset.

use nom_locate::LocatedSpan;

use crate::syntax::Span;

/// A part of the file with its offset.
pub(crate) type Input<'a> = LocatedSpan<&'a str>;

pub(crate) fn span_of(input: &Input) -> Span {
    let start = input.location_offset();
    start..start + input.fragment().len()
}
