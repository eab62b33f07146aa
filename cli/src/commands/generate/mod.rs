//! `rfc1738 generate`: random texts of a production.
//!
//! Invariant: each text is written as soon as it is made.

pub(crate) mod arguments;

use std::io::{self, Write};

use rfc1738_views::json::{self, Octets};
use rfc1738_views::production::{CheckedProduction, Rejection as _};
use rfcbnf::recognizer::Recognizer;
use rfcbnf::sentences::{RecursiveSentences, Sentences};
use rfcbnf_engine::escape::Printable;
use serde::Serialize;

use crate::arguments::grammar::ProductionChoice;
use crate::input::chosen_grammar::{ChosenGrammar, ProductionTask};
use crate::outcome::{Failure, Verdict};
use crate::output::lines;
use crate::output::streams::{flushed, plain_output};
use arguments::{GenerateArguments, GenerateFormat};

/// The default number of texts.
const NUMBER: u64 = 10;

/// Writes the texts.
pub(crate) fn run(arguments: &GenerateArguments) -> Result<Verdict, Failure> {
    let ProductionChoice { rule, grammar } = &arguments.production;
    let Some(chosen) = ChosenGrammar::of(grammar, None)? else {
        return Ok(Verdict::Unreadable);
    };
    let name = chosen.production(rule.as_deref())?;
    let is_recursive = chosen.obstacle(name)?.is_some_and(|one| one.is_recursion());
    if is_recursive && chosen.obstacle_to_texts(name)?.is_some() {
        let sentences = RecursiveSentences::new(&chosen.named()?.grammar, name);
        let sentences = sentences.map_err(|error| chosen.unusable(&error))?;
        return generate_recursive(&chosen, name, &sentences, arguments);
    }
    chosen.refuse_without_texts(name)?;
    let grammar = &chosen.named()?.grammar;
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
    let (numbers, seed) = (0..number, arguments.seed);
    let writer = TextWriter::new(arguments.format);
    if arguments.invalid {
        let misses = numbers.zip(sentences.near_misses(seed));
        let misses = misses.map(|(_, miss)| miss.text);
        return chosen.run(name, &[], NearMissTask { misses, writer });
    }
    if arguments.cover {
        let cover = sentences.cover(seed);
        let cover = cover.map_err(|error| chosen.unusable(&error))?;
        writer.write_all(numbers.zip(cover).map(|(_, sentence)| sentence.text))?;
    } else {
        writer.write_all(numbers.zip(sentences.random(seed)).map(|(_, text)| text))?;
    }
    Ok(Verdict::Valid)
}

/// Writes texts of a production without an automaton, because it leads to itself or is too large.
fn generate_recursive(
    chosen: &ChosenGrammar,
    name: &str,
    sentences: &RecursiveSentences<'_>,
    arguments: &GenerateArguments,
) -> Result<Verdict, Failure> {
    let writer = TextWriter::new(arguments.format);
    let number = |default| 0..arguments.number.unwrap_or(default);
    if arguments.invalid {
        let recognizer = Recognizer::new(&chosen.named()?.grammar, name, |_| false);
        let recognizer = recognizer.map_err(|error| chosen.unusable(&error))?;
        let misses = number(NUMBER).zip(sentences.near_misses(&recognizer, arguments.seed));
        let misses = misses.map(|(_, miss)| miss.text);
        return chosen.run(name, &[], NearMissTask { misses, writer });
    }
    if arguments.cover {
        let cover = number(u64::MAX).zip(sentences.cover(arguments.seed));
        writer.write_all(cover.map(|(_, text)| text))?;
    } else {
        let random = number(NUMBER).zip(sentences.random(arguments.seed));
        writer.write_all(random.map(|(_, text)| text))?;
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
            misses.try_for_each(|miss| {
                let error = match rule.check(miss.as_slice()) {
                    Ok(checked) => checked.err().map(|error| error.facts().summary()),
                    Err(undecided) => Some(undecided.to_string()),
                };
                writer.write(out, &miss, Some(&error.unwrap_or_default()))
            })
        })?;
        writer.finish()?;
        Ok(Verdict::Valid)
    }
}

/// A text, for programs.
#[derive(Serialize)]
struct TextRecord<'a> {
    text: Octets<&'a [u8]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

/// Writes texts, and counts those that the format cannot hold.
struct TextWriter {
    format: GenerateFormat,
    left_out: u64,
}

impl TextWriter {
    fn new(format: GenerateFormat) -> Self {
        Self {
            format,
            left_out: 0,
        }
    }

    fn write_all(mut self, mut texts: impl Iterator<Item = Vec<u8>>) -> io::Result<()> {
        flushed(plain_output(), |out| {
            texts.try_for_each(|text| self.write(out, &text, None))
        })?;
        self.finish()
    }

    fn write(&mut self, out: &mut impl Write, text: &[u8], error: Option<&str>) -> io::Result<()> {
        if self.format == GenerateFormat::Jsonl {
            let text = Octets(text);
            return json::write(out, &TextRecord { text, error });
        }
        match error {
            // The error keeps a carriage return apart from the line end.
            Some(error) if !text.contains(&b'\n') => {
                out.write_all(text)?;
                writeln!(out, "\t{}", Printable(error.as_bytes()))
            }
            None if lines::fits(text) => lines::write(out, text),
            _ => {
                self.left_out += 1;
                Ok(())
            }
        }
    }

    /// Writes a note about texts that were left out.
    fn finish(self) -> io::Result<()> {
        lines::write_left_out(self.left_out, "--format jsonl writes them")
    }
}
