//! The combinators that the generated productions use beside nom's own.
//!
//! Invariant: applied to any input, each takes the longest prefix that its expression
//! derives; where several derivations cover that prefix, what a listener hears is the first
//! of them in priority order: alternatives as written, the optional present before absent,
//! repetitions as long as possible. A parent may therefore be put together from its parts,
//! and a production behaves the same alone and inside another.
//!
//! Plain nom (`alt`, `opt`, tuples, `many0_count`) keeps that promise only where no end of
//! one part competes with another. The generator proves where, and uses [`longest()`] or
//! [`ranked()`], [`give_back`] and [`shortest()`] everywhere else. For the same reason
//! [`scanned()`] may put an automaton in the place of an expression of which nobody hears the
//! parts, or whose parts can be told afterwards.

mod choice;
pub(crate) mod give_back;
mod production;
mod repetition;
mod scanned;
mod shortest;
mod terminal;

pub(crate) use choice::{longest, predicted, ranked};
pub(crate) use production::{character, except, production};
pub(crate) use repetition::{repeat, run};
pub(crate) use scanned::scanned;
pub(crate) use shortest::{shortest, shortest_within};
pub(crate) use terminal::{any_of, any_of_any_case, literal, literal_any_case};

pub(crate) use super::{CharacterSet, Characters, Text};

/// The mode in which combinators call each other: outputs are not built, because what a
/// production yields is the input it passed over, and that needs no parts.
type Unbuilt = nom::OutputM<nom::Check, nom::Emit, nom::Complete>;

/// The error of a combinator at the place where it began.
fn failure<I, E: nom::error::ParseError<I>>(input: I, kind: nom::error::ErrorKind) -> nom::Err<E> {
    nom::Err::Error(E::from_error_kind(input, kind))
}
