//! Chooses among several definitions of one name: documents print rules in their sections and collect
//! them in an appendix, and errata correct them.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::equality::derive_the_same;
use super::extraction::{Keep, Reason, Redefinition, UnusedErratum};
use crate::documents::candidates::Sign;
use crate::documents::document::{Erratum, ErratumPart, Line};
use crate::documents::judgement::Found;
use crate::reader::Reader;
use crate::syntax::{Expression, Kind, Notation};

/// The definitions that were chosen.
pub(super) struct Chosen {
    /// In the order of the document. What adds to a rule is after it.
    pub(super) rules: Vec<Found>,
    pub(super) redefinitions: Vec<Redefinition>,
    pub(super) unused_errata: Vec<UnusedErratum>,
}

/// The most pairs of definitions of a document that automata compare. Further ones count as different.
const COMPARISONS: usize = 400;

/// Chooses one definition for each name. Those that derive the same texts are one.
pub(super) fn choose(lines: &[Line], rules: Vec<Found>, keep: Keep) -> Chosen {
    let notation = notation(&rules);
    let mut unused_errata = Vec::new();
    let mut groups: Vec<Group> = Vec::new();
    let mut by_key: HashMap<String, usize> = HashMap::new();
    let mut comparisons = COMPARISONS;
    for found in rules {
        let line = &lines[found.candidate.line()];
        let erratum = match &line.erratum {
            Some(ErratumPart::Original) => continue,
            Some(ErratumPart::Corrected(erratum)) if erratum.status != "Verified" => {
                unused_errata.push(UnusedErratum {
                    erratum: erratum.clone(),
                    name: found.candidate.name,
                    line: line.number,
                });
                continue;
            }
            Some(ErratumPart::Corrected(erratum)) => Some(erratum.clone()),
            None => None,
        };
        let key = notation.name_key(&found.candidate.name).into_owned();
        let index = *by_key.entry(key).or_insert_with(|| {
            groups.push(Group::default());
            groups.len() - 1
        });
        let text = text(&found);
        let definition = Definition {
            body: body(&text, notation),
            text,
            line: line.number,
            // `n=v` is how messages are written, not how documents define.
            is_example: line.above.announces_example || found.candidate.is_glued(),
            found,
            erratum,
        };
        let mut same = |one: &Definition, other: &Definition| {
            one.is_like(other)
                || (comparisons > 0 && {
                    comparisons -= 1;
                    derive_the_same(&one.text, &other.text, notation)
                })
        };
        groups[index].add(definition, keep, &mut same);
    }
    let redefinitions = groups.iter();
    let redefinitions = redefinitions.filter_map(|group| group.redefinition(keep));
    let redefinitions = redefinitions.collect();
    let rules = groups.into_iter().flat_map(Group::into_rules);
    let mut rules: Vec<(usize, Found)> = rules.collect();
    rules.sort_by_key(|(line, _)| *line);
    Chosen {
        rules: rules.into_iter().map(|(_, found)| found).collect(),
        redefinitions,
        unused_errata,
    }
}

/// Returns the notation that the rules show together.
fn notation(rules: &[Found]) -> Notation {
    let texts = rules.iter().flat_map(|found| &found.text);
    let text: String = texts.flat_map(|(_, line)| [&line.text, "\n"]).collect();
    Reader::default().read(&text).grammar.notation
}

/// Returns the lines of a rule as a file with `=` in the place of `=/`.
fn text(found: &Found) -> String {
    let lines = found.text.iter().map(|(_, line)| &*line.text);
    lines.collect::<Vec<_>>().join("\n").replacen("=/", "=", 1)
}

fn body(text: &str, notation: Notation) -> Option<Expression> {
    let reader = Reader {
        notation: Some(notation),
        ..Reader::default()
    };
    let productions = reader.read(text).grammar.productions.into_iter();
    { productions }.next().map(|production| production.body)
}

struct Definition {
    found: Found,
    body: Option<Expression>,
    text: String,
    line: usize,
    /// Whether the sentence above says that an example follows, or it is written as one.
    is_example: bool,
    erratum: Option<Erratum>,
}

impl Definition {
    fn is_like(&self, other: &Self) -> bool {
        match (&self.body, &other.body) {
            // What prose derives is not known, so it does not differ.
            (Some(one), Some(other)) if is_prose(one) && is_prose(other) => true,
            (Some(one), Some(other)) => one.derives_like(other),
            _ => false,
        }
    }
}

fn is_prose(body: &Expression) -> bool {
    matches!(body.kind, Kind::Prose(_))
}

/// The definitions of one name.
#[derive(Default)]
struct Group {
    chosen: Option<Definition>,
    /// The lines of definitions that derive other texts.
    others: Vec<usize>,
    /// Whether one of them is no example.
    has_other_than_examples: bool,
    additions: Vec<Definition>,
}

impl Group {
    /// Adds a definition. The text of an erratum goes before others, and an example after them. Among equals, `keep`
    /// decides.
    fn add(
        &mut self,
        definition: Definition,
        keep: Keep,
        same: &mut dyn FnMut(&Definition, &Definition) -> bool,
    ) {
        if definition.found.candidate.sign == Sign::Adds {
            if !self.additions.iter().any(|one| one.is_like(&definition)) {
                self.additions.push(definition);
            }
            return;
        }
        let Some(chosen) = &self.chosen else {
            self.chosen = Some(definition);
            return;
        };
        let is_like = same(chosen, &definition);
        let rank = |one: &Definition| (one.erratum.is_some(), !one.is_example);
        let replaces = match rank(&definition).cmp(&rank(chosen)) {
            Ordering::Greater => true,
            Ordering::Less => false,
            Ordering::Equal if definition.erratum.is_some() => true,
            Ordering::Equal => keep == Keep::Last && !is_like,
        };
        let (is_example, line) = (definition.is_example, definition.line);
        let other = if replaces {
            let other = self.chosen.replace(definition);
            other.map(|one| (one.is_example, one.line))
        } else {
            Some((is_example, line))
        };
        if !is_like && let Some((is_example, line)) = other {
            self.others.push(line);
            self.has_other_than_examples |= !is_example;
        }
    }

    fn redefinition(&self, keep: Keep) -> Option<Redefinition> {
        let chosen = self.chosen.as_ref()?;
        let is_news = !self.others.is_empty() || chosen.erratum.is_some();
        is_news.then(|| Redefinition {
            name: chosen.found.candidate.name.clone(),
            line: chosen.line,
            others: self.others.clone(),
            reason: if self.has_other_than_examples || chosen.is_example {
                Reason::Keep(keep)
            } else {
                Reason::NoExample
            },
            erratum: chosen.erratum.clone(),
        })
    }

    /// Returns the rules, each with the line that it goes to.
    fn into_rules(self) -> impl Iterator<Item = (usize, Found)> {
        let least = self.chosen.as_ref().map_or(0, |chosen| chosen.line);
        let additions = self.additions.into_iter();
        let additions = additions.map(move |one| (one.line.max(least), one.found));
        let chosen = self.chosen.into_iter().map(|one| (one.line, one.found));
        chosen.chain(additions)
    }
}
