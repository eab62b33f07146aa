//! Productions that derive no text, because every derivation goes on without end: `b = "x" b`.
//!
//! An expression is productive if it derives a text: a terminal is, a sequence is if all its parts
//! are, an alternation if one of its members is, and a reference if its production is. The least
//! solution of these rules is the answer (Y. Bar-Hillel, M. Perles and E. Shamir, 1961). Each
//! expression waits for a number of those below it; the number reaches zero once, so the time is
//! linear (W. Dowling and J. Gallier, 1984). In
//!
//! ```text
//! a = "(" a ")" | c      waits for one of its two members
//! b = "x" b              waits for both parts, and the second waits for b
//! c = "y"                waits for nothing
//! ```
//!
//! `c` is productive at once, then the member `c` of `a`, then `a`. Nothing ends the waiting of `b`.
//!
//! Invariant: prose, text that cannot be read and names without a definition count as productive.
//! They may derive texts, so "no text" is said only of what is certain.

use std::collections::HashMap;

use crate::syntax::{Expression, Grammar, Kind, Span};

/// The most names of a chain that are shown before it closes. It bounds the time for each.
const SHOWN: usize = 8;

/// The productions that derive a text.
#[derive(Debug)]
pub(crate) struct Productive<'g> {
    grammar: &'g Grammar,
    by_name: HashMap<&'g str, usize>,
    /// Whether the production with each index derives a text.
    derives_text: Vec<bool>,
}

/// An expression that waits for those below it.
struct Waiting {
    /// The number of expressions below that have to be productive and are not yet known to be.
    missing: usize,
    above: Above,
}

/// What an expression belongs to.
#[derive(Clone, Copy)]
enum Above {
    Expression(usize),
    Production(usize),
}

#[derive(Default)]
struct Search {
    expressions: Vec<Waiting>,
    /// The references to each production.
    references: Vec<Vec<usize>>,
    /// The expressions that have become productive, each once.
    ready: Vec<usize>,
}

impl<'g> Productive<'g> {
    /// Finds the productions that derive a text.
    pub(crate) fn of(grammar: &'g Grammar) -> Self {
        let mut by_name = HashMap::new();
        for (index, production) in grammar.productions.iter().enumerate() {
            by_name.entry(production.name.as_str()).or_insert(index);
        }
        let mut search = Search {
            references: vec![Vec::new(); grammar.productions.len()],
            ..Search::default()
        };
        for (index, production) in grammar.productions.iter().enumerate() {
            search.add(&production.body, Above::Production(index), &by_name);
        }
        Self {
            derives_text: search.run(),
            grammar,
            by_name,
        }
    }

    /// Returns whether the production with this index derives a text.
    pub(crate) fn has_production(&self, index: usize) -> bool {
        self.derives_text[index]
    }

    /// Returns whether the expression derives a text.
    pub(crate) fn has(&self, expression: &Expression) -> bool {
        match &expression.kind {
            Kind::Alternation(members) => members.iter().any(|member| self.has(member)),
            Kind::Sequence(members) => members.iter().all(|member| self.has(member)),
            Kind::Repetition { least, body, .. } => *least == 0 || self.has(body),
            Kind::Reference { name, .. } => self.index(name).is_none_or(|it| self.derives_text[it]),
            Kind::Optional(_)
            | Kind::Literal { .. }
            | Kind::Range { .. }
            | Kind::Prose(_)
            | Kind::Unreadable => true,
        }
    }

    /// Returns the first reference that keeps an expression from deriving a text, and its
    /// production; `None` if the expression derives one.
    pub(crate) fn blocker(&self, expression: &Expression) -> Option<(usize, Span)> {
        match &expression.kind {
            Kind::Alternation(members) if !self.has(expression) => self.blocker(members.first()?),
            Kind::Sequence(members) => members.iter().find_map(|member| self.blocker(member)),
            Kind::Repetition { least, body, .. } if *least > 0 => self.blocker(body),
            Kind::Reference { name, .. } => {
                let index = self.index(name)?;
                let is_blocked = !self.derives_text[index];
                is_blocked.then(|| (index, expression.span.clone()))
            }
            _ => None,
        }
    }

    /// Returns the names of productions that derive no text, from the given one on: each needs the
    /// next, and the last repeats one before it. No terminal ends the chain, so it closes. `…` ends
    /// a long one.
    pub(crate) fn chain(&self, start: usize) -> Vec<String> {
        let mut chain = vec![start];
        let name = |&index: &usize| self.grammar.productions[index].name.clone();
        loop {
            let last = chain[chain.len() - 1];
            let Some((next, _)) = self.blocker(&self.grammar.productions[last].body) else {
                return chain.iter().map(name).collect();
            };
            let is_closed = chain.contains(&next);
            if !is_closed && chain.len() == SHOWN {
                let names = chain.iter().map(name);
                return names.chain(["…".to_owned()]).collect();
            }
            chain.push(next);
            if is_closed {
                return chain.iter().map(name).collect();
            }
        }
    }

    /// Visits the largest parts of an expression that derive no text, each with the expression
    /// directly around it. The expression itself derives one.
    pub(crate) fn dead_parts<'e>(
        &self,
        expression: &'e Expression,
        visit: &mut impl FnMut(&'e Expression, &'e Expression),
    ) {
        for child in expression.children() {
            if self.has(child) {
                self.dead_parts(child, visit);
            } else {
                visit(child, expression);
            }
        }
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }
}

impl Search {
    /// Adds an expression and those below it that it waits for.
    fn add(&mut self, expression: &Expression, above: Above, by_name: &HashMap<&str, usize>) {
        let (missing, below) = match &expression.kind {
            Kind::Alternation(members) => (1, members.as_slice()),
            Kind::Sequence(members) => (members.len(), members.as_slice()),
            Kind::Repetition { least, body, .. } if *least > 0 => {
                (1, std::slice::from_ref(body.as_ref()))
            }
            Kind::Reference { name, .. } if by_name.contains_key(name.as_str()) => {
                (1, [].as_slice())
            }
            _ => (0, [].as_slice()),
        };
        let index = self.expressions.len();
        self.expressions.push(Waiting { missing, above });
        if let Kind::Reference { name, .. } = &expression.kind
            && let Some(&production) = by_name.get(name.as_str())
        {
            self.references[production].push(index);
        }
        if missing == 0 {
            self.ready.push(index);
        }
        for child in below {
            self.add(child, Above::Expression(index), by_name);
        }
    }

    fn run(mut self) -> Vec<bool> {
        let mut is_productive = vec![false; self.references.len()];
        while let Some(index) = self.ready.pop() {
            match self.expressions[index].above {
                Above::Expression(above) => self.arrived(above),
                Above::Production(production) => {
                    is_productive[production] = true;
                    for reference in std::mem::take(&mut self.references[production]) {
                        self.arrived(reference);
                    }
                }
            }
        }
        is_productive
    }

    /// Notes that an expression waits for one less. Further members of an alternation change
    /// nothing.
    fn arrived(&mut self, index: usize) {
        let missing = &mut self.expressions[index].missing;
        if *missing > 0 {
            *missing -= 1;
            if *missing == 0 {
                self.ready.push(index);
            }
        }
    }
}
