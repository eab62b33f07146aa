//! The causes of the disagreements between a parser and a grammar.
//!
//! The parsers under test are automata of grammars with planted faults, or written by hand. That
//! their texts are disagreements is checked with the automata, which the search does not see.

mod breakdowns;
mod elsewhere;
mod ends;
mod flaky;
mod hidden;
mod ignored;
mod ip_literals;
mod kept;
mod limits;
mod planted;
mod probes;
mod recursive;
mod small;
mod support;
mod suspects;
