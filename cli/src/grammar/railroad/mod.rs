//! `rfc1738 grammar railroad`: the productions of a grammar as railroad diagrams.

pub(crate) mod arguments;
mod page;
mod picture;

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use rfcbnf::syntax::Production;
use same_file::Handle;

use crate::chosen_grammar::ChosenGrammar;
use crate::escape::Escaped;
use crate::outcome::{Failure, Verdict};
use crate::railroad::text::draw;
use crate::source::Source;
use crate::streams::{Output, flushed, plain_output};
use crate::style::Palette;
use arguments::{Drawing, RailroadArguments};

/// The number of columns of a diagram in plain characters.
const COLUMNS: usize = 80;

/// The width of a diagram in a page or a picture, in pixels.
const WIDTH: usize = 860;

/// Draws the productions, or the one that is named.
pub(crate) fn run(arguments: &RailroadArguments) -> Result<Verdict, Failure> {
    let output = arguments.output.as_deref().filter(|name| *name != "-");
    let drawing = drawing(arguments.to, output)?;
    let chosen = ChosenGrammar::read(arguments.file.as_deref(), arguments.readings.as_deref())?;
    let Some(chosen) = chosen else {
        return Ok(Verdict::Unreadable);
    };
    refuse_to_overwrite(arguments)?;
    let drawn = Drawn::new(&chosen, arguments.rule.as_deref())?;
    let text = match (drawing, output) {
        (Drawing::Text, None) => {
            flushed(Output::new(), |out| {
                let palette = out.palette();
                drawn.write_text(out, palette)
            })?;
            return Ok(Verdict::Valid);
        }
        (Drawing::Text, Some(_)) => {
            let mut text = Vec::new();
            drawn.write_text(&mut text, Palette::PLAIN)?;
            text
        }
        (Drawing::Html, _) => page::page(&drawn).into_bytes(),
        (Drawing::Svg, _) => picture::picture(&drawn).into_bytes(),
    };
    match output {
        Some(name) => write_file(name, &text)?,
        None => flushed(plain_output(), |out| out.write_all(&text))?,
    }
    Ok(Verdict::Valid)
}

/// What to draw: what is asked for, else what the end of the file's name says.
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
            let name = Escaped(name.as_encoded_bytes());
            Err(Failure::WrongUse(format!(
                "{name} does not end in .html, .svg or .txt; say with --to what to draw"
            )))
        }
    }
}

/// Refuses an output that is also what is read, by whatever name.
fn refuse_to_overwrite(arguments: &RailroadArguments) -> Result<(), Failure> {
    let RailroadArguments { file, readings, .. } = arguments;
    let Some(name) = arguments.output.as_deref().filter(|name| *name != "-") else {
        return Ok(());
    };
    // What is not there yet is no input either.
    let Ok(output) = Handle::from_path(name) else {
        return Ok(());
    };
    for input in [file, readings].into_iter().flatten() {
        let read = match input.to_str() {
            Some("-") => Handle::stdin(),
            _ => Handle::from_path(input),
        };
        if read.is_ok_and(|read| read == output) {
            let (name, input) = (Escaped(name.as_encoded_bytes()), Source::new(input));
            return Err(Failure::WrongUse(format!(
                "{name} is what is read as {input}, and is not overwritten; name another file with -o"
            )));
        }
    }
    Ok(())
}

fn write_file(name: &OsStr, octets: &[u8]) -> Result<(), Failure> {
    fs::write(Path::new(name), octets).map_err(|error| Failure::UnwritableFile {
        name: Escaped(name.as_encoded_bytes()).to_string(),
        error,
    })
}

/// The productions that are drawn.
struct Drawn<'a> {
    chosen: &'a ChosenGrammar,
    /// In the order of the file.
    productions: Vec<&'a Production>,
    names: HashSet<&'a str>,
}

impl<'a> Drawn<'a> {
    /// All productions, or the one that is named.
    fn new(chosen: &'a ChosenGrammar, rule: Option<&'a str>) -> Result<Self, Failure> {
        let rule = rule.map(|name| chosen.production(Some(name))).transpose()?;
        let productions = chosen.grammar.productions.iter();
        let is_meant = |production: &&Production| rule.is_none_or(|name| name == production.name);
        let productions: Vec<&Production> = productions.filter(is_meant).collect();
        let names = productions.iter().map(|production| &*production.name);
        Ok(Self {
            chosen,
            names: names.collect(),
            productions,
        })
    }

    /// What the drawing is called.
    fn title(&self) -> String {
        let file = self.chosen.file.as_deref();
        let grammar = file.unwrap_or("The grammar of RFC 1738");
        match self.productions.as_slice() {
            [only] if self.chosen.grammar.productions.len() > 1 => {
                format!("{grammar}: {}", only.name)
            }
            _ => grammar.to_owned(),
        }
    }

    /// The headings, nothing for what stands above the first, each with its productions.
    /// Where one production is drawn, only its own.
    fn sections(&self) -> Vec<(Option<&'a str>, Vec<&'a Production>)> {
        let headings = self.chosen.grammar.headings.iter().enumerate();
        let headings = headings.map(|(index, heading)| (Some(index), Some(&*heading.text)));
        let is_whole = self.productions.len() == self.chosen.grammar.productions.len();
        let mut rest = self.productions.as_slice();
        let mut sections = Vec::new();
        for (index, heading) in [(None, None)].into_iter().chain(headings) {
            let under = rest
                .iter()
                .take_while(|production| production.heading == index);
            let (under, others) = rest.split_at(under.count());
            rest = others;
            if !under.is_empty() || (is_whole && heading.is_some()) {
                sections.push((heading, under.to_vec()));
            }
        }
        sections
    }

    /// Each diagram below the name of its production.
    fn write_text(&self, out: &mut impl Write, palette: Palette) -> io::Result<()> {
        let style = palette.name;
        for (index, production) in self.productions.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            writeln!(out, "{style}{}{style:#}", production.name)?;
            for line in draw(production, COLUMNS) {
                writeln!(out, "{line}")?;
            }
        }
        Ok(())
    }
}
