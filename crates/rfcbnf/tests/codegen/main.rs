//! The command `cargo codegen`, and generated code that cargo builds.

mod another_grammar;
mod cargo;
mod crates;
#[path = "../rfcbnf/extent.rs"]
mod extent;
mod refusals;
#[path = "../rfcbnf/texts.rs"]
mod texts;
