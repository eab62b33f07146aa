//! From expressions to languages.

use std::collections::{BTreeSet, HashMap};

use super::{ASCII, Language, NOWHERE, STATES, State, TooLarge};
use crate::syntax::{Case, Expression, Grammar, Kind, Production};

/// The languages of a grammar's productions.
///
/// A name that the grammar does not define derives nothing, and so does a production that
/// leads to itself; [`crate::read`] lets neither through.
#[derive(Debug)]
pub struct Languages<'g> {
    productions: HashMap<&'g str, Language>,
}

impl<'g> Languages<'g> {
    /// Works out every production.
    ///
    /// # Errors
    ///
    /// The first production that is [`TooLarge`].
    pub fn new(grammar: &'g Grammar) -> Result<Self, (&'g Production, TooLarge)> {
        let mut languages = Self {
            productions: HashMap::new(),
        };
        for production in grammar.users_last() {
            let language = languages
                .expression(&production.body)
                .and_then(|language| language.excluding(&production.excluded))
                .map_err(|too_large| (production, too_large))?;
            languages.productions.insert(&production.name, language);
        }
        Ok(languages)
    }

    /// The language of a production.
    #[must_use]
    pub fn production(&self, name: &str) -> Option<&Language> {
        self.productions.get(name)
    }

    /// The language of an expression.
    ///
    /// # Errors
    ///
    /// [`TooLarge`].
    pub fn expression(&self, expression: &Expression) -> Result<Language, TooLarge> {
        self.sequence(std::slice::from_ref(expression))
    }

    /// The languages of expressions, each for itself.
    ///
    /// # Errors
    ///
    /// [`TooLarge`].
    pub fn each(&self, expressions: &[Expression]) -> Result<Vec<Language>, TooLarge> {
        let languages = expressions.iter();
        languages
            .map(|expression| self.expression(expression))
            .collect()
    }

    /// The language of expressions one after another.
    ///
    /// # Errors
    ///
    /// [`TooLarge`].
    pub fn sequence(&self, expressions: &[Expression]) -> Result<Language, TooLarge> {
        let mut paths = Paths::default();
        let start = paths.place();
        let end = self.add_all(&mut paths, start, expressions)?;
        paths.determine(start, end)
    }

    /// Adds an expression that begins at `from`; returns where it ends.
    fn add(
        &self,
        paths: &mut Paths,
        from: usize,
        expression: &Expression,
    ) -> Result<usize, TooLarge> {
        paths.check()?;
        match &expression.kind {
            Kind::Alternation(members) => {
                let end = paths.place();
                for member in members {
                    let last = self.add(paths, from, member)?;
                    paths.join(last, end);
                }
                Ok(end)
            }
            Kind::Sequence(members) => self.add_all(paths, from, members),
            Kind::Optional(body) => {
                let end = self.add(paths, from, body)?;
                paths.join(from, end);
                Ok(end)
            }
            Kind::Repetition { least, most, body } => {
                self.repetition(paths, from, (*least, *most), body)
            }
            Kind::Literal { text, case, .. } => Ok(paths.literal(from, text, *case)),
            Kind::Reference { name, case, .. } => match self.productions.get(name.as_str()) {
                Some(language) => Ok(paths.embed(from, language, *case)),
                None => Ok(paths.place()),
            },
        }
    }

    fn add_all(
        &self,
        paths: &mut Paths,
        from: usize,
        expressions: &[Expression],
    ) -> Result<usize, TooLarge> {
        expressions
            .iter()
            .try_fold(from, |from, expression| self.add(paths, from, expression))
    }

    fn repetition(
        &self,
        paths: &mut Paths,
        from: usize,
        (least, most): (u32, Option<u32>),
        body: &Expression,
    ) -> Result<usize, TooLarge> {
        let from = (0..least).try_fold(from, |from, _| self.add(paths, from, body))?;
        let end = paths.place();
        if let Some(most) = most {
            let done = (least..most).try_fold(from, |from, _| {
                paths.join(from, end);
                self.add(paths, from, body)
            })?;
            paths.join(done, end);
        } else {
            let round = paths.place();
            paths.join(from, round);
            let done = self.add(paths, round, body)?;
            paths.join(done, round);
            paths.join(round, end);
        }
        Ok(end)
    }
}

impl Language {
    /// Without the words that begin with one of the texts, letters in any case.
    fn excluding(self, texts: &[String]) -> Result<Self, TooLarge> {
        if texts.is_empty() {
            return Ok(self);
        }
        let mut paths = Paths::default();
        let start = paths.place();
        let end = paths.place();
        for text in texts {
            let last = paths.literal(start, text, Case::Ignored);
            paths.join(last, end);
        }
        let excluded = paths.determine(start, end)?;
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

    /// Adds a text that begins at `from`; returns where it ends.
    fn literal(&mut self, from: usize, text: &str, case: Case) -> usize {
        text.bytes().fold(from, |from, octet| {
            let next = self.place();
            self.step(from, octet, case, next);
            next
        })
    }

    /// Sees to it that counts within counts do not fill the memory.
    fn check(&self) -> Result<(), TooLarge> {
        if self.places.len() > 10 * STATES {
            Err(TooLarge)
        } else {
            Ok(())
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
    fn determine(&self, start: usize, end: usize) -> Result<Language, TooLarge> {
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
