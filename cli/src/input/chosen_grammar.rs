//! The grammar that a command works on: that of RFC 1738, or one from a file.

use std::ffi::OsStr;

use rfc1738::Rule;
use rfc1738_views::grammar::NamedGrammar;
use rfcbnf::rfc1738::{BNF, READINGS, load};
use rfcbnf_engine::escape::Escaped;

use crate::arguments::grammar::GrammarChoice;
use crate::arguments::suggestion::no_production;
use crate::input::grammar_file::{read_grammar, read_readings};
use crate::input::source::{Source, refuse_two_hyphens};
use crate::outcome::Failure;

/// The default production of the grammar of RFC 1738.
const OWN_START: &str = "url";

/// The grammar that the arguments choose.
pub(crate) struct ChosenGrammar(NamedGrammar);

impl ChosenGrammar {
    /// Reads the grammar that `--grammar` and `--readings` choose. `text` is a further argument
    /// that `-` may stand for.
    ///
    /// Writes the errors of the grammar to standard error and returns `None` if it has any.
    pub(crate) fn of(
        choice: &GrammarChoice,
        text: Option<&OsStr>,
    ) -> Result<Option<Self>, Failure> {
        let (file, readings) = (choice.file.as_deref(), choice.readings.as_deref());
        refuse_two_hyphens(&[file, readings, text])?;
        Self::read(file, readings)
    }

    /// Reads the grammar of the file, or returns that of RFC 1738 without one.
    ///
    /// Writes the errors of the grammar to standard error and returns `None` if it has any.
    pub(crate) fn read(
        file: Option<&OsStr>,
        readings: Option<&OsStr>,
    ) -> Result<Option<Self>, Failure> {
        let Some(name) = file else {
            let loaded = load(BNF, READINGS);
            let (grammar, readings) =
                loaded.map_err(|error| Failure::OwnGrammar(error.to_string()))?;
            return Ok(Some(Self(NamedGrammar {
                grammar,
                readings,
                file: None,
            })));
        };
        refuse_two_hyphens(&[Some(name), readings])?;
        let readings = read_readings(readings)?;
        let grammar = read_grammar(name, &readings)?;
        Ok(grammar.map(|grammar| {
            Self(NamedGrammar {
                grammar,
                readings,
                file: Some(Source::new(name).to_string()),
            })
        }))
    }

    /// Returns the grammar as views take it.
    pub(crate) fn named(&self) -> &NamedGrammar {
        &self.0
    }

    /// Returns the name of the production; that of the start without one. Fails with suggestions
    /// if there is no such production.
    pub(crate) fn production<'a>(&'a self, rule: Option<&'a str>) -> Result<&'a str, Failure> {
        let names = || self.0.grammar.productions.iter();
        let Some(rule) = rule else {
            let start = self.0.grammar.start().map(|start| start.name.as_str());
            let own = self.0.file.is_none().then_some(OWN_START);
            return own
                .or(start)
                .ok_or_else(|| Failure::WrongUse("the grammar has no productions".to_owned()));
        };
        if self.0.grammar.production(rule).is_some() {
            return Ok(rule);
        }
        let names = names().map(|production| production.name.as_str());
        Err(Failure::WrongUse(no_production(rule, names)))
    }

    /// Returns the production of RFC 1738 with this name; `None` for the grammar of a file.
    pub(crate) fn rule(&self, production: &str) -> Option<Rule> {
        self.0.rule(production)
    }

    /// Returns the failure for a production that is too large.
    pub(crate) fn unusable(&self, error: &impl std::error::Error) -> Failure {
        let reason = Escaped(error.to_string().as_bytes()).to_string();
        match &self.0.file {
            Some(name) => Failure::Unusable {
                name: name.clone(),
                reason,
            },
            None => Failure::OwnGrammar(reason),
        }
    }
}
