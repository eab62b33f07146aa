//! Texts beside a grammar, with what is expected of them.
//!
//! A grammar with a lost `/`, `*` for `1*`, or HEXDIG for DIGIT is still a grammar. An example of the format finds the
//! mistake. A file of cases has such examples, in a layout that needs no escapes:
//!
//! ```
//! use rfcbnf::cases::{self, CaseFile, Outcome};
//!
//! let grammar = rfcbnf::Grammar::from_abnf("hostport = host [ \":\" port ]\nhost = 1*ALPHA\nport = *DIGIT\n")?;
//! let file = CaseFile::read("\
//! ## hostport
//!
//! === name and port
//! localhost:80
//! --- host=localhost port=80
//!
//! === letter in the port
//! localhost:8o
//! --- error at 11
//! ")?;
//! let parser = grammar.parser("hostport")?;
//! for case in &file.cases {
//!     assert_eq!(case.production.as_deref(), Some("hostport"));
//!     assert_eq!(cases::check(&parser, case).outcome, Outcome::Passed);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `tests/corpus/` of this project has the cases of RFC 1738 in the same layout, and [`compare`] decides about them, too.

mod blocks;
mod comparison;
mod constraints;
mod ended;
mod expectation;
mod names;
mod versions;

pub use blocks::{Block, CaseText, blocks};
pub use comparison::{Answer, Counted, MOST_DERIVATIONS, Mismatch, Outcome, compare};
pub use constraints::Constraint;
pub use expectation::{DerivationCount, ErrorPlace, Expectation, TreeLine};
pub use names::names;
pub use versions::{CheckedVersion, Versions};

use std::fmt;
use std::ops::Range;

use rfcbnf_engine::{Detail, Production, Tree};
use thiserror::Error;

use crate::parser::{ParseError, Parser};
use crate::syntax::Grammar;
use comparison::{next_names, tree_lines};
use ended::ended;

/// The marks that can follow a title of a case, or the name of a production.
pub const MARKS: [&str; 6] = ["blocks", "characters", "cr", "crlf", "escapes", "lines"];

/// The reason why cases cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct CasesError {
    line: usize,
    what: String,
}

impl CasesError {
    /// Returns the error on a line.
    #[must_use]
    pub fn new(line: usize, what: impl Into<String>) -> Self {
        let what = what.into();
        Self { line, what }
    }

    /// Returns the number of the line.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// Returns what is wrong there. It is not escaped.
    #[must_use]
    pub fn what(&self) -> &str {
        &self.what
    }
}

/// A text of a production, and what is expected of it.
#[derive(Debug, Clone)]
pub struct Case {
    /// The production; `None` if nothing names one.
    pub production: Option<String>,
    /// The title.
    pub title: String,
    /// The text.
    pub text: CaseText,
    /// What is expected. Nothing means that the text is valid.
    pub expected: Vec<Expectation>,
    /// The number of the line on which the case begins.
    pub line: usize,
    /// Whether a tree shows the productions of single characters.
    pub shows_characters: bool,
    /// How the text names blocks of a document that are the texts; `None` if it is the text.
    pub blocks: Option<OfBlocks>,
    /// Where the file has what is expected; `None` if that is not of this text alone.
    written: Option<Range<usize>>,
    has_escapes: bool,
}

impl Case {
    /// Returns the case of a text from another source than a file in the layout of this module.
    #[must_use]
    pub fn new(title: String, text: Vec<u8>, expected: Vec<Expectation>) -> Self {
        Self {
            production: None,
            title,
            text: CaseText::at(0, text),
            expected,
            line: 1,
            shows_characters: false,
            blocks: None,
            written: None,
            has_escapes: false,
        }
    }

    /// Returns whether the text is expected to be invalid.
    #[must_use]
    pub fn expects_invalid(&self) -> bool {
        self.expected.iter().any(Expectation::needs_invalid)
    }

    /// Finds the productions that the case names, and names them as the grammar does. Without a name, the production is the
    /// first of the grammar.
    ///
    /// # Errors
    ///
    /// Returns a sentence for a name that no production has.
    pub fn resolve(&mut self, grammar: &Grammar) -> Result<&str, String> {
        let find = |name: &str| match grammar.lookup(name) {
            Ok(production) => Ok(production.name.clone()),
            Err(error) => Err(error.to_string()),
        };
        for expected in &mut self.expected {
            match expected {
                Expectation::Nodes(name, texts) => {
                    let found = find(name);
                    *name = found.map_err(|error| {
                        if texts.is_empty() {
                            format!("{error}; {WORDS}")
                        } else {
                            error
                        }
                    })?;
                }
                Expectation::Outermost(nodes) => {
                    for (name, _) in nodes {
                        *name = find(name)?;
                    }
                }
                Expectation::Tree(lines) => {
                    for line in lines {
                        line.production = find(&line.production)?;
                    }
                }
                _ => {}
            }
        }
        let name = if let Some(name) = &self.production {
            find(name)?
        } else {
            let first = grammar.productions.first();
            first.ok_or("the grammar has no productions")?.name.clone()
        };
        Ok(self.production.insert(name))
    }

    /// Returns whether a file has what is expected of this text alone, so that it can be [updated](CaseFile::updated).
    #[must_use]
    pub fn is_alone(&self) -> bool {
        self.written.is_some()
    }

    /// Returns the octets of the text.
    #[must_use]
    pub fn octets(&self) -> &[u8] {
        self.text.octets()
    }

    /// Returns whether the text is expected to be valid.
    #[must_use]
    pub fn wants_valid(&self) -> bool {
        self.expected.is_empty() || self.expected.iter().any(Expectation::needs_valid)
    }
}

/// How blocks of a document are texts of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfBlocks {
    /// Whether each line of a block is a text of its own.
    pub are_lines: bool,
    /// The line end in the texts.
    pub line_end: &'static str,
}

impl OfBlocks {
    /// Returns the cases of a block: this one with the text of the block, or with each of its lines that is not empty.
    #[must_use]
    pub fn cases(self, case: &Case, block: &CaseText, line: usize) -> Vec<Case> {
        let octets = block.octets();
        let mut lines: Vec<Range<usize>> = Vec::new();
        let mut start = 0;
        for whole in octets.split_inclusive(|octet| *octet == b'\n') {
            let end = start + whole.trim_ascii_end().len();
            let length = whole.strip_suffix(b"\n").unwrap_or(whole).len();
            lines.push(start..if self.are_lines { end } else { start + length });
            start += whole.len();
        }
        let of = |text: CaseText, line: usize| Case {
            text,
            line,
            blocks: None,
            written: None,
            ..case.clone()
        };
        if self.are_lines {
            let lines = lines.into_iter().enumerate();
            let lines = lines.filter(|(_, span)| !span.is_empty());
            return lines
                .map(|(at, span)| of(block.part(span), line + 1 + at))
                .collect();
        }
        vec![of(block.joined(&lines, self.line_end), line)]
    }
}

/// What can be meant by a word that is no production.
const WORDS: &str = "a line of what is expected is `valid`, `invalid`, `error at 2`, `expected …`, `tree`, `ambiguous`, \
                     `unambiguous`, `undecided`, `?`, or nodes such as `host=a.b`; a text with spaces in it is `NAME = TEXT` on a \
                     line of its own";

/// The cases of a file.
#[derive(Debug, Clone, Default)]
pub struct CaseFile {
    /// The cases, in the order of the file.
    pub cases: Vec<Case>,
}

impl CaseFile {
    /// Reads a file of cases.
    ///
    /// # Errors
    ///
    /// Returns [`CasesError`] for the first line that cannot be read.
    pub fn read(source: &str) -> Result<Self, CasesError> {
        let blocks = blocks(source, &MARKS)?;
        let mut heading = Heading::default();
        let first = blocks
            .first()
            .map_or(source.len(), |block| line_start(source, block.line));
        heading.read(&source[..first], 1)?;
        let mut cases = Vec::new();
        for block in &blocks {
            let (expected, rest) = without_remarks(block.expected);
            let at = block.expected_line;
            let found = Expectation::read(expected, heading.has(block, "escapes"));
            let found = found.map_err(|what| CasesError::new(at, what))?;
            let span = block.expected_span.start..block.expected_span.start + expected.len();
            let blocks = heading.has(block, "blocks").then(|| OfBlocks {
                are_lines: heading.has(block, "lines"),
                line_end: match (heading.has(block, "cr"), heading.has(block, "crlf")) {
                    (true, _) => "\r",
                    (_, true) => "\r\n",
                    _ => "\n",
                },
            });
            let is_of_lines = heading.has(block, "lines") || blocks.is_some();
            let mut further: Vec<&str> = heading.marks.iter().map(String::as_str).collect();
            further.extend(blocks.map(|_| "lines"));
            let texts = block.texts(&further)?;
            if texts.is_empty() {
                let what = "there is no line between the title and `---`";
                return Err(CasesError::new(block.line, what));
            }
            for (index, text) in texts.into_iter().enumerate() {
                cases.push(Case {
                    production: heading.production.clone(),
                    title: block.title.to_owned(),
                    text,
                    expected: found.clone(),
                    line: if is_of_lines {
                        block.line + 1 + index
                    } else {
                        block.line
                    },
                    shows_characters: heading.has(block, "characters"),
                    blocks,
                    written: (!is_of_lines).then(|| span.clone()),
                    has_escapes: heading.has(block, "escapes"),
                });
            }
            let before = &block.expected[..block.expected.len() - rest.len()];
            heading.read(rest, at + before.matches('\n').count())?;
        }
        Ok(Self { cases })
    }

    /// Returns the text of the file with what is, in the place of what is expected of some cases: see [`Checked::written`].
    #[must_use]
    pub fn updated(&self, source: &str, written: impl Fn(usize) -> Option<String>) -> String {
        let mut updated = String::new();
        let mut end = 0;
        for (index, case) in self.cases.iter().enumerate() {
            let Some((span, text)) = case.written.as_ref().zip(written(index)) else {
                continue;
            };
            updated += &source[end..span.start];
            let is_after_sign = source[..span.start].ends_with('-');
            let separator = match (is_after_sign, text.contains('\n')) {
                (true, true) if !text.starts_with("tree") => "\n",
                (true, _) => " ",
                (false, _) => "",
            };
            updated += separator;
            updated += &text;
            end = span.end;
        }
        updated + &source[end..]
    }
}

/// Returns the offset at which a line begins.
fn line_start(source: &str, line: usize) -> usize {
    let lines = source.split_inclusive('\n').take(line.saturating_sub(1));
    lines.map(str::len).sum()
}

/// Splits what is expected from the remarks after it.
fn without_remarks(expected: &str) -> (&str, &str) {
    let mut end = 0;
    for line in expected.split_inclusive('\n') {
        if line.starts_with('#') {
            break;
        }
        end += line.len();
    }
    let (before, rest) = expected.split_at(end);
    (before.trim_end(), rest)
}

/// The production of the cases that follow, and marks for all of them.
#[derive(Debug, Default)]
struct Heading {
    production: Option<String>,
    marks: Vec<String>,
}

impl Heading {
    fn has(&self, block: &Block<'_>, mark: &str) -> bool {
        block.has(mark) || self.marks.iter().any(|one| one == mark)
    }

    /// Reads lines between cases: `# NAME` names a production, and other lines after `#` are remarks.
    fn read(&mut self, lines: &str, first: usize) -> Result<(), CasesError> {
        for (index, line) in lines.lines().enumerate() {
            let number = first + index;
            let line = line.trim_end();
            if line.is_empty() {
                continue;
            }
            let Some(remark) = line.strip_prefix('#') else {
                let what =
                    format!("`{line}` belongs to no case: a case begins with `===` and a title");
                return Err(CasesError::new(number, what));
            };
            let Some((name, marks)) = named(remark) else {
                continue;
            };
            let marks = blocks::marked(marks, &MARKS);
            let (rest, marks) = marks
                .map_err(|mark| CasesError::new(number, blocks::unknown_mark(mark, &MARKS)))?;
            if rest.is_empty() {
                self.production = Some(name.to_owned());
                self.marks = marks.into_iter().map(str::to_owned).collect();
            }
        }
        Ok(())
    }
}

/// Returns the production that a remark names, and the marks after it; `None` if it names none.
fn named(remark: &str) -> Option<(&str, &str)> {
    let remark = remark.trim();
    let is_one_word = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
    let (name, marks) = remark.split_once(" [").map_or((remark, ""), |(name, _)| {
        (name.trim(), remark[name.len()..].trim())
    });
    (is_one_word(name) && !name.starts_with('#')).then_some((name, marks))
}

/// A case that was checked.
#[derive(Debug)]
pub struct Checked {
    /// How it ended.
    pub outcome: Outcome,
    /// What is, as a file has what is expected; `None` if the file cannot hold it, or if everything is as expected.
    pub written: Option<String>,
}

/// Checks a case of the production of a parser.
#[must_use]
pub fn check(parser: &Parser, case: &Case) -> Checked {
    check_with(parser, case, |_| {})
}

/// Checks a case of the production of a parser, and shows its tree if the text is valid.
#[must_use]
pub fn check_with(
    parser: &Parser,
    case: &Case,
    mut valid: impl FnMut(&Tree<'_, crate::parser::Rule<'_>>),
) -> Checked {
    let derivations = || {
        let derivations = parser.derivations(case.octets());
        let mut derivations = derivations.map_err(|error| error.to_string())?;
        let count = derivations.count_up_to(MOST_DERIVATIONS);
        match derivations.given_up() {
            Some(limit) => Err(limit.to_string()),
            None => Ok(Counted {
                count,
                is_infinite: derivations.is_infinite(),
            }),
        }
    };
    match parser.parse_in_detail(case.octets(), Detail::Characters) {
        Ok(tree) => {
            valid(&tree);
            Checked::of(case, &Answer::Valid(&tree), derivations)
        }
        Err(ParseError::Syntax(error)) => {
            let mut checked = Checked::of(case, &Answer::Invalid(&error.facts()), derivations);
            if let Outcome::Failed(mismatch) = &mut checked.outcome
                && !case.expects_invalid()
            {
                mismatch.add_ended(&ended(parser, &error.text()[..error.offset()]));
            }
            checked
        }
        Err(ParseError::Undecided(reason)) => {
            let reason = reason.to_string();
            let answer: Answer<'_, '_, crate::parser::Rule<'_>> = Answer::Undecided(&reason);
            Checked::of(case, &answer, derivations)
        }
    }
}

impl Checked {
    /// Compares a case with an answer. `derivations` counts the derivations of the text, if that is asked.
    pub fn of<P: Production>(
        case: &Case,
        answer: &Answer<'_, '_, P>,
        derivations: impl Fn() -> Result<Counted, String>,
    ) -> Self {
        let outcome = compare(case, answer, &derivations);
        let written = match &outcome {
            Outcome::Passed => None,
            _ => written(case, answer, derivations),
        };
        Self { outcome, written }
    }
}

/// Returns what is, with what the case says about: a tree for a tree, a place for a place.
fn written<P: Production>(
    case: &Case,
    answer: &Answer<'_, '_, P>,
    derivations: impl Fn() -> Result<Counted, String>,
) -> Option<String> {
    let is_unfilled = case.expected.contains(&Expectation::Unfilled);
    let mut found: Vec<Expectation> = Vec::new();
    match answer {
        Answer::Undecided(_) => found.push(Expectation::Undecided),
        Answer::Invalid(error) => {
            let has_place = case.expected.iter().any(Expectation::needs_invalid);
            let offset = ErrorPlace::Octet(error.offset());
            let next = || {
                let mut names = next_names(error);
                names.sort();
                Expectation::Next(names)
            };
            if !has_place {
                found.push(Expectation::ErrorAt(offset));
                if is_unfilled {
                    found.push(next());
                }
            }
            for expected in case.expected.iter().filter(|one| one.needs_invalid()) {
                found.push(match expected {
                    Expectation::ErrorAt(ErrorPlace::Position { .. }) => {
                        let position = error.position();
                        let (line, column) = (position.line, position.column);
                        Expectation::ErrorAt(ErrorPlace::Position { line, column })
                    }
                    Expectation::ErrorAt(_) => Expectation::ErrorAt(offset),
                    Expectation::CanEnd(_) => Expectation::CanEnd(error.can_end()),
                    Expectation::Next(_) => next(),
                    other => other.clone(),
                });
            }
        }
        Answer::Valid(tree) => {
            if is_unfilled {
                found.push(Expectation::Tree(tree_lines(case, tree)));
            }
            for expected in case.expected.iter().filter(|one| one.needs_valid()) {
                found.push(match expected {
                    Expectation::Nodes(name, _) => {
                        let nodes = tree.iter().filter(|node| node.rule().to_string() == *name);
                        let texts = nodes.map(|node| node.octets().to_vec()).collect();
                        Expectation::Nodes(name.clone(), texts)
                    }
                    Expectation::Tree(_) => Expectation::Tree(tree_lines(case, tree)),
                    Expectation::Derivations(count) => {
                        let Counted {
                            count: found,
                            is_infinite,
                        } = derivations().ok()?;
                        Expectation::Derivations(match count {
                            DerivationCount::Exactly(_) if !is_infinite => {
                                DerivationCount::Exactly(found)
                            }
                            _ if found == 1 && !is_infinite => DerivationCount::One,
                            _ => DerivationCount::Several,
                        })
                    }
                    other => other.clone(),
                });
            }
            if found.is_empty() {
                found.push(Expectation::Valid);
            }
        }
    }
    let mut lines: Vec<String> = Vec::new();
    for expected in &found {
        let line = expected.written(case.has_escapes)?;
        match (expected, lines.last_mut()) {
            (Expectation::CanEnd(_), Some(place)) => place.extend([", ", line.as_str()]),
            _ => lines.push(line),
        }
    }
    Some(lines.join("\n"))
}

/// Writes the title and the production.
impl fmt::Display for Case {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.title)
    }
}
