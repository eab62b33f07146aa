//! The suites of productions.

use rfcbnf::automaton::Automaton;
use rfcbnf::conformance::Suite;
use rfcbnf::recognizer::Recognizer;
use rfcbnf_engine::escape::Printable;

use crate::input::chosen_grammar::ChosenGrammar;
use crate::input::depth::DepthChoice;
use crate::outcome::Failure;

/// What the suite of a production is made from.
pub(super) struct SuiteSource {
    pub(super) automaton: Automaton,
    /// Gives the verdicts, if the automaton is that of texts to a depth.
    pub(super) recognizer: Option<Recognizer>,
}

impl SuiteSource {
    pub(super) fn of(
        chosen: &ChosenGrammar,
        production: &str,
        depth: DepthChoice,
    ) -> Result<Self, Failure> {
        let decidable = chosen.decidable(production, depth)?;
        let recognizer = decidable.depth.map(|_| {
            let grammar = &chosen.named()?.grammar;
            let recognizer = Recognizer::new(grammar, production, |_| false);
            recognizer.map_err(|error| chosen.unusable(&error))
        });
        Ok(Self {
            automaton: decidable.automaton(chosen, production)?,
            recognizer: recognizer.transpose()?,
        })
    }

    /// Returns the suite of the production.
    pub(super) fn suite(&self, production: &str, extra_states: u8) -> Result<Suite<'_>, Failure> {
        let suite = suite(production, &self.automaton, extra_states);
        match &self.recognizer {
            Some(recognizer) => match suite {
                Ok(suite) => Ok(suite.judged_by(recognizer)),
                Err(Failure::WrongUse(reason)) => {
                    Err(Failure::WrongUse(format!("{reason} or --depth")))
                }
                Err(other) => Err(other),
            },
            None => suite,
        }
    }
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
