//! The definitions of productions.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::context::Context;
use super::documentation::documentation;
use super::error::GenerateError;
use super::expression::Writer;
use super::names;
use super::rust::formatted;
use crate::program::Definition;
use crate::syntax::Production;

/// The definitions of all productions.
pub(super) struct Items<'g> {
    exact: HashMap<&'g str, String>,
    /// Those that match letters in either case.
    any_case: BTreeMap<&'g str, String>,
}

/// A definition in Rust.
struct Item<'g> {
    text: String,
    /// The productions that it uses with letters in either case.
    calls_any_case: BTreeSet<&'g str>,
}

impl<'g> Items<'g> {
    /// Writes the definitions, and those in either case that these use.
    pub(super) fn of(context: &Context<'g>) -> Result<Self, GenerateError> {
        let mut items = Self {
            exact: HashMap::new(),
            any_case: BTreeMap::new(),
        };
        let mut waiting = Vec::new();
        for (module, productions) in context.modules() {
            for production in productions {
                let item = function(context, &module, production)?;
                items.exact.insert(&production.name, item.text);
                waiting.extend(item.calls_any_case);
            }
        }
        while let Some(name) = waiting.pop() {
            if items.any_case.contains_key(name) {
                continue;
            }
            let item = any_case_variant(context, name)?;
            items.any_case.insert(name, item.text);
            waiting.extend(item.calls_any_case);
        }
        Ok(items)
    }

    /// Returns the definitions of a production: its own, and that in either case if another one uses it.
    pub(super) fn texts(&self, production: &Production) -> impl Iterator<Item = &str> {
        let name = production.name.as_str();
        let texts = [self.exact.get(name), self.any_case.get(name)];
        texts.into_iter().flatten().map(String::as_str)
    }

    /// Returns the names of the productions that others use with letters in either case.
    pub(super) fn in_any_case(&self) -> impl Iterator<Item = &'g str> {
        self.any_case.keys().copied()
    }

    /// Returns whether code has been written for a definition.
    pub(super) fn has(&self, definition: &Definition) -> bool {
        !definition.is_in_any_case || self.any_case.contains_key(definition.name.as_str())
    }
}

/// Writes the definition of a production.
fn function<'g>(
    context: &Context<'g>,
    module: &str,
    production: &'g Production,
) -> Result<Item<'g>, GenerateError> {
    let documentation = documentation(context, module, production)?;
    let name = names::function(&production.name);
    let signature =
        format!("pub fn {name}<I: Text, E: ParseError<I>>(input: I) -> IResult<I, I, E>");
    if context.recognized(production).is_some() {
        return Ok(Item {
            text: defined(&documentation, &signature, "recognized()")?,
            calls_any_case: BTreeSet::new(),
        });
    }
    let mut writer = Writer::new(context, context.definition(production)?);
    let body = wrapped(context, &mut writer);
    Ok(Item {
        text: defined(&documentation, &signature, &body)?,
        calls_any_case: writer.calls_any_case,
    })
}

/// Writes the body that matches the letters of a production in either case.
fn any_case_variant<'g>(
    context: &Context<'g>,
    production: &str,
) -> Result<Item<'g>, GenerateError> {
    let id = context.any_case.resolved().find(production);
    let id = id.ok_or_else(|| GenerateError::Empty(production.to_owned()))?;
    let mut writer = Writer::new(context, context.program.in_any_case(id));
    let body = wrapped(context, &mut writer);
    let name = names::any_case_function(production);
    let documentation = format!("/// `{production}`, with letters in either case.\n");
    Ok(Item {
        text: defined(&documentation, &format!("fn {name}()"), &body)?.replacen(
            &format!("fn {name}()"),
            &format!("in_any_case fn {name}"),
            1,
        ),
        calls_any_case: writer.calls_any_case,
    })
}

/// Returns the body in the combinator that makes a production of it.
fn wrapped<'g>(context: &Context<'g>, writer: &mut Writer<'_, 'g>) -> String {
    let definition: &Definition = writer.definition;
    let combinator = if definition.character.is_some() {
        "character"
    } else if context.dfa(definition).is_none() {
        "production"
    } else if context.dfas.decides(&definition.name) {
        "decided"
    } else {
        "with_dfa"
    };
    format!("{combinator}({})", writer.body())
}

/// Returns the call of the macro that defines a production.
fn defined(documentation: &str, signature: &str, body: &str) -> Result<String, GenerateError> {
    let code = formatted(
        "production",
        &format!("{documentation}{signature} {{ {body} }}"),
    )?;
    let mut text = "production! {\n".to_owned();
    for line in code.lines() {
        text += &format!("    {line}\n").replace("    \n", "\n");
    }
    Ok(text + "}\n")
}
