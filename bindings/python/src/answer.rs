//! The answer of a production to a text, before Python sees it.
//!
//! Nothing here touches the interpreter, so other threads of Python can run meanwhile.

use rfc1738_views::check::record::CheckRecord;
use rfc1738_views::json;
use rfc1738_views::production::{CheckedProduction, Rejection, Undecided};
use rfcbnf_engine::{Detail, SyntaxError};
use serde::Serialize;

use crate::text::Text;
use crate::tree::Nodes;

/// Why there is no tree, or no verdict.
pub(crate) enum Refusal {
    /// The production does not derive the text.
    Rejected(Rejected),
    /// Nobody knows whether it does.
    Undecided(UndecidedText),
}

/// A text that a production does not derive. Offsets are in the unit of the argument.
pub(crate) struct Rejected {
    /// What is wrong, in one line.
    pub(crate) message: String,
    /// The line of the text with a mark, and the notes.
    pub(crate) notes: String,
    pub(crate) offset: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The record of the command.
    pub(crate) record: String,
}

/// A text that is not decided, or has no tree.
pub(crate) struct UndecidedText {
    pub(crate) reason: String,
    pub(crate) production: Option<String>,
    pub(crate) offset: Option<usize>,
}

/// An error that has a message for an offset in characters.
pub(crate) trait Worded: Rejection {
    /// Returns what is wrong, in one line.
    fn line(&self, offset: usize) -> String;

    /// Returns the same with the line of the text.
    fn lines(&self) -> String;
}

impl Worded for rfc1738::SyntaxError {
    // No production of RFC 1738 derives a character outside ASCII, so both offsets are the same.
    fn line(&self, _: usize) -> String {
        self.to_string()
    }

    fn lines(&self) -> String {
        format!("{self:#}")
    }
}

impl<P: CheckedProduction> Worded for SyntaxError<P> {
    fn line(&self, offset: usize) -> String {
        format!(
            "not a valid {}: expected {}, found {} at offset {offset}",
            self.rule(),
            self.expected_list(),
            self.found_name()
        )
    }

    fn lines(&self) -> String {
        format!("{self:#}")
    }
}

/// Returns whether the production derives the text.
pub(crate) fn is_valid(rule: impl CheckedProduction, text: &Text<'_>) -> Result<bool, Refusal> {
    rule.is_valid(text.octets())
        .map_err(|undecided| refusal(&undecided, text))
}

/// Returns the tree of the text.
pub(crate) fn tree<P>(rule: P, text: &Text<'_>, detail: Detail) -> Result<Nodes, Refusal>
where
    P: CheckedProduction<Rejection: Worded>,
{
    match rule.check_in_detail(text.octets(), detail) {
        Ok(Ok(tree)) => Ok(Nodes::of(tree.root(), text)),
        Ok(Err(error)) => Err(Refusal::Rejected(rejected(rule, text, &error))),
        Err(undecided) => Err(refusal(&undecided, text)),
    }
}

/// Returns the error of the text, if the production does not derive it.
pub(crate) fn check<P>(rule: P, text: &Text<'_>) -> Result<(), Refusal>
where
    P: CheckedProduction<Rejection: Worded>,
{
    if is_valid(rule, text)? {
        return Ok(());
    }
    match rule.check(text.octets()) {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(error)) => Err(Refusal::Rejected(rejected(rule, text, &error))),
        Err(undecided) => Err(refusal(&undecided, text)),
    }
}

/// Returns what Python shows of an error.
pub(crate) fn rejected<P>(rule: P, text: &Text<'_>, error: &P::Rejection) -> Rejected
where
    P: CheckedProduction<Rejection: Worded>,
{
    let facts = error.facts();
    let span = facts.span();
    let offset = text.offset(facts.offset());
    let lines = error.lines();
    let notes = lines.split_once('\n').map_or("", |(_, notes)| notes);
    Rejected {
        message: error.line(offset),
        notes: notes.to_owned(),
        offset,
        start: text.offset(span.start),
        end: text.end(span.end),
        record: record(&CheckRecord::new(text.octets(), rule, Err(error))),
    }
}

fn refusal(undecided: &Undecided, text: &Text<'_>) -> Refusal {
    let unknown = match undecided {
        Undecided::Unknown(unknown) => Some(unknown),
        _ => None,
    };
    Refusal::Undecided(UndecidedText {
        reason: undecided.to_string(),
        production: unknown.map(|unknown| unknown.production.to_string()),
        offset: unknown.map(|unknown| text.offset(unknown.offset)),
    })
}

/// Returns the record as the command writes it, without the line end.
pub(crate) fn record(record: &impl Serialize) -> String {
    let mut line = Vec::new();
    // A vector takes everything, and the JSON is ASCII.
    let _ = json::write(&mut line, record);
    line.pop();
    String::from_utf8(line).unwrap_or_default()
}
