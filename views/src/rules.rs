//! The productions of RFC 1738: a list of all, and a page about one.

use std::io::{self, Write};

use rfc1738::{Rule, is_valid};

use crate::characters::ranges;
use crate::palette::Palette;
use crate::paragraph::{write_heading, write_labelled};

/// Writes all productions under their headings.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_list(out: &mut impl Write, palette: Palette) -> io::Result<()> {
    let rules = Rule::ALL;
    for (index, group) in rules
        .chunk_by(|one, other| one.heading() == other.heading())
        .enumerate()
    {
        if index > 0 {
            writeln!(out)?;
        }
        let heading = group.first().map_or("", |rule| rule.heading());
        write_heading(out, palette, heading)?;
        group
            .iter()
            .try_for_each(|rule| write_production(out, palette, *rule, "  "))?;
    }
    Ok(())
}

/// Writes the production as the RFC prints it, its name in a style.
fn write_production(
    out: &mut impl Write,
    palette: Palette,
    rule: Rule,
    indent: &str,
) -> io::Result<()> {
    let (name, style) = (rule.name(), palette.name);
    for line in rule.production().lines() {
        match line.strip_prefix(name) {
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
pub fn write_page(out: &mut impl Write, palette: Palette, rule: Rule) -> io::Result<()> {
    write_production(out, palette, rule, "")?;
    writeln!(out)?;
    let remarks: Vec<String> = rule
        .comments()
        .iter()
        .map(|&remark| remark.to_owned())
        .collect();
    let readings: Vec<String> = rule
        .readings()
        .iter()
        .flat_map(|reading| {
            let decision = format!(
                "{} (section {}): {}",
                reading.id(),
                reading.section(),
                reading.decision()
            );
            [decision, reading.why().to_owned()]
        })
        .collect();
    write_labelled(out, palette, "Section", &[rule.section().to_owned()])?;
    write_labelled(out, palette, "Heading", &[rule.heading().to_owned()])?;
    write_labelled(out, palette, "Remarks", &remarks)?;
    write_labelled(out, palette, "Readings", &readings)?;
    write_labelled(
        out,
        palette,
        "Uses",
        &[names(rule.uses().iter().copied(), "no other production")],
    )?;
    write_labelled(
        out,
        palette,
        "Used by",
        &[names(rule.users(), "no other production")],
    )?;
    write_labelled(out, palette, "First", &[first(rule)])?;
    write_labelled(out, palette, "Example", &[rule.example().to_owned()])?;
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

fn names(rules: impl Iterator<Item = Rule>, none: &str) -> String {
    let names: Vec<&str> = rules.map(Rule::name).collect();
    if names.is_empty() {
        none.to_owned()
    } else {
        names.join(", ")
    }
}

/// Returns the characters that a text of the production can begin with.
fn first(rule: Rule) -> String {
    let characters = ranges(rule.first());
    if is_valid(rule, "") {
        format!("{characters}, or nothing at all")
    } else {
        characters
    }
}
