//! Small suites: each reference once in a valid text, and once in an invalid one.

use std::ops::Range;

use super::case::{Judge, Subject};
use super::{Case, SuiteError};
use crate::recognizer::Recognizer;
use crate::resolved::ExpressionId;
use crate::sentences::{Covered, RecursiveSentences, Referring, Sentences};
use crate::syntax::Grammar;

/// A small suite of a production, which is not complete.
///
/// A *reference* is a use of a production in a production, here in the production itself or in one
/// that it leads to. The suite has each reference in a valid text, and in an invalid one that is one
/// edit away from a valid one, with the edit in what the reference derives there. So it has at most
/// two texts for each reference. A production without references has one text of each verdict.
///
/// It finds a parser that lacks a production at a place, or accepts almost anything there. It misses a
/// parser that is wrong about single characters or numbers of rounds, which a [`Suite`](super::Suite)
/// finds.
///
/// ```
/// use rfcbnf::conformance::QuickSuite;
///
/// let grammar = rfcbnf::read("pair = \"(\" [ pair ] \")\" [ digit ]\ndigit = \"0\" | \"1\"\n")?;
/// let suite = QuickSuite::new(&grammar, "pair")?;
/// assert_eq!(suite.references(), 2);
/// assert!(suite.cases().len() <= 4);
/// assert!(suite.cases().iter().any(|case| !case.is_word()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct QuickSuite {
    cases: Vec<Case>,
    references: usize,
    without_text: usize,
    has_automaton: bool,
}

/// The cases so far.
struct Choice<'c> {
    covered: &'c Covered,
    judge: &'c Judge,
    /// The texts that were chosen from the cover.
    chosen: Vec<&'c Referring>,
    cases: Vec<Case>,
}

impl QuickSuite {
    /// Makes the suite of a production, always the same one. A production that recurses in the middle
    /// or whose automaton is too large gets its verdicts from a recognizer.
    ///
    /// # Errors
    ///
    /// Returns [`SuiteError`] if the production does not exist, if it has an obstacle other than
    /// recursion or derives no text, or if no text can be made of it.
    pub fn new(grammar: &Grammar, production: &str) -> Result<Self, SuiteError> {
        let subject = Subject::of(grammar, production)?;
        let recognizer = subject.recognizer(grammar)?;
        if recognizer.is_none()
            && let Ok(sentences) = Sentences::new(grammar, subject.name)
            && let Ok(covered) = sentences.covered()
        {
            let automaton = Box::new(sentences.into_automaton());
            return Ok(Self::chosen(
                &covered,
                &Judge::Automaton(automaton, grammar.encoding),
            ));
        }
        let covered = RecursiveSentences::new(grammar, subject.name)?.covered();
        let recognizer = match recognizer {
            Some(recognizer) => recognizer,
            None => Recognizer::new(grammar, subject.name)?,
        };
        Ok(Self::chosen(
            &covered,
            &Judge::Recognizer(Box::new(recognizer)),
        ))
    }

    fn chosen(covered: &Covered, judge: &Judge) -> Self {
        let mut choice = Choice {
            covered,
            judge,
            chosen: Vec::new(),
            cases: Vec::new(),
        };
        let mut texts: Vec<&Referring> = covered.texts.iter().collect();
        texts.retain(|derived| judge.case(&derived.text).is_some_and(|case| case.is_word()));
        texts.sort_by_key(|derived| derived.text.len());
        let mut without_text = 0;
        for &reference in &covered.references {
            without_text += usize::from(!choice.add_reference(&texts, reference));
        }
        if covered.references.is_empty() {
            choice.add_shortest(&texts);
        }
        Self {
            cases: choice.cases,
            references: covered.references.len(),
            without_text,
            has_automaton: judge.has_automaton(),
        }
    }

    /// Returns the texts with the right verdicts, each text once. The first valid text with a reference
    /// comes before the invalid one.
    #[must_use]
    pub fn cases(&self) -> &[Case] {
        &self.cases
    }

    /// Returns the number of references in the production and in those that it leads to.
    #[must_use]
    pub fn references(&self) -> usize {
        self.references
    }

    /// Returns the number of references that no text of the suite has. A reading can exclude all texts
    /// with a reference, and a derivation at random can miss a deep one.
    #[must_use]
    pub fn without_text(&self) -> usize {
        self.without_text
    }

    /// Returns whether an automaton gives the verdicts, and not a recognizer.
    #[must_use]
    pub fn has_automaton(&self) -> bool {
        self.has_automaton
    }
}

impl<'c> Choice<'c> {
    /// Adds a valid and an invalid text of the reference, as far as there are any that the suite does
    /// not have. Returns whether there is a valid one. `texts` are in the order of their lengths.
    fn add_reference(&mut self, texts: &[&'c Referring], reference: ExpressionId) -> bool {
        if !self.chosen.iter().any(|text| text.has(reference)) {
            let Some(&shortest) = texts.iter().find(|text| text.has(reference)) else {
                return false;
            };
            self.add_valid(shortest);
        }
        let mut chosen = self.chosen.clone();
        chosen.sort_by_key(|derived| derived.text.len());
        let parts = chosen.into_iter().flat_map(|derived| {
            let parts = derived.references.iter();
            let parts = parts.filter(move |(it, _)| *it == reference);
            parts.map(move |(_, part)| (derived, part.clone()))
        });
        self.add_near_miss(parts);
        true
    }

    /// Adds a shortest text, and an invalid one.
    fn add_shortest(&mut self, texts: &[&'c Referring]) {
        if let Some(&shortest) = texts.first() {
            self.add_valid(shortest);
            self.add_near_miss([(shortest, 0..shortest.text.len())].into_iter());
        }
    }

    fn add_valid(&mut self, derived: &'c Referring) {
        self.chosen.push(derived);
        self.add(&derived.text);
    }

    /// Adds a near miss at the first of the parts that has one.
    fn add_near_miss(&mut self, mut parts: impl Iterator<Item = (&'c Referring, Range<usize>)>) {
        let miss = parts.find_map(|(derived, part)| {
            let error = |text: &[u8]| self.judge.error(text);
            self.covered.near_miss(&derived.text, part, error)
        });
        if let Some(miss) = miss {
            self.add(&miss);
        }
    }

    fn add(&mut self, text: &[u8]) {
        if self.cases.iter().all(|case| case.text() != text) {
            self.cases.extend(self.judge.case(text));
        }
    }
}
