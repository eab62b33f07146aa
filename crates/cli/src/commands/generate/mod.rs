//! `rfc1738 generate`: random texts of a production.
//!
//! Invariant: each text is written as soon as it is made.

pub(crate) mod arguments;
mod separator;
mod writer;

use rfc1738_views::production::{CheckedProduction, Rejection as _};
use rfcbnf::obstacles::Obstacle;
use rfcbnf::recognizer::Recognizer;
use rfcbnf::sentences::{RecursiveSentences, Sentences};

use crate::arguments::grammar::ProductionChoice;
use crate::input::chosen_grammar::{ChosenGrammar, ProductionTask};
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{flushed, plain_output};
use arguments::GenerateArguments;
use writer::TextWriter;

/// The default number of texts.
const NUMBER: u64 = 10;

/// Writes the texts.
pub(crate) fn run(arguments: &GenerateArguments) -> Result<Verdict, Failure> {
    let ProductionChoice { rule, grammar } = &arguments.production;
    let Some(chosen) = ChosenGrammar::of(grammar, None)? else {
        return Ok(Verdict::Unreadable);
    };
    let name = chosen.production(rule.as_deref())?;
    // Such a text is valid whatever lengths it gives.
    let grammar = &*chosen.named()?.grammar.certain();
    let obstacle = grammar.obstacles().to_texts(name);
    let length = chosen.length(name)?;
    if let Some(length) = &length
        && obstacle.as_ref().is_some_and(Obstacle::derives_no_text)
    {
        return Err(chosen.obstructed(length));
    }
    // What the automaton does not accept can be valid with the right length.
    let is_beyond_automaton = length.is_some() && arguments.invalid;
    if is_beyond_automaton || obstacle.is_some_and(|one| one.is_recursion()) {
        let sentences = RecursiveSentences::new(grammar, name);
        let sentences = sentences.map_err(|error| chosen.unusable(&error))?;
        return generate_recursive(&chosen, name, &sentences, arguments);
    }
    chosen.refuse_without_texts(name)?;
    let sentences = match Sentences::new(grammar, name) {
        Ok(sentences) => sentences,
        // Its automaton is too large.
        Err(error) => {
            let sentences = RecursiveSentences::new(grammar, name);
            let sentences = sentences.map_err(|_| chosen.unusable(&error))?;
            return generate_recursive(&chosen, name, &sentences, arguments);
        }
    };
    let number = arguments
        .number
        .unwrap_or(if arguments.cover { u64::MAX } else { NUMBER });
    let seed = arguments.seed;
    let writer = TextWriter::new(arguments, number);
    if arguments.invalid {
        let misses = sentences.near_misses(seed);
        let misses = misses.map(|miss| miss.text);
        return chosen.run(name, &[], NearMissTask { misses, writer });
    }
    if arguments.cover {
        let cover = sentences.cover(seed);
        let cover = cover.map_err(|error| chosen.unusable(&error))?;
        writer.write_all(cover.into_iter().map(|sentence| sentence.text))?;
    } else {
        writer.write_all(sentences.random(seed))?;
    }
    Ok(Verdict::Valid)
}

/// Writes texts of a production without an automaton, because it is recursive or too large.
fn generate_recursive(
    chosen: &ChosenGrammar,
    name: &str,
    sentences: &RecursiveSentences<'_>,
    arguments: &GenerateArguments,
) -> Result<Verdict, Failure> {
    let number = |default| arguments.number.unwrap_or(default);
    let writer = |default| TextWriter::new(arguments, number(default));
    if arguments.invalid {
        let recognizer = Recognizer::new(&chosen.named()?.grammar, name);
        let recognizer = recognizer.map_err(|error| chosen.unusable(&error))?;
        let misses = sentences.near_misses(&recognizer, arguments.seed);
        let misses = misses.map(|miss| miss.text);
        let writer = writer(NUMBER);
        return chosen.run(name, &[], NearMissTask { misses, writer });
    }
    if arguments.cover {
        writer(u64::MAX).write_all(sentences.cover(arguments.seed).into_iter())?;
    } else {
        writer(NUMBER).write_all(sentences.random(arguments.seed))?;
    }
    Ok(Verdict::Valid)
}

/// Writes near misses with their errors.
struct NearMissTask<I> {
    misses: I,
    writer: TextWriter,
}

impl<I: Iterator<Item = Vec<u8>>> ProductionTask for NearMissTask<I> {
    fn run<P: CheckedProduction>(self, rule: P, _: &[P]) -> Result<Verdict, Failure> {
        let Self {
            mut misses,
            mut writer,
        } = self;
        flushed(plain_output(), |out| {
            while writer.wants_more()
                && let Some(miss) = misses.next()
            {
                let error = match rule.check(miss.as_slice()) {
                    Ok(checked) => checked.err().map(|error| error.facts().summary()),
                    Err(undecided) => Some(undecided.to_string()),
                };
                writer.write(out, &miss, Some(&error.unwrap_or_default()))?;
            }
            Ok(())
        })?;
        writer.finish()?;
        Ok(Verdict::Valid)
    }
}
