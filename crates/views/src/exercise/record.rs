//! Answers for programs.

use rfcbnf::analysis::UnambiguityProof;
use rfcbnf::derivations::DerivationTree;
use rfcbnf::exercise::{
    Answer, Check, Condition, Derived, Evidence, Finding, Missed, Outcome, Problem, Proof, Verdict,
};
use serde::{Deserialize, Serialize};

use crate::json::Octets;
use crate::outline::ErrorRecord;
use crate::tree::json::FlatTree;

/// The most nodes of a tree.
const NODES: usize = 20_000;

/// What is known of an answer to an exercise.
///
/// ```
/// use rfc1738_views::exercise::record::AnswerRecord;
/// use rfc1738_views::json;
/// use rfcbnf::exercise::Exercise;
///
/// let exercise = Exercise { solution: "s = *\"a\"\n".to_owned(), ..Exercise::default() };
/// let line = json::line(&AnswerRecord::new(&exercise.answer("s = 1*\"a\"\n", None)));
/// assert!(line.starts_with(r#"{"outcome":"wrong","message":"not solved","start":"s","mistakes":["misses the empty text"],"#));
/// ```
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AnswerRecord {
    outcome: OutcomeName,
    /// The same for people.
    message: String,
    /// The length in octets up to which nothing is wrong, if the outcome is `up-to`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    length: Option<usize>,
    /// The production that the answer begins with; `null` if it is no grammar.
    start: Option<String>,
    /// What is wrong, each in a few words that are the same for the same mistake.
    mistakes: Vec<String>,
    /// The conditions.
    findings: Vec<ExerciseFinding>,
}

/// Whether an answer solves its exercise.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub(super) enum OutcomeName {
    Solved,
    UpTo,
    Undecided,
    Wrong,
}

/// What is known of a condition.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
enum VerdictName {
    Proved,
    Refuted,
    UpTo,
    Undecided,
}

/// What an answer is checked by.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
enum ConditionName {
    Readable,
    Language,
    Valid,
    Invalid,
    Unambiguous,
    NoLeftRecursion,
    Productions,
    Ll1,
}

/// Why a condition holds.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
enum ProofName {
    Computed,
    Automata,
    Bodies,
    Induction,
    Ll1,
    Lr1,
    AllTexts,
}

/// A condition, and what is known of it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct ExerciseFinding {
    condition: ConditionName,
    /// The condition for people.
    name: String,
    /// The text that is to be valid or invalid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    text: Option<String>,
    verdict: VerdictName,
    /// The verdict for people.
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    proof: Option<ProofName>,
    /// The length in octets up to which the condition holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    length: Option<usize>,
    #[serde(flatten)]
    evidence: EvidenceRecord,
}

/// Why a condition does not hold. Fields that say nothing are left out.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct EvidenceRecord {
    /// Where the grammar cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    errors: Option<Vec<ErrorRecord>>,
    /// A text that the answer does not derive.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    misses: Option<MissedRecord>,
    /// A text that it derives and should not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    derives: Option<DerivedRecord>,
    /// Whether there are no shorter texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    shortest: Option<bool>,
    /// A text with several trees.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    ambiguous: Option<AmbiguousRecord>,
    /// Productions that begin with each other. The last repeats the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    circle: Option<Vec<String>>,
    /// The number of productions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    count: Option<usize>,
    /// The number of conflicts of the table of LL(1).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    conflicts: Option<usize>,
}

/// A text that an answer does not derive, and how far it comes.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct MissedRecord {
    text: Octets,
    /// Where it stops; `null` if that is not known.
    offset: Option<usize>,
    /// What it expects there, for people.
    expected: String,
}

/// A text that an answer derives.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct DerivedRecord {
    text: Octets,
    tree: Option<FlatTree>,
}

/// A text with several trees.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct AmbiguousRecord {
    text: Octets,
    /// Two, or one, if all others repeat a node or an empty round.
    trees: Vec<FlatTree>,
    infinite: bool,
}

/// Whether an exercise is ready.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ExerciseCheck {
    ready: bool,
    /// Why it is not, for people.
    problems: Vec<String>,
    /// What the solution is as an answer; `null` if it is no grammar.
    solution: Option<AnswerRecord>,
    /// What the start is as an answer; `null` if there is none.
    start: Option<AnswerRecord>,
}

impl ExerciseCheck {
    /// Returns the record of a check.
    #[must_use]
    pub fn new(check: &Check) -> Self {
        Self {
            ready: check.is_ready(),
            problems: check.problems().iter().map(Problem::to_string).collect(),
            solution: check.solution.as_ref().ok().map(AnswerRecord::new),
            start: check.start.as_ref().map(AnswerRecord::new),
        }
    }
}

impl AnswerRecord {
    /// Returns the record of an answer.
    #[must_use]
    pub fn new(answer: &Answer) -> Self {
        let outcome = answer.outcome();
        Self {
            outcome: outcome.into(),
            message: crate::exercise::outcome(outcome),
            length: length(outcome),
            start: answer.start.clone(),
            mistakes: answer.mistakes(),
            findings: answer.findings.iter().map(ExerciseFinding::from).collect(),
        }
    }
}

/// Returns the length up to which nothing is wrong, if that is all that is known.
pub(super) fn length(outcome: Outcome) -> Option<usize> {
    match outcome {
        Outcome::UpTo { length } => Some(length),
        _ => None,
    }
}

impl OutcomeName {
    /// Returns the outcome of this name, which can have a length.
    pub(super) fn with(self, length: Option<usize>) -> Outcome {
        match self {
            Self::Solved => Outcome::Solved,
            Self::UpTo => Outcome::UpTo {
                length: length.unwrap_or(0),
            },
            Self::Undecided => Outcome::Undecided,
            Self::Wrong => Outcome::Wrong,
        }
    }
}

impl From<Outcome> for OutcomeName {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Solved => Self::Solved,
            Outcome::UpTo { .. } => Self::UpTo,
            Outcome::Undecided => Self::Undecided,
            Outcome::Wrong => Self::Wrong,
        }
    }
}

impl From<&Finding> for ExerciseFinding {
    fn from(finding: &Finding) -> Self {
        let (condition, text) = match &finding.condition {
            Condition::Readable => (ConditionName::Readable, None),
            Condition::Language => (ConditionName::Language, None),
            Condition::Valid(text) => (ConditionName::Valid, Some(text.clone())),
            Condition::Invalid(text) => (ConditionName::Invalid, Some(text.clone())),
            Condition::Unambiguous => (ConditionName::Unambiguous, None),
            Condition::NoLeftRecursion => (ConditionName::NoLeftRecursion, None),
            Condition::Productions(_) => (ConditionName::Productions, None),
            Condition::Ll1 => (ConditionName::Ll1, None),
        };
        let mut record = Self {
            condition,
            name: finding.condition.to_string(),
            text,
            verdict: VerdictName::Undecided,
            message: finding.verdict.to_string(),
            proof: None,
            length: None,
            evidence: EvidenceRecord::default(),
        };
        match &finding.verdict {
            Verdict::Proved(proof) => {
                record.verdict = VerdictName::Proved;
                record.proof = Some((*proof).into());
            }
            Verdict::Refuted(evidence) => {
                record.verdict = VerdictName::Refuted;
                record.evidence = evidence.into();
            }
            Verdict::UpTo { length } => {
                record.verdict = VerdictName::UpTo;
                record.length = Some(*length);
            }
            Verdict::Undecided(_) => {}
        }
        record
    }
}

impl From<Proof> for ProofName {
    fn from(proof: Proof) -> Self {
        match proof {
            Proof::Computed => Self::Computed,
            Proof::Automata => Self::Automata,
            Proof::Bodies => Self::Bodies,
            Proof::Induction { .. } => Self::Induction,
            Proof::Unambiguous(UnambiguityProof::Ll1) => Self::Ll1,
            Proof::Unambiguous(UnambiguityProof::Lr1) => Self::Lr1,
            Proof::Unambiguous(UnambiguityProof::AllTexts) => Self::AllTexts,
        }
    }
}

impl From<&Evidence> for EvidenceRecord {
    fn from(evidence: &Evidence) -> Self {
        let mut record = Self::default();
        match evidence {
            Evidence::Errors(errors) => {
                record.errors = Some(errors.iter().map(Into::into).collect());
            }
            Evidence::Differs {
                misses,
                derives,
                is_shortest,
            } => {
                record.misses = misses.as_ref().map(MissedRecord::from);
                record.derives = derives.as_ref().map(DerivedRecord::from);
                record.shortest = Some(*is_shortest);
            }
            Evidence::Missed(missed) => record.misses = Some(missed.into()),
            Evidence::Derived(derived) => record.derives = Some(derived.into()),
            Evidence::Trees {
                text,
                trees,
                is_infinite,
            } => {
                record.ambiguous = Some(AmbiguousRecord {
                    text: Octets(text.clone()),
                    trees: trees.iter().map(flat).collect(),
                    infinite: *is_infinite,
                });
            }
            Evidence::Circle(names) => record.circle = Some(names.clone()),
            Evidence::Count(count) => record.count = Some(*count),
            Evidence::Conflict { count, .. } => record.conflicts = Some(*count),
        }
        record
    }
}

fn flat(tree: &DerivationTree) -> FlatTree {
    FlatTree::new(tree.root(), NODES)
}

impl From<&Missed> for MissedRecord {
    fn from(missed: &Missed) -> Self {
        Self {
            text: Octets(missed.text.clone()),
            offset: missed.offset,
            expected: missed.expected.clone(),
        }
    }
}

impl From<&Derived> for DerivedRecord {
    fn from(derived: &Derived) -> Self {
        Self {
            text: Octets(derived.text.clone()),
            tree: derived.tree.as_ref().map(flat),
        }
    }
}
