//! Answers that hold.
//!
//! A parser with a race, or on a machine without memory, gives a wrong answer once in a while. One such answer
//! among thousands would become a fault of the parser, with a cause. So no answer is believed that is surprising:
//!
//! - The texts of a small set are asked about twice at once. The learner asks in small sets, so each of its steps
//!   rests on two answers.
//! - In a large set, the answers that are not the grammar's are asked for once more.
//! - What contradicts a hypothesis later is asked for once more then ([`Source::ask_again`]).
//!
//! If two answers differ, the parser is asked [`MORE`] times more, and the answer of most times counts. The text
//! is *flaky*: the findings name it, and nothing is explained by it alone.

use std::collections::{BTreeMap, HashSet};

use super::cause::Flaky;
use super::peer::{Disagreement, NoAnswer, Peer};

/// The greatest number of texts of a small set.
const FEW: usize = 1_000;

/// How often a text is asked about again after two answers that differ. It is odd, so that one answer wins.
const MORE: usize = 3;

/// The greatest number of disagreements of a suite that are asked for once more before the search.
const CONFIRMED: usize = 100_000;

/// A parser has no steady answers if more texts than this are flaky, and more than one in so many.
const FLAKY: usize = 30;
const ONE_IN: usize = 100;

/// What a search asks. Answers that are surprising have been given at least twice.
pub(super) trait Source {
    /// Asks about texts, all at once. `expected` is what the grammar says, if that is decided.
    fn ask(
        &mut self,
        texts: &[Vec<u8>],
        expected: &dyn Fn(&[u8]) -> Option<bool>,
    ) -> Result<Vec<Option<bool>>, NoAnswer>;

    /// Asks about texts that have these answers, unless that was done before. Returns the answers that hold.
    fn ask_again(
        &mut self,
        texts: &[Vec<u8>],
        answers: &[Option<bool>],
    ) -> Result<Vec<Option<bool>>, NoAnswer>;
}

/// A parser under test as the search sees it. So the search is compiled once, and not for each parser.
pub(super) type AnyPeer<'p> = dyn Source + 'p;

/// A parser whose surprising answers are asked for again.
pub(super) struct Steady<'p> {
    peer: &'p mut (dyn Peer<Error = NoAnswer> + 'p),
    /// The texts that were asked about more than once.
    sure: HashSet<Vec<u8>>,
    /// How often the parser rejected and accepted each flaky text.
    flaky: BTreeMap<Vec<u8>, [u64; 2]>,
    is_unsteady: bool,
    is_silent: bool,
}

impl<'p> Steady<'p> {
    pub(super) fn new(peer: &'p mut (dyn Peer<Error = NoAnswer> + 'p)) -> Self {
        Self {
            peer,
            sure: HashSet::new(),
            flaky: BTreeMap::new(),
            is_unsteady: false,
            is_silent: false,
        }
    }

    /// Returns those of the disagreements that hold. If the parser gives no answer, all of them count, and it is asked
    /// nothing more.
    pub(super) fn confirmed(&mut self, disagreements: &[Disagreement]) -> Vec<Disagreement> {
        let (first, others) = disagreements.split_at(disagreements.len().min(CONFIRMED));
        let texts: Vec<Vec<u8>> = first.iter().map(|one| one.text.clone()).collect();
        let given: Vec<Option<bool>> = first.iter().map(|one| Some(one.is_accepted)).collect();
        let held = self.ask_again(&texts, &given);
        self.is_silent = held.is_err();
        let held = held.unwrap_or_else(|NoAnswer| given.clone());
        let first = first.iter().zip(held.iter().zip(&given));
        let first = first.filter(|(_, (held, given))| held == given);
        let first = first.map(|(one, _)| one);
        first.chain(others).cloned().collect()
    }

    /// Returns whether the parser gives different answers so often that nothing can be learned.
    pub(super) fn is_unsteady(&self) -> bool {
        self.is_unsteady
    }

    /// Returns the flaky texts, the shortest first.
    pub(super) fn flaky(&self) -> Vec<Flaky> {
        let flaky = self.flaky.iter();
        let mut flaky: Vec<Flaky> = flaky
            .map(|(text, &[rejected, accepted])| Flaky {
                text: text.clone(),
                accepted,
                rejected,
            })
            .collect();
        flaky.sort_by_key(|one| one.text.len());
        flaky
    }

    /// Asks once more about texts that have these answers. Returns the answers that hold.
    fn asked_once_more(
        &mut self,
        texts: &[Vec<u8>],
        answers: &[Option<bool>],
    ) -> Result<Vec<Option<bool>>, NoAnswer> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let second = self.peer.ask(texts)?;
        let both = answers.iter().zip(second);
        let both = both.map(|(one, other)| [*one, other]);
        self.sure.extend(texts.iter().cloned());
        self.settled(texts, &both.collect::<Vec<_>>())
    }

    /// Decides about texts with several answers each: asks more often where they differ.
    fn settled(
        &mut self,
        texts: &[Vec<u8>],
        answers: &[[Option<bool>; 2]],
    ) -> Result<Vec<Option<bool>>, NoAnswer> {
        let differing = answers.iter().enumerate();
        let differing = differing.filter(|(_, [first, second])| first != second);
        let differing: Vec<usize> = differing.map(|(index, _)| index).collect();
        let mut held: Vec<Option<bool>> = answers.iter().map(|[first, _]| *first).collect();
        if differing.is_empty() {
            return Ok(held);
        }
        let open: Vec<Vec<u8>> = differing.iter().map(|&it| texts[it].clone()).collect();
        let more = self.peer.ask(&[open.as_slice(); MORE].concat())?;
        for (place, &index) in differing.iter().enumerate() {
            let more = more.iter().skip(place).step_by(open.len());
            let mut counts = [0, 0];
            for answer in answers[index].iter().chain(more).flatten() {
                counts[usize::from(*answer)] += 1;
            }
            held[index] = (counts != [0, 0]).then_some(counts[1] > counts[0]);
            let [rejected, accepted] = counts;
            if rejected > 0 && accepted > 0 {
                let all = self.flaky.entry(texts[index].clone()).or_default();
                all[0] += rejected;
                all[1] += accepted;
            }
        }
        if self.flaky.len() > FLAKY && self.flaky.len() * ONE_IN > self.sure.len() {
            self.is_unsteady = true;
            return Err(NoAnswer);
        }
        Ok(held)
    }
}

impl Source for Steady<'_> {
    fn ask(
        &mut self,
        texts: &[Vec<u8>],
        expected: &dyn Fn(&[u8]) -> Option<bool>,
    ) -> Result<Vec<Option<bool>>, NoAnswer> {
        if self.is_silent {
            return Err(NoAnswer);
        }
        if texts.len() <= FEW {
            let answers = self.peer.ask(&[texts, texts].concat())?;
            let (first, second) = answers.split_at(texts.len());
            let both = first.iter().zip(second).map(|(one, other)| [*one, *other]);
            self.sure.extend(texts.iter().cloned());
            return self.settled(texts, &both.collect::<Vec<_>>());
        }
        let mut answers = self.peer.ask(texts)?;
        let given = texts.iter().zip(&answers).enumerate();
        let surprising = given.filter(|(_, (text, answer))| {
            answer.is_some_and(|answer| expected(text).is_some_and(|right| right != answer))
        });
        let surprising: Vec<usize> = surprising.map(|(index, _)| index).collect();
        let again: Vec<Vec<u8>> = surprising.iter().map(|&it| texts[it].clone()).collect();
        let given: Vec<Option<bool>> = surprising.iter().map(|&it| answers[it]).collect();
        // Also those that were asked about twice before: this answer is a new one.
        let held = self.asked_once_more(&again, &given)?;
        for (index, answer) in surprising.into_iter().zip(held) {
            answers[index] = answer;
        }
        Ok(answers)
    }

    fn ask_again(
        &mut self,
        texts: &[Vec<u8>],
        answers: &[Option<bool>],
    ) -> Result<Vec<Option<bool>>, NoAnswer> {
        let mut held = answers.to_vec();
        let open = texts.iter().enumerate();
        let open = open.filter(|(_, text)| !self.sure.contains(*text));
        let (indices, open): (Vec<usize>, Vec<Vec<u8>>) =
            open.map(|(index, text)| (index, text.clone())).unzip();
        let answers: Vec<Option<bool>> = indices.iter().map(|&it| answers[it]).collect();
        let settled = self.asked_once_more(&open, &answers)?;
        for (index, answer) in indices.into_iter().zip(settled) {
            held[index] = answer;
        }
        Ok(held)
    }
}
