//! A generated module.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::context::Context;
use super::documentation::{Example, module_example};
use super::error::GenerateError;
use super::imports::{Mentions, imports};
use super::markdown;
use super::names;
use super::production::{Item, any_case_variant, function};
use super::rust::formatted;
use crate::syntax::Production;

/// Returns the text of a module.
pub(super) fn module<'g>(
    context: &Context<'g>,
    name: &str,
    productions: &[&'g Production],
) -> Result<String, GenerateError> {
    let mut items = Vec::new();
    for production in productions {
        items.push(function(context, name, production)?);
    }
    add_any_case_variants(context, &mut items)?;
    let headings = headings(context, productions);
    let mut text = String::new();
    if headings.is_empty() {
        text.push_str("//! The productions under no heading.\n");
    }
    for (index, heading) in headings.into_iter().enumerate() {
        text.push_str(if index > 0 { "//!\n" } else { "" });
        let _ = writeln!(text, "//! {}", markdown::sentence(heading));
    }
    if let Some(first) = productions.first() {
        let example = module_example(context, name, first)?;
        let _ = write!(text, "//!\n//! ```\n{example}//! ```\n");
    }
    text.push('\n');
    let mut mentions = Mentions::default();
    for item in &items {
        mentions.extend(&item.mentions);
    }
    let code: Vec<&str> = items
        .iter()
        .flat_map(|item| &item.text)
        .map(String::as_str)
        .collect();
    text += &imports(context, &code.join("\n"), &mentions, productions)?;
    for code in code {
        let _ = write!(text, "\n{}", formatted(name, code)?);
    }
    if !context.has_recursion() {
        text += &verdicts(context, productions)?;
    }
    Ok(text)
}

/// Returns the call of the macro that makes the verdict functions.
fn verdicts(context: &Context<'_>, productions: &[&Production]) -> Result<String, GenerateError> {
    let mut text = "\nrfcbnf_engine::verdicts! {\n".to_owned();
    for production in productions {
        let name = names::function(&production.name);
        let example = Example::of(context, production)?.matched;
        let example = example.trim_end_matches(".as_slice()");
        let _ = writeln!(text, "    {name} {example}");
    }
    Ok(text + "}\n")
}

/// Returns the different headings of the productions.
fn headings<'g>(context: &Context<'g>, productions: &[&Production]) -> Vec<&'g str> {
    let mut headings = Vec::new();
    for heading in productions.iter().filter_map(|it| it.heading) {
        let heading = context.grammar().headings[heading].text.as_str();
        if !headings.contains(&heading) {
            headings.push(heading);
        }
    }
    headings
}

/// Adds the variants that match letters in either case, and those that these call in turn.
fn add_any_case_variants<'g>(
    context: &Context<'g>,
    items: &mut Vec<Item<'g>>,
) -> Result<(), GenerateError> {
    let called = items.iter().flat_map(|item| &item.mentions.calls_any_case);
    let mut added: BTreeSet<&str> = called.copied().collect();
    let mut waiting: Vec<&str> = added.iter().copied().collect();
    while let Some(name) = waiting.pop() {
        let Some(production) = context.grammar().production(name) else {
            continue;
        };
        let item = any_case_variant(context, production)?;
        let called = item.mentions.calls_any_case.iter();
        waiting.extend(called.filter(|&&name| added.insert(name)));
        items.push(item);
    }
    Ok(())
}
