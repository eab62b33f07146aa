//! The parser of a production, and what it answers.

use rfc1738_views::check::record::CheckRecord;
use rfc1738_views::json;
use rfc1738_views::production::{CheckedProduction, Rejection as _, Undecided};
use rfcbnf::interpret::Interpreter;
use rfcbnf::obstacles::Obstacle;
use rfcbnf::recognizer::Recognizer;
use rfcbnf::syntax::Grammar;
use rfcbnf_engine::{Detail, FlatNodes};
use serde::Serialize;

/// A parser of one production.
pub(crate) enum Parser {
    /// One of RFC 1738.
    Generated(rfc1738::Rule),
    /// The combinators of the production with this name.
    Interpreted(Box<Interpreter>, String),
    /// For a production that refers to itself, is too large for combinators, or has texts that only
    /// people know.
    Recognized(Box<Recognizer>),
}

/// What is asked about a text.
#[derive(Clone, Copy)]
pub(crate) enum Question {
    Verdict,
    Error,
    Tree(Detail),
}

/// The answer. Offsets are in octets.
#[derive(Serialize)]
#[serde(bound = "P: CheckedProduction")]
struct Answer<'a, P: CheckedProduction> {
    /// `None` if the text is not decided.
    ok: Option<bool>,
    nodes: Option<FlatNodes<'a, 'a, P>>,
    /// What is wrong, in one line, and with the line of the text.
    message: Option<String>,
    excerpt: Option<String>,
    offset: Option<usize>,
    record: Option<CheckRecord<'a, P>>,
    /// The production whose texts are unknown.
    production: Option<String>,
}

impl Parser {
    /// Makes the parser of a production, or says why it has none.
    pub(crate) fn of(grammar: &Grammar, name: &str) -> Result<Self, String> {
        let characters = grammar.character_productions();
        let is_character = |name: &str| characters.contains(name);
        let obstacle = grammar.obstacle(name);
        let is_recognized = |one: &Obstacle| one.is_recursion() || one.is_unknown_text();
        match obstacle {
            Some(obstacle) if !is_recognized(&obstacle) => {
                return Err(format!("{obstacle}; {}", obstacle.help()));
            }
            Some(_) => {}
            None => {
                if let Ok(parser) = Interpreter::new(&grammar.part([name]), is_character)
                    && parser.find(name).is_some()
                {
                    return Ok(Self::Interpreted(Box::new(parser), name.to_owned()));
                }
            }
        }
        let recognizer = Recognizer::with_unknown(grammar, name, is_character);
        let recognizer = recognizer.map_err(|error| error.to_string())?;
        Ok(Self::Recognized(Box::new(recognizer)))
    }

    /// Returns the answer of the production about a text, as JSON.
    pub(crate) fn ask(&self, text: &[u8], question: Question) -> String {
        match self {
            Self::Generated(rule) => ask(*rule, text, question, |it| {
                (it.to_string(), format!("{it:#}"))
            }),
            Self::Interpreted(interpreter, name) => {
                let rule = interpreter.find(name);
                let rule = rule.expect("`of` has found the production");
                ask(rule, text, question, |it| {
                    (it.to_string(), format!("{it:#}"))
                })
            }
            Self::Recognized(recognizer) => ask(recognizer.rule(), text, question, |it| {
                (it.to_string(), format!("{it:#}"))
            }),
        }
    }
}

fn ask<P: CheckedProduction>(
    rule: P,
    text: &[u8],
    question: Question,
    words: impl Fn(&P::Rejection) -> (String, String),
) -> String {
    let detail = match question {
        Question::Tree(detail) => detail,
        _ => Detail::Rules,
    };
    if !matches!(question, Question::Tree(_)) {
        let verdict = rule.is_valid(text);
        match verdict {
            Ok(ok) if ok || matches!(question, Question::Verdict) => {
                return json(&Answer::<P> {
                    ok: Some(ok),
                    ..empty()
                });
            }
            Ok(_) => {}
            Err(undecided) => return json(&unknown::<P>(&undecided)),
        }
    }
    match rule.check_in_detail(text, detail) {
        Ok(Ok(tree)) => json(&Answer {
            ok: Some(true),
            nodes: Some(tree.root().flat()),
            ..empty()
        }),
        Ok(Err(error)) => {
            let (message, excerpt) = words(&error);
            json(&Answer {
                ok: Some(false),
                message: Some(message),
                excerpt: Some(excerpt),
                offset: Some(error.facts().offset()),
                record: Some(CheckRecord::new(text, rule, Err(&error))),
                ..empty()
            })
        }
        Err(undecided) => json(&unknown::<P>(&undecided)),
    }
}

fn empty<'a, P: CheckedProduction>() -> Answer<'a, P> {
    Answer {
        ok: None,
        nodes: None,
        message: None,
        excerpt: None,
        offset: None,
        record: None,
        production: None,
    }
}

fn unknown<'a, P: CheckedProduction>(undecided: &Undecided) -> Answer<'a, P> {
    let unknown = match undecided {
        Undecided::Unknown(unknown) => Some(unknown),
        _ => None,
    };
    Answer {
        message: Some(undecided.to_string()),
        production: unknown.map(|unknown| unknown.production.to_string()),
        offset: unknown.map(|unknown| unknown.offset),
        ..empty()
    }
}

/// Returns a record as the command writes it, without the line end.
pub(crate) fn json(record: &impl Serialize) -> String {
    let mut line = Vec::new();
    // A vector takes everything, and the JSON is ASCII.
    let _ = json::write(&mut line, record);
    line.pop();
    String::from_utf8(line).unwrap_or_default()
}
