//! What keeps a program from deciding about the texts of a production.

mod left_recursion;
mod recognizer;
mod recursive_sentences;
mod sentences;
mod usable_parts;

use rfcbnf::Reader;
use rfcbnf::syntax::Grammar;

/// Reads a grammar, whatever its errors.
fn read(text: &str) -> Grammar {
    Reader::default().read(text).grammar
}

/// Returns the sentence about the obstacle of a production; "none" if it has none.
fn said(grammar: &Grammar, production: &str) -> String {
    let obstacle = grammar.obstacle(production);
    obstacle.map_or("none".to_owned(), |obstacle| obstacle.to_string())
}
