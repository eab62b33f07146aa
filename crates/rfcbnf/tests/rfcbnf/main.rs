//! The package through its public interface, over RFC 1738's grammar, other RFCs' and small ones.

mod analysis;
mod automaton;
mod body_nodes;
#[expect(dead_code, reason = "the tests of `rfc1738` use all of it")]
#[path = "../../../../tests/cases.rs"]
mod cases;
mod cases_of_grammars;
mod causes;
mod conformance;
mod conventions;
mod corpus;
mod derivations;
mod difference;
mod empty_literals;
mod errors;
mod exercise;
mod export;
mod extent;
mod extract;
mod fixes;
mod format;
mod generate;
mod grammars;
mod growth;
mod imports;
mod interpret;
mod lengths;
mod library;
mod naive;
mod names;
mod nearest;
mod obstacles;
mod octets;
mod parser;
mod planted;
mod prose;
mod reader;
mod readings;
mod recursion;
mod recursive_examples;
#[path = "../../../../lab/fuzz/replay.rs"]
mod replay;
mod resolved;
mod sentences;
mod texts;
mod unknown;
mod visited;
