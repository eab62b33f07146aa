//! Expressions in a notation, as words that can be broken into lines.

use super::TooLong;
use super::selection::{Names, Selection};
use crate::syntax::{Case, Expression, Kind, in_any_case};

/// The greatest number of words of a production. Counts that a notation lacks are written out.
const WORDS: usize = 100_000;

/// The precedence of a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// `a | b`.
    Alternation,
    /// `a b`.
    Sequence,
    /// An operand of a repetition.
    Atom,
}

/// An expression as words. A line can end between any two of them.
#[derive(Debug, Clone)]
pub(super) struct Term {
    words: Vec<String>,
    level: Level,
}

impl Term {
    /// Returns a term of one word.
    pub(super) fn atom(word: impl Into<String>) -> Self {
        Self {
            words: vec![word.into()],
            level: Level::Atom,
        }
    }

    /// Returns terms joined by a word, or by none.
    pub(super) fn joined(
        mut terms: Vec<Self>,
        joint: Option<&str>,
        level: Level,
    ) -> Result<Self, TooLong> {
        if terms.len() == 1
            && let Some(only) = terms.pop()
        {
            return Ok(only);
        }
        let mut words: Vec<String> = Vec::new();
        for term in terms {
            if !words.is_empty() {
                words.extend(joint.map(str::to_owned));
            }
            words.extend(term.at_least(level).words);
            if words.len() > WORDS {
                return Err(TooLong);
            }
        }
        Ok(Self { words, level })
    }

    /// Returns the term in parentheses, unless its precedence is high enough.
    pub(super) fn at_least(self, level: Level) -> Self {
        if self.level >= level {
            self
        } else {
            self.enclosed("(", ")")
        }
    }

    /// Returns the term in brackets.
    pub(super) fn enclosed(self, open: &str, close: &str) -> Self {
        let term = self.with(open, close);
        Self {
            level: Level::Atom,
            ..term
        }
    }

    /// Returns the term with a prefix and a suffix, such as a quantifier. To be repeated again, it
    /// needs parentheses.
    pub(super) fn with(mut self, before: &str, after: &str) -> Self {
        if let Some(first) = self.words.first_mut() {
            first.insert_str(0, before);
        }
        if let Some(last) = self.words.last_mut() {
            last.push_str(after);
        }
        self.level = Level::Sequence;
        self
    }

    /// Returns whether the term is in square brackets.
    pub(super) fn is_bracketed(&self) -> bool {
        let first = self.words.first();
        self.level == Level::Atom && first.is_some_and(|first| first.starts_with('['))
    }

    /// Returns an error if that many copies are too long.
    pub(super) fn check(&self, times: u32) -> Result<(), TooLong> {
        if self.words.len().saturating_mul(times as usize) > WORDS {
            Err(TooLong)
        } else {
            Ok(())
        }
    }

    pub(super) fn into_words(self) -> Vec<String> {
        self.words
    }
}

/// How a notation writes the parts of expressions.
pub(super) trait Notation {
    /// The word between alternatives.
    const BAR: &'static str;
    /// The word between the members of a sequence.
    const JOINT: Option<&'static str>;
    /// Whether consecutive letters or digits become a range.
    const JOINS_CHARACTERS: bool = true;

    /// Returns a text whose case matters or not.
    fn literal(text: &str, case: Case) -> Result<Term, TooLong>;

    /// Returns the range of characters.
    fn range(first: char, last: char) -> Term;

    /// Returns a use of the production with that name.
    fn reference(name: &str) -> Term {
        Term::atom(name)
    }

    /// Returns texts that only people know. `is_name` tells whether a production has a name.
    fn prose(text: &str, is_name: &dyn Fn(&str) -> bool) -> Term;

    fn optional(term: Term) -> Term;

    fn repetition(term: Term, least: u32, most: Option<u32>) -> Result<Term, TooLong>;

    /// Returns one of the texts, letters in any case.
    fn one_of(texts: &[String]) -> Result<Term, TooLong> {
        let texts = texts.iter().map(|text| Self::literal(text, Case::Ignored));
        let texts = texts.collect::<Result<_, _>>()?;
        Ok(Term::joined(texts, Some(Self::BAR), Level::Alternation)?.at_least(Level::Atom))
    }
}

/// Writes expressions in a notation.
pub(super) struct Writer<'a, 'g, N> {
    pub(super) notation: N,
    pub(super) selection: &'a Selection<'g>,
    pub(super) names: &'a Names<'g>,
}

impl<N: Notation> Writer<'_, '_, N> {
    /// Returns the term of an expression whose letters compare like this.
    pub(super) fn expression(&self, expression: &Expression, case: Case) -> Result<Term, TooLong> {
        match &expression.kind {
            Kind::Alternation(members) => self.alternation(members, case),
            Kind::Sequence(members) => {
                let terms = members.iter().map(|member| self.expression(member, case));
                Term::joined(terms.collect::<Result<_, _>>()?, N::JOINT, Level::Sequence)
            }
            Kind::Optional(body) => Ok(N::optional(self.expression(body, case)?)),
            Kind::Repetition { least, most, body } => {
                N::repetition(self.expression(body, case)?, *least, *most)
            }
            Kind::Literal {
                text, case: inner, ..
            } => N::literal(text, in_case(text, case.max(*inner))),
            Kind::Range { first, last } => self.range((*first, *last), expression, case),
            Kind::Prose(text) => Ok(self.prose(text)),
            Kind::Unreadable => Ok(self.prose("text that cannot be read")),
            Kind::Reference {
                name, case: inner, ..
            } => {
                let case = self.selection.case_of(name, case.max(*inner));
                Ok(N::reference(self.names.of(name, case).unwrap_or(name)))
            }
        }
    }

    /// Returns the range, with its letters in either case if that does not matter.
    fn range(
        &self,
        (first, last): (char, char),
        whole: &Expression,
        case: Case,
    ) -> Result<Term, TooLong> {
        match case {
            Case::Exact => Ok(N::range(first, last)),
            Case::Ignored => {
                let kind = in_any_case(first, last, &whole.span);
                let span = whole.span.clone();
                self.expression(&Expression { kind, span }, Case::Exact)
            }
        }
    }

    fn prose(&self, text: &str) -> Term {
        N::prose(text, &|name| self.names.has(name))
    }

    /// Returns alternatives, with consecutive single characters as ranges.
    fn alternation(&self, members: &[Expression], case: Case) -> Result<Term, TooLong> {
        let mut terms = Vec::new();
        for run in members.chunk_by(|one, other| follows(one, other, case)) {
            match (
                single(&run[0], case),
                run.last().and_then(|last| single(last, case)),
            ) {
                (Some((first, case)), Some((last, _))) if run.len() > 2 && N::JOINS_CHARACTERS => {
                    let capitals = (case == Case::Ignored)
                        .then(|| N::range(first.to_ascii_uppercase(), last.to_ascii_uppercase()));
                    terms.push(N::range(first, last));
                    terms.extend(capitals);
                }
                _ => {
                    for member in run {
                        terms.push(self.expression(member, case)?);
                    }
                }
            }
        }
        Term::joined(terms, Some(N::BAR), Level::Alternation)
    }
}

/// Returns the case of a text. A text without letters has no case to ignore.
fn in_case(text: &str, case: Case) -> Case {
    if text.contains(|character: char| character.is_ascii_alphabetic()) {
        case
    } else {
        Case::Exact
    }
}

/// Returns the only character of a literal, and its case. If case is ignored, the character is in
/// lower case.
fn single(expression: &Expression, case: Case) -> Option<(char, Case)> {
    let Kind::Literal {
        text, case: inner, ..
    } = &expression.kind
    else {
        return None;
    };
    let case = in_case(text, case.max(*inner));
    let mut characters = text.chars();
    let character = characters.next().filter(char::is_ascii_alphanumeric)?;
    let character = match case {
        Case::Exact => character,
        Case::Ignored => character.to_ascii_lowercase(),
    };
    characters.next().is_none().then_some((character, case))
}

/// Returns whether these are single characters, and the second directly follows the first.
fn follows(one: &Expression, other: &Expression, case: Case) -> bool {
    let (Some((one, one_case)), Some((other, other_case))) =
        (single(one, case), single(other, case))
    else {
        return false;
    };
    one_case == other_case && u32::from(one) + 1 == u32::from(other)
}
