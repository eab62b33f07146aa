//! Productions of unknown texts: prose, and names without a definition.
//!
//! Which texts they derive is not known. Two grammars bound what they can do to a text: in one,
//! each of them derives every text, and in the other, none. A text of the second grammar is valid whatever
//! they derive, one that the first does not have is invalid whatever they derive, and all others are
//! undecided. In `a = "x" / "y" <any word>`, `x` is valid, `y1` undecided and `z` invalid.
//!
//! For errors there is a third grammar between the two: in it, a text of an unknown production ends before the first
//! octet that can follow it. If prose can derive everything, every text goes on to be the beginning of one that is
//! right, and the error would be at its end. So in `m = "A" <a value> CRLF "B"`, the error of `A1⏎X⏎` is at `X`: what
//! can be there is `B`, or more of the value.
//!
//! A production with a length that another part of the text gives ([`Production::length`]) derives some of the texts
//! of its body. So its bounds are its body, and no text.
//!
//! The octets that can follow are the FOLLOW sets of A. Aho, R. Sethi and J. Ullman (Compilers, 1986, Section 4.4),
//! in the grammar in which unknown productions derive the empty text: in `<a> <b> ","`, a comma can follow both.

use std::borrow::Cow;
use std::collections::HashSet;

use rfcbnf_engine::escape::Printable;

use crate::octets::OctetSet;
use crate::resolved::{ExpressionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::{Case, Encoding, Expression, Grammar, Kind, LiteralForm, Production, Span};

/// The most unknown productions for which errors have a grammar of their own.
const MOST: usize = 1_000;

/// The bounds of a grammar. All have the same productions in the same order.
pub(super) struct Bounds {
    /// Unknown productions derive every text.
    pub(super) possible: Grammar,
    /// Unknown productions derive no text, nor do those with a length. `None` if there are none of them.
    pub(super) certain: Option<Grammar>,
    /// Unknown productions derive the texts that end before all that can follow them. `None` if there are none of
    /// these productions, or more than [`MOST`].
    pub(super) shortest: Option<Grammar>,
    /// The number of productions that are not unknown. The others follow them.
    pub(super) known: usize,
    /// The index of the first of the productions of their characters, in the same order.
    pub(super) characters: usize,
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
                shortest: None,
                known,
                characters: known,
            };
        }
        let mut certain = possible.certain().into_owned();
        let encoding = possible.encoding;
        let characters = known + unknown.len();
        if unknown.is_empty() || unknown.len() > MOST {
            for (name, span) in unknown {
                let any = character_without(encoding, OctetSet::EMPTY, &span);
                let any = any_number_of(any, &span);
                possible.productions.push(production(&name, &span, any));
                let itself = Kind::reference(name.clone());
                certain.productions.push(production(&name, &span, itself));
            }
            return Self {
                possible,
                certain: Some(certain),
                shortest: None,
                known,
                characters,
            };
        }
        let following = following_unknown(&possible, &unknown);
        let mut of_unknown = Vec::new();
        for ((name, span), following) in unknown.into_iter().zip(following) {
            let character = format!("{name} character");
            let any = any_number_of(Kind::reference(character.clone()), &span);
            possible.productions.push(production(&name, &span, any));
            let itself = Kind::reference(name.clone());
            certain.productions.push(production(&name, &span, itself));
            of_unknown.push((character, span, following));
        }
        let mut shortest = possible.clone();
        for (name, span, following) in of_unknown {
            let any = character_without(encoding, OctetSet::EMPTY, &span);
            certain
                .productions
                .push(production(&name, &span, any.clone()));
            possible.productions.push(production(&name, &span, any));
            let other = character_without(encoding, following, &span);
            shortest.productions.push(production(&name, &span, other));
        }
        Self {
            possible,
            certain: Some(certain),
            shortest: Some(shortest),
            known,
            characters,
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

/// Returns the texts of these characters.
fn any_number_of(character: Kind, span: &Span) -> Kind {
    Kind::Repetition {
        least: 0,
        most: None,
        body: Box::new(Expression {
            kind: character,
            span: span.clone(),
        }),
    }
}

/// Returns the characters without those that begin with octets. In a grammar of characters, only ASCII is left out.
fn character_without(encoding: Encoding, octets: OctetSet, span: &Span) -> Kind {
    let mut ranges: Vec<(char, char)> = Vec::new();
    let last = match encoding {
        Encoding::Octets => u8::MAX,
        Encoding::Utf8 => 0x7F,
    };
    for range in OctetSet::range(0, last).without(octets).ranges() {
        ranges.push((char::from(*range.start()), char::from(*range.end())));
    }
    if encoding == Encoding::Utf8 {
        ranges.push(('\u{80}', char::MAX));
    }
    let range = |(first, last)| Expression {
        kind: Kind::Range { first, last },
        span: span.clone(),
    };
    match ranges[..] {
        // The smallest set of octets that cannot follow is none: the text is empty then.
        [] => Kind::Unreadable,
        [(first, last)] => Kind::Range { first, last },
        _ => Kind::Alternation(ranges.into_iter().map(range).collect()),
    }
}

/// Returns the octets that can follow each of the unknown productions, if these derive the empty text.
fn following_unknown(known: &Grammar, unknown: &[(String, Span)]) -> Vec<OctetSet> {
    let mut grammar = known.clone();
    for (name, span) in unknown {
        let nothing = Kind::Literal {
            text: String::new(),
            case: Case::Exact,
            form: LiteralForm::Quoted,
        };
        grammar.productions.push(production(name, span, nothing));
    }
    following(&grammar).split_off(known.productions.len())
}

fn production(name: &str, span: &Span, kind: Kind) -> Production {
    let span = span.clone();
    Production::of(name, Expression { kind, span })
}

/// Returns the octets that can follow each production of the grammar.
fn following(grammar: &Grammar) -> Vec<OctetSet> {
    let resolved = ResolvedGrammar::new(grammar);
    let mut search = Search {
        found: vec![OctetSet::EMPTY; resolved.productions().len()],
        grammar: &resolved,
        has_changed: true,
    };
    while std::mem::take(&mut search.has_changed) {
        for (index, production) in resolved.productions().iter().enumerate() {
            let after = search.found[index];
            search.add(production.body(), after);
        }
    }
    search.found
}

struct Search<'s, 'g> {
    grammar: &'s ResolvedGrammar<'g>,
    /// The octets that can follow each production, as far as they are known.
    found: Vec<OctetSet>,
    has_changed: bool,
}

impl Search<'_, '_> {
    /// Adds what can follow the productions in an expression that these octets can follow.
    fn add(&mut self, expression: ExpressionId, mut after: OctetSet) {
        let grammar = self.grammar;
        let first = |one: ExpressionId| grammar.properties(one).first().exact();
        match grammar.kind(expression) {
            ResolvedKind::Alternation(members) => {
                for &member in members {
                    self.add(member, after);
                }
            }
            ResolvedKind::Sequence(members) => {
                for &member in members.iter().rev() {
                    self.add(member, after);
                    if !grammar.properties(member).is_nullable() {
                        after = OctetSet::EMPTY;
                    }
                    after |= first(member);
                }
            }
            &ResolvedKind::Optional(body) => self.add(body, after),
            &ResolvedKind::Repetition { most, body, .. } => {
                if most != Some(1) {
                    after |= first(body);
                }
                self.add(body, after);
            }
            ResolvedKind::Reference { production, .. } => {
                let found = &mut self.found[production.index()];
                self.has_changed |= *found | after != *found;
                *found |= after;
            }
            ResolvedKind::Literal { .. }
            | ResolvedKind::Range(_)
            | ResolvedKind::Undefined(_)
            | ResolvedKind::Unknown => {}
        }
    }
}
