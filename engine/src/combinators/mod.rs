//! The combinators that the generated parsers use in addition to those of nom.
//!
//! ```
//! use rfcbnf_engine::combinators::{any_of, literal, longest};
//! use nom::Parser;
//!
//! // "a" | "ab" | sign: nom's `alt` would stop after "a".
//! let mut parser = longest::<_, (), _>((literal("a"), literal("ab"), any_of("+-")));
//! assert_eq!(parser.parse("abc"), Ok(("c", "ab")));
//! ```
//!
//! Invariant: each combinator consumes the longest prefix that its expression derives. If
//! several derivations cover that prefix, the observer sees the first in priority order:
//! alternatives as written, an option present before absent, repetitions as long as possible.
//! An expression can therefore be put together from its parts, and a production behaves alone as
//! it does inside another.
//!
//! Plain nom (`alt`, `opt`, tuples, `many0_count`) keeps this promise only if no end of one part
//! competes with another. The generator proves where it does, and uses [`longest()`] or
//! [`ranked()`], [`backtrack`] and [`shortest()`] elsewhere. Where even these are not exact, or not
//! linear, it uses [`first_derivation()`].

pub mod backtrack;
mod choice;
mod production;
mod repetition;
#[cfg(feature = "search")]
pub(crate) mod search;
mod shortest;
mod terminal;
mod with_dfa;

pub use choice::{Alternatives, first_of, longest, predicted, ranked};
pub use production::{character, except, production};
pub use repetition::{repeat, run};
#[cfg(feature = "search")]
pub use search::{SearchState, StateIndex, first_derivation};
pub use shortest::{shortest, shortest_within};
pub use terminal::{
    OneOf, any_of, any_of_any_case, in_range, in_ranges, literal, literal_any_case,
};
#[cfg(feature = "dense")]
pub use with_dfa::with_dense_dfa;
pub use with_dfa::with_dfa;

/// The mode in which combinators call each other: nom builds no outputs, because the output of a
/// production is the input that it consumed.
type Unbuilt = nom::OutputM<nom::Check, nom::Emit, nom::Complete>;

/// Returns the error of a combinator at its start.
fn failure<I, E: nom::error::ParseError<I>>(input: I, kind: nom::error::ErrorKind) -> nom::Err<E> {
    nom::Err::Error(E::from_error_kind(input, kind))
}
