//! Grammars in the notations of others, read back by what reads these.

mod abnf;
mod dot;
mod ebnf;
mod pest;
mod regex;
mod support;
