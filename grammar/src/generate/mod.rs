//! Writes the Rust of a grammar: one module for each heading, one function for each
//! production, and the enum of all productions.
//!
//! Invariant: the output depends only on the grammar, its readings and prose, and the layout, to
//! the octet. So a comparison with the files on disk tells whether they are stale.

mod context;
mod descriptions;
mod dfas;
mod documentation;
mod error;
mod expression;
mod imports;
mod module;
mod names;
mod production;
mod root;
mod rust;
mod sample;
mod sets;
mod vocabulary;

use std::collections::BTreeMap;

use context::Context;
use dfas::Dfas;

use crate::layout::Layout;
use crate::plan::Plan;
use crate::program::Program;
use crate::prose::Prose;
use crate::readings::Readings;
use crate::syntax::Grammar;

pub use error::GenerateError;

/// The generated files: their paths below the folder of the rules, and their texts.
pub type Files = BTreeMap<String, String>;

/// Generates the parsers of a grammar.
///
/// # Errors
///
/// See [`GenerateError`].
pub fn generate(
    grammar: &Grammar,
    readings: &Readings,
    prose: &Prose,
    layout: &Layout,
) -> Result<Files, GenerateError> {
    names::check(grammar)?;
    generate_planned(&Plan::new(grammar)?, readings, prose, layout)
}

/// Generates the parsers of a grammar that has a plan.
///
/// # Errors
///
/// See [`GenerateError`].
pub fn generate_planned(
    plan: &Plan<'_>,
    readings: &Readings,
    prose: &Prose,
    layout: &Layout,
) -> Result<Files, GenerateError> {
    let grammar = plan.resolved().grammar();
    names::check(grammar)?;
    layout.check(grammar)?;
    let any_case = grammar.used_in_any_case();
    let any_case = Plan::new(&any_case)?;
    let program = Program::new(plan, &any_case, &|name| layout.is_character(name))?;
    let context = Context {
        plan,
        any_case: &any_case,
        program: &program,
        dfas: Dfas::new(plan, layout),
        readings,
        prose,
        layout,
    };
    let mut files = Files::new();
    for (name, productions) in context.modules()? {
        let text = module::module(&context, &name, &productions)?;
        files.insert(format!("{name}.rs"), text);
    }
    files.insert("mod.rs".to_owned(), root::root(&context)?);
    files.insert(
        "descriptions.rs".to_owned(),
        descriptions::descriptions(&context)?,
    );
    files.insert("dfas.rs".to_owned(), context.dfas.file()?);
    Ok(files)
}
