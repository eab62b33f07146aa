//! The library through its public interface.

mod advice;
mod build;
mod exactness;
mod extract;
mod library;
mod productions;
#[path = "../../fuzz/replay.rs"]
mod replay;
mod statements;
mod texts;
mod url;
