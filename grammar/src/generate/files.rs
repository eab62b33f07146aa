//! The files of the rules: a module for each heading, and the modules that these share.

use std::collections::BTreeMap;

use super::context::Context;
use super::dfas::Dfas;
use super::error::GenerateError;
use super::{character_tables, descriptions, errors, methods, module, names, root, spans};
use crate::layout::Layout;
use crate::plan::Plan;
use crate::program::Program;
use crate::prose::Prose;
use crate::readings::Readings;
use crate::syntax::Grammar;

/// Generated files: their paths below a folder, and their texts.
pub type Files = BTreeMap<String, String>;

/// Checks the names, plans the grammar, and calls `write` with everything that a generated line may
/// depend on.
pub(super) fn in_context<T>(
    grammar: &Grammar,
    readings: &Readings,
    prose: &Prose,
    layout: &Layout,
    write: impl FnOnce(&Context<'_>) -> Result<T, GenerateError>,
) -> Result<T, GenerateError> {
    layout.check(grammar)?;
    names::check(grammar)?;
    if let Some(obstacle) = grammar.obstacles().causes().next() {
        return Err(GenerateError::Obstacle(obstacle));
    }
    let plan = Plan::new(grammar)?;
    let any_case = grammar.used_in_any_case();
    let any_case = Plan::new(&any_case)?;
    let program = Program::new(&plan, &any_case, &|name| layout.is_character(name))?;
    write(&Context {
        plan: &plan,
        any_case: &any_case,
        program: &program,
        dfas: Dfas::new(&plan, layout),
        readings,
        prose,
        layout,
    })
}

/// Returns the files of the rules, by their names in the folder of the rules.
pub(super) fn rules(context: &Context<'_>) -> Result<Files, GenerateError> {
    let mut files = Files::from([
        ("mod.rs".to_owned(), root::root(context)?),
        (
            "character_tables.rs".to_owned(),
            character_tables::character_tables(context)?,
        ),
        (
            "descriptions.rs".to_owned(),
            descriptions::descriptions(context)?,
        ),
        ("dfas.rs".to_owned(), context.dfas.file()?),
        ("errors.rs".to_owned(), errors::errors(context)?),
        ("rule.rs".to_owned(), methods::methods(context)?),
        ("spans.rs".to_owned(), spans::spans(context)?),
    ]);
    for (name, productions) in context.modules() {
        let text = module::module(context, &name, &productions)?;
        files.insert(format!("{name}.rs"), text);
    }
    Ok(files)
}
