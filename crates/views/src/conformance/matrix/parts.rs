//! Facts about parts: which parsers read a part otherwise than the grammar, and which read one differently in texts that
//! the grammar does not derive.
//!
//! The run of a parser has found why it reads a part otherwise than the grammar. Such causes of several parsers are one
//! fact if each reads the other's texts at the same place as the other. Which of two parsers is right about a text that the
//! grammar does not derive, nothing says. So the texts that some parsers wrongly accept are divided by who of them read a
//! part alike:
//!
//! ```text
//!                 1        2        3
//! "http:/a"    absent   "a"      absent      1 and 3 read the host alike
//! "http://%30" "%30"    "0"      "0.0.0.0"   each reads another host
//! ```

use std::collections::{BTreeMap, BTreeSet};

use rfcbnf::parts::{Changes, Differing, Place, Reading};

use super::{Answers, Behavior, Cell, Fact, FactCause, MatrixParser};
use crate::conformance::answer::Reply;
use crate::conformance::parts::{NamedPartCause, PartReport};
use crate::conformance::saved::SavedRun;

impl MatrixParser {
    /// Returns the causes of the parts that the parser reads otherwise than the grammar.
    fn part_causes(&self) -> impl Iterator<Item = (&PartReport, &NamedPartCause)> {
        let parts = self.run.iter().flat_map(SavedRun::parts);
        parts.flat_map(|part| {
            let causes = part.found.iter().flat_map(|found| &found.causes);
            causes.map(move |cause| (part, cause))
        })
    }

    /// Returns the texts of the causes of parts.
    pub(super) fn part_witnesses(&self) -> impl Iterator<Item = &[u8]> {
        let differing = self.part_causes().flat_map(|(_, cause)| shown(cause));
        differing.map(|one| one.text.as_slice())
    }

    /// Returns the answers that its run has to the texts of the causes of parts.
    pub(super) fn parts_of_run(&self) -> Answers {
        let mut readings: BTreeMap<Vec<u8>, BTreeMap<String, Reading>> = BTreeMap::new();
        for (part, cause) in self.part_causes() {
            for one in shown(cause) {
                let parts = readings.entry(one.text.clone()).or_default();
                parts.insert(part.part.clone(), one.second.clone().into());
            }
        }
        let answers = readings.into_iter();
        answers
            .map(|(text, parts)| (text, Reply::accept(parts)))
            .collect()
    }

    /// Returns where the parser reads the part of a text, if it says so.
    pub(super) fn place_alone(&self, text: &[u8], part: &str) -> Option<Place> {
        let reading = self.reading(text, part)?;
        Some(Place::of(reading, self.changes_of(part), text, None).0)
    }

    /// Returns how the parser reads the part of a text; `None` if it was not asked, rejects the text, or does not say it.
    fn reading(&self, text: &[u8], part: &str) -> Option<&Reading> {
        self.answers.get(text)?.part(part)
    }

    /// Returns what the parser changes in a part before it gives it out.
    fn changes_of(&self, part: &str) -> Changes {
        self.changes.get(part).copied().unwrap_or_default()
    }

    /// Returns where the parser reads the part of a text, the nearest place to that of the grammar.
    fn place(&self, differing: &Differing, part: &str) -> Option<Place> {
        let reading = self.reading(&differing.text, part)?;
        let near = differing.first.span();
        let (place, _) = Place::of(reading, self.changes_of(part), &differing.text, near);
        Some(place)
    }

    /// Returns whether the parser reads the part of all these texts where another one does, of those that it was asked
    /// about, and was asked about one.
    fn reads_like(&self, cause: &FactCause<'_>, part: &str) -> bool {
        let texts = cause.differing.iter();
        let mut asked = texts
            .filter(|one| self.answers.contains_key(&one.text))
            .peekable();
        asked.peek().is_some()
            && asked.all(|one| self.place(one, part).as_ref() == Some(&one.second))
    }
}

/// Returns the texts of a cause that all parsers are asked about.
fn shown(named: &NamedPartCause) -> Vec<&Differing> {
    let mut differing = vec![&named.cause.witness, &named.cause.typical];
    differing.dedup_by_key(|one| &one.text);
    differing
}

/// Returns the facts about parts that parsers read otherwise than the grammar.
pub(super) fn of_parts(parsers: &[MatrixParser]) -> Vec<Fact<'_>> {
    let mut facts: Vec<Fact<'_>> = Vec::new();
    for (index, parser) in parsers.iter().enumerate() {
        let Some(rule) = parser.rule() else {
            continue;
        };
        for (report, named) in parser.part_causes() {
            let part = report.part.as_str();
            let differing = shown(named);
            let cause = FactCause {
                parser: index,
                id: &named.id,
                production: part,
                sentence: report.sentence(&named.cause),
                texts: differing.iter().map(|one| one.text.as_slice()).collect(),
                differing,
            };
            let is_same = |other: &FactCause<'_>| {
                other.parser != index
                    && parser.reads_like(other, part)
                    && parsers[other.parser].reads_like(&cause, part)
            };
            let known = facts.iter_mut().find(|fact| {
                (fact.rule, fact.behavior) == (rule, Behavior::Reads(part))
                    && fact.causes.iter().all(is_same)
            });
            match known {
                Some(fact) => fact.causes.push(cause),
                None => facts.push(Fact {
                    source: report.source.as_deref(),
                    ..Fact::new(rule, Behavior::Reads(part), vec![cause])
                }),
            }
        }
    }
    facts
        .into_iter()
        .map(|fact| fact.complete(parsers))
        .collect()
}

/// Returns what each parser does with a text of a fact about a part. It reads the part as the grammar, or as the first
/// parser that reads it in the same way.
pub(super) fn cells(
    fact: &Fact<'_>,
    part: &str,
    text: &[u8],
    parsers: &[MatrixParser],
) -> Vec<Cell> {
    let mut differing = fact.causes.iter().flat_map(|cause| &cause.differing);
    let grammar = differing.find(|one| one.text == text);
    let grammar = grammar.map(|one| &one.first);
    let changes = parsers.iter().map(|parser| parser.changes_of(part));
    let changes = changes.fold(Changes::default(), Changes::and);
    let near = grammar.and_then(Place::span);
    let mut places: Vec<(usize, Reading)> = Vec::new();
    let cells = parsers.iter().enumerate().map(|(index, parser)| {
        if parser.rule() != Some(fact.rule) || !parser.answers.contains_key(text) {
            return Cell::Unknown;
        }
        let Some(reading) = parser.reading(text, part) else {
            return Cell::Unread;
        };
        let (place, _) = Place::of(reading, parser.changes_of(part), text, near);
        if grammar == Some(&place) {
            return Cell::AsGrammar;
        }
        let is_alike =
            |other: &Reading| Differing::between(text, [other, reading], changes).is_none();
        let known = places.iter().find(|(_, other)| is_alike(other));
        let first = known.map_or(index, |(first, _)| *first);
        if first == index {
            places.push((index, reading.clone()));
        }
        Cell::Reads(first)
    });
    cells.collect()
}

/// A production, a part, and what each parser does with it.
type Read<'m> = (&'m str, &'m str, Vec<Cell>);

/// Returns facts about the parts of texts that the grammar does not derive, and that several parsers read differently.
/// `facts` are those about verdicts.
pub(super) fn beyond_grammar<'m>(facts: &[Fact<'m>], parsers: &'m [MatrixParser]) -> Vec<Fact<'m>> {
    let mut found: BTreeMap<Read<'m>, Vec<&'m [u8]>> = BTreeMap::new();
    let accepted = facts
        .iter()
        .filter(|fact| fact.behavior == Behavior::Accepts);
    for fact in accepted {
        for &text in &fact.texts {
            for part in named_parts(text, parsers) {
                let mut one = beyond(fact.rule, part, vec![text]);
                one.cells = cells(&one, part, text, parsers);
                if are_different(&one.cells) {
                    let texts = found.entry((fact.rule, part, one.cells)).or_default();
                    texts.push(text);
                }
            }
        }
    }
    let found = found.into_iter();
    found
        .map(|((rule, part, _), texts)| beyond(rule, part, texts).complete(parsers))
        .collect()
}

fn beyond<'m>(rule: &'m str, part: &'m str, texts: Vec<&'m [u8]>) -> Fact<'m> {
    Fact {
        texts,
        ..Fact::new(rule, Behavior::Differs(part), Vec::new())
    }
}

/// Returns the parts of a text that any parser names.
fn named_parts<'m>(text: &[u8], parsers: &'m [MatrixParser]) -> BTreeSet<&'m str> {
    let answers = parsers.iter().filter_map(|parser| parser.answers.get(text));
    let parts = answers.flat_map(Reply::parts);
    parts.map(|(name, _)| name).collect()
}

/// Returns whether two parsers read a part differently.
fn are_different(cells: &[Cell]) -> bool {
    let mut readings = cells.iter().filter_map(|cell| cell.reads_as());
    let first = readings.next();
    readings.any(|other| Some(other) != first)
}
