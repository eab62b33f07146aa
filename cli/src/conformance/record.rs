//! What `conformance run` found out, for programs.
//!
//! Invariant: the names and the order of the fields are a contract.

use std::process::ExitStatus;

use rfc1738::{Rule, SyntaxError, parse};
use serde::Serialize;

use super::answer::Answer;
use super::breakdown::{Breakdown, Problem, Reason};
use super::recogniser::Ending;
use super::tally::{Counts, Disagreement, Tally};

/// All of it.
#[derive(Serialize)]
pub(crate) struct RunRecord<'a> {
    rule: Rule,
    extra_states: u8,
    texts: u64,
    #[serde(flatten)]
    total: CountsRecord,
    productions: Vec<ProductionRecord>,
    disagreements: Vec<DisagreementRecord<'a>>,
    failure: Option<BreakdownRecord<'a>>,
}

#[derive(Serialize)]
struct ProductionRecord {
    rule: Rule,
    texts: u64,
    #[serde(flatten)]
    counts: CountsRecord,
}

#[derive(Serialize)]
struct CountsRecord {
    true_accepts: u64,
    false_accepts: u64,
    true_rejects: u64,
    false_rejects: u64,
    offsets: OffsetsRecord,
}

#[derive(Serialize)]
struct OffsetsRecord {
    given: u64,
    equal: u64,
}

#[derive(Serialize)]
struct DisagreementRecord<'a> {
    number: u64,
    input: &'a str,
    expected: ExpectedRecord,
    answer: AnswerRecord,
}

#[derive(Serialize)]
struct ExpectedRecord {
    ok: bool,
    #[serde(flatten)]
    error: Option<SyntaxError>,
}

#[derive(Serialize)]
struct AnswerRecord {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<usize>,
}

#[derive(Serialize)]
struct BreakdownRecord<'a> {
    kind: &'static str,
    message: String,
    number: Option<u64>,
    input: Option<&'a str>,
    answer: Option<String>,
    given: u64,
    exit_status: Option<i32>,
    signal: Option<i32>,
    stderr: String,
}

impl<'a> RunRecord<'a> {
    /// The record of what was counted of a suite of so many texts, and of what kept it from
    /// being complete.
    pub(crate) fn new(
        tally: &'a Tally,
        extra_states: u8,
        texts: u64,
        breakdown: Option<&'a Breakdown>,
    ) -> Self {
        let productions = tally.productions().into_iter();
        let shortest = tally.shortest().into_iter();
        Self {
            rule: tally.rule(),
            extra_states,
            texts,
            total: CountsRecord::new(&tally.total()),
            productions: productions
                .map(|(rule, counts)| ProductionRecord {
                    rule,
                    texts: counts.texts(),
                    counts: CountsRecord::new(&counts),
                })
                .collect(),
            disagreements: shortest
                .map(|disagreement| DisagreementRecord::new(tally, disagreement))
                .collect(),
            failure: breakdown.map(BreakdownRecord::new),
        }
    }
}

impl CountsRecord {
    fn new(counts: &Counts) -> Self {
        Self {
            true_accepts: counts.true_accepts,
            false_accepts: counts.false_accepts,
            true_rejects: counts.true_rejects,
            false_rejects: counts.false_rejects,
            offsets: OffsetsRecord {
                given: counts.offsets_given,
                equal: counts.offsets_equal,
            },
        }
    }
}

impl<'a> DisagreementRecord<'a> {
    fn new(tally: &Tally, disagreement: &'a Disagreement) -> Self {
        let error = parse(tally.rule(), &disagreement.text).err();
        let answer = disagreement.answer;
        Self {
            number: disagreement.number,
            input: &disagreement.text,
            expected: ExpectedRecord {
                ok: error.is_none(),
                error,
            },
            answer: AnswerRecord {
                ok: answer == Answer::Accept,
                offset: answer.offset(),
            },
        }
    }
}

impl<'a> BreakdownRecord<'a> {
    fn new(breakdown: &'a Breakdown) -> Self {
        let Ending {
            status,
            given,
            errors,
        } = &breakdown.ending;
        let (number, input) = match &breakdown.problem {
            Problem::Unanswered { number, text, .. } => (Some(*number), Some(text.as_str())),
            Problem::Surplus(_) => (None, None),
        };
        let (kind, line) = match &breakdown.problem {
            Problem::Surplus(line) => ("surplus", Some(line)),
            Problem::Unanswered { reason, .. } => match (reason, status) {
                (Reason::Nonsense(line), _) => ("nonsense", Some(line)),
                (_, Some(_)) => ("ended", None),
                (Reason::Closed, None) => ("closed", None),
                (Reason::TimedOut(_), None) => ("timeout", None),
            },
        };
        Self {
            kind,
            message: breakdown.to_string(),
            number,
            input,
            answer: line.map(|line| String::from_utf8_lossy(line.trim_ascii_end()).into_owned()),
            given: *given,
            exit_status: status.and_then(|status| status.code()),
            signal: status.and_then(signal),
            stderr: String::from_utf8_lossy(errors).into_owned(),
        }
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}
