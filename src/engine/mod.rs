//! What the generated productions are made of, beside nom itself.
//!
//! Invariant: applied to any input, each combinator takes the longest prefix that its
//! expression derives; where several derivations cover that prefix, what a listener hears
//! is the first of them in priority order: alternatives as written, the optional present
//! before absent, repetitions as long as possible. A parent may therefore be put together
//! from its parts, and a production behaves the same alone and inside another.
//!
//! Plain nom (`alt`, `opt`, tuples, `many0_count`) keeps that promise only where no end of
//! one part competes with another. The generator proves where, and uses the combinators of
//! [`choice`], [`give_back`] and [`shortest`] everywhere else.

mod character_set;
mod listening;
mod text;

// Which of these the rules call is the grammar's affair, not that of this module.
#[allow(
    dead_code,
    reason = "the grammar of the day may not need every combinator"
)]
mod choice;
#[allow(
    dead_code,
    reason = "the grammar of the day may not need every combinator"
)]
pub(crate) mod give_back;
#[allow(
    dead_code,
    reason = "the grammar of the day may not need every combinator"
)]
mod production;
#[allow(
    dead_code,
    reason = "the grammar of the day may not need every combinator"
)]
mod repetition;
#[allow(
    dead_code,
    reason = "the grammar of the day may not need every combinator"
)]
mod shortest;
#[allow(
    dead_code,
    reason = "the grammar of the day may not need every combinator"
)]
mod terminal;

pub use character_set::CharacterSet;
pub use text::{Characters, Text};

pub(crate) use listening::{Listener, Listening};

/// What the generated code draws on.
#[allow(
    unused_imports,
    reason = "the grammar of the day may not need every combinator"
)]
pub(crate) mod combinators {
    pub(crate) use super::choice::longest;
    pub(crate) use super::give_back;
    pub(crate) use super::production::{character, except, production};
    pub(crate) use super::repetition::{repeat, run};
    pub(crate) use super::shortest::{shortest, shortest_within};
    pub(crate) use super::terminal::{any_of, any_of_any_case, literal, literal_any_case};
    pub(crate) use super::{CharacterSet, Text};
}

/// The mode in which combinators call each other: outputs are not built, because what a
/// production yields is the input it passed over, and that needs no parts.
type Unbuilt = nom::OutputM<nom::Check, nom::Emit, nom::Complete>;

/// The error of a combinator at the place where it began.
fn failure<I, E: nom::error::ParseError<I>>(input: I, kind: nom::error::ErrorKind) -> nom::Err<E> {
    nom::Err::Error(E::from_error_kind(input, kind))
}
