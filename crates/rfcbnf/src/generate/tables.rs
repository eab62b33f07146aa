//! The tables of productions: a constant for each, with its name.

use std::fmt::Write as _;

use rfcbnf_engine::ProductionId;
use rfcbnf_engine::combinators::SearchState;

use super::context::Context;
use super::error::GenerateError;
use super::names;
use super::production::Items;
use super::rust::{formatted, set_of, use_line};
use crate::program::{CharacterFacts, Definition};

/// The documentation of the file.
const ROOT: &str = "//! What the bodies of productions are run with: a constant for each production, with its name.
//!
//! A constant holds the [`Rule`], and the DFA or the sets of characters if the production has them. `rules` names these
//! tables, and no table names a body.
#![allow(non_upper_case_globals, reason = \"a production has the name of the grammar in each module\")]

";

/// Returns the text of the file.
pub(super) fn tables(context: &Context<'_>, items: &Items<'_>) -> Result<String, GenerateError> {
    let mut text = ROOT.to_owned();
    let modules: &[&str] = if context.has_recursion() {
        &[
            "pub(crate) mod descriptions",
            "mod dfas",
            "pub(crate) mod network",
            "pub(crate) mod rule",
        ]
    } else {
        &[
            "pub(crate) mod character_tables",
            "pub(crate) mod descriptions",
            "mod dfas",
            "pub(crate) mod errors",
            "pub(crate) mod rule",
        ]
    };
    for module in modules {
        let _ = writeln!(text, "{module};");
    }
    if context.prose.notes().next().is_some() {
        text += "mod notes;\n";
    }
    let mut code = String::new();
    for production in &context.grammar().productions {
        let name = names::function(&production.name);
        code += &match context.recognized(production) {
            Some(_) => constant(&name, &production.name, "Table<Rule>", "new", ""),
            None => table(context, context.definition(production)?, &name),
        };
    }
    for name in items.in_any_case() {
        if let Some(id) = context.any_case.resolved().find(name) {
            let definition = context.program.in_any_case(id);
            code += &table(context, definition, &names::any_case_function(name));
        }
    }
    let searches = context.program.definitions().iter();
    for definition in searches.filter(|one| items.has(one)) {
        code += &search_table(context, definition).unwrap_or_default();
    }
    text += &imports(&code);
    let _ = write!(text, "\n{}", formatted("tables", &code)?);
    Ok(text)
}

/// Returns the `use` lines of what the code mentions.
fn imports(code: &str) -> String {
    let modules: [(&str, &[&str]); 3] = [
        (
            "rfcbnf_engine",
            &["CharacterSet", "CharacterSets", "Decided", "Table"],
        ),
        ("rfcbnf_engine::combinators", &["SearchState"]),
        (
            "rfcbnf_engine::dfa",
            &[
                "Alternative",
                "Alternatives",
                "LeafDfa",
                "List",
                "ListDfa",
                "NestedDfa",
            ],
        ),
    ];
    let lines = modules.map(|(module, names)| use_line(module, names, code));
    format!("\n{}\nuse rule::Rule;\n", lines.concat())
}

/// Returns the constant of a production that has a body.
fn table(context: &Context<'_>, definition: &Definition, name: &str) -> String {
    let rule = &definition.name;
    if let Some(CharacterFacts { whole, first }) = &definition.character {
        let sets = format!(", {}, {}", set_of(*whole), set_of(*first));
        return constant(
            name,
            rule,
            "Table<Rule, CharacterSets>",
            "of_characters",
            &sets,
        );
    }
    match (context.dfa(definition), context.dfas.kind(rule)) {
        (Some(dfa), Some(kind)) => {
            if let Some(alternatives) = context.dfas.alternatives(rule) {
                let facts = format!(", &dfas::{dfa}, {alternatives}");
                return constant(name, rule, "Table<Rule, Decided>", "decided", &facts);
            }
            let of = format!("Table<Rule, &{kind}>");
            constant(name, rule, &of, "with_dfa", &format!(", &dfas::{dfa}"))
        }
        _ => constant(name, rule, "Table<Rule>", "new", ""),
    }
}

fn constant(name: &str, rule: &str, of: &str, maker: &str, facts: &str) -> String {
    let variant = names::variant(rule);
    format!("pub(crate) const {name}: {of} = Table::{maker}(Rule::{variant}{facts});\n")
}

/// Returns the table of the states of a search, if the production needs one.
fn search_table(context: &Context<'_>, definition: &Definition) -> Option<String> {
    let states = context.search_states(definition)?;
    let rule = |id: &ProductionId| {
        let production = &context.regular().productions[id.index()];
        format!("Rule::{}.id()", names::variant(&production.name))
    };
    let rows = states.iter().map(|state| match state {
        SearchState::Consume(set, next) => {
            format!("Consume({}, {next})", set_of(*set))
        }
        SearchState::Either(first, second) => format!("Either({first}, {second})"),
        SearchState::Open(id, next) => format!("Open({}, {next})", rule(id)),
        SearchState::OpenCharacter(id, next) => format!("OpenCharacter({}, {next})", rule(id)),
        SearchState::Close(next) => format!("Close({next})"),
        SearchState::Accept => "Accept".to_owned(),
    });
    let rows: Vec<String> = rows.map(|row| format!("SearchState::{row},")).collect();
    Some(format!(
        "/// The states of `{}`, numbered from 0, the start.\npub(crate) static {}: [SearchState; {}] = [{}];\n",
        definition.name,
        names::search_table(definition),
        rows.len(),
        rows.concat(),
    ))
}
