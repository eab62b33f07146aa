//! Errors: their offset, and what would be accepted there.
//!
//! Invariant: an error costs two more runs of the parsers, and a success costs none. The first run
//! finds the furthest offset, the second one the characters expected there.

mod diagnosis;
mod expected;
mod found;
mod furthest_offset;
mod small_stack;
mod syntax_error;

pub(crate) use diagnosis::Diagnosis;
pub use expected::Expected;
pub use found::Found;
pub(crate) use furthest_offset::FurthestOffset;
pub use syntax_error::SyntaxError;
