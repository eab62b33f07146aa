//! The names that generated code uses from elsewhere.

/// The names from nom that the generated code may use, by module.
pub(super) const NOM: [(&str, &[&str]); 5] = [
    ("nom", &["IResult"]),
    ("nom::branch", &["alt"]),
    ("nom::combinator", &["opt", "recognize"]),
    ("nom::error", &["ParseError"]),
    ("nom::multi", &["many0_count", "many1_count"]),
];

/// The module of the engine's types.
pub(super) const ENGINE: &str = "rfcbnf_engine";

/// The types of the engine.
pub(super) const TYPES: &[&str] = &["CharacterSet", "Text"];

/// The module of the engine's combinators.
pub(super) const ENGINE_COMBINATORS: &str = "rfcbnf_engine::combinators";

/// The combinators of the engine.
pub(super) const COMBINATORS: &[&str] = &[
    "any_of",
    "any_of_any_case",
    "backtrack",
    "character",
    "except",
    "first_derivation",
    "first_of",
    "in_range",
    "in_ranges",
    "literal",
    "literal_any_case",
    "longest",
    "predicted",
    "production",
    "ranked",
    "repeat",
    "run",
    "shortest",
    "shortest_within",
    "with_dfa",
    "SearchState",
];

/// The module of the engine's combinators for spans, which have these names and those of [`NOM`].
pub(super) const SPAN_COMBINATORS: &str = "rfcbnf_engine::spans::combinators";

/// The module of the engine's recognizer.
pub(super) const RECOGNIZER: &str = "rfcbnf_engine::recognizer";

/// The parsers of the recognizer.
pub(super) const RECOGNIZED: &[&str] = &["recognized"];

/// The combinators that only spans have.
pub(super) const SCANS: [&str; 3] = ["decided", "scan", "whole"];

/// The names of variables in generated code.
const VARIABLES: [&str; 3] = ["input", "collector", "at"];

/// The packages that generated code names. A production has a module of its own name.
const PACKAGES: [&str; 2] = ["nom", "rfcbnf_engine"];

/// Returns whether generated code uses the name for something other than a production.
pub(super) fn is_taken(name: &str) -> bool {
    let nom = NOM.iter().flat_map(|(_, names)| names.iter());
    let variables = VARIABLES
        .iter()
        .chain(&SCANS)
        .chain(RECOGNIZED)
        .chain(&PACKAGES);
    let mut taken = nom.chain(COMBINATORS).chain(variables);
    taken.any(|taken| *taken == name)
}
