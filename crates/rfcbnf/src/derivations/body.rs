//! The body of a production, read between the children of a node.
//!
//! A tree has the productions and what each derives, and not what their bodies take for it. So the body is an
//! automaton over the text of the node and over its children, each of which stands for what a reference derives:
//!
//! ```text
//! a = b [ "," b ]      children of a: b 0..1, b 2..3      so: b, then "," and b
//! ```
//!
//! A state is live at a place if the body can go on from there to the end of the node.
//!
//! Invariants:
//! - A round of a repetition consumes an octet or a child. So what follows an expression depends on whether
//!   something was consumed since the round began, and an expression lies between two pairs of states, [`Ends`].
//! - For one body, the number of states at places is linear in the node, and each is visited once. Above a limit, the
//!   body is not read.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::octets::OctetSet;
use crate::resolved::{ExpressionId, ProductionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::Case;

/// The greatest number of states at places of one node.
const PLACES: usize = 1 << 20;

type State = usize;

/// The end of the body, and a state that leads nowhere.
const END: State = 0;
const DEAD: State = 1;

/// The states beside an expression: whether something was consumed since the round around it began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Ends {
    unmoved: State,
    moved: State,
}

impl Ends {
    /// Those after a body.
    pub(crate) const OF_BODY: Self = Self::both(END);

    const fn both(state: State) -> Self {
        Self {
            unmoved: state,
            moved: state,
        }
    }

    fn at(self, has_moved: bool) -> State {
        if has_moved { self.moved } else { self.unmoved }
    }
}

/// A place in a body: the offset in the text of the node, the number of children before it, and whether something was
/// consumed since the round around it began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) offset: usize,
    pub(crate) children: usize,
    pub(crate) has_moved: bool,
}

impl Place {
    /// The place before a body.
    pub(crate) const START: Self = Self {
        offset: 0,
        children: 0,
        has_moved: false,
    };

    /// The same place, at the beginning of a round.
    pub(crate) fn in_round(self) -> Self {
        Self {
            has_moved: false,
            ..self
        }
    }

    /// The place after some octets, and children.
    pub(crate) fn after(self, octets: usize, children: usize) -> Self {
        Self {
            offset: self.offset + octets,
            children: self.children + children,
            has_moved: self.has_moved || octets + children > 0,
        }
    }
}

/// What a state can do.
#[derive(Debug)]
enum Step {
    End,
    Any(Vec<State>),
    /// One octet from each set.
    Octets(Vec<OctetSet>, State),
    Reference(ProductionId, State),
}

/// A child of the node: its production, and what it derives of the text of the node.
pub(crate) type Child = (ProductionId, Range<usize>);

/// The body of a production that was read between the children of a node.
#[derive(Debug)]
pub(crate) struct Body<'r, 'g> {
    grammar: &'r ResolvedGrammar<'g>,
    case: Case,
    text: &'r [u8],
    children: Vec<Child>,
    steps: Vec<Step>,
    /// The states before an expression, by the rounds of it that are over and the states after it.
    known: HashMap<(ExpressionId, u32, Ends), Ends>,
    live: HashSet<(State, usize, usize)>,
}

impl<'r, 'g> Body<'r, 'g> {
    /// Reads the body; `None` if it takes too many states at places.
    pub(crate) fn read(
        grammar: &'r ResolvedGrammar<'g>,
        (body, case): (ExpressionId, Case),
        text: &'r [u8],
        children: Vec<Child>,
    ) -> Option<Self> {
        let mut read = Self {
            grammar,
            case,
            text,
            children,
            steps: vec![Step::End, Step::Any(Vec::new())],
            known: HashMap::new(),
            live: HashSet::new(),
        };
        read.build(body, Ends::OF_BODY);
        read.find_live().then_some(read)
    }

    pub(crate) fn children(&self) -> &[Child] {
        &self.children
    }

    /// Returns the states before an expression of the body that leads to those after it.
    pub(crate) fn before(&self, expression: ExpressionId, after: Ends) -> Ends {
        self.before_round(expression, 0, after)
    }

    /// Does the same for a repetition of which some rounds are over.
    fn before_round(&self, repetition: ExpressionId, rounds: u32, after: Ends) -> Ends {
        let known = self.known.get(&(repetition, rounds, after));
        known.copied().unwrap_or(Ends::both(DEAD))
    }

    /// Returns the states after each member of a sequence.
    pub(crate) fn after_members(&self, members: &[ExpressionId], after: Ends) -> Vec<Ends> {
        let mut all = vec![after];
        for &member in members.iter().skip(1).rev() {
            all.extend(all.last().map(|&after| self.before(member, after)));
        }
        all.reverse();
        all
    }

    /// Returns the states after a round of a repetition of which some rounds are over; `None` if it can have no
    /// further one.
    pub(crate) fn after_round(
        &self,
        repetition: ExpressionId,
        rounds: u32,
        after: Ends,
    ) -> Option<Ends> {
        let &ResolvedKind::Repetition { least, most, body } = self.grammar.kind(repetition) else {
            return None;
        };
        let next = match most {
            Some(most) if rounds >= most => return None,
            Some(_) => rounds + 1,
            None => 1 + rounds.min(self.least(body, least)),
        };
        Some(Ends {
            unmoved: DEAD,
            moved: self.before_round(repetition, next, after).moved,
        })
    }

    /// Returns the least number of rounds that consume something.
    pub(crate) fn least(&self, body: ExpressionId, least: u32) -> u32 {
        let is_nullable = self.grammar.properties(body).is_nullable();
        if is_nullable { 0 } else { least }
    }

    /// Returns whether the body can go on from the place.
    pub(crate) fn is_live(&self, states: Ends, place: Place) -> bool {
        let state = states.at(place.has_moved);
        self.live.contains(&(state, place.offset, place.children))
    }

    /// Returns whether it can from an offset, with any number of the children before it.
    pub(crate) fn is_live_at(&self, states: Ends, offset: usize, has_moved: bool) -> bool {
        let children = self
            .children
            .partition_point(|(_, span)| span.start < offset);
        let start = Place {
            offset,
            children,
            has_moved,
        };
        let empty = self.children[children..].iter();
        let empty = empty.take_while(|(_, span)| span.end == offset).count();
        (0..=empty).any(|children| self.is_live(states, start.after(0, children)))
    }

    /// Returns the place after an octet of each set; `None` if others are there.
    pub(crate) fn after_octets(&self, sets: &[OctetSet], from: Place) -> Option<Place> {
        let to = from.after(sets.len(), 0);
        let octets = self.text.get(from.offset..to.offset)?;
        let mut both = sets.iter().zip(octets);
        let is_match = both.all(|(set, octet)| set.compared(self.case).contains(*octet));
        is_match.then_some(to)
    }

    /// Returns the sets of octets of a literal.
    fn sets(&self, octets: &[u8], case: Case) -> Vec<OctetSet> {
        let case = case.within(self.case);
        let sets = octets.iter();
        sets.map(|&octet| OctetSet::single(octet).compared(case))
            .collect()
    }

    fn add(&mut self, step: Step) -> State {
        self.steps.push(step);
        self.steps.len() - 1
    }

    /// Adds the states that choose among others, in priority order.
    fn choose(&mut self, all: &[Ends]) -> Ends {
        let unmoved = self.add(Step::Any(all.iter().map(|one| one.unmoved).collect()));
        if all.iter().all(|one| one.unmoved == one.moved) {
            return Ends::both(unmoved);
        }
        let moved = self.add(Step::Any(all.iter().map(|one| one.moved).collect()));
        Ends { unmoved, moved }
    }

    /// Builds the states before an expression that leads to those after it.
    fn build(&mut self, expression: ExpressionId, after: Ends) -> Ends {
        let key = (expression, 0, after);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let grammar = self.grammar;
        let before = match grammar.kind(expression) {
            ResolvedKind::Alternation(members) => {
                let members = members.iter();
                let all: Vec<Ends> = members.map(|&member| self.build(member, after)).collect();
                self.choose(&all)
            }
            ResolvedKind::Sequence(members) => {
                let members = members.iter().rev();
                members.fold(after, |after, &member| self.build(member, after))
            }
            &ResolvedKind::Optional(body) => {
                let present = self.build(body, after);
                self.choose(&[present, after])
            }
            ResolvedKind::Repetition { .. } => self.build_rounds(expression, after),
            ResolvedKind::Literal { octets, .. } if octets.is_empty() => after,
            ResolvedKind::Literal { octets, case } => {
                let sets = self.sets(octets, *case);
                Ends::both(self.add(Step::Octets(sets, after.moved)))
            }
            ResolvedKind::Range(sequences) => {
                let steps = sequences.iter().map(|sequence| {
                    let sets = sequence.iter().map(|set| set.compared(self.case));
                    Step::Octets(sets.collect(), after.moved)
                });
                let steps: Vec<Step> = steps.collect();
                let states = steps.into_iter().map(|step| Ends::both(self.add(step)));
                let states: Vec<Ends> = states.collect();
                self.choose(&states)
            }
            ResolvedKind::Reference { production, .. } => {
                Ends::both(self.add(Step::Reference(*production, after.moved)))
            }
            ResolvedKind::Undefined(_) | ResolvedKind::Unknown => Ends::both(DEAD),
        };
        self.known.insert(key, before);
        before
    }

    /// Builds the states before each round of a repetition, from the last round on. Of an unlimited one, the rounds
    /// beyond the least number are not counted.
    fn build_rounds(&mut self, repetition: ExpressionId, after: Ends) -> Ends {
        let &ResolvedKind::Repetition { least, most, body } = self.grammar.kind(repetition) else {
            return Ends::both(DEAD);
        };
        let least = self.least(body, least);
        let room = self.text.len() + self.children.len();
        let room = u32::try_from(room).unwrap_or(u32::MAX);
        if least > room {
            return Ends::both(DEAD);
        }
        let (counted, mut next) = if let Some(most) = most {
            (most.min(room), Ends::both(after.moved))
        } else {
            let state = self.add(Step::Any(Vec::new()));
            let round = self.build_round(body, state);
            self.steps[state] = Step::Any(vec![round, after.moved]);
            (least.saturating_add(1), Ends::both(state))
        };
        self.known.insert((repetition, counted, after), next);
        for rounds in (0..counted).rev() {
            let round = Ends::both(self.build_round(body, next.moved));
            let ways = [round, after];
            next = self.choose(&ways[..if rounds < least { 1 } else { 2 }]);
            self.known.insert((repetition, rounds, after), next);
        }
        if counted == 0 { after } else { next }
    }

    /// Builds the state before a round, which leads to a state if it consumes something.
    fn build_round(&mut self, body: ExpressionId, moved: State) -> State {
        let after = Ends {
            unmoved: DEAD,
            moved,
        };
        self.build(body, after).unmoved
    }

    /// Goes backwards from the end. Returns `false` above the limit.
    fn find_live(&mut self) -> bool {
        let mut before: Vec<Vec<State>> = vec![Vec::new(); self.steps.len()];
        for (state, step) in self.steps.iter().enumerate() {
            match step {
                Step::End => {}
                Step::Any(next) => next.iter().for_each(|&next| before[next].push(state)),
                Step::Octets(_, next) | Step::Reference(_, next) => before[*next].push(state),
            }
        }
        let last = (END, self.text.len(), self.children.len());
        let mut waiting = vec![last];
        self.live.insert(last);
        while let Some((state, at, count)) = waiting.pop() {
            if self.live.len() > PLACES {
                return false;
            }
            for &previous in &before[state] {
                let position = self.back(previous, at, count);
                let position = position.map(|(at, count)| (previous, at, count));
                waiting.extend(position.filter(|position| self.live.insert(*position)));
            }
        }
        true
    }

    /// Returns the place from which the state leads to this place.
    fn back(&self, state: State, at: usize, count: usize) -> Option<(usize, usize)> {
        let last = count.checked_sub(1).map(|last| &self.children[last]);
        match &self.steps[state] {
            Step::Octets(sets, _) => {
                let start = at.checked_sub(sets.len())?;
                let is_free = last.is_none_or(|(_, span)| span.end <= start);
                let is_match = sets.iter().zip(&self.text[start..at]);
                let is_match = { is_match }.all(|(set, octet)| set.contains(*octet));
                (is_free && is_match).then_some((start, count))
            }
            Step::Reference(production, _) => {
                let (found, span) = last?;
                (found == production && span.end == at).then_some((span.start, count - 1))
            }
            Step::End | Step::Any(_) => Some((at, count)),
        }
    }
}
