//! Chooses among several definitions of one name: documents print rules in their sections and collect
//! them in an appendix, and errata correct them.

use std::collections::HashMap;

use super::extraction::{Keep, Redefinition, UnusedErratum};
use crate::documents::candidates::Sign;
use crate::documents::document::{Erratum, ErratumPart, Line};
use crate::documents::judgement::Found;
use crate::reader::Reader;
use crate::syntax::{Expression, Notation};

/// The definitions that were chosen.
pub(super) struct Chosen {
    /// In the order of the document. What adds to a rule is behind it.
    pub(super) rules: Vec<Found>,
    pub(super) redefinitions: Vec<Redefinition>,
    pub(super) unused_errata: Vec<UnusedErratum>,
}

/// Chooses one definition for each name. Those with the same body are one.
pub(super) fn choose(lines: &[Line], rules: Vec<Found>, keep: Keep) -> Chosen {
    let notation = notation(&rules);
    let mut unused_errata = Vec::new();
    let mut groups: Vec<Group> = Vec::new();
    let mut by_key: HashMap<String, usize> = HashMap::new();
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
        let definition = Definition {
            body: body(&found, notation),
            line: line.number,
            found,
            erratum,
        };
        groups[index].add(definition, keep);
    }
    let redefinitions = groups.iter().filter_map(Group::redefinition).collect();
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
    let text: String = texts.flat_map(|(_, line)| [line, "\n"]).collect();
    Reader::default().read(&text).grammar.notation
}

fn body(found: &Found, notation: Notation) -> Option<Expression> {
    let lines = found.text.iter().map(|(_, line)| line.as_str());
    let text = lines.collect::<Vec<_>>().join("\n").replacen("=/", "=", 1);
    let reader = Reader {
        notation: Some(notation),
        ..Reader::default()
    };
    let productions = reader.read(&text).grammar.productions.into_iter();
    { productions }.next().map(|production| production.body)
}

struct Definition {
    found: Found,
    body: Option<Expression>,
    line: usize,
    erratum: Option<Erratum>,
}

impl Definition {
    fn is_like(&self, other: &Self) -> bool {
        match (&self.body, &other.body) {
            (Some(one), Some(other)) => one.derives_like(other),
            _ => false,
        }
    }
}

/// The definitions of one name.
#[derive(Default)]
struct Group {
    chosen: Option<Definition>,
    /// The lines of definitions with other bodies.
    others: Vec<usize>,
    additions: Vec<Definition>,
}

impl Group {
    fn add(&mut self, definition: Definition, keep: Keep) {
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
        let is_like = chosen.is_like(&definition);
        let replaces = match (&chosen.erratum, &definition.erratum) {
            (_, Some(_)) => true,
            (Some(_), None) => false,
            (None, None) => keep == Keep::Last && !is_like,
        };
        let other = if replaces {
            self.chosen.replace(definition).map(|one| one.line)
        } else {
            Some(definition.line)
        };
        if !is_like {
            self.others.extend(other);
        }
    }

    fn redefinition(&self) -> Option<Redefinition> {
        let chosen = self.chosen.as_ref()?;
        let is_news = !self.others.is_empty() || chosen.erratum.is_some();
        is_news.then(|| Redefinition {
            name: chosen.found.candidate.name.clone(),
            line: chosen.line,
            others: self.others.clone(),
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
