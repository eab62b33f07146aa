//! Questions after each key: outline, verdict, diagram, facts.

use rfc1738_views::outline::GrammarOutline;
use rfc1738_views::railroad::record::RailsRecord;
use rfc1738_views::rules::{Describe as _, DescribedProduction};
use rfc1738_views::verdict::VerdictRecord;
use rfcbnf::Parser;
use rfcbnf_engine::Detail;
use serde::Serialize;

use super::Session;
use crate::grammar::{Found, NODES, production};
use crate::{Answer, answer};

/// The most productions whose parsers are kept.
const PARSERS: usize = 48;

impl Session {
    /// Returns the productions and errors of the grammar.
    pub fn outline(&self) -> Answer {
        let Found { errors, choice } = &self.found;
        let outline = GrammarOutline::new(&self.named, errors.as_ref(), self.length);
        answer(&outline.with_choice(choice.as_ref()))
    }

    /// Returns the verdict on a text, with its tree or its error.
    pub fn verdict(&mut self, rule: &str, text: &str, characters: bool) -> Answer {
        let detail = if characters {
            Detail::Characters
        } else {
            Detail::Rules
        };
        self.with_parser(rule, |parser| {
            answer(&VerdictRecord::of(parser.rule(), text, detail, NODES))
        })
    }

    /// Returns the rails of a production.
    pub fn rails(&self, rule: &str) -> Answer {
        answer(&RailsRecord::of(production(&self.named, rule)?))
    }

    /// Returns what the grammar says about a production.
    pub fn about(&self, rule: &str) -> Answer {
        let rule = production(&self.named, rule)?.name.as_str();
        let described = DescribedProduction::find(&self.named, rule);
        let described = described.ok_or("the production is not described")?;
        answer(&AboutRecord {
            rule,
            text: &described.text(),
            heading: described.heading(),
            section: described.section(),
            comments: described.comments(),
            readings: described
                .readings()
                .iter()
                .map(|one| (one.id, one.section, one.decision, one.why))
                .collect(),
            uses: described.uses(),
            users: described.users(),
        })
    }

    /// Asks the parser of a production.
    pub(super) fn with_parser(
        &mut self,
        rule: &str,
        ask: impl FnOnce(&Parser) -> Answer,
    ) -> Answer {
        let rule = &production(&self.named, rule)?.name.clone();
        ask(&self.parser(rule)?)
    }

    /// Returns the parser of a production, which is kept for the next question.
    pub(super) fn parser(&mut self, rule: &str) -> Result<Parser, String> {
        if let Some(parser) = self.parsers.get(rule) {
            return Ok(parser.clone());
        }
        let parser = self
            .named
            .parser(rule, [])
            .map_err(|error| error.to_string())?;
        if self.parsers.len() >= PARSERS {
            self.parsers.clear();
        }
        self.parsers.insert(rule.to_owned(), parser.clone());
        Ok(parser)
    }
}

/// What the grammar says about a production.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct AboutRecord<'a> {
    rule: &'a str,
    text: &'a str,
    heading: Option<&'a str>,
    section: Option<&'a str>,
    comments: Vec<&'a str>,
    readings: Vec<(&'a str, &'a str, &'a str, &'a str)>,
    uses: Vec<&'a str>,
    users: Vec<&'a str>,
}
