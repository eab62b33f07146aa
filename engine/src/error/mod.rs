//! Errors: their offset, and what would be accepted there.
//!
//! Invariant: a success pays nothing for errors. An error costs one run over an automaton: a generated
//! table, or states that an interpreter makes when a text first reaches them. A production without one
//! costs two more runs of the parsers: the first finds the furthest offset, the second one the
//! characters expected there.

mod diagnosis;
#[cfg(feature = "miette")]
mod diagnostic;
mod document;
mod expected;
mod found;
mod furthest_offset;
mod names;
mod outcome;
#[cfg(feature = "recognizer")]
mod recognized;
mod small_stack;
mod syntax_error;
mod table;
mod text_error;

pub(crate) use diagnosis::Diagnosis;
#[cfg(feature = "miette")]
pub use diagnostic::DocumentDiagnostic;
pub use document::DocumentError;
pub use expected::Expected;
pub use found::Found;
pub(crate) use furthest_offset::FurthestOffset;
pub use names::Place;
pub use outcome::ErrorOutcome;
pub use syntax_error::SyntaxError;
pub use table::{ErrorContext, ErrorLists, ErrorState, ErrorStates, ErrorTable};
pub use text_error::{ErrorOffset, TextError};
