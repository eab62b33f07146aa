//! The commands, each in a file, or in a folder if it is long: its arguments, and `run`.

pub(crate) mod build;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod conformance;
pub(crate) mod derivations;
pub(crate) mod exercise;
pub(crate) mod explain;
pub(crate) mod extract;
pub(crate) mod generate;
pub(crate) mod grammar;
pub(crate) mod inspect;
pub(crate) mod lsp;
pub(crate) mod man;
pub(crate) mod naive;
pub(crate) mod parse;
pub(crate) mod rules;
pub(crate) mod trace;
