//! From expressions to languages.

use std::collections::{BTreeSet, HashMap};

use super::{ASCII, Language, NOWHERE, State};
use crate::syntax::{Case, Expression, Grammar, Kind, Production};

/// The languages of a grammar's productions.
///
/// A name that the grammar does not define derives nothing, and so does a production that
/// leads to itself; [`crate::read`] lets neither through.
#[derive(Debug)]
pub struct Languages<'g> {
    grammar: &'g Grammar,
    productions: HashMap<&'g str, Language>,
}

impl<'g> Languages<'g> {
    /// Works out every production.
    #[must_use]
    pub fn new(grammar: &'g Grammar) -> Self {
        let mut languages = Self {
            grammar,
            productions: HashMap::new(),
        };
        for production in &grammar.productions {
            languages.complete(production, &mut Vec::new());
        }
        languages
    }

    fn complete(&mut self, production: &'g Production, open: &mut Vec<&'g str>) {
        if self.productions.contains_key(production.name.as_str())
            || open.contains(&production.name.as_str())
        {
            return;
        }
        open.push(&production.name);
        let mut names = BTreeSet::new();
        production.body.walk(&mut |expression| {
            if let Kind::Reference { name, .. } = &expression.kind {
                names.insert(name.as_str());
            }
        });
        let grammar = self.grammar;
        for name in names {
            if let Some(below) = grammar.production(name) {
                self.complete(below, open);
            }
        }
        open.pop();
        let language = self
            .expression(&production.body)
            .excluding(&production.excluded);
        self.productions.insert(&production.name, language);
    }

    /// The language of a production.
    #[must_use]
    pub fn production(&self, name: &str) -> Option<&Language> {
        self.productions.get(name)
    }

    /// The language of an expression.
    #[must_use]
    pub fn expression(&self, expression: &Expression) -> Language {
        self.sequence(std::slice::from_ref(expression))
    }

    /// The language of expressions one after another.
    #[must_use]
    pub fn sequence(&self, expressions: &[Expression]) -> Language {
        let mut paths = Paths::default();
        let start = paths.place();
        let end = expressions.iter().fold(start, |from, expression| {
            self.add(&mut paths, from, expression)
        });
        paths.determine(start, end)
    }

    /// Adds an expression that begins at `from`; returns where it ends.
    fn add(&self, paths: &mut Paths, from: usize, expression: &Expression) -> usize {
        match &expression.kind {
            Kind::Alternation(members) => {
                let end = paths.place();
                for member in members {
                    let last = self.add(paths, from, member);
                    paths.join(last, end);
                }
                end
            }
            Kind::Sequence(members) => members
                .iter()
                .fold(from, |from, member| self.add(paths, from, member)),
            Kind::Optional(body) => {
                let end = self.add(paths, from, body);
                paths.join(from, end);
                end
            }
            Kind::Repetition { least, most, body } => {
                self.repetition(paths, from, *least, *most, body)
            }
            Kind::Literal { text, case, .. } => text.bytes().fold(from, |from, octet| {
                let end = paths.place();
                paths.step(from, octet, *case, end);
                end
            }),
            Kind::Reference { name, case, .. } => match self.productions.get(name.as_str()) {
                Some(language) => paths.embed(from, language, *case),
                None => paths.place(),
            },
        }
    }

    fn repetition(
        &self,
        paths: &mut Paths,
        from: usize,
        least: u32,
        most: Option<u32>,
        body: &Expression,
    ) -> usize {
        let from = (0..least).fold(from, |from, _| self.add(paths, from, body));
        let end = paths.place();
        if let Some(most) = most {
            let last = (least..most).fold(from, |from, _| {
                paths.join(from, end);
                self.add(paths, from, body)
            });
            paths.join(last, end);
        } else {
            let round = paths.place();
            paths.join(from, round);
            let last = self.add(paths, round, body);
            paths.join(last, round);
            paths.join(round, end);
        }
        end
    }
}

impl Language {
    /// Without the words that begin with one of the texts, letters in any case.
    fn excluding(self, texts: &[String]) -> Self {
        if texts.is_empty() {
            return self;
        }
        let mut paths = Paths::default();
        let start = paths.place();
        let end = paths.place();
        for text in texts {
            let last = text.bytes().fold(start, |from, octet| {
                let next = paths.place();
                paths.step(from, octet, Case::Ignored, next);
                next
            });
            paths.join(last, end);
        }
        let excluded = paths.determine(start, end);
        let accepting = |&(state, _): &(u32, Option<u32>)| self.accepting(state);
        Self::explore((0, Some(0)), accepting, |&(state, watched)| {
            let step = |character| {
                let next = self.step(state, character)?;
                let watched = watched.and_then(|watched| excluded.step(watched, character));
                let allowed = !watched.is_some_and(|watched| excluded.accepting(watched));
                allowed.then_some((next, watched))
            };
            (0..ASCII).map(step).collect()
        })
    }
}

/// A nondeterministic automaton: places, joined by steps on a character or on nothing.
#[derive(Debug, Default)]
struct Paths {
    places: Vec<Place>,
}

#[derive(Debug, Default)]
struct Place {
    free: Vec<usize>,
    steps: Vec<(u8, usize)>,
}

impl Paths {
    fn place(&mut self) -> usize {
        self.places.push(Place::default());
        self.places.len() - 1
    }

    fn join(&mut self, from: usize, to: usize) {
        self.places[from].free.push(to);
    }

    fn step(&mut self, from: usize, octet: u8, case: Case, to: usize) {
        if !octet.is_ascii() {
            return;
        }
        self.places[from].steps.push((octet, to));
        if case == Case::Ignored && octet.is_ascii_alphabetic() {
            self.places[from].steps.push((octet ^ 0x20, to));
        }
    }

    /// Adds a copy of a language that begins at `from`; returns where it ends.
    fn embed(&mut self, from: usize, language: &Language, case: Case) -> usize {
        let first = self.places.len();
        self.places
            .resize_with(first + language.states.len() + 1, Place::default);
        let end = first + language.states.len();
        self.join(from, first);
        for (index, State { accepting, next }) in language.states.iter().enumerate() {
            if *accepting {
                self.join(first + index, end);
            }
            for (octet, &target) in (0_u8..).zip(next) {
                if target != NOWHERE {
                    self.step(first + index, octet, case, first + target as usize);
                }
            }
        }
        end
    }

    /// The places reached from these on nothing, sorted.
    fn closure(&self, mut reached: Vec<usize>) -> Vec<usize> {
        let mut seen: BTreeSet<usize> = reached.iter().copied().collect();
        while let Some(place) = reached.pop() {
            reached.extend(
                self.places[place]
                    .free
                    .iter()
                    .filter(|&&next| seen.insert(next)),
            );
        }
        seen.into_iter().collect()
    }

    /// The words that lead from `start` to `end`.
    fn determine(&self, start: usize, end: usize) -> Language {
        let accepting = |set: &Vec<usize>| set.binary_search(&end).is_ok();
        Language::explore(self.closure(vec![start]), accepting, |set| {
            let mut targets = vec![Vec::new(); ASCII];
            for &(octet, target) in set.iter().flat_map(|&place| &self.places[place].steps) {
                targets[usize::from(octet)].push(target);
            }
            targets
                .into_iter()
                .map(|targets| (!targets.is_empty()).then(|| self.closure(targets)))
                .collect()
        })
    }
}
