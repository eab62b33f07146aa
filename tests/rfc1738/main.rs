//! The library through its public interface.

mod advice;
#[path = "../../grammar/tests/rfcbnf/body_nodes.rs"]
mod body_nodes;
mod build;
mod exactness;
#[path = "../../grammar/tests/rfcbnf/extent.rs"]
mod extent;
mod extract;
mod library;
mod linear_time;
mod productions;
#[path = "../../fuzz/replay.rs"]
mod replay;
mod statements;
mod texts;
mod url;
