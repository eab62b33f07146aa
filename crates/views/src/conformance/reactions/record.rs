//! The causes of reactions for programs.

use rfcbnf::causes::{Cause, Direction};
use serde::Serialize;

use crate::conformance::breakdown::RunEnd;
use crate::conformance::causes::record::octets_of;
use crate::conformance::causes::{AcceptedCause, Explanation, NamedCause, NamedGroup};
use crate::conformance::reactions::sentence::{cause_in, conclusion_in, expression, group_in};
use crate::conformance::reactions::{ReactionCauses, Words};
use crate::json::Octets;

/// The greatest length of a regular expression.
const EXPRESSION: usize = 20_000;

/// The causes of a reaction.
#[derive(Debug, Serialize)]
pub(in crate::conformance) struct ReactionRecord<'a> {
    causes: Vec<CauseRecord<'a>>,
    several: u64,
    unexplained: Vec<GroupRecord<'a>>,
    vanished: Vec<AcceptedRecord<'a>>,
    questions: u64,
    rounds: u64,
    ended_by: Option<&'static str>,
    conclusion: String,
}

#[derive(Debug, Serialize)]
struct CauseRecord<'a> {
    id: &'a str,
    sentence: String,
    rule: &'a str,
    derived: bool,
    texts: u64,
    witness: Octets<&'a [u8]>,
    start: usize,
    end: usize,
    offset: usize,
    examples: Vec<Octets<&'a [u8]>>,
    regex: Option<String>,
    accepted: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct GroupRecord<'a> {
    id: &'a str,
    sentence: String,
    derived: bool,
    texts: u64,
    witness: Octets<&'a [u8]>,
    offset: usize,
    examples: Vec<Octets<&'a [u8]>>,
    accepted: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct AcceptedRecord<'a> {
    id: &'a str,
    reason: &'a str,
}

impl<'a> ReactionRecord<'a> {
    pub(in crate::conformance) fn new(causes: &'a ReactionCauses) -> Self {
        Self::of(&causes.reaction.words(), &causes.explanation)
    }

    /// Returns the record of causes with these words.
    pub(in crate::conformance) fn of(words: &Words, explanation: &'a Explanation) -> Self {
        let of = |one| CauseRecord::new(words, one);
        let groups = explanation.unexplained.iter();
        let vanished = explanation.vanished.iter();
        Self {
            causes: explanation.causes.iter().map(of).collect(),
            several: explanation.several,
            unexplained: groups.map(|one| GroupRecord::new(words, one)).collect(),
            vanished: vanished
                .map(|AcceptedCause { id, reason, .. }| AcceptedRecord { id, reason })
                .collect(),
            questions: explanation.questions,
            rounds: explanation.rounds,
            ended_by: explanation.ended_by.as_ref().map(RunEnd::kind),
            conclusion: conclusion_in(words, explanation),
        }
    }
}

impl<'a> CauseRecord<'a> {
    fn new(words: &Words, named: &'a NamedCause) -> Self {
        let cause: &Cause = &named.cause;
        Self {
            id: &named.id,
            sentence: cause_in(words, cause),
            rule: &cause.production,
            derived: is_derived(cause.direction),
            texts: cause.texts,
            witness: Octets(&cause.witness),
            start: cause.span.start,
            end: cause.span.end,
            offset: cause.offset,
            examples: octets_of(&cause.examples),
            regex: expression(cause, EXPRESSION),
            accepted: named.accepted.as_deref(),
        }
    }
}

impl<'a> GroupRecord<'a> {
    fn new(words: &Words, named: &'a NamedGroup) -> Self {
        let group = &named.group;
        Self {
            id: &named.id,
            sentence: group_in(words, group),
            derived: is_derived(group.direction),
            texts: group.texts,
            witness: Octets(&group.witness),
            offset: group.offset,
            examples: octets_of(&group.examples),
            accepted: named.accepted.as_deref(),
        }
    }
}

/// Returns whether the grammar derives the texts of a cause.
fn is_derived(direction: Direction) -> bool {
    direction == Direction::WronglyRejected
}
