//! A grammar with changes.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::Difference;
use super::part::{Part, Position, expression, reference, rewritten};
use crate::automaton::{Automata, Automaton, Definitions, Work};
use crate::syntax::{Expression, Kind, Production};

/// A part of the grammar, and the texts that replace those of the part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::causes) struct Change {
    pub(in crate::causes) part: Part,
    pub(in crate::causes) texts: Automaton,
    /// How much it takes to describe them.
    pub(super) cost: usize,
    /// For a production, what comes and goes. Other changes inside it stay what they are.
    difference: Option<Difference>,
}

impl Change {
    pub(super) fn new(part: Part, texts: Automaton, cost: usize) -> Self {
        Self {
            part,
            texts,
            cost,
            difference: None,
        }
    }

    /// Returns what comes and goes, whatever other changes do inside of the part; `None` if the texts are those of the
    /// change alone.
    pub(super) fn difference(&self) -> Option<&Difference> {
        self.difference.as_ref()
    }

    /// Returns the change with other automata.
    pub(super) fn mapped(self, map: impl Fn(&Automaton) -> Option<Automaton>) -> Option<Self> {
        let difference = match &self.difference {
            None => None,
            Some(Difference { added, removed }) => Some(Difference {
                added: map(added)?,
                removed: map(removed)?,
            }),
        };
        Some(Self {
            texts: map(&self.texts)?,
            part: self.part,
            cost: self.cost,
            difference,
        })
    }
}

/// A grammar with changes, and what its productions derive.
#[derive(Clone)]
pub(super) struct Changed<'a, 'g> {
    automata: &'a Automata<'g>,
    pub(super) changes: Vec<Change>,
    /// The automata of the productions that a change concerns.
    languages: HashMap<&'g str, Automaton>,
}

impl<'a, 'g> Changed<'a, 'g> {
    /// Returns the grammar without a change.
    pub(super) fn unchanged(automata: &'a Automata<'g>) -> Self {
        Self {
            automata,
            changes: Vec::new(),
            languages: HashMap::new(),
        }
    }

    /// Returns the grammar with these changes; `None` if an automaton is too large.
    pub(super) fn new(
        automata: &'a Automata<'g>,
        changes: Vec<Change>,
        work: &Work,
    ) -> Option<Self> {
        let mut grammar = Self::unchanged(automata);
        let names: HashSet<String> = changes
            .iter()
            .map(|change| change.part.production.clone())
            .collect();
        grammar.changes = changes;
        grammar.languages = grammar.redefined(&names, None, work)?;
        Some(grammar)
    }

    /// Returns the grammar with one more change, or with another one of a part that is changed.
    pub(super) fn with(&self, mut change: Change, work: &Work) -> Option<Self> {
        let mut changes = self.changes.clone();
        changes.retain(|one| one.part != change.part);
        let name = &change.part.production;
        let is_recursive = self.automata.recursive_with(name).is_some();
        if change.part.position == Position::Whole && !is_recursive {
            let without = Self::new(self.automata, changes.clone(), work)?;
            let before = without.production(name)?;
            let difference = Difference::between(before, &change.texts, work);
            change.difference = Some(difference.ok()?);
        }
        changes.push(change);
        Self::new(self.automata, changes, work)
    }

    /// Returns the grammar without the change with that index.
    pub(super) fn without(&self, index: usize, work: &Work) -> Option<Self> {
        let mut changes = self.changes.clone();
        if index < changes.len() {
            changes.remove(index);
        }
        Self::new(self.automata, changes, work)
    }

    pub(super) fn whole(&self) -> Option<&Automaton> {
        let root = self.automata.productions().last()?;
        self.production(&root.name)
    }

    pub(super) fn production(&self, name: &str) -> Option<&Automaton> {
        let own = || self.automata.production(name);
        self.languages.get(name).or_else(own)
    }

    /// Returns the texts of a part.
    pub(super) fn part(&self, part: &Part, work: &Work) -> Option<Automaton> {
        let known = self.changes.iter().find(|change| change.part == *part);
        if let Some(change) = known.filter(|change| change.difference.is_none()) {
            return Some(change.texts.clone());
        }
        let path = match &part.position {
            Position::Whole | Position::Length | Position::IpLiteral | Position::Ignored => {
                return self.production(&part.production).cloned();
            }
            Position::Gap(..) => return Some(Automaton::of_text(b"")),
            Position::References(name) => return self.production(name).cloned(),
            Position::Expression(path) => path,
        };
        let (production, _) = self.automata.with_production(&part.production)?;
        // Changes inside the part count, and those around it do not.
        let within = |position: &Position| match position {
            Position::Expression(other) | Position::Gap(other, _) => other.starts_with(path),
            Position::References(_) => true,
            Position::Whole | Position::Length | Position::IpLiteral | Position::Ignored => false,
        };
        let changes = self.changes.iter().filter(|change| {
            change.part.production == production.name && within(&change.part.position)
        });
        let names = named(changes.map(|change| (&change.part.position, &change.texts)));
        let parts = names
            .iter()
            .map(|(name, position, _)| (*position, reference(name, &production.body.span)));
        let body = rewritten(&production.body, &parts.collect());
        let texts: HashMap<&str, &Automaton> = names
            .iter()
            .map(|(name, _, texts)| (name.as_str(), *texts))
            .collect();
        let find = |name: &str| texts.get(name).copied().or_else(|| self.production(name));
        let definitions = Definitions {
            encoding: self.automata.grammar().encoding,
            find: &find,
        };
        let part = expression(&body, path)?;
        Automaton::of_expression(part, definitions, work).ok()
    }

    /// Returns the texts of a round if the part is a repetition, and the least number of rounds.
    pub(super) fn round(&self, part: &Part, work: &Work) -> Option<(Automaton, u32)> {
        let Position::Expression(path) = &part.position else {
            return None;
        };
        let (production, _) = self.automata.with_production(&part.production)?;
        let Kind::Repetition { least, .. } = expression(&production.body, path)?.kind else {
            return None;
        };
        let body = Part {
            production: part.production.clone(),
            position: Position::Expression([&path[..], &[0]].concat()),
        };
        Some((self.part(&body, work)?, least))
    }

    /// Returns the automaton of the whole if these texts replace those of the part.
    pub(super) fn whole_with(
        &self,
        part: &Part,
        texts: &Automaton,
        work: &Work,
    ) -> Option<Automaton> {
        let names = HashSet::from([part.production.clone()]);
        let mut languages = self.redefined(&names, Some((part, texts)), work)?;
        let root = self.automata.productions().last()?;
        let whole = languages.remove(root.name.as_str());
        whole.or_else(|| self.production(&root.name).cloned())
    }

    /// Returns the automata of the productions with these names and of those that use them, with
    /// one more change.
    fn redefined(
        &self,
        names: &HashSet<String>,
        more: Option<(&Part, &Automaton)>,
        work: &Work,
    ) -> Option<HashMap<&'g str, Automaton>> {
        let mut languages: HashMap<&'g str, Automaton> = HashMap::new();
        for &production in self.automata.productions() {
            let members = self.automata.recursive_with(&production.name);
            let members = members.map_or(&[][..], |(members, _)| members);
            let read_together = members.iter().copied().chain([production]);
            let is_affected = read_together.into_iter().any(|one| {
                let references = one.body.references();
                names.contains(&one.name)
                    || references.iter().any(|name| languages.contains_key(name))
            });
            if is_affected {
                let texts = self.defined(production, members, &languages, more, work)?;
                languages.insert(&production.name, texts);
            }
        }
        Some(languages)
    }

    fn defined(
        &self,
        production: &Production,
        members: &[&Production],
        languages: &HashMap<&'g str, Automaton>,
        more: Option<(&Part, &Automaton)>,
        work: &Work,
    ) -> Option<Automaton> {
        let is_instead = |part: &Part| more.is_some_and(|(other, _)| other == part);
        let changes = self.changes.iter();
        let changes = changes.filter(|change| !is_instead(&change.part));
        let whole = |name: &str| {
            let is_whole =
                |part: &Part| part.production == name && part.position == Position::Whole;
            let instead = more.filter(|(part, _)| is_whole(part));
            let change = changes.clone().find(|change| is_whole(&change.part));
            let replaced = change.filter(|change| change.difference.is_none());
            let texts = instead.map(|(_, texts)| texts);
            texts.or_else(|| replaced.map(|change| &change.texts))
        };
        if let Some(texts) = whole(&production.name) {
            return Some(texts.clone());
        }
        let of_parts = changes.clone();
        let of_parts = of_parts.map(|change| (&change.part, &change.texts));
        let own = of_parts.chain(more).filter(|(part, _)| {
            part.production == production.name && part.position != Position::Whole
        });
        let names = named(own.map(|(part, texts)| (&part.position, texts)));
        let parts: HashMap<&Position, Expression> = names
            .iter()
            .map(|(name, position, _)| (*position, reference(name, &production.body.span)))
            .collect();
        let rewritten = if parts.is_empty() {
            Cow::Borrowed(production)
        } else {
            Cow::Owned(Production {
                body: rewritten(&production.body, &parts),
                ..production.clone()
            })
        };
        let texts: HashMap<&str, &Automaton> = names
            .iter()
            .map(|(name, _, texts)| (name.as_str(), *texts))
            .collect();
        let find = |name: &str| {
            if members.iter().any(|one| one.name == name) {
                return whole(name);
            }
            let new = texts.get(name).copied().or_else(|| languages.get(name));
            new.or_else(|| self.production(name))
        };
        let texts = self.automata.redefined(&rewritten, find, work).ok()?;
        let mut changes = changes;
        let difference = changes.find_map(|change| {
            let difference = change.difference.as_ref();
            difference.filter(|_| change.part.production == production.name)
        });
        match difference {
            Some(difference) => difference.applied_to(&texts, work).ok(),
            None => Some(texts),
        }
    }
}

/// Returns the replaced parts with names that no grammar has.
fn named<'t>(
    parts: impl Iterator<Item = (&'t Position, &'t Automaton)>,
) -> Vec<(String, &'t Position, &'t Automaton)> {
    let parts = parts.enumerate();
    parts
        .map(|(index, (position, texts))| (format!("\0{index}"), position, texts))
        .collect()
}
