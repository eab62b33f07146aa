//! The library through its public interface.

mod advice;
mod build;
mod exactness;
mod extract;
mod library;
mod productions;
mod texts;
mod url;
