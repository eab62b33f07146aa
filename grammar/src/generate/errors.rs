//! The table of the errors of the start.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::hash::Hash;

use rfcbnf_engine::{Expected, ProductionId};

use super::character_set::{octet, set_of};
use super::context::Context;
use super::error::GenerateError;
use super::names;
use super::rust::checked;
use crate::errors::{ErrorMachine, ErrorState, Outcome};
use crate::syntax::Grammar;

/// The beginning of the documentation of the file.
const TITLE: &str = "//! What the errors of `%start%` say.\n//!\n";

/// The documentation of a file with a table.
const TABLE: &str = r"//! An error depends on the longest viable prefix alone, and on the character after it. The table is
//! an automaton that reads the prefix. Each state names what its error says: the index of the list
//! of what is expected, the index of the context, and the number of octets of an unfinished
//! character production. Then come the transitions: the first and the last of some neighboring
//! classes of octets, and the next state. State 0 is the start. Above each state stands a shortest
//! text that leads to it.
//!
//! The generator found the automaton by running the combinators, which say the same.

use rfcbnf_engine::{CharacterSet, ErrorState, ErrorStates, ErrorTable, Expected, ProductionId};

use super::Rule;

/// Returns the table of the errors of a production, if it has one.
pub(super) fn table(rule: Rule) -> Option<&'static ErrorTable> {
    (rule == Rule::%variant%).then_some(&ERRORS)
}

static ERRORS: ErrorTable = ErrorTable::new(&STATES, &CONTEXTS);
";

/// The rest of a file without a table.
const NO_TABLE: &str = r"//! There is no table of them, because it would be too large or could differ from the combinators:
//! these find all errors.

use rfcbnf_engine::ErrorTable;

use super::Rule;

/// Returns the table of the errors of a production, if it has one.
pub(super) fn table(_: Rule) -> Option<&'static ErrorTable> {
    None
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
    let start = &context.start()?.name;
    let mut text = TITLE.replace("%start%", start);
    match machine(context, start) {
        Some(machine) => {
            text += &TABLE.replace("%variant%", &names::variant(start));
            Tables::of(&machine).write(context.grammar(), &machine, &mut text);
        }
        None => text += NO_TABLE,
    }
    checked("errors", &text)?;
    Ok(text)
}

/// Returns the errors of the production of that name, if there is an automaton for them.
fn machine(context: &Context<'_>, name: &str) -> Option<ErrorMachine> {
    let production = context.resolved().find(name)?;
    let rule = context.interpreter.find(name)?;
    ErrorMachine::of(context.resolved(), context.plan.automaton(production), rule)
}

/// The lists that states share, each once.
struct Tables<'m> {
    expected: Vec<&'m [Expected<ProductionId>]>,
    contexts: Vec<&'m [ProductionId]>,
    /// The indexes of the list and of the context of each state.
    indexes: Vec<(usize, usize)>,
}

impl<'m> Tables<'m> {
    fn of(machine: &'m ErrorMachine) -> Self {
        let outcomes = || machine.states().iter().map(ErrorState::outcome);
        let (expected, lists) = distinct(outcomes().map(Outcome::expected));
        let (contexts, opened) = distinct(outcomes().map(Outcome::context));
        Self {
            expected,
            contexts,
            indexes: lists.into_iter().zip(opened).collect(),
        }
    }

    fn write(&self, grammar: &Grammar, machine: &ErrorMachine, text: &mut String) {
        let rule = |id: ProductionId| {
            let production = &grammar.productions[id.index()];
            format!("Rule::{}", names::variant(&production.name))
        };
        let (states, classes) = (machine.states(), machine.classes());
        let _ = writeln!(
            text,
            "\n/// The states.\nstatic STATES: ErrorStates<{}, {}, {}> = ErrorStates::new(&CLASSES, &[",
            states.len(),
            classes.len(),
            self.expected.len(),
        );
        for (number, (state, indexes)) in states.iter().zip(&self.indexes).enumerate() {
            let _ = writeln!(text, "    // {number}: {}", quoted(state.text()));
            let _ = writeln!(text, "    {},", written(state, *indexes));
        }
        text.push_str("], &EXPECTED);\n");
        let _ = writeln!(
            text,
            "\n/// The classes of octets. No viable prefix contains an octet of none of them.\n\
             const CLASSES: [CharacterSet; {}] = [",
            classes.len()
        );
        for (number, class) in classes.iter().enumerate() {
            let set = set_of(class.iter().collect());
            let _ = writeln!(text, "    // {number}\n    {set},");
        }
        let _ = writeln!(
            text,
            "];\n\n/// What errors expect, in order.\n\
             const EXPECTED: [&[Expected<ProductionId>]; {}] = [",
            self.expected.len()
        );
        for (number, list) in self.expected.iter().enumerate() {
            let items: Vec<String> = list.iter().map(|&one| named(one, &rule)).collect();
            let _ = writeln!(text, "    // {number}\n    &[{}],", items.join(", "));
        }
        let _ = writeln!(
            text,
            "];\n\n/// The productions that are open, from the outermost to the innermost.\n\
             const CONTEXTS: [&[ProductionId]; {}] = [",
            self.contexts.len()
        );
        for (number, context) in self.contexts.iter().enumerate() {
            let ids = context.iter().map(|&id| rule(id) + ".id()");
            let ids: Vec<String> = ids.collect();
            let _ = writeln!(text, "    // {number}\n    &[{}],", ids.join(", "));
        }
        text.push_str("];\n");
        let mut used = NAMES.trim_start().split_inclusive("\n}\n");
        for (name, helper) in ["production(", "character("].into_iter().zip(&mut used) {
            if text.contains(&format!("[{name}")) || text.contains(&format!(", {name}")) {
                let _ = write!(text, "\n{}", helper.trim_start());
            }
        }
    }
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

/// Returns a state in Rust.
fn written(state: &ErrorState, (expected, context): (usize, usize)) -> String {
    let mut transitions: Vec<(usize, usize, usize)> = Vec::new();
    for (class, target) in state.steps().iter().enumerate() {
        let Some(target) = *target else { continue };
        match transitions.last_mut() {
            Some((_, last, to)) if *last + 1 == class && *to == target => *last = class,
            _ => transitions.push((class, class, target)),
        }
    }
    let transitions = transitions.iter();
    let transitions =
        transitions.map(|(first, last, target)| format!("({first}, {last}, {target})"));
    let transitions: Vec<String> = transitions.collect();
    let begun = state.outcome().begun();
    format!(
        "ErrorState({expected}, {context}, {begun}, &[{}])",
        transitions.join(", ")
    )
}

/// Returns what an error expects in Rust.
fn named(expected: Expected<ProductionId>, rule: &dyn Fn(ProductionId) -> String) -> String {
    match expected {
        Expected::Production(id) => format!("production({})", rule(id)),
        Expected::Character(one) => format!("character({one:?})"),
        Expected::Octets { first, last } => format!(
            "Expected::Octets {{ first: {}, last: {} }}",
            octet(first),
            octet(last)
        ),
        Expected::EndOfText => "Expected::EndOfText".to_owned(),
    }
}

/// Returns a text for a comment.
fn quoted(text: &[u8]) -> String {
    format!("\"{}\"", text.escape_ascii())
}
