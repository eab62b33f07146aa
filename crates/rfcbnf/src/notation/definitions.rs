//! Puts the rules of a file together: several definitions of one name, and what names refer to.

use std::collections::{HashMap, HashSet};

use super::core_rules;
use super::elements::placeholder;
use super::outline::Sign;
use super::production::name_in_brackets;
use crate::error::{Fault, GrammarErrorKind};
use crate::syntax::{Expression, Kind, Notation, Production};

/// Returns the productions of a file in file order. The first definition of a name stays, and the
/// alternatives that `=/` adds are added to it.
pub(crate) fn productions(
    rules: Vec<(Production, Sign)>,
    notation: Notation,
    faults: &mut Vec<Fault>,
) -> Vec<Production> {
    let mut definitions = Definitions {
        notation,
        productions: Vec::new(),
        by_key: HashMap::new(),
        misplaced: HashSet::new(),
    };
    let (additions, rules): (Vec<_>, Vec<_>) =
        rules.into_iter().partition(|(_, sign)| *sign == Sign::Adds);
    for (production, _) in rules {
        definitions.define(production, faults);
    }
    for (addition, _) in additions {
        definitions.add(addition, faults);
    }
    let mut productions = definitions.productions;
    productions.sort_by_key(|production| production.span.start);
    productions
}

struct Definitions {
    notation: Notation,
    productions: Vec<Production>,
    by_key: HashMap<String, usize>,
    /// The keys of names with an addition before the definition.
    misplaced: HashSet<String>,
}

impl Definitions {
    fn define(&mut self, production: Production, faults: &mut Vec<Fault>) {
        let key = self.notation.name_key(&production.name).into_owned();
        if let Some(&first) = self.by_key.get(&key) {
            let kind = GrammarErrorKind::DuplicateRule {
                name: production.name,
            };
            let first = self.productions[first].name_span.clone();
            let fault = Fault::new(kind, production.name_span);
            faults.push(fault.beside(first, "the first definition is here"));
        } else {
            self.by_key.insert(key, self.productions.len());
            self.productions.push(production);
        }
    }

    /// Adds the alternatives of a rule. One without a definition takes the place of it, with a placeholder for
    /// the alternatives that are missing.
    fn add(&mut self, addition: Production, faults: &mut Vec<Fault>) {
        let key = self.notation.name_key(&addition.name).into_owned();
        let definition = self
            .by_key
            .get(&key)
            .map(|&index| &mut self.productions[index]);
        let is_first = definition
            .as_ref()
            .is_none_or(|definition| addition.span.start < definition.span.start);
        if is_first && self.misplaced.insert(key.clone()) {
            let kind = GrammarErrorKind::AdditionFirst {
                name: addition.name.clone(),
            };
            let fault = Fault::new(kind, addition.name_span.clone());
            faults.push(match &definition {
                Some(definition) => {
                    fault.beside(definition.name_span.clone(), "the definition is here")
                }
                None => fault,
            });
        }
        match definition {
            Some(definition) => extend(definition, addition),
            None => self.define(without_definition(addition), faults),
        }
    }
}

/// Puts a placeholder for the definition in front of the alternatives of a rule that adds to it.
fn without_definition(mut addition: Production) -> Production {
    let span = addition.body.span.clone();
    let mut members = vec![placeholder(addition.name_span.clone())];
    members.extend(alternatives(addition.body));
    let kind = Kind::Alternation(members);
    addition.body = Expression { kind, span };
    addition
}

/// Adds the alternatives of a rule to a production.
fn extend(production: &mut Production, addition: Production) {
    let span = production.body.span.clone();
    let kind = std::mem::replace(&mut production.body.kind, Kind::Unreadable);
    let mut members = alternatives(Expression {
        kind,
        span: span.clone(),
    });
    members.extend(alternatives(addition.body));
    let kind = Kind::Alternation(members);
    production.body = Expression { kind, span };
    production.additions.push(addition.span);
    production.comments.extend(addition.comments);
}

fn alternatives(body: Expression) -> Vec<Expression> {
    match body.kind {
        Kind::Alternation(members) => members,
        _ => vec![body],
    }
}

/// Returns the text of the core rules that the productions use and do not define.
pub(crate) fn missing_core_rules(productions: &[Production], notation: Notation) -> Option<String> {
    if !notation.has_core_rules() {
        return None;
    }
    let key = |name: &str| notation.name_key(name).into_owned();
    let defined = productions.iter().map(|production| key(&production.name));
    let mut used = HashSet::new();
    for production in productions {
        production.body.walk(&mut |part| match &part.kind {
            Kind::Reference { name: text, .. } | Kind::Prose(text) => {
                used.insert(key(text));
            }
            _ => {}
        });
    }
    core_rules::text_for(&used, &defined.collect(), &key)
}

/// Gives each reference the spelling of the definition, and makes references of the names in angle
/// brackets.
pub(crate) fn resolve_names(productions: &mut [Production], notation: Notation) {
    let mut names = Names {
        notation,
        spellings: HashMap::new(),
    };
    for production in productions.iter() {
        let key = notation.name_key(&production.name).into_owned();
        names.spellings.insert(key, production.name.clone());
    }
    for production in productions {
        names.resolve(&mut production.body);
    }
}

struct Names {
    notation: Notation,
    /// The spelling of each name by its key. Of a name without a definition, it is that of the
    /// first use.
    spellings: HashMap<String, String>,
}

impl Names {
    fn resolve(&mut self, expression: &mut Expression) {
        match &mut expression.kind {
            Kind::Reference { name, .. } => {
                let key = self.notation.name_key(name).into_owned();
                let spelling = self.spellings.entry(key).or_insert_with(|| name.clone());
                name.clone_from(spelling);
            }
            Kind::Prose(text) => {
                if let Some(name) = self.named(text) {
                    expression.kind = Kind::reference(name);
                }
            }
            _ => {
                let children = expression.children_mut().iter_mut();
                children.for_each(|child| self.resolve(child));
            }
        }
    }

    /// Returns the name of the rule that the text in angle brackets names.
    fn named(&self, text: &str) -> Option<String> {
        let name = name_in_brackets(text, self.notation)?;
        let spelling = self.spellings.get(&*self.notation.name_key(&name));
        let is_name = self.notation.has_names_in_angle_brackets();
        spelling.cloned().or_else(|| is_name.then_some(name))
    }
}
