//! The texts on which the command broke.

use std::collections::HashMap;

use rfc1738_views::conformance::answer::Answer;
use rfc1738_views::conformance::breakdown::{Ending, Restarts};

use super::no_answer::{NoAnswer, Stopped};

/// The texts on which the command broke, of the whole run.
///
/// Invariant: `--restart` bounds the number of texts, and with it the memory.
pub(in crate::commands::conformance) struct CrashLog {
    /// The most texts.
    most: u64,
    texts: HashMap<Vec<u8>, Answer>,
    restarts: Restarts,
}

impl CrashLog {
    pub(in crate::commands::conformance) fn new(most: u64) -> Self {
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

    /// Fails if the command broke too often: it is not started again.
    pub(super) fn check(&self) -> Result<(), Box<Stopped>> {
        let times = self.texts.len() as u64 + self.restarts.loose;
        if times <= self.most {
            return Ok(());
        }
        let first = self.restarts.first.as_ref();
        let ending = first.map(|(_, ending)| ending.clone()).unwrap_or_default();
        Err(Stopped::new(NoAnswer::TooOften(self.most), ending))
    }
}
