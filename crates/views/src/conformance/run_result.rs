//! What `conformance run` subject, and its result, which each report shows in its way.

use std::ops::RangeInclusive;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::conformance::breakdown::{Breakdown, Restarts};
use crate::conformance::causes::Explanation;
use crate::conformance::parts::PartReport;
use crate::conformance::parts::corpus::CorpusLine;
use crate::conformance::reactions::{Reaction, ReactionCauses};
use crate::conformance::searched::{Searched, Sought};
use crate::conformance::tally::{Fault, Tally};
use crate::diagnostic::grammar_file::GrammarFile;
use crate::grammar::NamedGrammar;
use crate::production::CheckedProduction;

/// Everything that a run found.
#[derive(Debug, Clone, Copy)]
pub struct RunResult<'a, P> {
    /// The name of the command, escaped.
    pub command: &'a str,
    /// The counts and the shortest disagreements.
    pub tally: &'a Tally<P>,
    /// The number of extra states of the suite.
    pub extra_states: u8,
    /// Whether the suite is a quick one, which is not complete.
    pub quick: bool,
    /// The number of texts.
    pub size: SuiteSize,
    /// Why the run over the suite ended early.
    pub breakdown: Option<&'a Breakdown>,
    /// What the search for causes found; `None` if there was no search.
    pub explanation: Option<&'a Explanation>,
    /// How the subject broke; `None` if it is not started again.
    pub restarts: Option<&'a Restarts>,
    /// The causes of crashes and of hangs, as far as they were searched for.
    pub reactions: &'a [ReactionCauses],
    /// The parts that answers name, and how the subject reads them.
    pub parts: &'a [PartReport],
    /// What the subject says of the lines of a corpus, without a search.
    pub corpus: &'a [CorpusLine],
}

/// The number of texts of a run.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct SuiteSize {
    /// The texts that the subject is asked about.
    pub texts: u64,
    /// The texts of the suite that no line can hold.
    pub left_out: u64,
}

impl<'a, P> RunResult<'a, P> {
    /// Returns what the searches found, that for wrong verdicts first.
    pub fn searches(&self) -> impl Iterator<Item = Searched<'a>> {
        searches(self.explanation, self.reactions)
    }

    /// Returns why the subject did not answer every text, of the suite or of the search.
    #[must_use]
    pub fn failure(&self) -> Option<&'a Breakdown> {
        failure(self.breakdown, self.searches(), self.parts)
    }

    /// Returns whether causes show the disagreements with this fault.
    pub(super) fn has_causes(&self, fault: Fault) -> bool {
        let are_searched_for = |reaction| {
            let mut searched = self.reactions.iter();
            searched.any(|causes| causes.reaction == reaction)
        };
        match fault {
            Fault::FalseAccept | Fault::FalseReject => self.explanation.is_some(),
            Fault::OtherOffset => false,
            Fault::Crashed => are_searched_for(Reaction::Crashed),
            Fault::TimedOut => are_searched_for(Reaction::TimedOut),
        }
    }

    /// Returns the number of disagreements of the suite that no causes show.
    #[must_use]
    pub fn without_causes(&self) -> u64
    where
        P: CheckedProduction,
    {
        let total = self.tally.total();
        let by_fault = Fault::ALL.into_iter();
        let without = by_fault.filter(|fault| !self.has_causes(*fault));
        without.map(|fault| total.of(fault)).sum()
    }
}

/// Returns what the searches of a run found, that for wrong verdicts first.
pub(super) fn searches<'a>(
    explanation: Option<&'a Explanation>,
    reactions: &'a [ReactionCauses],
) -> impl Iterator<Item = Searched<'a>> {
    let of_verdicts = explanation.into_iter().map(|explanation| Searched {
        sought: Sought::Verdicts,
        explanation,
    });
    of_verdicts.chain(reactions.iter().map(ReactionCauses::searched))
}

/// Returns why the subject did not answer every text: of the suite, or of a search.
pub(super) fn failure<'a>(
    of_suite: Option<&'a Breakdown>,
    mut searches: impl Iterator<Item = Searched<'a>>,
    parts: &'a [PartReport],
) -> Option<&'a Breakdown> {
    of_suite
        .or_else(|| searches.find_map(Searched::breakdown))
        .or_else(|| parts.iter().find_map(PartReport::breakdown))
}

/// The heading above the core rules of ABNF, which follow the text of the file.
const CORE_RULES: &str = "Core rules: RFC 5234, Appendix B.1";

/// The command and the grammar of a run.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The command with its arguments, as one would write it in a shell, escaped.
    pub command_line: &'a str,
    /// The grammar.
    pub grammar: &'a NamedGrammar,
    /// The path of the grammar file; `None` for the grammar of RFC 1738 and for standard input.
    pub file: Option<&'a Path>,
}

impl<'a> Subject<'a> {
    /// Returns the path of the grammar file and the lines of the production in it.
    pub(super) fn place(&self, production: &str) -> Option<(&'a Path, RangeInclusive<usize>)> {
        let file = self.file?;
        let grammar = &self.grammar.grammar;
        let production = grammar.production(production)?;
        let heading = production.heading.and_then(|it| grammar.headings.get(it));
        if heading.is_some_and(|heading| heading.text == CORE_RULES) {
            return None;
        }
        let lines = GrammarFile::of_grammar("", grammar);
        let line = |offset| lines.position(offset).line;
        let span = &production.span;
        let last = span.end.saturating_sub(1).max(span.start);
        Some((file, line(span.start)..=line(last)))
    }
}
