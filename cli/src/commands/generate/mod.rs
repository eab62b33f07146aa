//! `rfc1738 generate`: random texts of a production.
//!
//! Invariant: each text is written as soon as it is made.

pub(crate) mod arguments;

use std::io::{self, Write};

use rfc1738_views::production::{CheckedProduction, Rejection as _};
use rfcbnf::sentences::Sentences;
use rfcbnf_engine::escape::Escaped;

use crate::arguments::grammar::ProductionChoice;
use crate::input::chosen_grammar::{ChosenGrammar, ProductionTask};
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{flushed, plain_output};
use arguments::GenerateArguments;

/// The default number of texts.
const NUMBER: u64 = 10;

/// Writes the texts.
pub(crate) fn run(arguments: &GenerateArguments) -> Result<Verdict, Failure> {
    let ProductionChoice { rule, grammar } = &arguments.production;
    let Some(chosen) = ChosenGrammar::of(grammar, None)? else {
        return Ok(Verdict::Unreadable);
    };
    let name = chosen.production(rule.as_deref())?;
    let sentences = Sentences::new(&chosen.named()?.grammar, name);
    let sentences = sentences.map_err(|error| chosen.unusable(&error))?;
    let number = arguments
        .number
        .unwrap_or(if arguments.cover { u64::MAX } else { NUMBER });
    let (numbers, seed) = (0..number, arguments.seed);
    if arguments.invalid {
        let misses = numbers.zip(sentences.near_misses(seed));
        let misses = misses.map(|(_, miss)| miss.text);
        return chosen.run(name, &[], NearMissTask(misses));
    }
    if arguments.cover {
        let cover = sentences.cover(seed);
        let cover = cover.map_err(|error| chosen.unusable(&error))?;
        write_texts(numbers.zip(cover).map(|(_, sentence)| sentence.text))?;
    } else {
        write_texts(numbers.zip(sentences.random(seed)).map(|(_, text)| text))?;
    }
    Ok(Verdict::Valid)
}

fn write_texts(mut texts: impl Iterator<Item = String>) -> io::Result<()> {
    flushed(plain_output(), |out| {
        texts.try_for_each(|text| writeln!(out, "{text}"))
    })
}

/// Writes near misses with their errors.
struct NearMissTask<I>(I);

impl<I: Iterator<Item = String>> ProductionTask for NearMissTask<I> {
    fn run<P: CheckedProduction>(self, rule: P, _: &[P]) -> Result<Verdict, Failure> {
        let NearMissTask(mut misses) = self;
        flushed(plain_output(), |out| {
            misses.try_for_each(|miss| {
                let error = rule.check(&*miss).err();
                let error = error.map(|error| error.facts().summary());
                let error = error.unwrap_or_default();
                writeln!(out, "{miss}\t{}", Escaped(error.as_bytes()))
            })
        })?;
        Ok(Verdict::Valid)
    }
}
