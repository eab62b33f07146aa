//! Grammars in other notations, read back by independent readers of these notations.

mod abnf;
mod dot;
mod ebnf;
mod engines;
mod pest;
mod random;
mod regex;
mod round_trip;
mod support;
