//! Productions of unknown texts: prose, and names without a definition.
//!
//! Which texts they derive is not known. Two grammars bound what they can do to a text: in one,
//! each of them derives every text, and in the other, none. A text of the second grammar is valid whatever
//! they derive, one that the first does not have is invalid whatever they derive, and all others are
//! undecided. In `a = "x" / "y" <any word>`, `x` is valid, `y1` undecided and `z` invalid.

use std::collections::HashSet;

use rfcbnf_engine::escape::Printable;

use crate::syntax::{Encoding, Expression, Grammar, Kind, Production, Span};

/// The bounds of a grammar. Both have the same productions in the same order.
pub(super) struct Bounds {
    /// Unknown productions derive every text.
    pub(super) possible: Grammar,
    /// Unknown productions derive no text. `None` if there are none of them.
    pub(super) certain: Option<Grammar>,
    /// The number of productions that are not unknown. The others follow them.
    pub(super) known: usize,
}

impl Bounds {
    /// Returns the bounds of a grammar without unknown productions.
    pub(super) fn known(grammar: Grammar) -> Self {
        Self {
            known: grammar.productions.len(),
            certain: None,
            possible: grammar,
        }
    }

    pub(super) fn of(grammar: Grammar) -> Self {
        let known = grammar.productions.len();
        let names = grammar.productions.iter().map(|one| one.name.clone());
        let mut unknown = Unknown {
            known: names.collect(),
            found: Vec::new(),
            names: HashSet::new(),
        };
        let mut possible = grammar;
        for production in &mut possible.productions {
            unknown.replace(&mut production.body);
        }
        if unknown.found.is_empty() {
            return Self::known(possible);
        }
        let mut certain = possible.clone();
        for (name, span) in unknown.found {
            let any = any_text(possible.encoding, &span);
            possible.productions.push(production(&name, any));
            let itself = reference(name.clone(), span);
            certain.productions.push(production(&name, itself));
        }
        Self {
            possible,
            certain: Some(certain),
            known,
        }
    }
}

struct Unknown {
    known: HashSet<String>,
    /// The names of unknown productions, each with the place of its first use.
    found: Vec<(String, Span)>,
    names: HashSet<String>,
}

impl Unknown {
    /// Makes references of prose, and notes the names that nothing defines. Prose is escaped, as no other name
    /// needs to be.
    fn replace(&mut self, expression: &mut Expression) {
        let name = match &expression.kind {
            Kind::Prose(text) => format!("<{}>", Printable(text.as_bytes())),
            Kind::Reference { name, .. } if !self.known.contains(name) => name.clone(),
            _ => {
                let children = expression.children_mut().iter_mut();
                children.for_each(|child| self.replace(child));
                return;
            }
        };
        let span = expression.span.clone();
        if let Kind::Prose(_) = expression.kind {
            *expression = reference(name.clone(), span.clone());
        }
        if self.names.insert(name.clone()) {
            self.found.push((name, span));
        }
    }
}

fn reference(name: String, span: Span) -> Expression {
    Expression {
        kind: Kind::reference(name),
        span,
    }
}

fn any_text(encoding: Encoding, span: &Span) -> Expression {
    let last = match encoding {
        Encoding::Octets => '\u{ff}',
        Encoding::Utf8 => char::MAX,
    };
    let expression = |kind| Expression {
        kind,
        span: span.clone(),
    };
    expression(Kind::Repetition {
        least: 0,
        most: None,
        body: Box::new(expression(Kind::Range { first: '\0', last })),
    })
}

fn production(name: &str, body: Expression) -> Production {
    Production {
        name: name.to_owned(),
        name_span: body.span.clone(),
        span: body.span.clone(),
        additions: Vec::new(),
        heading: None,
        comments: Vec::new(),
        body,
        excluded: Vec::new(),
        readings: Vec::new(),
        named_under: Vec::new(),
    }
}
