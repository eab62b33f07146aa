//! Every derivation of a text, the first in priority order first.
//!
//! The steps of all derivations make a graph. The search walks it depth first, in priority order: each path to
//! its end is a derivation. Every step is live, so no path fails. The search skips a step if earlier paths
//! have given every tree after it.
//!
//! For example, `s = s s / "a"` derives `aaa` by two trees. The first path gives `(aa)a`. Then the search goes
//! back to the last choice with a step to a new tree, and gives `a(aa)`. Then no such step is left.
//!
//! - `graph` has the steps that are live.
//! - `novelty` decides which steps lead to a tree that no earlier derivation has.
//! - `count` counts trees without making them.

mod count;
mod graph;
mod novelty;

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;

use super::live::EndId;
use super::network::{DefinitionId, Network};
use super::positions::{EMPTY_ROUNDS, Positions};
use super::{Cache, LimitReached};
use crate::production::ProductionId;
use crate::tree::TreeRecord;
use count::WORK;
use graph::{Action, Graph, NODES, Node, NodeId, Step};
use novelty::{CHOICES, Earlier, NONE, Novelty};

/// The reason why it is not known whether a text has more derivations than those found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DerivationLimit {
    /// Too many steps to decide which choices lead to further derivations.
    Search,
    /// Too many steps to count the derivations.
    Count,
    /// Too many nodes of the graph of all derivations.
    Graph,
    /// A repetition that can have too many empty rounds.
    Rounds,
}

/// Writes the limit: `the search takes more than 3000000 steps`.
impl fmt::Display for DerivationLimit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Search => write!(formatter, "the search takes more than {CHOICES} steps"),
            Self::Count => write!(formatter, "the count takes more than {WORK} steps"),
            Self::Graph => write!(formatter, "the search takes more than {NODES} nodes"),
            Self::Rounds => write!(
                formatter,
                "a repetition can have more than {EMPTY_ROUNDS} rounds that are empty"
            ),
        }
    }
}

/// The trees of a text, each once, in priority order.
///
/// Priority order means: decisions are listed from the root down and from left to right, and two
/// derivations are compared at the first decision in which they differ. Left out are a node with an
/// ancestor of the same production and span, and rounds that derive the empty text beyond the least number of
/// a repetition without a greatest number; then [`Self::is_infinite`] says that there are more. Where there is a
/// greatest number, a tree with such rounds comes after those that have none in their place.
///
/// Choices that give the same tree count once, at the position of the first.
///
/// ```
/// use std::sync::Arc;
///
/// use rfcbnf_engine::recognizer::{Definition, Derivations, Instruction, Network};
/// use rfcbnf_engine::{CharacterSet, ProductionId};
///
/// // s = s s / "a"
/// let instructions = vec![
///     Instruction::Either(1, 3),
///     Instruction::Call(0, 2),
///     Instruction::Call(0, 4),
///     Instruction::Octet(CharacterSet::of("a"), 4),
///     Instruction::Return,
/// ];
/// let s = Definition {
///     production: ProductionId::new(0),
///     start: 0,
///     is_called: true,
///     is_nullable: false,
///     excluded: Vec::new(),
/// };
/// let network = Arc::new(Network::new(instructions, vec![s], false));
/// let mut trees = Derivations::new(&network, 0, b"aaa", |_| true)?;
/// let spans = |tree: Vec<rfcbnf_engine::recognizer::TreeRecord>| {
///     tree.iter().map(|node| (node.start(), node.end())).collect::<Vec<_>>()
/// };
/// assert_eq!(spans(trees.next().unwrap()), [(0, 3), (0, 2), (0, 1), (1, 2), (2, 3)]);
/// assert_eq!(spans(trees.next().unwrap()), [(0, 3), (0, 1), (1, 3), (1, 2), (2, 3)]);
/// assert!(trees.next().is_none() && !trees.is_infinite());
/// # Ok::<(), rfcbnf_engine::recognizer::LimitReached>(())
/// ```
pub struct Derivations {
    graph: Graph,
    /// The steps of earlier texts.
    before: usize,
    novelty: Novelty,
    /// The context of the text's definition, until the first tree is asked for.
    root: Option<EndId>,
    /// Whether the first tree is known without the search, and is to be left out of it.
    skips_first: bool,
    /// The positions with steps that have not been taken, the next one last.
    choices: Vec<Choice>,
    /// Whether a count reached its limit.
    is_count_given_up: bool,
    /// The nodes of the current path in preorder, and the parent of each; the root is its own.
    records: Vec<TreeRecord>,
    parents: Vec<usize>,
}

/// A place on a path.
#[derive(Debug, Clone, Copy)]
struct Place {
    node: Node,
    earlier: Earlier,
    /// The number of nodes of the tree that have begun.
    begun: usize,
    /// The innermost open node of the tree.
    open: usize,
}

/// The steps at a place that have not been taken.
#[derive(Debug, Clone, Copy)]
struct Choice {
    place: Place,
    /// The index of the first of them.
    step: usize,
}

/// A step that leads to a new tree.
struct Taken {
    action: Action,
    /// The place after the step. The action is not applied to the tree yet.
    place: Place,
    /// The other steps that have not been taken.
    rest: Option<Choice>,
}

impl Derivations {
    /// Prepares the derivations of a text. The trees have the nodes of the productions that
    /// `is_shown` names, and the root. If the definition does not derive the text, there are none.
    ///
    /// # Errors
    ///
    /// Returns [`LimitReached`] if the text takes too many steps or too much memory.
    pub fn new(
        network: &Arc<Network>,
        definition: DefinitionId,
        text: &[u8],
        is_shown: impl Fn(ProductionId) -> bool,
    ) -> Result<Self, LimitReached> {
        Self::in_cache(network, &mut Cache::new(), (definition, text), is_shown)
    }

    /// Prepares the derivations of a text as [`Self::new`] does, with what earlier texts have found out about
    /// the network. The cache is empty until [`Self::return_cache`].
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use rfcbnf_engine::recognizer::{Cache, Definition, Derivations, Instruction, Network};
    /// use rfcbnf_engine::{CharacterSet, ProductionId};
    ///
    /// // s = "a"
    /// let instructions = vec![Instruction::Octet(CharacterSet::of("a"), 1), Instruction::Return];
    /// let s = Definition {
    ///     production: ProductionId::new(0),
    ///     start: 0,
    ///     is_called: true,
    ///     is_nullable: false,
    ///     excluded: Vec::new(),
    /// };
    /// let network = Arc::new(Network::new(instructions, vec![s], false));
    /// let mut cache = Cache::new();
    /// for (text, count) in [("a", 1), ("b", 0)] {
    ///     let own = (0, text.as_bytes());
    ///     let mut trees = Derivations::in_cache(&network, &mut cache, own, |_| true)?;
    ///     assert_eq!(trees.by_ref().count(), count);
    ///     trees.return_cache(&mut cache);
    /// }
    /// # Ok::<(), rfcbnf_engine::recognizer::LimitReached>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`LimitReached`] if the text takes too many steps or too much memory.
    pub fn in_cache(
        network: &Arc<Network>,
        cache: &mut Cache,
        text: (DefinitionId, &[u8]),
        is_shown: impl Fn(ProductionId) -> bool,
    ) -> Result<Self, LimitReached> {
        if !cache.positions.lists_empty_rounds() {
            cache.empty();
            cache.positions = Positions::with_empty_rounds();
        }
        Self::with(network, cache, text, is_shown)
    }

    /// Prepares the derivations without empty rounds beyond the least number of any repetition. The first one is
    /// that of [`Self::new`], and is found in less time.
    pub(super) fn without_empty_rounds(
        network: &Arc<Network>,
        definition: DefinitionId,
        text: &[u8],
        is_shown: impl Fn(ProductionId) -> bool,
    ) -> Result<Self, LimitReached> {
        Self::with(network, &mut Cache::new(), (definition, text), is_shown)
    }

    fn with(
        network: &Arc<Network>,
        cache: &mut Cache,
        (definition, text): (DefinitionId, &[u8]),
        is_shown: impl Fn(ProductionId) -> bool,
    ) -> Result<Self, LimitReached> {
        let before = cache.steps;
        let root = network.live(cache, definition, text)?.ok();
        let graph = Graph::new(network, core::mem::take(cache), &is_shown);
        let mut derivations = Self {
            graph,
            before,
            novelty: Novelty::new(),
            root,
            skips_first: false,
            choices: Vec::new(),
            is_count_given_up: false,
            records: Vec::new(),
            parents: Vec::new(),
        };
        if let Some(root) = root {
            derivations.graph.start(definition, root);
            let place = Place {
                node: Node::START,
                earlier: NONE,
                begun: 0,
                open: 0,
            };
            derivations.choices.push(Choice { place, step: 0 });
        }
        Ok(derivations)
    }

    /// Returns a measure of the work so far: the steps to read the text, and those to follow its derivations.
    #[must_use]
    pub fn size(&self) -> usize {
        self.graph.size() - self.before
    }

    /// Keeps what the text has found out about the network for the next text, unless it is large.
    pub fn return_cache(self, cache: &mut Cache) {
        *cache = self.graph.into_cache();
        cache.trim();
    }

    /// Returns the limit that the search for further trees, or their count, reached. The iterator ends
    /// then, and there may be more trees.
    #[must_use]
    pub fn given_up(&self) -> Option<DerivationLimit> {
        if self.novelty.is_exhausted() {
            Some(DerivationLimit::Search)
        } else if self.graph.is_too_large() {
            Some(DerivationLimit::Graph)
        } else if self.graph.has_many_rounds() {
            Some(DerivationLimit::Rounds)
        } else {
            self.is_count_given_up.then_some(DerivationLimit::Count)
        }
    }

    /// Returns whether something was left out so far, so that the text has infinitely many
    /// derivations. It is known for certain when the iterator has ended.
    #[must_use]
    pub fn is_infinite(&self) -> bool {
        self.graph.has_left_out()
    }

    /// Returns the next tree on the paths that have not been taken.
    fn search(&mut self) -> Option<Vec<TreeRecord>> {
        let mut choice = self.choices.pop()?;
        loop {
            if self.given_up().is_some() {
                self.choices = Vec::new();
                return None;
            }
            let Some(place) = self.step(choice) else {
                choice = self.choices.pop()?;
                continue;
            };
            if place.node == Node::END {
                return Some(self.records(place.begun));
            }
            choice = Choice { place, step: 0 };
        }
    }

    /// Takes the first step of a choice that leads to a new tree; remembers the others.
    fn step(&mut self, choice: Choice) -> Option<Place> {
        let is_whole = choice.step == 0;
        let only = is_whole.then(|| self.only_step(choice.place)).flatten();
        let taken = only.or_else(|| self.first_step(choice))?;
        self.choices.extend(taken.rest);
        Some(self.act(taken.place, taken.action))
    }

    /// Returns the step from a place if there is one only. The place was found to lead to a new tree,
    /// so the step does.
    fn only_step(&mut self, place: Place) -> Option<Taken> {
        let (action, node) = if place.earlier == NONE {
            // Most nodes have one step, and are not kept.
            match *self.graph.steps_from(place.node) {
                [step] => step,
                _ => return None,
            }
        } else {
            let node = self.graph.keep(place.node);
            match *self.graph.steps(node) {
                [Step { action, target }] => (action, self.graph.node(target)),
                _ => return None,
            }
        };
        let earlier = self.novelty.after(&mut self.graph, place.earlier, action);
        Some(Taken {
            action,
            place: Place {
                node,
                earlier,
                ..place
            },
            rest: None,
        })
    }

    /// Returns the first step of a choice that leads to a new tree.
    fn first_step(&mut self, Choice { place, step }: Choice) -> Option<Taken> {
        let node = self.graph.keep(place.node);
        let count = self.graph.steps(node).len();
        for index in step..count {
            let Step { action, target } = self.graph.steps(node)[index];
            let taken = self.graph.steps(node)[..index].iter();
            let taken: Vec<NodeId> = taken.map(|step| step.target).collect();
            let earlier = self.novelty.with(&mut self.graph, place.earlier, &taken);
            let earlier = self.novelty.after(&mut self.graph, earlier, action);
            if self.novelty.is_fruitful(&mut self.graph, target, earlier) {
                let step = index + 1;
                return Some(Taken {
                    action,
                    place: Place {
                        node: self.graph.node(target),
                        earlier,
                        ..place
                    },
                    rest: (step < count).then_some(Choice { place, step }),
                });
            }
        }
        None
    }

    /// Returns the nodes of a whole tree. Copies them only if another tree can follow.
    fn records(&mut self, begun: usize) -> Vec<TreeRecord> {
        if self.choices.is_empty() {
            self.parents = Vec::new();
            self.records.truncate(begun);
            return core::mem::take(&mut self.records);
        }
        self.records[..begun].to_vec()
    }

    /// Applies the action of a step to the tree.
    fn act(&mut self, mut place: Place, action: Action) -> Place {
        match action {
            Action::Open(production, start) => {
                self.records.truncate(place.begun);
                self.parents.truncate(place.begun);
                let after = place.begun + 1;
                self.records
                    .push(TreeRecord::new(production, start..start, after));
                self.parents.push(place.open);
                place.open = place.begun;
                place.begun += 1;
            }
            Action::Close(end) => {
                self.records[place.open].close(end, place.begun);
                place.open = self.parents[place.open];
            }
            Action::Silent | Action::Octet => {}
        }
        place
    }
}

/// Writes the size.
impl fmt::Debug for Derivations {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut written = formatter.debug_struct("Derivations");
        written.field("size", &self.size()).finish_non_exhaustive()
    }
}

impl Iterator for Derivations {
    type Item = Vec<TreeRecord>;

    fn next(&mut self) -> Option<Vec<TreeRecord>> {
        if let Some(root) = self.root.take()
            && !self.graph.is_cyclic()
        {
            // The walk along the first derivation needs less memory than the search.
            self.skips_first = true;
            return self.graph.first(root);
        }
        if core::mem::take(&mut self.skips_first) {
            self.search()?;
        }
        self.search()
    }
}

impl FusedIterator for Derivations {}
