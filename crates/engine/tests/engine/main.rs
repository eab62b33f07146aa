//! The package through its public interface, without a generator: its parts, and a grammar that is written by hand.

mod dfa;
mod errors;
mod recognized;
mod sample;
mod utf8;
