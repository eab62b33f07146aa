//! The function of a production.

use rfcbnf_engine::ProductionId;
use rfcbnf_engine::combinators::SearchState;

use super::character_set::{set_of, union_of};
use super::context::Context;
use super::documentation::documentation;
use super::error::GenerateError;
use super::expression::Writer;
use super::imports::Mentions;
use super::names;
use super::sets::in_either_case;
use crate::program::{CharacterFacts, Definition};
use crate::syntax::Production;

/// A production in Rust.
pub(super) struct Item<'g> {
    /// Its items, none with a blank line.
    pub(super) text: Vec<String>,
    pub(super) mentions: Mentions<'g>,
}

/// Writes the public function of a production, and the set of its characters if it has one.
pub(super) fn function<'g>(
    context: &Context<'g>,
    module: &str,
    production: &'g Production,
) -> Result<Item<'g>, GenerateError> {
    if context.recognized(production).is_some() {
        return recognized(context, module, production);
    }
    let definition = context.definition(production)?;
    let mut writer = Writer::new(context, definition);
    let mut text = Vec::new();
    if context.is_character(&production.name) {
        text.extend(set_constant(context, &mut writer, production)?);
    }
    let body = wrapped(context, &mut writer);
    let documentation = documentation(context, module, production)?;
    let name = names::function(&production.name);
    text.push(documentation + &signature("pub ", &name, &body));
    text.extend(search_table(context, definition));
    Ok(Item {
        text,
        mentions: writer.mentions,
    })
}

/// Writes the public function of a production that the network reads.
fn recognized<'g>(
    context: &Context<'g>,
    module: &str,
    production: &'g Production,
) -> Result<Item<'g>, GenerateError> {
    let documentation = documentation(context, module, production)?;
    let name = names::function(&production.name);
    let body = format!("recognized(Rule::{})", names::variant(&production.name));
    Ok(Item {
        text: vec![documentation + &signature("pub ", &name, &body)],
        mentions: Mentions::default(),
    })
}

/// Writes the private function that matches the letters of a production in either case.
pub(super) fn any_case_variant<'g>(
    context: &Context<'g>,
    production: &'g Production,
) -> Result<Item<'g>, GenerateError> {
    let id = context.any_case.resolved().find(&production.name);
    let id = id.ok_or_else(|| GenerateError::Empty(production.name.clone()))?;
    let mut writer = Writer::new(context, context.program.in_any_case(id));
    let body = wrapped(context, &mut writer);
    let name = names::any_case_function(&production.name);
    let documentation = format!("/// `{}`, with letters in either case.\n", production.name);
    let mut text = vec![documentation + &signature("", &name, &body)];
    text.extend(search_table(context, writer.definition));
    Ok(Item {
        text,
        mentions: writer.mentions,
    })
}

/// Returns `production(Rule::…, …)`.
pub(super) fn wrapped<'g>(context: &Context<'g>, writer: &mut Writer<'_, 'g>) -> String {
    let definition = writer.definition;
    let variant = names::variant(&definition.name);
    let body = writer.body();
    let Some(CharacterFacts { whole, first }) = &definition.character else {
        return match context.dfa(definition) {
            Some(dfa) => format!("with_dfa(Rule::{variant}, &{dfa}, {body})"),
            None => format!("production(Rule::{variant}, {body})"),
        };
    };
    let whole_set = whole;
    let (whole, first) = (whole.to_string(), first.to_string());
    let constant = context.whole_characters(&definition.name);
    let set = if whole.is_empty() {
        "CharacterSet::EMPTY".to_owned()
    } else if definition.is_in_any_case && whole != in_either_case(&constant) {
        format!("const {{ {} }}", set_of(*whole_set))
    } else {
        writer.mentions.sets.insert(&definition.name);
        let suffix = if definition.is_in_any_case {
            ".any_case()"
        } else {
            ""
        };
        names::constant(&definition.name) + suffix
    };
    let is_other = |character: &char| !whole.contains(*character);
    let other: String = first.chars().filter(is_other).collect();
    let first = match (whole.is_empty(), other.is_empty()) {
        (_, true) => set.clone(),
        (true, false) => format!("const {{ {} }}", set_of(other.chars().collect())),
        (false, false) => {
            let all = union_of(Some(set.clone()), other.chars().collect());
            format!("const {{ {all} }}")
        }
    };
    format!("character(Rule::{variant}, {set}, {first}, {body})")
}

/// Returns the constant of the characters that a character production matches on their own.
fn set_constant<'g>(
    context: &Context<'g>,
    writer: &mut Writer<'_, 'g>,
    production: &'g Production,
) -> Result<Option<String>, GenerateError> {
    let whole = context
        .automaton(production)?
        .whole_characters()
        .characters();
    let Some(id) = context.resolved().find(&production.name) else {
        return Ok(None);
    };
    if whole.is_empty() {
        return Ok(None);
    }
    let set = writer.set(context.resolved().production(id).body(), &whole);
    let constant = names::constant(&production.name);
    Ok(Some(format!(
        "/// The characters that `{}` matches on their own.\npub(crate) const {constant}: CharacterSet = {set};",
        production.name
    )))
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
        "/// The states of `{}`, numbered from 0, the start.\npub(super) static {}: [SearchState; {}] = [{}];",
        definition.name,
        names::search_table(definition),
        rows.len(),
        rows.concat(),
    ))
}

fn signature(visibility: &str, name: &str, body: &str) -> String {
    format!(
        "{visibility}fn {name}<I: Text, E: ParseError<I>>(input: I) -> IResult<I, I, E> {{ {body}(input) }}"
    )
}
