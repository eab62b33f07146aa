//! What a baseline pins beside its causes: all texts that the parser was learned to accept.
//!
//! The automaton predicts an answer to every text. The *exceptions* are the texts of that run which the parser
//! answered otherwise: what a limit of length rejects, or what a search that gave up did not learn. A later run
//! compares each answer with the prediction. A text whose answer is not as before is a change of the parser,
//! whatever the search learns: so a parser that is the same always passes.

use std::collections::{BTreeSet, HashMap, HashSet};

use rfc1738_views::conformance::answer::Answer;
use rfc1738_views::conformance::causes::pinned::Change;
use rfcbnf::automaton::Automaton;
use rfcbnf::causes::Learned;
use rfcbnf::conformance::Suite;
use rfcbnf::fnv;

use crate::commands::conformance::suites::ChosenSuite;

/// The most exceptions that a baseline keeps.
const EXCEPTIONS: usize = 1_000;

/// What a run pinned.
pub(super) struct Pinned {
    /// The production of the run.
    pub(super) rule: String,
    /// The depth of the texts; `None` if they are all.
    pub(super) depth: Option<u32>,
    pub(super) learned: Learned,
    /// The number of causes that the baseline accepted then. If it has fewer now, some were taken out.
    pub(super) causes: usize,
    pub(super) suite: SuiteAnswers,
    /// The hashes of the exceptions; `None` if there are too many.
    pub(super) exceptions: Option<BTreeSet<u32>>,
}

/// Says what a parser answers that accepts what was learned.
#[derive(Clone, Copy)]
pub(super) struct Prediction<'p> {
    pub(super) learned: &'p Learned,
    /// The texts of the grammar to the depth of the run, if these are not all.
    pub(super) to_depth: Option<&'p Automaton>,
    pub(super) derives: &'p dyn Fn(&[u8]) -> Option<bool>,
}

impl Prediction<'_> {
    /// Returns whether the answer to a text is another one. A deeper text of the grammar is accepted.
    fn is_exception(self, text: &[u8], is_accepted: bool) -> bool {
        let is_deeper = || {
            let is_within = self.to_depth.is_none_or(|texts| texts.accepts(text));
            !is_within && (self.derives)(text) == Some(true)
        };
        let predicted = self.learned.accepts(text) || is_deeper();
        predicted != is_accepted
    }
}

/// How the answers of a run differ from those that were pinned.
#[derive(Default)]
pub(super) struct Changes {
    pub(super) count: u64,
    pub(super) shortest: Option<Change>,
    /// The texts that the command accepts and that can be deeper than the automaton, which says nothing about them then.
    pub(super) deeper: HashSet<Vec<u8>>,
}

impl Changes {
    fn note(&mut self, text: &[u8], is_accepted: bool) {
        self.count += 1;
        let key = |text: &[u8]| (text.len(), text.to_vec());
        let shortest = self.shortest.as_ref();
        if shortest.is_none_or(|shortest| key(text) < key(&shortest.text)) {
            self.shortest = Some(Change {
                text: text.to_vec(),
                was_accepted: !is_accepted,
            });
        }
    }
}

impl Pinned {
    /// Pins what a run has learned. `more` are answers beyond the suite.
    pub(super) fn of(
        (rule, depth, causes): (&str, Option<u32>, usize),
        prediction: Prediction<'_>,
        suite: &Answered<'_>,
        more: &HashMap<Vec<u8>, bool>,
    ) -> Self {
        let mut exceptions = Some(BTreeSet::new());
        let mut add = |text: &[u8], is_accepted: bool| {
            if let Some(known) = &mut exceptions
                && prediction.is_exception(text, is_accepted)
            {
                known.insert(fnv::short_hash(text));
                if known.len() > EXCEPTIONS {
                    exceptions = None;
                }
            }
        };
        suite.each(|text, is_accepted| add(text, is_accepted));
        for (text, is_accepted) in more {
            add(text, *is_accepted);
        }
        Self {
            rule: rule.to_owned(),
            depth,
            learned: prediction.learned.clone(),
            causes,
            suite: suite.hashes(),
            exceptions,
        }
    }

    /// Returns whether another automaton, which a complete search learned, is news, by the shortest text on which the two
    /// differ. It is none if the text is an exception of the pinned one. A run over another suite can learn less.
    pub(super) fn is_news(&self, text: &[u8], suite: &Answered<'_>) -> bool {
        match &self.exceptions {
            None => true,
            Some(exceptions) => {
                !exceptions.contains(&fnv::short_hash(text))
                    && self.suite.texts == suite.hashes().texts
            }
        }
    }

    /// Compares the answers of a run with those that were pinned. `is_whole` says whether the search asked about
    /// everything that it looks for.
    pub(super) fn compared(
        &self,
        prediction: Prediction<'_>,
        suite: &Answered<'_>,
        more: &HashMap<Vec<u8>, bool>,
        is_whole: bool,
    ) -> Changes {
        let mut changes = Changes::default();
        let is_same_suite = self.suite.texts == suite.hashes().texts;
        let Some(exceptions) = &self.exceptions else {
            // Which texts are exceptions is not known, only the sum of all answers to the suite.
            changes.count = u64::from(is_same_suite && self.suite != suite.hashes());
            return changes;
        };
        let suites = self.learned.suite(0).ok().filter(|_| self.depth.is_some());
        let own_suite: HashSet<Vec<u8>> = suites.iter().flat_map(Suite::texts).collect();
        // Without exceptions, the automaton says everything, to its depth.
        let mut compare = |text: &[u8], is_accepted: bool, was_asked: bool| {
            let is_exception = prediction.is_exception(text, is_accepted);
            let was_exception =
                !exceptions.is_empty() && exceptions.contains(&fnv::short_hash(text));
            if is_exception == was_exception {
                return;
            }
            let can_be_deeper = self.depth.is_some() && is_accepted && !was_exception;
            if can_be_deeper && !is_same_suite && !own_suite.contains(text) {
                changes.deeper.insert(text.to_vec());
            } else if was_asked || was_exception || exceptions.is_empty() {
                changes.note(text, is_accepted);
            }
        };
        suite.each(|text, is_accepted| compare(text, is_accepted, is_same_suite));
        for (text, is_accepted) in more {
            compare(text, *is_accepted, is_whole);
        }
        changes
    }
}

/// An octet for each answer: whether the text is accepted, or that the command broke on it.
#[derive(Debug, Default)]
pub(super) struct AnswerList(Vec<u8>);

const REJECTED: u8 = 0;
const ACCEPTED: u8 = 1;
const BROKEN: u8 = 2;

impl AnswerList {
    /// Adds the answer to the next text.
    pub(super) fn push(&mut self, answer: Answer) {
        self.0.push(match answer {
            Answer::Reject(_) => REJECTED,
            Answer::Accept => ACCEPTED,
            Answer::Crashed | Answer::TimedOut => BROKEN,
        });
    }
}

/// The texts of a suite, and the answers to them, as hashes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SuiteAnswers {
    pub(super) texts: u64,
    pub(super) answers: u64,
}

/// A suite with the answers to its texts.
#[derive(Clone, Copy)]
pub(super) struct Answered<'a> {
    pub(super) suite: &'a ChosenSuite,
    pub(super) answers: &'a AnswerList,
}

impl Answered<'_> {
    /// Calls a function with each text and whether the command accepted it. Leaves out those on which it broke.
    pub(super) fn each(&self, mut each: impl FnMut(&[u8], bool)) {
        for (text, &answer) in self.suite.texts_on_lines().zip(&self.answers.0) {
            if answer != BROKEN {
                each(&text, answer == ACCEPTED);
            }
        }
    }

    /// Returns a hash of the texts, and one of the answers.
    pub(super) fn hashes(&self) -> SuiteAnswers {
        let texts = self.suite.texts_on_lines().fold(fnv::EMPTY, |hash, text| {
            fnv::hash(fnv::hash(hash, text.iter().copied()), [b'\n'])
        });
        SuiteAnswers {
            texts,
            answers: fnv::hash(fnv::EMPTY, self.answers.0.iter().copied()),
        }
    }
}
