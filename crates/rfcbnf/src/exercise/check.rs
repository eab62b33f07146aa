//! Whether an exercise is ready: its solution meets its own conditions, and its start does not solve it.

use std::fmt;

use super::answer::{Answer, Side};
use super::verdict::{Condition, Finding, Proof, Verdict};
use super::{Exercise, Sheet};

/// What is known of an exercise itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// The solution as an answer, without its language; an error if it is no grammar.
    pub solution: Result<Answer, String>,
    /// What the start is as an answer; `None` if there is none.
    pub start: Option<Answer>,
}

/// Why an exercise cannot be solved, or has nothing to solve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// The solution is no grammar.
    Solution(String),
    /// The solution does not meet a condition, or that is undecided.
    Unmet(Finding),
    /// The start solves the exercise.
    Solved,
}

impl Check {
    /// Returns why the exercise is not ready; none if it is.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        let mut problems: Vec<Problem> = match &self.solution {
            Err(reason) => vec![Problem::Solution(reason.clone())],
            Ok(answer) => {
                let findings = answer.findings.iter();
                let unmet = findings.filter(|one| {
                    matches!(one.verdict, Verdict::Refuted(_) | Verdict::Undecided(_))
                });
                unmet.cloned().map(Problem::Unmet).collect()
            }
        };
        let is_solved = |answer: &Answer| answer.outcome().is_solved();
        if self.start.as_ref().is_some_and(is_solved) {
            problems.push(Problem::Solved);
        }
        problems
    }

    /// Returns whether the exercise is ready.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.problems().is_empty()
    }
}

impl Exercise {
    /// Checks the solution by its own conditions and texts, and that the start does not solve the exercise.
    ///
    /// ```
    /// use rfcbnf::exercise::Exercise;
    ///
    /// let mut exercise = Exercise {
    ///     title: "Sums".to_owned(),
    ///     solution: "e = e \"+\" \"n\" / \"n\"\n".to_owned(),
    ///     valid: vec!["n+n".to_owned()],
    ///     ..Exercise::default()
    /// };
    /// assert!(exercise.check().is_ready());
    /// exercise.ll1 = true;
    /// let problems = exercise.check().problems();
    /// assert_eq!(
    ///     problems[0].to_string(),
    ///     "the solution does not meet its own condition: LL(1): no, e before \"n\" is `e \"+\" \"n\"` or `\"n\"`",
    /// );
    /// ```
    #[must_use]
    pub fn check(&self) -> Check {
        let solution = self.solution();
        let start = (!self.start.trim().is_empty())
            .then(|| self.answer_beside(solution.as_ref(), &self.start, None));
        Check {
            solution: solution.map(|side| self.own_answer(&side)),
            start,
        }
    }

    /// Returns what the solution is as an answer. Whether its texts are known is in the place of the comparison with itself.
    fn own_answer(&self, solution: &Side) -> Answer {
        let unknown = solution.obstacle();
        let mut findings = vec![Finding {
            condition: Condition::Language,
            verdict: unknown.map_or(Verdict::Proved(Proof::Computed), Verdict::Undecided),
        }];
        findings.extend(self.conditions(solution));
        Answer {
            findings,
            start: Some(solution.start.clone()),
        }
    }
}

impl Sheet {
    /// Checks each exercise.
    #[must_use]
    pub fn check(&self) -> Vec<Check> {
        self.exercises.iter().map(Exercise::check).collect()
    }
}

/// Writes a sentence without a full stop. Everything from the exercise is escaped.
impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solution(reason) => formatter.write_str(reason),
            Self::Unmet(finding) if finding.is_refuted() => {
                write!(
                    formatter,
                    "the solution does not meet its own condition: {finding}"
                )
            }
            Self::Unmet(finding) => {
                write!(
                    formatter,
                    "the solution may not meet its own condition: {finding}"
                )
            }
            Self::Solved => formatter.write_str("the start solves the exercise already"),
        }
    }
}
