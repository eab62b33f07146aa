//! `rfc1738 grammar railroad`: the productions of a grammar as railroad diagrams.

use std::ffi::{OsStr, OsString};
use std::io::Write as _;
use std::path::Path;

use clap::{Args, ValueEnum};
use rfc1738_views::palette::Palette;
use rfc1738_views::railroad::Diagrams;
use rfc1738_views::railroad::page::page;
use rfc1738_views::railroad::picture::picture;
use rfcbnf_engine::escape::Printable;
use same_file::Handle;

use crate::arguments::GrammarFile;
use crate::input::chosen_grammar::ChosenGrammar;
use crate::input::source::Source;
use crate::outcome::{Failure, Verdict};
use crate::output::new_file::replace_file;
use crate::output::streams::{Output, flushed, plain_output};

const HELP: &str = "\
Draws railroad diagrams. Follow the rails from left to right: every path spells
a text of the production. Literals stand in quotation marks, names of
productions do not. A way back starts another round. Three or more one-character
alternatives share a box: \"a\"–\"z\" | \"-\".

Drawings:
  html  One page: an index, and under the headings of the grammar each
        production with its diagram, its text, its comments and readings, and
        its users. Names link to their diagrams. Light or dark, as the browser
        prefers.
  svg   One picture of all diagrams, with the same links and colors.
  text  Plain characters, at most 80 columns wide unless brackets nest too
        deeply.

A grammar in FILE is read to the letter; --readings applies readings where they
fit.

Examples:
  rfc1738 grammar railroad -o rfc1738.html
  rfc1738 grammar railroad --rule ftpurl --to text
  rfc1738 grammar railroad --rule hostport -o hostport.svg
  rfc1738 grammar railroad dates.bnf > dates.html";

const EXIT_STATUS: &str = "\
Exit status:
  0  drawn
  2  wrong use, a grammar that cannot be read or has errors, or output that
     cannot be written";

/// The arguments of `grammar railroad`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct RailroadArguments {
    /// Draw this production only
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,

    /// The kind of drawing [default: by the extension of OUT; on standard output, html]
    #[arg(long, value_enum, value_name = "DRAWING")]
    to: Option<Drawing>,

    /// Write to this file, .html, .svg or .txt (- for standard output)
    #[arg(short = 'o', long = "output", value_name = "OUT")]
    output: Option<OsString>,

    #[command(flatten)]
    grammar: GrammarFile,
}

/// The kinds of drawings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Drawing {
    /// A page for browsers
    Html,
    /// A picture
    Svg,
    /// Plain characters, for terminals
    Text,
}

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
