//! The suites of productions.

use rfc1738::Rule;
use rfcbnf::automaton::{Automata, Automaton};
use rfcbnf::conformance::Suite;
use rfcbnf::rfc1738::{BNF, READINGS, load};

use crate::commands::conformance::export::arguments::Selection;
use crate::outcome::Failure;

/// Makes the selected suites and passes them to the action, in the order of the arguments or,
/// with `--all`, of the RFC. Fails before the action if a suite is too large.
pub(super) fn with_suites<T>(
    selection: &Selection,
    action: impl FnOnce(&[(Rule, Suite)]) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let own_grammar = |error: &dyn ToString| Failure::OwnGrammar(error.to_string());
    let (grammar, _) = load(BNF, READINGS).map_err(|error| own_grammar(&error))?;
    let automata = Automata::new(&grammar).map_err(|error| own_grammar(&error))?;
    let mut suites = Vec::new();
    for rule in rules(selection) {
        let name = rule.name();
        let automaton = automata.production(name);
        let automaton = automaton.ok_or_else(|| own_grammar(&format!("it has no {name}")))?;
        suites.push((rule, suite(rule, automaton, selection.extra_states)?));
    }
    action(&suites)
}

/// Returns the automaton of a production.
pub(super) fn automaton(rule: Rule) -> Result<Automaton, Failure> {
    let own_grammar = |error: &dyn ToString| Failure::OwnGrammar(error.to_string());
    let (grammar, _) = load(BNF, READINGS).map_err(|error| own_grammar(&error))?;
    Automaton::new(&grammar, rule.name()).map_err(|error| own_grammar(&error))
}

/// Returns the suite of a production, made from its automaton.
pub(super) fn suite(
    rule: Rule,
    automaton: &Automaton,
    extra_states: u8,
) -> Result<Suite<'_>, Failure> {
    Suite::new(automaton, extra_states).map_err(|error| {
        let extra_states = match extra_states {
            1 => "1 extra state".to_owned(),
            number => format!("{number} extra states"),
        };
        Failure::WrongUse(format!(
            "the suite for {rule} and {extra_states} is too large: {error}; \
             take a smaller number for --extra-states"
        ))
    })
}

fn rules(selection: &Selection) -> Vec<Rule> {
    if selection.all {
        return Rule::ALL.to_vec();
    }
    let mut rules = Vec::new();
    for &rule in &selection.rules {
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    rules
}
