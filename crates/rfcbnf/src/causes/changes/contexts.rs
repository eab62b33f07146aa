//! The contexts of a part: what comes before and after it in a text of the whole.
//!
//! A *hole* is an octet that no text contains. It stands for the part, so an automaton with the hole
//! has all contexts. A context is *live* if the parser accepts some text of the part in it.

use std::cell::RefCell;
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use crate::automaton::{Automaton, DfaState, TooLarge, Work};

/// A state of the parser; `None` after a text that no accepted text begins with.
pub(super) type ParserState = Option<DfaState>;

/// What is before the part: the states of both automata after it.
pub(super) struct Context {
    /// The state of the automaton with the hole, before the hole.
    pub(super) before: DfaState,
    /// Its state after the hole.
    pub(super) after: DfaState,
    /// The state of the parser.
    pub(super) parser: DfaState,
    /// What is after the part: a state of [`Contexts::rests`].
    rest: usize,
}

/// The contexts of a part.
pub(super) struct Contexts<'a> {
    /// The automaton of the whole, with a hole.
    holed: &'a Automaton,
    parser: &'a Automaton,
    /// The live contexts, the shortest first.
    pub(super) all: Vec<Context>,
    rests: Rests,
    /// One octet of each class, without the hole.
    octets: Vec<u8>,
    work: &'a Work,
    accepted_always: RefCell<HashMap<(usize, ParserState), bool>>,
    accepted_ever: RefCell<HashMap<(usize, ParserState), bool>>,
}

/// The texts after the part in live contexts, as a deterministic automaton.
#[derive(Default)]
struct Rests {
    numbers: HashMap<(DfaState, BTreeSet<DfaState>), usize>,
    steps: Vec<Vec<(u8, usize)>>,
    accepting: Vec<bool>,
    live: Vec<bool>,
}

impl<'a> Contexts<'a> {
    pub(super) fn new(
        (holed, hole): (&'a Automaton, u8),
        parser: &'a Automaton,
        part: &Automaton,
        work: &'a Work,
    ) -> Result<Self, TooLarge> {
        let mut contexts = Self {
            holed,
            parser,
            all: Vec::new(),
            rests: Rests::default(),
            octets: octets(holed, hole, parser),
            work,
            accepted_always: RefCell::default(),
            accepted_ever: RefCell::default(),
        };
        let octets = contexts.octets.clone();
        let start = (holed.start(), parser.start());
        let mut seen = HashSet::from([start]);
        let mut waiting = VecDeque::from([start]);
        let mut ends: HashMap<DfaState, BTreeSet<DfaState>> = HashMap::new();
        let mut found = Vec::new();
        while let Some((before, at)) = waiting.pop_front() {
            work.take(octets.len())?;
            if let Some(after) = holed.step(before, hole) {
                found.push((before, after, at));
            }
            for &octet in &octets {
                let next = holed.step(before, octet).zip(parser.step(at, octet));
                waiting.extend(next.filter(|next| seen.insert(*next)));
            }
        }
        let mut starts = Vec::new();
        for &(_, after, at) in &found {
            let ends = match ends.entry(at) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(contexts.ends(part, at)?),
            };
            starts.push((after, ends.clone()));
        }
        let numbers = contexts.explore(starts, &octets)?;
        contexts.rests.find_live();
        for ((before, after, parser), rest) in found.into_iter().zip(numbers) {
            if contexts.rests.live[rest] {
                contexts.all.push(Context {
                    before,
                    after,
                    parser,
                    rest,
                });
            }
        }
        Ok(contexts)
    }

    /// Returns the states of the parser after the texts of the part.
    fn ends(&self, part: &Automaton, at: DfaState) -> Result<BTreeSet<DfaState>, TooLarge> {
        let classes = part.classes_beside(self.parser);
        let octets: Vec<u8> = classes.iter().filter_map(|class| class.lowest()).collect();
        let mut ends = BTreeSet::new();
        let start = (part.start(), at);
        let mut seen = HashSet::from([start]);
        let mut waiting = vec![start];
        while let Some((state, at)) = waiting.pop() {
            self.work.take(octets.len())?;
            if part.is_accepting(state) {
                ends.insert(at);
            }
            for &octet in &octets {
                let next = part.step(state, octet).zip(self.parser.step(at, octet));
                waiting.extend(next.filter(|next| seen.insert(*next)));
            }
        }
        Ok(ends)
    }

    /// Builds the automaton of the rests. Returns the numbers of the states to start from.
    fn explore(
        &mut self,
        starts: Vec<(DfaState, BTreeSet<DfaState>)>,
        octets: &[u8],
    ) -> Result<Vec<usize>, TooLarge> {
        let mut waiting = Vec::new();
        let numbers = starts
            .into_iter()
            .map(|start| {
                self.rests
                    .number(start, self.holed, self.parser, &mut waiting)
            })
            .collect();
        while let Some((number, (state, ends))) = waiting.pop() {
            self.work.take(octets.len() * (1 + ends.len()))?;
            let mut steps = Vec::new();
            for &octet in octets {
                let Some(next) = self.holed.step(state, octet) else {
                    continue;
                };
                let ends: BTreeSet<DfaState> = ends
                    .iter()
                    .filter_map(|&end| self.parser.step(end, octet))
                    .collect();
                if ends.is_empty() {
                    continue;
                }
                let next = (next, ends);
                let next = self
                    .rests
                    .number(next, self.holed, self.parser, &mut waiting);
                steps.push((octet, next));
            }
            self.rests.steps[number] = steps;
        }
        Ok(numbers)
    }

    /// Returns whether the parser accepts every rest of the context after a text that leads it to
    /// this state.
    pub(super) fn accepts_always(
        &self,
        context: &Context,
        at: ParserState,
    ) -> Result<bool, TooLarge> {
        let start = (context.rest, at);
        let known = self.accepted_always.borrow().get(&start).copied();
        if let Some(known) = known {
            return Ok(known);
        }
        let seen = self.reached(start, |(rest, at)| {
            self.rests.accepting[rest] && !at.is_some_and(|at| self.parser.is_accepting(at))
        })?;
        let mut memory = self.accepted_always.borrow_mut();
        match seen {
            Some(seen) => memory.extend(seen.into_iter().map(|pair| (pair, true))),
            None => {
                memory.insert(start, false);
            }
        }
        Ok(memory[&start])
    }

    /// Returns whether the parser accepts a rest of the context after a text that leads it to this
    /// state.
    pub(super) fn accepts_ever(
        &self,
        context: &Context,
        at: ParserState,
    ) -> Result<bool, TooLarge> {
        if at.is_none() {
            return Ok(false);
        }
        let start = (context.rest, at);
        let known = self.accepted_ever.borrow().get(&start).copied();
        if let Some(known) = known {
            return Ok(known);
        }
        let seen = self.reached(start, |(rest, at)| {
            self.rests.accepting[rest] && at.is_some_and(|at| self.parser.is_accepting(at))
        })?;
        let mut memory = self.accepted_ever.borrow_mut();
        match seen {
            Some(seen) => memory.extend(seen.into_iter().map(|pair| (pair, false))),
            None => {
                memory.insert(start, true);
            }
        }
        Ok(memory[&start])
    }

    /// Returns the pairs that a rest leads to, unless one of them is found.
    fn reached(
        &self,
        start: (usize, ParserState),
        is_found: impl Fn((usize, ParserState)) -> bool,
    ) -> Result<Option<HashSet<(usize, ParserState)>>, TooLarge> {
        let mut seen = HashSet::from([start]);
        let mut waiting = vec![start];
        while let Some((rest, at)) = waiting.pop() {
            if is_found((rest, at)) {
                return Ok(None);
            }
            let steps = &self.rests.steps[rest];
            self.work.take(steps.len() + 1)?;
            for &(octet, next) in steps {
                if !self.rests.live[next] {
                    continue;
                }
                let at = at.and_then(|at| self.parser.step(at, octet));
                if seen.insert((next, at)) {
                    waiting.push((next, at));
                }
            }
        }
        Ok(Some(seen))
    }

    /// Returns whether the automaton with the hole accepts from one state what it accepts from the
    /// other, without the hole.
    pub(super) fn includes(&self, more: DfaState, less: DfaState) -> Result<bool, TooLarge> {
        let start = (Some(more), less);
        let mut seen = HashSet::from([start]);
        let mut waiting = vec![start];
        while let Some((more, less)) = waiting.pop() {
            self.work.take(self.octets.len())?;
            if self.holed.is_accepting(less)
                && !more.is_some_and(|more| self.holed.is_accepting(more))
            {
                return Ok(false);
            }
            for &octet in &self.octets {
                let Some(less) = self.holed.step(less, octet) else {
                    continue;
                };
                let next = (more.and_then(|more| self.holed.step(more, octet)), less);
                // A state from which only texts with a hole are accepted is no difference; the search
                // goes on to find out.
                if seen.insert(next) {
                    waiting.push(next);
                }
            }
        }
        Ok(true)
    }
}

/// Returns one octet of each class, without the hole.
fn octets(holed: &Automaton, hole: u8, parser: &Automaton) -> Vec<u8> {
    let classes = holed.classes_beside(parser);
    let octets = classes.iter().filter_map(|class| class.lowest());
    octets.filter(|&octet| octet != hole).collect()
}

impl Rests {
    fn number(
        &mut self,
        state: (DfaState, BTreeSet<DfaState>),
        holed: &Automaton,
        parser: &Automaton,
        waiting: &mut Vec<(usize, (DfaState, BTreeSet<DfaState>))>,
    ) -> usize {
        if let Some(&number) = self.numbers.get(&state) {
            return number;
        }
        let number = self.steps.len();
        self.numbers.insert(state.clone(), number);
        self.steps.push(Vec::new());
        let is_parsers = state.1.iter().any(|&end| parser.is_accepting(end));
        self.accepting
            .push(is_parsers && holed.is_accepting(state.0));
        waiting.push((number, state));
        number
    }

    /// Finds the states from which a rest leads to the end.
    fn find_live(&mut self) {
        let mut back: Vec<Vec<usize>> = vec![Vec::new(); self.steps.len()];
        for (from, steps) in self.steps.iter().enumerate() {
            for &(_, to) in steps {
                back[to].push(from);
            }
        }
        self.live.clone_from(&self.accepting);
        let ends = self.accepting.iter().enumerate();
        let ends = ends.filter(|(_, is_end)| **is_end);
        let mut waiting: Vec<usize> = ends.map(|(number, _)| number).collect();
        while let Some(number) = waiting.pop() {
            for &from in &back[number] {
                if !std::mem::replace(&mut self.live[from], true) {
                    waiting.push(from);
                }
            }
        }
    }
}
