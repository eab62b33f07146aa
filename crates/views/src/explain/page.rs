//! The explanation of a production for people.

use std::io::{self, Write};

use rfcbnf::derivations::DerivationTree;
use rfcbnf::sentences::CHOICES;
use rfcbnf_engine::escape::{Escaped, Quoted};

use crate::diagnostic::syntax_error::rejection;
use crate::explain::{Explanation, NearMiss};
use crate::palette::Palette;
use crate::paragraph::{write_labelled, write_section};
use crate::production::CheckedProduction;
use crate::railroad::text::draw;
use crate::rules::{escaped, first, names, reading, write_production};
use crate::tree::text::write_indented;

/// The beginning of the sentence about what automata would say.
const UNDECIDED: &str = "what only automata decide";

/// The width of a line, in columns.
const WIDTH: usize = 80;

/// The indent of every line below a heading.
const INDENT: &str = "  ";

/// Writes the production, its facts, its diagram and its examples.
///
/// # Errors
///
/// Fails if the output does.
pub fn write(
    out: &mut impl Write,
    palette: Palette,
    explanation: &Explanation<'_, impl CheckedProduction>,
) -> io::Result<()> {
    let production = explanation.production;
    write_production(out, palette, &production.name, &explanation.text, "")?;
    writeln!(out)?;
    write_facts(out, palette, explanation)?;
    write_section(out, palette, "Diagram")?;
    for line in draw(production, WIDTH - INDENT.len()) {
        writeln!(out, "{INDENT}{line}")?;
    }
    if explanation.shortest.is_empty() {
        return Ok(());
    }
    write_section(out, palette, &shortest_heading(explanation.choices))?;
    write_texts(out, palette, &explanation.shortest)?;
    if let Some(example) = &explanation.example {
        write_section(out, palette, "A typical example")?;
        write_example(out, palette, example)?;
    }
    if let Some(miss) = &explanation.near_miss {
        write_section(out, palette, "A near miss")?;
        write_miss(out, palette, miss)?;
    }
    Ok(())
}

fn shortest_heading(choices: usize) -> String {
    if choices > CHOICES {
        format!("Shortest examples, for the first {CHOICES} of {choices} choices")
    } else {
        "Shortest examples".to_owned()
    }
}

fn write_facts(
    out: &mut impl Write,
    palette: Palette,
    explanation: &Explanation<'_, impl CheckedProduction>,
) -> io::Result<()> {
    let Explanation {
        section, heading, ..
    } = explanation;
    let comments = explanation.production.comments.iter();
    let comments: Vec<String> = comments.map(|it| escaped(&it.text)).collect();
    let prose = explanation.prose.iter();
    let prose = prose.map(|remark| format!("{} (section {})", remark.text, remark.section));
    let readings = explanation.readings.iter();
    let readings = readings.flat_map(|one| reading((*one).into()));
    let readings: Vec<String> = readings.collect();
    let one = |text: Option<&str>| -> Vec<String> { text.map(escaped).into_iter().collect() };
    write_labelled(out, palette, "Section", &one(*section))?;
    write_labelled(out, palette, "Heading", &one(*heading))?;
    write_labelled(out, palette, "Remarks", &comments)?;
    write_labelled(out, palette, "Prose", &prose.collect::<Vec<_>>())?;
    write_labelled(out, palette, "Readings", &readings)?;
    write_labelled(out, palette, "Uses", &[names(&explanation.uses)])?;
    write_labelled(out, palette, "Used by", &[names(&explanation.users)])?;
    if let Some(characters) = &explanation.first {
        let has_empty = explanation.is_empty_derived.unwrap_or_default();
        let first = first(&characters.to_string(), has_empty);
        write_labelled(out, palette, "First", &[first])?;
    }
    let obstacle = explanation.obstacle.as_ref();
    let undecided = obstacle.map(|obstacle| format!("{UNDECIDED}: {obstacle}"));
    write_labelled(out, palette, "Not said", undecided.as_slice())
}

/// Writes the texts, as many on a line as fit.
fn write_texts(out: &mut impl Write, palette: Palette, texts: &[Vec<u8>]) -> io::Result<()> {
    let faint = palette.faint;
    let mut width = 0;
    for text in texts {
        let text = Quoted(&**text).to_string();
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

fn write_example(
    out: &mut impl Write,
    palette: Palette,
    example: &DerivationTree,
) -> io::Result<()> {
    writeln!(out, "{INDENT}{}", Escaped(example.text()))?;
    write_indented(out, palette, example.root(), INDENT)
}

fn write_miss(
    out: &mut impl Write,
    palette: Palette,
    miss: &NearMiss<impl CheckedProduction>,
) -> io::Result<()> {
    let diagnostic = rejection(&miss.text, &miss.error);
    let shown = diagnostic.without_help().render(palette);
    shown
        .lines()
        .try_for_each(|line| writeln!(out, "{INDENT}{line}"))
}
