//! `rfc1738 generate`: random texts of a production.
//!
//! Invariant: each text is written as soon as it is made.

pub(crate) mod arguments;

use std::io::{self, Write};

use rfc1738::{Rule, parse};
use rfc1738_views::mismatch::Mismatch;
use rfcbnf::automaton::Automaton;
use rfcbnf::sentences::Sentences;
use rfcbnf_engine::escape::Escaped;

use crate::input::chosen_grammar::ChosenGrammar;
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{flushed, plain_output};
use arguments::GenerateArguments;

/// The default number of texts.
const NUMBER: u64 = 10;

/// Writes the texts.
pub(crate) fn run(arguments: &GenerateArguments) -> Result<Verdict, Failure> {
    let Some(chosen) = ChosenGrammar::of(&arguments.grammar, None)? else {
        return Ok(Verdict::Unreadable);
    };
    let production = chosen.production(arguments.rule.as_deref())?;
    let sentences = Sentences::new(&chosen.named().grammar, production);
    let sentences = sentences.map_err(|error| chosen.unusable(&error))?;
    let number = arguments
        .number
        .unwrap_or(if arguments.cover { u64::MAX } else { NUMBER });
    let cover = arguments.cover.then(|| sentences.cover(arguments.seed));
    let cover = cover.transpose().map_err(|error| chosen.unusable(&error))?;
    flushed(plain_output(), |out| {
        let numbers = 0..number;
        if let Some(cover) = cover {
            for (_, sentence) in numbers.zip(cover) {
                writeln!(out, "{}", sentence.text)?;
            }
        } else if arguments.invalid {
            let judge = NearMissJudge::new(&chosen, production, sentences.automaton());
            for (_, miss) in numbers.zip(sentences.near_misses(arguments.seed)) {
                writeln!(out, "{}\t{}", miss.text, judge.error(&miss.text))?;
            }
        } else {
            for (_, text) in numbers.zip(sentences.random(arguments.seed)) {
                writeln!(out, "{text}")?;
            }
        }
        io::Result::Ok(())
    })?;
    Ok(Verdict::Valid)
}

/// Finds the error of a near miss.
enum NearMissJudge<'a> {
    /// The parser of the production of RFC 1738.
    Own(Rule),
    /// The automaton of a production in a file.
    Automaton(&'a Automaton),
}

impl<'a> NearMissJudge<'a> {
    fn new(chosen: &ChosenGrammar, production: &str, automaton: &'a Automaton) -> Self {
        let own = chosen.rule(production);
        own.map_or(Self::Automaton(automaton), Self::Own)
    }

    /// Returns the error in one line, escaped.
    fn error(&self, text: &str) -> String {
        let summary = match self {
            Self::Own(rule) => parse(*rule, text).err().map(|error| error.summary()),
            Self::Automaton(automaton) => Some(Mismatch::new(automaton, text).to_string()),
        };
        Escaped(summary.unwrap_or_default().as_bytes()).to_string()
    }
}
