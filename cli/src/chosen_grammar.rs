//! The grammar that a command works on: that of RFC 1738, or one in a file.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};

use clap::Args;
use rfc1738::Rule;
use rfcbnf::Readings;
use rfcbnf::rfc1738::{BNF, READINGS, load};
use rfcbnf::syntax::{Expression, Grammar, Kind};

use crate::escape::Escaped;
use crate::grammar::file::{read_grammar, read_readings, refuse_two_hyphens};
use crate::names::no_production;
use crate::outcome::Failure;
use crate::source::Source;

/// The production of the own grammar that is taken where none is named.
const OWN_START: &str = "url";

/// Which grammar to take.
#[derive(Debug, Args)]
pub(crate) struct GrammarChoice {
    /// A file in the notation of RFC 822 as RFC 1738 uses it; - for standard input; without it,
    /// the grammar of RFC 1738 with its readings
    #[arg(long = "grammar", value_name = "FILE")]
    file: Option<OsString>,

    /// Readings to apply to the file
    #[arg(long, value_name = "FILE", requires = "file")]
    readings: Option<OsString>,
}

/// A grammar without errors.
pub(crate) struct ChosenGrammar {
    pub(crate) grammar: Grammar,
    /// The readings that were applied to it, as far as they find what they decide.
    pub(crate) readings: Readings,
    /// What the file is called, escaped; nothing for the grammar of RFC 1738.
    pub(crate) file: Option<String>,
}

impl GrammarChoice {
    /// Refuses `-` for the grammar where it stands for the text already.
    pub(crate) fn refuse_two_hyphens(&self, text: &OsStr) -> Result<(), Failure> {
        refuse_two_hyphens(&[self.file.as_deref(), self.readings.as_deref(), Some(text)])
    }

    /// Reads the grammar. What is wrong with it is shown; then there is none.
    pub(crate) fn read(&self) -> Result<Option<ChosenGrammar>, Failure> {
        ChosenGrammar::read(self.file.as_deref(), self.readings.as_deref())
    }
}

impl ChosenGrammar {
    /// Reads the grammar of the file, or without one that of RFC 1738. What is wrong with it
    /// is shown; then there is none.
    pub(crate) fn read(
        file: Option<&OsStr>,
        readings: Option<&OsStr>,
    ) -> Result<Option<Self>, Failure> {
        let Some(name) = file else {
            let loaded = load(BNF, READINGS);
            let (grammar, readings) =
                loaded.map_err(|error| Failure::OwnGrammar(error.to_string()))?;
            return Ok(Some(Self {
                grammar,
                readings,
                file: None,
            }));
        };
        refuse_two_hyphens(&[Some(name), readings])?;
        let readings = read_readings(readings)?;
        let grammar = read_grammar(name, &readings)?;
        Ok(grammar.map(|grammar| Self {
            grammar,
            readings,
            file: Some(Source::new(name).to_string()),
        }))
    }

    /// The name of the production that is meant, where none is named the start.
    pub(crate) fn production<'a>(&'a self, rule: Option<&'a str>) -> Result<&'a str, Failure> {
        let names = || self.grammar.productions.iter();
        let Some(rule) = rule else {
            let start = self.grammar.start().map(|start| start.name.as_str());
            let own = self.file.is_none().then_some(OWN_START);
            return own
                .or(start)
                .ok_or_else(|| Failure::WrongUse("the grammar has no productions".to_owned()));
        };
        if self.grammar.production(rule).is_some() {
            return Ok(rule);
        }
        let names = names().map(|production| production.name.as_str());
        Err(Failure::WrongUse(no_production(rule, names)))
    }

    /// The production of RFC 1738 of that name; nothing in any other grammar.
    pub(crate) fn rule(&self, production: &str) -> Option<Rule> {
        let own = self.file.is_none().then(|| production.parse().ok());
        own.flatten()
    }

    /// The productions for single characters, whose nodes trees leave out.
    pub(crate) fn character_productions(&self) -> HashSet<&str> {
        let mut found = HashSet::new();
        for production in self.grammar.users_last() {
            let name = production.name.as_str();
            let is_one = match self.rule(name) {
                Some(rule) => rule.is_character(),
                None => is_character(&production.body, &found),
            };
            if is_one {
                found.insert(name);
            }
        }
        found
    }

    /// The failure for a production that is too large.
    pub(crate) fn unusable(&self, error: &impl std::error::Error) -> Failure {
        let reason = Escaped(error.to_string().as_bytes()).to_string();
        match &self.file {
            Some(name) => Failure::Unusable {
                name: name.clone(),
                reason,
            },
            None => Failure::OwnGrammar(reason),
        }
    }
}

/// Whether all texts of the expression are single characters.
fn is_character(expression: &Expression, known: &HashSet<&str>) -> bool {
    match &expression.kind {
        Kind::Alternation(members) => members.iter().all(|member| is_character(member, known)),
        Kind::Literal { text, .. } => text.chars().count() == 1,
        Kind::Reference { name, .. } => known.contains(name.as_str()),
        Kind::Sequence(_) | Kind::Optional(_) | Kind::Repetition { .. } => false,
    }
}
