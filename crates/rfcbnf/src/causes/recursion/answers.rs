//! The answers of the parser to whole texts.
//!
//! Invariant: an answer is asked for once, except by [`Answers::confirm`] and [`Answers::ask_again`]. The parser is
//! asked more often where the answer is surprising ([`Source`](crate::causes::steady::Source)).

use std::collections::HashMap;

use crate::causes::peer::{Disagreement, NoAnswer, Repeated};
use crate::causes::shortlex;
use crate::causes::steady::AnyPeer;
use crate::recognizer::Recognizer;

/// Asks a parser, and remembers what it answered.
pub(super) struct Answers<'p> {
    peer: &'p mut AnyPeer<'p>,
    /// The grammar.
    right: Recognizer,
    known: HashMap<Vec<u8>, Option<bool>>,
    pub(super) questions: u64,
    pub(super) rounds: u64,
}

impl<'p> Answers<'p> {
    pub(super) fn new(
        peer: &'p mut AnyPeer<'p>,
        right: Recognizer,
        disagreements: &[Disagreement],
    ) -> Self {
        let known = disagreements.iter();
        let known = known.map(|one| (one.text.clone(), Some(one.is_accepted)));
        Self {
            peer,
            right,
            known: known.collect(),
            questions: 0,
            rounds: 0,
        }
    }

    /// Asks about those of the texts that are not answered yet. Returns the answers to all.
    pub(super) fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, NoAnswer> {
        let mut open: Vec<Vec<u8>> = texts.to_vec();
        open.retain(|text| !self.known.contains_key(text));
        open.sort();
        open.dedup();
        if !open.is_empty() {
            self.questions += open.len() as u64;
            self.rounds += 1;
            let right = self.right.rule();
            let answers = self.peer.ask(&open, &|text| right.is_valid(text).ok())?;
            self.known.extend(open.into_iter().zip(answers));
        }
        Ok(texts.iter().map(|text| self.verdict(text)).collect())
    }

    /// Asks again about texts, because their answers contradict what the search supposes. Returns the answers that
    /// hold.
    pub(super) fn ask_again(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, NoAnswer> {
        let answers: Vec<Option<bool>> = texts.iter().map(|text| self.verdict(text)).collect();
        let held = self.peer.ask_again(texts, &answers)?;
        let known = texts.iter().cloned().zip(held.iter().copied());
        self.known.extend(known);
        Ok(held)
    }

    /// Asks about a text with many repetitions. Keeps the shortest one with a wrong answer alone: the others
    /// are the same fault. `right` says whether the grammar derives a text, if that is decided.
    pub(super) fn ask_repeated(
        &mut self,
        repeated: &Repeated,
        right: impl Fn(&[u8]) -> Option<bool>,
    ) -> Result<(), NoAnswer> {
        let mut is_accepted = None;
        let wrong = repeated.shortest_wrong(|text| {
            self.questions += 1;
            self.rounds += 1;
            let answers = self.peer.ask(&[text.to_vec()], &right)?;
            let answer = answers.first().copied().flatten();
            let is_wrong = answer
                .zip(right(text))
                .map(|(answer, right)| answer != right);
            is_accepted = answer.filter(|_| is_wrong == Some(true)).or(is_accepted);
            Ok(is_wrong)
        })?;
        self.known.extend(wrong.map(|text| (text, is_accepted)));
        Ok(())
    }

    /// Returns whether the parser accepts the text; `None` if it cannot be asked about it, or has not
    /// been asked.
    pub(super) fn verdict(&self, text: &[u8]) -> Option<bool> {
        self.known.get(text).copied().flatten()
    }

    /// Returns the texts that have an answer, the shortest first.
    pub(super) fn sorted(&self) -> Vec<(&[u8], bool)> {
        let known = self.known.iter();
        let known = known.filter_map(|(text, answer)| Some((text.as_slice(), (*answer)?)));
        let mut known: Vec<(&[u8], bool)> = known.collect();
        known.sort_unstable_by(|(one, _), (other, _)| shortlex::compare(one, other));
        known
    }

    /// Asks about the texts again. Returns the first that has another answer now.
    pub(super) fn confirm(&mut self, texts: &[Vec<u8>]) -> Result<Option<Vec<u8>>, NoAnswer> {
        if texts.is_empty() {
            return Ok(None);
        }
        self.questions += texts.len() as u64;
        self.rounds += 1;
        let right = self.right.rule();
        let answers = self.peer.ask(texts, &|text| right.is_valid(text).ok())?;
        let mut both = texts.iter().zip(answers);
        let different = both.find(|(text, answer)| self.verdict(text) != *answer);
        Ok(different.map(|(text, _)| text.clone()))
    }
}
