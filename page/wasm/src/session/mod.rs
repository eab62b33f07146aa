//! One grammar, and the questions about it.

#[cfg(feature = "choice")]
mod difference;
#[cfg(feature = "export")]
mod export;
#[cfg(feature = "engine")]
pub(crate) mod keys;
#[cfg(feature = "engine")]
pub(crate) mod open;
#[cfg(feature = "choice")]
mod ordered_choice;
#[cfg(feature = "engine")]
mod study;
#[cfg(feature = "export")]
pub(crate) mod suites;
#[cfg(feature = "export")]
mod texts;

#[cfg(feature = "engine")]
use std::collections::HashMap;

use rfc1738_views::grammar::NamedGrammar;
use rfcbnf::syntax::Production;
use rfcbnf::{Document, GrammarErrors, Readings};

/// The readings of RFC 1738.
const READINGS: &str = include_str!(concat!(env!("OUT_DIR"), "/readings.json"));

/// The most nodes of a tree that the page draws.
#[cfg(any(feature = "engine", feature = "choice"))]
const NODES: usize = 20_000;

/// A grammar, as far as it can be read, and what was made of its productions.
pub(crate) struct Session {
    named: NamedGrammar,
    #[cfg(feature = "engine")]
    errors: Option<GrammarErrors>,
    #[cfg(feature = "engine")]
    length: usize,
    #[cfg(feature = "engine")]
    parsers: HashMap<String, keys::Parser>,
    #[cfg(feature = "export")]
    suite: Option<suites::KeptSuite>,
}

impl Session {
    pub(crate) fn new(source: &str, has_readings: bool) -> Self {
        #[cfg_attr(
            not(feature = "engine"),
            expect(unused_variables, reason = "only the engine shows errors")
        )]
        let (named, errors) = read(source, has_readings);
        Self {
            named,
            #[cfg(feature = "engine")]
            errors,
            #[cfg(feature = "engine")]
            length: source.len(),
            #[cfg(feature = "engine")]
            parsers: HashMap::new(),
            #[cfg(feature = "export")]
            suite: None,
        }
    }

    fn production(&self, rule: &str) -> Result<&Production, String> {
        let production = self.named.grammar.lookup(rule);
        production.map_err(|error| error.to_string())
    }

    #[cfg(feature = "engine")]
    fn is_recursive(&self, rule: &str) -> bool {
        let obstacle = self.named.grammar.obstacle(rule);
        obstacle.is_some_and(|obstacle| obstacle.is_recursion())
    }
}

/// Reads a grammar as far as possible.
fn read(source: &str, has_readings: bool) -> (NamedGrammar, Option<GrammarErrors>) {
    let readings = if has_readings {
        serde_json::from_str(READINGS).unwrap_or_default()
    } else {
        Readings::default()
    };
    let Document {
        mut grammar,
        errors,
        ..
    } = readings.reader(None).read(source);
    readings.apply_where_possible(&mut grammar);
    let named = NamedGrammar {
        grammar,
        readings,
        file: Some("grammar".to_owned()),
        has_rfc1738_readings: has_readings,
    };
    (named, errors)
}
