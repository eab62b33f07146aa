//! Questions after each key: outline, verdict, steps, diagram, facts.

use rfc1738_views::outline::GrammarOutline;
use rfc1738_views::production::CheckedProduction;
use rfc1738_views::railroad::record::RailsRecord;
use rfc1738_views::rules::{Describe as _, DescribedProduction};
use rfc1738_views::trace::StepSelection;
use rfc1738_views::trace::record::TraceRecord;
use rfc1738_views::verdict::VerdictRecord;
use rfcbnf::interpret::Interpreter;
use rfcbnf::recognizer::Recognizer;
use rfcbnf_engine::Detail;
use serde::Serialize;

use super::Session;
use crate::grammar::{Found, NODES, production};
use crate::{Answer, answer};

/// The most steps of a trace, and the longest text in bytes that is traced.
const STEPS: (usize, usize) = (20_000, 16_384);

/// The most productions whose parsers are kept.
const PARSERS: usize = 48;

/// The parser of a production that is interpreted.
pub(super) enum Parser {
    Interpreter(Interpreter),
    /// For a recursive production.
    Recognizer(Recognizer),
}

/// A question about a production and its parser.
pub(super) trait Question {
    fn ask<P: CheckedProduction>(self, rule: P) -> Answer;
}

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
        self.with_parser(rule, |_, parser, rule| {
            parser.ask(rule, VerdictQuestion { text, detail })
        })
    }

    /// Returns the steps of the productions over a text.
    pub fn steps(&mut self, rule: &str, text: &str) -> Answer {
        if text.len() > STEPS.1 {
            let most = STEPS.1;
            return Err(format!("the text is longer than {most} bytes; shorten it"));
        }
        self.with_parser(rule, |_, parser, rule| {
            parser.ask(rule, StepsQuestion { text })
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

    /// Asks the parser of a production, which it gets with the name of the production.
    pub(super) fn with_parser(
        &mut self,
        rule: &str,
        ask: impl FnOnce(&Self, &Parser, &str) -> Answer,
    ) -> Answer {
        let rule = &production(&self.named, rule)?.name.clone();
        let parser = self.parser(rule)?;
        let answer = ask(self, &parser, rule);
        self.keep(rule, parser);
        answer
    }

    /// Takes the parser of a production, or makes it.
    pub(super) fn parser(&mut self, rule: &str) -> Result<Parser, String> {
        if let Some(parser) = self.parsers.remove(rule) {
            return Ok(parser);
        }
        let grammar = &self.named.grammar;
        let characters = self.named.character_productions();
        let is_character = |name: &str| characters.contains(name);
        if self.is_recursive(rule) {
            let recognizer = Recognizer::with_characters(grammar, rule, is_character);
            let recognizer = recognizer.map_err(|error| error.to_string())?;
            return Ok(Parser::Recognizer(recognizer));
        }
        let interpreter = Interpreter::with_characters(&grammar.part([rule]), is_character);
        let interpreter = interpreter.map_err(|error| error.to_string())?;
        Ok(Parser::Interpreter(interpreter))
    }

    /// Keeps the parser for the next question.
    pub(super) fn keep(&mut self, rule: &str, parser: Parser) {
        if self.parsers.len() >= PARSERS {
            self.parsers.clear();
        }
        self.parsers.insert(rule.to_owned(), parser);
    }
}

impl Parser {
    pub(super) fn ask(&self, rule: &str, question: impl Question) -> Answer {
        match self {
            Self::Interpreter(interpreter) => {
                let rule = interpreter.find(rule);
                let rule = rule.ok_or("the production has no parser")?;
                question.ask(rule)
            }
            Self::Recognizer(recognizer) => question.ask(recognizer.rule()),
        }
    }
}

struct VerdictQuestion<'a> {
    text: &'a str,
    detail: Detail,
}

impl Question for VerdictQuestion<'_> {
    fn ask<P: CheckedProduction>(self, rule: P) -> Answer {
        answer(&VerdictRecord::of(rule, self.text, self.detail, NODES))
    }
}

struct StepsQuestion<'a> {
    text: &'a str,
}

impl Question for StepsQuestion<'_> {
    fn ask<P: CheckedProduction>(self, rule: P) -> Answer {
        let trace = rule.trace(self.text.as_bytes(), Detail::Rules);
        let trace = trace.map_err(|undecided| undecided.to_string())?;
        let selection = StepSelection::default();
        answer(&TraceRecord::new(rule, &trace, &selection).first(STEPS.0))
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
