//! The reader of the notation of RFC 822, Section 2, as RFC 1738, 1808, 1945 and 2396 use it.
//!
//! There are three layers. `outline` divides the lines of a file among headings and rules,
//! `lexical` divides the body of a rule into lexemes, and `expression` and `production` build the
//! syntax tree. Each layer accepts every input: it turns unreadable text into a fault and goes on
//! behind it, so one pass finds every error.
//!
//! Invariant: the time is linear in the length of the file, and [`NESTING_LIMIT`] bounds the
//! depth of an expression.

mod expression;
mod lexical;
mod outline;
mod production;

use nom_locate::LocatedSpan;

use crate::check::check;
use crate::error::{Fault, GrammarErrorKind, GrammarErrors};
use crate::syntax::{Grammar, Span};

/// The largest number of brackets that can be open at one offset.
const NESTING_LIMIT: usize = 200;

/// A part of the file with its offset.
type Input<'a> = LocatedSpan<&'a str>;

/// A literal of one production that has no quotation marks. RFC 1738 lost those of the slash in
/// `gopherurl`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BareLiteral {
    /// The name of the production.
    pub production: String,
    /// The text, which is a literal wherever a lexeme can begin. The reader ignores a text that is
    /// empty, begins with a space or is not printable ASCII.
    pub text: String,
}

/// Reads a grammar file and checks that it can be used.
///
/// Spans are byte offsets into `source`.
///
/// # Errors
///
/// [`GrammarErrors`] with all errors of the file, in file order: unreadable text, rules that are
/// undefined or defined twice, recursion, and repetitions of expressions that can be empty.
///
/// # Examples
///
/// ```
/// let grammar = rfcbnf::read("digits = 1*digit\ndigit = \"0\" | \"1\"\n")?;
/// assert_eq!(grammar.productions.len(), 2);
///
/// let errors = rfcbnf::read("digits = 1*digit\n").unwrap_err();
/// assert_eq!(errors.errors()[0].to_string(), "1:12: the rule `digit` is used and never defined");
/// # Ok::<(), rfcbnf::GrammarErrors>(())
/// ```
pub fn read(source: &str) -> Result<Grammar, GrammarErrors> {
    read_with(source, &[])
}

/// Reads like [`read`], and takes some texts without quotation marks as literals.
///
/// A bare literal that does not occur is not an error.
///
/// # Errors
///
/// Those of [`read`].
pub fn read_with(source: &str, bare_literals: &[BareLiteral]) -> Result<Grammar, GrammarErrors> {
    let outline = outline::outline(source);
    let mut faults: Vec<Fault> = outline
        .stray
        .into_iter()
        .map(|span| Fault::new(GrammarErrorKind::TextOutsideRules, span))
        .collect();
    let mut productions = Vec::with_capacity(outline.rules.len());
    for rule in outline.rules {
        let bare = bare_in(rule.name.fragment(), bare_literals);
        productions.push(production::read(rule, &bare, &mut faults));
    }
    if productions.is_empty() && faults.is_empty() {
        faults.push(Fault::new(GrammarErrorKind::NoRules, 0..0));
    }
    let grammar = Grammar {
        source: source.to_owned(),
        headings: outline.headings,
        productions,
    };
    faults.extend(check(&grammar));
    GrammarErrors::new(source, faults).map_or(Ok(grammar), Err)
}

fn bare_in<'a>(name: &str, bare_literals: &'a [BareLiteral]) -> Vec<&'a str> {
    bare_literals
        .iter()
        .filter(|bare| bare.production == name)
        .map(|bare| bare.text.as_str())
        .filter(|text| text.starts_with(|first: char| first.is_ascii_graphic()))
        .filter(|text| text.chars().all(|character| matches!(character, ' '..='~')))
        .collect()
}

fn span_of(input: &Input) -> Span {
    let start = input.location_offset();
    start..start + input.fragment().len()
}
