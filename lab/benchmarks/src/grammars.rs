//! The grammars of RFC 1738, RFC 3986 and RFC 5646 for engines that run any grammar.

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;
use regex_automata::dfa::dense::{Builder, Config, DFA};
use regex_automata::util::syntax;
use rfcbnf::interpret::{Interpreter, Rule};
use rfcbnf::syntax::Grammar;

/// A dense automaton.
pub type Dense = DFA<Vec<u32>>;

/// The parser that pest generates from `url.pest`, with a pair for every production.
#[allow(missing_docs, reason = "pest writes items without documentation")]
pub mod mechanical {
    /// The items that pest generates.
    #[derive(pest_derive::Parser)]
    #[grammar = "../url.pest"]
    pub struct Mechanical;
}

/// Returns the grammar with its readings.
///
/// # Panics
///
/// Panics if the files of `rfcbnf` cannot be read.
#[must_use]
pub fn grammar() -> Grammar {
    let (grammar, _) = rfcbnf::rfc1738::load(rfcbnf::rfc1738::BNF, rfcbnf::rfc1738::READINGS)
        .expect("the grammar can be read");
    grammar
}

/// Returns `url` of the interpreted grammar. Its trees are those of the generated parsers.
///
/// # Panics
///
/// Panics if `rfcbnf` cannot interpret the grammar.
#[must_use]
pub fn interpreted() -> Rule<'static> {
    static INTERPRETER: LazyLock<Interpreter> = LazyLock::new(|| {
        let characters = rfc1738::Rule::ALL.into_iter();
        let characters = characters.filter(|rule| rule.is_character());
        interpreter(&grammar(), &characters.map(rfc1738::Rule::name).collect())
    });
    INTERPRETER.find("url").expect("the grammar has URLs")
}

/// Returns `URI` of the interpreted grammar of RFC 3986. Its trees are those of the generated crate.
///
/// # Panics
///
/// Panics if `rfcbnf` cannot interpret the grammar.
#[must_use]
pub fn interpreted_uri() -> Rule<'static> {
    static INTERPRETER: LazyLock<Interpreter> = LazyLock::new(|| {
        let grammar = include_str!("../../../crates/rfc3986/grammar/rfc3986.bnf");
        let grammar = rfcbnf::read(grammar).expect("the grammar can be read");
        let characters = rfc3986::Rule::ALL.into_iter();
        let characters = characters.filter(|rule| rule.is_character());
        interpreter(&grammar, &characters.map(rfc3986::Rule::name).collect())
    });
    INTERPRETER.find("URI").expect("the grammar has URIs")
}

/// Returns the grammar of the generated crate for RFC 5646.
///
/// # Panics
///
/// Panics if `rfcbnf` cannot read it.
#[must_use]
pub fn language_tags() -> Grammar {
    let grammar = include_str!("../target/crates/rfc5646/grammar/rfc5646.bnf");
    rfcbnf::read(grammar).expect("the grammar can be read")
}

/// Returns `Language-Tag` of the interpreted grammar of RFC 5646. Its trees are those of the generated
/// crate.
///
/// # Panics
///
/// Panics if `rfcbnf` cannot interpret the grammar.
#[must_use]
pub fn interpreted_tag() -> Rule<'static> {
    static INTERPRETER: LazyLock<Interpreter> = LazyLock::new(|| {
        let characters = rfc5646::Rule::ALL.into_iter();
        let characters = characters.filter(|rule| rule.is_character());
        interpreter(
            &language_tags(),
            &characters.map(rfc5646::Rule::name).collect(),
        )
    });
    let tag = INTERPRETER.find("Language-Tag");
    tag.expect("the grammar has tags")
}

fn interpreter(grammar: &Grammar, characters: &HashSet<&str>) -> Interpreter {
    Interpreter::with_characters(grammar, |name| characters.contains(name))
        .expect("the grammar has a plan")
}

/// Returns the regular expression for `url`.
///
/// # Panics
///
/// Panics if `rfcbnf` cannot write it.
#[must_use]
pub fn expression() -> String {
    let regex = rfcbnf::export::regex(&grammar(), "url");
    regex.expect("the expression is short enough").to_string()
}

/// Compiles the expression with `regex`.
///
/// # Panics
///
/// Panics if the expression is invalid.
#[must_use]
pub fn regex() -> Regex {
    Regex::new(&expression()).expect("the expression is one")
}

/// Compiles the expression to a dense, anchored, minimised automaton.
///
/// # Panics
///
/// Panics if the expression is invalid.
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
