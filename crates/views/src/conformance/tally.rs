//! Counts of a subject's answers, compared with those of the parsers.
//!
//! Invariant: the memory of a tally is bounded by the number of productions and of disagreements
//! to show, not by the number of texts.

use std::collections::BTreeMap;

use rfcbnf_engine::SyntaxError;
use serde::{Deserialize, Serialize};

use crate::check::summary::production_of;
use crate::conformance::answer::Answer;
use crate::production::{CheckedProduction, Rejection};

/// The way in which a subject disagrees with the grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Fault {
    /// It accepts a text that the production does not derive.
    FalseAccept,
    /// It rejects a text that the production derives.
    FalseReject,
    /// It rejects a text that the production does not derive, but at another offset.
    OtherOffset,
    /// It crashes on the text, whether the production derives it or not.
    Crashed,
    /// It does nothing within the time limit, whether the production derives the text or not.
    TimedOut,
}

impl Fault {
    /// All faults.
    pub(super) const ALL: [Self; 5] = [
        Self::FalseAccept,
        Self::FalseReject,
        Self::OtherOffset,
        Self::Crashed,
        Self::TimedOut,
    ];
}

/// The number of texts of each verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Derived and accepted.
    pub true_accepts: u64,
    /// Not derived, but accepted.
    pub false_accepts: u64,
    /// Not derived and rejected.
    pub true_rejects: u64,
    /// Derived, but rejected.
    pub false_rejects: u64,
    /// True rejects that came with an offset.
    pub offsets_given: u64,
    /// True rejects that came with the right offset.
    pub offsets_equal: u64,
    /// Crashes, on texts derived or not.
    pub crashed: u64,
    /// Texts, derived or not, on which nothing happened within the time limit.
    pub timed_out: u64,
}

/// A text about which a subject and the grammar disagree.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Disagreement {
    /// The number of the text in the suite, counted from 1.
    pub number: u64,
    /// The text.
    pub text: Vec<u8>,
    /// The answer of the subject.
    pub answer: Answer,
    /// The fault of the answer.
    pub fault: Fault,
}

/// A tally in a file, with the names of its productions.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SavedTally {
    rule: String,
    most: usize,
    counts: Vec<(String, Counts)>,
    /// The shortest of a production and a fault.
    shortest: Vec<(String, Vec<Disagreement>)>,
}

/// No run asks more texts, so sums of counts do not overflow.
pub(super) const MOST_TEXTS: u64 = 1 << 48;

impl SavedTally {
    /// Returns the counts of all texts.
    pub(super) fn total(&self) -> Counts {
        Counts::sum(self.counts.iter().map(|(_, counts)| counts))
    }

    /// Returns whether the counts can be those of a run.
    pub(super) fn is_sound(&self) -> bool {
        self.counts.iter().all(|(_, counts)| {
            let faults = Fault::ALL.into_iter();
            counts.offsets_equal <= counts.offsets_given
                && [
                    counts.true_accepts,
                    counts.true_rejects,
                    counts.offsets_given,
                ]
                .into_iter()
                .chain(faults.map(|fault| counts.of(fault)))
                .all(|count| count <= MOST_TEXTS)
        })
    }

    pub(super) fn rule(&self) -> &str {
        &self.rule
    }

    pub(super) fn productions(&self) -> impl Iterator<Item = &str> {
        self.counts.iter().map(|(name, _)| name.as_str())
    }
}

/// The counts of the answers so far, and the shortest disagreements.
#[derive(Debug)]
pub struct Tally<P> {
    rule: P,
    /// By the number of the production in the grammar.
    counts: BTreeMap<usize, (P, Counts)>,
    most: usize,
    /// The shortest of each production and fault, in the order of [`Disagreement::rank`].
    shortest: BTreeMap<(usize, Fault), Vec<Disagreement>>,
}

impl Counts {
    /// Returns the number of texts.
    #[must_use]
    pub fn texts(&self) -> u64 {
        let verdicts =
            self.true_accepts + self.false_accepts + self.true_rejects + self.false_rejects;
        verdicts + self.crashed + self.timed_out
    }

    /// Returns the number of wrong offsets.
    #[must_use]
    pub fn offsets_other(&self) -> u64 {
        self.offsets_given - self.offsets_equal
    }

    /// Returns the number of disagreements.
    #[must_use]
    pub fn disagreements(&self) -> u64 {
        Fault::ALL.into_iter().map(|fault| self.of(fault)).sum()
    }

    /// Returns the number of disagreements with this fault.
    pub(super) fn of(&self, fault: Fault) -> u64 {
        match fault {
            Fault::FalseAccept => self.false_accepts,
            Fault::FalseReject => self.false_rejects,
            Fault::OtherOffset => self.offsets_other(),
            Fault::Crashed => self.crashed,
            Fault::TimedOut => self.timed_out,
        }
    }

    /// Counts an answer and returns its fault, if any. `offset` is that of the error, `None`
    /// for a valid text.
    fn add(&mut self, offset: Option<usize>, answer: Answer) -> Option<Fault> {
        match (offset, answer) {
            (_, Answer::Crashed) => {
                self.crashed += 1;
                return Some(Fault::Crashed);
            }
            (_, Answer::TimedOut) => {
                self.timed_out += 1;
                return Some(Fault::TimedOut);
            }
            (None, Answer::Accept) => self.true_accepts += 1,
            (None, Answer::Reject(_)) => {
                self.false_rejects += 1;
                return Some(Fault::FalseReject);
            }
            (Some(_), Answer::Accept) => {
                self.false_accepts += 1;
                return Some(Fault::FalseAccept);
            }
            (Some(_), Answer::Reject(None)) => self.true_rejects += 1,
            (Some(right), Answer::Reject(Some(given))) => {
                self.true_rejects += 1;
                self.offsets_given += 1;
                if given != right {
                    return Some(Fault::OtherOffset);
                }
                self.offsets_equal += 1;
            }
        }
        None
    }

    fn sum<'c>(counts: impl Iterator<Item = &'c Self>) -> Self {
        counts.fold(Self::default(), Self::plus)
    }

    fn plus(self, other: &Self) -> Self {
        Self {
            true_accepts: self.true_accepts + other.true_accepts,
            false_accepts: self.false_accepts + other.false_accepts,
            true_rejects: self.true_rejects + other.true_rejects,
            false_rejects: self.false_rejects + other.false_rejects,
            offsets_given: self.offsets_given + other.offsets_given,
            offsets_equal: self.offsets_equal + other.offsets_equal,
            crashed: self.crashed + other.crashed,
            timed_out: self.timed_out + other.timed_out,
        }
    }
}

impl Disagreement {
    /// Ranks short texts first, because they show the fault best.
    fn rank(&self) -> (usize, u64) {
        (self.text.len(), self.number)
    }
}

impl<P: CheckedProduction> Tally<P> {
    /// Returns an empty tally, which keeps at most `most` disagreements to show.
    #[must_use]
    pub fn new(rule: P, most: usize) -> Self {
        Self {
            rule,
            counts: BTreeMap::new(),
            most,
            shortest: BTreeMap::new(),
        }
    }

    /// Counts the answer to a text, for the production that [`production_of`] returns. Returns the
    /// fault of the answer, if any. A text that the production does not decide is not counted.
    pub fn count(&mut self, number: u64, text: &[u8], answer: Answer) -> Option<Fault> {
        let (production, offset) = match self.rule.check(text) {
            Ok(result) => {
                let error = result.as_ref().err().map(Rejection::facts);
                (production_of(&result), error.map(SyntaxError::offset))
            }
            // The text is valid, and its tree is not to be had.
            Err(_) if self.rule.is_valid(text) == Ok(true) => (self.rule, None),
            Err(_) => return None,
        };
        let index = production.id().index();
        let (_, counts) = self
            .counts
            .entry(index)
            .or_insert((production, Counts::default()));
        let fault = counts.add(offset, answer);
        if let Some(fault) = fault {
            let kept = self.shortest.entry((index, fault)).or_default();
            let place = kept.partition_point(|other| other.rank() < (text.len(), number));
            if place < self.most {
                kept.truncate(self.most - 1);
                let text = text.to_owned();
                kept.insert(
                    place,
                    Disagreement {
                        number,
                        text,
                        answer,
                        fault,
                    },
                );
            }
        }
        fault
    }

    /// Returns the tally with names in the place of productions.
    pub(super) fn saved(&self) -> SavedTally {
        let name = |index| self.counts.get(index).map(|(rule, _)| rule.to_string());
        let shortest = self.shortest.iter();
        SavedTally {
            rule: self.rule.to_string(),
            most: self.most,
            counts: self
                .counts
                .values()
                .map(|(rule, counts)| (rule.to_string(), *counts))
                .collect(),
            shortest: shortest
                .filter_map(|((index, _), kept)| Some((name(index)?, kept.clone())))
                .collect(),
        }
    }

    /// Returns the tally of a file. `find` returns the production of a name.
    pub(super) fn from_saved(
        saved: &SavedTally,
        rule: P,
        find: impl Fn(&str) -> Option<P>,
    ) -> Self {
        let mut tally = Self::new(rule, saved.most);
        for (name, counts) in &saved.counts {
            if let Some(rule) = find(name) {
                tally.counts.insert(rule.id().index(), (rule, *counts));
            }
        }
        for (name, kept) in &saved.shortest {
            if let Some((rule, first)) = find(name).zip(kept.first()) {
                let key = (rule.id().index(), first.fault);
                tally.shortest.insert(key, kept.clone());
            }
        }
        tally
    }

    /// Returns the greatest number of disagreements to show.
    #[must_use]
    pub fn most(&self) -> usize {
        self.most
    }

    /// Returns the production of the suite.
    #[must_use]
    pub fn rule(&self) -> P {
        self.rule
    }

    /// Returns the counts of all texts.
    #[must_use]
    pub fn total(&self) -> Counts {
        Counts::sum(self.counts.values().map(|(_, counts)| counts))
    }

    /// Returns the counts of each production: first by disagreements, then by texts, then in the
    /// order of the grammar.
    #[must_use]
    pub fn productions(&self) -> Vec<(P, Counts)> {
        let mut productions: Vec<(P, Counts)> = self.counts.values().copied().collect();
        productions
            .sort_by_key(|(_, counts)| std::cmp::Reverse((counts.disagreements(), counts.texts())));
        productions
    }

    /// Returns the shortest disagreements with these faults, the shortest first. Every production
    /// and fault comes once before any comes twice.
    #[must_use]
    pub fn shortest(&self, is_meant: impl Fn(Fault) -> bool) -> Vec<&Disagreement> {
        let ranked = self
            .shortest
            .iter()
            .filter(|((_, fault), _)| is_meant(*fault))
            .map(|(_, kept)| kept)
            .flat_map(|kept| kept.iter().enumerate());
        let mut ranked: Vec<(usize, &Disagreement)> = ranked.collect();
        ranked.sort_by_key(|(round, disagreement)| (*round, disagreement.rank()));
        ranked.truncate(self.most);
        ranked.sort_by_key(|(_, disagreement)| disagreement.rank());
        ranked
            .into_iter()
            .map(|(_, disagreement)| disagreement)
            .collect()
    }
}
