//! The page for people.
//!
//! Invariant: all that comes from a grammar is escaped.

use std::io::{self, Write as _};

use rfcbnf::derivations::Tree;
use rfcbnf::sentences::CHOICES;

use super::explanation::{Error, Explanation, NearMiss};
use crate::characters::ranges;
use crate::diagnostic::{Diagnostic, mismatch, rejection};
use crate::escape::{Escaped, Quoted};
use crate::page::{write_heading, write_labelled};
use crate::railroad::text::draw;
use crate::streams::Output;
use crate::tree;

/// The number of columns.
const WIDTH: usize = 80;

/// What stands before each line below a heading.
const INDENT: &str = "  ";

/// Writes all that is known of the production.
pub(super) fn write(out: &mut Output, explanation: &Explanation) -> io::Result<()> {
    write_production(out, explanation)?;
    writeln!(out)?;
    write_facts(out, explanation)?;
    section(out, "Diagram")?;
    for line in draw(explanation.production, WIDTH - INDENT.len()) {
        writeln!(out, "{INDENT}{line}")?;
    }
    if explanation.shortest.is_empty() {
        return Ok(());
    }
    section(out, &shortest_heading(explanation.choices))?;
    write_texts(out, &explanation.shortest)?;
    if let Some(example) = &explanation.example {
        section(out, "A typical example")?;
        write_example(out, example)?;
    }
    if let Some(miss) = &explanation.near_miss {
        section(out, "A near miss")?;
        write_miss(out, &explanation.production.name, miss)?;
    }
    Ok(())
}

/// Says where not every choice has its text.
fn shortest_heading(choices: usize) -> String {
    if choices > CHOICES {
        format!("Shortest examples, for the first {CHOICES} of {choices} choices")
    } else {
        "Shortest examples".to_owned()
    }
}

fn section(out: &mut Output, heading: &str) -> io::Result<()> {
    writeln!(out)?;
    write_heading(out, heading)
}

/// The production as the file has it, with its name set off.
fn write_production(out: &mut Output, explanation: &Explanation) -> io::Result<()> {
    let style = out.palette().name;
    let name = escaped(&explanation.production.name);
    for line in explanation.text.lines() {
        // A tab is as wide as some spaces; escaped, it would be harder to read than that.
        let line = escaped(&line.replace('\t', "    "));
        match line.strip_prefix(&name) {
            Some(body) => writeln!(out, "{style}{name}{style:#}{body}")?,
            None => writeln!(out, "{line}")?,
        }
    }
    Ok(())
}

fn write_facts(out: &mut Output, explanation: &Explanation) -> io::Result<()> {
    let Explanation {
        section, heading, ..
    } = explanation;
    let comments = explanation.production.comments.iter();
    let comments: Vec<String> = comments.map(|it| escaped(&it.text)).collect();
    let prose = explanation.prose.iter();
    let prose = prose.map(|remark| format!("{} (section {})", remark.text, remark.section));
    let readings = explanation.readings.iter().flat_map(|reading| {
        let (id, section) = (escaped(&reading.id), escaped(&reading.section));
        let decision = format!("{id} (section {section}): {}", escaped(&reading.decision));
        [decision, escaped(&reading.why)]
    });
    let readings: Vec<String> = readings.collect();
    let one = |text: Option<&str>| -> Vec<String> { text.map(escaped).into_iter().collect() };
    write_labelled(out, "Section", &one(*section))?;
    write_labelled(out, "Heading", &one(*heading))?;
    write_labelled(out, "Remarks", &comments)?;
    write_labelled(out, "Prose", &prose.collect::<Vec<_>>())?;
    write_labelled(out, "Readings", &readings)?;
    write_labelled(out, "Uses", &[names(&explanation.uses)])?;
    write_labelled(out, "Used by", &[names(&explanation.users)])?;
    write_labelled(out, "First", &[first(explanation)])
}

fn names(names: &[&str]) -> String {
    if names.is_empty() {
        "no other production".to_owned()
    } else {
        escaped(&names.join(", "))
    }
}

/// What a text of the production begins with.
fn first(explanation: &Explanation) -> String {
    let characters = escaped(&ranges(explanation.first));
    match (characters.is_empty(), explanation.is_empty_derived) {
        (true, true) => "nothing: only the empty text is derived".to_owned(),
        (true, false) => "nothing: no text is derived".to_owned(),
        (false, true) => format!("{characters}, or nothing at all"),
        (false, false) => characters,
    }
}

/// As many texts on a line as fit.
fn write_texts(out: &mut Output, texts: &[String]) -> io::Result<()> {
    let faint = out.palette().faint;
    let mut width = 0;
    for text in texts {
        let text = Quoted(text).to_string();
        let wide = text.chars().count() + INDENT.len();
        if width > 0 && width + wide > WIDTH {
            writeln!(out)?;
            width = 0;
        }
        width += wide;
        write!(out, "{INDENT}{faint}{text}{faint:#}")?;
    }
    writeln!(out)
}

fn write_example(out: &mut Output, example: &Tree) -> io::Result<()> {
    writeln!(out, "{INDENT}{}", escaped(example.text()))?;
    tree::write_indented(out, out.palette(), example.root(), INDENT)
}

fn write_miss(out: &mut Output, production: &str, miss: &NearMiss) -> io::Result<()> {
    let diagnostic: Diagnostic = match &miss.error {
        Error::Own(error) => rejection(miss.text.as_bytes(), error),
        Error::Other(error) => mismatch(production, &miss.text, error),
    };
    let shown = diagnostic.without_help().render(out.palette());
    shown
        .lines()
        .try_for_each(|line| writeln!(out, "{INDENT}{line}"))
}

fn escaped(text: &str) -> String {
    Escaped(text.as_bytes()).to_string()
}
