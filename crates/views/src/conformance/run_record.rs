//! The results of `conformance run` for programs: of one parser, and of two.

use serde::Serialize;

use crate::conformance::answer::Answer;
use crate::conformance::breakdown::{Breakdown, Ending, Problem, Reason, Restarts, Stage};
use crate::conformance::causes::record::{ExplanationRecord, ReactionRecord};
use crate::conformance::comparison::ComparisonResult;
use crate::conformance::reactions::Reaction;
use crate::conformance::run_result::{RunResult, Subject, SuiteSize};
use crate::conformance::saved::{SavedComparison, SavedRun};
use crate::conformance::searched::Sought;
use crate::conformance::tally::{Counts, Disagreement, Tally};
use crate::json::Octets;
use crate::production::{CheckedProduction, Name, RejectionRecord};

/// The counts, the shortest disagreements, why the run ended early, the causes, and all of it once more,
/// for reports that are written later.
#[derive(Debug, Serialize)]
#[serde(bound = "P: CheckedProduction")]
pub struct RunRecord<'a, P: CheckedProduction> {
    rule: Name<P>,
    extra_states: u8,
    quick: bool,
    #[serde(flatten)]
    size: SuiteSize,
    #[serde(flatten)]
    total: CountsRecord,
    productions: Vec<ProductionRecord<P>>,
    disagreements: Vec<DisagreementRecord<'a, P>>,
    failure: Option<BreakdownRecord<'a>>,
    #[serde(flatten)]
    explanation: ExplanationRecord<'a>,
    restarts: Option<RestartsRecord<'a>>,
    crashes: Option<ReactionRecord<'a>>,
    hangs: Option<ReactionRecord<'a>>,
    saved: SavedRun<'a>,
}

/// How often the command was started again.
#[derive(Debug, Serialize)]
struct RestartsRecord<'a> {
    loose: u64,
    first: Option<FirstBreakRecord<'a>>,
}

#[derive(Debug, Serialize)]
struct FirstBreakRecord<'a> {
    input: Octets<&'a [u8]>,
    exit_status: Option<i32>,
    signal: Option<i32>,
    stderr: String,
}

#[derive(Debug, Serialize)]
#[serde(bound = "P: CheckedProduction")]
struct ProductionRecord<P: CheckedProduction> {
    rule: Name<P>,
    texts: u64,
    #[serde(flatten)]
    counts: CountsRecord,
}

#[derive(Debug, Serialize)]
struct CountsRecord {
    true_accepts: u64,
    false_accepts: u64,
    true_rejects: u64,
    false_rejects: u64,
    offsets: OffsetsRecord,
    crashed: u64,
    timed_out: u64,
}

#[derive(Debug, Serialize)]
struct OffsetsRecord {
    given: u64,
    equal: u64,
}

#[derive(Debug, Serialize)]
#[serde(bound = "P: CheckedProduction")]
struct DisagreementRecord<'a, P: CheckedProduction> {
    number: u64,
    input: Octets<&'a [u8]>,
    expected: ExpectedRecord<P>,
    answer: AnswerRecord,
}

#[derive(Debug, Serialize)]
#[serde(bound = "P: CheckedProduction")]
struct ExpectedRecord<P: CheckedProduction> {
    ok: bool,
    #[serde(flatten)]
    error: Option<RejectionRecord<P::Rejection>>,
}

#[derive(Debug, Serialize)]
struct AnswerRecord {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<&'static str>,
}

/// Why a run ended early.
#[derive(Debug, Serialize)]
pub(super) struct BreakdownRecord<'a> {
    kind: &'static str,
    message: String,
    number: Option<u64>,
    input: Option<Octets<&'a [u8]>>,
    answer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_answer: Option<String>,
    given: u64,
    exit_status: Option<i32>,
    signal: Option<i32>,
    stderr: String,
    round: Option<u64>,
}

impl<'a, P: CheckedProduction> RunRecord<'a, P> {
    /// Returns the record of a run.
    #[must_use]
    pub fn new(subject: Subject<'a>, result: RunResult<'a, P>) -> Self {
        let RunResult {
            tally,
            extra_states,
            quick,
            size,
            explanation,
            ..
        } = result;
        let productions = tally.productions().into_iter();
        let shortest = tally.shortest(|_| true).into_iter();
        let of = |reaction| {
            let mut searches = result.searches();
            searches.find(|it| it.sought == Sought::Reaction(reaction))
        };
        Self {
            rule: Name(tally.rule()),
            extra_states,
            quick,
            size,
            total: CountsRecord::new(&tally.total()),
            productions: productions
                .map(|(rule, counts)| ProductionRecord {
                    rule: Name(rule),
                    texts: counts.texts(),
                    counts: CountsRecord::new(&counts),
                })
                .collect(),
            disagreements: shortest
                .map(|disagreement| DisagreementRecord::new(tally, disagreement))
                .collect(),
            failure: result.failure().map(BreakdownRecord::new),
            explanation: explanation
                .map(|it| ExplanationRecord::new(it, subject.grammar.grammar.encoding))
                .unwrap_or_default(),
            restarts: result.restarts.map(RestartsRecord::new),
            crashes: of(Reaction::Crashed).map(ReactionRecord::new),
            hangs: of(Reaction::TimedOut).map(ReactionRecord::new),
            saved: SavedRun::new(subject, result),
        }
    }
}

impl<'a> RestartsRecord<'a> {
    fn new(restarts: &'a Restarts) -> Self {
        let first = restarts.first.as_ref();
        Self {
            loose: restarts.loose,
            first: first.map(|(text, ending)| FirstBreakRecord {
                input: Octets(text),
                exit_status: ending.exit.as_ref().and_then(|exit| exit.code),
                signal: ending.exit.as_ref().and_then(|exit| exit.signal),
                stderr: String::from_utf8_lossy(&ending.errors).into_owned(),
            }),
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
            crashed: counts.crashed,
            timed_out: counts.timed_out,
        }
    }
}

impl<'a, P: CheckedProduction> DisagreementRecord<'a, P> {
    fn new(tally: &Tally<P>, disagreement: &'a Disagreement) -> Self {
        let error = tally.rule().error_of(&disagreement.text);
        let answer = disagreement.answer;
        Self {
            number: disagreement.number,
            input: Octets(&disagreement.text),
            expected: ExpectedRecord {
                ok: error.is_none(),
                error: error.map(RejectionRecord),
            },
            answer: AnswerRecord {
                ok: answer == Answer::Accept,
                offset: answer.offset(),
                failure: match answer {
                    Answer::Accept | Answer::Reject(_) => None,
                    Answer::Crashed => Some("crashed"),
                    Answer::TimedOut => Some("timed_out"),
                },
            },
        }
    }
}

impl<'a> BreakdownRecord<'a> {
    pub(super) fn new(breakdown: &'a Breakdown) -> Self {
        let Ending {
            exit,
            given,
            errors,
        } = &breakdown.ending;
        let (number, input) = match &breakdown.problem {
            Problem::Unanswered { number, text, .. } => {
                (Some(*number), Some(Octets(text.as_slice())))
            }
            Problem::Contradicted { text, .. } => (None, Some(Octets(text.as_slice()))),
            Problem::Surplus(_) | Problem::Ended { .. } | Problem::TooOften { .. } => (None, None),
        };
        let (kind, line) = match &breakdown.problem {
            Problem::Surplus(line) => ("surplus", Some(line)),
            Problem::Contradicted { .. } => ("contradicted", None),
            Problem::Ended { by, .. } => (by.kind(), None),
            Problem::TooOften { .. } => ("too_often", None),
            Problem::Unanswered { reason, .. } => match (reason, exit) {
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
            answer: match &breakdown.problem {
                Problem::Contradicted { second, .. } => Some(second.to_string()),
                _ => line.map(|line| String::from_utf8_lossy(line.trim_ascii_end()).into_owned()),
            },
            first_answer: match &breakdown.problem {
                Problem::Contradicted { first, .. } => Some(first.to_string()),
                _ => None,
            },
            given: *given,
            exit_status: exit.as_ref().and_then(|exit| exit.code),
            signal: exit.as_ref().and_then(|exit| exit.signal),
            stderr: String::from_utf8_lossy(errors).into_owned(),
            round: match breakdown.stage {
                Stage::Round(round) => Some(round),
                Stage::Suite | Stage::Again => None,
            },
        }
    }
}

/// The result of a comparison for programs.
#[derive(Debug, Serialize)]
pub struct ComparisonRecord<'a> {
    rule: &'a str,
    extra_states: u8,
    quick: bool,
    #[serde(flatten)]
    size: SuiteSize,
    compared: &'a [String; 2],
    both_accept: u64,
    both_reject: u64,
    first_alone: u64,
    second_alone: u64,
    disagreements: Vec<DifferenceRecord<'a>>,
    failure: Option<BreakdownRecord<'a>>,
    first: Option<ReactionRecord<'a>>,
    second: Option<ReactionRecord<'a>>,
    saved: SavedComparison<'a>,
}

#[derive(Debug, Serialize)]
struct DifferenceRecord<'a> {
    input: Octets<&'a [u8]>,
    accepted_by: &'static str,
}

impl<'a> ComparisonRecord<'a> {
    /// Returns the record of a comparison.
    #[must_use]
    pub fn new(result: ComparisonResult<'a>) -> Self {
        let comparison = result.comparison;
        let differences = |alone: usize, accepted_by| {
            let texts = comparison.shortest[alone].iter();
            texts.map(move |text| DifferenceRecord {
                input: Octets(text.as_slice()),
                accepted_by,
            })
        };
        Self {
            rule: result.rule,
            extra_states: result.extra_states,
            quick: result.quick,
            size: result.size,
            compared: &comparison.commands,
            both_accept: comparison.both_accept,
            both_reject: comparison.both_reject,
            first_alone: comparison.alone[0],
            second_alone: comparison.alone[1],
            disagreements: differences(0, "first")
                .chain(differences(1, "second"))
                .collect(),
            failure: result.failure().map(BreakdownRecord::new),
            first: result.searched(0).map(ReactionRecord::new),
            second: result.searched(1).map(ReactionRecord::new),
            saved: SavedComparison::new(result),
        }
    }
}
