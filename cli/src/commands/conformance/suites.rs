//! The suites of productions.

use rfcbnf::automaton::Automaton;
use rfcbnf::conformance::Suite;
use rfcbnf_engine::escape::Printable;

use crate::input::chosen_grammar::ChosenGrammar;
use crate::outcome::Failure;

/// Returns the automaton of a production.
pub(super) fn automaton(chosen: &ChosenGrammar, production: &str) -> Result<Automaton, Failure> {
    chosen.refuse_without_texts(production)?;
    let automaton = Automaton::new(&chosen.named()?.grammar, production);
    automaton.map_err(|error| chosen.unusable(&error))
}

/// Returns the suite of a production, made from its automaton.
pub(super) fn suite<'a>(
    production: &str,
    automaton: &'a Automaton,
    extra_states: u8,
) -> Result<Suite<'a>, Failure> {
    Suite::new(automaton, extra_states).map_err(|error| {
        let production = Printable(production.as_bytes());
        let extra_states = match extra_states {
            1 => "1 extra state".to_owned(),
            number => format!("{number} extra states"),
        };
        Failure::WrongUse(format!(
            "the suite for {production} and {extra_states} is too large: {error}; \
             take a smaller number for --extra-states"
        ))
    })
}
