//! The texts of a grammar to a depth.
//!
//! A derivation is *deep* where productions that lead to each other are inside of each other with text
//! on both sides: `pair = "(" [ pair ] ")"`. It is not deep along left or right recursion, so `1+2+…+100`
//! is as deep as `1+2`. This is the stack of a left-corner parser (S. Abney and M. Johnson: Memory
//! Requirements and Local Ambiguities of Parsing Strategies, 1991). The texts with a derivation to some
//! depth are a regular language, and the union of these languages is that of the grammar.
//!
//! ```text
//! pair = "(" [ pair ] ")"            to depth 1:
//!
//! pair             = "(" [ pair (depth 0) ] ")"
//! pair (depth 0)   = "(" ")"
//! ```
//!
//! A production that recurses in the middle gets a copy for each depth. A reference in the middle of
//! its alternative leads to the copies of the next smaller depth, one at an end to copies of the same.
//! Where productions lead to each other at both ends, there are copies for chains at the left end and
//! for chains at the right end, and a chain that turns from right to left is one deeper.
//!
//! Invariant: in the grammar that is made, productions that lead to each other do so at one end, so each
//! has an automaton unless it has another obstacle.

use std::collections::HashMap;

use crate::obstacles::{Chains, Ends, Link, Productive, visit_ends};
use crate::syntax::{Case, Expression, Grammar, Kind, LiteralForm, Production};

/// The name of a production without texts.
const NOTHING: &str = "(no text)";

/// The greatest number of productions of a grammar to a depth.
pub(crate) const PRODUCTIONS: usize = 20_000;

/// The greatest number of expressions in their bodies.
const EXPRESSIONS: usize = 200_000;

/// Returns the name of the production that a production of a grammar to a depth is a copy of.
pub(crate) fn original(name: &str) -> &str {
    name.split_once(" (depth ").map_or(name, |(name, _)| name)
}

impl Grammar {
    /// Returns the grammar of the texts that have a derivation to the depth. Its productions have the
    /// names of this grammar's; after them are copies for smaller depths. Productions that recurse
    /// nowhere, or at one end only, are the same.
    ///
    /// Returns `None` if there would be more than 20,000 productions, or more than 200,000 expressions in them.
    ///
    /// ```
    /// use rfcbnf::automaton::Automaton;
    ///
    /// let grammar = rfcbnf::read("pair = \"(\" [ pair ] \")\"\n")?;
    /// let pair = Automaton::new(&grammar.to_depth(1).unwrap(), "pair")?;
    /// assert!(pair.accepts(b"()") && pair.accepts(b"(())") && !pair.accepts(b"((()))"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_depth(&self, depth: u32) -> Option<Self> {
        let mut copies = Copies {
            grammar: self,
            chains: Chains::of(self),
            depth,
            numbers: HashMap::new(),
            all: Vec::new(),
        };
        for production in 0..self.productions.len() {
            copies.number(Copy::of(production, depth));
        }
        let mut productions = Vec::new();
        let mut left = EXPRESSIONS;
        while let Some(&copy) = copies.all.get(productions.len()) {
            if copies.all.len() > PRODUCTIONS {
                return None;
            }
            let production = copies.production(copy);
            let mut expressions = 0;
            production.body.walk(&mut |_| expressions += 1);
            left = left.checked_sub(expressions)?;
            productions.push(production);
        }
        if let Some(first) = self.productions.first() {
            productions.push(nothing(first));
        }
        let whole = self.with_productions(productions);
        Some(whole.with_texts(self.productions.len()))
    }
}

impl Grammar {
    /// Returns the grammar without the parts that derive no text, and without the productions that derive
    /// none. The first ones stay.
    pub(crate) fn with_texts(&self, first: usize) -> Self {
        let productive = Productive::of(self);
        let mut productions = Vec::new();
        let mut has_all = true;
        for (index, production) in self.productions.iter().enumerate() {
            let body = pruned(&production.body, &productive);
            let body = body.or_else(|| {
                has_all &= index >= first;
                let is_kept = index < first || (production.name == NOTHING && !has_all);
                is_kept.then(|| production.body.clone())
            });
            productions.extend(body.map(|body| Production {
                body,
                ..production.clone()
            }));
        }
        self.with_productions(productions)
    }
}

/// A production to a depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Copy {
    production: usize,
    depth: u32,
    /// Whether it is in a chain at the right end, of productions that also lead to each other at the left
    /// end.
    is_right: bool,
}

impl Copy {
    fn of(production: usize, depth: u32) -> Self {
        Self {
            production,
            depth,
            is_right: false,
        }
    }
}

struct Copies<'g> {
    grammar: &'g Grammar,
    chains: Chains<'g>,
    depth: u32,
    numbers: HashMap<Copy, usize>,
    all: Vec<Copy>,
}

impl Copies<'_> {
    fn number(&mut self, copy: Copy) {
        if !self.numbers.contains_key(&copy) {
            self.numbers.insert(copy, self.all.len());
            self.all.push(copy);
        }
    }

    fn name(&self, copy: Copy) -> String {
        let name = &self.grammar.productions[copy.production].name;
        match copy {
            Copy { is_right: true, .. } => format!("{name} (depth {}, right)", copy.depth),
            _ if copy.depth < self.depth => format!("{name} (depth {})", copy.depth),
            _ => name.clone(),
        }
    }

    /// Returns a copy, and numbers those that it refers to.
    fn production(&mut self, copy: Copy) -> Production {
        let production = &self.grammar.productions[copy.production];
        let mut names = Vec::new();
        visit_ends(&production.body, &mut |name, at| {
            names.push(match self.chains.find(name) {
                Some(to) => self.target(copy, to, at).map_or_else(
                    || NOTHING.to_owned(),
                    |target| {
                        self.number(target);
                        self.name(target)
                    },
                ),
                None => name.to_owned(),
            });
        });
        let mut names = names.into_iter();
        Production {
            name: self.name(copy),
            body: renamed(&production.body, &mut names),
            ..production.clone()
        }
    }

    /// Returns the copy that a reference at these ends leads to; `None` if that would be too deep.
    fn target(&self, from: Copy, to: usize, at: Ends) -> Option<Copy> {
        let deeper = || Some(Copy::of(to, from.depth.checked_sub(1)?));
        let along = |is_right| Copy {
            production: to,
            is_right,
            ..from
        };
        match self.chains.link(from.production, to, at) {
            Link::Outside => Some(Copy::of(to, self.depth)),
            Link::Deeper => deeper(),
            Link::Left if from.is_right => deeper(),
            Link::Beside | Link::Left => Some(along(false)),
            Link::Along => Some(along(from.is_right)),
            Link::Right => Some(along(true)),
        }
    }
}

/// Returns a production without texts. It has the span and the place of `place`.
fn nothing(place: &Production) -> Production {
    let kind = Kind::reference(NOTHING.to_owned());
    Production {
        name: NOTHING.to_owned(),
        body: Expression {
            kind,
            span: place.body.span.clone(),
        },
        additions: Vec::new(),
        comments: Vec::new(),
        excluded: Vec::new(),
        readings: Vec::new(),
        ..place.clone()
    }
}

/// Returns the expression with other names for its references, in their order.
pub(crate) fn renamed(
    expression: &Expression,
    names: &mut impl Iterator<Item = String>,
) -> Expression {
    let mut all = |members: &[Expression]| -> Vec<Expression> {
        members.iter().map(|one| renamed(one, names)).collect()
    };
    let kind = match &expression.kind {
        Kind::Alternation(members) => Kind::Alternation(all(members)),
        Kind::Sequence(members) => Kind::Sequence(all(members)),
        Kind::Optional(body) => Kind::Optional(renamed(body, names).into()),
        &Kind::Repetition {
            least,
            most,
            ref body,
        } => Kind::Repetition {
            least,
            most,
            body: renamed(body, names).into(),
        },
        &Kind::Reference {
            ref name,
            case,
            quantifier,
        } => Kind::Reference {
            name: names.next().unwrap_or_else(|| name.clone()),
            case,
            quantifier,
        },
        other => other.clone(),
    };
    Expression {
        kind,
        span: expression.span.clone(),
    }
}

/// Returns the expression without the parts that derive no text; `None` if it derives none.
fn pruned(expression: &Expression, productive: &Productive<'_>) -> Option<Expression> {
    let kind = match &expression.kind {
        Kind::Alternation(members) => {
            let members = members.iter().filter_map(|one| pruned(one, productive));
            let mut members: Vec<Expression> = members.collect();
            if members.len() < 2 {
                return members.pop();
            }
            Kind::Alternation(members)
        }
        Kind::Sequence(members) => {
            let members = members.iter().map(|one| pruned(one, productive));
            Kind::Sequence(members.collect::<Option<_>>()?)
        }
        Kind::Optional(body) => match pruned(body, productive) {
            Some(body) => Kind::Optional(body.into()),
            None => empty(),
        },
        &Kind::Repetition {
            least,
            most,
            ref body,
        } => match pruned(body, productive) {
            Some(body) => Kind::Repetition {
                least,
                most,
                body: body.into(),
            },
            None if least == 0 => empty(),
            None => return None,
        },
        _ if !productive.has(expression) => return None,
        other => other.clone(),
    };
    Some(Expression {
        kind,
        span: expression.span.clone(),
    })
}

fn empty() -> Kind {
    Kind::Literal {
        text: String::new(),
        case: Case::Exact,
        form: LiteralForm::Quoted,
    }
}
