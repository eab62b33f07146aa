//! The trees, one after the other.

use std::iter::FusedIterator;
use std::sync::Arc;

use super::chart::Chart;
use super::machine::{Action, END, Machine, START, Step};
use super::novelty::{NONE, Novelty, Way};
use super::tree::{Record, Tree};

/// The parse trees of a text, in priority order. See [`derivations`](super::derivations).
#[derive(Debug)]
pub struct Derivations {
    machine: Machine,
    chart: Chart,
    novelty: Novelty,
    names: Arc<[String]>,
    text: Arc<str>,
    /// Where ways part that still have to be gone, the next one last.
    choices: Vec<Choice>,
    /// The nodes on the way, in preorder, and the parent of each; the root is its own.
    records: Vec<Record>,
    parents: Vec<usize>,
}

/// A place on a way.
#[derive(Debug, Clone, Copy)]
struct Place {
    way: Way,
    /// How many nodes have begun.
    begun: usize,
    /// The innermost one that is open.
    open: usize,
}

/// The steps from a place that have not been taken.
#[derive(Debug)]
struct Choice {
    place: Place,
    /// The first of them, among those that lead to the end of the text.
    step: usize,
}

impl Derivations {
    pub(super) fn new(machine: Machine, chart: Chart, text: &str) -> Self {
        let way = Way {
            state: START,
            place: 0,
            earlier: NONE,
        };
        let place = Place {
            way,
            begun: 0,
            open: 0,
        };
        let start = chart.lives(0, START).then_some(Choice { place, step: 0 });
        Self {
            names: machine.names().into(),
            text: text.into(),
            machine,
            chart,
            novelty: Novelty::new(),
            choices: start.into_iter().collect(),
            records: Vec::new(),
            parents: Vec::new(),
        }
    }

    /// Takes the first step, from this one on, that leads to a new tree; remembers the others.
    fn step(&mut self, Choice { place, step }: Choice) -> Option<Place> {
        let view = (&self.machine, &self.chart);
        let steps = self.machine.steps(place.way.state);
        let lives = |step: &&Step| {
            let end = place.way.place + step.action.length();
            steps.len() == 1 || self.chart.lives(end, step.target)
        };
        let living: Vec<Step> = steps.iter().filter(lives).copied().collect();
        for index in step..living.len() {
            let Step { action, target } = living[index];
            let passed = living[..index].iter().map(|step| step.target);
            let (earlier, at) = (place.way.earlier, place.way.place);
            let earlier = self.novelty.with(view, earlier, at, passed);
            let way = Way {
                state: target,
                place: at + action.length(),
                earlier: self.novelty.after(view, earlier, at, action),
            };
            // Where there is no choice, the place itself was fruitful.
            if living.len() == 1 || self.novelty.is_fruitful(view, way) {
                if index + 1 < living.len() {
                    let step = index + 1;
                    self.choices.push(Choice { place, step });
                }
                return Some(self.act(place, action, way));
            }
        }
        None
    }

    /// The nodes of a whole tree; not copied where no other tree can follow.
    fn records(&mut self, begun: usize) -> Vec<Record> {
        if self.choices.is_empty() {
            self.parents = Vec::new();
            self.records.truncate(begun);
            return std::mem::take(&mut self.records);
        }
        self.records[..begun].to_vec()
    }

    /// Notes what the step means for the tree.
    fn act(&mut self, place: Place, action: Action, way: Way) -> Place {
        let mut next = Place { way, ..place };
        match action {
            Action::Open(production) => {
                self.records.truncate(place.begun);
                self.parents.truncate(place.begun);
                self.records.push(Record {
                    production,
                    start: way.place,
                    end: way.place,
                    after: place.begun + 1,
                });
                self.parents.push(place.open);
                next.open = place.begun;
                next.begun += 1;
            }
            Action::Close => {
                let record = &mut self.records[place.open];
                record.end = way.place;
                record.after = place.begun;
                next.open = self.parents[place.open];
            }
            Action::Silent | Action::Octet { .. } => {}
        }
        next
    }
}

impl Iterator for Derivations {
    type Item = Tree;

    fn next(&mut self) -> Option<Tree> {
        let mut choice = self.choices.pop()?;
        loop {
            let Some(place) = self.step(choice) else {
                choice = self.choices.pop()?;
                continue;
            };
            if place.way.state == END {
                let records = self.records(place.begun);
                return Some(Tree::new(&self.names, &self.text, records));
            }
            choice = Choice { place, step: 0 };
        }
    }
}

impl FusedIterator for Derivations {}
