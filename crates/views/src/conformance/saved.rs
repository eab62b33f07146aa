//! The result of a run in a file, from which every report can be written again.
//!
//! The record of a run ([`RunRecord`](crate::conformance::run_record::RunRecord)) and that of a comparison
//! ([`ComparisonRecord`](crate::conformance::run_record::ComparisonRecord)) hold one beside the values for
//! programs. Its form may change with every version of this package, so it has a number.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::conformance::breakdown::{Breakdown, Restarts, RunEnd};
use crate::conformance::causes::Explanation;
use crate::conformance::comparison::{Comparison, ComparisonResult};
use crate::conformance::parts::PartReport;
use crate::conformance::parts::corpus::CorpusLine;
use crate::conformance::reactions::ReactionCauses;
use crate::conformance::run_result::{self, RunResult, Subject, SuiteSize};
use crate::conformance::searched::Searched;
use crate::conformance::tally::{SavedTally, Tally};
use crate::production::CheckedProduction;

/// The number of the form. It grows when a file of an older version cannot be read any more.
const FORM: u32 = 1;

/// Everything that the reports of a run show, except for the grammar.
#[derive(Debug, Serialize, Deserialize)]
pub struct SavedRun<'a> {
    form: u32,
    command_line: Cow<'a, str>,
    /// The title of the grammar; `None` for that of RFC 1738.
    grammar: Option<Cow<'a, str>>,
    /// The hash of the production and of all that it uses; `None` for one that has none, and in files of earlier versions.
    #[serde(default)]
    fingerprint: Option<String>,
    command: Cow<'a, str>,
    tally: SavedTally,
    extra_states: u8,
    quick: bool,
    size: SuiteSize,
    breakdown: Option<Cow<'a, Breakdown>>,
    explanation: Option<Cow<'a, Explanation>>,
    restarts: Option<Cow<'a, Restarts>>,
    reactions: Cow<'a, [ReactionCauses]>,
    #[serde(default)]
    parts: Cow<'a, [PartReport]>,
    #[serde(default)]
    corpus: Cow<'a, [CorpusLine]>,
}

impl<'a> SavedRun<'a> {
    pub(super) fn new<P: CheckedProduction>(
        subject: Subject<'a>,
        result: RunResult<'a, P>,
    ) -> Self {
        Self {
            form: FORM,
            command_line: subject.command_line.into(),
            grammar: subject.grammar.file.as_deref().map(Cow::Borrowed),
            fingerprint: subject
                .grammar
                .fingerprint(&result.tally.rule().to_string()),
            command: result.command.into(),
            tally: result.tally.saved(),
            extra_states: result.extra_states,
            quick: result.quick,
            size: result.size,
            breakdown: result.breakdown.map(Cow::Borrowed),
            explanation: result.explanation.map(Cow::Borrowed),
            restarts: result.restarts.map(Cow::Borrowed),
            reactions: Cow::Borrowed(result.reactions),
            parts: Cow::Borrowed(result.parts),
            corpus: Cow::Borrowed(result.corpus),
        }
    }

    /// Returns whether this version wrote the file, or one that writes the same form, and no other program has
    /// changed places in it that do not fit any more.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        let of_reactions = self.reactions.iter().map(|causes| &causes.explanation);
        let mut searches = self.explanation.as_deref().into_iter().chain(of_reactions);
        self.form == FORM && self.tally.is_sound() && searches.all(Explanation::is_sound)
    }

    /// Returns the command with its arguments, as one would write it in a shell, escaped.
    #[must_use]
    pub fn command_line(&self) -> &str {
        &self.command_line
    }

    /// Returns the name of the grammar file; `None` for the grammar of RFC 1738.
    #[must_use]
    pub fn grammar(&self) -> Option<&str> {
        self.grammar.as_deref()
    }

    /// Returns whether two runs are about the same production of the same grammar. Without a hash of one, the names of the
    /// grammars decide.
    #[must_use]
    pub fn is_about_same(&self, other: &SavedRun<'_>) -> bool {
        let is_same_grammar = match (&self.fingerprint, &other.fingerprint) {
            (Some(one), Some(other)) => one == other,
            _ => self.grammar() == other.grammar(),
        };
        is_same_grammar && self.rule() == other.rule()
    }

    /// Returns the parts that answers name, and how the subject reads them.
    #[must_use]
    pub fn parts(&self) -> &[PartReport] {
        &self.parts
    }

    /// Returns the name of the production of the suite.
    #[must_use]
    pub fn rule(&self) -> &str {
        self.tally.rule()
    }

    /// Returns the number of texts of the suite.
    #[must_use]
    pub fn texts(&self) -> u64 {
        self.size.texts
    }

    /// Returns the number of texts of the suite that were answered.
    #[must_use]
    pub fn answered(&self) -> u64 {
        self.tally.total().texts()
    }

    /// Returns what the searches found, that for wrong verdicts first.
    pub fn searches(&self) -> impl Iterator<Item = Searched<'_>> {
        run_result::searches(self.explanation.as_deref(), &self.reactions)
    }

    /// Returns why the subject did not answer every text, of the suite or of the search.
    #[must_use]
    pub fn failure(&self) -> Option<&Breakdown> {
        run_result::failure(self.breakdown.as_deref(), self.searches(), &self.parts)
    }

    /// Returns what ended the search for causes before it was finished.
    #[must_use]
    pub fn ended_by(&self) -> Option<&RunEnd> {
        self.explanation.as_deref()?.ended_by.as_ref()
    }

    /// Returns the names of the productions that have counts.
    pub fn productions(&self) -> impl Iterator<Item = &str> {
        self.tally.productions()
    }

    /// Returns the tally. `find` returns the production of a name; the names that it does not know are
    /// left out.
    pub fn tally<P: CheckedProduction>(
        &self,
        rule: P,
        find: impl Fn(&str) -> Option<P>,
    ) -> Tally<P> {
        Tally::from_saved(&self.tally, rule, find)
    }

    /// Returns the result of the run, for the reports.
    #[must_use]
    pub fn result<'r, P>(&'r self, tally: &'r Tally<P>) -> RunResult<'r, P> {
        RunResult {
            command: &self.command,
            tally,
            extra_states: self.extra_states,
            quick: self.quick,
            size: self.size,
            breakdown: self.breakdown.as_deref(),
            explanation: self.explanation.as_deref(),
            restarts: self.restarts.as_deref(),
            reactions: &self.reactions,
            parts: &self.parts,
            corpus: &self.corpus,
        }
    }
}

/// Everything that the reports of a comparison of two programs show.
#[derive(Debug, Serialize, Deserialize)]
pub struct SavedComparison<'a> {
    form: u32,
    rule: Cow<'a, str>,
    comparison: Cow<'a, Comparison>,
    extra_states: u8,
    quick: bool,
    size: SuiteSize,
    breakdown: Option<Cow<'a, Breakdown>>,
    causes: [Option<Cow<'a, Explanation>>; 2],
    #[serde(default)]
    parts: Cow<'a, [PartReport]>,
    #[serde(default)]
    corpus: Cow<'a, [CorpusLine]>,
}

impl<'a> SavedComparison<'a> {
    pub(super) fn new(result: ComparisonResult<'a>) -> Self {
        Self {
            form: FORM,
            rule: result.rule.into(),
            comparison: Cow::Borrowed(result.comparison),
            extra_states: result.extra_states,
            quick: result.quick,
            size: result.size,
            breakdown: result.breakdown.map(Cow::Borrowed),
            causes: result.causes.map(|causes| causes.map(Cow::Borrowed)),
            parts: Cow::Borrowed(result.parts),
            corpus: Cow::Borrowed(result.corpus),
        }
    }

    /// Returns whether this version can read the file, as [`SavedRun::is_readable`] does.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        let mut searches = self.causes.iter().flatten();
        self.form == FORM
            && self.comparison.is_sound()
            && searches.all(|explanation| explanation.is_sound())
    }

    /// Returns the result of the comparison, for the reports.
    #[must_use]
    pub fn result(&self) -> ComparisonResult<'_> {
        ComparisonResult {
            rule: &self.rule,
            comparison: &self.comparison,
            extra_states: self.extra_states,
            quick: self.quick,
            size: self.size,
            breakdown: self.breakdown.as_deref(),
            causes: self.causes.each_ref().map(Option::as_deref),
            parts: &self.parts,
            corpus: &self.corpus,
        }
    }
}
