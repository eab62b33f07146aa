//! The package through its public interface, over RFC 1738's grammar, other RFCs' and small ones.

mod analysis;
mod another_grammar;
mod automaton;
mod causes;
mod conformance;
mod derivations;
mod difference;
mod empty_literals;
mod errors;
mod errors_of_characters;
mod examples;
mod export;
mod fixes;
mod generate;
mod grammars;
mod imports;
mod interpret;
mod library;
mod lookup;
mod naive;
mod naive_recursion;
mod obstacles;
mod octets;
mod pairs;
mod prose;
mod reader;
mod readings;
mod recursion;
mod recursive_examples;
#[path = "../../../fuzz/replay.rs"]
mod replay;
mod resolved;
mod sentences;
mod structure;
mod texts;
mod unknown;
