//! Complete conformance suites: no faulty acceptor passes.

mod apart;
mod by_production;
mod coverage;
mod exhaustive;
mod faults;
mod quick;
mod texts;

use std::sync::LazyLock;

use faults::{Acceptor, in_symbols};
use rfcbnf::automaton::Automaton;
use rfcbnf::conformance::Suite;

use crate::automaton::grammar;

pub(crate) use crate::automaton::{automaton, small};
use crate::extent::few_or_many;

/// Returns all productions of RFC 1738 with their automata.
pub(crate) fn productions() -> impl Iterator<Item = (&'static str, &'static Automaton)> {
    let productions = grammar().productions.iter();
    productions.map(|production| (production.name.as_str(), automaton(&production.name)))
}

/// The productions with large suites that consist of parts of others: `url` of all schemes, the others of `login`,
/// `hostport`, `fileurl`, `newsurl` and `waisdoc`.
const REPEATED: [&str; 8] = [
    "url",
    "ftpurl",
    "ip-schemepart",
    "nntpurl",
    "telneturl",
    "waisdatabase",
    "waisindex",
    "waisurl",
];

/// Returns the productions whose suites are tried text by text: all but those that repeat others, which have two thirds
/// of all texts, unless the tests run many rounds.
pub(crate) fn most_productions() -> impl Iterator<Item = (&'static str, &'static Automaton)> {
    let left_out = few_or_many(&REPEATED[..], &[]);
    productions().filter(|(name, _)| !left_out.contains(name))
}

/// A production whose suite is tried text by text.
pub(crate) struct Tried {
    pub(crate) name: &'static str,
    /// The correct acceptor.
    pub(crate) right: Acceptor,
    /// The texts of the suite, in symbols.
    pub(crate) texts: Vec<Vec<u8>>,
}

impl Tried {
    pub(crate) fn new(name: &'static str, automaton: &'static Automaton) -> Self {
        Self {
            name,
            right: Acceptor::of(automaton),
            texts: suite(automaton, 0).texts().map(in_symbols).collect(),
        }
    }
}

/// Returns [`most_productions`] with the texts of their suites.
pub(crate) fn tried() -> &'static [Tried] {
    static TRIED: LazyLock<Vec<Tried>> = LazyLock::new(|| {
        let productions = most_productions();
        productions
            .map(|(name, automaton)| Tried::new(name, automaton))
            .collect()
    });
    &TRIED
}

/// Returns the suite, which must not be too large.
pub(crate) fn suite(automaton: &Automaton, extra_states: u8) -> Suite<'_> {
    Suite::new(automaton, extra_states).expect("the suite is small")
}
