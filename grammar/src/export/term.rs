//! Expressions in a notation, as words that may be put on lines.

use super::TooLong;
use super::selection::{Names, Selection};
use crate::syntax::{Case, Expression, Kind};

/// How many words a production may take: counts that a notation cannot say are written out.
const WORDS: usize = 100_000;

/// How tightly the parts of a term hold together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// `a | b`.
    Alternation,
    /// `a b`.
    Sequence,
    /// What a repetition can be put to.
    Atom,
}

/// An expression as words: between any two of them a line may end.
#[derive(Debug, Clone)]
pub(super) struct Term {
    words: Vec<String>,
    level: Level,
}

impl Term {
    /// One word that nothing can come into.
    pub(super) fn atom(word: impl Into<String>) -> Self {
        Self {
            words: vec![word.into()],
            level: Level::Atom,
        }
    }

    /// Terms with a word between them that joins, or with nothing.
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

    /// In parentheses, unless it holds together well enough without.
    pub(super) fn at_least(self, level: Level) -> Self {
        if self.level >= level {
            self
        } else {
            self.enclosed("(", ")")
        }
    }

    /// In brackets.
    pub(super) fn enclosed(self, open: &str, close: &str) -> Self {
        let term = self.with(open, close);
        Self {
            level: Level::Atom,
            ..term
        }
    }

    /// With something glued to its first word and to its last one, such as how often it is
    /// repeated: what is repeated again has to be set off.
    pub(super) fn with(mut self, before: &str, behind: &str) -> Self {
        if let Some(first) = self.words.first_mut() {
            first.insert_str(0, before);
        }
        if let Some(last) = self.words.last_mut() {
            last.push_str(behind);
        }
        self.level = Level::Sequence;
        self
    }

    /// Whether it can be written so many times.
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
    /// Stands between alternatives.
    const BAR: &'static str;
    /// Stands between the members of a sequence.
    const JOINT: Option<&'static str>;

    /// A text of which upper and lower case differ, or not. Printable ASCII.
    fn literal(text: &str, case: Case) -> Result<Term, TooLong>;

    /// The characters from the first to the last, which are letters or digits.
    fn range(first: char, last: char) -> Term;

    fn optional(term: Term) -> Term;

    fn repetition(term: Term, least: u32, most: Option<u32>) -> Result<Term, TooLong>;

    /// One of the texts, letters in any case.
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
    /// An expression, read in that case.
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
            Kind::Reference {
                name, case: inner, ..
            } => {
                let case = self.selection.case_of(name, case.max(*inner));
                Ok(Term::atom(self.names.of(name, case).unwrap_or(name)))
            }
        }
    }

    /// Single characters that follow each other are taken together as ranges.
    fn alternation(&self, members: &[Expression], case: Case) -> Result<Term, TooLong> {
        let mut terms = Vec::new();
        for run in members.chunk_by(|one, other| follows(one, other, case)) {
            match (
                single(&run[0], case),
                run.last().and_then(|last| single(last, case)),
            ) {
                (Some((first, case)), Some((last, _))) if run.len() > 2 => {
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

/// A text without letters has no case to ignore.
fn in_case(text: &str, case: Case) -> Case {
    if text.contains(|character: char| character.is_ascii_alphabetic()) {
        case
    } else {
        Case::Exact
    }
}

/// The only character of a literal, and the case in which it matches. Where case is ignored,
/// the character is in lower case.
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

/// Whether they are single characters of which the second follows the first.
fn follows(one: &Expression, other: &Expression, case: Case) -> bool {
    let (Some((one, one_case)), Some((other, other_case))) =
        (single(one, case), single(other, case))
    else {
        return false;
    };
    one_case == other_case && u32::from(one) + 1 == u32::from(other)
}
