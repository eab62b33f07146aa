//! `rfc1738 rules`: the productions.

use std::io::{self, Write as _};

use rfc1738::{Rule, is_valid};

use crate::arguments::RulesArguments;
use crate::characters::ranges;
use crate::outcome::{Failure, Verdict};
use crate::page::{write_heading, write_labelled};
use crate::streams::Output;

/// Shows all productions, or all about one.
pub(crate) fn run(arguments: &RulesArguments) -> Result<Verdict, Failure> {
    let mut out = Output::new();
    match arguments.name {
        Some(rule) => write_page(&mut out, rule)?,
        None => write_all(&mut out)?,
    }
    out.flush()?;
    Ok(Verdict::Valid)
}

/// The productions under their headings.
fn write_all(out: &mut Output) -> io::Result<()> {
    let rules = Rule::ALL;
    for (index, group) in rules
        .chunk_by(|one, other| one.heading() == other.heading())
        .enumerate()
    {
        if index > 0 {
            writeln!(out)?;
        }
        let heading = group.first().map_or("", |rule| rule.heading());
        write_heading(out, heading)?;
        group
            .iter()
            .try_for_each(|rule| write_production(out, *rule, "  "))?;
    }
    Ok(())
}

/// The production as the RFC prints it, with its name set off.
fn write_production(out: &mut Output, rule: Rule, indent: &str) -> io::Result<()> {
    let (name, style) = (rule.name(), out.palette().name);
    for line in rule.production().lines() {
        match line.strip_prefix(name) {
            Some(body) => writeln!(out, "{indent}{style}{name}{style:#}{body}")?,
            None => writeln!(out, "{indent}{line}")?,
        }
    }
    Ok(())
}

/// All about one production.
fn write_page(out: &mut Output, rule: Rule) -> io::Result<()> {
    write_production(out, rule, "")?;
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
    write_labelled(out, "Section", &[rule.section().to_owned()])?;
    write_labelled(out, "Heading", &[rule.heading().to_owned()])?;
    write_labelled(out, "Remarks", &remarks)?;
    write_labelled(out, "Readings", &readings)?;
    write_labelled(
        out,
        "Uses",
        &[names(rule.uses().iter().copied(), "no other production")],
    )?;
    write_labelled(
        out,
        "Used by",
        &[names(rule.users(), "no other production")],
    )?;
    write_labelled(out, "First", &[first(rule)])?;
    write_labelled(out, "Example", &[rule.example().to_owned()])?;
    if rule.is_character() {
        write_labelled(
            out,
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

/// What a text of the production begins with.
fn first(rule: Rule) -> String {
    let characters = ranges(rule.first());
    if is_valid(rule, "") {
        format!("{characters}, or nothing at all")
    } else {
        characters
    }
}
