//! The answers to requests about a document: what `editing` and `grammar check` know, in the words of the
//! protocol.

pub(super) mod actions;
pub(super) mod completion;
pub(super) mod formatting;
pub(super) mod hover;
pub(super) mod names;
pub(super) mod outline;
pub(super) mod problems;
