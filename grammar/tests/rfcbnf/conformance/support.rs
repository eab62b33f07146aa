//! What several tests need.

use std::sync::LazyLock;

use rfcbnf::automaton::{Automata, Automaton};
use rfcbnf::conformance::Suite;
use rfcbnf::rfc1738::{BNF, READINGS, load};
use rfcbnf::syntax::Grammar;

static GRAMMAR: LazyLock<Grammar> =
    LazyLock::new(|| load(BNF, READINGS).expect("the own grammar is fine").0);

static AUTOMATA: LazyLock<Automata<'static>> =
    LazyLock::new(|| Automata::new(&GRAMMAR).expect("no production is too large"));

/// The automaton of a production of RFC 1738.
pub(crate) fn automaton(name: &str) -> &'static Automaton {
    AUTOMATA.production(name).expect("the grammar defines it")
}

/// All productions of RFC 1738 with their automata.
pub(crate) fn productions() -> impl Iterator<Item = (&'static str, &'static Automaton)> {
    let productions = GRAMMAR.productions.iter();
    productions.map(|production| (production.name.as_str(), automaton(&production.name)))
}

/// The automaton of the first production of a grammar of its own.
pub(crate) fn small(bnf: &str) -> Automaton {
    let grammar = rfcbnf::read(bnf).expect("the grammar is fine");
    Automaton::new(&grammar, &grammar.productions[0].name).expect("it is not too large")
}

/// A suite that is not too large.
pub(crate) fn suite(automaton: &Automaton, extra_states: u8) -> Suite<'_> {
    Suite::new(automaton, extra_states).expect("it is not too large")
}
