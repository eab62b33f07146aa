//! Errors: their offset, and what would be accepted there.
//!
//! Invariant: a success pays nothing for errors. An error costs one run over an automaton: a generated
//! table, or states that an interpreter makes when a text first reaches them. A production without one
//! costs one more run of its body, which collects what is expected.

mod content;
#[cfg(feature = "miette")]
mod diagnostic;
mod document;
mod expected;
mod expected_sets;
mod facts;
mod next;
mod note;
mod small_stack;
mod syntax_error;
mod table;

#[cfg(feature = "miette")]
pub use diagnostic::DocumentDiagnostic;
pub use document::{DocumentError, ErrorOffset, TextError};
pub(crate) use expected::list;
pub use expected::{Expected, Found, Place};
pub(crate) use expected_sets::ExpectedSets;
pub use facts::ErrorOutcome;
pub use next::Next;
pub use note::Note;
pub use syntax_error::SyntaxError;
pub use table::{ErrorContext, ErrorLists, ErrorState, ErrorStates, ErrorTable};
