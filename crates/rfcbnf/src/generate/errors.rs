//! The table of the errors.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::hash::Hash;

use rfcbnf_engine::{Expected, ProductionId};

use super::context::Context;
use super::error::GenerateError;
use super::names;
use super::rust::{checked, octet, set_of};
use crate::errors::{ErrorMachine, Facts, Outcome, SharedErrors, SharedState};
use crate::octets::OctetSet;
use crate::syntax::{Encoding, Grammar};

/// The documentation of a file with a table.
const TABLE: &str = r"//! What errors say.
//!
//! An error depends on the longest viable prefix alone, and on the character after it. The table is
//! an automaton that reads the prefix. Each state names what its error says: the index of the list
//! of what is expected, the index of the context, and the number of octets of an unfinished
//! character production. Then come the transitions: the index of a set of octets, and the next
//! state. Above each state stands a production with a shortest text that leads to the state. Other
//! productions share it if their errors continue in the same way.
//!
//! The generator made the automaton from the grammar, by a subset construction.

";

/// The functions that use a table with the errors of every production.
const EVERY: &str = r"
/// Returns the error in a text that the production does not derive.
pub(crate) fn error(rule: Rule, text: &[u8]) -> SyntaxError<Rule> {
    ERRORS.error(rule, STARTS[rule as usize], text)
}

/// Returns the length of the longest viable prefix of a text.
pub(super) fn viable_prefix(rule: Rule, text: &[u8]) -> usize {
    ERRORS.viable_prefix(STARTS[rule as usize], text)
}
";

/// The functions that use a table with the errors of some productions.
const SOME: &str = r"
/// Returns the error in a text that the production does not derive. The body finds it for a
/// production without a table.
pub(crate) fn error(rule: Rule, text: &[u8]) -> SyntaxError<Rule> {
    match STARTS[rule as usize] {
        Some(start) => ERRORS.error(rule, start, text),
        None => rule.body_error(text),
    }
}

/// Returns the length of the longest viable prefix of a text.
pub(super) fn viable_prefix(rule: Rule, text: &[u8]) -> usize {
    match STARTS[rule as usize] {
        Some(start) => ERRORS.viable_prefix(start, text),
        None => rule.body_viable_prefix(text),
    }
}
";

/// The function that a grammar of characters has besides.
const CHARACTERS: &str = r"
/// Returns the characters that can follow a viable prefix.
pub(super) fn characters_after(rule: Rule, prefix: &[u8]) -> Option<Vec<RangeInclusive<char>>> {
    ERRORS.characters_after(STARTS[rule as usize], prefix)
}
";

/// A file without a table.
const NO_TABLE: &str = r"//! What errors say. There is no table of them: the bodies find all errors.

use rfcbnf_engine::{Parse as _, SyntaxError};

use super::rule::Rule;

/// Returns the error in a text that the production does not derive.
pub(crate) fn error(rule: Rule, text: &[u8]) -> SyntaxError<Rule> {
    rule.body_error(text)
}

/// Returns the length of the longest viable prefix of a text.
pub(super) fn viable_prefix(rule: Rule, text: &[u8]) -> usize {
    rule.body_viable_prefix(text)
}
";

/// How the lists of the file name productions and characters.
const NAMES: &str = r"
/// Returns a production that an error expects.
const fn production(rule: Rule) -> Expected<ProductionId> {
    Expected::Production(rule.id())
}

/// Returns a character that an error expects.
const fn character(character: char) -> Expected<ProductionId> {
    Expected::Character(character)
}
";

/// Returns the text of the file.
pub(super) fn errors(context: &Context<'_>) -> Result<String, GenerateError> {
    let productions = context.grammar().productions.iter();
    let facts = Facts::of(context.program);
    let machines = productions.map(|production| machine(context, &production.name, &facts));
    let errors = SharedErrors::new(&machines.collect::<Vec<_>>());
    let text = if errors.states().is_empty() {
        NO_TABLE.to_owned()
    } else {
        Tables::of(&errors).text(context)
    };
    checked("errors", &text)?;
    Ok(text)
}

/// Returns the errors of the production of that name, if there is an automaton for them.
fn machine(context: &Context<'_>, name: &str, facts: &Facts) -> Option<ErrorMachine> {
    let production = context.resolved().find(name)?;
    let automaton = context.plan.automaton(production);
    ErrorMachine::of(context.resolved(), production, facts, automaton)
}

/// The lists that states share, each once.
struct Tables<'m> {
    errors: &'m SharedErrors,
    expected: Vec<&'m [Expected<ProductionId>]>,
    /// The index of the list of each state.
    lists: Vec<usize>,
    /// The contexts: the index of the one outside, and the innermost production.
    contexts: Vec<(usize, ProductionId)>,
    /// The index of the context of each state.
    opened: Vec<usize>,
    sets: Vec<OctetSet>,
    /// The indexes of the sets of all states, one after the other.
    read: Vec<usize>,
}

impl<'m> Tables<'m> {
    fn of(errors: &'m SharedErrors) -> Self {
        let outcomes = || errors.states().iter().map(SharedState::outcome);
        let (expected, lists) = distinct(outcomes().map(Outcome::expected));
        let (contexts, opened) = contexts(outcomes().map(Outcome::context));
        let steps = errors.states().iter().flat_map(SharedState::steps);
        let (sets, read) = distinct(steps.map(|&(octets, _)| octets));
        Self {
            errors,
            expected,
            lists,
            contexts,
            opened,
            sets,
            read,
        }
    }

    /// Returns the text of the file.
    fn text(&self, context: &Context<'_>) -> String {
        let grammar = context.grammar();
        let starts = self.errors.starts();
        let is_complete = starts.iter().all(Option::is_some);
        let mut text = TABLE.to_owned();
        let parse = if is_complete { "" } else { " Parse as _," };
        let has_characters = grammar.encoding == Encoding::Utf8;
        if has_characters {
            let _ = write!(
                text,
                "use {}::vec::Vec;\nuse core::ops::RangeInclusive;\n\n",
                context.alloc()
            );
        }
        let _ = writeln!(
            text,
            "use rfcbnf_engine::{{CharacterSet, ErrorContext, ErrorLists, ErrorState, ErrorStates, ErrorTable, \
             Expected,{parse} ProductionId, SyntaxError}};\n\nuse super::rule::Rule;"
        );
        text += if is_complete { EVERY } else { SOME };
        text += if has_characters { CHARACTERS } else { "" };
        text += "\npub(crate) static ERRORS: ErrorTable = ErrorTable::new(&STATES, &SETS, &EXPECTED, &CONTEXTS);\n";
        let written = starts.iter().map(|start| match start {
            Some(start) if is_complete => start.to_string(),
            Some(start) => format!("Some({start})"),
            None => "None".to_owned(),
        });
        let of = if is_complete { "u16" } else { "Option<u16>" };
        let _ = writeln!(
            text,
            "\n/// The start of each production.\npub(crate) static STARTS: [{of}; {}] = [{}];",
            starts.len(),
            written.collect::<Vec<_>>().join(", ")
        );
        self.write_states(grammar, &mut text);
        self.write_lists(grammar, &mut text);
        let mut used = NAMES.trim_start().split_inclusive("\n}\n");
        for (name, helper) in ["production(", "character("].into_iter().zip(&mut used) {
            if text.contains(&format!("[{name}")) || text.contains(&format!(", {name}")) {
                let _ = write!(text, "\n{}", helper.trim_start());
            }
        }
        text
    }

    fn write_states(&self, grammar: &Grammar, text: &mut String) {
        let states = self.errors.states();
        let _ = writeln!(
            text,
            "\n/// The states.\nstatic STATES: ErrorStates<{}, {}> = ErrorStates::new(&[",
            states.len(),
            self.read.len(),
        );
        let mut read = self.read.iter();
        for (number, state) in states.iter().enumerate() {
            let name = &grammar.productions[state.production().index()].name;
            let steps = state.steps().iter().zip(&mut read);
            let steps = steps.map(|((_, target), set)| format!("({set}, {target})"));
            let _ = writeln!(
                text,
                "    // {number}: {name} {}\n    ErrorState({}, {}, {}, &[{}]),",
                quoted(state.text()),
                self.lists[number],
                self.opened[number],
                state.outcome().begun(),
                steps.collect::<Vec<_>>().join(", ")
            );
        }
        text.push_str("]);\n");
    }

    fn write_lists(&self, grammar: &Grammar, text: &mut String) {
        let rule = |id: ProductionId| {
            let production = &grammar.productions[id.index()];
            format!("Rule::{}", names::variant(&production.name))
        };
        let sets = self.sets.iter();
        let sets = sets.map(|set| set_of(set.iter().collect()));
        let about = "The octets of transitions.";
        write_list(text, about, "SETS", "CharacterSet", sets);
        let expected = self.expected.iter().map(|list| {
            let items: Vec<String> = list.iter().map(|&one| named(one, &rule)).collect();
            format!("&[{}]", items.join(", "))
        });
        let items: usize = self.expected.iter().map(|list| list.len()).sum();
        let _ = writeln!(
            text,
            "\n/// What errors expect, in order.\nstatic EXPECTED: ErrorLists<{}, {items}> = ErrorLists::new(&[",
            expected.len()
        );
        write_items(text, expected);
        text.push_str("]);\n");
        let contexts = self.contexts.iter();
        let contexts =
            contexts.map(|&(outside, id)| format!("ErrorContext({outside}, {}.id())", rule(id)));
        let about = "The productions that are open: the index of the context outside, and the innermost one.";
        write_list(text, about, "CONTEXTS", "ErrorContext", contexts);
    }
}

/// Writes a list with the index of each item.
fn write_list(
    text: &mut String,
    about: &str,
    name: &str,
    of: &str,
    items: impl ExactSizeIterator<Item = String>,
) {
    let _ = writeln!(
        text,
        "\n/// {about}\nstatic {name}: [{of}; {}] = [",
        items.len()
    );
    write_items(text, items);
    text.push_str("];\n");
}

/// Writes items, each below its index.
fn write_items(text: &mut String, items: impl Iterator<Item = String>) {
    for (number, item) in items.enumerate() {
        let _ = writeln!(text, "    // {number}\n    {item},");
    }
}

/// Returns each context once, after the one outside of it, and the index of each state's.
fn contexts<'m>(
    states: impl Iterator<Item = &'m [ProductionId]>,
) -> (Vec<(usize, ProductionId)>, Vec<usize>) {
    let mut numbers = HashMap::new();
    let mut contexts = Vec::new();
    let opened = states.map(|context| {
        context.iter().fold(None, |outside, &production| {
            Some(*numbers.entry((outside, production)).or_insert_with(|| {
                contexts.push((outside.unwrap_or(contexts.len()), production));
                contexts.len() - 1
            }))
        })
    });
    // An error names its own production at least.
    let opened = opened.map(Option::unwrap_or_default).collect();
    (contexts, opened)
}

/// Returns each item once, in the order of the first, and the index of each item among these.
fn distinct<T: Copy + Eq + Hash>(items: impl Iterator<Item = T>) -> (Vec<T>, Vec<usize>) {
    let mut numbers = HashMap::new();
    let mut distinct = Vec::new();
    let indexes = items.map(|item| {
        *numbers.entry(item).or_insert_with(|| {
            distinct.push(item);
            distinct.len() - 1
        })
    });
    let indexes = indexes.collect();
    (distinct, indexes)
}

/// Returns what an error expects in Rust.
fn named(expected: Expected<ProductionId>, rule: &dyn Fn(ProductionId) -> String) -> String {
    match expected {
        Expected::Production(id) => format!("production({})", rule(id)),
        Expected::Character(one) => format!("character({one:?})"),
        Expected::Characters { first, last } => {
            format!("Expected::Characters {{ first: {first:?}, last: {last:?} }}")
        }
        Expected::Octets { first, last } => format!(
            "Expected::Octets {{ first: {}, last: {} }}",
            octet(first),
            octet(last)
        ),
        Expected::MoreOf(id) => format!("Expected::MoreOf({}.id())", rule(id)),
        Expected::EndOfText => "Expected::EndOfText".to_owned(),
    }
}

/// Returns a text for a comment.
fn quoted(text: &[u8]) -> String {
    format!("\"{}\"", text.escape_ascii())
}
