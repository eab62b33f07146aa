//! The terminals of a production, the ways between them, and what errors remember of the productions that are open.

use std::ops::RangeInclusive;
use std::sync::Arc;

use rfcbnf_engine::combinators::{SearchState, StateIndex};
use rfcbnf_engine::{CharacterProduction, CharacterSet, ProductionId, utf8};

use crate::program::Table;
use crate::syntax::Encoding;

/// The first state of a search.
const START: StateIndex = 0;

/// The number of the productions that are open at a position.
pub(super) type StackId = usize;

/// The greatest number of ways.
const WAYS: usize = 200_000;

/// The stack with nothing but the production itself.
const OUTERMOST: StackId = 0;

/// A terminal with the productions around it: a state of the production's search that consumes an octet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Position {
    /// `None` before the first octet.
    state: Option<StateIndex>,
    pub(super) stack: StackId,
}

/// The productions that are open at a position.
#[derive(Debug)]
struct Stack {
    /// The stacks of the productions around it, from the outermost on, and its own.
    chain: Arc<[StackId]>,
    innermost: ProductionId,
    /// How many of these productions have something to remember.
    remembered: usize,
}

/// A way from one position to another without an octet between (the *follow* relation of Glushkov).
#[derive(Debug)]
pub(super) struct Way {
    pub(super) to: Position,
    /// The octets that the position at its end matches.
    pub(super) octets: CharacterSet,
    /// The number of productions that stay open on the way.
    pub(super) kept: usize,
    /// How many of these have something to remember.
    pub(super) remembered: usize,
    /// What is remembered of the productions that begin on the way.
    pub(super) begun: Vec<Begun>,
    /// The productions that begin and end on the way.
    pub(super) passed: Vec<StackId>,
}

/// The ways from a position. If several lead to the same position and leave the same productions open,
/// only one is kept.
#[derive(Debug, Default)]
pub(super) struct Ways {
    /// In the order of the first of several.
    pub(super) by_first: Vec<Way>,
    /// In the order of the last of several.
    pub(super) by_last: Vec<Way>,
    /// Whether the text can end here.
    pub(super) can_end: bool,
}

impl Ways {
    /// Returns whether a way ends the open production at this depth, from 0.
    pub(super) fn end_production(&self, depth: usize) -> bool {
        self.can_end || self.by_first.iter().any(|way| way.kept <= depth)
    }
}

/// The positions of a production (V. Glushkov: The Abstract Theory of Automata, 1961).
#[derive(Debug)]
pub(super) struct Positions {
    states: Vec<SearchState>,
    /// Whether octets are those of characters in UTF-8.
    pub(super) is_of_characters: bool,
    remembered: Remembered,
    stacks: Vec<Stack>,
    /// For each state where a production begins, the number of its call.
    calls: Vec<Option<usize>>,
    /// The stack in each call.
    stack_of: Vec<Option<StackId>>,
    /// The ways from the start, and then from each state.
    ways: Vec<Option<Arc<Ways>>>,
    /// For each state, the last search that came there, and how many productions it left open.
    seen: Vec<(usize, Vec<usize>)>,
    searches: usize,
    /// The number of all ways, and of the productions that they pass.
    size: usize,
}

impl Positions {
    /// The position before the first octet.
    pub(super) const START: Position = Position {
        state: None,
        stack: OUTERMOST,
    };

    /// Returns the positions of the production whose body is matched by this table.
    pub(super) fn new(
        Table { states, calls }: Table,
        encoding: Encoding,
        production: ProductionId,
        remembered: Remembered,
    ) -> Self {
        let outermost = Stack {
            chain: [OUTERMOST].into(),
            innermost: production,
            remembered: usize::from(remembered.begun(production).is_some()),
        };
        Self {
            is_of_characters: encoding == Encoding::Utf8,
            remembered,
            stacks: vec![outermost],
            stack_of: vec![None; states.len()],
            calls,
            ways: vec![None; states.len() + 1],
            seen: vec![(0, Vec::new()); states.len()],
            searches: 0,
            size: 0,
            states,
        }
    }

    pub(super) fn remembered(&self) -> &Remembered {
        &self.remembered
    }

    /// Returns the sets of octets that positions match, each once.
    pub(super) fn octets(&self) -> Vec<CharacterSet> {
        let mut sets = Vec::new();
        for state in &self.states {
            if let SearchState::Consume(octets, _) = *state
                && !sets.contains(&octets)
            {
                sets.push(octets);
            }
        }
        sets
    }

    /// Returns the stacks of the open productions, from the outermost on.
    pub(super) fn chain(&self, stack: StackId) -> &Arc<[StackId]> {
        &self.stacks[stack].chain
    }

    pub(super) fn innermost(&self, stack: StackId) -> ProductionId {
        self.stacks[stack].innermost
    }

    /// Returns the characters that begin with one of the octets at a position; none if the grammar is one
    /// of octets.
    pub(super) fn characters(
        &self,
        position: Position,
        octets: CharacterSet,
    ) -> Vec<RangeInclusive<char>> {
        if !self.is_of_characters {
            return Vec::new();
        }
        let mut next = position.state;
        let sets = std::iter::from_fn(|| match self.states[next? as usize] {
            SearchState::Consume(octets, after) => {
                next = Some(after);
                Some(octets)
            }
            _ => None,
        });
        let after: Vec<CharacterSet> = sets.take(utf8::LONGEST).skip(1).collect();
        utf8::characters(octets, &after)
    }

    /// Returns the number of stacks so far.
    pub(super) fn stacks(&self) -> usize {
        self.stacks.len()
    }

    /// Returns whether there are too many ways. Some are missing then.
    pub(super) fn is_too_large(&self) -> bool {
        self.size > WAYS
    }

    pub(super) fn ways(&mut self, from: Position) -> Arc<Ways> {
        let index = from.state.map_or(0, |state| state as usize + 1);
        if let Some(known) = &self.ways[index] {
            return Arc::clone(known);
        }
        let mut ways = Ways::default();
        (ways.by_first, ways.can_end) = self.find(from, |first, second| [second, first]);
        (ways.by_last, _) = self.find(from, |first, second| [first, second]);
        ways.by_last.reverse();
        let ways = Arc::new(ways);
        self.ways[index] = Some(Arc::clone(&ways));
        ways
    }

    /// Returns the ways from a position, and whether one leads to the end. `waits` orders the states of
    /// a choice: the last one is followed first.
    fn find(
        &mut self,
        from: Position,
        waits: impl Fn(StateIndex, StateIndex) -> [StateIndex; 2],
    ) -> (Vec<Way>, bool) {
        let start = match from.state.map(|state| self.states[state as usize]) {
            Some(SearchState::Consume(_, next)) => next,
            _ => START,
        };
        let kept = self.chain(from.stack).len();
        // The productions that were passed on the way to each place, each with the one before.
        let mut passed: Vec<(Option<usize>, StackId)> = Vec::new();
        let mut waiting = vec![(start, from.stack, kept, None)];
        self.searches += 1;
        let (mut ways, mut can_end) = (Vec::new(), false);
        while let Some((state, stack, kept, last)) = waiting.pop() {
            // A state belongs to one call, so it determines the stack.
            if self.is_too_large() || !self.enters(state, kept) {
                continue;
            }
            match self.states[state as usize] {
                SearchState::Consume(octets, _) => {
                    let state = Some(state);
                    let way = self.way((from.stack, kept), Position { state, stack }, octets);
                    let before = |one: &(Option<usize>, StackId)| one.0.map(|one| passed[one]);
                    let all = std::iter::successors(last.map(|one: usize| passed[one]), before);
                    let all: Vec<StackId> = all.map(|(_, stack)| stack).collect();
                    self.size += 1 + all.len();
                    ways.push(Way { passed: all, ..way });
                }
                SearchState::Accept => can_end = true,
                SearchState::Either(first, second) => {
                    let both = waits(first, second);
                    waiting.extend(both.map(|next| (next, stack, kept, last)));
                }
                SearchState::Open(production, next)
                | SearchState::OpenCharacter(production, next) => {
                    let inside = self.inside(stack, state, production);
                    waiting.push((next, inside, kept, last));
                }
                SearchState::Close(next) => {
                    let outside = self.chain(stack).len() - 1;
                    let mut last = last;
                    if outside >= kept {
                        passed.push((last, stack));
                        last = Some(passed.len() - 1);
                    }
                    let outer = self.chain(stack)[outside - 1];
                    waiting.push((next, outer, kept.min(outside), last));
                }
            }
        }
        (ways, can_end)
    }

    /// Returns whether the search comes to a state with that many productions open for the first time.
    fn enters(&mut self, state: StateIndex, kept: usize) -> bool {
        let (search, known) = &mut self.seen[state as usize];
        if *search != self.searches {
            *search = self.searches;
            known.clear();
        }
        let is_new = !known.contains(&kept);
        if is_new {
            known.push(kept);
        }
        is_new
    }

    /// Returns a way on which some productions of the stack before it stay open.
    fn way(&self, (before, kept): (StackId, usize), to: Position, octets: CharacterSet) -> Way {
        let remembered = self.stacks[self.chain(before)[kept - 1]].remembered;
        let opened = self.chain(to.stack)[kept..].iter();
        Way {
            to,
            octets,
            kept,
            remembered,
            begun: opened
                .filter_map(|&stack| self.remembered.begun(self.innermost(stack)))
                .collect(),
            passed: Vec::new(),
        }
    }

    /// Returns the stack with one more production, which begins at a state.
    fn inside(&mut self, outside: StackId, state: StateIndex, innermost: ProductionId) -> StackId {
        let call = self.calls[state as usize].unwrap_or(0);
        if let Some(known) = self.stack_of[call] {
            return known;
        }
        let number = self.stacks.len();
        let chain = self.chain(outside).iter().copied().chain([number]);
        let is_remembered = self.remembered.begun(innermost).is_some();
        self.stacks.push(Stack {
            chain: chain.collect(),
            innermost,
            remembered: self.stacks[outside].remembered + usize::from(is_remembered),
        });
        self.stack_of[call] = Some(number);
        number
    }
}

/// What is remembered of a production from its start on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Begun {
    /// The number of octets of a character production; `None` if they are more than 255.
    Character(Option<u8>),
    /// The octets of a production that must not begin with some texts, in lower case, as long as one of
    /// these texts can follow.
    Excluding(Arc<[Vec<u8>]>, Vec<u8>),
}

impl Begun {
    /// Returns the octets that cannot come next, in lower case.
    pub(super) fn excluded(&self) -> impl Iterator<Item = u8> {
        let (excluded, begun): (&[_], &[_]) = match self {
            Self::Excluding(excluded, begun) => (excluded, begun),
            Self::Character(_) => (&[], &[]),
        };
        let rest = |text: &Vec<u8>| match text.strip_prefix(begun) {
            Some(&[last]) => Some(last),
            _ => None,
        };
        excluded.iter().filter_map(rest)
    }

    /// Adds an octet.
    pub(super) fn push(&mut self, octet: u8) {
        match self {
            Self::Character(octets) => *octets = octets.and_then(|octets| octets.checked_add(1)),
            Self::Excluding(excluded, begun) => {
                begun.push(octet.to_ascii_lowercase());
                if !excluded.iter().any(|text| text.starts_with(begun)) {
                    *excluded = [].into();
                    begun.clear();
                }
            }
        }
    }
}

/// What is remembered of each production.
#[derive(Debug, Clone)]
pub(super) struct Remembered(Vec<Production>);

#[derive(Debug, Clone)]
struct Production {
    is_character: bool,
    excluded: Arc<[Vec<u8>]>,
}

impl Remembered {
    /// `excluded` are the texts that each production must not begin with.
    pub(super) fn new(excluded: &[Vec<String>], characters: &[CharacterProduction]) -> Self {
        let productions = excluded.iter().enumerate().map(|(index, excluded)| {
            let excluded = excluded.iter();
            let mut characters = characters.iter();
            Production {
                is_character: characters.any(|one| one.production().index() == index),
                excluded: excluded
                    .map(|text| text.to_ascii_lowercase().into_bytes())
                    .collect(),
            }
        });
        Self(productions.collect())
    }

    pub(super) fn is_character(&self, production: ProductionId) -> bool {
        self.0[production.index()].is_character
    }

    /// Returns what is remembered at the start of a production.
    pub(super) fn begun(&self, production: ProductionId) -> Option<Begun> {
        let production = &self.0[production.index()];
        if !production.excluded.is_empty() {
            let excluded = Arc::clone(&production.excluded);
            return Some(Begun::Excluding(excluded, Vec::new()));
        }
        production.is_character.then_some(Begun::Character(Some(0)))
    }

    /// Returns the octets that tell excluded texts from others, each with its other case.
    pub(super) fn octets(&self) -> impl Iterator<Item = CharacterSet> {
        let octets = self.0.iter().flat_map(|one| one.excluded.iter().flatten());
        octets.map(|&octet| CharacterSet::EMPTY.with_octet(octet).any_case())
    }
}
