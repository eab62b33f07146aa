//! The command `cargo codegen`.

mod another_grammar;
#[path = "../rfcbnf/extent.rs"]
mod extent;
mod refusals;
#[path = "../rfcbnf/texts.rs"]
mod texts;
