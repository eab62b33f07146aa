//! The description of each production.

use std::fmt::Write as _;

use super::character_set::set_of;
use super::context::Context;
use super::error::GenerateError;
use super::names;
use super::rust::formatted;
use super::sample::sample;
use crate::readings::Reading;
use crate::syntax::Production;

/// Returns the text of the file: the readings, then the descriptions of the productions.
pub(super) fn descriptions(context: &Context<'_>) -> Result<String, GenerateError> {
    let mut text = "//! The description of each production.\n\n".to_owned();
    let productions = &context.grammar().productions;
    let is_applied = |reading: &&Reading| {
        let mut productions = productions.iter();
        productions.any(|production| production.readings.contains(&reading.id))
    };
    let readings: Vec<&Reading> = context.readings.iter().filter(is_applied).collect();
    let reading = if readings.is_empty() { "" } else { ", Reading" };
    let _ = write!(
        text,
        "use rfcbnf_engine::{{CharacterSet, Description{reading}}};\n\nuse super::rule::Rule;\n"
    );
    for reading in readings {
        let code = format!(
            "static {}: Reading = Reading {{ id: {:?}, section: {:?}, decision: {:?}, why: {:?} }};",
            names::constant(&reading.id),
            reading.id,
            reading.section,
            reading.decision,
            reading.why
        );
        let _ = write!(text, "\n{}", formatted(&reading.id, &code)?);
    }
    let mut entries = String::new();
    for production in productions {
        let _ = write!(entries, "{},", description(context, production)?);
    }
    let count = productions.len();
    let code = format!(
        "/// In the order of the productions.\npub(crate) static DESCRIPTIONS: [Description<Rule>; {count}] = [{entries}];"
    );
    let _ = write!(text, "\n{}", formatted("DESCRIPTIONS", &code)?);
    Ok(text)
}

fn description(context: &Context<'_>, production: &Production) -> Result<String, GenerateError> {
    let first = context.first(production)?;
    let heading = production
        .heading
        .map(|heading| context.grammar().headings[heading].text.as_str());
    let comments: Vec<&str> = production
        .comments
        .iter()
        .map(|comment| comment.text.as_str())
        .collect();
    let readings = context
        .readings
        .iter()
        .filter(|reading| production.readings.contains(&reading.id));
    let readings: Vec<String> = readings
        .map(|reading| format!("&{}", names::constant(&reading.id)))
        .collect();
    let uses = production.uses().into_iter();
    let uses: Vec<String> = uses
        .map(|name| format!("Rule::{}", names::variant(name)))
        .collect();
    Ok(format!(
        "Description {{ name: {:?}, production: {:?}, heading: {:?}, section: {:?}, comments: &{comments:?}, \
         readings: &[{}], uses: &[{}], is_character: {}, first: {}, example: {} }}",
        production.name,
        context.grammar().text(production),
        heading.unwrap_or_default(),
        context.section(production).unwrap_or_default(),
        readings.join(", "),
        uses.join(", "),
        context.is_character(&production.name),
        set_of(first.iter().collect()),
        context.quoted(&sample(context, production).unwrap_or_default()),
    ))
}
