//! The causes of reactions in words.

use rfcbnf::causes::{Cause, Conclusion, Unexplained};
use rfcbnf::export::regex_of;

use crate::conformance::causes::expression::reading;
use crate::conformance::causes::{Explanation, sentence};
use crate::conformance::reactions::{Reaction, ReactionCauses, Words};
use crate::conformance::rows::Row;

/// Returns the cause in a sentence without a full stop, escaped: ``port: crashes on `[` after `1` ``.
#[must_use]
pub fn of_cause(reaction: Reaction, cause: &Cause) -> String {
    cause_in(&reaction.words(), cause)
}

/// Returns what the texts of a group have in common, in a sentence without a full stop, escaped.
#[must_use]
pub fn of_group(reaction: Reaction, group: &Unexplained) -> String {
    group_in(&reaction.words(), group)
}

/// Returns the sentence about a cause or a group.
pub(in crate::conformance) fn of_row(reaction: Reaction, row: Row<'_>) -> String {
    match row {
        Row::Cause(one) => of_cause(reaction, &one.cause),
        Row::Group(one) => of_group(reaction, &one.group),
    }
}

/// Returns the conclusion in a sentence without a full stop, escaped.
#[must_use]
pub fn conclusion(causes: &ReactionCauses) -> String {
    conclusion_in(&causes.reaction.words(), &causes.explanation)
}

/// Returns the cause in a sentence with these words.
pub(in crate::conformance) fn cause_in(words: &Words, cause: &Cause) -> String {
    sentence::of(cause, &words.before_text)
}

/// Returns what the texts of a group have in common, in a sentence with these words.
pub(in crate::conformance) fn group_in(words: &Words, group: &Unexplained) -> String {
    sentence::of_group(group, &words.before_text)
}

/// Returns the conclusion in a sentence with these words.
pub(in crate::conformance) fn conclusion_in(words: &Words, explanation: &Explanation) -> String {
    let Conclusion::Explained { states, texts } = &explanation.conclusion else {
        return sentence::conclusion(explanation);
    };
    let event = &words.event;
    if explanation.causes.is_empty() && explanation.unexplained.is_empty() {
        return format!("the search found no {event}");
    }
    format!(
        "the causes explain every {event}: they predict the answers to all {texts} texts of the \
         complete suite of an automaton with {states} states"
    )
}

/// Returns a regular expression of at most `most` octets for the texts of the production, in its place, that
/// make the parser crash or hang; `None` if there is none.
pub(in crate::conformance) fn expression(cause: &Cause, most: usize) -> Option<String> {
    let (learnt, encoding) = reading(cause)?;
    let regex = regex_of(&learnt.difference()?, encoding, most)?;
    Some(regex.to_string())
}
