//! The names that generated code uses from elsewhere.

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
pub(super) fn is_taken(name: &str) -> bool {
    COMBINATORS.contains(&name) || OTHERS.contains(&name)
}
