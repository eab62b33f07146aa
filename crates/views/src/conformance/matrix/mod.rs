//! Many parsers of one production, side by side: what deviates from the grammar, and which of them do so.
//!
//! Each parser has a run of its own, which finds causes with witnesses. Then every parser is asked the witnesses of all
//! others. Two causes are one *fact* if their parsers answer each other's witnesses alike: both accept what the
//! grammar does not derive, or both reject what it derives. A fact is a row, and a parser is a column.
//!
//! For example, if `a` accepts `h:` and `h:99999`, and `b` accepts `h:` only, the causes that have `h:` as their witness
//! are one fact, and the cause with the witness `h:99999` is a fact of `a` alone.
//!
//! Invariants: a cell shows answers of its parser and nothing that is inferred from its causes. A parser without a run,
//! or that was not asked, has unknown cells, which are never shown as agreement.

mod page;

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};

use rfcbnf::causes::Direction;
use rfcbnf_engine::escape::Printable;

pub use page::page;

use crate::conformance::answer::Answer;
use crate::conformance::breakdown::quoted;
use crate::conformance::by_hand::ByHand;
use crate::conformance::reactions::Reaction;
use crate::conformance::saved::SavedRun;
use crate::conformance::searched::{Row, Searched, Sought};
use crate::count::counted;
use crate::json::{Object, Octets};
use crate::palette::Palette;
use crate::table::{Cell as TableCell, Column, Table};

/// The most texts of a cause that all parsers are asked about.
const TEXTS: usize = 5;

/// The answers of a parser, by their texts.
pub type Answers = BTreeMap<Vec<u8>, Answer>;

/// A parser of the matrix. Its texts are escaped, except for the command.
#[derive(Debug)]
pub struct MatrixParser {
    /// Its name.
    pub name: String,
    /// How a text is shown to it by hand. The command is `None` if only a kept run is known.
    pub by_hand: ByHand,
    /// What the program says of its version.
    pub version: Option<String>,
    /// The command that installs it.
    pub install: Option<String>,
    /// Its run, or why it has none.
    pub run: Result<SavedRun<'static>, String>,
    /// What ended the search for causes before it was finished.
    pub ended: Option<String>,
    /// Why the answers of the run or those to the witnesses of others are not complete.
    pub unfinished: Option<String>,
    /// Its answers to the witnesses of all parsers of the same production.
    pub answers: Answers,
}

/// What a parser does with the texts of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Behavior {
    /// It accepts them, and the grammar does not derive them.
    Accepts,
    /// It rejects them, and the grammar derives them.
    Rejects,
    /// It crashes.
    Crashes,
    /// It does not answer within the time limit.
    Hangs,
}

/// The parsers and the facts.
#[derive(Debug)]
pub struct Matrix<'m> {
    /// The columns.
    pub parsers: &'m [MatrixParser],
    /// The rows: those of most parsers first.
    pub facts: Vec<Fact<'m>>,
}

/// Causes of several parsers that answer each other's witnesses alike.
#[derive(Debug)]
pub struct Fact<'m> {
    /// The production of the suite.
    pub rule: &'m str,
    /// The document that defines the production at fault, and the section.
    pub source: Option<&'m str>,
    /// What the parsers do with the texts.
    pub behavior: Behavior,
    /// The causes: at least one.
    pub causes: Vec<FactCause<'m>>,
    /// The witnesses of the causes, the shortest first.
    pub texts: Vec<&'m [u8]>,
}

/// The cause of a parser.
#[derive(Debug)]
pub struct FactCause<'m> {
    /// The index of the parser.
    pub parser: usize,
    /// The id of the cause.
    pub id: &'m str,
    /// The production at fault.
    pub production: &'m str,
    /// What the texts have in common, in a sentence without a full stop, escaped.
    pub sentence: String,
    /// The witnesses.
    texts: Vec<&'m [u8]>,
}

/// What a parser does with the texts of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell {
    /// It was not asked, or not about all of them.
    Unknown,
    /// It answers all of them as the grammar does.
    AsGrammar,
    /// It does what the fact says with all of them.
    Deviates,
    /// It does what the fact says with that number of them.
    Some(usize),
}

impl Behavior {
    fn of(sought: Sought<'_>, direction: Direction) -> Self {
        match (sought, direction) {
            (Sought::Reaction(Reaction::Crashed), _) => Self::Crashes,
            (Sought::Reaction(Reaction::TimedOut), _) => Self::Hangs,
            (_, Direction::WronglyAccepted) => Self::Accepts,
            (_, Direction::WronglyRejected) => Self::Rejects,
        }
    }

    /// Returns whether the answer is this behavior.
    fn is(self, answer: Answer) -> bool {
        match self {
            Self::Accepts => answer == Answer::Accept,
            Self::Rejects => matches!(answer, Answer::Reject(_)),
            Self::Crashes => answer == Answer::Crashed,
            Self::Hangs => answer == Answer::TimedOut,
        }
    }
}

/// Writes the verb: `accepts`.
impl fmt::Display for Behavior {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Accepts => "accepts",
            Self::Rejects => "rejects",
            Self::Crashes => "crashes",
            Self::Hangs => "hangs",
        })
    }
}

impl MatrixParser {
    /// Returns the production of the suite; `None` without a run.
    #[must_use]
    pub fn rule(&self) -> Option<&str> {
        self.run.as_ref().ok().map(SavedRun::rule)
    }

    /// Returns the texts that other parsers are asked about: those of its causes, each once.
    #[must_use]
    pub fn witnesses(&self) -> Vec<&[u8]> {
        let mut texts: Vec<&[u8]> = self.rows().flat_map(|(_, row)| witnesses_of(row)).collect();
        texts.sort_unstable();
        texts.dedup();
        texts
    }

    fn rows(&self) -> impl Iterator<Item = (Searched<'_>, Row<'_>)> {
        let searches = self.run.iter().flat_map(SavedRun::searches);
        searches.flat_map(|searched| {
            let rows = searched.rows().into_iter();
            rows.map(move |row| (searched, row))
        })
    }

    /// Returns what the parser does with the texts.
    fn cell(&self, behavior: Behavior, texts: &[&[u8]]) -> Cell {
        let answers: Option<Vec<Answer>> = texts
            .iter()
            .map(|text| self.answers.get(*text).copied())
            .collect();
        let Some(answers) = answers else {
            return Cell::Unknown;
        };
        match answers.iter().filter(|one| behavior.is(**one)).count() {
            0 => Cell::AsGrammar,
            count if count == answers.len() => Cell::Deviates,
            count => Cell::Some(count),
        }
    }
}

/// Returns the witness and some examples of a cause.
fn witnesses_of(row: Row<'_>) -> impl Iterator<Item = &[u8]> {
    let examples = row.examples().iter().map(Vec::as_slice);
    std::iter::once(row.witness()).chain(examples).take(TEXTS)
}

impl<'m> Matrix<'m> {
    /// Returns the facts about the parsers, which have answered each other's witnesses.
    #[must_use]
    pub fn new(parsers: &'m [MatrixParser]) -> Self {
        let mut facts: Vec<Fact<'m>> = Vec::new();
        for (index, parser) in parsers.iter().enumerate() {
            let Ok(run) = &parser.run else {
                continue;
            };
            let rule = run.rule();
            for (searched, row) in parser.rows() {
                let cause = FactCause {
                    parser: index,
                    id: row.id(),
                    production: row.production(),
                    sentence: searched.sentence(row),
                    texts: witnesses_of(row).collect(),
                };
                let behavior = Behavior::of(searched.sought, row.direction());
                let mut known = facts.iter_mut();
                match known.find(|fact| fact.has(parsers, rule, behavior, &cause)) {
                    Some(fact) => fact.causes.push(cause),
                    None => facts.push(Fact {
                        rule,
                        source: searched.source(row),
                        behavior,
                        causes: vec![cause],
                        texts: Vec::new(),
                    }),
                }
            }
        }
        for fact in &mut facts {
            fact.complete();
        }
        facts.sort_by_cached_key(|fact| {
            let cells = parsers.iter().map(|parser| fact.cell(parser));
            let deviating = cells.filter(|cell| *cell == Cell::Deviates);
            (
                std::cmp::Reverse(deviating.count()),
                fact.behavior,
                fact.causes[0].sentence.clone(),
            )
        });
        Self { parsers, facts }
    }

    /// Returns what each parser does with the texts of a fact.
    pub fn cells(&self, fact: &Fact<'_>) -> impl Iterator<Item = Cell> {
        self.parsers.iter().map(|parser| fact.cell(parser))
    }

    /// Returns the number of facts that the parser deviates in, wholly or for some texts.
    fn deviations(&self, parser: &MatrixParser) -> usize {
        let cells = self.facts.iter().map(|fact| fact.cell(parser));
        cells.filter(|cell| cell.deviates() == Some(true)).count()
    }

    /// Returns whether every parser answered all texts of its suite, and all witnesses of the others.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let mut parsers = self.parsers.iter();
        parsers.all(|parser| parser.run.is_ok() && parser.unfinished.is_none())
    }

    /// Writes the matrix for a terminal: the parsers with numbers, and a row for each fact.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write(&self, out: &mut impl Write, palette: Palette) -> io::Result<()> {
        for (number, parser) in (1..).zip(self.parsers) {
            let faint = palette.faint;
            let (name, version) = (&parser.name, parser.version.as_deref());
            let version = version.map(|version| format!(" ({version})"));
            let version = version.unwrap_or_default();
            writeln!(
                out,
                "{number:>3}  {}{name}{:#}{faint}{version}{faint:#}: {}",
                palette.name,
                palette.name,
                self.state_of(parser)
            )?;
        }
        if self.facts.is_empty() {
            return Ok(());
        }
        let numbers: Vec<String> = (1..=self.parsers.len()).map(|it| it.to_string()).collect();
        let mut columns: Vec<Column<'_>> = numbers.iter().map(|it| Column::of_texts(it)).collect();
        columns.push(Column::of_texts("fact"));
        let rows = self.facts.iter().map(|fact| {
            let cells = self.cells(fact).map(|cell| {
                let style = match cell {
                    Cell::Deviates | Cell::Some(_) => palette.error,
                    Cell::Unknown | Cell::AsGrammar => palette.faint,
                };
                TableCell::new(cell.mark(fact.behavior), style)
            });
            let texts = fact.texts.first().copied().unwrap_or_default();
            let sentence = format!("{}: {}", fact.sentence(), quoted(texts));
            cells.chain([TableCell::plain(&sentence)]).collect()
        });
        let table = Table {
            columns,
            rows: rows.collect(),
        };
        writeln!(out)?;
        table.write(out, palette, "  ")?;
        writeln!(
            out,
            "\n  A accepts what the grammar does not derive, R rejects what it derives, C crashes, H hangs;\n  \
             small letters: some of the texts only; . as the grammar; ? not asked"
        )
    }

    /// Returns what is known about a parser, in some words.
    fn state_of(&self, parser: &MatrixParser) -> String {
        let MatrixParser {
            run,
            install,
            ended,
            unfinished,
            ..
        } = parser;
        match run {
            Err(reason) => {
                let install = install.as_ref();
                let install = install.map(|it| format!("; to install it: {it}"));
                format!("not run: {reason}{}", install.unwrap_or_default())
            }
            Ok(run) => {
                let facts = self.deviations(parser);
                let facts = counted(facts, "fact", "facts", Palette::PLAIN.number);
                let texts = counted(run.texts(), "text", "texts", Palette::PLAIN.number);
                let remarks = unfinished.iter().chain(ended).map(|it| format!("; {it}"));
                format!(
                    "{facts}, {texts} of the suite{}",
                    remarks.collect::<String>()
                )
            }
        }
    }

    /// Writes the matrix as a table in Markdown, with a list of the parsers above it.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write_markdown(&self, out: &mut impl Write) -> io::Result<()> {
        for parser in self.parsers {
            let version = parser.version.as_ref();
            let version = version.map(|version| format!(" ({})", in_table(version)));
            let (name, version) = (in_table(&parser.name), version.unwrap_or_default());
            let state = in_table(&self.state_of(parser));
            writeln!(out, "- **{name}**{version}: {state}")?;
        }
        write!(out, "\n| fact | shortest text |")?;
        for parser in self.parsers {
            write!(out, " {} |", in_table(&parser.name))?;
        }
        write!(out, "\n|---|---|{}", "---|".repeat(self.parsers.len()))?;
        for fact in &self.facts {
            let text = fact.texts.first().copied().unwrap_or_default();
            let sentence = in_table(&fact.sentence());
            let source = fact.source.map(in_table);
            let source = source.map_or_else(String::new, |source| format!(" ({source})"));
            write!(
                out,
                "\n| {sentence}{source} | {} |",
                in_table(&as_code(text))
            )?;
            for cell in self.cells(fact) {
                write!(out, " {} |", cell.words(fact.behavior, fact.texts.len()))?;
            }
        }
        writeln!(out)
    }

    /// Returns the matrix for programs.
    #[must_use]
    pub fn record(&self) -> impl serde::Serialize {
        let parsers = self.parsers.iter().map(|parser| {
            let run = parser.run.as_ref().ok();
            Object::new()
                .with("name", &parser.name)
                .with("command", &parser.by_hand.command)
                .with("version", &parser.version)
                .with("rule", parser.rule())
                .with("grammar", run.and_then(SavedRun::grammar))
                .with("not_run", parser.run.as_ref().err())
                .with("install", &parser.install)
                .with("ended", &parser.ended)
                .with("unfinished", &parser.unfinished)
                .with("texts", run.map(SavedRun::texts))
                .with("facts", run.map(|_| self.deviations(parser)))
        });
        let facts = self.facts.iter().map(|fact| self.fact(fact));
        Object::new()
            .with("parsers", parsers.collect::<Vec<_>>())
            .with("facts", facts.collect::<Vec<_>>())
    }

    fn fact(&self, fact: &Fact<'_>) -> Object {
        let causes = fact.causes.iter().map(|cause| {
            Object::new()
                .with("parser", &self.parsers[cause.parser].name)
                .with("id", cause.id)
                .with("rule", cause.production)
                .with("sentence", &cause.sentence)
        });
        let cells = self
            .parsers
            .iter()
            .zip(self.cells(fact))
            .map(|(parser, cell)| {
                let answers = fact.texts.iter().map(|text| {
                    let answer = parser.answers.get(*text).filter(|_| cell != Cell::Unknown);
                    answer.map(ToString::to_string)
                });
                Object::new()
                    .with("parser", &parser.name)
                    .with("deviates", cell.deviates())
                    .with("answers", answers.collect::<Vec<_>>())
            });
        let texts = fact.texts.iter().map(|text| Octets(*text));
        Object::new()
            .with("sentence", fact.sentence())
            .with("behavior", fact.behavior.to_string())
            .with("rule", fact.rule)
            .with("section", fact.section())
            .with_some("source", fact.source)
            .with("texts", texts.collect::<Vec<_>>())
            .with("causes", causes.collect::<Vec<_>>())
            .with("cells", cells.collect::<Vec<_>>())
    }
}

impl Fact<'_> {
    /// Returns the sentence of the causes: the shortest one.
    #[must_use]
    pub fn sentence(&self) -> String {
        let sentences = self.causes.iter().map(|cause| &cause.sentence);
        let shortest = sentences.min_by_key(|sentence| (sentence.len(), *sentence));
        shortest.cloned().unwrap_or_default()
    }

    /// Returns the section of RFC 1738 about the production at fault; `None` in another grammar.
    #[must_use]
    pub fn section(&self) -> Option<&str> {
        self.source?.strip_prefix("RFC 1738, Section ")
    }

    /// Returns what a parser does with the texts. That of a parser of another production is unknown.
    fn cell(&self, parser: &MatrixParser) -> Cell {
        if parser.rule() == Some(self.rule) {
            parser.cell(self.behavior, &self.texts)
        } else {
            Cell::Unknown
        }
    }
}

impl<'m> Fact<'m> {
    /// Returns whether the cause is one of this fact: its parser and that of each cause do the same with each other's
    /// witnesses.
    fn has(
        &self,
        parsers: &[MatrixParser],
        rule: &str,
        behavior: Behavior,
        cause: &FactCause<'_>,
    ) -> bool {
        let deviates = |parser: usize, texts: &[&[u8]]| {
            parsers[parser].cell(behavior, texts) == Cell::Deviates
        };
        // What a parser has as two causes is two facts.
        let is_same = |other: &FactCause<'_>| {
            other.parser != cause.parser
                && deviates(cause.parser, &other.texts)
                && deviates(other.parser, &cause.texts)
        };
        (self.rule, self.behavior) == (rule, behavior) && self.causes.iter().all(is_same)
    }

    /// Collects the witnesses of the causes.
    fn complete(&mut self) {
        let mut texts: Vec<&'m [u8]> = self
            .causes
            .iter()
            .flat_map(|cause| cause.texts.iter().copied())
            .collect();
        texts.sort_unstable_by_key(|text| (text.len(), *text));
        texts.dedup();
        self.texts = texts;
    }
}

impl Cell {
    /// Returns whether the parser deviates for some text; `None` if that is not known.
    fn deviates(self) -> Option<bool> {
        match self {
            Self::Unknown => None,
            Self::AsGrammar => Some(false),
            Self::Deviates | Self::Some(_) => Some(true),
        }
    }

    /// Returns one sign for the cell.
    fn mark(self, behavior: Behavior) -> &'static str {
        match (self, behavior) {
            (Self::Unknown, _) => "?",
            (Self::AsGrammar, _) => ".",
            (Self::Deviates, Behavior::Accepts) => "A",
            (Self::Deviates, Behavior::Rejects) => "R",
            (Self::Deviates, Behavior::Crashes) => "C",
            (Self::Deviates, Behavior::Hangs) => "H",
            (Self::Some(_), Behavior::Accepts) => "a",
            (Self::Some(_), Behavior::Rejects) => "r",
            (Self::Some(_), Behavior::Crashes) => "c",
            (Self::Some(_), Behavior::Hangs) => "h",
        }
    }

    /// Returns the words for the cell. `texts` is the number of texts.
    fn words(self, behavior: Behavior, texts: usize) -> String {
        match self {
            Self::Unknown => "not asked".to_owned(),
            Self::AsGrammar => "as the grammar".to_owned(),
            Self::Deviates => behavior.to_string(),
            Self::Some(count) => format!("{behavior} {count} of {texts}"),
        }
    }
}

/// Returns the text as code of Markdown, escaped.
fn as_code(text: &[u8]) -> String {
    let shown = quoted(text);
    let longest = shown.split(|one| one != '`').map(str::len).max();
    let fence = "`".repeat(longest.unwrap_or(0) + 1);
    let gap = if shown.contains('`') { " " } else { "" };
    format!("{fence}{gap}{shown}{gap}{fence}")
}

/// Returns the text for a cell of a table in Markdown.
fn in_table(text: &str) -> String {
    Printable(text.as_bytes()).to_string().replace('|', "\\|")
}
