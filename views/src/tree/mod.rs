//! Trees: with branches for people, as s-expressions, as JSON.

pub mod json;
pub mod node;
pub mod sexp;
pub mod text;
