//! The iterator over the trees.

use std::iter::FusedIterator;
use std::sync::Arc;

use super::chart::Chart;
use super::machine::{Action, END, START, Step, Steps};
use super::novelty::{NONE, Novelty, Waypoint};
use super::tree::{Tree, TreeRecord};

/// The parse trees of a text, in priority order. See [`derivations`](super::derivations).
#[derive(Debug)]
pub struct Derivations {
    steps: Steps,
    chart: Chart,
    novelty: Novelty,
    names: Arc<[String]>,
    text: Arc<[u8]>,
    /// The positions with steps that have not been taken, the next one last.
    choices: Vec<Choice>,
    /// The nodes of the current path in preorder, and the parent of each; the root is its own.
    records: Vec<TreeRecord>,
    parents: Vec<usize>,
}

/// A position on a path.
#[derive(Debug, Clone, Copy)]
struct Position {
    waypoint: Waypoint,
    /// The number of nodes that have begun.
    begun: usize,
    /// The innermost open node.
    open: usize,
}

/// The steps at a position that have not been taken.
#[derive(Debug)]
struct Choice {
    position: Position,
    /// The index of the first of them among those that lead to the end of the text.
    step: usize,
}

impl Derivations {
    pub(super) fn new(steps: Steps, chart: Chart, names: Arc<[String]>, text: &[u8]) -> Self {
        let position = Position {
            waypoint: Waypoint {
                state: START,
                offset: 0,
                earlier: NONE,
            },
            begun: 0,
            open: 0,
        };
        let start = chart
            .is_live(0, START)
            .then_some(Choice { position, step: 0 });
        Self {
            steps,
            chart,
            novelty: Novelty::new(),
            names,
            text: text.into(),
            choices: start.into_iter().collect(),
            records: Vec::new(),
            parents: Vec::new(),
        }
    }

    /// Returns the number of states at all different offsets, a measure of the work so far.
    pub(crate) fn size(&self) -> usize {
        self.chart.size()
    }

    /// Returns whether the search for further trees hit its limit. The iterator ends then, and
    /// there may be more trees.
    #[must_use]
    pub fn is_given_up(&self) -> bool {
        self.novelty.is_exhausted()
    }

    /// Takes the first step, from `step` on, that leads to a new tree; remembers the others.
    fn step(&mut self, Choice { position, step }: Choice) -> Option<Position> {
        let view = (&self.steps, &self.chart);
        let Waypoint {
            state,
            offset,
            earlier,
        } = position.waypoint;
        let steps = self.steps.of(state);
        let is_live = |step: &&Step| {
            let end = offset + step.action.length();
            steps.len() == 1 || self.chart.is_live(end, step.target)
        };
        let live: Vec<Step> = steps.iter().filter(is_live).copied().collect();
        for index in step..live.len() {
            let Step { action, target } = live[index];
            let taken = live[..index].iter().map(|step| step.target);
            let earlier = self.novelty.with(view, earlier, offset, taken);
            let next = Waypoint {
                state: target,
                offset: offset + action.length(),
                earlier: self.novelty.after(view, earlier, offset, action),
            };
            // With a single step, the position itself was found to be fruitful.
            if live.len() == 1 || self.novelty.is_fruitful(view, next) {
                if index + 1 < live.len() {
                    let step = index + 1;
                    self.choices.push(Choice { position, step });
                }
                return Some(self.act(position, action, next));
            }
        }
        None
    }

    /// Returns the nodes of a whole tree. Copies them only if another tree can follow.
    fn records(&mut self, begun: usize) -> Vec<TreeRecord> {
        if self.choices.is_empty() {
            self.parents = Vec::new();
            self.records.truncate(begun);
            return std::mem::take(&mut self.records);
        }
        self.records[..begun].to_vec()
    }

    /// Applies the action of a step to the tree.
    fn act(&mut self, position: Position, action: Action, waypoint: Waypoint) -> Position {
        let mut next = Position {
            waypoint,
            ..position
        };
        match action {
            Action::Open(production) => {
                self.records.truncate(position.begun);
                self.parents.truncate(position.begun);
                self.records.push(TreeRecord {
                    production,
                    start: waypoint.offset,
                    end: waypoint.offset,
                    after: position.begun + 1,
                });
                self.parents.push(position.open);
                next.open = position.begun;
                next.begun += 1;
            }
            Action::Close => {
                let record = &mut self.records[position.open];
                record.end = waypoint.offset;
                record.after = position.begun;
                next.open = self.parents[position.open];
            }
            Action::Silent | Action::Octet(_) => {}
        }
        next
    }
}

impl Iterator for Derivations {
    type Item = Tree;

    fn next(&mut self) -> Option<Tree> {
        let mut choice = self.choices.pop()?;
        loop {
            if self.novelty.is_exhausted() {
                self.choices = Vec::new();
                return None;
            }
            let Some(position) = self.step(choice) else {
                choice = self.choices.pop()?;
                continue;
            };
            if position.waypoint.state == END {
                let records = self.records(position.begun);
                return Some(Tree::new(&self.names, &self.text, records));
            }
            choice = Choice { position, step: 0 };
        }
    }
}

impl FusedIterator for Derivations {}
