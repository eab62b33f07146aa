//! Productions of unknown texts: prose, and names without a definition.
//!
//! Which texts they derive is not known. Two grammars bound what they can do to a text: in one,
//! each of them derives every text, and in the other, none. A text of the second grammar is valid whatever
//! they derive, one that the first does not have is invalid whatever they derive, and all others are
//! undecided. In `a = "x" / "y" <any word>`, `x` is valid, `y1` undecided and `z` invalid.
//!
//! A production with a length that another part of the text gives ([`Production::length`]) derives some of the texts
//! of its body. So its bounds are its body, and no text.

use std::borrow::Cow;
use std::collections::HashSet;

use rfcbnf_engine::escape::Printable;

use crate::syntax::{Encoding, Expression, Grammar, Kind, Production, Span};

/// The bounds of a grammar. Both have the same productions in the same order.
pub(super) struct Bounds {
    /// Unknown productions derive every text.
    pub(super) possible: Grammar,
    /// Unknown productions derive no text, nor do those with a length. `None` if there are none of them.
    pub(super) certain: Option<Grammar>,
    /// The number of productions that are not unknown. The others follow them.
    pub(super) known: usize,
}

impl Bounds {
    /// Returns the bounds of a grammar without unknown productions. Some can have a length.
    pub(super) fn known(grammar: Grammar) -> Self {
        Self::with(grammar, Vec::new())
    }

    pub(super) fn of(grammar: Grammar) -> Self {
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
        Self::with(possible, unknown.found)
    }

    /// Returns the bounds of a grammar that does not define these names, each with the place of its first use.
    fn with(mut possible: Grammar, unknown: Vec<(String, Span)>) -> Self {
        let known = possible.productions.len();
        let is_certain = matches!(possible.certain(), Cow::Borrowed(_));
        if unknown.is_empty() && is_certain {
            return Self {
                possible,
                certain: None,
                known,
            };
        }
        let mut certain = possible.certain().into_owned();
        for (name, span) in unknown {
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

impl Grammar {
    /// Returns the grammar of the texts that are valid whatever lengths the text gives: in it, a production
    /// with a [length](Production::length) derives no text.
    ///
    /// ```
    /// use rfcbnf::library;
    /// use rfcbnf::recognizer::Recognizer;
    ///
    /// let imap = library::find("rfc9051").unwrap().with_imports()?.grammar;
    /// let certain = imap.certain();
    /// let string = Recognizer::new(&certain, "string")?;
    /// assert_eq!(string.rule().is_valid(b"\"a\""), Ok(true));
    /// assert_eq!(string.rule().is_valid(b"{1}\r\na"), Ok(false));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn certain(&self) -> Cow<'_, Self> {
        if self.productions.iter().all(|one| one.length.is_none()) {
            return Cow::Borrowed(self);
        }
        let mut certain = self.clone();
        for one in &mut certain.productions {
            if one.length.take().is_some() {
                one.body = reference(one.name.clone(), one.body.span.clone());
            }
        }
        Cow::Owned(certain)
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
        length: None,
    }
}
