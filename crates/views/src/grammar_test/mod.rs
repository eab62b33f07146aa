//! What `grammar test` says of a grammar and of the texts beside it, for people and for programs.
//!
//! ```
//! use rfc1738_views::grammar_test::{CaseSource, TestedCase, TestedGrammar};
//! use rfc1738_views::palette::Palette;
//! use rfcbnf::cases::{self, CaseFile};
//!
//! let grammar = rfcbnf::Grammar::from_abnf("port = *DIGIT\n")?;
//! let text = "=== no number\n80\n--- invalid\n";
//! let source = CaseSource::new("port.cases.txt".to_owned(), None, text.into(), true);
//! let parser = grammar.parser("port")?;
//! let tested = CaseFile::read(text)?.cases.into_iter().map(|case| {
//!     let checked = cases::check(&parser, &case);
//!     let production = "port".to_owned();
//!     TestedCase { source: 0, production, outcome: checked.outcome, new_uses: Vec::new(), nearest: None, case }
//! });
//! let report = TestedGrammar {
//!     name: "port.abnf",
//!     path: None,
//!     grammar: &grammar,
//!     sources: &[source],
//!     cases: &tested.collect::<Vec<_>>(),
//!     coverage: None,
//!     least: None,
//! };
//! let mut out = Vec::new();
//! report.write(&mut out, Palette::PLAIN)?;
//! let shown = String::from_utf8(out)?;
//! assert!(shown.starts_with("error: no number: expected an invalid text, found a valid text\n"));
//! assert!(shown.ends_with("1 case: 0 passed, 1 failed\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod annotations;
mod nearest;
mod record;

pub use nearest::{NEAREST_STEPS_OF_A_CASE, NearestText};

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rfcbnf::cases::{Case, Mismatch, Outcome};
use rfcbnf::conformance::{Coverage, NewUse, NewUseKind};
use rfcbnf::sentences::{Use, UseKind};
use rfcbnf::syntax::{Grammar, Span};
use rfcbnf_engine::LineColumn;
use rfcbnf_engine::escape::{Printable, Quoted};

use crate::count::counted;
use crate::coverage::{suffix, written};
use crate::diagnostic::grammar_file::GrammarFile;
use crate::diagnostic::{Diagnostic, Severity};
use crate::palette::Palette;

/// Where cases are from.
#[derive(Debug, Clone)]
pub struct CaseSource {
    name: String,
    path: Option<PathBuf>,
    octets: Vec<u8>,
    holds_texts: bool,
}

impl CaseSource {
    /// Returns the source with this escaped name, path and content. `holds_texts` says whether the content has the texts of the
    /// cases where the cases say. If not, a case is shown without the file.
    #[must_use]
    pub fn new(name: String, path: Option<PathBuf>, octets: Vec<u8>, holds_texts: bool) -> Self {
        Self {
            name,
            path,
            octets,
            holds_texts,
        }
    }

    /// Returns the escaped name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// A case with its outcome.
#[derive(Debug, Clone)]
pub struct TestedCase {
    /// The index of its source.
    pub source: usize,
    /// The name of its production.
    pub production: String,
    /// The case.
    pub case: Case,
    /// How it ended.
    pub outcome: Outcome,
    /// What a valid text that is expected to be invalid uses in another way than the valid texts of the cases.
    pub new_uses: Vec<NewUse>,
    /// The nearest valid text to one that is expected to be valid; `None` if it is not looked for.
    pub nearest: Option<NearestText>,
}

impl TestedCase {
    /// Returns the uses of the grammar in which to look for the mistake, at most three: at the place of an expected error, if
    /// there are some.
    fn suspects(&self) -> Vec<&NewUse> {
        let place = match &self.outcome {
            Outcome::Failed(mismatch) => mismatch.span.clone(),
            _ => return Vec::new(),
        };
        let is_there = |one: &&NewUse| one.text.start <= place.end && place.start <= one.text.end;
        let mut suspects: Vec<&NewUse> = self.new_uses.iter().filter(is_there).collect();
        suspects.truncate(SUSPECTS);
        suspects
    }
}

/// A grammar and its cases.
#[derive(Clone, Copy)]
pub struct TestedGrammar<'a> {
    /// The escaped name of the grammar.
    pub name: &'a str,
    /// The path of its file; `None` if there is none.
    pub path: Option<&'a Path>,
    /// The grammar.
    pub grammar: &'a Grammar,
    /// Where the cases are from.
    pub sources: &'a [CaseSource],
    /// The cases with their outcomes.
    pub cases: &'a [TestedCase],
    /// What the valid texts reach.
    pub coverage: Option<&'a Coverage<'a>>,
    /// The part of the grammar that the texts have to reach, in percent.
    pub least: Option<f64>,
}

/// The most uses of the grammar that are shown with a case.
const SUSPECTS: usize = 3;

/// The most parts that are listed for people.
const PARTS: usize = 10;

/// A part of the grammar that no text reaches.
struct Unreached {
    part: Use,
    start: LineColumn,
}

/// What the texts reach of a grammar.
struct Share {
    reached: usize,
    all: usize,
    missing: Vec<Unreached>,
}

impl Share {
    /// Returns the part of all that is reached, in percent.
    #[expect(clippy::cast_precision_loss, reason = "no grammar has so many parts")]
    fn percent(&self) -> f64 {
        if self.all == 0 {
            return 100.0;
        }
        100.0 * self.reached as f64 / self.all as f64
    }

    /// Returns the part as people see it: cut, because 100% means all.
    fn shown(&self) -> String {
        let tenths = (self.percent() * 10.0).floor() / 10.0;
        format!("{tenths}%")
    }
}

impl TestedGrammar<'_> {
    /// Returns whether everything is as expected, and enough of the grammar is reached. What is undecided is neither.
    #[must_use]
    pub fn passes(&self) -> bool {
        let mut outcomes = self.cases.iter().map(|one| &one.outcome);
        !outcomes.any(|one| matches!(one, Outcome::Failed(_))) && self.is_covered()
    }

    /// Returns whether some case is not decided.
    #[must_use]
    pub fn has_undecided(&self) -> bool {
        let mut outcomes = self.cases.iter().map(|one| &one.outcome);
        outcomes.any(|one| matches!(one, Outcome::Undecided(_)))
    }

    /// Returns whether the texts reach as much of the grammar as they have to.
    fn is_covered(&self) -> bool {
        match (self.reached(), self.least) {
            (Some(reached), Some(least)) => reached.percent() >= least,
            _ => true,
        }
    }

    fn counts(&self) -> [usize; 3] {
        let count = |is: fn(&Outcome) -> bool| {
            let outcomes = self.cases.iter().map(|one| &one.outcome);
            outcomes.filter(|one| is(one)).count()
        };
        [
            count(|one| matches!(one, Outcome::Passed)),
            count(|one| matches!(one, Outcome::Failed(_))),
            count(|one| matches!(one, Outcome::Undecided(_))),
        ]
    }

    /// Returns what the texts reach of the file of the grammar.
    fn reached(&self) -> Option<Share> {
        let coverage = self.coverage?;
        let file = GrammarFile::of_grammar(self.name, self.grammar);
        let mut reached = Share {
            reached: 0,
            all: 0,
            missing: Vec::new(),
        };
        for (part, texts) in coverage.uses() {
            if !self.grammar.is_in_file(part.span.start) {
                continue;
            }
            reached.all += 1;
            if texts > 0 {
                reached.reached += 1;
            } else {
                let at = match part.kind {
                    UseKind::Production => self.definition(&part.production),
                    _ => None,
                };
                let at = at.unwrap_or_else(|| part.span.clone()).start;
                let start = file.position(at);
                reached.missing.push(Unreached { part, start });
            }
        }
        // Where a production is not reached, its parts are not.
        let productions: Vec<String> = { reached.missing.iter() }
            .filter(|one| one.part.kind == UseKind::Production)
            .map(|one| one.part.production.clone())
            .collect();
        reached.missing.retain(|one| {
            one.part.kind == UseKind::Production || !productions.contains(&one.part.production)
        });
        Some(reached)
    }

    /// Returns where the file of the grammar names the production that it defines.
    fn definition(&self, production: &str) -> Option<Span> {
        let production = self.grammar.lookup(production).ok()?;
        let span = production.name_span.clone();
        self.grammar.is_in_file(span.start).then_some(span)
    }

    /// Writes what is not as expected, what is not reached, and counts.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write(&self, out: &mut impl Write, palette: Palette) -> io::Result<()> {
        let files: Vec<GrammarFile<'_>> = { self.sources.iter() }
            .map(|source| GrammarFile::new(&source.name, &source.octets))
            .collect();
        let grammar = GrammarFile::of_grammar(self.name, self.grammar);
        for tested in self.cases {
            if let Some(diagnostic) = self.diagnostic(tested, &files, &grammar) {
                writeln!(out, "{}\n", diagnostic.render(palette))?;
            }
        }
        let reached = self.reached();
        if let Some(reached) = &reached {
            self.write_missing(out, palette, reached)?;
        }
        let Palette { number, error, .. } = palette;
        let [passed, failed, undecided] = self.counts();
        let cases = counted(self.cases.len(), "case", "cases", number);
        write!(
            out,
            "{cases}: {number}{passed}{number:#} passed, {number}{failed}{number:#} failed"
        )?;
        if undecided > 0 {
            write!(out, ", {number}{undecided}{number:#} undecided")?;
        }
        if let Some(reached) = &reached {
            let shown = reached.shown();
            write!(out, "; {number}{shown}{number:#} of the grammar reached")?;
        }
        writeln!(out)?;
        if let Some(sentence) = self.uncovered() {
            writeln!(out, "{error}error:{error:#} {sentence}")?;
        }
        Ok(())
    }

    /// Returns the sentence about texts that reach too little.
    fn uncovered(&self) -> Option<String> {
        let least = self.least.filter(|_| !self.is_covered())?;
        let reached = self.reached()?;
        Some(format!(
            "the cases reach {} of {} parts of the grammar, which is {} and less than {least}%",
            reached.reached,
            reached.all,
            reached.shown()
        ))
    }

    fn write_missing(
        &self,
        out: &mut impl Write,
        palette: Palette,
        reached: &Share,
    ) -> io::Result<()> {
        let Palette { heading, faint, .. } = palette;
        if reached.missing.is_empty() {
            return Ok(());
        }
        writeln!(out, "{heading}not reached by a valid text{heading:#}")?;
        for one in reached.missing.iter().take(PARTS) {
            let LineColumn { line, column, .. } = one.start;
            let place = format!("{}:{line}:{column}", self.name);
            writeln!(
                out,
                "  {} {faint}{place}{faint:#}",
                self.shown(&one.part, palette)
            )?;
        }
        if let Some(more @ 1..) = reached.missing.len().checked_sub(PARTS) {
            writeln!(out, "  and {more} more; --format json has all")?;
        }
        writeln!(out)
    }

    fn shown(&self, part: &Use, palette: Palette) -> String {
        let Palette { name, .. } = palette;
        let production = escaped(&part.production);
        let production = format!("{name}{production}{name:#}");
        match part.kind {
            UseKind::Production => production,
            kind => {
                let text = escaped(&written(self.grammar, part));
                format!("{production}: {text}{}", suffix(kind))
            }
        }
    }

    /// Returns what is wrong with a case, on one line for each; `None` if nothing is.
    fn sentence(tested: &TestedCase) -> Option<String> {
        let title = escaped(&tested.case.title);
        match &tested.outcome {
            Outcome::Passed => None,
            Outcome::Failed(mismatch) => {
                let Mismatch {
                    expected, found, ..
                } = &**mismatch;
                Some(format!("{title}: expected {expected}, found {found}"))
            }
            Outcome::Undecided(reason) => Some(format!("{title}: undecided: {reason}")),
        }
    }

    fn diagnostic(
        &self,
        tested: &TestedCase,
        files: &[GrammarFile<'_>],
        grammar: &GrammarFile<'_>,
    ) -> Option<Diagnostic> {
        let severity = match tested.outcome {
            Outcome::Undecided(_) => Severity::Warning,
            _ => Severity::Error,
        };
        let diagnostic = Diagnostic::new(severity, Self::sentence(tested)?);
        let source = self.sources.get(tested.source)?;
        let (span, label, production) = match &tested.outcome {
            Outcome::Failed(mismatch) => (
                mismatch.span.clone(),
                mismatch.label.clone(),
                mismatch.production.clone(),
            ),
            _ => (
                0..tested.case.octets().len(),
                "this is undecided".to_owned(),
                String::new(),
            ),
        };
        let diagnostic = if source.holds_texts {
            let span = tested.case.text.in_file(span);
            let file = files.get(tested.source)?;
            diagnostic.show(file.line_around(span).labelled(label))
        } else {
            let file = GrammarFile::new("", tested.case.octets());
            let text = file.line_around(span).without_file();
            let shown = diagnostic.show(text.labelled(label));
            shown.note(format!(
                "the case is in {}, line {}",
                source.name, tested.case.line
            ))
        };
        let note = match &tested.outcome {
            Outcome::Failed(mismatch) => mismatch.note.clone(),
            _ => None,
        };
        let diagnostic = match note {
            Some(note) => diagnostic.note(note),
            None => diagnostic,
        };
        let diagnostic = match &tested.nearest {
            Some(nearest) => diagnostic.repair_lines(nearest.lines()),
            None => diagnostic,
        };
        let suspects = tested.suspects();
        if !suspects.is_empty() {
            return Some(suspects.iter().fold(diagnostic, |diagnostic, one| {
                let span = one.span.clone();
                diagnostic.show(grammar.line_around(span).labelled(label_of(one, tested)))
            }));
        }
        let ended = match &tested.outcome {
            Outcome::Failed(mismatch) => mismatch.ended.as_deref(),
            _ => None,
        };
        let open = Some((production.as_str(), "is defined here"));
        let ended = ended.map(|ended| (ended, "ends before it"));
        let shown = open.into_iter().chain(ended);
        Some(shown.fold(diagnostic, |diagnostic, (production, what)| {
            match self.definition(production) {
                Some(span) => {
                    let label = format!("`{production}` {what}");
                    diagnostic.show(grammar.line_around(span).labelled(label))
                }
                None => diagnostic,
            }
        }))
    }

    /// Returns each case with the lines about it that people see, without colors; none if it passed.
    #[must_use]
    pub fn rendered(&self) -> Vec<(&TestedCase, Option<String>)> {
        let files: Vec<GrammarFile<'_>> = { self.sources.iter() }
            .map(|source| GrammarFile::new(&source.name, &source.octets))
            .collect();
        let grammar = GrammarFile::of_grammar(self.name, self.grammar);
        let cases = self.cases.iter();
        let rendered = cases.map(|tested| {
            let diagnostic = self.diagnostic(tested, &files, &grammar);
            (tested, diagnostic.map(|one| one.render(Palette::PLAIN)))
        });
        rendered.collect()
    }

    /// Returns the sentence about each case that did not pass, and about too little that is reached.
    #[must_use]
    pub fn sentence_of(&self, tested: &TestedCase) -> Option<String> {
        Self::sentence(tested)
    }

    /// Returns the sentence about the part of the grammar that is reached, if it is too small.
    #[must_use]
    pub fn coverage_error(&self) -> Option<String> {
        self.uncovered()
    }
}

/// Returns what is new about the use of a part, in a few words.
fn label_of(new: &NewUse, tested: &TestedCase) -> String {
    let derived = || {
        let text = tested.case.octets().get(new.text.clone());
        Quoted(text.unwrap_or_default()).to_string()
    };
    match new.kind {
        NewUseKind::Part(UseKind::Present) => "no valid text of the cases has this part".to_owned(),
        NewUseKind::Part(UseKind::Absent) => {
            "no valid text of the cases is without this part".to_owned()
        }
        NewUseKind::Part(_) => "no valid text of the cases takes this alternative".to_owned(),
        NewUseKind::Rounds(rounds) => {
            let rounds = counted(rounds, "round", "rounds", Palette::PLAIN.number);
            format!("{rounds} here, and in no valid text of the cases")
        }
        NewUseKind::Reference | NewUseKind::Octet(_) => {
            format!(
                "this derives {}, and in no valid text of the cases",
                derived()
            )
        }
    }
}

fn escaped(text: &str) -> String {
    Printable(text.as_bytes()).to_string()
}
