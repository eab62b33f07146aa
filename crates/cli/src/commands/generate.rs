//! `rfc1738 generate`: random texts of a production.
//!
//! Invariant: each text is written as soon as it is made.

use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

use clap::{Args, ValueEnum};
use rfc1738_views::json::{self, Octets};
use rfc1738_views::production::{CheckedProduction, Rejection as _};
use rfcbnf::obstacles::Obstacle;
use rfcbnf::recognizer::Recognizer;
use rfcbnf::sentences::{RecursiveSentences, Sentences};
use rfcbnf_engine::escape::Printable;
use serde::Serialize;
use thiserror::Error;

use crate::arguments::{EXIT_STATUS_OF_WRITERS, ProductionChoice, number};
use crate::input::chosen_grammar::{ChosenGrammar, ProductionTask};
use crate::outcome::{Failure, Verdict};
use crate::output::lines;
use crate::output::streams::{flushed, plain_output};

const HELP: &str = "\
Writes one text a line, each text once. The same seed gives the same texts on
every platform. The output ends when there are no more texts: `digit` has 10. An
empty line is an empty text.

Names are short and repetitions have few rounds while that gives new texts; then
the texts follow in order of length. If the production recurses or is too large for
an automaton, all texts are random, and the output ends when a number of them in a
row are not new.

--cover    Writes a small set of texts that together use every production that
           the production leads to, every alternative, every option both present
           and absent, and every repetition with its fewest rounds and with
           more.
--invalid  Writes texts that are one edit away from a valid text: a character
           inserted, deleted or replaced, or two neighbors swapped. A tab and
           the error follow each text.

Texts can be octets that are not UTF-8. A line cannot hold a text that has LF in
it or ends in CR. Such texts are left out, others are written in their place, and
a note counts them. With --separator '\\0', which xargs -0 reads, only those with
that octet are left out.

Formats:
  txt    One text a line.
  jsonl  One object a line: {\"text\":…}, with --invalid also \"error\". A text that
         is not UTF-8 is {\"hex\":…}. No text is left out.

A grammar in FILE is read to the letter; --readings applies readings where they
fit.

Examples:
  rfc1738 generate -n 1000 | rfc1738 check
  rfc1738 generate --rule hostport --seed 7
  rfc1738 generate --rule ftpurl --cover
  rfc1738 generate --rule httpurl --invalid -n 100 | cut -f 1 | my-parser
  rfc1738 generate --grammar dates.bnf --rule date --cover
  rfc1738 generate --grammar rfc6350.abnf -n 3 --separator '\\n---\\n'";

/// The arguments of `generate`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS_OF_WRITERS}"))]
pub(crate) struct GenerateArguments {
    #[command(flatten)]
    production: ProductionChoice,

    /// Write at most N texts [default: 10; with --cover, all]
    #[arg(short, value_name = "N", value_parser = number::<u64>)]
    number: Option<u64>,

    /// Seed of the random choices
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number::<u64>)]
    seed: u64,

    /// Write nearly valid texts and their errors
    #[arg(long)]
    invalid: bool,

    /// Write a small set of texts that uses every part of the grammar
    #[arg(long, conflicts_with = "invalid")]
    cover: bool,

    /// Write S after each text; \n, \r, \t, \0, \xHH and \\ are octets
    #[arg(long, value_name = "S", default_value_t, conflicts_with = "format")]
    separator: Separator,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: GenerateFormat,
}

/// The output format of `generate`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum GenerateFormat {
    /// One text a line
    #[default]
    Txt,
    /// One object a text
    Jsonl,
}

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

/// The octets after each text.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Separator(Vec<u8>);

/// Why a text is no separator.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
enum SeparatorError {
    /// Texts would run into each other.
    #[error("a separator has at least one octet")]
    Empty,
    /// A backslash is followed by something else than an escape.
    #[error("unknown escape; write \\n, \\r, \\t, \\0, \\xHH or \\\\")]
    Escape,
}

impl Separator {
    fn octets(&self) -> &[u8] {
        &self.0
    }

    /// Returns whether a reader finds the end of the text: the separator occurs first after it.
    /// Readers of lines take a carriage return before the line feed for a part of the line end.
    fn fits(&self, text: &[u8]) -> bool {
        if self.is_line_feed() {
            return rfc1738_views::lines::fits(text);
        }
        let Self(separator) = self;
        let followed = [text, separator].concat();
        let first = followed
            .windows(separator.len())
            .position(|window| window == separator);
        first == Some(text.len())
    }

    fn is_line_feed(&self) -> bool {
        self.0 == b"\n"
    }
}

impl Default for Separator {
    fn default() -> Self {
        Self(b"\n".to_vec())
    }
}

/// Reads the escapes `\n`, `\r`, `\t`, `\0`, `\xHH` and `\\`.
impl FromStr for Separator {
    type Err = SeparatorError;

    fn from_str(text: &str) -> Result<Self, SeparatorError> {
        let mut octets = Vec::new();
        let mut rest = text.bytes();
        while let Some(octet) = rest.next() {
            if octet != b'\\' {
                octets.push(octet);
                continue;
            }
            octets.push(match rest.next() {
                Some(b'n') => b'\n',
                Some(b'r') => b'\r',
                Some(b't') => b'\t',
                Some(b'0') => 0,
                Some(b'\\') => b'\\',
                Some(b'x') => {
                    let digits = [rest.next(), rest.next()].into_iter().flatten();
                    let digits = digits.map(|digit| char::from(digit).to_digit(16));
                    let digits: Option<Vec<u32>> = digits.collect();
                    match digits.as_deref() {
                        Some(&[high, low]) => u8::try_from(16 * high + low).unwrap_or_default(),
                        _ => return Err(SeparatorError::Escape),
                    }
                }
                _ => return Err(SeparatorError::Escape),
            });
        }
        if octets.is_empty() {
            return Err(SeparatorError::Empty);
        }
        Ok(Self(octets))
    }
}

/// Writes the separator as an argument.
impl fmt::Display for Separator {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|octet| match octet {
            b'\n' => formatter.write_str("\\n"),
            b'\r' => formatter.write_str("\\r"),
            b'\t' => formatter.write_str("\\t"),
            0 => formatter.write_str("\\0"),
            b'\\' => formatter.write_str("\\\\"),
            b' '..=b'~' => write!(formatter, "{}", char::from(*octet)),
            _ => write!(formatter, "\\x{octet:02X}"),
        })
    }
}

/// The most texts that are left out before another one is written. If no text of a production fits, as
/// no vCard fits into a line, there is an end.
const LEFT_OUT_AT_ONCE: u64 = 1_000;

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
    separator: Separator,
    /// The number of texts that are still wanted.
    wanted: u64,
    left_out: u64,
    /// The number of texts that were left out since the last one was written.
    left_out_at_once: u64,
}

impl TextWriter {
    /// Returns a writer of a limited number of texts.
    fn new(arguments: &GenerateArguments, wanted: u64) -> Self {
        Self {
            format: arguments.format,
            separator: arguments.separator.clone(),
            wanted,
            left_out: 0,
            left_out_at_once: 0,
        }
    }

    /// Returns whether another text is wanted.
    fn wants_more(&self) -> bool {
        self.wanted > 0 && self.left_out_at_once < LEFT_OUT_AT_ONCE
    }

    fn write_all(mut self, mut texts: impl Iterator<Item = Vec<u8>>) -> io::Result<()> {
        flushed(plain_output(), |out| {
            while self.wants_more()
                && let Some(text) = texts.next()
            {
                self.write(out, &text, None)?;
            }
            Ok(())
        })?;
        self.finish()
    }

    fn write(&mut self, out: &mut impl Write, text: &[u8], error: Option<&str>) -> io::Result<()> {
        if self.format == GenerateFormat::Jsonl {
            self.wanted -= 1;
            let text = Octets(text);
            return json::write(out, &TextRecord { text, error });
        }
        // The error keeps a carriage return apart from the line end.
        let fits = match error {
            Some(_) if self.separator.is_line_feed() => !text.contains(&b'\n'),
            _ => self.separator.fits(text),
        };
        if !fits {
            self.left_out += 1;
            self.left_out_at_once += 1;
            return Ok(());
        }
        self.left_out_at_once = 0;
        self.wanted -= 1;
        out.write_all(text)?;
        if let Some(error) = error {
            write!(out, "\t{}", Printable(error.as_bytes()))?;
        }
        out.write_all(self.separator.octets())
    }

    /// Writes a note about texts that were left out.
    fn finish(self) -> io::Result<()> {
        if self.separator.is_line_feed() {
            let remedy = "--separator '\\0' or --format jsonl writes them";
            return lines::write_left_out(self.left_out, remedy);
        }
        lines::write_left_out_with(self.left_out, &self.separator.to_string())
    }
}
