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

use rfcbnf::causes::{Cause, Conclusion, Direction, Findings, Unexplained};

use crate::conformance::breakdown::Breakdown;

/// The causes that a search found, each with its id and the reason why a baseline accepts it.
#[derive(Debug)]
pub struct Explanation {
    /// The causes: first those of texts wrongly accepted, in each direction the rare before the
    /// frequent.
    pub causes: Vec<NamedCause>,
    /// The number of disagreements that have several causes.
    pub several: u64,
    /// The disagreements that no cause explains.
    pub unexplained: Vec<Unexplained>,
    /// The number of texts that the search asked about.
    pub questions: u64,
    /// The number of times that the search asked.
    pub rounds: u64,
    /// How far the causes explain the parser.
    pub conclusion: Conclusion<Breakdown>,
    /// The number of disagreements that the search did not get.
    pub left_out: u64,
    /// The causes that the baseline accepts and the search did not find. Empty if the search was
    /// stopped, because then it may have missed them.
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

/// A cause that a baseline accepts.
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
        let mut causes = named(findings.causes);
        for one in &mut causes {
            one.accepted = reasons.get(one.id.as_str()).map(|&reason| reason.clone());
        }
        causes.sort_by_key(|one| one.cause.direction);
        let mut unexplained = findings.unexplained;
        unexplained.sort_by_key(|one| one.direction);
        let found: HashSet<&str> = causes.iter().map(|one| one.id.as_str()).collect();
        let is_whole = match findings.conclusion {
            Conclusion::Explained { .. } | Conclusion::Incomplete(_) => true,
            Conclusion::Stopped(_) | Conclusion::Contradicted { .. } => false,
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
            left_out,
        }
    }

    /// Returns the causes that the baseline does not accept.
    pub fn new_causes(&self) -> impl Iterator<Item = &NamedCause> {
        self.causes.iter().filter(|one| one.accepted.is_none())
    }

    /// Returns whether the baseline accepts every cause, and the causes explain every disagreement.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        // Disagreements that were left out count as explained only if the parser is.
        let are_all_explained = match self.conclusion {
            Conclusion::Explained { .. } => true,
            Conclusion::Incomplete(_) => {
                let have_causes = !self.causes.is_empty();
                have_causes && self.left_out == 0 && self.unexplained.is_empty()
            }
            Conclusion::Stopped(_) | Conclusion::Contradicted { .. } => false,
        };
        are_all_explained && self.new_causes().next().is_none()
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
