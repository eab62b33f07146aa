//! The answers of two subjects to the same texts.
//!
//! No grammar says which of the two is right. The grammar makes the texts, and names the places of the
//! causes.
//!
//! ```
//! use rfc1738_views::conformance::answer::Answer::{Accept, Reject};
//! use rfc1738_views::conformance::comparison::Comparison;
//!
//! let names = ["old".to_owned(), "new".to_owned()];
//! let mut comparison = Comparison::new(names.clone(), names, 5);
//! comparison.count(b"80", [Accept, Accept]);
//! comparison.count(b"8x", [Reject(Some(1)), Accept]);
//! assert_eq!((comparison.texts(), comparison.differences()), (2, 1));
//! ```

use std::io::{self, Write};

use rfc1738::Rule;
use serde::{Deserialize, Serialize};

use crate::conformance::answer::Answer;
use crate::conformance::breakdown::{Breakdown, quoted};
use crate::conformance::causes::Explanation;
use crate::conformance::causes::text;
use crate::conformance::parts::corpus::{self, CorpusLine};
use crate::conformance::parts::{self, PartReport};
use crate::conformance::report::answered_texts;
use crate::conformance::run_result::{self, SuiteSize};
use crate::conformance::searched::{Searched, Sought};
use crate::conformance::tally::MOST_TEXTS;
use crate::palette::Palette;

/// How often two subjects agree, and the shortest texts on which they differ.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Comparison {
    /// The names of the two, escaped.
    names: [String; 2],
    /// The two with their arguments, escaped.
    pub(super) commands: [String; 2],
    most: usize,
    pub(super) both_accept: u64,
    pub(super) both_reject: u64,
    /// The number of texts that only one of them accepts.
    pub(super) alone: [u64; 2],
    /// The shortest of these texts.
    pub(super) shortest: [Vec<Vec<u8>>; 2],
}

/// Everything that a comparison found.
#[derive(Debug, Clone, Copy)]
pub struct ComparisonResult<'a> {
    /// The name of the production, escaped.
    pub rule: &'a str,
    /// The counts and the shortest texts.
    pub comparison: &'a Comparison,
    /// The number of extra states of the suite.
    pub extra_states: u8,
    /// Whether the suite is a quick one, which is not complete.
    pub quick: bool,
    /// The number of texts.
    pub size: SuiteSize,
    /// Why the run over the suite ended early.
    pub breakdown: Option<&'a Breakdown>,
    /// The causes of the texts that only the first or only the second accepts; `None` without a search.
    pub causes: [Option<&'a Explanation>; 2],
    /// The parts that the answers of both name, and how the two read them.
    pub parts: &'a [PartReport],
    /// What the two say of the lines of a corpus, without a search.
    pub corpus: &'a [CorpusLine],
}

impl<'a> ComparisonResult<'a> {
    /// Returns what the searches found, as far as there were any.
    pub fn searches(&self) -> impl Iterator<Item = Searched<'a>> {
        [0, 1].into_iter().filter_map(|alone| self.searched(alone))
    }

    /// Returns the causes of the texts that only the one with this number accepts.
    pub(super) fn searched(&self, alone: usize) -> Option<Searched<'a>> {
        Some(Searched {
            sought: Sought::Alone(&self.comparison.names[alone]),
            explanation: self.causes[alone]?,
        })
    }

    /// Returns why one of the subjects did not answer every text, of the suite or of the searches.
    #[must_use]
    pub fn failure(&self) -> Option<&'a Breakdown> {
        run_result::failure(self.breakdown, self.searches(), self.parts)
    }
}

impl Comparison {
    /// Returns an empty comparison of subjects with these names and commands. It keeps at most `most` texts
    /// of each kind.
    #[must_use]
    pub fn new(names: [String; 2], commands: [String; 2], most: usize) -> Self {
        Self {
            names,
            commands,
            most,
            both_accept: 0,
            both_reject: 0,
            alone: [0; 2],
            shortest: [Vec::new(), Vec::new()],
        }
    }

    /// Counts the two answers to a text. Returns the number of the subject that accepts it alone,
    /// counted from 0.
    pub fn count(&mut self, text: &[u8], answers: [Answer; 2]) -> Option<usize> {
        let alone = match answers.map(|answer| answer == Answer::Accept) {
            [true, true] => {
                self.both_accept += 1;
                return None;
            }
            [false, false] => {
                self.both_reject += 1;
                return None;
            }
            [is_first, _] => usize::from(!is_first),
        };
        self.alone[alone] += 1;
        let kept = &mut self.shortest[alone];
        let place = kept.partition_point(|other| other.len() <= text.len());
        if place < self.most {
            kept.truncate(self.most - 1);
            kept.insert(place, text.to_owned());
        }
        Some(alone)
    }

    /// Returns the number of texts.
    #[must_use]
    pub fn texts(&self) -> u64 {
        self.both_accept + self.both_reject + self.differences()
    }

    /// Returns the number of texts on which the subjects differ.
    #[must_use]
    pub fn differences(&self) -> u64 {
        self.alone.iter().sum()
    }

    /// Returns whether the counts can be those of a run.
    pub(super) fn is_sound(&self) -> bool {
        let [first, second] = self.alone;
        let mut counts = [self.both_accept, self.both_reject, first, second].into_iter();
        counts.all(|count| count <= MOST_TEXTS)
    }
}

/// Writes the causes of the differences, or the shortest texts, and the counts.
///
/// # Errors
///
/// Fails if the output does.
pub fn write(
    out: &mut impl Write,
    palette: Palette,
    result: ComparisonResult<'_>,
) -> io::Result<()> {
    let comparison = result.comparison;
    let [first, second] = &comparison.commands;
    writeln!(
        out,
        "first:  {first}\nsecond: {second}\n\non texts of {}:\n",
        result.rule
    )?;
    let names = comparison.names.each_ref().map(String::as_str);
    corpus::write(out, palette, &names, result.corpus)?;
    for alone in [0, 1] {
        if let Some(searched) = result.searched(alone) {
            text::write(out, palette, searched, None::<Rule>, comparison.most)?;
        } else {
            let name = &comparison.names[alone];
            for text in &comparison.shortest[alone] {
                writeln!(out, "only {name} accepts: {}\n", quoted(text))?;
            }
        }
    }
    writeln!(out, "{}", summary(palette, result))?;
    let mut searches = result.searches();
    searches.try_for_each(|searched| text::write_conclusion(out, palette, searched))?;
    parts::write(out, palette, result.parts)
}

fn summary(palette: Palette, result: ComparisonResult<'_>) -> String {
    let comparison = result.comparison;
    let [first, second] = &comparison.names;
    let [of_first, of_second] = comparison.alone;
    let parts = [
        (comparison.both_accept, "accepted by both".to_owned()),
        (comparison.both_reject, "rejected by both".to_owned()),
        (of_first, format!("accepted by {first} alone")),
        (of_second, format!("accepted by {second} alone")),
    ];
    let texts = (comparison.texts(), result.size.texts);
    answered_texts(palette, texts, parts)
}
