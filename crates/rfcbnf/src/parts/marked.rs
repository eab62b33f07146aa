//! A grammar whose texts show where one part is.
//!
//! ```text
//! url  = "u:" host [ ":" port ]        url  = "u:" ⟨ host ⟩ [ ":" port ]
//! host = 1*"h"                         host = 1*"h"
//! ```
//!
//! The marks are two octets that no text has ([`spare`]). A text without marks is one without the part. So the texts of
//! the marked grammar say of each text where the part is, and everything that is known about texts of a grammar is
//! known about parts: suites, causes, shortest texts.
//!
//! A derivation may have the part once. The part *item* of `list = item *( "," item )` would need as many marks as there
//! are items, and is refused.

use std::collections::HashMap;
use std::ops::Range;

use thiserror::Error;

use crate::spare::{Spare, sets_of, spare};
use crate::syntax::{Case, Encoding, Expression, Grammar, Kind, LiteralForm, Span};

/// The reason why a part of texts cannot be compared.
///
/// ```
/// use rfcbnf::parts::{MarkedGrammar, PartError};
///
/// let grammar = rfcbnf::read("list = item *( \",\" item )\nitem = \"a\"\n")?;
/// let error = MarkedGrammar::new(&grammar, "list", "item").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "a text of `list` can have `item` several times, and only a part that it has once is compared"
/// );
/// # Ok::<(), rfcbnf::GrammarErrors>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PartError {
    /// The production does not lead to a production of that name.
    #[error("no text of `{production}` has a part `{part}`")]
    Unknown {
        /// The name of the production.
        production: String,
        /// The name of the part.
        part: String,
    },
    /// A derivation can have the part more than once.
    #[error(
        "a text of `{production}` can have `{part}` several times, and only a part that it has once is compared"
    )]
    Repeated {
        /// The name of the production.
        production: String,
        /// The name of the part.
        part: String,
    },
    /// The grammar has every octet, and tells all of them apart.
    #[error("the grammar uses every octet, so none can mark `{part}`")]
    NoSpareOctets {
        /// The name of the part.
        part: String,
    },
}

/// A grammar whose texts show where one part is.
///
/// ```
/// use rfcbnf::parts::MarkedGrammar;
///
/// let grammar = rfcbnf::read("url = \"u:\" host [ \":\" port ]\nhost = 1*\"h\"\nport = \"0\"\n")?;
/// let marked = MarkedGrammar::new(&grammar, "url", "port")?;
/// let text = marked.marked(b"u:h:0", Some(4..5));
/// assert_eq!(marked.unmarked(&text), Some((b"u:h:0".to_vec(), Some(4..5))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct MarkedGrammar {
    grammar: Grammar,
    production: String,
    part: String,
    open: u8,
    close: u8,
}

impl MarkedGrammar {
    /// Marks the production `part` in the texts of a production.
    ///
    /// # Errors
    ///
    /// Returns [`PartError`] if the part cannot be marked.
    pub fn new(grammar: &Grammar, production: &str, part: &str) -> Result<Self, PartError> {
        let is_part = |_: &str, name: &str| name == part;
        Self::of_references(grammar, (production, part), &is_part)
    }

    /// Marks the references to productions for which `is_part` holds: it gets the name of the production whose body has
    /// the reference, and the name that it refers to.
    pub(super) fn of_references(
        grammar: &Grammar,
        (production, part): (&str, &str),
        is_part: &dyn Fn(&str, &str) -> bool,
    ) -> Result<Self, PartError> {
        let mut grammar = grammar.part([production]);
        let unknown = || PartError::Unknown {
            production: production.to_owned(),
            part: part.to_owned(),
        };
        let marked = Marked::of(&grammar, is_part);
        let name = grammar.lookup(production).map_err(|_| unknown())?;
        let production = name.name.clone();
        match marked.counts.get(production.as_str()) {
            None | Some(0) => return Err(unknown()),
            Some(1) => {}
            Some(_) => {
                return Err(PartError::Repeated {
                    production,
                    part: part.to_owned(),
                });
            }
        }
        let order = (1..=0x1f).chain([0x7f]);
        let order = order.filter(|octet: &u8| !octet.is_ascii_whitespace());
        let is_of_octets = grammar.encoding == Encoding::Octets;
        let order = order.chain((0x80..=u8::MAX).rev().filter(|_| is_of_octets));
        let free = spare(sets_of(&grammar, [production.as_str()]), order);
        let free: Vec<Spare> = free.take(2).collect();
        let [open, close] = free[..] else {
            return Err(PartError::NoSpareOctets {
                part: part.to_owned(),
            });
        };
        for one in &mut grammar.productions {
            for octet in [open, close] {
                if octet.twin.is_some() {
                    octet.leave_out_of(&mut one.body);
                }
            }
            let name = one.name.clone();
            let is_marked = |used: &str| is_part(&name, used);
            mark(&mut one.body, &is_marked, (open.octet, close.octet));
        }
        Ok(Self {
            grammar,
            production,
            part: part.to_owned(),
            open: open.octet,
            close: close.octet,
        })
    }

    /// Puts the marks around the schemes that productions exclude at the start of a text, as `http:`.
    pub(super) fn with_marks_in_excluded(mut self) -> Self {
        let [open, close] = self.marks().map(char::from);
        for one in &mut self.grammar.productions {
            for excluded in &mut one.excluded {
                if let Some((scheme, rest)) = excluded.split_once(':') {
                    *excluded = format!("{open}{scheme}{close}:{rest}");
                }
            }
        }
        self
    }

    /// Returns the grammar.
    #[must_use]
    pub fn grammar(&self) -> &Grammar {
        &self.grammar
    }

    /// Returns the name of the production.
    #[must_use]
    pub fn production(&self) -> &str {
        &self.production
    }

    /// Returns the name of the part.
    #[must_use]
    pub fn part(&self) -> &str {
        &self.part
    }

    /// Returns the text with marks around these octets; without marks for `None`, which is a text without the part.
    #[must_use]
    pub fn marked(&self, text: &[u8], part: Option<Range<usize>>) -> Vec<u8> {
        let Some(part) = part else {
            return text.to_vec();
        };
        let (before, rest) = text.split_at(part.start);
        let (part, after) = rest.split_at(part.len());
        [before, &[self.open], part, &[self.close], after].concat()
    }

    /// Returns the text without its marks, and the octets between them. `None` if the marks are not two in this order.
    #[must_use]
    pub fn unmarked(&self, text: &[u8]) -> Option<(Vec<u8>, Option<Range<usize>>)> {
        let is_mark = |octet: &u8| [self.open, self.close].contains(octet);
        let marks = (0..text.len()).filter(|index| is_mark(&text[*index]));
        let marks: Vec<usize> = marks.collect();
        let part = match marks[..] {
            [] => None,
            [open, close] if text[open] == self.open && text[close] == self.close => {
                Some(open..close - 1)
            }
            _ => return None,
        };
        let plain = text.iter().copied().filter(|octet| !is_mark(octet));
        Some((plain.collect(), part))
    }

    /// Returns whether the text has an octet that is a mark here. The grammar says nothing about such a text.
    pub(super) fn is_marked(&self, text: &[u8]) -> bool {
        text.iter().any(|octet| self.marks().contains(octet))
    }

    /// Returns the two marks.
    pub(super) fn marks(&self) -> [u8; 2] {
        [self.open, self.close]
    }
}

/// How often a derivation of each production can have the part: 0, 1, or 2 for more.
struct Marked<'g> {
    counts: HashMap<&'g str, u8>,
}

impl<'g> Marked<'g> {
    fn of(grammar: &'g Grammar, is_part: &dyn Fn(&str, &str) -> bool) -> Self {
        let mut marked = Self {
            counts: HashMap::new(),
        };
        // The counts grow, and are at most 2.
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for one in &grammar.productions {
                let count = marked.count(&one.body, &|used| is_part(&one.name, used));
                let known = marked.counts.entry(&one.name).or_default();
                has_changed |= *known != count;
                *known = count;
            }
        }
        marked
    }

    fn count(&self, body: &Expression, is_part: &dyn Fn(&str) -> bool) -> u8 {
        let of = |part: &Expression| self.count(part, is_part);
        match &body.kind {
            Kind::Alternation(members) => members.iter().map(of).max().unwrap_or(0),
            Kind::Sequence(members) => members.iter().map(of).sum::<u8>().min(2),
            Kind::Optional(body) => of(body),
            Kind::Repetition { most, body, .. } => {
                let rounds = most.map_or(2, |most| u8::try_from(most).unwrap_or(2).min(2));
                (of(body) * rounds).min(2)
            }
            Kind::Reference { name, .. } => {
                let inside = self.counts.get(name.as_str()).copied().unwrap_or(0);
                (inside + u8::from(is_part(name))).min(2)
            }
            Kind::Literal { .. } | Kind::Range { .. } | Kind::Prose(_) | Kind::Unreadable => 0,
        }
    }
}

/// Puts marks around the references.
fn mark(body: &mut Expression, is_part: &dyn Fn(&str) -> bool, marks: (u8, u8)) {
    for child in body.children_mut() {
        mark(child, is_part, marks);
    }
    if let Kind::Reference { name, .. } = &body.kind
        && is_part(name)
    {
        let span = body.span.clone();
        let part = body.clone();
        let marks = [marks.0, marks.1].map(|octet| literal(octet, &span));
        let [open, close] = marks;
        body.kind = Kind::Sequence(vec![open, part, close]);
    }
    // No member of a sequence is a sequence.
    if let Kind::Sequence(members) = &mut body.kind {
        let all = std::mem::take(members).into_iter();
        *members = all
            .flat_map(|member| match member.kind {
                Kind::Sequence(inner) => inner,
                _ => vec![member],
            })
            .collect();
    }
}

fn literal(octet: u8, span: &Span) -> Expression {
    Expression {
        kind: Kind::Literal {
            text: char::from(octet).to_string(),
            case: Case::Exact,
            form: LiteralForm::Numbers,
        },
        span: span.clone(),
    }
}
