//! Expressions: the bodies of productions, and their parts.

use std::collections::HashSet;
use std::ops::Range;

/// A half-open range of byte offsets into the text of a grammar file.
pub type Span = Range<usize>;

/// A part of the body of a production.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression {
    /// The form of the expression.
    pub kind: Kind,
    /// The position of the expression, including brackets and repetition counts.
    pub span: Span,
}

/// The forms of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// `a | b`, in priority order; at least two members.
    Alternation(Vec<Expression>),
    /// `a b`; at least two members, and none of them is a sequence.
    Sequence(Vec<Expression>),
    /// `[ a ]`, present before absent.
    Optional(Box<Expression>),
    /// `n*m a`: at least `least` rounds and, if there is a limit, at most `most`.
    Repetition {
        /// The smallest number of rounds; 0 if the file leaves it out.
        least: u32,
        /// The largest number of rounds; `None` if the file leaves it out.
        most: Option<u32>,
        /// The repeated expression. The brackets of `n*[ a ]` and `n*( a )` only group.
        body: Box<Expression>,
    },
    /// `"text"`, `<">` or `%x74.65`.
    Literal {
        /// The text between the quotation marks, or the characters with these numbers.
        text: String,
        /// How letters compare.
        case: Case,
        /// How the file writes it.
        form: LiteralForm,
    },
    /// `%x41-5A`: one character of a range.
    Range {
        /// The first character.
        first: char,
        /// The last character. It does not come before the first.
        last: char,
    },
    /// `<prose>`: texts that only people know. It derives no text that a program can decide about.
    Prose(String),
    /// Text that cannot be read. An error describes it.
    Unreadable,
    /// The name of a production.
    Reference {
        /// The name as the file writes it.
        name: String,
        /// How letters compare in the production.
        case: Case,
        /// How often the repetitions in the referenced production match.
        quantifier: Quantifier,
    },
}

impl Kind {
    /// Returns a reference as files write it: letters compare exactly, and repetitions prefer more rounds.
    pub(crate) fn reference(name: String) -> Self {
        Self::Reference {
            name,
            case: Case::Exact,
            quantifier: Quantifier::Greedy,
        }
    }
}

/// How letters compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Case {
    /// Upper and lower case differ. This is the rule of the notation.
    Exact,
    /// Upper and lower case are equal. Only a reading asks for it.
    Ignored,
}

/// How the file writes a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LiteralForm {
    /// `"text"`, in ABNF also `%i"text"` and `%s"text"`.
    Quoted,
    /// `<">`.
    Angle,
    /// A text without quotation marks, which a reading takes as a literal.
    Bare,
    /// The numbers of the characters: `%x74.65`.
    Numbers,
}

/// Whether the repetitions in a referenced production prefer more rounds or fewer.
///
/// A quantifier applies to the repetitions written in the body of that production, not to those
/// in the productions that it uses. It chooses among trees and changes no language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// Repetitions match as often as possible. This is the default.
    Greedy,
    /// Repetitions match as rarely as possible. Only a reading asks for it.
    Lazy,
}

impl Case {
    /// Returns how letters compare in a part that compares them like `self`, where the
    /// surroundings compare them as given: a part cannot undo what its surroundings ignore.
    #[must_use]
    pub fn within(self, surroundings: Self) -> Self {
        if surroundings == Self::Ignored {
            Self::Ignored
        } else {
            self
        }
    }
}

impl Expression {
    /// Returns the expressions directly below, in priority order.
    #[must_use]
    pub fn children(&self) -> &[Expression] {
        match &self.kind {
            Kind::Alternation(members) | Kind::Sequence(members) => members,
            Kind::Optional(body) | Kind::Repetition { body, .. } => std::slice::from_ref(body),
            Kind::Literal { .. }
            | Kind::Range { .. }
            | Kind::Reference { .. }
            | Kind::Prose(_)
            | Kind::Unreadable => &[],
        }
    }

    /// Returns the expressions directly below for modification.
    pub fn children_mut(&mut self) -> &mut [Self] {
        match &mut self.kind {
            Kind::Alternation(members) | Kind::Sequence(members) => members,
            Kind::Optional(body) | Kind::Repetition { body, .. } => std::slice::from_mut(body),
            Kind::Literal { .. }
            | Kind::Range { .. }
            | Kind::Reference { .. }
            | Kind::Prose(_)
            | Kind::Unreadable => &mut [],
        }
    }

    /// Lets all letters of the expression match in either case, also those of the productions that
    /// it refers to.
    pub(crate) fn ignore_case(&mut self) {
        match &mut self.kind {
            Kind::Literal { case, .. } | Kind::Reference { case, .. } => *case = Case::Ignored,
            &mut Kind::Range { first, last } => self.kind = in_any_case(first, last, &self.span),
            _ => {}
        }
        self.children_mut().iter_mut().for_each(Self::ignore_case);
    }

    /// Returns whether the two differ in nothing but what readings decide: case and quantifiers.
    pub(crate) fn is_written_like(&self, other: &Self) -> bool {
        let is_alike = match (&self.kind, &other.kind) {
            (Kind::Literal { text: one, .. }, Kind::Literal { text: other, .. })
            | (Kind::Reference { name: one, .. }, Kind::Reference { name: other, .. }) => {
                one == other
            }
            (
                Kind::Repetition { least, most, .. },
                Kind::Repetition {
                    least: other_least,
                    most: other_most,
                    ..
                },
            ) => (least, most) == (other_least, other_most),
            (Kind::Range { .. }, Kind::Range { .. }) | (Kind::Prose(_), Kind::Prose(_)) => {
                self.kind == other.kind
            }
            (one, other) => std::mem::discriminant(one) == std::mem::discriminant(other),
        };
        let (own, other) = (self.children(), other.children());
        is_alike
            && own.len() == other.len()
            && own
                .iter()
                .zip(other)
                .all(|(one, other)| one.is_written_like(other))
    }

    /// Returns whether the two are written alike and compare letters alike. Then they derive the same texts
    /// from the same definitions.
    pub(crate) fn derives_like(&self, other: &Self) -> bool {
        self.is_written_like(other) && self.cases() == other.cases()
    }

    /// Returns how letters compare in the literals and references, in their order.
    fn cases(&self) -> Vec<Case> {
        let own = match self.kind {
            Kind::Literal { case, .. } | Kind::Reference { case, .. } => Some(case),
            _ => None,
        };
        let below = self.children().iter().flat_map(Self::cases);
        own.into_iter().chain(below).collect()
    }

    /// Returns the names of the productions that it refers to, in the order of their first mention.
    #[must_use]
    pub fn references(&self) -> Vec<&str> {
        let mut names = Vec::new();
        let mut seen = HashSet::new();
        self.walk(&mut |expression| {
            if let Kind::Reference { name, .. } = &expression.kind
                && seen.insert(name.as_str())
            {
                names.push(name.as_str());
            }
        });
        names
    }

    /// Returns the greatest character of its literals and ranges; U+0000 if it has none.
    pub(crate) fn greatest(&self) -> char {
        let mut greatest = '\0';
        self.walk(&mut |part| match &part.kind {
            Kind::Range { last, .. } => greatest = greatest.max(*last),
            Kind::Literal { text, .. } => greatest = text.chars().fold(greatest, char::max),
            _ => {}
        });
        greatest
    }

    /// Visits this expression and all expressions below it, each before its children.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Expression)) {
        visit(self);
        for child in self.children() {
            child.walk(visit);
        }
    }
}

/// Returns the range with its ASCII letters in either case, as alternatives if it is not one range.
pub(crate) fn in_any_case(first: char, last: char, span: &Span) -> Kind {
    let overlap = |from: char, to: char| (first.max(from), last.min(to));
    let (upper, lower) = (overlap('A', 'Z'), overlap('a', 'z'));
    let others = [
        (upper.0.to_ascii_lowercase(), upper.1.to_ascii_lowercase()),
        (lower.0.to_ascii_uppercase(), lower.1.to_ascii_uppercase()),
    ];
    let missing = others.into_iter().filter(|(from, to)| {
        from <= to
            && from.is_ascii_alphabetic()
            && to.is_ascii_alphabetic()
            && !(first <= *from && *to <= last)
    });
    let ranges = std::iter::once((first, last)).chain(missing);
    let ranges = ranges.map(|(first, last)| Expression {
        kind: Kind::Range { first, last },
        span: span.clone(),
    });
    let mut ranges: Vec<Expression> = ranges.collect();
    match ranges.len() {
        1 => ranges.remove(0).kind,
        _ => Kind::Alternation(ranges),
    }
}
