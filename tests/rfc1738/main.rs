//! The library through its public interface.

mod advice;
#[path = "../../crates/rfcbnf/tests/rfcbnf/body_nodes.rs"]
mod body_nodes;
mod build;
#[path = "../cases.rs"]
mod cases;
mod exactness;
#[path = "../../crates/rfcbnf/tests/rfcbnf/extent.rs"]
mod extent;
mod extract;
mod library;
mod linear_time;
mod productions;
#[path = "../../lab/fuzz/replay.rs"]
mod replay;
mod statements;
mod texts;
mod url;
