//! The minimal automata of productions.

mod agreement;
pub(crate) mod derivatives;
mod differences;
mod enumeration;
mod limits;
mod minimal;
mod recursive;
mod small;
pub(crate) mod support;
mod through;
mod words;
