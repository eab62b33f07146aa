//! The contract of the library beyond the productions themselves: rules, trees, errors, input
//! of any kind and length, and the productions as nom parsers.

mod combinators;
mod diagnostics;
mod errors;
mod input;
mod long_texts;
mod notes;
mod readings;
mod rules;
mod standalone;
mod trace;
mod trees;
