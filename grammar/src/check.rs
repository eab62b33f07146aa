//! Finds what makes a grammar unusable although every rule can be read.
//!
//! No step recurses along references, so a long chain of rules cannot overflow the stack. The
//! nesting limit of the reader bounds the recursion along an expression. Everything after this
//! check can recurse along references, because the check bounds their depth.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::error::{Fault, GrammarErrorKind};
use crate::limits::{DEPTH, EMPTY_DERIVATION};
use crate::syntax::{Expression, Grammar, Kind, Span};

/// The number of further uses of an undefined name that an error shows.
const FURTHER_USES: usize = 3;

/// The number of names that an error shows from each end of a cycle.
const CYCLE_ENDS: usize = 8;

/// The number of comparisons after which the search for similar names stops.
const COMPARISONS: usize = 100_000;

/// The length in octets of the longest name that is compared with others.
const COMPARED_LENGTH: usize = 64;

/// Returns everything that makes the grammar unusable, in no particular order.
pub(crate) fn check(grammar: &Grammar) -> Vec<Fault> {
    let checker = Checker::new(grammar);
    let mut faults = checker.undefined();
    let (order, recursion) = checker.order();
    checker.empty_repetitions(&order, &mut faults);
    if recursion.is_empty() {
        faults.extend(checker.too_deep(&order));
        faults.extend(checker.too_large_when_empty(&order));
    }
    faults.extend(recursion);
    faults
}

struct Checker<'a> {
    grammar: &'a Grammar,
    /// The first production of each name.
    defined: HashMap<&'a str, usize>,
    /// The references of each production, in file order.
    references: Vec<Vec<(&'a str, Span)>>,
}

impl<'a> Checker<'a> {
    fn new(grammar: &'a Grammar) -> Self {
        let mut defined = HashMap::new();
        for (index, production) in grammar.productions.iter().enumerate() {
            defined.entry(production.name.as_str()).or_insert(index);
        }
        let references = grammar
            .productions
            .iter()
            .map(|production| references(&production.body))
            .collect();
        Checker {
            grammar,
            defined,
            references,
        }
    }

    fn undefined(&self) -> Vec<Fault> {
        let mut uses: BTreeMap<&str, Vec<&Span>> = BTreeMap::new();
        for (name, span) in self.references.iter().flatten() {
            if !self.defined.contains_key(name) {
                uses.entry(name).or_default().push(span);
            }
        }
        let mut similar = Similar::new(&self.defined);
        let fault = |(name, uses): (&str, Vec<&Span>)| {
            let nearest = similar.to(name).map(str::to_owned);
            let kind = GrammarErrorKind::UndefinedRule {
                name: name.to_owned(),
                uses: uses.len(),
                nearest,
            };
            let further = uses.iter().skip(1).take(FURTHER_USES);
            further.fold(Fault::new(kind, uses[0].clone()), |fault, span| {
                fault.beside((*span).clone(), "it is also used here")
            })
        };
        uses.into_iter().map(fault).collect()
    }

    /// Returns the productions, each after those that it refers to, and a fault for each reference
    /// that closes a cycle.
    fn order(&self) -> (Vec<usize>, Vec<Fault>) {
        let mut search = Search {
            order: Vec::new(),
            faults: Vec::new(),
            path: Vec::new(),
            state: vec![State::Unseen; self.references.len()],
            reported: HashSet::new(),
        };
        for start in 0..self.references.len() {
            self.visit(start, &mut search);
        }
        (search.order, search.faults)
    }

    fn visit(&self, start: usize, search: &mut Search) {
        search.enter(start);
        while let Some((index, next)) = search.path.last_mut() {
            let (index, reference) = (*index, *next);
            *next += 1;
            let Some((name, span)) = self.references[index].get(reference) else {
                search.leave();
                continue;
            };
            match self
                .defined
                .get(name)
                .map(|&target| (target, search.state[target]))
            {
                Some((target, State::Unseen)) => search.enter(target),
                Some((target, State::OnPath(depth))) if search.reported.insert((index, target)) => {
                    search
                        .faults
                        .push(self.recursion(&search.path[depth..], span));
                }
                _ => {}
            }
        }
    }

    fn recursion(&self, path: &[(usize, usize)], closing: &Span) -> Fault {
        let name = |&(index, _): &(usize, usize)| self.grammar.productions[index].name.clone();
        let mut cycle: Vec<String> = path.iter().take(CYCLE_ENDS).map(name).collect();
        if path.len() > 2 * CYCLE_ENDS {
            cycle.push("…".to_owned());
        }
        let last = path.len().saturating_sub(CYCLE_ENDS).max(CYCLE_ENDS);
        cycle.extend(path.iter().skip(last).map(name));
        cycle.extend(path.first().map(name));
        Fault::new(GrammarErrorKind::Recursion { cycle }, closing.clone())
    }

    fn empty_repetitions(&self, order: &[usize], faults: &mut Vec<Fault>) {
        let mut can_be_empty = vec![false; self.references.len()];
        for &index in order {
            let body = &self.grammar.productions[index].body;
            can_be_empty[index] = self.can_be_empty(body, &can_be_empty, faults);
        }
    }

    /// Returns whether the expression derives the empty text, given the answers for productions
    /// it refers to. Adds a fault for each repetition of an expression that can be empty.
    fn can_be_empty(
        &self,
        expression: &Expression,
        known: &[bool],
        faults: &mut Vec<Fault>,
    ) -> bool {
        match &expression.kind {
            Kind::Literal { .. } | Kind::Range { .. } | Kind::Prose(_) | Kind::Unreadable => false,
            Kind::Reference { name, .. } => self
                .defined
                .get(name.as_str())
                .is_some_and(|&index| known[index]),
            Kind::Optional(body) => {
                self.can_be_empty(body, known, faults);
                true
            }
            Kind::Repetition { least, most, body } => {
                let empty = self.can_be_empty(body, known, faults);
                // A fixed number of rounds is a sequence, and `*1x` is `[x]`. Written out,
                // both are allowed.
                let plain = *most == Some(*least) || *most == Some(1);
                if empty && !plain {
                    let kind = GrammarErrorKind::EmptyRepetition;
                    faults.push(Fault::new(kind, expression.span.clone()));
                }
                empty || *least == 0
            }
            Kind::Sequence(members) => self.count_empty(members, known, faults) == members.len(),
            Kind::Alternation(members) => self.count_empty(members, known, faults) > 0,
        }
    }

    /// Returns the number of members that can be empty. It checks every member, because each can
    /// have faults.
    fn count_empty(
        &self,
        members: &[Expression],
        known: &[bool],
        faults: &mut Vec<Fault>,
    ) -> usize {
        members
            .iter()
            .filter(|member| self.can_be_empty(member, known, faults))
            .count()
    }
}

/// The sizes of expressions that [`Checker`] bounds.
impl Checker<'_> {
    /// Returns a fault for the first rule that has too many expressions inside each other.
    fn too_deep(&self, order: &[usize]) -> Option<Fault> {
        let mut depths = vec![0; self.references.len()];
        for &index in order {
            let production = &self.grammar.productions[index];
            depths[index] = self.depth(&production.body, &depths);
            if depths[index] > DEPTH {
                let (name, limit) = (production.name.clone(), DEPTH);
                let kind = GrammarErrorKind::TooDeep { name, limit };
                return Some(Fault::new(kind, production.name_span.clone()));
            }
        }
        None
    }

    /// Returns the number of expressions inside each other, given those of the rules that it
    /// refers to.
    fn depth(&self, expression: &Expression, known: &[usize]) -> usize {
        let below = if let Kind::Reference { name, .. } = &expression.kind {
            self.defined.get(name.as_str()).map(|&index| known[index])
        } else {
            let children = expression.children().iter();
            children.map(|child| self.depth(child, known)).max()
        };
        1 + below.unwrap_or(0)
    }

    /// Returns a fault for the first rule whose derivation of the empty text is too large.
    fn too_large_when_empty(&self, order: &[usize]) -> Option<Fault> {
        let mut sizes = vec![None; self.references.len()];
        for &index in order {
            let production = &self.grammar.productions[index];
            sizes[index] = self.size_when_empty(&production.body, &sizes);
            if sizes[index].is_some_and(|size| size > EMPTY_DERIVATION) {
                let (name, limit) = (production.name.clone(), EMPTY_DERIVATION);
                let kind = GrammarErrorKind::EmptyTooLarge { name, limit };
                return Some(Fault::new(kind, production.name_span.clone()));
            }
        }
        None
    }

    /// Returns the number of expressions in the largest derivation of the empty text, in which a
    /// repetition has its smallest number of rounds. Returns `None` if there is no derivation.
    fn size_when_empty(&self, expression: &Expression, known: &[Option<usize>]) -> Option<usize> {
        let size = |expression| self.size_when_empty(expression, known);
        let below = match &expression.kind {
            Kind::Literal { .. } | Kind::Range { .. } | Kind::Prose(_) | Kind::Unreadable => None,
            Kind::Reference { name, .. } => {
                let index = self.defined.get(name.as_str())?;
                known[*index]
            }
            Kind::Optional(body) => Some(size(body).unwrap_or(0)),
            Kind::Repetition { least, body, .. } => {
                let rounds = usize::try_from(*least).unwrap_or(usize::MAX);
                match size(body) {
                    Some(size) => Some(size.saturating_mul(rounds.max(1))),
                    None => (rounds == 0).then_some(0),
                }
            }
            Kind::Sequence(members) => members.iter().try_fold(0_usize, |sum, member| {
                Some(sum.saturating_add(size(member)?))
            }),
            Kind::Alternation(members) => members.iter().filter_map(size).max(),
        };
        below.map(|below| below.saturating_add(1))
    }
}

fn references(body: &Expression) -> Vec<(&str, Span)> {
    let mut references = Vec::new();
    body.walk(&mut |expression| {
        if let Kind::Reference { name, .. } = &expression.kind {
            references.push((name.as_str(), expression.span.clone()));
        }
    });
    references
}

/// A depth-first search along the references.
struct Search {
    /// The productions that the search has left.
    order: Vec<usize>,
    faults: Vec<Fault>,
    /// The productions on the path to the current one, each with the index of its next reference.
    path: Vec<(usize, usize)>,
    state: Vec<State>,
    /// The references whose cycle has been reported, as pairs of productions.
    reported: HashSet<(usize, usize)>,
}

#[derive(Clone, Copy)]
enum State {
    Unseen,
    /// With its position on the path.
    OnPath(usize),
    Done,
}

impl Search {
    fn enter(&mut self, index: usize) {
        if let State::Unseen = self.state[index] {
            self.state[index] = State::OnPath(self.path.len());
            self.path.push((index, 0));
        }
    }

    fn leave(&mut self) {
        if let Some((index, _)) = self.path.pop() {
            self.state[index] = State::Done;
            self.order.push(index);
        }
    }
}

/// The search for the name most similar to another.
struct Similar<'a> {
    /// In alphabetical order, so that the answer does not depend on hashing.
    names: Vec<&'a str>,
    /// The names by their spelling in lower case.
    folded: HashMap<String, &'a str>,
    comparisons: usize,
}

impl<'a> Similar<'a> {
    fn new(defined: &HashMap<&'a str, usize>) -> Self {
        let mut names: Vec<&str> = defined.keys().copied().collect();
        names.sort_unstable();
        let folded = names
            .iter()
            .rev()
            .map(|name| (name.to_ascii_lowercase(), *name))
            .collect();
        Similar {
            names,
            folded,
            comparisons: 0,
        }
    }

    /// Returns the most similar name; `None` if no name is similar or the limit is reached.
    fn to(&mut self, name: &str) -> Option<&'a str> {
        if let Some(same) = self.folded.get(&name.to_ascii_lowercase()) {
            return Some(same);
        }
        if name.len() > COMPARED_LENGTH || self.comparisons > COMPARISONS {
            return None;
        }
        self.comparisons += self.names.len();
        let allowed = name.len().div_ceil(3).min(name.len().saturating_sub(1));
        let near = self
            .names
            .iter()
            .filter(|other| other.len().abs_diff(name.len()) <= allowed);
        near.map(|other| (strsim::osa_distance(name, other), *other))
            .filter(|(distance, _)| *distance <= allowed)
            .min()
            .map(|(_, other)| other)
    }
}
