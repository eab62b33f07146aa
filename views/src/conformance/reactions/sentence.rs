//! The causes of reactions in words.

use rfcbnf::causes::{Cause, Conclusion, Direction, Unexplained};

use crate::conformance::causes::expression::{Difference, Expressions};
use crate::conformance::causes::sentence;
use crate::conformance::reactions::{Reaction, ReactionCauses};

/// Returns the cause in a sentence without a full stop, escaped: ``port: crashes on `[` after `1` ``.
#[must_use]
pub fn of_cause(reaction: Reaction, cause: &Cause) -> String {
    sentence::of(cause, &reaction.verb())
}

/// Returns what the texts of a group have in common, in a sentence without a full stop, escaped.
#[must_use]
pub fn of_group(reaction: Reaction, group: &Unexplained) -> String {
    sentence::of_group(group, &reaction.verb())
}

/// Returns the conclusion in a sentence without a full stop, escaped.
#[must_use]
pub fn conclusion(causes: &ReactionCauses) -> String {
    let explanation = &causes.explanation;
    let Conclusion::Explained { states, texts } = &explanation.conclusion else {
        return sentence::conclusion(explanation);
    };
    let what = match causes.reaction {
        Reaction::Crashed => "crash",
        Reaction::TimedOut => "hang",
    };
    format!(
        "the causes explain every {what}: they predict for all {texts} texts of the complete suite \
         of an automaton with {states} states whether the parser answers"
    )
}

/// Returns what the texts have in common that stand for the production in a text to which the parser
/// reacts, as a regular expression of at most `most` octets, if there is one.
pub(super) fn expression(cause: &Cause, most: usize) -> Option<String> {
    let Expressions {
        beyond, missing, ..
    } = Expressions::new(cause.learnt.as_deref()?, most);
    let texts: Difference = match cause.direction {
        Direction::WronglyAccepted => beyond,
        Direction::WronglyRejected => missing,
    };
    texts.expression().map(str::to_owned)
}
