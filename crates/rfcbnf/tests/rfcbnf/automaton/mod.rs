//! The minimal automata of productions.

pub(crate) mod derivatives;
mod minimal;
mod recursive;
mod small;
mod through;

use std::sync::LazyLock;

use rfcbnf::automaton::{Automata, Automaton};
use rfcbnf::syntax::Grammar;

use crate::grammars::rfc1738;

static GRAMMAR: LazyLock<Grammar> = LazyLock::new(rfc1738);

static AUTOMATA: LazyLock<Automata<'static>> =
    LazyLock::new(|| Automata::new(&GRAMMAR).expect("no production is too large"));

/// Returns the grammar of RFC 1738 with its readings.
pub(crate) fn grammar() -> &'static Grammar {
    &GRAMMAR
}

/// Returns the automata of all productions of RFC 1738.
pub(crate) fn automata() -> &'static Automata<'static> {
    &AUTOMATA
}

/// Returns the automaton of a production of RFC 1738.
pub(crate) fn automaton(name: &str) -> &'static Automaton {
    automata().production(name).expect("the grammar defines it")
}

/// Returns the automaton of the first production of a small grammar.
pub(crate) fn small(bnf: &str) -> Automaton {
    let grammar = rfcbnf::read(bnf).expect("the grammar has no errors");
    Automaton::new(&grammar, &grammar.productions[0].name).expect("the production is small")
}
