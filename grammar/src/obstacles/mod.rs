//! What keeps a program from deciding about the texts of a production.
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
//! One obstacle spoils the
//! productions that lead to it and no others. [`Grammar::without_obstacles`] returns the rest.
//!
//! Invariants:
//! - All obstacles of a grammar are found in linear time, and no step recurses along references.
//! - A production without an obstacle refers only to productions without one, leads to itself
//!   nowhere, and is within [`limits::DEPTH`](crate::limits::DEPTH). Code that requires this can
//!   recurse along references.

mod cycles;
mod left;
mod own;
mod productive;

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;

use thiserror::Error;

use crate::error::line::{Clipped, Listed};
use crate::limits::{DEPTH, EMPTY_DERIVATION};
use crate::syntax::{Grammar, Kind, Production, Span};
use cycles::Components;

pub(crate) use left::{LeftRecursion, Nullable};
pub(crate) use productive::Productive;

/// The number of names that a path or a cycle shows from each end.
const SHOWN_ENDS: usize = 4;

/// What keeps a program from deciding about the texts of a production.
///
/// Its `Display` is one line that stands alone.
///
/// ```
/// let document = rfcbnf::Reader::default().read("a = \"x\" b\nb = c\nd = \"y\"\n");
/// let grammar = document.grammar;
/// let obstacle = grammar.obstacle("a").unwrap();
/// assert_eq!(
///     obstacle.to_string(),
///     "production `a` uses `b`, which uses `c`, which the grammar does not define"
/// );
/// assert!(grammar.obstacle("d").is_none());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", Sentence(self))]
pub struct Obstacle {
    path: Vec<String>,
    kind: ObstacleKind,
    span: Span,
}

/// The kinds of obstacle.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ObstacleKind {
    /// A part of the production cannot be read.
    Unreadable {
        /// The line of that part, counted from 1.
        line: usize,
    },
    /// The production uses a name that the grammar does not define.
    Undefined {
        /// The name.
        name: String,
    },
    /// The production uses prose.
    Prose {
        /// The text between the angle brackets.
        text: String,
    },
    /// The production leads to itself.
    Recursion {
        /// The names on a shortest cycle, in the order of reference. The last repeats the first.
        cycle: Vec<String>,
    },
    /// The production derives no text, because no derivation of it ends.
    NoText {
        /// The names of productions that derive no text. Each needs the next, and the last repeats
        /// one before it, or is `…`.
        chain: Vec<String>,
    },
    /// The production, with those that it uses, has more than [`DEPTH`] expressions inside each
    /// other.
    TooDeep,
    /// A derivation of the empty text from the production has more than [`EMPTY_DERIVATION`]
    /// expressions.
    EmptyTooLarge,
}

impl Obstacle {
    /// Returns the kind.
    #[must_use]
    pub fn kind(&self) -> &ObstacleKind {
        &self.kind
    }

    /// Returns the name of the production that was asked for.
    #[must_use]
    pub fn production(&self) -> &str {
        self.path.first().map_or("", String::as_str)
    }

    /// Returns the names on a shortest way from the production that was asked for to the one that
    /// contains the obstacle. If that is the same one, the path is its name.
    #[must_use]
    pub fn path(&self) -> &[String] {
        &self.path
    }

    /// Returns the part of the file that is the obstacle, in byte offsets: the prose, the undefined
    /// name, or the reference that closes a cycle.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span.clone()
    }

    /// Returns whether recursion is all that keeps a program from deciding, also recursion that
    /// never ends. Every production on the way is complete.
    #[must_use]
    pub fn is_recursion(&self) -> bool {
        matches!(
            self.kind,
            ObstacleKind::Recursion { .. } | ObstacleKind::NoText { .. }
        )
    }

    /// Returns whether the production that was asked for derives no text, because no derivation of
    /// it ends. Every text is invalid then.
    ///
    /// ```
    /// let grammar = rfcbnf::Reader::default().read("a = \"x\" a\nb = \"x\" b | \"y\"\n").grammar;
    /// assert!(grammar.obstacle("a").unwrap().derives_no_text());
    /// assert!(!grammar.obstacle("b").unwrap().derives_no_text());
    /// ```
    #[must_use]
    pub fn derives_no_text(&self) -> bool {
        self.path.len() == 1 && matches!(self.kind, ObstacleKind::NoText { .. })
    }

    /// Returns whether the obstacle is an error of the grammar file. Prose and recursion are not.
    #[must_use]
    pub fn is_error(&self) -> bool {
        !self.is_recursion() && !matches!(self.kind, ObstacleKind::Prose { .. })
    }

    /// Returns what to do about it.
    #[must_use]
    pub fn help(&self) -> &'static str {
        match self.kind {
            ObstacleKind::Unreadable { .. } => "mend the production",
            ObstacleKind::Undefined { .. } => "define the name",
            ObstacleKind::Prose { .. } => "write a production in place of the prose",
            ObstacleKind::Recursion { .. } => "write a repetition in place of the recursion",
            ObstacleKind::NoText { .. } => "add an alternative that ends the recursion",
            ObstacleKind::TooDeep => {
                "put the bodies of productions that only use the next one in place of their names"
            }
            ObstacleKind::EmptyTooLarge => "let fewer parts of a sequence derive the empty text",
        }
    }
}

/// The sentence about an obstacle.
struct Sentence<'a>(&'a Obstacle);

impl fmt::Display for Sentence<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Obstacle { path, kind, .. } = self.0;
        write!(formatter, "production `{}`", Clipped(self.0.production()))?;
        let further = path.get(1..).unwrap_or_default();
        let omitted = further.len().saturating_sub(2 * SHOWN_ENDS);
        for (index, name) in further.iter().enumerate() {
            let joint = if index == 0 { "" } else { ", which" };
            let name = Clipped(name);
            match index.checked_sub(SHOWN_ENDS) {
                Some(0) if omitted > 0 => {
                    write!(formatter, "{joint} leads through {omitted} others")?;
                }
                Some(behind) if behind < omitted => {}
                Some(behind) if behind == omitted && omitted > 0 => {
                    write!(formatter, " to `{name}`")?;
                }
                _ => write!(formatter, "{joint} uses `{name}`")?,
            }
        }
        if !further.is_empty() {
            formatter.write_str(", which")?;
        }
        match kind {
            ObstacleKind::Unreadable { line } => {
                write!(formatter, " cannot be read (line {line})")
            }
            ObstacleKind::Undefined { name } => {
                let name = Clipped(name);
                write!(
                    formatter,
                    " uses `{name}`, which the grammar does not define"
                )
            }
            ObstacleKind::Prose { text } => write!(formatter, " uses prose: <{}>", Clipped(text)),
            ObstacleKind::Recursion { cycle } => {
                write!(formatter, " leads to itself: {}", Listed(&shown(cycle)))
            }
            ObstacleKind::NoText { chain } => write!(
                formatter,
                " derives no text, because each of these needs the next: {}",
                Listed(chain)
            ),
            ObstacleKind::TooDeep => write!(
                formatter,
                ", with those that it uses, is more than {DEPTH} expressions deep"
            ),
            ObstacleKind::EmptyTooLarge => write!(
                formatter,
                " derives the empty text from more than {EMPTY_DERIVATION} expressions"
            ),
        }
    }
}

/// Returns the names of a cycle, with `…` for the middle of a long one.
fn shown(cycle: &[String]) -> Vec<String> {
    if cycle.len() <= 2 * SHOWN_ENDS + 1 {
        return cycle.to_vec();
    }
    let first = cycle[..SHOWN_ENDS].iter().cloned();
    let last = cycle[cycle.len() - SHOWN_ENDS..].iter().cloned();
    first.chain(["…".to_owned()]).chain(last).collect()
}

/// The obstacles of all productions of a grammar.
#[derive(Debug)]
pub struct Obstacles<'g> {
    grammar: &'g Grammar,
    /// The first production of each name.
    by_name: HashMap<&'g str, usize>,
    references: Vec<Vec<Reference>>,
    components: Components,
    productive: Productive<'g>,
    /// By the index of the production.
    steps: Vec<Option<Step>>,
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
        let mut obstacles = Self {
            grammar,
            components: Components::of(&references),
            productive: Productive::of(grammar),
            steps: own::obstacles(grammar, &by_name),
            by_name,
            references,
        };
        obstacles.spread();
        for index in 0..obstacles.steps.len() {
            let cause = if !obstacles.productive.has_production(index) {
                Cause::NoText
            } else if obstacles.components.is_cyclic(index) {
                Cause::Recursion
            } else {
                continue;
            };
            if obstacles.steps[index].is_none() {
                let span = obstacles.grammar.productions[index].name_span.clone();
                obstacles.steps[index] = Some(Step::Own(cause, span));
            }
        }
        obstacles.spread();
        obstacles
    }

    /// Leads every production that uses one with an obstacle to the nearest of these.
    fn spread(&mut self) {
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); self.steps.len()];
        for (user, references) in self.references.iter().enumerate() {
            for reference in references {
                users[reference.target].push(user);
            }
        }
        let known = (0..self.steps.len()).filter(|&index| self.steps[index].is_some());
        let mut waiting: VecDeque<usize> = known.collect();
        while let Some(used) = waiting.pop_front() {
            for &user in &users[used] {
                if self.steps[user].is_none() {
                    self.steps[user] = Some(Step::Through(used));
                    waiting.push_back(user);
                }
            }
        }
    }

    /// Returns the obstacle of the production with this name; `None` if it has none, or if there
    /// is no such production.
    #[must_use]
    pub fn of(&self, production: &str) -> Option<Obstacle> {
        self.at(*self.by_name.get(production)?)
    }

    /// Returns whether the grammar has the production and nothing keeps a program from deciding
    /// about its texts.
    #[must_use]
    pub fn is_free(&self, production: &str) -> bool {
        let index = self.by_name.get(production);
        index.is_some_and(|&index| self.steps[index].is_none())
    }

    /// Returns each obstacle once, as that of the first production that contains it, in file order.
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
        own.filter_map(|index| self.at(index))
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

    fn at(&self, start: usize) -> Option<Obstacle> {
        let name = |index: usize| self.grammar.productions[index].name.clone();
        let (mut index, mut path) = (start, vec![name(start)]);
        loop {
            match self.steps[index].as_ref()? {
                Step::Through(next) => {
                    index = *next;
                    path.push(name(index));
                }
                Step::Own(Cause::Kind(kind), span) => {
                    let (kind, span) = (kind.clone(), span.clone());
                    return Some(Obstacle { path, kind, span });
                }
                Step::Own(Cause::Recursion, _) => {
                    let (cycle, span) = self.components.cycle(&self.references, index)?;
                    let cycle = cycle.into_iter().map(name).collect();
                    let kind = ObstacleKind::Recursion { cycle };
                    return Some(Obstacle { path, kind, span });
                }
                Step::Own(Cause::NoText, _) => {
                    let body = &self.grammar.productions[index].body;
                    let (_, span) = self.productive.blocker(body)?;
                    let chain = self.productive.chain(index);
                    let kind = ObstacleKind::NoText { chain };
                    return Some(Obstacle { path, kind, span });
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
    /// Returns what keeps a program from deciding about the texts of a production; `None` if
    /// nothing does, or if there is no such production. For many, use [`Self::obstacles`].
    #[must_use]
    pub fn obstacle(&self, production: &str) -> Option<Obstacle> {
        self.obstacles().of(production)
    }

    /// Returns what keeps a program from deciding about the texts of each production.
    #[must_use]
    pub fn obstacles(&self) -> Obstacles<'_> {
        Obstacles::new(self)
    }

    /// Returns the grammar of the productions without obstacles, in file order. The source and the
    /// headings stay.
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
        let mut part = self.clone();
        part.productions
            .retain(|production| obstacles.is_free(&production.name));
        part
    }
}
