//! Compares the answers of a recogniser with the library's, and counts.
//!
//! Invariant: what is kept is bounded by the number of productions and by how many disagreements
//! are to be shown, not by the number of texts.

use std::collections::BTreeMap;

use rfc1738::{Rule, SyntaxError, parse};

use super::answer::Answer;
use crate::summary::production_of;

/// In what a recogniser and the grammar disagree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fault {
    /// It accepts what the production does not derive.
    FalseAccept,
    /// It rejects what the production derives.
    FalseReject,
    /// It rejects what the production does not derive, but at another offset.
    OtherOffset,
}

/// How many texts of each verdict there were.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Derived and accepted.
    pub(crate) true_accepts: u64,
    /// Not derived, but accepted.
    pub(crate) false_accepts: u64,
    /// Not derived and rejected.
    pub(crate) true_rejects: u64,
    /// Derived, but rejected.
    pub(crate) false_rejects: u64,
    /// True rejects that came with an offset.
    pub(crate) offsets_given: u64,
    /// Those of them with the right one.
    pub(crate) offsets_equal: u64,
}

/// A text about which a recogniser and the grammar disagree.
#[derive(Debug)]
pub(crate) struct Disagreement {
    /// Its number in the suite, counted from 1.
    pub(crate) number: u64,
    /// The text.
    pub(crate) text: String,
    /// What the recogniser says.
    pub(crate) answer: Answer,
    /// What is wrong with that.
    pub(crate) fault: Fault,
}

/// What is known of the answers so far.
pub(crate) struct Tally {
    rule: Rule,
    counts: BTreeMap<Rule, Counts>,
    most: usize,
    /// Of each production and fault the shortest, in the order of [`Disagreement::rank`].
    shortest: BTreeMap<(Rule, Fault), Vec<Disagreement>>,
}

impl Counts {
    /// All texts.
    pub(crate) fn texts(&self) -> u64 {
        self.true_accepts + self.false_accepts + self.true_rejects + self.false_rejects
    }

    /// The offsets that differ.
    pub(crate) fn offsets_other(&self) -> u64 {
        self.offsets_given - self.offsets_equal
    }

    /// The texts about which there is no agreement.
    pub(crate) fn disagreements(&self) -> u64 {
        self.false_accepts + self.false_rejects + self.offsets_other()
    }

    /// Counts an answer, and says what is wrong with it. The offset is that of a text that is
    /// not derived.
    fn add(&mut self, offset: Option<usize>, answer: Answer) -> Option<Fault> {
        match (offset, answer) {
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

    fn plus(self, other: &Self) -> Self {
        Self {
            true_accepts: self.true_accepts + other.true_accepts,
            false_accepts: self.false_accepts + other.false_accepts,
            true_rejects: self.true_rejects + other.true_rejects,
            false_rejects: self.false_rejects + other.false_rejects,
            offsets_given: self.offsets_given + other.offsets_given,
            offsets_equal: self.offsets_equal + other.offsets_equal,
        }
    }
}

impl Disagreement {
    /// The shorter the text, the better it shows what is wrong.
    fn rank(&self) -> (usize, u64) {
        (self.text.len(), self.number)
    }
}

impl Tally {
    /// Nothing counted yet. So many disagreements are to be shown at most.
    pub(crate) fn new(rule: Rule, most: usize) -> Self {
        Self {
            rule,
            counts: BTreeMap::new(),
            most,
            shortest: BTreeMap::new(),
        }
    }

    /// Counts the answer to a text, for the production that [`production_of`] finds.
    pub(crate) fn count(&mut self, number: u64, text: &str, answer: Answer) {
        let result = parse(self.rule, text);
        let production = production_of(&result);
        let offset = result.err().as_ref().map(SyntaxError::offset);
        let counts = self.counts.entry(production).or_default();
        if let Some(fault) = counts.add(offset, answer) {
            let kept = self.shortest.entry((production, fault)).or_default();
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
    }

    /// The production of the suite.
    pub(crate) fn rule(&self) -> Rule {
        self.rule
    }

    /// The counts of all texts.
    pub(crate) fn total(&self) -> Counts {
        self.counts.values().fold(Counts::default(), Counts::plus)
    }

    /// The counts of each production: those with the most disagreements first, then those with
    /// the most texts, then in the order of the grammar.
    pub(crate) fn productions(&self) -> Vec<(Rule, Counts)> {
        let mut productions: Vec<(Rule, Counts)> = self
            .counts
            .iter()
            .map(|(rule, counts)| (*rule, *counts))
            .collect();
        productions
            .sort_by_key(|(_, counts)| std::cmp::Reverse((counts.disagreements(), counts.texts())));
        productions
    }

    /// The shortest disagreements, the shortest first. A second one of the same production and
    /// fault only where each has one.
    pub(crate) fn shortest(&self) -> Vec<&Disagreement> {
        let ranked = self
            .shortest
            .values()
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
