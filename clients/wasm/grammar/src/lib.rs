//! Grammars of RFCs for JavaScript: functions from octets to JSON.
//!
//! Offsets are in octets. `clients/javascript/src/grammar.ts` makes the objects that programs see.
//!
//! Invariant: nothing here decides anything about a text. It calls the packages below and serializes
//! what they return.

#![expect(
    clippy::missing_errors_doc,
    reason = "each error is a sentence for people"
)]

mod answer;
mod suite;
#[cfg(test)]
mod types;

use std::collections::HashMap;

use rfc1738::extract::{Options, extract_with};
use rfc1738::{Rule, Url, advise as advice};
use rfc1738_views::bindings::{Parser, text_kind};
use rfc1738_views::extract::record::MatchRecord;
use rfc1738_views::inspect::Choices;
use rfc1738_views::inspect::record::InspectionRecord;
use rfc1738_views::json::{self, Octets};
use rfcbnf::rfc1738::{BNF, READINGS, load};
use rfcbnf::sentences::texts;
use rfcbnf::syntax::{self, Notation};
use rfcbnf::{GrammarDocument, GrammarErrors, Reader, library};
use rfcbnf_engine::Detail;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::answer::{Asked, What};
use crate::suite::Suite;

/// A grammar, as far as it can be read, and the parsers that were made of it.
#[wasm_bindgen]
pub struct Grammar {
    tree: syntax::Grammar,
    errors: Option<GrammarErrors>,
    /// Whether it is RFC 1738, which has generated parsers.
    own: bool,
    parsers: HashMap<String, Parser>,
}

/// An error of a grammar file. Lines and columns count from 1.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "GrammarFault"))]
struct FaultRecord {
    message: String,
    line: usize,
    column: usize,
    help: Option<String>,
}

/// The errors of a grammar file.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "GrammarFaults"))]
struct FaultsRecord {
    /// The first error in one line, and the number of others.
    message: String,
    /// All of them, each with its line and a mark.
    excerpt: String,
    errors: Vec<FaultRecord>,
}

#[wasm_bindgen]
impl Grammar {
    /// Reads a grammar in a notation: `abnf`, `bnf`, `rfc822`, or the one that its text shows.
    #[must_use]
    pub fn read(source: &str, notation: &str) -> Self {
        let reader = Reader {
            notation: match notation {
                "abnf" => Some(Notation::Abnf),
                "bnf" => Some(Notation::Bnf),
                "rfc822" => Some(Notation::Rfc822),
                _ => None,
            },
            ..Reader::default()
        };
        let GrammarDocument {
            grammar, errors, ..
        } = reader.read(source);
        Self::new(grammar, errors, false)
    }

    /// Returns the grammar of an RFC with what it imports.
    pub fn rfc(number: u32) -> Result<Self, String> {
        if number == 1738 {
            let (grammar, _) = load(BNF, READINGS).map_err(|error| error.to_string())?;
            return Ok(Self::new(grammar, None, true));
        }
        let found = library::find(&format!("rfc{number}")).ok_or_else(|| {
            format!("the package has no grammar of RFC {number}; `RFCS` lists them")
        })?;
        let joined = found.with_imports().map_err(|error| error.to_string())?;
        Ok(Self::new(joined.grammar, None, false))
    }

    /// Returns the errors as JSON; nothing if there are none.
    #[must_use]
    pub fn faults(&self) -> Option<String> {
        let errors = self.errors.as_ref()?;
        let first = errors.errors().first()?;
        let message = match errors.errors().len() - 1 {
            0 => first.to_string(),
            1 => format!("{first}, and 1 more error"),
            more => format!("{first}, and {more} more errors"),
        };
        let records = errors.iter().map(|error| FaultRecord {
            message: error.message().clone(),
            line: error.line(),
            column: error.column(),
            help: error.help(),
        });
        Some(json::line(&FaultsRecord {
            message,
            excerpt: errors.to_string(),
            errors: records.collect(),
        }))
    }

    /// Returns the names of the productions as JSON.
    #[must_use]
    pub fn rules(&self) -> String {
        let names = self.tree.productions.iter();
        json::line(&names.map(|one| &one.name).collect::<Vec<_>>())
    }

    /// Returns the name of a production as the grammar spells it; without one, that of the start.
    pub fn name(&self, rule: Option<String>) -> Result<String, String> {
        match rule {
            None if self.own => Ok(Rule::Url.name().to_owned()),
            None => match self.tree.productions.first() {
                Some(start) => Ok(start.name.clone()),
                None => Err("the grammar has no productions".to_owned()),
            },
            Some(name) => match self.tree.lookup(&name) {
                Ok(production) => Ok(production.name.clone()),
                Err(error) => {
                    let joint = if error.similar().is_empty() { ";" } else { "" };
                    Err(format!("{error}{joint} `Grammar.rules` lists them"))
                }
            },
        }
    }

    /// Returns the answer about a text as JSON. The question is `verdict`, `error`, `tree` or `characters`.
    pub fn ask(&mut self, name: &str, text: &[u8], question: &str) -> Result<String, String> {
        let what = match question {
            "verdict" => What::Verdict,
            "error" => What::Error,
            "tree" => What::Tree(Detail::Rules),
            _ => What::Tree(Detail::Characters),
        };
        self.answer(name, text, what)
    }

    /// Returns the valid texts that are nearest to a text, at most so many, as JSON.
    pub fn nearest(&mut self, name: &str, text: &[u8], most: usize) -> Result<String, String> {
        self.answer(name, text, What::Nearest(most))
    }

    /// Returns texts of a production as JSON.
    pub fn generate(
        &self,
        name: &str,
        count: usize,
        kind: &str,
        seed: u64,
    ) -> Result<String, String> {
        let kind = text_kind(kind)?;
        let texts =
            texts(&self.tree, name, kind, seed, count).map_err(|error| error.to_string())?;
        Ok(json::line(
            &texts.into_iter().map(Octets).collect::<Vec<_>>(),
        ))
    }

    /// Returns the conformance suite of a production.
    pub fn suite(
        &self,
        name: &str,
        kind: &str,
        extra_states: u8,
        depth: u32,
    ) -> Result<Suite, String> {
        Suite::plan(&self.tree, name, kind, extra_states, depth)
    }
}

impl Grammar {
    /// Returns the answer to a question about a text.
    fn answer(&mut self, name: &str, text: &[u8], what: What) -> Result<String, String> {
        if !self.parsers.contains_key(name) {
            let own = self.own.then(|| name.parse().ok()).flatten();
            let parser = match own {
                Some(rule) => Parser::Generated(rule),
                None => Parser::of(&self.tree, name)?,
            };
            self.parsers.insert(name.to_owned(), parser);
        }
        Ok(self.parsers[name].ask(Asked(text, what)))
    }

    fn new(grammar: syntax::Grammar, errors: Option<GrammarErrors>, own: bool) -> Self {
        Self {
            tree: grammar,
            errors,
            own,
            parsers: HashMap::new(),
        }
    }
}

/// Returns the numbers of the RFCs whose grammars are in this package, as JSON.
#[wasm_bindgen]
#[must_use]
pub fn rfcs() -> String {
    let names = library::names();
    let numbers = names.filter_map(|name| name.strip_prefix("rfc")?.parse().ok());
    let mut numbers: Vec<u32> = numbers.chain([1738]).collect();
    numbers.sort_unstable();
    json::line(&numbers)
}

/// Returns the URLs in a text as JSON.
#[wasm_bindgen]
#[must_use]
pub fn extract(text: &[u8], unmarked: bool) -> String {
    let found: Vec<_> = extract_with(text, Options::default().bare(unmarked)).collect();
    let records = found.iter();
    let records = records.map(|one| MatchRecord::new(None, one, one.is_valid()));
    json::line(&records.collect::<Vec<_>>())
}

/// Returns the advice on a URL as JSON; nothing if it is none.
#[wasm_bindgen]
#[must_use]
pub fn advise(text: &[u8]) -> Option<String> {
    let url = Url::parse(text).ok()?;
    Some(json::line(&advice(&url).collect::<Vec<_>>()))
}

/// Returns what `rfc1738 inspect --format json` says of a URL; nothing if it is none.
#[wasm_bindgen]
#[must_use]
pub fn inspect(text: &[u8]) -> Option<String> {
    let url = Url::parse(text).ok()?;
    Some(json::line(&InspectionRecord::new(&url, Choices::default())))
}
