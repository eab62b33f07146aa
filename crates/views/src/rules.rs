//! The productions of a grammar: a list of all, and a page about one.
//!
//! ```
//! use rfc1738::Rule;
//! use rfc1738_views::rules::write_page;
//! use rfc1738_views::palette::Palette;
//!
//! let mut out = Vec::new();
//! write_page(&mut out, Palette::PLAIN, &Rule::Port)?;
//! assert!(out.starts_with(b"port           = digits\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::io::{self, Write};

use rfcbnf_engine::escape::{Escaped, Printable};

use crate::description::{Describe, DescribedTexts};
use crate::palette::Palette;
use crate::paragraph::{write_heading, write_labelled};

/// Writes the productions under their headings.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_list(
    out: &mut impl Write,
    palette: Palette,
    rules: &[impl Describe],
) -> io::Result<()> {
    for (index, group) in rules
        .chunk_by(|one, other| one.heading() == other.heading())
        .enumerate()
    {
        if index > 0 {
            writeln!(out)?;
        }
        if let Some(heading) = group.first().and_then(Describe::heading) {
            write_heading(out, palette, &escaped(heading))?;
        }
        group
            .iter()
            .try_for_each(|rule| write_production(out, palette, rule, "  "))?;
    }
    Ok(())
}

/// Writes the production as the grammar prints it, its name in a style.
fn write_production(
    out: &mut impl Write,
    palette: Palette,
    rule: &impl Describe,
    indent: &str,
) -> io::Result<()> {
    let (name, style) = (escaped(rule.name()), palette.name);
    for line in rule.text().lines() {
        // Four spaces read better than an escaped tab.
        let line = escaped(&line.replace('\t', "    "));
        match line.strip_prefix(&name) {
            Some(body) => writeln!(out, "{indent}{style}{name}{style:#}{body}")?,
            None => writeln!(out, "{indent}{line}")?,
        }
    }
    Ok(())
}

/// Writes the page of one production: its text, section, readings, uses and an example.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_page(out: &mut impl Write, palette: Palette, rule: &impl Describe) -> io::Result<()> {
    write_production(out, palette, rule, "")?;
    writeln!(out)?;
    let one = |text: Option<&str>| -> Vec<String> { text.map(escaped).into_iter().collect() };
    let remarks: Vec<String> = rule.comments().into_iter().map(escaped).collect();
    let readings = rule.readings().into_iter().flat_map(|reading| {
        let (id, section) = (escaped(reading.id), escaped(reading.section));
        let decision = format!("{id} (section {section}): {}", escaped(reading.decision));
        [decision, escaped(reading.why)]
    });
    let readings: Vec<String> = readings.collect();
    write_labelled(out, palette, "Section", &one(rule.section()))?;
    write_labelled(out, palette, "Heading", &one(rule.heading()))?;
    write_labelled(out, palette, "Remarks", &remarks)?;
    write_labelled(out, palette, "Readings", &readings)?;
    write_labelled(out, palette, "Uses", &[names(&rule.uses())])?;
    write_labelled(out, palette, "Used by", &[names(&rule.users())])?;
    match rule.texts() {
        Ok(texts) => {
            write_labelled(out, palette, "First", &[first(&texts)])?;
            let example = texts
                .example
                .as_deref()
                .map(|text| Escaped(text).to_string());
            let example: Vec<String> = example.into_iter().collect();
            write_labelled(out, palette, "Example", &example)?;
        }
        Err(error) => {
            let unknown = format!("unknown: {}", escaped(&error.to_string()));
            write_labelled(out, palette, "First", &[unknown])?;
        }
    }
    if rule.is_character() {
        write_labelled(
            out,
            palette,
            "Tree",
            &["shown with --detail characters only".to_owned()],
        )?;
    }
    Ok(())
}

fn names(names: &[&str]) -> String {
    if names.is_empty() {
        "no other production".to_owned()
    } else {
        escaped(&names.join(", "))
    }
}

/// Returns the characters that a text of the production can begin with.
fn first(texts: &DescribedTexts) -> String {
    let characters = escaped(&texts.first.to_string());
    match (characters.is_empty(), texts.has_empty) {
        (true, true) => "nothing: only the empty text is derived".to_owned(),
        (true, false) => "nothing: no text is derived".to_owned(),
        (false, true) => format!("{characters}, or nothing at all"),
        (false, false) => characters,
    }
}

fn escaped(text: &str) -> String {
    Printable(text.as_bytes()).to_string()
}
