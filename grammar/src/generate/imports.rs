//! The `use` lines of a generated module.

use std::collections::BTreeSet;

use super::context::Context;
use super::error::GenerateError;
use super::names;
use super::rust::formatted;
use super::vocabulary::{
    COMBINATORS, ENGINE, ENGINE_COMBINATORS, NOM, RECOGNIZED, RECOGNIZER, SCANS, SPAN_COMBINATORS,
    TYPES,
};
use crate::program::Definition;
use crate::syntax::Production;

/// What the code of a module mentions.
#[derive(Default)]
pub(super) struct Mentions<'g> {
    /// The productions that it calls.
    pub(super) calls: BTreeSet<&'g str>,
    /// The productions that it calls with letters in either case.
    pub(super) calls_any_case: BTreeSet<&'g str>,
    /// The productions whose sets of characters it uses.
    pub(super) sets: BTreeSet<&'g str>,
}

impl Mentions<'_> {
    pub(super) fn extend(&mut self, other: &Self) {
        self.calls.extend(&other.calls);
        self.calls_any_case.extend(&other.calls_any_case);
        self.sets.extend(&other.sets);
    }
}

/// Returns the `use` lines for what the code of the productions `here` mentions: from nom and the
/// engine, and from the modules beside it.
pub(super) fn imports<'g>(
    context: &Context<'g>,
    code: &str,
    mentions: &Mentions<'g>,
    here: &[&Production],
) -> Result<String, GenerateError> {
    let identifiers = identifiers(code);
    let nom = NOM.map(|(path, names)| line(path, &mentioned(&identifiers, names)));
    let engine = [
        line(ENGINE, &mentioned(&identifiers, TYPES)),
        line(ENGINE_COMBINATORS, &mentioned(&identifiers, COMBINATORS)),
        line(RECOGNIZER, &mentioned(&identifiers, RECOGNIZED)),
    ];
    let mut beside = vec![line("super", &["Rule".to_owned()])];
    for (module, productions) in context.modules() {
        let is_here = |production: &&Production| here.contains(production);
        if !productions.iter().any(is_here) {
            let path = format!("super::{}", names::function(&module));
            beside.push(line(&path, &used(&productions, mentions)));
        }
    }
    beside.push(dfas(context, &identifiers));
    groups(&[nom.concat() + &engine.concat(), beside.concat()])
}

/// Returns the `use` lines for what the code for spans mentions.
pub(super) fn of_spans(
    context: &Context<'_>,
    code: &str,
    definitions: &[&Definition],
    mentions: &Mentions<'_>,
) -> Result<String, GenerateError> {
    let identifiers = identifiers(code);
    let nom = NOM.iter().flat_map(|(_, names)| *names);
    let combinators: Vec<&str> = nom.chain(COMBINATORS).chain(&SCANS).copied().collect();
    let mut combinators = mentioned(&identifiers, &combinators);
    combinators.sort_unstable();
    let engine = [
        line(ENGINE, &mentioned(&identifiers, TYPES)),
        line("rfcbnf_engine::spans", &["Collector".to_owned()]),
        line(SPAN_COMBINATORS, &combinators),
    ];
    let mut beside = vec![line("super", &["Rule".to_owned()])];
    for (module, productions) in context.modules() {
        let is_of_module = |definition: &&&Definition| {
            let mut names = productions.iter().map(|production| &production.name);
            names.any(|name| *name == definition.name)
        };
        let searched = definitions.iter().filter(is_of_module);
        let tables = searched.map(|definition| names::search_table(definition));
        let tables = tables.filter(|table| identifiers.contains(&**table));
        let names = used(&productions, mentions).into_iter().chain(tables);
        let path = format!("super::{}", names::function(&module));
        beside.push(line(&path, &names.collect::<Vec<_>>()));
    }
    beside.push(dfas(context, &identifiers));
    groups(&[engine.concat(), beside.concat()])
}

/// Returns the `use` line for the DFAs among the identifiers.
fn dfas(context: &Context<'_>, identifiers: &BTreeSet<&str>) -> String {
    let productions = context.grammar().productions.iter();
    let names = productions.filter_map(|production| context.dfas.name(&production.name));
    let names: BTreeSet<String> = names.filter(|name| identifiers.contains(&**name)).collect();
    line("super::dfas", &Vec::from_iter(names))
}

/// Returns the groups of `use` lines, formatted.
fn groups(groups: &[String; 2]) -> Result<String, GenerateError> {
    let groups = groups.iter().filter(|group| !group.is_empty());
    let groups: Result<Vec<String>, GenerateError> =
        groups.map(|group| formatted("use", group)).collect();
    Ok(groups?.join("\n"))
}

/// Returns the identifiers in the code, without those in comments.
fn identifiers(code: &str) -> BTreeSet<&str> {
    let lines = code.lines().filter(|line| !line.starts_with("///"));
    lines
        .flat_map(|line| line.split(|character: char| !is_in_identifiers(character)))
        .collect()
}

/// Returns those of the names that are among the identifiers.
fn mentioned(identifiers: &BTreeSet<&str>, names: &[&str]) -> Vec<String> {
    let names = names.iter().filter(|name| identifiers.contains(*name));
    names.map(|name| (*name).to_owned()).collect()
}

fn is_in_identifiers(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Returns the names of these productions that the code mentions: sets first, then functions.
fn used(productions: &[&Production], mentions: &Mentions) -> Vec<String> {
    let names = || productions.iter().map(|production| &*production.name);
    let sets = names().filter(|name| mentions.sets.contains(name));
    let calls = names().filter(|name| mentions.calls.contains(name));
    sets.map(names::constant)
        .chain(calls.map(names::function))
        .collect()
}

fn line(path: &str, names: &[String]) -> String {
    match names {
        [] => String::new(),
        [name] => format!("use {path}::{name};\n"),
        _ => format!("use {path}::{{{}}};\n", names.join(", ")),
    }
}
