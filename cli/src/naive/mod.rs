//! `rfc1738 naive`: what is lost where a grammar is read as ordered choice.

pub(crate) mod arguments;
mod list;
mod page;

use std::ffi::OsString;
use std::io;

use rfcbnf::naive::{Compared, Naive};
use serde::Serialize;

use crate::chosen_grammar::ChosenGrammar;
use crate::grammar::file::refuse_two_hyphens;
use crate::json;
use crate::outcome::{Failure, Verdict};
use crate::source::utf8_argument;
use crate::streams::{Output, flushed, plain_output};
use arguments::{NaiveArguments, NaiveFormat};

/// Compares both readings of the texts, or of all productions.
pub(crate) fn run(arguments: &NaiveArguments) -> Result<Verdict, Failure> {
    let file = arguments.grammar.iter().flatten().next();
    let file = file.map(OsString::as_os_str);
    if file.is_none() && arguments.readings.is_some() {
        let reason = "--readings needs a file behind --grammar";
        return Err(Failure::WrongUse(reason.to_owned()));
    }
    let hyphens = arguments.texts.iter().map(|text| Some(text.as_os_str()));
    refuse_two_hyphens(&hyphens.chain([file]).collect::<Vec<_>>())?;
    let Some(chosen) = ChosenGrammar::read(file, arguments.readings.as_deref())? else {
        return Ok(Verdict::Unreadable);
    };
    if arguments.texts.is_empty() {
        return list::run(&chosen, arguments);
    }
    let production = chosen.production(arguments.rule.as_deref())?;
    let naive = Naive::new(&chosen.grammar, production);
    let naive = naive.map_err(|error| chosen.unusable(&error))?;
    let mut agrees = true;
    let texts = arguments.texts.iter().map(|text| utf8_argument(text));
    let texts: Vec<String> = texts.collect::<Result<_, _>>()?;
    let mut compared = texts.iter().map(|text| {
        let compared = naive.compare(text);
        agrees &= compared.agrees();
        (text, compared)
    });
    match arguments.format {
        NaiveFormat::Human => flushed(Output::new(), |out| {
            compared.try_for_each(|(text, compared)| {
                page::write(out, &chosen.grammar, production, text, &compared)
            })
        })?,
        NaiveFormat::Json => flushed(plain_output(), |out| {
            compared.try_for_each(|(text, compared)| -> io::Result<()> {
                let record = Record::new(&chosen, production, text, &compared);
                json::write(out, &record)
            })
        })?,
    }
    Ok(Verdict::of(agrees))
}

/// What programs are told of a text.
#[derive(Serialize)]
struct Record<'a> {
    input: &'a str,
    rule: &'a str,
    agree: bool,
    naive: bool,
    derived: bool,
    end: Option<usize>,
    blame: Option<BlameRecord>,
}

#[derive(Serialize)]
struct BlameRecord {
    rule: String,
    start: usize,
    end: usize,
    fault: &'static str,
    part: String,
    took: Option<[usize; 2]>,
    needed: Option<String>,
}

impl<'a> Record<'a> {
    fn new(chosen: &ChosenGrammar, rule: &'a str, input: &'a str, compared: &Compared) -> Self {
        let blame = compared.cause.as_ref().map(|cause| BlameRecord {
            rule: cause.production.clone(),
            start: cause.derives.start,
            end: cause.derives.end,
            fault: page::name(&cause.fault),
            part: page::source(&chosen.grammar, &cause.part),
            took: cause.took.as_ref().map(|took| [took.start, took.end]),
            needed: page::needed(&chosen.grammar, input, &cause.fault),
        });
        Self {
            input,
            rule,
            agree: compared.agrees(),
            naive: compared.is_accepted(),
            derived: compared.tree.is_some(),
            end: compared.end,
            blame,
        }
    }
}
