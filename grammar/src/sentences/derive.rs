//! Derivations at random.
//!
//! Invariant: how deep this recurses is bounded by the grammar, and how long a text gets by
//! the number that is given and what has to follow.

use std::ops::Range;

use super::parts::{Form, PartId, Parts, Rounds, UseId};
use super::random::Random;
use crate::syntax::Case;

/// From how many octets on everything is as short as can be, where nothing else is said.
pub(super) const LONG: usize = 60;

/// How many rounds of characters there are at most, beyond those that have to be.
const CHARACTERS: u32 = 8;

/// The same for rounds of anything else.
const ROUNDS: u32 = 3;

/// Once in how many derivations letters without regard to case are not as written.
const OTHER_CASE: u32 = 8;

/// How often a production is tried again whose text is excluded.
const TRIES: usize = 32;

/// A derivation.
pub(super) struct Derivation {
    pub(super) text: String,
    /// What it uses, in the order of use, also more than once.
    pub(super) uses: Vec<UseId>,
    /// Its nodes in preorder: the use of the production, and the span.
    pub(super) nodes: Vec<(UseId, Range<usize>)>,
}

/// Derives the last production; nothing where the text that came of it is excluded. Where
/// something is wanted, the derivation leads to it as long as it has not been used. From `long`
/// octets on everything is as short as can be.
pub(super) fn derive(
    parts: &Parts,
    random: &mut Random,
    wanted: &[bool],
    long: usize,
) -> Option<Derivation> {
    let varies_case = random.once_in(OTHER_CASE);
    let root = parts.productions.len().checked_sub(1)?;
    let mut run = Run {
        parts,
        random,
        wanted: wanted.to_vec(),
        goal: wanted,
        long,
        varies_case,
        derivation: Derivation {
            text: String::new(),
            uses: Vec::new(),
            nodes: Vec::new(),
        },
    };
    run.production(root, Case::Exact).then_some(run.derivation)
}

struct Run<'r> {
    parts: &'r Parts,
    random: &'r mut Random,
    /// What is still wanted; empty where nothing ever was.
    wanted: Vec<bool>,
    /// What was wanted in the beginning.
    goal: &'r [bool],
    long: usize,
    varies_case: bool,
    derivation: Derivation,
}

impl Run<'_> {
    fn production(&mut self, production: usize, case: Case) -> bool {
        let entry = &self.parts.productions[production];
        let start = self.derivation.text.len();
        let (uses, nodes) = (self.derivation.uses.len(), self.derivation.nodes.len());
        for _ in 0..TRIES {
            self.log(entry.used);
            self.derivation.nodes.push((entry.used, start..start));
            if !self.part(entry.body, case) {
                return false;
            }
            let text = self.derivation.text[start..].to_ascii_lowercase();
            let mut excluded = entry.excluded.iter();
            if !excluded.any(|excluded| text.starts_with(excluded.as_str())) {
                self.derivation.nodes[nodes].1.end = self.derivation.text.len();
                return true;
            }
            self.take_back(start, uses, nodes);
        }
        false
    }

    /// Forgets what came after a place.
    fn take_back(&mut self, start: usize, uses: usize, nodes: usize) {
        self.derivation.text.truncate(start);
        self.derivation.nodes.truncate(nodes);
        self.derivation.uses.truncate(uses);
        self.wanted.copy_from_slice(self.goal);
        for &used in &self.derivation.uses {
            if let Some(wanted) = self.wanted.get_mut(used) {
                *wanted = false;
            }
        }
    }

    fn log(&mut self, used: UseId) {
        self.derivation.uses.push(used);
        if let Some(wanted) = self.wanted.get_mut(used) {
            *wanted = false;
        }
    }

    fn part(&mut self, part: PartId, case: Case) -> bool {
        match &self.parts.all[part].form {
            Form::Alternation(alternatives) => self.alternation(alternatives, case),
            Form::Sequence(members) => members.iter().all(|member| self.part(*member, case)),
            Form::Optional {
                body,
                present,
                absent,
            } => self.optional(*body, (*present, *absent), case),
            Form::Repetition {
                least,
                most,
                body,
                choice,
            } => {
                let count = choice.map_or(*least, |choice| {
                    let count = self.rounds((*least, *most), *body, choice);
                    if count == *least {
                        self.log(choice.fewest);
                    } else if count >= choice.from {
                        self.log(choice.several);
                    }
                    count
                });
                (0..count).all(|_| self.part(*body, case))
            }
            Form::Literal { text, case: own } => {
                self.literal(text, ignored(*own, case));
                true
            }
            Form::Reference {
                production,
                case: own,
            } => self.production(*production, ignored(*own, case)),
            Form::Nothing => false,
        }
    }

    fn literal(&mut self, text: &str, case: Case) {
        let varies = case == Case::Ignored && self.varies_case;
        for character in text.chars() {
            self.derivation
                .text
                .push(if !varies || self.random.once_in(2) {
                    character
                } else if character.is_ascii_lowercase() {
                    character.to_ascii_uppercase()
                } else {
                    character.to_ascii_lowercase()
                });
        }
    }

    fn is_long(&self) -> bool {
        self.derivation.text.len() >= self.long
    }

    fn is_wanted(&self, used: UseId) -> bool {
        self.wanted.get(used).is_some_and(|wanted| *wanted)
    }

    /// Whether something is wanted that the part leads to.
    fn is_wanted_below(&self, part: PartId) -> bool {
        let part = &self.parts.all[part];
        !self.wanted.is_empty() && part.reaches_any(|used| self.is_wanted(used))
    }

    fn alternation(&mut self, alternatives: &[(PartId, UseId)], case: Case) -> bool {
        let wanted = alternatives
            .iter()
            .filter(|(part, used)| self.is_wanted(*used) || self.is_wanted_below(*part));
        let wanted: Vec<_> = wanted.copied().collect();
        let possible = if wanted.is_empty() {
            self.possible(alternatives)
        } else {
            wanted
        };
        let parts = possible.iter().map(|(part, _)| &self.parts.all[*part]);
        // Of characters, the kinds that have many come more often: else every second
        // character of a text would be an escape.
        let weights: Vec<u32> = if parts.clone().all(super::parts::Part::is_character) {
            parts.map(|part| part.breadth().isqrt().max(1)).collect()
        } else {
            vec![1; possible.len()]
        };
        let Some(&(part, used)) = possible.get(self.random.weighted(&weights)) else {
            return false;
        };
        self.log(used);
        self.part(part, case)
    }

    /// All alternatives; where the text is long, the shortest.
    fn possible(&self, alternatives: &[(PartId, UseId)]) -> Vec<(PartId, UseId)> {
        let shortest = |part: PartId| self.parts.all[part].shortest;
        let least = alternatives.iter().map(|(part, _)| shortest(*part)).min();
        let possible = alternatives.iter().copied();
        possible
            .filter(|(part, _)| !self.is_long() || Some(shortest(*part)) == least)
            .collect()
    }

    fn optional(&mut self, body: PartId, (present, absent): (UseId, UseId), case: Case) -> bool {
        let is_present = match (
            self.is_wanted(present) || self.is_wanted_below(body),
            self.is_wanted(absent),
        ) {
            (true, false) => true,
            (false, true) => false,
            (true, true) => self.random.once_in(2),
            (false, false) => !self.is_long() && self.random.once_in(2),
        };
        self.log(if is_present { present } else { absent });
        !is_present || self.part(body, case)
    }

    /// How many rounds there are to be.
    fn rounds(&mut self, (least, most): (u32, Option<u32>), body: PartId, choice: Rounds) -> u32 {
        let more = if self.parts.all[body].is_character() {
            CHARACTERS
        } else {
            ROUNDS
        };
        let most = most.unwrap_or(u32::MAX);
        let limit = most.min(least.saturating_add(more));
        let several = |random: &mut Random| {
            let from = choice.from.min(limit);
            from + random.below(limit - from + 1)
        };
        let wants_body = self.is_wanted_below(body);
        match (
            self.is_wanted(choice.fewest),
            self.is_wanted(choice.several),
        ) {
            (true, true) if self.random.once_in(2) => least,
            (true, false) if least > 0 || !wants_body => least,
            (_, true) => several(self.random),
            _ if wants_body => several(self.random),
            _ if self.is_long() || self.random.once_in(8) => least,
            _ => {
                let from = least.max(1).min(limit);
                from + self.random.below(limit - from + 1)
            }
        }
    }
}

/// How letters compare in a part, when they are not to be compared exactly around it.
fn ignored(own: Case, around: Case) -> Case {
    if around == Case::Ignored { around } else { own }
}
