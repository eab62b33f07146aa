//! The productions below one production as tables, what is used before what uses it.

use std::collections::{HashMap, HashSet};

use super::DerivationsError;
use crate::syntax::{Case, Expression, Grammar, Kind, Quantifier};

/// An expression by its place in the table.
pub(super) type ExpressionId = usize;

/// A production by its place in the table.
pub(super) type ProductionId = usize;

/// The tables.
#[derive(Debug)]
pub(super) struct Expressions {
    forms: Vec<Form>,
    openings: Vec<Opening>,
    productions: Vec<Production>,
    /// The reference that stands for the whole text.
    pub(super) start: ExpressionId,
}

/// A production that is used.
#[derive(Debug)]
pub(super) struct Production {
    pub(super) name: String,
    pub(super) body: ExpressionId,
    /// Whether trees show it where it is not the root.
    pub(super) is_shown: bool,
    /// No word of it begins with one of these, letters in any case.
    pub(super) excluded: Vec<Vec<u8>>,
}

/// An expression.
#[derive(Debug)]
pub(super) enum Form {
    Alternation(Vec<ExpressionId>),
    Sequence(Vec<ExpressionId>),
    Optional(ExpressionId),
    Repetition {
        least: u32,
        most: Option<u32>,
        body: ExpressionId,
    },
    Literal {
        octets: Vec<u8>,
        case: Case,
    },
    Reference {
        production: ProductionId,
        case: Case,
        quantifier: Quantifier,
    },
}

/// How the words of an expression can begin.
#[derive(Debug, Clone)]
struct Opening {
    can_be_empty: bool,
    exact: Octets,
    ignoring_case: Octets,
}

/// A set of octets, at least as large as it has to be.
#[derive(Debug, Clone, Copy, Default)]
struct Octets([u64; 4]);

impl Octets {
    fn insert(&mut self, octet: u8) {
        self.0[usize::from(octet >> 6)] |= 1 << (octet & 63);
    }

    fn contains(self, octet: u8) -> bool {
        self.0[usize::from(octet >> 6)] & (1 << (octet & 63)) != 0
    }

    fn extend(&mut self, other: Self) {
        for (own, other) in self.0.iter_mut().zip(other.0) {
            *own |= other;
        }
    }
}

impl Opening {
    const EMPTY: Self = Self {
        can_be_empty: true,
        exact: Octets([0; 4]),
        ignoring_case: Octets([0; 4]),
    };

    fn extend(&mut self, other: &Self) {
        self.exact.extend(other.exact);
        self.ignoring_case.extend(other.ignoring_case);
    }
}

impl Expressions {
    /// The production and all that it uses, some of which trees leave out.
    pub(super) fn of(
        grammar: &Grammar,
        start: &str,
        leaves_out: impl Fn(&str) -> bool,
    ) -> Result<Self, DerivationsError> {
        let used = used(grammar, start)?;
        let mut tables = Self {
            forms: Vec::new(),
            openings: Vec::new(),
            productions: Vec::new(),
            start: 0,
        };
        let mut known = HashMap::new();
        for production in grammar.users_last() {
            if !used.contains(production.name.as_str()) {
                continue;
            }
            let body = tables.enter(&production.body, &known)?;
            known.insert(production.name.as_str(), tables.productions.len());
            let octets = |text: &String| text.clone().into_bytes();
            tables.productions.push(Production {
                name: production.name.clone(),
                body,
                is_shown: !leaves_out(&production.name),
                excluded: production.excluded.iter().map(octets).collect(),
            });
        }
        tables.start = tables.push(Form::Reference {
            production: known[start],
            case: Case::Exact,
            quantifier: Quantifier::Greedy,
        });
        Ok(tables)
    }

    pub(super) fn form(&self, expression: ExpressionId) -> &Form {
        &self.forms[expression]
    }

    pub(super) fn production(&self, production: ProductionId) -> &Production {
        &self.productions[production]
    }

    pub(super) fn names(&self) -> Vec<String> {
        let names = self.productions.iter();
        names.map(|production| production.name.clone()).collect()
    }

    /// Whether a word of the expression can begin where this octet stands, or where the text
    /// ends. May say yes where it cannot.
    pub(super) fn may_open(&self, expression: ExpressionId, case: Case, octet: Option<u8>) -> bool {
        let opening = &self.openings[expression];
        let octets = match case {
            Case::Exact => opening.exact,
            Case::Ignored => opening.ignoring_case,
        };
        opening.can_be_empty || octet.is_some_and(|octet| octets.contains(octet))
    }

    /// Puts the expression in. Recurses as deep as brackets are nested in the grammar.
    fn enter(
        &mut self,
        expression: &Expression,
        known: &HashMap<&str, ProductionId>,
    ) -> Result<ExpressionId, DerivationsError> {
        let form = match &expression.kind {
            Kind::Alternation(members) => Form::Alternation(self.enter_all(members, known)?),
            Kind::Sequence(members) => Form::Sequence(self.enter_all(members, known)?),
            Kind::Optional(body) => Form::Optional(self.enter(body, known)?),
            Kind::Repetition { least, most, body } => Form::Repetition {
                least: *least,
                most: *most,
                body: self.enter(body, known)?,
            },
            Kind::Literal { text, case, .. } => Form::Literal {
                octets: text.clone().into_bytes(),
                case: *case,
            },
            Kind::Reference {
                name,
                case,
                quantifier,
            } => Form::Reference {
                production: *known
                    .get(name.as_str())
                    .ok_or_else(|| DerivationsError::Recursive(name.clone()))?,
                case: *case,
                quantifier: *quantifier,
            },
        };
        Ok(self.push(form))
    }

    fn enter_all(
        &mut self,
        members: &[Expression],
        known: &HashMap<&str, ProductionId>,
    ) -> Result<Vec<ExpressionId>, DerivationsError> {
        let members = members.iter();
        members.map(|member| self.enter(member, known)).collect()
    }

    fn push(&mut self, form: Form) -> ExpressionId {
        self.openings.push(self.opening(&form));
        self.forms.push(form);
        self.forms.len() - 1
    }

    fn opening(&self, form: &Form) -> Opening {
        let mut opening = Opening::EMPTY;
        match form {
            Form::Alternation(members) => {
                opening.can_be_empty = false;
                for &member in members {
                    opening.can_be_empty |= self.openings[member].can_be_empty;
                    opening.extend(&self.openings[member]);
                }
            }
            Form::Sequence(members) => {
                for &member in members {
                    opening.extend(&self.openings[member]);
                    if !self.openings[member].can_be_empty {
                        opening.can_be_empty = false;
                        break;
                    }
                }
            }
            Form::Optional(body) => opening.extend(&self.openings[*body]),
            Form::Repetition { least, body, .. } => {
                opening.extend(&self.openings[*body]);
                opening.can_be_empty = *least == 0 || self.openings[*body].can_be_empty;
            }
            Form::Literal { octets, case } => {
                if let Some(&first) = octets.first() {
                    opening.can_be_empty = false;
                    opening.ignoring_case.insert(first.to_ascii_lowercase());
                    opening.ignoring_case.insert(first.to_ascii_uppercase());
                    opening.exact.insert(first);
                }
                if *case == Case::Ignored {
                    opening.exact = opening.ignoring_case;
                }
            }
            Form::Reference {
                production, case, ..
            } => {
                opening = self.openings[self.productions[*production].body].clone();
                if *case == Case::Ignored {
                    opening.exact = opening.ignoring_case;
                }
            }
        }
        opening
    }
}

/// The names of the production and of all that it uses.
fn used<'g>(grammar: &'g Grammar, start: &str) -> Result<HashSet<&'g str>, DerivationsError> {
    let productions = grammar.productions.iter();
    let by_name: HashMap<&str, _> = productions
        .map(|production| (production.name.as_str(), production))
        .collect();
    let mut used = HashSet::new();
    let mut waiting = vec![start];
    while let Some(name) = waiting.pop() {
        let &production = by_name
            .get(name)
            .ok_or_else(|| DerivationsError::Unknown(name.to_owned()))?;
        if used.insert(production.name.as_str()) {
            waiting.extend(production.body.references());
        }
    }
    Ok(used)
}
