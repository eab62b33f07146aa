//! A generated module.

use std::fmt::Write as _;

use super::context::Context;
use super::documentation::module_example;
use super::error::GenerateError;
use super::markdown;
use super::production::Items;
use super::template::{filled, flag};
use crate::syntax::Production;

/// What the productions of a module use.
const IMPORTS: &str = "
use nom::IResult;
use nom::error::ParseError;
use rfcbnf_engine::prelude::*;

%if has-bodies%
// `production!` names the bodies of other productions, and the tables.
use super::bodies;
%else%
// `production!` names the tables.
%end%
use crate::tables;
";

/// Returns the text of a module.
pub(super) fn module<'g>(
    context: &Context<'g>,
    items: &Items<'g>,
    name: &str,
    productions: &[&'g Production],
) -> Result<String, GenerateError> {
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
    let has_bodies = productions
        .iter()
        .any(|one| context.recognized(one).is_none());
    text += &filled(IMPORTS, &[("has-bodies", flag(has_bodies))]);
    for item in productions.iter().flat_map(|one| items.texts(one)) {
        let _ = write!(text, "\n{item}");
    }
    Ok(text)
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
