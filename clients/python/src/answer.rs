//! The answer of a production to a text, before Python sees it.
//!
//! Nothing here touches the interpreter, so other threads of Python can run meanwhile.

use rfc1738_views::check::record::CheckRecord;
use rfc1738_views::json;
use rfc1738_views::production::{CheckedProduction, Rejection, Undecided};
use rfc1738_views::repairs::Repairs;
use rfcbnf_engine::Detail;

use crate::text::Text;
use crate::tree::Nodes;

/// Why there is no tree, or no verdict.
pub(crate) enum Refusal {
    /// The production does not derive the text.
    Rejected(Rejected),
    /// It is not known whether it does.
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

/// Returns whether the production derives the text.
pub(crate) fn is_valid(rule: impl CheckedProduction, text: &Text<'_>) -> Result<bool, Refusal> {
    rule.is_valid(text.octets())
        .map_err(|undecided| refusal(&undecided, text))
}

/// Returns the tree of the text.
pub(crate) fn tree(
    rule: impl CheckedProduction,
    text: &Text<'_>,
    detail: Detail,
) -> Result<Nodes, Refusal> {
    match rule.check_in_detail(text.octets(), detail) {
        Ok(Ok(tree)) => Ok(Nodes::of(tree.root(), text)),
        Ok(Err(error)) => Err(Refusal::Rejected(rejected(rule, text, &error))),
        Err(undecided) => Err(refusal(&undecided, text)),
    }
}

/// Returns the error of the text, if the production does not derive it.
pub(crate) fn check(rule: impl CheckedProduction, text: &Text<'_>) -> Result<(), Refusal> {
    if is_valid(rule, text)? {
        return Ok(());
    }
    match rule.check(text.octets()) {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(error)) => Err(Refusal::Rejected(rejected(rule, text, &error))),
        Err(undecided) => Err(refusal(&undecided, text)),
    }
}

/// Returns the valid texts that are nearest to the text, as JSON.
pub(crate) fn nearest(
    rule: impl CheckedProduction,
    text: &Text<'_>,
    most: usize,
) -> Result<String, Refusal> {
    let repairs = Repairs::of(rule, text.octets(), most);
    match repairs.undecided() {
        None => Ok(json::line(&repairs.record())),
        Some(reason) => Err(Refusal::Undecided(UndecidedText {
            reason: reason.to_string(),
            production: None,
            offset: None,
        })),
    }
}

/// Returns what Python shows of an error.
pub(crate) fn rejected<P: CheckedProduction>(
    rule: P,
    text: &Text<'_>,
    error: &P::Rejection,
) -> Rejected {
    let facts = error.facts();
    let span = facts.span();
    let offset = text.offset(facts.offset());
    let lines = format!("{error:#}");
    let notes = lines.split_once('\n').map_or("", |(_, notes)| notes);
    Rejected {
        message: line(error, offset),
        notes: notes.to_owned(),
        offset,
        start: text.offset(span.start),
        end: text.end(span.end),
        record: json::line(&CheckRecord::new(text.octets(), rule, Err(error))),
    }
}

/// Returns what is wrong, in one line. Where characters are counted, the offset is another one.
fn line(error: &impl Rejection, offset: usize) -> String {
    let facts = error.facts();
    if offset == facts.offset() {
        return error.to_string();
    }
    format!(
        "not a valid {}: expected {}, found {} at offset {offset}",
        facts.rule(),
        facts.expected_list(),
        facts.found_name()
    )
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
