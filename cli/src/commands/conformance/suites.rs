//! The suites of productions.

use rfcbnf::automaton::AutomatonError;
use rfcbnf::conformance::{Suite, SuiteError, SuiteTooLarge};
use rfcbnf_engine::escape::Printable;

use crate::input::chosen_grammar::ChosenGrammar;
use crate::input::depth::DepthChoice;
use crate::outcome::Failure;

/// Plans the suite of a production. Writes a line to standard error if it is one to a depth.
pub(super) fn suite(
    chosen: &ChosenGrammar,
    production: &str,
    depth: DepthChoice,
    extra_states: u8,
) -> Result<Suite<'static>, Failure> {
    let decidable = chosen.decidable(production, depth)?;
    let grammar = &chosen.named()?.grammar;
    let suite = Suite::to_depth(grammar, production, depth.depth, extra_states);
    suite.map_err(|error| match (error, decidable.depth) {
        (SuiteError::Automaton(AutomatonError::TooLarge { .. }), Some(depth)) => {
            chosen.too_large_to_depth(production, depth)
        }
        (SuiteError::TooLarge(error), depth) => {
            let depth = depth.map_or("", |_| " or --depth");
            too_large(production, extra_states, error, depth)
        }
        (other, _) => chosen.unusable(&other),
    })
}

fn too_large(production: &str, extra_states: u8, error: SuiteTooLarge, depth: &str) -> Failure {
    let production = Printable(production.as_bytes());
    let extra_states = match extra_states {
        1 => "1 extra state".to_owned(),
        number => format!("{number} extra states"),
    };
    Failure::WrongUse(format!(
        "the suite for {production} and {extra_states} is too large: {error}; \
         take a smaller number for --extra-states{depth}"
    ))
}
