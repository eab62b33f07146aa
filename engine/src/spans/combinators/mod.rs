//! The combinators of the generated module `rules::spans`.
//!
//! Each has the name, the arguments and the match of the one in [`crate::combinators`] or in nom.
//!
//! ```
//! use rfc1738::Rule;
//! use rfcbnf_engine::ProductionSet;
//! use rfcbnf_engine::spans::combinators::{any_of, literal, opt, production};
//! use rfcbnf_engine::spans::{Collector, Selection, Spans};
//!
//! /// A production `port = "8" [ "0" | "1" ]`.
//! fn port<C: Collector>(collector: &mut C, at: usize) -> Option<usize> {
//!     production(Rule::Port, (literal("8"), opt(any_of("01"))))(collector, at)
//! }
//!
//! struct Ports;
//!
//! impl Selection for Ports {
//!     const PRODUCTIONS: ProductionSet = Rule::set(&[Rule::Port]);
//! }
//!
//! let mut spans = Spans::<1>::NONE;
//! assert!(spans.select::<Ports>(b"81", port));
//! assert_eq!(spans.find(Rule::Port.into()), Some(0..2));
//! ```

#![expect(
    clippy::inline_always,
    reason = "a combinator that is not inlined keeps its arguments in memory"
)]

pub mod backtrack;
mod choice;
mod production;
mod repetition;
#[cfg(feature = "search")]
mod search;
mod sequence;
mod shortest;
mod terminal;

pub use choice::{Alternatives, alt, alt as first_of, longest, opt, predicted, ranked};
pub use production::{character, decided, except, production, scan, whole, with_dfa};
pub use repetition::{many0_count, many1_count, repeat, run};
#[cfg(feature = "search")]
pub use search::first_derivation;
pub use sequence::{Step, recognize};
pub use shortest::{shortest, shortest_within};
pub use terminal::{any_of, any_of_any_case, in_range, in_ranges, literal, literal_any_case};
