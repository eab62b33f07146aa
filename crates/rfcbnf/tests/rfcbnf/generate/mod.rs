//! The generator: its output is `src/rules/`, its code reads like the grammar, and it refuses the
//! grammars that it cannot compile.

mod bodies;
mod crates;
mod dfas;
mod files;
mod hostile_text;
mod refusals;
mod support;
