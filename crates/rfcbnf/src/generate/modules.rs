//! The modules of the productions, and the one that holds them, which runs a production that is chosen at run time.

use std::fmt::Write as _;

use super::context::{Context, Module};
use super::documentation::{Example, module_example};
use super::error::GenerateError;
use super::production::Items;
use super::rust::{checked, filled, flag};
use super::{markdown, names};
use crate::syntax::Production;

/// The module, without the productions.
const TEMPLATE: &str = include_str!("templates/rules.rs");

/// Returns the text of the module.
pub(super) fn root(context: &Context<'_>, items: &Items<'_>) -> Result<String, GenerateError> {
    let modules = context.modules();
    let start = context.start()?;
    let module = modules.iter().find(|(_, all)| all.contains(&start));
    let (module, _) = module.ok_or(GenerateError::NoProductions)?;
    let names = modules.iter();
    let names = names.map(|(name, _)| format!("pub mod {};\n", names::function(name)));
    let Example {
        text,
        matched,
        rest,
        ..
    } = Example::of(context, start)?;
    let text = filled(
        TEMPLATE,
        &[
            ("recursive", flag(context.has_recursion())),
            ("example", &module_example(context, module, start)?),
            ("modules", &names.collect::<String>()),
            ("crate", &context.layout.crate_identifier()),
            ("root", &context.root(1)),
            ("nom", context.nom()),
            ("name", &format!("{:?}", start.name)),
            ("text", &text),
            ("matched", &matched),
            ("rest", &rest),
            ("functions", &functions(&modules)),
            ("has-tables", flag(context.has_all_character_tables())),
            (
                "bodies-of-rules",
                &bodies_of_rules(&context.grammar().productions),
            ),
            ("bodies", &bodies(context, &modules, items)),
        ],
    );
    checked("rules", &text)?;
    Ok(text)
}

/// Returns the arms of the match that runs the function of a production.
fn functions(modules: &[Module<'_>]) -> String {
    let mut arms = String::new();
    for (module, productions) in modules {
        let module = names::function(module);
        for production in productions {
            let (variant, function) = (
                names::variant(&production.name),
                names::function(&production.name),
            );
            let _ = writeln!(
                arms,
                "        Rule::{variant} => {module}::{function}(input),"
            );
        }
    }
    arms
}

/// Returns the arms of the match that runs the body of a production.
fn bodies_of_rules(productions: &[Production]) -> String {
    let arms = productions.iter().map(|production| {
        let (variant, body) = (
            names::variant(&production.name),
            names::function(&production.name),
        );
        format!("            Self::{variant} => bodies::{body}(collector, at),\n")
    });
    arms.collect()
}

/// Returns the lines of the module of all bodies.
fn bodies(context: &Context<'_>, modules: &[Module<'_>], items: &Items<'_>) -> String {
    let mut uses = String::new();
    for (module, productions) in modules {
        let module = names::function(module);
        let with_bodies = productions
            .iter()
            .filter(|one| context.recognized(one).is_none());
        for production in with_bodies {
            let name = names::function(&production.name);
            let _ = writeln!(uses, "    pub use super::{module}::{name}::{name};");
            if items.in_any_case().any(|name| name == production.name) {
                let name = names::any_case_function(&production.name);
                let _ = writeln!(uses, "    pub(super) use super::{module}::{name}::{name};");
            }
        }
    }
    uses
}

/// What the productions of a module use.
const IMPORTS: &str = "
use %nom%::IResult;
use %nom%::error::ParseError;
use rfcbnf_engine::prelude::*;

%if has-bodies%
// `production!` names the bodies of other productions, and the tables.
use super::bodies;
%else%
// `production!` names the tables.
%end%
use %root%::tables;
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
    text += &filled(
        IMPORTS,
        &[
            ("has-bodies", flag(has_bodies)),
            ("root", &context.root(2)),
            ("nom", context.nom()),
        ],
    );
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
