//! Looks for few and simple changes that lead to the parser.
//!
//! The greedy algorithm of the [module](super) takes one change after the other. The worth of a change is the
//! number of texts of a sample that it repairs, less those that it breaks, divided by a power of its cost. If
//! the grammar with the changes still differs from the parser, texts that show it join the sample, and the
//! algorithm begins again.
//!
//! A simple change can be worth more than a change that repairs everything. So the algorithm runs with up to
//! three powers: the first prefers simple changes, the last those that repair the most. The result with the
//! fewest wrong texts wins, and of several the one that costs the least.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::changed::{Change, Changed};
use super::choices::{Choice, Rank, choices, choices_of_observed};
use super::cost::cost;
use super::part::{Part, parts_of};
use super::shape::Tokens;
use crate::automaton::{Automata, Automaton, Work};
use crate::conformance::{Case, Suite};
use crate::search_end::Watch;
use crate::spare::Spare;

/// The greatest number of changes.
const CHANGES: usize = 40;

/// The greatest number of times that the search begins again with more texts.
const ROUNDS: usize = 4;

/// The greatest number of texts that one round adds in each direction.
const MORE: usize = 60;

/// The greatest number of steps for the choices of a part.
const STEPS_OF_PART: usize = 2_000_000;

/// The greatest number of steps for all choices, for each production. What is not found within them is
/// left as a change of the whole.
pub(super) const STEPS_OF_PRODUCTION: usize = 4_000_000;

/// The cost of a change beside that of its texts.
const CHANGE: usize = 2;

/// The greatest cost of a change that is simple.
const SIMPLE: usize = 4;

/// The cost of what cannot be described.
const INDESCRIBABLE: usize = 2_000;

/// How much the cost of a choice counts: its worth is the number of texts that it repairs, divided by
/// this power of its cost. The first prefers simple choices, the last those that repair the most.
const WEIGHTS: [f64; 3] = [1.0, 0.25, 0.01];

/// How many times more a choice may be worth after a change than before it.
const AGAIN: f64 = 2.0;

/// The choices for a part; `None` if the parser takes the texts of the part for it.
type Choices = Rc<Option<Vec<Choice>>>;

pub(super) struct ChangeSearch<'a, 'g> {
    pub(super) automata: &'a Automata<'g>,
    /// What the parser accepts, without texts that contain the hole.
    pub(super) parser: &'a Automaton,
    pub(super) hole: Spare,
    pub(super) tokens: Tokens,
    pub(super) watch: &'a Watch,
    /// The steps that all choices may take.
    pub(super) steps: Work,
    /// Texts, and whether the parser accepts them.
    pub(super) sample: Vec<(Vec<u8>, bool)>,
    /// What the parser was seen to accept as productions. If there are any, changes of these are looked for first: they
    /// take little time.
    pub(super) observed: &'a [Observed<'a>],
    /// The choices for parts of the grammar without changes.
    pub(super) first_choices: RefCell<HashMap<Part, Choices>>,
}

/// What the parser was seen to accept as a production.
pub(in crate::causes) struct Observed<'a> {
    pub(in crate::causes) production: &'a str,
    pub(in crate::causes) texts: &'a Automaton,
}

/// A part that may be changed.
struct Candidate {
    part: Part,
    /// Where its production is among the productions, users last.
    level: usize,
    /// What its best choice was worth when it was looked at last.
    worth: f64,
}

/// The best choice of a part.
struct Best {
    change: Change,
    worth: f64,
    rank: Rank,
}

impl Best {
    /// Returns whether this is better than the best so far.
    fn is_better(&self, best: Option<&Self>) -> bool {
        let key = |one: &Self| (one.worth, Reverse(one.rank));
        best.is_none_or(|best| key(self) > key(best))
    }
}

impl<'a, 'g> ChangeSearch<'a, 'g> {
    /// Returns the changes with which the fewest texts are wrong, and the simplest of these.
    pub(super) fn run(mut self) -> Changed<'a, 'g> {
        let mut start = Changed::unchanged(self.automata);
        let mut found = vec![start.clone()];
        if !self.observed.is_empty() {
            start = self.with_observed(start);
            found.push(start.clone());
        }
        for weight in WEIGHTS {
            self.refine(weight, &start, &mut found);
            if self.is_over() || found.last().is_some_and(|last| self.is_simple(last)) {
                break;
            }
        }
        let worth = |changed: &Changed<'a, 'g>| (self.wrong(changed), self.cost(changed));
        let best = found.into_iter().min_by_key(worth);
        best.unwrap_or_else(|| Changed::unchanged(self.automata))
    }

    fn work(&self) -> Work {
        Work::watched(self.watch)
    }

    fn is_over(&self) -> bool {
        self.watch.is_over() || self.steps.take(1).is_err()
    }

    /// Adds changes that repair the sample, beside those of the start. As long as they do not lead to the parser, texts that
    /// show it join the sample.
    fn refine(&mut self, weight: f64, start: &Changed<'a, 'g>, found: &mut Vec<Changed<'a, 'g>>) {
        for _ in 0..ROUNDS {
            let changed = self.greedy(weight, start.clone(), self.candidates());
            let known: HashSet<&Vec<u8>> = self.sample.iter().map(|(text, _)| text).collect();
            let mut more = self.difference(&changed);
            more.retain(|(text, _)| !known.contains(text));
            found.push(changed);
            if more.is_empty() || self.is_over() {
                break;
            }
            self.sample.extend(more);
        }
    }

    /// Returns some texts on which the grammar with changes and the parser differ.
    fn difference(&self, changed: &Changed<'a, 'g>) -> Vec<(Vec<u8>, bool)> {
        let Some(whole) = changed.whole() else {
            return Vec::new();
        };
        let mut texts = Vec::new();
        for (one, other, is_accepted) in [(self.parser, whole, true), (whole, self.parser, false)] {
            let Ok(rest) = one.without_within(other, &self.work()) else {
                continue;
            };
            let suite = Suite::new(&rest, 0).ok();
            let words = suite.iter().flat_map(Suite::cases);
            let words = words.filter(Case::is_word);
            let words = words.map(|case| case.text().to_vec());
            let words = words.filter(|text| !text.contains(&self.hole.octet));
            texts.extend(words.take(MORE).map(|text| (text, is_accepted)));
        }
        texts
    }

    /// Returns the cost of the changes, and of what is left.
    fn cost(&self, changed: &Changed<'a, 'g>) -> usize {
        let left = match changed.whole() {
            Some(whole) if whole == self.parser => 0,
            Some(whole) => {
                let left = cost(self.parser, whole, INDESCRIBABLE, &self.work());
                CHANGE + left.unwrap_or(INDESCRIBABLE)
            }
            None => INDESCRIBABLE,
        };
        let costs = changed.changes.iter().map(|change| CHANGE + change.cost);
        costs.sum::<usize>() + left
    }

    /// Returns whether the changes lead to the parser and are simple. No others are needed then.
    fn is_simple(&self, changed: &Changed<'a, 'g>) -> bool {
        let is_simple = |change: &Change| change.cost <= SIMPLE;
        changed.whole() == Some(self.parser) && changed.changes.iter().all(is_simple)
    }

    /// Returns the changes that the greedy algorithm finds beside those of the start, without superfluous ones.
    fn greedy(
        &self,
        weight: f64,
        mut changed: Changed<'a, 'g>,
        mut candidates: Vec<Candidate>,
    ) -> Changed<'a, 'g> {
        while changed.changes.len() < CHANGES && self.wrong(&changed) > 0 {
            let Some(best) = self.best(&changed, &mut candidates, weight) else {
                break;
            };
            match changed.with(best.change, &self.work()) {
                Some(more) => changed = more,
                None => break,
            }
        }
        self.without_superfluous(changed)
    }

    /// Returns the parts that may be changed: every production, and the parts of those productions as
    /// which the parser accepts other texts. What it accepts as a part of another production would be
    /// no less a change of that production.
    fn candidates(&self) -> Vec<Candidate> {
        let unchanged = Changed::unchanged(self.automata);
        let mut candidates = Vec::new();
        let productions = self.automata.productions();
        let root = productions.len().saturating_sub(1);
        for (level, &production) in productions.iter().enumerate() {
            let whole = Part::whole(production);
            let is_root = level == root;
            let is_involved = is_root || self.choices(&unchanged, &whole, level).is_some();
            let candidate = |part| Candidate {
                part,
                level,
                worth: f64::INFINITY,
            };
            // The production of the texts is the last resort.
            if !is_root {
                candidates.push(candidate(whole));
            }
            if is_involved {
                candidates.extend(
                    parts_of(self.automata, production)
                        .into_iter()
                        .map(candidate),
                );
            }
        }
        candidates
    }

    /// Returns the grammar with changes of what was observed. Each is judged alone, and then stays if it repairs texts beside
    /// the better ones: that takes a small part of the time of the greedy algorithm.
    fn with_observed(&self, mut changed: Changed<'a, 'g>) -> Changed<'a, 'g> {
        let was_right = self.are_right(&changed);
        let mut found: Vec<Best> = Vec::new();
        for one in self.observed {
            let mut all = self.automata.productions().iter().enumerate();
            let Some((level, production)) = all.find(|(_, it)| it.name == one.production) else {
                continue;
            };
            let part = Part::whole(production);
            let choices = self.steps.at_most(STEPS_OF_PART, |work| {
                choices_of_observed(&changed, (&part, level), one.texts, &self.tokens, work)
            });
            let choices = choices.iter().flatten();
            found.extend(choices.filter_map(|it| self.worth(&part, it, &was_right, WEIGHTS[0])));
        }
        found.sort_by(|one, other| {
            other
                .worth
                .total_cmp(&one.worth)
                .then(one.rank.cmp(&other.rank))
        });
        let mut wrong = self.wrong(&changed);
        for best in found {
            let Some(more) = changed.with(best.change, &self.work()) else {
                break;
            };
            let left = self.wrong(&more);
            if left < wrong {
                (changed, wrong) = (more, left);
            }
        }
        self.without_superfluous(changed)
    }

    /// Returns for each text of the sample whether the grammar with changes is right.
    fn are_right(&self, changed: &Changed<'a, 'g>) -> Vec<bool> {
        let whole = changed.whole();
        let sample = self.sample.iter();
        let is_right = sample.map(|(text, is_accepted)| {
            whole.is_some_and(|whole| whole.accepts(text) == *is_accepted)
        });
        is_right.collect()
    }

    /// Returns the best choice of all parts. A choice is seldom worth much more after a change than
    /// before it, so that few candidates are looked at.
    fn best(
        &self,
        changed: &Changed<'a, 'g>,
        candidates: &mut [Candidate],
        weight: f64,
    ) -> Option<Best> {
        let was_right = self.are_right(changed);
        let mut best: Option<Best> = None;
        candidates.sort_by(|one, other| other.worth.total_cmp(&one.worth));
        for candidate in candidates {
            if best
                .as_ref()
                .is_some_and(|best| best.worth > AGAIN * candidate.worth)
            {
                break;
            }
            if self.watch.is_over() || self.steps.take(self.sample.len()).is_err() {
                return None;
            }
            let found = self.best_choice(changed, candidate, &was_right, weight);
            candidate.worth = found.as_ref().map_or(0.0, |one| one.worth);
            best = found
                .filter(|found| found.is_better(best.as_ref()))
                .or(best);
        }
        best
    }

    fn best_choice(
        &self,
        changed: &Changed<'a, 'g>,
        candidate: &Candidate,
        was_right: &[bool],
        weight: f64,
    ) -> Option<Best> {
        let mut best: Option<Best> = None;
        let (part, level) = (&candidate.part, candidate.level);
        for choice in self.choices(changed, part, level).iter().flatten() {
            let found = self.worth(part, choice, was_right, weight);
            best = found
                .filter(|found| found.is_better(best.as_ref()))
                .or(best);
        }
        best
    }

    /// Returns what a choice is worth; `None` if it repairs nothing, or breaks too much.
    fn worth(&self, part: &Part, choice: &Choice, was_right: &[bool], weight: f64) -> Option<Best> {
        let (mut repaired, mut broken) = (0_u32, 0_u32);
        for ((text, is_accepted), was_right) in self.sample.iter().zip(was_right) {
            let is_right = choice.whole.accepts(text) == *is_accepted;
            repaired += u32::from(!was_right && is_right);
            broken += u32::from(*was_right && !is_right);
        }
        // Texts with two faults can be wrong after one of them is repaired.
        if repaired == 0 || broken > repaired / 4 {
            return None;
        }
        let cost = u32::try_from(choice.cost).unwrap_or(u32::MAX);
        Some(Best {
            change: Change::new(part.clone(), choice.texts.clone(), choice.cost),
            worth: f64::from(repaired - broken) / f64::from(cost).powf(weight),
            rank: choice.rank,
        })
    }

    fn choices(&self, changed: &Changed<'a, 'g>, part: &Part, level: usize) -> Choices {
        let is_first = changed.changes.is_empty();
        if let Some(known) = self.first_choices.borrow().get(part).filter(|_| is_first) {
            return Rc::clone(known);
        }
        let found = self.steps.at_most(STEPS_OF_PART, |work| {
            choices(
                changed,
                (part, level),
                self.parser,
                (self.hole, &self.tokens),
                work,
            )
        });
        let choices = Rc::new(found);
        if is_first {
            let mut known = self.first_choices.borrow_mut();
            known.insert(part.clone(), Rc::clone(&choices));
        }
        choices
    }

    /// Returns the number of texts of the sample on which the grammar with changes is wrong.
    fn wrong(&self, changed: &Changed<'a, 'g>) -> usize {
        let Some(whole) = changed.whole() else {
            return usize::MAX;
        };
        let sample = self.sample.iter();
        sample
            .filter(|(text, is_accepted)| whole.accepts(text) != *is_accepted)
            .count()
    }

    fn without_superfluous(&self, mut changed: Changed<'a, 'g>) -> Changed<'a, 'g> {
        let wrong = self.wrong(&changed);
        let mut index = 0;
        while index < changed.changes.len() {
            match changed.without(index, &self.work()) {
                Some(without) if self.wrong(&without) <= wrong => changed = without,
                _ => index += 1,
            }
        }
        changed
    }
}
