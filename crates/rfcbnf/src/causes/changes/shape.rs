//! Simple sets of texts that a parser accepts as a part.
//!
//! All that a parser accepts as a part is often hard to describe, because its faults meet there. A
//! *shape* is a part of it in a few words: one of some units, any number of them, and such texts
//! after or before a delimiter. A *unit* is an octet, or a text of a *token*: a production whose texts
//! are all of one length, such as `escape`.

use std::collections::{BTreeSet, HashMap};

use super::cost::weight;
use crate::automaton::{Automaton, DfaState, TooLarge, Work};
use crate::octets::OctetSet;

/// A sequence of units.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Shape {
    items: Vec<Item>,
}

/// One unit, or any number of them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Item {
    units: Units,
    is_repeated: bool,
}

/// A set of units.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Units {
    octets: OctetSet,
    /// The numbers of tokens.
    tokens: Vec<usize>,
}

/// The tokens of a grammar.
pub(super) struct Tokens(pub(super) Vec<Automaton>);

/// The greatest length of the texts of a token.
const TOKEN: usize = 8;

impl Tokens {
    /// Returns those of the automata whose texts are all of one length, and of more than one octet.
    pub(super) fn of<'a>(automata: impl Iterator<Item = &'a Automaton>) -> Self {
        let mut tokens: Vec<Automaton> = Vec::new();
        for automaton in automata {
            if is_token(automaton) && !tokens.contains(automaton) {
                tokens.push(automaton.clone());
            }
        }
        Self(tokens)
    }
}

fn is_token(automaton: &Automaton) -> bool {
    let mut states = BTreeSet::from([automaton.start()]);
    for length in 0..=TOKEN {
        let is_end = |&state: &DfaState| automaton.is_accepting(state);
        if states.iter().any(is_end) {
            return length > 1
                && states
                    .iter()
                    .all(|state| is_end(state) && automaton.next(*state).is_empty());
        }
        let classes = 0..automaton.classes().len();
        let next = classes.flat_map(|class| {
            let next = states
                .iter()
                .map(move |&state| automaton.step_by_class(state, class));
            next.flatten().collect::<Vec<_>>()
        });
        states = next.collect();
    }
    false
}

fn one(units: Units) -> Item {
    Item {
        units,
        is_repeated: false,
    }
}

fn any(units: Units) -> Item {
    Item {
        units,
        is_repeated: true,
    }
}

impl Units {
    fn of(octets: OctetSet) -> Self {
        Self {
            octets,
            tokens: Vec::new(),
        }
    }

    fn is_empty(&self) -> bool {
        self.octets.is_empty() && self.tokens.is_empty()
    }

    /// Returns the cost of the set, or that of what it has more or less than what is known.
    fn cost(&self, known: OctetSet, tokens: &Tokens) -> usize {
        let tokens = self.tokens.iter().filter_map(|&token| tokens.0.get(token));
        let of_tokens: Vec<OctetSet> = tokens.map(Automaton::octets).collect();
        let new = of_tokens
            .iter()
            .filter(|octets| !octets.without(known).is_empty());
        let in_tokens = of_tokens
            .iter()
            .fold(OctetSet::EMPTY, |all, octets| all | *octets);
        let difference = self.octets.without(known) | known.without(self.octets | in_tokens);
        weight(self.octets).min(weight(difference)) + new.count()
    }

    fn automaton(&self, tokens: &Tokens, work: &Work) -> Result<Automaton, TooLarge> {
        let octets = Automaton::of_states(
            crate::automaton::octet_classes([self.octets]),
            false,
            &|is_end| *is_end,
            &|is_end, octet| (!is_end && self.octets.contains(octet)).then_some(true),
            work,
        )?;
        if self.tokens.is_empty() {
            return Ok(octets);
        }
        let tokens = self.tokens.iter().filter_map(|&token| tokens.0.get(token));
        Automaton::union([&octets].into_iter().chain(tokens), work)
    }
}

impl Shape {
    /// Returns the cost of the shape beside texts of these octets, which are known.
    pub(super) fn cost(&self, known: OctetSet, tokens: &Tokens) -> usize {
        let items = match self.items.as_slice() {
            // One or more units of a set.
            [first, rest] if first.units == rest.units => &self.items[..1],
            items => items,
        };
        let costs = items.iter().map(|item| item.units.cost(known, tokens));
        1 + costs.sum::<usize>()
    }

    /// Returns whether it has the empty text only.
    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns whether it has no text of more than one octet.
    pub(super) fn is_short(&self) -> bool {
        match self.items.as_slice() {
            [] => true,
            [only] => !only.is_repeated && only.units.tokens.is_empty(),
            _ => false,
        }
    }

    /// Returns the automaton of the texts.
    pub(super) fn automaton(&self, tokens: &Tokens, work: &Work) -> Result<Automaton, TooLarge> {
        let mut all = Automaton::of_text(b"");
        for item in &self.items {
            let units = item.units.automaton(tokens, work)?;
            let units = if item.is_repeated {
                units.repeated(0, None, work)?
            } else {
                units
            };
            all = all.then(&units, work)?;
        }
        Ok(all)
    }
}

/// Returns shapes whose texts the automaton accepts, all of them.
pub(super) fn shapes(automaton: &Automaton, tokens: &Tokens) -> Vec<Shape> {
    let mut reader = Reader {
        automaton,
        tokens,
        ends: HashMap::new(),
    };
    let mut shapes = Vec::new();
    let start = automaton.start();
    let ends = |state: DfaState| automaton.is_accepting(state);
    if ends(start) {
        shapes.push(Vec::new());
    }
    let single = reader.single(start);
    if !single.octets.is_empty() {
        shapes.push(vec![one(Units::of(single.octets))]);
    }
    if !single.tokens.is_empty() {
        shapes.push(vec![one(single)]);
    }
    let repeated = reader.largest(start, OctetSet::EMPTY, ends);
    let undelimited = repeated.octets;
    if !repeated.is_empty() {
        shapes.push(if ends(start) {
            vec![any(repeated)]
        } else {
            vec![one(repeated.clone()), any(repeated)]
        });
    }
    let mut after: Vec<(Units, OctetSet)> = Vec::new();
    let mut before: Vec<(Units, OctetSet)> = Vec::new();
    for class in automaton.classes() {
        let Some(octet) = class.lowest() else {
            continue;
        };
        if let Some(state) = automaton.step(start, octet).filter(|&state| ends(state)) {
            add(
                &mut after,
                reader.largest(state, OctetSet::EMPTY, ends),
                *class,
            );
        }
        let ends_with = |state| automaton.step(state, octet).is_some_and(ends);
        if ends_with(start) {
            add(
                &mut before,
                reader.largest(start, *class, ends_with),
                *class,
            );
            // The delimiter may be one of the units, too: user information ends at the last `@`.
            let units = reader.largest(start, OctetSet::EMPTY, ends_with);
            if !units.octets.without(undelimited).is_empty() {
                add(&mut before, units, *class);
            }
        }
    }
    for (units, delimiters) in after {
        shapes.push(vec![one(Units::of(delimiters)), any(units)]);
    }
    for (units, delimiters) in before {
        shapes.push(vec![any(units), one(Units::of(delimiters))]);
    }
    let shapes = shapes.into_iter();
    shapes.map(|items| Shape { items }).collect()
}

fn add(groups: &mut Vec<(Units, OctetSet)>, units: Units, delimiter: OctetSet) {
    if units.is_empty() {
        return;
    }
    match groups.iter_mut().find(|(known, _)| *known == units) {
        Some((_, delimiters)) => *delimiters |= delimiter,
        None => groups.push((units, delimiter)),
    }
}

struct Reader<'a> {
    automaton: &'a Automaton,
    tokens: &'a Tokens,
    /// The states after each token; `None` if the automaton stops at one of its texts.
    ends: HashMap<(DfaState, usize), Option<BTreeSet<DfaState>>>,
}

impl Reader<'_> {
    /// Returns the units that lead from the state to the end.
    fn single(&mut self, from: DfaState) -> Units {
        let automaton = self.automaton;
        let ends = |state: &DfaState| automaton.is_accepting(*state);
        let mut octets = OctetSet::EMPTY;
        for (class, set) in automaton.classes().iter().enumerate() {
            if automaton
                .step_by_class(from, class)
                .as_ref()
                .is_some_and(ends)
            {
                octets |= *set;
            }
        }
        let tokens = 0..self.tokens.0.len();
        let tokens = tokens.filter(|&token| {
            let after = self.after(from, token);
            after.is_some_and(|after| after.iter().all(ends))
        });
        Units {
            tokens: tokens.collect(),
            octets,
        }
    }

    /// Returns the states that the texts of a token lead to, if every one does.
    fn after(&mut self, from: DfaState, token: usize) -> Option<&BTreeSet<DfaState>> {
        let automaton = self.automaton;
        let of = &self.tokens.0[token];
        let ends = self.ends.entry((from, token)).or_insert_with(|| {
            let mut ends = BTreeSet::new();
            let mut states = BTreeSet::from([(of.start(), from)]);
            while !states.is_empty() {
                let mut next = BTreeSet::new();
                for (own, at) in states {
                    if of.is_accepting(own) {
                        ends.insert(at);
                    }
                    for class in automaton.classes_beside(of) {
                        let octet = class.lowest()?;
                        if let Some(own) = of.step(own, octet) {
                            next.insert((own, automaton.step(at, octet)?));
                        }
                    }
                }
                states = next;
            }
            Some(ends)
        });
        ends.as_ref()
    }

    /// Returns a large set of units without these octets, so that one or more of them lead from the
    /// state to such an end.
    fn largest(
        &mut self,
        from: DfaState,
        without: OctetSet,
        is_end: impl Fn(DfaState) -> bool,
    ) -> Units {
        let automaton = self.automaton;
        let classes = automaton.classes().iter().enumerate();
        let classes = classes.filter(|(_, class)| class.without(without) == **class);
        let mut classes: Vec<usize> = classes.map(|(index, _)| index).collect();
        let mut tokens: Vec<usize> = (0..self.tokens.0.len()).collect();
        'again: loop {
            let mut seen = vec![from];
            let mut begin = 0;
            while begin < seen.len() {
                // The states that as many units lead to.
                let level = begin..seen.len();
                begin = seen.len();
                let before = classes.len() + tokens.len();
                for index in level {
                    let state = seen[index];
                    classes.retain(|&class| {
                        let next = automaton.step_by_class(state, class);
                        let next = next.filter(|&next| is_end(next));
                        seen.extend(next.filter(|next| !seen.contains(next)));
                        next.is_some()
                    });
                    tokens.retain(|&token| {
                        let Some(after) = self.after(state, token) else {
                            return false;
                        };
                        let is_closed = after.iter().all(|&next| is_end(next));
                        if is_closed {
                            let new = after.iter().filter(|next| !seen.contains(next));
                            let new: Vec<DfaState> = new.copied().collect();
                            seen.extend(new);
                        }
                        is_closed
                    });
                }
                if classes.len() + tokens.len() < before {
                    continue 'again;
                }
            }
            break;
        }
        let sets = classes.into_iter().map(|class| automaton.classes()[class]);
        let octets = sets.fold(OctetSet::EMPTY, |all, set| all | set);
        // One or more octets say the same.
        tokens.retain(|&token| !self.tokens.0[token].octets().without(octets).is_empty());
        Units { octets, tokens }
    }
}
