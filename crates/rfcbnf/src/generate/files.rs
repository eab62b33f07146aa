//! The files of the rules: a module for each heading, and the modules that these share.

use std::collections::BTreeMap;

use super::context::{Context, Recognized};
use super::dfas::Dfas;
use super::error::GenerateError;
use super::modules;
use super::production::Items;
use super::rule;
use super::{character_tables, errors, names, network, notes, tables};
use crate::automaton::{Automata, AutomatonError};
use crate::layout::Layout;
use crate::obstacles::Obstacle;
use crate::plan::Plan;
use crate::program::Program;
use crate::prose::Prose;
use crate::readings::Readings;
use crate::search_end::Watch;
use crate::sentences::RecursiveSentences;
use crate::syntax::{Grammar, Production};

/// Generated files: their paths below a folder, and their texts.
pub type Files = BTreeMap<String, String>;

/// What decides about productions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Combinators. There is no code if one has none.
    Combinators,
    /// A network, if productions recurse or are too large for combinators.
    Any,
}

/// The grammar, its readings, its prose and the layout.
pub(super) type Sources<'s> = (&'s Grammar, &'s Readings, &'s Prose, &'s Layout);

/// Checks the names, plans the grammar, and calls `write` with everything that a generated line may
/// depend on.
pub(super) fn in_context<T>(
    sources: Sources<'_>,
    wanted: Wanted,
    write: impl FnOnce(&Context<'_>) -> Result<T, GenerateError>,
) -> Result<T, GenerateError> {
    let (grammar, ..) = sources;
    names::check(grammar)?;
    let blocks = |one: &Obstacle| wanted == Wanted::Combinators || !one.is_recursion();
    if let Some(obstacle) = grammar.obstacles().causes().find(blocks) {
        return Err(GenerateError::Obstacle(obstacle));
    }
    planned(sources, &grammar.without_obstacles(), wanted, write)
}

/// Plans the productions of `regular` as combinators, without those that are too large.
fn planned<T>(
    sources: Sources<'_>,
    regular: &Grammar,
    wanted: Wanted,
    write: impl FnOnce(&Context<'_>) -> Result<T, GenerateError>,
) -> Result<T, GenerateError> {
    let (whole, readings, prose, layout) = sources;
    let any_case = regular.used_in_any_case();
    let plans = Plan::new(regular).and_then(|plan| Ok((plan, Plan::new(&any_case)?)));
    let (plan, any_case) = match plans {
        Ok(plans) => plans,
        Err(AutomatonError::TooLarge { production }) if wanted == Wanted::Any => {
            // All that are too large are found at once, and the one that is named is one of them.
            let names = regular.productions.iter().map(|one| one.name.as_str());
            let (_, too_large) = Automata::of_most(regular, &names.collect(), &Watch::default());
            let is_kept = |one: &Production| {
                let reached = regular.reachable_from([one.name.as_str()]);
                let mut reached = reached.into_iter();
                !reached.any(|name| name == production || too_large.contains_key(name))
            };
            let smaller = regular.retaining(is_kept);
            // The recognizer reads it, and its documentation shows a text.
            if RecursiveSentences::new(whole, &production).is_err() {
                return Err(GenerateError::TooLarge { production });
            }
            return planned(sources, &smaller, wanted, write);
        }
        Err(error) => return Err(error.into()),
    };
    let program = Program::new(&plan, &any_case, &|name| layout.is_character(name))?;
    write(&Context {
        whole,
        recognized: Recognized::all(whole, plan.resolved())?,
        plan: &plan,
        any_case: &any_case,
        program: &program,
        dfas: Dfas::new(&plan, &program, layout),
        readings,
        prose,
        layout,
    })
}

/// Returns the files of the rules and of their tables, by their paths in the folder `src`.
pub(super) fn rules(context: &Context<'_>) -> Result<Files, GenerateError> {
    let items = Items::of(context)?;
    let mut files = Files::new();
    let mut insert = |path: &str, text: String| files.insert(path.to_owned(), text);
    insert("rules/mod.rs", modules::root(context, &items)?);
    insert("tables/mod.rs", tables::tables(context, &items)?);
    insert("tables/descriptions.rs", rule::descriptions(context)?);
    insert("tables/dfas.rs", context.dfas.file()?);
    insert("tables/rule.rs", rule::rule(context)?);
    if context.has_recursion() {
        insert("tables/network.rs", network::network(context)?);
    } else {
        let tables = character_tables::character_tables(context)?;
        insert("tables/character_tables.rs", tables);
        insert("tables/errors.rs", errors::errors(context)?);
    }
    if let Some(text) = notes::notes(context)? {
        insert("tables/notes.rs", text);
    }
    for (name, productions) in context.modules() {
        let text = modules::module(context, &items, &name, &productions)?;
        files.insert(format!("rules/{name}.rs"), text);
    }
    Ok(files)
}
