//! The productions as functions from offset to offset, for the spans of a few of them.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::character_set::set_of;
use super::choice::Choice;
use super::context::Context;
use super::error::GenerateError;
use super::expression::Writer;
use super::imports::{self, Mentions};
use super::names;
use super::production::wrapped;
use super::rust::formatted;
use super::template::filled;
use crate::program::{Definition, Part};

/// The beginning of the documentation of the file.
const BEGINNING: &str =
    "//! The productions, for verdicts and for the spans of a few of them without a tree";

/// What the beginning goes on with if the spans build trees.
const TREES: &str = ", and for\n//! trees";

/// The rest of the documentation of the file.
const ROOT: &str = r".
//!
//! [`Spans::select`](rfcbnf_engine::spans::Spans::select) takes the function [`%function%()`].
//!
//! The module exists for generated code only. It is hidden, and can change in any release.
//!
//! Each function is the expression of the one by the same name in the modules beside, with the
//! combinators of [`rfcbnf_engine::spans::combinators`]. It takes the offset where the production
//! begins and returns the offset after the match. A DFA that determines a production's tree scans
//! its text.

";

/// A function, and what it mentions.
struct Function<'g> {
    definition: &'g Definition,
    text: String,
    mentions: Mentions<'g>,
}

/// Returns the text of the file.
pub(super) fn spans(context: &Context<'_>) -> Result<String, GenerateError> {
    let start = context.definition(context.start()?)?;
    let mut roots = vec![start];
    for (_, production) in context.productions() {
        roots.push(context.definition(production)?);
    }
    let functions = reachable(context, &roots)?;
    let name = names::function(&start.name);
    let mut text = BEGINNING.to_owned();
    if context.has_all_character_tables() {
        text += TREES;
    }
    text += &filled(ROOT, &[("function", &name)]);
    text += &imports(context, &functions)?;
    let _ = write!(text, "\n{}", formatted("read", &dispatch(context))?);
    for function in &functions {
        let _ = write!(text, "\n{}", formatted("spans", &function.text)?);
    }
    Ok(text)
}

/// Returns the function that calls the function of a production.
fn dispatch(context: &Context<'_>) -> String {
    let productions = context.grammar().productions.iter();
    let arms = productions.map(|production| {
        let (variant, function) = (
            names::variant(&production.name),
            names::function(&production.name),
        );
        format!("Rule::{variant} => {function}(collector, at),")
    });
    format!(
        "/// Matches a production that is chosen at run time.\n\
         pub(super) fn read<C: Collector>(rule: Rule, collector: &mut C, at: usize) -> Option<usize> \
         {{ match rule {{ {} }} }}",
        arms.collect::<String>()
    )
}

/// Returns the functions of the definitions and of those that they lead to, in the order of the
/// grammar. The first definition is that of the start.
fn reachable<'g>(
    context: &Context<'g>,
    roots: &[&'g Definition],
) -> Result<Vec<Function<'g>>, GenerateError> {
    let mut functions = Vec::new();
    let mut added = BTreeSet::new();
    let mut waiting = roots.to_vec();
    waiting.retain(|root| added.insert((&*root.name, false)));
    while let Some(definition) = waiting.pop() {
        let is_start = definition.id == roots[0].id && !definition.is_in_any_case;
        let visibility = match (is_start, definition.is_in_any_case) {
            (true, _) => "pub ",
            (_, true) => "",
            (false, false) => "pub(super) ",
        };
        let function = function(context, definition, visibility);
        for called in called(context, &function.mentions)? {
            if added.insert((&called.name, called.is_in_any_case)) {
                waiting.push(called);
            }
        }
        functions.push(function);
    }
    functions.sort_by_key(|function| {
        let definition = function.definition;
        (definition.id.index(), definition.is_in_any_case)
    });
    Ok(functions)
}

/// Returns the definitions that the code calls.
fn called<'g>(
    context: &Context<'g>,
    mentions: &Mentions<'g>,
) -> Result<Vec<&'g Definition>, GenerateError> {
    let mut called = Vec::new();
    for name in mentions.calls.iter().copied() {
        let production = context.grammar().production(name);
        called.extend(production.map(|it| context.definition(it)).transpose()?);
    }
    for name in mentions.calls_any_case.iter().copied() {
        let production = context.any_case.resolved().find(name);
        called.extend(production.map(|id| context.program.in_any_case(id)));
    }
    Ok(called)
}

/// Returns the function of a definition.
fn function<'g>(
    context: &Context<'g>,
    definition: &'g Definition,
    visibility: &str,
) -> Function<'g> {
    let mut writer = Writer::new(context, definition);
    let scanned = scanned(context, definition, "scan");
    let body = scanned
        .or_else(|| decided(context, &mut writer))
        .unwrap_or_else(|| wrapped(context, &mut writer));
    let (name, case) = if definition.is_in_any_case {
        let name = names::any_case_function(&definition.name);
        (name, ", with letters in either case")
    } else {
        (names::function(&definition.name), "")
    };
    let text = format!(
        "/// `{}`{case}.\n{visibility}fn {name}<C: Collector>(collector: &mut C, at: usize) -> Option<usize> {{ {body}(collector, at) }}",
        definition.name,
    );
    Function {
        definition,
        text,
        mentions: writer.mentions,
    }
}

/// Returns a call of the combinator for a production whose DFA determines its tree.
fn scanned(context: &Context<'_>, definition: &Definition, combinator: &str) -> Option<String> {
    let dfa = context.dfa(definition)?;
    let variant = names::variant(&definition.name);
    let is_determined = context.dfas.determines_tree(&definition.name);
    is_determined.then(|| format!("{combinator}(Rule::{variant}, &{dfa})"))
}

/// Returns the body of a production of alternatives if its DFA decides between them. Where the
/// first octet decides already, the alternative is called at once.
fn decided<'g>(context: &Context<'g>, writer: &mut Writer<'_, 'g>) -> Option<String> {
    let definition = writer.definition;
    let dfa = context.dfa(definition)?;
    let parts = match context.program.part(definition.body) {
        Part::Ordered(members) => members.iter().map(|member| member.part).collect(),
        Part::Ranked(members, _) | Part::Longest(members) => members.clone(),
        _ => return None,
    };
    let production = context.grammar().production(&definition.name)?;
    let choice = Choice::of(context.plan, production)?;
    let Choice { chosen, automata } = &choice;
    if automata.len() != parts.len() {
        return None;
    }
    let mut calls = Vec::new();
    for (index, &part) in parts.iter().enumerate() {
        let own = choice.own_first(index);
        if !own.is_empty() {
            let first = set_of(own);
            let call = writer.text(part);
            calls.push(format!("predicted(const {{ {first} }}, {call})"));
        }
    }
    let members = parts.into_iter().map(|part| {
        let inner = match context.program.part(part) {
            Part::Production(inner) => Some(context.program.definition(*inner)),
            _ => None,
        };
        let whole = inner.and_then(|inner| scanned(context, inner, "whole"));
        whole.unwrap_or_else(|| writer.text(part))
    });
    let members: Vec<String> = members.collect();
    calls.push(format!(
        "decided(&{dfa}, &{chosen:?}, ({}))",
        members.join(", ")
    ));
    let body = match calls.as_slice() {
        [only] => only.clone(),
        _ => format!("alt(({}))", calls.join(", ")),
    };
    let variant = names::variant(&definition.name);
    Some(format!("with_dfa(Rule::{variant}, &{dfa}, {body})"))
}

/// Returns the `use` lines.
fn imports(context: &Context<'_>, functions: &[Function<'_>]) -> Result<String, GenerateError> {
    let mut mentions = Mentions::default();
    for function in functions {
        mentions.sets.extend(&function.mentions.sets);
    }
    let code: Vec<&str> = functions
        .iter()
        .map(|function| function.text.as_str())
        .collect();
    let definitions = functions.iter().map(|function| function.definition);
    let definitions: Vec<&Definition> = definitions.collect();
    imports::of_spans(context, &code.join("\n"), &definitions, &mentions)
}
