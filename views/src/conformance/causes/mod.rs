//! The causes of disagreements, beside those that a baseline accepts.
//!
//! ```
//! use rfc1738_views::conformance::causes::{AcceptedCause, Explanation};
//! use rfcbnf::causes::{Conclusion, Findings};
//!
//! let findings = Findings {
//!     causes: Vec::new(),
//!     several: 0,
//!     unexplained: Vec::new(),
//!     questions: 40,
//!     rounds: 2,
//!     conclusion: Conclusion::Explained { states: 3, texts: 40 },
//! };
//! let accepted = AcceptedCause { id: "port/accepts/end".to_owned(), reason: "RFC 3986".to_owned() };
//! let explanation = Explanation::new(findings, 0, &[accepted]);
//! assert!(explanation.is_accepted());
//! assert_eq!(explanation.vanished[0].id, "port/accepts/end");
//! ```

pub(super) mod expression;
pub(super) mod record;
pub mod sentence;
pub mod text;

use std::collections::{HashMap, HashSet};

use rfcbnf::causes::{Cause, Conclusion, Direction, Findings, GivenUp, Unexplained};

use crate::conformance::breakdown::Breakdown;
use crate::conformance::run_end::RunEnd;

/// The causes and groups that a search found, each with its id and the reason why a baseline accepts
/// it.
#[derive(Debug)]
pub struct Explanation {
    /// The causes: first those of texts wrongly accepted, in each direction the rare before the
    /// frequent.
    pub causes: Vec<NamedCause>,
    /// The number of disagreements that have several causes.
    pub several: u64,
    /// The groups of disagreements that no cause explains.
    pub unexplained: Vec<NamedGroup>,
    /// The number of texts that the search asked about.
    pub questions: u64,
    /// The number of times that the search asked.
    pub rounds: u64,
    /// How far the causes explain the parser.
    pub conclusion: Conclusion<Breakdown>,
    /// What ended the search, if the conclusion is [`Conclusion::Ended`].
    pub ended_by: Option<RunEnd>,
    /// The number of disagreements that the search did not get.
    pub left_out: u64,
    /// What the baseline accepts and the search did not find. Empty if the search was
    /// stopped or ended, because then it may have missed them.
    pub vanished: Vec<AcceptedCause>,
}

/// A cause with its id.
#[derive(Debug)]
pub struct NamedCause {
    /// The id of the cause, with a number behind it if another cause has the same.
    pub id: String,
    /// The cause.
    pub cause: Cause,
    /// The reason why the baseline accepts it; `None` for a new one.
    pub accepted: Option<String>,
}

/// A group of disagreements without a cause, with its id.
#[derive(Debug)]
pub struct NamedGroup {
    /// The id of the group.
    pub id: String,
    /// The group.
    pub group: Unexplained,
    /// The reason why the baseline accepts it; `None` for a new one.
    pub accepted: Option<String>,
}

/// A cause or a group that a baseline accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcceptedCause {
    /// The id of the cause.
    pub id: String,
    /// The reason why it is accepted.
    pub reason: String,
}

impl Explanation {
    /// Compares what a search found with a baseline. `left_out` is the number of disagreements that
    /// the search did not get.
    #[must_use]
    pub fn new(findings: Findings<Breakdown>, left_out: u64, baseline: &[AcceptedCause]) -> Self {
        let reasons = baseline.iter().map(|one| (one.id.as_str(), &one.reason));
        let reasons: HashMap<&str, &String> = reasons.collect();
        let reason = |id: &str| reasons.get(id).map(|&reason| reason.clone());
        let mut causes = named(findings.causes);
        for one in &mut causes {
            one.accepted = reason(&one.id);
        }
        causes.sort_by_key(|one| one.cause.direction);
        let groups = findings.unexplained.into_iter().map(|group| NamedGroup {
            accepted: reason(&group.id()),
            id: group.id(),
            group,
        });
        let mut unexplained: Vec<NamedGroup> = groups.collect();
        unexplained.sort_by_key(|one| one.group.direction);
        let found = causes.iter().map(|one| &one.id);
        let found = found.chain(unexplained.iter().map(|one| &one.id));
        let found: HashSet<&str> = found.map(String::as_str).collect();
        let is_whole = match findings.conclusion {
            Conclusion::Explained { .. } | Conclusion::Incomplete(_) => true,
            Conclusion::Stopped(_) | Conclusion::Contradicted { .. } | Conclusion::Ended { .. } => {
                false
            }
        };
        let vanished = baseline
            .iter()
            .filter(|one| is_whole && !found.contains(one.id.as_str()));
        Self {
            vanished: vanished.cloned().collect(),
            causes,
            several: findings.several,
            unexplained,
            questions: findings.questions,
            rounds: findings.rounds,
            conclusion: findings.conclusion,
            ended_by: None,
            left_out,
        }
    }

    /// Returns the causes that the baseline does not accept.
    pub fn new_causes(&self) -> impl Iterator<Item = &NamedCause> {
        self.causes.iter().filter(|one| one.accepted.is_none())
    }

    /// Returns the groups that the baseline does not accept.
    pub fn new_groups(&self) -> impl Iterator<Item = &NamedGroup> {
        self.unexplained.iter().filter(|one| one.accepted.is_none())
    }

    /// Returns whether the baseline accepts every cause and every group.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        // Disagreements that were left out count as explained only if the parser is.
        let is_something_known = !self.causes.is_empty() || !self.unexplained.is_empty();
        let is_known = |is_wrong: bool| (is_something_known || !is_wrong) && self.left_out == 0;
        let are_all_known = match &self.conclusion {
            Conclusion::Explained { .. } => true,
            Conclusion::Incomplete(reasons) => {
                let mut reasons = reasons.iter();
                is_known(reasons.any(|one| matches!(one, GivenUp::Different { .. })))
            }
            Conclusion::Ended { different } => is_known(different.is_some()),
            Conclusion::Stopped(_) | Conclusion::Contradicted { .. } => false,
        };
        are_all_known && self.new_causes().next().is_none() && self.new_groups().next().is_none()
    }
}

/// Returns the causes with their ids, in the same order.
fn named(causes: Vec<Cause>) -> Vec<NamedCause> {
    let mut times: HashMap<String, usize> = HashMap::new();
    let named = causes.into_iter().map(|cause| {
        let mut id = cause.id();
        let time = times.entry(id.clone()).or_default();
        *time += 1;
        if *time > 1 {
            id = format!("{id}/{time}");
        }
        NamedCause {
            id,
            cause,
            accepted: None,
        }
    });
    named.collect()
}

/// Returns the direction in words, as a heading.
pub(super) fn heading(direction: Direction) -> &'static str {
    match direction {
        Direction::WronglyAccepted => "wrongly accepted",
        Direction::WronglyRejected => "wrongly rejected",
    }
}
