//! The library through its public interface.

mod advice;
mod build;
mod exactness;
mod extract;
mod library;
mod productions;
mod statements;
mod texts;
mod url;
