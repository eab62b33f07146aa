//! Many parsers of one production, side by side: what deviates from the grammar, and which of them do so.
//!
//! Each parser has a run of its own, which finds causes with witnesses. Then every parser is asked the witnesses of all
//! others. Two causes are one *fact* if their parsers answer each other's witnesses alike: both accept what the
//! grammar does not derive, or both reject what it derives. A fact is a row, and a parser is a column.
//!
//! For example, if `a` accepts `h:` and `h:99999`, and `b` accepts `h:` only, the causes that have `h:` as their witness
//! are one fact, and the cause with the witness `h:99999` is a fact of `a` alone.
//!
//! Parts that parsers name are facts, too: the rows of `parts`.
//!
//! Invariants: a cell shows answers of its parser and nothing that is inferred from its causes. A parser without a run,
//! or that was not asked, has unknown cells, which are never shown as agreement.

mod cell;
mod page;
mod parts;
mod record;
mod text;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use rfcbnf::parts::{Changes, Differing, Reading};
use rfcbnf_engine::escape::Escaped;

pub use cell::{Behavior, Cell};
pub use page::page;

use crate::conformance::answer::{Answer, Reply};
use crate::conformance::breakdown::quoted;
use crate::conformance::by_hand::ByHand;
use crate::conformance::saved::SavedRun;
use crate::conformance::searched::{Row, Searched};

/// The most texts of a cause that all parsers are asked about.
const TEXTS: usize = 5;

/// The answers of a parser, by their texts.
pub type Answers = BTreeMap<Vec<u8>, Reply>;

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
    /// What it changes in parts before it gives them out, by their names.
    pub changes: BTreeMap<String, Changes>,
    /// Its answers to the witnesses of all parsers of the same production.
    pub answers: Answers,
}

/// The parsers and the facts.
#[derive(Debug)]
pub struct Matrix<'m> {
    /// The columns.
    pub parsers: &'m [MatrixParser],
    /// The rows: those about verdicts before those about parts, and of each kind, those of most parsers first.
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
    pub behavior: Behavior<'m>,
    /// The causes: at least one, unless the texts are beyond the grammar.
    pub causes: Vec<FactCause<'m>>,
    /// The witnesses of the causes, the shortest first.
    pub texts: Vec<&'m [u8]>,
    /// What each parser does with the texts.
    pub cells: Vec<Cell>,
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
    /// How the parser reads the part of them, if the fact is about one.
    differing: Vec<&'m Differing>,
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
        let of_verdicts = self.rows().flat_map(|(_, row)| witnesses_of(row));
        let mut texts: Vec<&[u8]> = of_verdicts.chain(self.part_witnesses()).collect();
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

    /// Returns the answers that its run has: those to the witnesses of its own causes.
    #[must_use]
    pub fn answers_of_run(&self) -> Answers {
        let verdicts = self.rows().filter_map(|(searched, row)| {
            let answer = Behavior::of(searched.sought, row.direction()).answer()?;
            Some((row.witness().to_vec(), answer.into()))
        });
        let mut answers: Answers = verdicts.collect();
        answers.extend(self.parts_of_run());
        answers
    }

    /// Returns what the parser does with the texts, as far as it was asked about them.
    fn cell(&self, behavior: Behavior<'_>, texts: &[&[u8]]) -> Cell {
        let answers = texts.iter().filter_map(|text| self.answers.get(*text));
        let (mut asked, mut count) = (0, 0);
        for reply in answers {
            asked += 1;
            count += usize::from(behavior.is(reply.answer));
        }
        match count {
            0 if asked < texts.len() => Cell::Unknown,
            0 => Cell::AsGrammar,
            count if count == texts.len() => Cell::Deviates,
            count => Cell::Some(count),
        }
    }

    /// Returns whether the parser has this behavior with each of the texts that it was asked about, and was asked about
    /// one.
    fn has(&self, behavior: Behavior<'_>, texts: &[&[u8]]) -> bool {
        let mut answers = texts
            .iter()
            .filter_map(|text| self.answers.get(*text))
            .peekable();
        answers.peek().is_some() && answers.all(|reply| behavior.is(reply.answer))
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
        let mut facts = of_verdicts(parsers);
        let beyond_grammar = parts::beyond_grammar(&facts, parsers);
        facts.extend(parts::of_parts(parsers));
        facts.extend(beyond_grammar);
        facts.sort_by_cached_key(|fact| {
            let is_whole = |cell: &&Cell| matches!(cell, Cell::Deviates | Cell::Reads(_));
            let kind = match fact.behavior {
                Behavior::Reads(_) => 1,
                Behavior::Differs(_) => 2,
                _ => 0,
            };
            (
                kind,
                Reverse(fact.cells.iter().filter(is_whole).count()),
                fact.behavior,
                fact.sentence(),
                fact.witness().to_vec(),
            )
        });
        Self { parsers, facts }
    }

    /// Returns the number of facts that the parser deviates in, wholly or for some texts.
    fn deviations(&self, index: usize) -> usize {
        let facts = self.facts.iter();
        let deviating =
            facts.filter(|fact| fact.cells[index].deviates(fact.behavior) == Some(true));
        deviating.count()
    }

    /// Returns whether every parser answered all texts of its suite, and all witnesses of the others.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let mut parsers = self.parsers.iter();
        parsers.all(|parser| parser.run.is_ok() && parser.unfinished.is_none())
    }
}

/// Returns the facts about verdicts, crashes and hangs.
fn of_verdicts(parsers: &[MatrixParser]) -> Vec<Fact<'_>> {
    let mut facts: Vec<Fact<'_>> = Vec::new();
    for (index, parser) in parsers.iter().enumerate() {
        let Some(rule) = parser.rule() else {
            continue;
        };
        for (searched, row) in parser.rows() {
            let cause = FactCause {
                parser: index,
                id: row.id(),
                production: row.production(),
                sentence: searched.sentence(row),
                texts: witnesses_of(row).collect(),
                differing: Vec::new(),
            };
            let behavior = Behavior::of(searched.sought, row.direction());
            let mut known = facts.iter_mut();
            match known.find(|fact| fact.has(parsers, rule, behavior, &cause)) {
                Some(fact) => fact.causes.push(cause),
                None => facts.push(Fact {
                    source: searched.source(row),
                    ..Fact::new(rule, behavior, vec![cause])
                }),
            }
        }
    }
    facts
        .into_iter()
        .map(|fact| fact.complete(parsers))
        .collect()
}

impl Fact<'_> {
    /// Returns the sentence of the causes: the shortest one.
    #[must_use]
    pub fn sentence(&self) -> String {
        if let Behavior::Differs(part) = self.behavior {
            let readings = self.cells.iter().filter_map(|cell| cell.reads_as());
            let ways = readings.collect::<BTreeSet<usize>>().len();
            let part = Escaped(part.as_bytes());
            return format!(
                "{part}: read in {ways} ways in texts that the grammar does not derive"
            );
        }
        let cause = self.shown_cause();
        cause.map_or_else(String::new, |cause| cause.sentence.clone())
    }

    /// Returns the cause that speaks for all: the one with the shortest sentence.
    fn shown_cause(&self) -> Option<&FactCause<'_>> {
        let causes = self.causes.iter();
        causes.min_by_key(|cause| (cause.sentence.len(), &cause.sentence))
    }

    /// Returns the text that a row shows: the shortest one of which the sentence is true.
    fn witness(&self) -> &[u8] {
        let texts = self.shown_cause().map_or(&self.texts, |cause| &cause.texts);
        texts.first().copied().unwrap_or_default()
    }

    /// Returns the section of RFC 1738 about the production at fault; `None` in another grammar.
    #[must_use]
    pub fn section(&self) -> Option<&str> {
        self.source?.strip_prefix("RFC 1738, Section ")
    }

    /// Returns what each parser does with some of the texts: in a fact about a part, with the first of them. A parser of
    /// another production is not asked.
    fn cells_of(&self, texts: &[&[u8]], parsers: &[MatrixParser]) -> Vec<Cell> {
        if let (Some(part), Some(text)) = (self.behavior.part(), texts.first()) {
            return parts::cells(self, part, text, parsers);
        }
        let cells = parsers.iter().map(|parser| {
            let is_asked = parser.rule() == Some(self.rule);
            let cell = is_asked.then(|| parser.cell(self.behavior, texts));
            cell.unwrap_or(Cell::Unknown)
        });
        cells.collect()
    }

    /// Returns what a parser answers to one of the texts, in words: how it reads the part, if the fact is about one and the
    /// parser accepts the text.
    fn answer(&self, parser: &MatrixParser, text: &[u8]) -> String {
        let is_alike = parser.rule() == Some(self.rule);
        let Some(reply) = parser.answers.get(text).filter(|_| is_alike) else {
            return "not asked".to_owned();
        };
        let Some(part) = self.behavior.part() else {
            return reply.answer.to_string();
        };
        match (reply.answer, reply.part(part)) {
            (Answer::Accept, None) => "not named".to_owned(),
            (Answer::Accept, Some(Reading::Absent)) => "absent".to_owned(),
            (Answer::Accept, Some(Reading::Span(span))) => {
                quoted(text.get(span.clone()).unwrap_or_default())
            }
            (Answer::Accept, Some(Reading::Text(part))) => quoted(part),
            (answer, _) => answer.to_string(),
        }
    }

    /// Returns what a parser answers to the text that a row shows.
    fn answer_to_witness(&self, parser: &MatrixParser) -> String {
        self.answer(parser, self.witness())
    }
}

impl<'m> Fact<'m> {
    fn new(rule: &'m str, behavior: Behavior<'m>, causes: Vec<FactCause<'m>>) -> Self {
        Self {
            rule,
            source: None,
            behavior,
            causes,
            texts: Vec::new(),
            cells: Vec::new(),
        }
    }

    /// Returns whether the cause is one of this fact: its parser and that of each cause do the same with each other's
    /// witnesses.
    fn has(
        &self,
        parsers: &[MatrixParser],
        rule: &str,
        behavior: Behavior<'_>,
        cause: &FactCause<'_>,
    ) -> bool {
        // What a parser has as two causes is two facts.
        let is_same = |other: &FactCause<'_>| {
            other.parser != cause.parser
                && parsers[cause.parser].has(behavior, &other.texts)
                && parsers[other.parser].has(behavior, &cause.texts)
        };
        (self.rule, self.behavior) == (rule, behavior) && self.causes.iter().all(is_same)
    }

    /// Collects the witnesses of the causes, and what each parser does with them.
    fn complete(mut self, parsers: &[MatrixParser]) -> Self {
        let of_causes = self.causes.iter().flat_map(|cause| &cause.texts);
        self.texts.extend(of_causes);
        self.texts.sort_unstable_by_key(|text| (text.len(), *text));
        self.texts.dedup();
        self.cells = match self.behavior.part() {
            Some(_) => self.cells_of(&[self.witness()], parsers),
            None => self.cells_of(&self.texts, parsers),
        };
        self
    }
}
