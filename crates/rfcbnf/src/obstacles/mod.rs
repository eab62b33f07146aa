//! What keeps a production from being nom combinators, and what keeps it from having an automaton.
//!
//! ```
//! let grammar = rfcbnf::Reader::default().read("a = b\nb = c\n").grammar;
//! assert_eq!(
//!     grammar.obstacle("a").unwrap().to_string(),
//!     "production `a` uses `b`, which uses `c`, which the grammar does not define"
//! );
//! ```
//!
//! A production has an obstacle if it reaches, directly or through others, text that cannot be
//! read, a name that the grammar does not define, prose, or itself, or if no derivation of it ends.
//! One obstacle spoils the productions that lead to it and no others.
//!
//! Two questions have different answers:
//!
//! - *Can the production be nom combinators?* Recursion of any kind is an obstacle, because
//!   combinators call each other and would take stack for every octet of a text.
//!   [`Grammar::obstacle`] answers, and [`Grammar::without_obstacles`] returns the productions that can.
//! - *Does the production have an automaton?* Recursion at one end is no obstacle to that
//!   (`chains`). [`Grammar::obstacle_to_automaton`] answers, and [`Grammar::with_automata`] returns
//!   the productions that have one.
//!
//! Invariants:
//! - All obstacles of a grammar are found in linear time, and no step recurses along references.
//! - A production without an obstacle refers only to productions without one, is not
//!   recursive, and is within [`limits::DEPTH`](crate::limits::DEPTH). Code that requires this can
//!   recurse along references. A production that has an automaton can recurse.
//! - What is an obstacle to an automaton is one to combinators too.

mod chains;
mod cycles;
mod left;
mod obstacle;
mod productive;

pub(crate) use chains::{Chains, End, Ends, Link, visit_ends};
pub(crate) use left::{LeftRecursion, Nullable};
pub use obstacle::{Obstacle, ObstacleKind};
pub(crate) use productive::Productive;

use std::collections::{HashMap, HashSet, VecDeque};

use crate::limits::{DEPTH, EMPTY_DERIVATION};
use crate::sizes::Sizes;
use crate::syntax::{Grammar, Kind, Production, Span};
use cycles::Components;

/// The obstacles of all productions of a grammar.
#[derive(Debug)]
pub struct Obstacles<'g> {
    grammar: &'g Grammar,
    /// The first production of each name.
    by_name: HashMap<&'g str, usize>,
    references: Vec<Vec<Reference>>,
    components: Components,
    productive: Productive<'g>,
    /// The end at which each component recurses, if it is one.
    ends: Vec<Option<End>>,
    /// To combinators, by the index of the production.
    steps: Vec<Option<Step>>,
    /// To an automaton, by the index of the production.
    to_automaton: Vec<Option<Step>>,
    /// To the productions with a length that another part of the text gives, by the index of the production.
    lengths: Vec<Option<Step>>,
}

/// Productions that have automata, and that are built together.
#[derive(Debug, Clone)]
pub(crate) enum Group<'g> {
    /// A production that does not recurse.
    Single(&'g Production),
    /// All productions that lead to each other, at this end of their alternatives.
    OneSided(Vec<&'g Production>, End),
}

/// A name that a production uses, and where it does so first.
#[derive(Debug)]
struct Reference {
    target: usize,
    span: Span,
}

/// The first step from a production to its obstacle.
#[derive(Debug, Clone)]
enum Step {
    /// The production contains it.
    Own(Cause, Span),
    /// The production with this index has it.
    Through(usize),
}

/// An [`ObstacleKind`] without the texts.
#[derive(Debug, Clone)]
enum Cause {
    Kind(ObstacleKind),
    Recursion,
    NoText,
}

impl<'g> Group<'g> {
    pub(crate) fn productions(&self) -> &[&'g Production] {
        match self {
            Self::Single(production) => std::slice::from_ref(production),
            Self::OneSided(members, _) => members,
        }
    }

    /// Returns the end at which they lead to each other.
    pub(crate) fn end(&self) -> End {
        match self {
            Self::Single(_) => End::Right,
            Self::OneSided(_, end) => *end,
        }
    }
}

impl<'g> Obstacles<'g> {
    /// Finds the obstacles of a grammar in linear time.
    #[must_use]
    pub fn new(grammar: &'g Grammar) -> Self {
        let mut by_name = HashMap::new();
        for (index, production) in grammar.productions.iter().enumerate() {
            by_name.entry(production.name.as_str()).or_insert(index);
        }
        let productions = grammar.productions.iter();
        let references: Vec<_> = productions.map(|one| references(one, &by_name)).collect();
        let components = Components::of(&references);
        let steps = obstacles(grammar, &by_name);
        let mut obstacles = Self {
            grammar,
            ends: chains::ends(grammar, &by_name, &components),
            components,
            productive: Productive::of(grammar),
            to_automaton: Vec::new(),
            steps: Vec::new(),
            lengths: Vec::new(),
            by_name,
            references,
        };
        let steps = obstacles.spread(steps);
        let is_cyclic = |index: usize| obstacles.components.is_cyclic(index);
        let is_nested = |index: usize| {
            let component = obstacles.components.of_production(index);
            is_cyclic(index) && obstacles.ends[component].is_none()
        };
        // What derives no text is no obstacle to an automaton, unless the recursion is.
        let nested = steps.iter().enumerate().map(|(index, step)| {
            let is_own = step.is_none() && is_nested(index);
            is_own.then(|| obstacles.own(index, Cause::Recursion))
        });
        let nested = obstacles.spread(nested.collect());
        let to_automaton = obstacles.with_recursion(&steps, |index| {
            let derives_none = nested[index].is_some() && !obstacles.derives_text(index);
            (derives_none, is_nested(index))
        });
        let to_combinators = obstacles.with_recursion(&steps, |index| {
            (!obstacles.derives_text(index), is_cyclic(index))
        });
        let lengths = grammar.productions.iter().enumerate();
        let lengths = lengths.map(|(index, production)| {
            let length = production.length.clone()?;
            Some(obstacles.own(index, Cause::Kind(ObstacleKind::Length { length })))
        });
        obstacles.lengths = obstacles.spread(lengths.collect());
        (obstacles.steps, obstacles.to_automaton) = (to_combinators, to_automaton);
        obstacles
    }

    fn derives_text(&self, index: usize) -> bool {
        self.productive.has_production(index)
    }

    fn own(&self, index: usize, cause: Cause) -> Step {
        let span = self.grammar.productions[index].name_span.clone();
        Step::Own(cause, span)
    }

    /// Adds the obstacles that are recursion. `causes` says for each production whether it is one that
    /// it derives no text, and that it is recursive.
    fn with_recursion(
        &self,
        steps: &[Option<Step>],
        causes: impl Fn(usize) -> (bool, bool),
    ) -> Vec<Option<Step>> {
        let steps = steps.iter().enumerate().map(|(index, step)| {
            let cause = match causes(index) {
                (true, _) => Some(Cause::NoText),
                (false, true) => Some(Cause::Recursion),
                (false, false) => None,
            };
            step.clone()
                .or_else(|| cause.map(|cause| self.own(index, cause)))
        });
        self.spread(steps.collect())
    }

    /// Leads every production that uses one with an obstacle to the nearest of these.
    fn spread(&self, mut steps: Vec<Option<Step>>) -> Vec<Option<Step>> {
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); steps.len()];
        for (user, references) in self.references.iter().enumerate() {
            for reference in references {
                users[reference.target].push(user);
            }
        }
        let known = (0..steps.len()).filter(|&index| steps[index].is_some());
        let mut waiting: VecDeque<usize> = known.collect();
        while let Some(used) = waiting.pop_front() {
            for &user in &users[used] {
                if steps[user].is_none() {
                    steps[user] = Some(Step::Through(used));
                    waiting.push_back(user);
                }
            }
        }
        steps
    }

    /// Returns what keeps the production with this name from being combinators; `None` if nothing
    /// does, or if there is no such production.
    #[must_use]
    pub fn of(&self, production: &str) -> Option<Obstacle> {
        self.at(*self.by_name.get(production)?, &self.steps)
    }

    /// Returns what keeps the production with this name from having an automaton; `None` if nothing
    /// does, or if there is no such production.
    #[must_use]
    pub fn to_automaton(&self, production: &str) -> Option<Obstacle> {
        self.at(*self.by_name.get(production)?, &self.to_automaton)
    }

    /// Returns what keeps automata from saying anything about the texts of the production with this name:
    /// that it has none, or that it derives no text. `None` if nothing does.
    ///
    /// ```
    /// let grammar = rfcbnf::read("a = \"x\" a\nb = \"y\" | a\n")?;
    /// let obstacles = grammar.obstacles();
    /// assert!(obstacles.has_automaton("a") && obstacles.to_texts("a").is_some());
    /// assert_eq!(obstacles.to_texts("b"), None);
    /// # Ok::<(), rfcbnf::GrammarErrors>(())
    /// ```
    #[must_use]
    pub fn to_texts(&self, production: &str) -> Option<Obstacle> {
        let without_texts = || self.of(production).filter(Obstacle::derives_no_text);
        self.to_automaton(production).or_else(without_texts)
    }

    /// Returns what keeps a text of the production with this name from being valid although it is derived: the
    /// production, or one that it uses, has a length that another part of the text gives. `None` if nothing does,
    /// or if there is no such production.
    ///
    /// ```
    /// use rfcbnf::library;
    ///
    /// let http = library::find("rfc9112").unwrap().with_imports()?.grammar;
    /// let obstacles = http.obstacles();
    /// assert_eq!(
    ///     obstacles.length("chunk").unwrap().to_string(),
    ///     "production `chunk` uses `chunk-data`, which has a length that the grammar does not check: \
    ///      chunk-size is the number of its octets (RFC 9112, Section 7.1)"
    /// );
    /// assert!(obstacles.length("request-line").is_none());
    /// # Ok::<(), rfcbnf::imports::JoinError>(())
    /// ```
    #[must_use]
    pub fn length(&self, production: &str) -> Option<Obstacle> {
        self.at(*self.by_name.get(production)?, &self.lengths)
    }

    /// Returns whether the grammar has the production and nothing keeps it from having an automaton.
    #[must_use]
    pub fn has_automaton(&self, production: &str) -> bool {
        let index = self.by_name.get(production);
        index.is_some_and(|&index| self.to_automaton[index].is_none())
    }

    /// Returns the productions that have automata, each after those that it uses. Those that lead to
    /// each other come together.
    pub(crate) fn groups(&self) -> Vec<Group<'g>> {
        let productions = &self.grammar.productions;
        let mut order = self.grammar.users_last_by_index();
        order.retain(|&index| self.to_automaton[index].is_none());
        let mut left = vec![0; self.components.count()];
        for &index in &order {
            left[self.components.of_production(index)] += 1;
        }
        let mut members: HashMap<usize, Vec<&'g Production>> = HashMap::new();
        let mut groups = Vec::new();
        for index in order {
            let component = self.components.of_production(index);
            left[component] -= 1;
            let Some(end) = self.ends[component] else {
                groups.push(Group::Single(&productions[index]));
                continue;
            };
            members
                .entry(component)
                .or_default()
                .push(&productions[index]);
            // The last member of the order comes after everything that any of them uses.
            if left[component] == 0 {
                let members = members.remove(&component).unwrap_or_default();
                groups.push(Group::OneSided(members, end));
            }
        }
        groups
    }

    /// Returns whether the grammar has the production and nothing keeps it from being combinators.
    #[must_use]
    pub fn is_free(&self, production: &str) -> bool {
        let index = self.by_name.get(production);
        index.is_some_and(|&index| self.steps[index].is_none())
    }

    /// Returns each obstacle to combinators once, as that of the first production that contains it, in file order.
    /// A cycle is one obstacle.
    pub fn causes(&self) -> impl Iterator<Item = Obstacle> {
        let mut is_seen = vec![false; self.components.count()];
        let own = (0..self.steps.len()).filter(move |&index| match &self.steps[index] {
            Some(Step::Own(Cause::Recursion, _)) => {
                !std::mem::replace(&mut is_seen[self.components.of_production(index)], true)
            }
            Some(Step::Own(..)) => true,
            _ => false,
        });
        own.filter_map(|index| self.at(index, &self.steps))
    }

    /// Returns whether the production with this name is recursive.
    pub(crate) fn leads_to_itself(&self, production: &str) -> bool {
        let index = self.by_name.get(production);
        index.is_some_and(|&index| self.components.is_cyclic(index))
    }

    /// Returns which productions and expressions derive a text.
    pub(crate) fn productive(&self) -> &Productive<'g> {
        &self.productive
    }

    /// Returns the groups of productions that use each other and that no other production uses, in
    /// file order, each in file order. A production that nothing uses is a group of its own.
    pub(crate) fn unused_groups(&self) -> Vec<Vec<usize>> {
        let mut is_used = vec![false; self.components.count()];
        for (user, references) in self.references.iter().enumerate() {
            let of_user = self.components.of_production(user);
            for reference in references {
                let used = self.components.of_production(reference.target);
                is_used[used] |= used != of_user;
            }
        }
        let mut group_of: HashMap<usize, usize> = HashMap::new();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for index in 0..self.references.len() {
            let component = self.components.of_production(index);
            if !is_used[component] {
                let group = *group_of.entry(component).or_insert_with(|| {
                    groups.push(Vec::new());
                    groups.len() - 1
                });
                groups[group].push(index);
            }
        }
        groups
    }

    /// Returns the number of productions that the production with this index leads to, itself
    /// included.
    pub(crate) fn reach(&self, index: usize) -> usize {
        let mut reached = HashSet::from([index]);
        let mut waiting = vec![index];
        while let Some(user) = waiting.pop() {
            let targets = self.references[user].iter().map(|it| it.target);
            waiting.extend(targets.filter(|&target| reached.insert(target)));
        }
        reached.len()
    }

    fn at(&self, start: usize, steps: &[Option<Step>]) -> Option<Obstacle> {
        let name = |index: usize| self.grammar.productions[index].name.clone();
        let (mut index, mut path) = (start, vec![name(start)]);
        loop {
            match steps[index].as_ref()? {
                Step::Through(next) => {
                    index = *next;
                    path.push(name(index));
                }
                Step::Own(Cause::Kind(kind), span) => {
                    let (kind, span) = (kind.clone(), span.clone());
                    return Some(Obstacle::new(path, kind, span));
                }
                Step::Own(Cause::Recursion, _) => {
                    let (cycle, span) = self.components.cycle(&self.references, index)?;
                    let cycle = cycle.into_iter().map(name).collect();
                    let component = self.components.of_production(index);
                    return Some(Obstacle {
                        is_one_sided: self.ends[component].is_some(),
                        ..Obstacle::new(path, ObstacleKind::Recursion { cycle }, span)
                    });
                }
                Step::Own(Cause::NoText, _) => {
                    let body = &self.grammar.productions[index].body;
                    let (_, span) = self.productive.blocker(body)?;
                    let chain = self.productive.chain(index);
                    return Some(Obstacle::new(path, ObstacleKind::NoText { chain }, span));
                }
            }
        }
    }
}

fn references(production: &Production, by_name: &HashMap<&str, usize>) -> Vec<Reference> {
    let mut found: HashMap<usize, Span> = HashMap::new();
    let mut order = Vec::new();
    production.body.walk(&mut |expression| {
        if let Kind::Reference { name, .. } = &expression.kind
            && let Some(&target) = by_name.get(name.as_str())
        {
            found.entry(target).or_insert_with(|| {
                order.push(target);
                expression.span.clone()
            });
        }
    });
    let referred = order.into_iter().map(|target| Reference {
        target,
        span: found.remove(&target).unwrap_or_default(),
    });
    referred.collect()
}

impl Grammar {
    /// Returns the obstacle to nom combinators: recursion, or an obstacle to any decision about the texts of
    /// the production; `None` if there is none, or no such production. For many, use [`Self::obstacles`].
    #[must_use]
    pub fn obstacle(&self, production: &str) -> Option<Obstacle> {
        self.obstacles().of(production)
    }

    /// Returns what keeps a production from having an automaton; `None` if nothing does, or if there
    /// is no such production. For many, use [`Self::obstacles`].
    ///
    /// ```
    /// let list = rfcbnf::read("list = item | list \",\" item\nitem = \"a\" | \"b\"\n")?;
    /// assert!(list.obstacle("list").unwrap().is_recursion());
    /// assert_eq!(list.obstacle_to_automaton("list"), None);
    /// # Ok::<(), rfcbnf::GrammarErrors>(())
    /// ```
    #[must_use]
    pub fn obstacle_to_automaton(&self, production: &str) -> Option<Obstacle> {
        self.obstacles().to_automaton(production)
    }

    /// Returns what keeps each production from being combinators, and from having an automaton.
    #[must_use]
    pub fn obstacles(&self) -> Obstacles<'_> {
        Obstacles::new(self)
    }

    /// Returns the grammar of the productions that can be nom combinators, in file order. The source
    /// and the headings stay.
    ///
    /// ```
    /// let document = rfcbnf::Reader::default().read("a = b\nb = \"(\" a \")\"\nc = \"y\"\n");
    /// let part = document.grammar.without_obstacles();
    /// assert_eq!(part.productions.len(), 1);
    /// assert_eq!(part.productions[0].name, "c");
    /// ```
    #[must_use]
    pub fn without_obstacles(&self) -> Self {
        let obstacles = self.obstacles();
        self.retaining(|production| obstacles.is_free(&production.name))
    }

    /// Returns the grammar of the productions that have automata, in file order. The source and the
    /// headings stay.
    ///
    /// ```
    /// let document = rfcbnf::Reader::default().read("a = \"x\" [ a ]\nb = \"(\" [ b ] \")\"\n");
    /// let part = document.grammar.with_automata();
    /// assert_eq!(part.productions.len(), 1);
    /// assert_eq!(part.productions[0].name, "a");
    /// ```
    #[must_use]
    pub fn with_automata(&self) -> Self {
        let obstacles = self.obstacles();
        self.retaining(|production| obstacles.has_automaton(&production.name))
    }

    /// Returns the grammar of those productions that are to be kept.
    pub(crate) fn retaining(&self, is_kept: impl Fn(&Production) -> bool) -> Self {
        let mut part = self.clone();
        part.productions.retain(is_kept);
        part
    }
}

/// Returns the first obstacle that each production contains, by its index.
fn obstacles(grammar: &Grammar, by_name: &HashMap<&str, usize>) -> Vec<Option<Step>> {
    let lines = Lines::of(grammar);
    let productions = grammar.productions.iter();
    let mut steps: Vec<Option<Step>> = productions
        .map(|production| contained(production, by_name, &lines))
        .collect();
    let sizes = Sizes::of(grammar, &grammar.users_last_by_index(), by_name);
    for (index, production) in grammar.productions.iter().enumerate() {
        let own = |kind| Some(Step::Own(Cause::Kind(kind), production.name_span.clone()));
        if steps[index].is_none() {
            if sizes.depths[index] > DEPTH {
                steps[index] = own(ObstacleKind::TooDeep);
            } else if sizes.when_empty[index].is_some_and(|size| size > EMPTY_DERIVATION) {
                steps[index] = own(ObstacleKind::EmptyTooLarge);
            } else if sizes.rounds[index].are_too_many {
                steps[index] = own(ObstacleKind::TooManyRounds);
            }
        }
    }
    steps
}

/// Returns the first obstacle in the body of a production.
fn contained(
    production: &Production,
    by_name: &HashMap<&str, usize>,
    lines: &Lines,
) -> Option<Step> {
    let mut found: Option<(ObstacleKind, Span)> = None;
    production.body.walk(&mut |expression| {
        let start = expression.span.start;
        if found
            .as_ref()
            .is_some_and(|(_, first)| first.start <= start)
        {
            return;
        }
        let kind = match &expression.kind {
            Kind::Unreadable => ObstacleKind::Unreadable {
                line: lines.number(start),
            },
            Kind::Prose(text) => ObstacleKind::Prose { text: text.clone() },
            Kind::Reference { name, .. } if !by_name.contains_key(name.as_str()) => {
                ObstacleKind::Undefined { name: name.clone() }
            }
            _ => return,
        };
        found = Some((kind, expression.span.clone()));
    });
    found.map(|(kind, span)| Step::Own(Cause::Kind(kind), span))
}

/// The lines of a file and of those that it imports.
struct Lines<'g> {
    grammar: &'g Grammar,
    /// The offset of each line feed.
    ends: Vec<usize>,
}

impl<'g> Lines<'g> {
    fn of(grammar: &'g Grammar) -> Self {
        let ends = grammar.source.bytes().enumerate();
        let ends = ends.filter(|(_, octet)| *octet == b'\n');
        Self {
            grammar,
            ends: ends.map(|(offset, _)| offset).collect(),
        }
    }

    /// Returns the number of the line with this offset in its file, counted from 1.
    fn number(&self, offset: usize) -> usize {
        let before = |offset: usize| self.ends.partition_point(|&end| end < offset);
        let file = self.grammar.file_at(offset);
        1 + before(offset) - file.map_or(0, |file| before(file.span.start))
    }
}
