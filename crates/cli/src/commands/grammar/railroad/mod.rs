//! `rfc1738 grammar railroad`: the productions of a grammar as railroad diagrams.

pub(crate) mod arguments;

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::Path;

use rfc1738_views::palette::Palette;
use rfc1738_views::railroad::diagrams::Diagrams;
use rfc1738_views::railroad::page::page;
use rfc1738_views::railroad::picture::picture;
use rfcbnf_engine::escape::Printable;
use same_file::Handle;

use crate::arguments::grammar::GrammarFile;
use crate::input::chosen_grammar::ChosenGrammar;
use crate::input::source::Source;
use crate::outcome::{Failure, Verdict};
use crate::output::new_file::replace_file;
use crate::output::streams::{Output, flushed, plain_output};
use arguments::{Drawing, RailroadArguments};

/// Draws all productions, or the one that `--rule` names.
pub(crate) fn run(arguments: &RailroadArguments) -> Result<Verdict, Failure> {
    let output = arguments.output.as_deref().filter(|name| *name != "-");
    let drawing = drawing(arguments.to, output)?;
    let Some(chosen) = ChosenGrammar::of_file(&arguments.grammar)? else {
        return Ok(Verdict::Unreadable);
    };
    refuse_to_overwrite(arguments)?;
    let rule = arguments.rule.as_deref();
    let only = rule.map(|_| chosen.production(rule)).transpose()?;
    let diagrams = Diagrams::new(chosen.named()?, only);
    let text = match (drawing, output) {
        (Drawing::Text, None) => {
            flushed(Output::new(), |out| {
                let palette = out.palette();
                diagrams.write_text(out, palette)
            })?;
            return Ok(Verdict::Valid);
        }
        (Drawing::Text, Some(_)) => {
            let mut text = Vec::new();
            diagrams.write_text(&mut text, Palette::PLAIN)?;
            text
        }
        (Drawing::Html, _) => page(&diagrams).into_bytes(),
        (Drawing::Svg, _) => picture(&diagrams).into_bytes(),
    };
    match output {
        Some(name) => replace_file(Path::new(name), &text)?,
        None => flushed(plain_output(), |out| out.write_all(&text))?,
    }
    Ok(Verdict::Valid)
}

/// Returns the drawing that `--to` asks for, or that the extension of the file name implies.
fn drawing(asked: Option<Drawing>, output: Option<&OsStr>) -> Result<Drawing, Failure> {
    let (None, Some(name)) = (asked, output) else {
        return Ok(asked.unwrap_or(Drawing::Html));
    };
    let extension = Path::new(name).extension().map(OsStr::to_ascii_lowercase);
    match extension.as_deref().and_then(OsStr::to_str) {
        Some("html" | "htm") => Ok(Drawing::Html),
        Some("svg") => Ok(Drawing::Svg),
        Some("txt") => Ok(Drawing::Text),
        _ => {
            let name = Printable(name.as_encoded_bytes());
            Err(Failure::WrongUse(format!(
                "{name} does not end in .html, .svg or .txt; choose the drawing with --to"
            )))
        }
    }
}

/// Fails if the output is also an input, under any name.
fn refuse_to_overwrite(arguments: &RailroadArguments) -> Result<(), Failure> {
    let GrammarFile {
        file,
        readings,
        imports,
        ..
    } = &arguments.grammar;
    let Some(name) = arguments.output.as_deref().filter(|name| *name != "-") else {
        return Ok(());
    };
    // A file that does not exist yet is not an input.
    let Ok(output) = Handle::from_path(name) else {
        return Ok(());
    };
    for input in file.iter().chain(readings).chain(imports) {
        let read = match input.to_str() {
            Some("-") => Handle::stdin(),
            _ => Handle::from_path(input),
        };
        if read.is_ok_and(|read| read == output) {
            let (name, input) = (Printable(name.as_encoded_bytes()), Source::new(input));
            return Err(Failure::WrongUse(format!(
                "{name} is also the input {input} and is not overwritten; name another file with -o"
            )));
        }
    }
    Ok(())
}
