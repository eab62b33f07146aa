//! The parser of a production.

use rfcbnf::interpret::Interpreter;
use rfcbnf::obstacles::Obstacle;
use rfcbnf::recognizer::Recognizer;
use rfcbnf::syntax::Grammar;

use crate::production::CheckedProduction;

/// A parser of one production.
pub enum Parser {
    /// One of RFC 1738.
    Generated(rfc1738::Rule),
    /// The combinators of the production with this name.
    Interpreted(Box<Interpreter>, String),
    /// For a production that refers to itself, is too large for combinators, has texts that only people know, or
    /// uses a length that another part of the text gives.
    Recognized(Box<Recognizer>),
}

/// A question to a production.
pub trait Question {
    /// What it is answered with.
    type Answer;

    /// Asks the production.
    fn ask(self, rule: impl CheckedProduction) -> Self::Answer;
}

impl Parser {
    /// Makes the parser of a production. One without recursion, of modest size, is parsed by combinators.
    ///
    /// # Errors
    ///
    /// Returns a sentence that says why there is none.
    ///
    /// ```
    /// use rfc1738_views::bindings::parser::{Parser, Question};
    /// use rfc1738_views::production::CheckedProduction;
    ///
    /// struct IsValid<'t>(&'t [u8]);
    ///
    /// impl Question for IsValid<'_> {
    ///     type Answer = Option<bool>;
    ///
    ///     fn ask(self, rule: impl CheckedProduction) -> Option<bool> {
    ///         rule.is_valid(self.0).ok()
    ///     }
    /// }
    ///
    /// let grammar = rfcbnf::read("nest = \"(\" [ nest ] \")\"\n")?;
    /// let parser = Parser::of(&grammar, "nest")?;
    /// assert_eq!(parser.ask(IsValid(b"(())")), Some(true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(grammar: &Grammar, name: &str) -> Result<Self, String> {
        let characters = grammar.character_productions();
        let is_character = |name: &str| characters.contains(name);
        let obstacles = grammar.obstacles();
        let obstacle = obstacles.of(name);
        let is_recognized = |one: &Obstacle| one.is_recursion() || one.is_unknown_text();
        match obstacle {
            Some(obstacle) if !is_recognized(&obstacle) => {
                return Err(format!("{obstacle}; {}", obstacle.help()));
            }
            Some(_) => {}
            None if obstacles.length(name).is_some() => {}
            None => {
                if let Ok(parser) =
                    Interpreter::with_characters(&grammar.part([name]), is_character)
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

    /// Asks the production.
    ///
    /// # Panics
    ///
    /// Only if an [`Interpreted`](Self::Interpreted) parser has no production of its name. Those of
    /// [`Self::of`] have it.
    pub fn ask<Q: Question>(&self, question: Q) -> Q::Answer {
        match self {
            Self::Generated(rule) => question.ask(*rule),
            Self::Interpreted(interpreter, name) => {
                let rule = interpreter.find(name);
                question.ask(rule.expect("`of` has found the production"))
            }
            Self::Recognized(recognizer) => question.ask(recognizer.rule()),
        }
    }
}
