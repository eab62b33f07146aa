//! The grammar of RFC 1738 for engines that take any grammar.

use regex::Regex;
use regex_automata::dfa::dense::{Builder, Config, DFA};
use regex_automata::util::syntax;

/// A dense automaton.
pub type Dense = DFA<Vec<u32>>;

/// The parser that pest makes of `url.pest`: mechanical, with a pair for every production.
#[allow(missing_docs, reason = "pest writes items without documentation")]
pub mod mechanical {
    /// What pest derives.
    #[derive(pest_derive::Parser)]
    #[grammar = "../url.pest"]
    pub struct Mechanical;
}

/// The grammar with its readings.
///
/// # Panics
///
/// If the files of `rfcbnf` are broken.
#[must_use]
pub fn grammar() -> rfcbnf::syntax::Grammar {
    let (grammar, _) = rfcbnf::rfc1738::load(rfcbnf::rfc1738::BNF, rfcbnf::rfc1738::READINGS)
        .expect("the grammar can be read");
    grammar
}

/// The regular expression for `url`.
///
/// # Panics
///
/// If `rfcbnf` cannot write it.
#[must_use]
pub fn expression() -> String {
    rfcbnf::export::regex(&grammar(), "url").expect("the expression is short enough")
}

/// The expression, compiled by `regex`.
///
/// # Panics
///
/// If it is none.
#[must_use]
pub fn regex() -> Regex {
    Regex::new(&expression()).expect("the expression is one")
}

/// The expression as a dense, anchored, minimised automaton.
///
/// # Panics
///
/// If it is none.
#[must_use]
pub fn automaton() -> Dense {
    let config = Config::new()
        .minimize(true)
        .start_kind(regex_automata::dfa::StartKind::Anchored);
    Builder::new()
        .configure(config)
        .syntax(syntax::Config::new().unicode(false).utf8(false))
        .thompson(regex_automata::nfa::thompson::Config::new().utf8(false))
        .build(&expression())
        .expect("the expression is one")
}
