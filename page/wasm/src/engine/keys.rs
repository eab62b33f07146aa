//! Questions after each key: outline, verdict, steps, diagram, facts.

use rfc1738_views::description::{Describe as _, DescribedProduction};
use rfc1738_views::outline::GrammarOutline;
use rfc1738_views::production::CheckedProduction;
use rfc1738_views::railroad::path::path;
use rfc1738_views::railroad::record::RailsRecord;
use rfc1738_views::trace::record::TraceRecord;
use rfc1738_views::trace::selection::StepSelection;
use rfc1738_views::verdict::VerdictRecord;
use rfcbnf::interpret::Interpreter;
use rfcbnf::recognizer::Recognizer;
use rfcbnf_engine::{Detail, Node};
use serde::Serialize;

use super::Session;
use crate::Answer;
use crate::answer::answer;
use crate::grammar::{NODES, production};

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
        let errors = self.errors.as_ref();
        answer(&GrammarOutline::new(&self.named, errors, self.length))
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

    /// Returns the parts of the grammar on the path of a node through its production. The node has a name, a
    /// start and an end.
    pub fn path(&mut self, rule: &str, text: &str, node: (&str, usize, usize)) -> Answer {
        self.with_parser(rule, |session, parser, rule| {
            let question = PathQuestion {
                session,
                text,
                node,
            };
            parser.ask(rule, question)
        })
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

struct PathQuestion<'a> {
    session: &'a Session,
    text: &'a str,
    node: (&'a str, usize, usize),
}

impl Question for PathQuestion<'_> {
    fn ask<P: CheckedProduction>(self, rule: P) -> Answer {
        let text = self.text;
        let tree = rule.check_in_detail(text, Detail::Characters);
        let tree = tree.map_err(|undecided| undecided.to_string())?;
        let tree = tree.map_err(|error| format!("{error:?}"))?;
        let (name, start, end) = self.node;
        let mut nodes = tree.root().descendants();
        let Some(node) =
            nodes.find(|node| node.span() == (start..end) && node.rule().to_string() == name)
        else {
            return Err(format!("the tree has no `{name}` there"));
        };
        let production = production(&self.session.named, name)?;
        let children: Vec<_> = node.children().collect();
        let names: Vec<String> = children.iter().map(|it| it.rule().to_string()).collect();
        let children = names.iter().map(String::as_str);
        let spans = node.children().map(Node::span);
        let children: Vec<_> = children.zip(spans).collect();
        let taken = path(production, text.as_bytes(), node.span(), &children);
        let taken = taken.unwrap_or_default();
        let parts: Vec<_> = taken.iter().map(|it| [it.start, it.end]).collect();
        answer(&parts)
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
