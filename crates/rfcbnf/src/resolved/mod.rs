//! The resolved form of a grammar: names replaced by ids, properties computed once.
//!
//! ```
//! use rfcbnf::resolved::ResolvedGrammar;
//!
//! let grammar = rfcbnf::read("sign = [ \"+\" | \"-\" ]\n")?;
//! let resolved = ResolvedGrammar::new(&grammar);
//! let sign = resolved.production(resolved.find("sign").unwrap());
//! assert!(resolved.properties(sign.body()).is_nullable());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The syntax tree follows the file. [`ResolvedGrammar`] adds the facts that several consumers
//! need: the production that a reference names, and for each expression whether it derives the
//! empty text, its FIRST set and its lengths. A consumer that needs more keeps a table of its own,
//! indexed by [`ExpressionId::index`].
//!
//! Invariants:
//! - [`ExpressionId`]s ascend from the parts to the whole: an expression comes after the
//!   expressions below it, and after the bodies of the productions that it refers to. Only
//!   references marked as recursive point forward, so a walk that stops at them terminates.
//! - Construction takes time linear in the size of the grammar and does not recurse along
//!   references. It recurses along an expression, whose depth the reader limits. Only grammars
//!   with recursion need further passes, until no property changes.
//! - This module decides nothing about matching. [`Case`] is stored as written; a consumer
//!   carries the case of the surroundings and combines the two with [`Case::within`].

mod properties;

pub use properties::{FirstSet, Properties};

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use crate::octets::OctetSet;
use crate::syntax::{Case, Encoding, Expression, Grammar, Kind, Production, Quantifier, Span};

/// A grammar with its references resolved and the properties of its expressions.
///
/// ```
/// use rfcbnf::resolved::ResolvedGrammar;
///
/// let grammar = rfcbnf::read("port = \":\" 1*digit\ndigit = \"0\" | \"1\"\n")?;
/// let resolved = ResolvedGrammar::new(&grammar);
/// let port = resolved.find("port").unwrap();
/// let properties = resolved.properties(resolved.production(port).body());
/// assert!(!properties.is_nullable());
/// assert_eq!(properties.shortest(), Some(2));
/// assert_eq!(properties.longest(), None);
/// assert!(properties.first().exact().contains(b':'));
/// # Ok::<(), rfcbnf::GrammarErrors>(())
/// ```
#[derive(Debug)]
pub struct ResolvedGrammar<'g> {
    grammar: &'g Grammar,
    expressions: Vec<ResolvedExpression<'g>>,
    /// In file order.
    productions: Vec<ResolvedProduction<'g>>,
    users_last: Vec<ProductionId>,
    by_name: HashMap<&'g str, ProductionId>,
    /// The names of the productions, shared by all trees.
    names: OnceLock<Arc<[String]>>,
}

/// A production of a [`ResolvedGrammar`], numbered in file order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProductionId(usize);

/// An expression of a [`ResolvedGrammar`], numbered from the parts to the whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExpressionId(usize);

/// A production and the id of its body.
#[derive(Debug, Clone, Copy)]
pub struct ResolvedProduction<'g> {
    source: &'g Production,
    body: ExpressionId,
}

/// An expression, the part of the grammar that it comes from, and its properties.
#[derive(Debug, Clone)]
pub struct ResolvedExpression<'g> {
    kind: ResolvedKind<'g>,
    source: &'g Expression,
    production: ProductionId,
    properties: Properties,
}

/// The forms of a resolved expression. They correspond to those of
/// [`syntax::Kind`](crate::syntax::Kind).
#[derive(Debug, Clone)]
pub enum ResolvedKind<'g> {
    /// `a | b`, in priority order.
    Alternation(Vec<ExpressionId>),
    /// `a b`.
    Sequence(Vec<ExpressionId>),
    /// `[ a ]`, present before absent.
    Optional(ExpressionId),
    /// `n*m a`.
    Repetition {
        /// The smallest number of rounds.
        least: u32,
        /// The largest number of rounds; `None` if there is no limit.
        most: Option<u32>,
        /// The repeated expression.
        body: ExpressionId,
    },
    /// `"text"`.
    Literal {
        /// The octets of the text between the quotation marks.
        octets: Cow<'g, [u8]>,
        /// How its letters compare if the surroundings do not ignore case.
        case: Case,
    },
    /// `%x41-5A`: one character. Each member is a sequence of octets, one from each set. No text is
    /// in two of them, and none begins another. If the surroundings ignore case, the letters of the
    /// sets match in either case.
    Range(Vec<Vec<OctetSet>>),
    /// The name of a production that the grammar defines.
    Reference {
        /// The production.
        production: ProductionId,
        /// How the letters in it compare if the surroundings do not ignore case.
        case: Case,
        /// How often the repetitions in the production match.
        quantifier: Quantifier,
        /// Whether this reference closes a cycle of productions. Without the references marked
        /// so, no production is recursive.
        is_recursive: bool,
    },
    /// A name that the grammar does not define. It derives no text.
    Undefined(&'g str),
    /// Prose, or text that cannot be read. It derives no text.
    Unknown,
}

impl<'g> ResolvedGrammar<'g> {
    /// Resolves the names and computes the properties of every expression.
    #[must_use]
    pub fn new(grammar: &'g Grammar) -> Self {
        let users_last = grammar.users_last_by_index();
        let (lowering, bodies) = Lowering::of(grammar, &users_last);
        let productions = grammar.productions.iter().zip(bodies);
        let mut resolved = Self {
            grammar,
            expressions: lowering.expressions,
            productions: productions
                .map(|(source, body)| ResolvedProduction { source, body })
                .collect(),
            users_last: users_last.into_iter().map(ProductionId).collect(),
            by_name: lowering.by_name,
            names: OnceLock::new(),
        };
        while resolved.compute_properties() && lowering.has_recursion {}
        resolved
    }

    /// Computes every property from those before it. Returns whether any changed.
    fn compute_properties(&mut self) -> bool {
        let mut has_changed = false;
        for index in 0..self.expressions.len() {
            let properties = Properties::of(self, &self.expressions[index].kind);
            let known = &mut self.expressions[index].properties;
            has_changed |= *known != properties;
            *known = properties;
        }
        has_changed
    }

    /// Returns the grammar that was resolved.
    #[must_use]
    pub fn grammar(&self) -> &'g Grammar {
        self.grammar
    }

    /// Returns the production of that name, the first if there are several.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<ProductionId> {
        self.by_name.get(name).copied()
    }

    /// Returns a production.
    #[must_use]
    pub fn production(&self, production: ProductionId) -> &ResolvedProduction<'g> {
        &self.productions[production.0]
    }

    /// Returns the productions in file order; a [`ProductionId`] is an index into it.
    #[must_use]
    pub fn productions(&self) -> &[ResolvedProduction<'g>] {
        &self.productions
    }

    /// Returns the ids of the productions in file order.
    pub(crate) fn ids(&self) -> impl Iterator<Item = ProductionId> + use<> {
        (0..self.productions.len()).map(ProductionId)
    }

    /// Returns the names of the productions in file order.
    pub(crate) fn names(&self) -> Arc<[String]> {
        let names = self.names.get_or_init(|| {
            let productions = self.productions.iter();
            productions
                .map(|production| production.name().to_owned())
                .collect()
        });
        Arc::clone(names)
    }

    /// Returns an expression.
    #[must_use]
    pub fn expression(&self, expression: ExpressionId) -> &ResolvedExpression<'g> {
        &self.expressions[expression.0]
    }

    /// Returns the expressions, from the parts to the whole; an [`ExpressionId`] is an index
    /// into it.
    #[must_use]
    pub fn expressions(&self) -> &[ResolvedExpression<'g>] {
        &self.expressions
    }

    /// Returns the form of an expression.
    #[must_use]
    pub fn kind(&self, expression: ExpressionId) -> &ResolvedKind<'g> {
        &self.expressions[expression.0].kind
    }

    /// Returns the properties of an expression.
    #[must_use]
    pub fn properties(&self, expression: ExpressionId) -> &Properties {
        &self.expressions[expression.0].properties
    }

    /// Returns the productions, each after those that it uses. A recursive production
    /// comes after as many of them as possible.
    #[must_use]
    pub fn users_last(&self) -> &[ProductionId] {
        &self.users_last
    }

    /// Returns the production and all that it uses, directly or through others, in the order of
    /// [`Self::users_last`]. The production itself is the last one.
    #[must_use]
    pub fn reachable_from(&self, start: ProductionId) -> Vec<ProductionId> {
        let mut is_reached = vec![false; self.productions.len()];
        let mut waiting = vec![start];
        while let Some(production) = waiting.pop() {
            if !std::mem::replace(&mut is_reached[production.0], true) {
                self.visit(self.production(production).body, &mut |expression| {
                    if let ResolvedKind::Reference { production, .. } = self.kind(expression) {
                        waiting.push(*production);
                    }
                });
            }
        }
        let mut reachable = self.users_last.clone();
        reachable.retain(|production| is_reached[production.0]);
        reachable
    }

    /// Returns the octets of the terminals of a production and of those that it uses.
    pub(crate) fn octets(&self, start: ProductionId) -> OctetSet {
        let reached = self.reachable_from(start).into_iter();
        let sets = reached.map(|one| self.own_octets(self.production(one).body));
        sets.fold(OctetSet::EMPTY, |all, set| all | set)
    }

    /// Returns the octets of the terminals in an expression.
    pub(crate) fn own_octets(&self, expression: ExpressionId) -> OctetSet {
        let mut octets = OctetSet::EMPTY;
        self.visit(expression, &mut |part| match self.kind(part) {
            ResolvedKind::Literal { octets: all, case } => {
                for &octet in &**all {
                    octets |= OctetSet::single(octet).compared(*case);
                }
            }
            ResolvedKind::Range(sequences) => {
                for &set in sequences.iter().flatten() {
                    octets |= set;
                }
            }
            _ => {}
        });
        octets
    }

    /// Visits an expression and all expressions below it, each before its children. Does not
    /// follow references.
    pub fn visit(&self, expression: ExpressionId, visit: &mut impl FnMut(ExpressionId)) {
        visit(expression);
        for &child in self.kind(expression).children() {
            self.visit(child, visit);
        }
    }
}

/// The engine numbers the productions of a grammar in the same order.
impl From<rfcbnf_engine::ProductionId> for ProductionId {
    fn from(production: rfcbnf_engine::ProductionId) -> Self {
        Self(production.index())
    }
}

/// A grammar has at most as many productions as the engine has ids.
impl From<ProductionId> for rfcbnf_engine::ProductionId {
    fn from(production: ProductionId) -> Self {
        Self::new(u16::try_from(production.0).unwrap_or(u16::MAX))
    }
}

impl ProductionId {
    /// Returns the index of the production in [`Grammar::productions`].
    #[must_use]
    pub fn index(self) -> usize {
        self.0
    }
}

impl ExpressionId {
    /// Returns the index of the expression in [`ResolvedGrammar::expressions`], for tables.
    #[must_use]
    pub fn index(self) -> usize {
        self.0
    }
}

impl<'g> ResolvedProduction<'g> {
    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &'g str {
        &self.source.name
    }

    /// Returns the expression that the production derives.
    #[must_use]
    pub fn body(&self) -> ExpressionId {
        self.body
    }

    /// Returns the production in the syntax tree.
    #[must_use]
    pub fn source(&self) -> &'g Production {
        self.source
    }
}

impl<'g> ResolvedExpression<'g> {
    /// Returns the form of the expression.
    #[must_use]
    pub fn kind(&self) -> &ResolvedKind<'g> {
        &self.kind
    }

    /// Returns the properties of the expression.
    #[must_use]
    pub fn properties(&self) -> &Properties {
        &self.properties
    }

    /// Returns the production whose body contains the expression.
    #[must_use]
    pub fn production(&self) -> ProductionId {
        self.production
    }

    /// Returns the expression in the syntax tree.
    #[must_use]
    pub fn source(&self) -> &'g Expression {
        self.source
    }

    /// Returns the position of the expression in the grammar file, in byte offsets.
    #[must_use]
    pub fn span(&self) -> &'g Span {
        &self.source.span
    }
}

impl ResolvedKind<'_> {
    /// Returns the expressions directly below, in priority order.
    #[must_use]
    pub fn children(&self) -> &[ExpressionId] {
        match self {
            Self::Alternation(members) | Self::Sequence(members) => members,
            Self::Optional(body) | Self::Repetition { body, .. } => std::slice::from_ref(body),
            Self::Literal { .. }
            | Self::Range(_)
            | Self::Reference { .. }
            | Self::Undefined(_)
            | Self::Unknown => &[],
        }
    }

    /// Returns the octets that the expression derives alone, if it is a terminal that derives
    /// nothing else. `surroundings` says how those compare letters.
    #[must_use]
    pub fn octet(&self, surroundings: Case) -> Option<OctetSet> {
        let (set, case) = match self {
            Self::Literal { octets, case } => {
                let &[octet] = octets.as_ref() else {
                    return None;
                };
                (OctetSet::single(octet), case.within(surroundings))
            }
            Self::Range(sequences) => {
                let mut set = OctetSet::EMPTY;
                for sequence in sequences {
                    let &[octets] = sequence.as_slice() else {
                        return None;
                    };
                    set |= octets;
                }
                (set, surroundings)
            }
            _ => return None,
        };
        Some(set.compared(case))
    }
}

/// The expressions entered so far.
struct Lowering<'g> {
    encoding: Encoding,
    by_name: HashMap<&'g str, ProductionId>,
    /// The position of each production in the order that puts users last.
    position: Vec<usize>,
    expressions: Vec<ResolvedExpression<'g>>,
    has_recursion: bool,
}

impl<'g> Lowering<'g> {
    /// Enters all productions in an order that puts users last. Returns the body of each
    /// production as well, in file order.
    fn of(grammar: &'g Grammar, users_last: &[usize]) -> (Self, Vec<ExpressionId>) {
        let mut lowering = Self {
            encoding: grammar.encoding,
            by_name: HashMap::new(),
            position: vec![0; grammar.productions.len()],
            expressions: Vec::new(),
            has_recursion: false,
        };
        for (index, production) in grammar.productions.iter().enumerate() {
            let id = ProductionId(index);
            lowering.by_name.entry(&production.name).or_insert(id);
        }
        for (position, &index) in users_last.iter().enumerate() {
            lowering.position[index] = position;
        }
        let mut bodies = vec![ExpressionId(0); grammar.productions.len()];
        for &index in users_last {
            let body = &grammar.productions[index].body;
            bodies[index] = lowering.enter(body, ProductionId(index));
        }
        (lowering, bodies)
    }

    /// Adds an expression after those below it. Recurses as deep as brackets are nested.
    fn enter(&mut self, source: &'g Expression, production: ProductionId) -> ExpressionId {
        let kind = match &source.kind {
            Kind::Alternation(members) => {
                ResolvedKind::Alternation(self.enter_all(members, production))
            }
            Kind::Sequence(members) => ResolvedKind::Sequence(self.enter_all(members, production)),
            Kind::Optional(body) => ResolvedKind::Optional(self.enter(body, production)),
            Kind::Repetition { least, most, body } => ResolvedKind::Repetition {
                least: *least,
                most: *most,
                body: self.enter(body, production),
            },
            Kind::Literal { text, case, .. } => ResolvedKind::Literal {
                octets: self.encoding.octets(text),
                case: *case,
            },
            Kind::Range { first, last } => {
                let sequences = self.encoding.sequences(*first, *last).into_iter();
                let sets = |ranges: Vec<_>| ranges.into_iter().map(OctetSet::from).collect();
                ResolvedKind::Range(sequences.map(sets).collect())
            }
            Kind::Reference {
                name,
                case,
                quantifier,
            } => match self.by_name.get(name.as_str()) {
                Some(&target) => {
                    let is_recursive = self.position[target.0] >= self.position[production.0];
                    self.has_recursion |= is_recursive;
                    ResolvedKind::Reference {
                        production: target,
                        case: *case,
                        quantifier: *quantifier,
                        is_recursive,
                    }
                }
                None => ResolvedKind::Undefined(name),
            },
            Kind::Prose(_) | Kind::Unreadable => ResolvedKind::Unknown,
        };
        self.expressions.push(ResolvedExpression {
            kind,
            source,
            production,
            properties: Properties::NO_TEXT,
        });
        ExpressionId(self.expressions.len() - 1)
    }

    fn enter_all(
        &mut self,
        members: &'g [Expression],
        production: ProductionId,
    ) -> Vec<ExpressionId> {
        let members = members.iter();
        members
            .map(|member| self.enter(member, production))
            .collect()
    }
}
