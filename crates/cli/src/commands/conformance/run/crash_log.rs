//! The texts on which the command broke, and why it stopped.

use std::collections::HashMap;

use rfc1738_views::conformance::answer::Answer;
use rfc1738_views::conformance::breakdown::{Ending, Problem, Restarts};

/// The texts on which the command broke, of the whole run.
///
/// Invariant: `--restart` bounds the number of texts, and with it the memory.
pub(super) struct CrashLog {
    /// The most texts.
    most: u64,
    texts: HashMap<Vec<u8>, Answer>,
    restarts: Restarts,
}

impl CrashLog {
    pub(super) fn new(most: u64) -> Self {
        Self {
            most,
            texts: HashMap::new(),
            restarts: Restarts::default(),
        }
    }

    /// Notes that the command broke on the text.
    pub(super) fn note(&mut self, text: &[u8], answer: Answer) {
        self.texts.insert(text.to_owned(), answer);
    }

    /// Notes the end of a process that broke on the text.
    pub(super) fn note_end(&mut self, text: &[u8], ending: Ending) {
        let first = || (text.to_owned(), ending);
        self.restarts.first.get_or_insert_with(first);
    }

    /// Notes breakdowns that no single text is to blame for.
    pub(super) fn note_loose(&mut self, times: u64) {
        self.restarts.loose += times;
    }

    /// Returns whether the command broke on any text.
    pub(super) fn has_any(&self) -> bool {
        !self.texts.is_empty()
    }

    /// Returns the answer to a text on which the command broke before.
    pub(super) fn answer(&self, text: &[u8]) -> Option<Answer> {
        self.texts.get(text).copied()
    }

    /// Returns the texts with this answer, the shortest first.
    pub(super) fn texts(&self, answer: Answer) -> Vec<Vec<u8>> {
        let texts = self.texts.iter().filter(|(_, given)| **given == answer);
        let mut texts: Vec<Vec<u8>> = texts.map(|(text, _)| text.clone()).collect();
        texts.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        texts
    }

    /// Returns what a report says about them.
    pub(super) fn restarts(&self) -> &Restarts {
        &self.restarts
    }

    /// Returns why the command is not started again, if it broke too often.
    pub(super) fn too_many(&self) -> Option<Stopped> {
        let times = self.texts.len() as u64 + self.restarts.loose;
        (times > self.most).then(|| {
            let first = self.restarts.first.as_ref();
            Stopped {
                problem: Problem::TooOften { most: self.most },
                ending: first.map(|(_, ending)| ending.clone()).unwrap_or_default(),
                is_abandoned: false,
            }
        })
    }
}

/// Why there are no more answers.
pub(super) struct Stopped {
    pub(super) problem: Problem,
    /// The end of the process.
    pub(super) ending: Ending,
    /// Whether the answers were not needed any more. Then there is another problem.
    pub(super) is_abandoned: bool,
}

/// Returns the problem with the numbers of a stage in which these texts came before.
pub(super) fn later(problem: Problem, before: u64) -> Problem {
    match problem {
        Problem::Unanswered {
            number,
            text,
            reason,
        } => Problem::Unanswered {
            number: number + before,
            text,
            reason,
        },
        other => other,
    }
}
