//! The names that productions have in Rust, and those that generated code uses from elsewhere.

use std::collections::HashMap;

use rfcbnf_engine::ProductionSet;

use super::error::GenerateError;
use crate::layout::is_keyword;
use crate::program::Definition;
use crate::syntax::Grammar;

/// Returns the words of a production's name: those of `gopher+_string` are `gopher` and `string`.
fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split(|character: char| !character.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
}

/// Returns the name of the function: `gopher_string`.
pub(super) fn function(name: &str) -> String {
    let joined = words(name)
        .collect::<Vec<_>>()
        .join("_")
        .to_ascii_lowercase();
    match joined.as_str() {
        "self" | "super" | "crate" => format!("{joined}_"),
        taken if is_taken(taken) => format!("{joined}_"),
        _ if is_keyword(&joined) => format!("r#{joined}"),
        _ => joined,
    }
}

/// Returns the name of the function that matches letters in either case: `gopher_string_any_case`.
pub(super) fn any_case_function(name: &str) -> String {
    function(name).trim_start_matches("r#").to_owned() + "_any_case"
}

/// Returns the name of the variant: `GopherString`.
pub(super) fn variant(name: &str) -> String {
    let variant: String = words(name).map(capitalized).collect();
    if variant == "Self" {
        "Self_".to_owned()
    } else {
        variant
    }
}

/// Returns the name of a constant: `GOPHER_STRING`.
pub(super) fn constant(name: &str) -> String {
    words(name)
        .collect::<Vec<_>>()
        .join("_")
        .to_ascii_uppercase()
}

/// Returns the name of the table of a search.
pub(super) fn search_table(definition: &Definition) -> String {
    let name = constant(&definition.name);
    if definition.is_in_any_case {
        name + "_IN_ANY_CASE_STATES"
    } else {
        name + "_STATES"
    }
}

fn capitalized(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_ascii_uppercase() + &rest.to_ascii_lowercase()
}

/// Checks that the productions are not too many, and that different ones have different names.
pub(super) fn check(grammar: &Grammar) -> Result<(), GenerateError> {
    match grammar.productions.len() {
        0 => return Err(GenerateError::NoProductions),
        1..=ProductionSet::LIMIT => {}
        count => return Err(GenerateError::TooMany(count)),
    }
    let any_case = grammar.used_in_any_case();
    let own = grammar.productions.iter().flat_map(|production| {
        let name = production.name.as_str();
        [(function(name), name), (variant(name), name)]
    });
    let any_case = any_case.productions.iter();
    let any_case =
        any_case.map(|production| (any_case_function(&production.name), &*production.name));
    let mut taken: HashMap<String, &str> = HashMap::new();
    for (name, production) in own.chain(any_case) {
        if let Some(other) = taken.insert(name.clone(), production)
            && other != production
        {
            let (one, other) = (other.to_owned(), production.to_owned());
            return Err(GenerateError::SameName(one, other, name));
        }
    }
    Ok(())
}

/// The combinators, and what else a body finds in its module.
const COMBINATORS: &[&str] = &[
    "alt",
    "any_of",
    "any_of_any_case",
    "backtrack",
    "character",
    "chars",
    "decided",
    "except",
    "first_derivation",
    "in_range",
    "in_ranges",
    "literal",
    "literal_any_case",
    "longest",
    "many0",
    "many1",
    "opt",
    "predicted",
    "production",
    "ranked",
    "recognized",
    "repeat",
    "run",
    "shortest",
    "shortest_within",
    "with_dense_dfa",
    "with_dfa",
];

/// The modules and the function that a production's own module holds or finds, and the variables of its body. A
/// production has a module of its own name.
const OTHERS: &[&str] = &[
    "bodies",
    "collector",
    "at",
    "is_valid",
    "nom",
    "rfcbnf_engine",
    "tables",
];

/// Returns whether generated code uses the name for something other than a production.
fn is_taken(name: &str) -> bool {
    COMBINATORS.contains(&name) || OTHERS.contains(&name)
}
