//! The notation of RFC 822, Section 2, and BNF with names in angle brackets.
//!
//! Both compare the letters of literals exactly, and differ in how they write names.

use super::numbers::{counts, is_quotable, number_range, numbers, runs};
use super::selection::{Names, Selection};
use super::sheet::{Style, spelled, title, write};
use super::term::{Level, Notation, Term, Writer};
use super::{ExportError, TooLong};
use crate::syntax::{Case, Grammar};

/// Writes a grammar, or one production and those that it uses, in the notation of RFC 822
/// (Section 2).
///
/// - A letter that matches in either case becomes two alternatives: `("a" | "A")`.
/// - A character that no literal can contain is written with its number, as in ABNF: `%xD`. The
///   RFC describes such characters in prose.
///
/// # Errors
///
/// Returns [`ExportError::UnknownProduction`] or [`ExportError::TooLong`].
///
/// ```
/// let grammar = rfcbnf::read("line = 1*3(\"a\" / %x30-39) CRLF\n")?;
/// let bnf = rfcbnf::export::rfc822(&grammar, Some("line"))?;
/// assert!(bnf.contains("\nline = 1*3(\"a\" | \"A\" | %x30-39) CRLF\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rfc822(grammar: &Grammar, production: Option<&str>) -> Result<String, ExportError> {
    let selection = Selection::new(grammar, production)?;
    let name = |name: &str| spelled(name, "-_+", '-');
    let writer = Writer {
        notation: Printed::<false>,
        selection: &selection,
        names: &Names::new(&selection, name, str::to_owned),
    };
    write(&writer, &[title("The notation of RFC 822", grammar)])
}

/// Writes a grammar, or one production and those that it uses, as BNF with names in angle brackets:
/// `<name> ::= "a" | <other>`, with the repetitions and the optional parts that RFC 2141 uses.
///
/// It differs from [`rfc822`] in nothing else.
///
/// # Errors
///
/// Returns [`ExportError::UnknownProduction`] or [`ExportError::TooLong`].
///
/// ```
/// let grammar = rfcbnf::read("port = \":\" 1*digit\ndigit = \"0\" | \"1\"\n")?;
/// let bnf = rfcbnf::export::bnf(&grammar, None)?;
/// assert!(bnf.ends_with(
///     "<port> ::= \":\" 1*<digit>\n\
///      \n\
///      <digit> ::= \"0\" | \"1\"\n"
/// ));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn bnf(grammar: &Grammar, production: Option<&str>) -> Result<String, ExportError> {
    let selection = Selection::new(grammar, production)?;
    let name = |name: &str| spelled(name, "-_", '-');
    let writer = Writer {
        notation: Printed::<true>,
        selection: &selection,
        names: &Names::new(&selection, name, str::to_owned),
    };
    write(&writer, &[title("BNF", grammar)])
}

/// The notation of RFC 822 or, with names in angle brackets, BNF.
struct Printed<const HAS_ANGLES: bool>;

impl<const HAS_ANGLES: bool> Notation for Printed<HAS_ANGLES> {
    const BAR: &'static str = "|";
    const JOINT: Option<&'static str> = None;
    const JOINS_CHARACTERS: bool = false;

    fn literal(text: &str, case: Case) -> Result<Term, TooLong> {
        let quotation_mark = if HAS_ANGLES { "%x22" } else { "<\">" };
        literal(text, case, quotation_mark)
    }

    fn range(first: char, last: char) -> Term {
        number_range(first, last)
    }

    fn reference(name: &str) -> Term {
        Term::atom(shown::<HAS_ANGLES>(name))
    }

    fn optional(term: Term) -> Term {
        term.enclosed("[", "]")
    }

    /// Brackets behind counts only group, so a repeated optional part is in parentheses.
    fn repetition(term: Term, least: u32, most: Option<u32>) -> Result<Term, TooLong> {
        let term = if term.is_bracketed() {
            term.enclosed("(", ")")
        } else {
            term.at_least(Level::Atom)
        };
        Ok(term.with(&counts(least, most), ""))
    }
}

impl<const HAS_ANGLES: bool> Style for Printed<HAS_ANGLES> {
    const COMMENT: &'static str = ";";
    const COMMENT_END: &'static str = "";
    const LINE_END: &'static str = "\n";
    const IS_ASCII: bool = false;
    const END: &'static str = "";

    fn defined_as(name: &str) -> String {
        let sign = if HAS_ANGLES { "::=" } else { "=" };
        format!("{} {sign}", shown::<HAS_ANGLES>(name))
    }

    fn excluding(_: Term, _: &[String]) -> Result<Option<Term>, TooLong> {
        Ok(None)
    }
}

fn shown<const HAS_ANGLES: bool>(name: &str) -> String {
    if HAS_ANGLES {
        format!("<{name}>")
    } else {
        name.to_owned()
    }
}

/// Returns a literal. A letter in either case becomes two alternatives.
fn literal(text: &str, case: Case, quotation_mark: &str) -> Result<Term, TooLong> {
    if text.is_empty() {
        return Ok(Term::atom("\"\""));
    }
    let is_apart = |one: char| case == Case::Ignored && one.is_ascii_alphabetic();
    let mut terms = Vec::new();
    for (run, is_quoted) in runs(text, |one| is_quotable(one) && !is_apart(one)) {
        if is_quoted {
            terms.push(Term::atom(format!("\"{run}\"")));
            continue;
        }
        for (run, has_no_number) in runs(run, |one| one == '"' || is_apart(one)) {
            if !has_no_number {
                terms.push(numbers(run));
                continue;
            }
            for character in run.chars() {
                terms.push(match character {
                    '"' => Term::atom(quotation_mark),
                    letter => either(letter)?,
                });
            }
        }
    }
    Term::joined(terms, None, Level::Sequence)
}

/// Returns a letter in either case.
fn either(letter: char) -> Result<Term, TooLong> {
    let cases = [letter.to_ascii_lowercase(), letter.to_ascii_uppercase()];
    let cases = cases.map(|one| Term::atom(format!("\"{one}\"")));
    Term::joined(cases.into(), Some("|"), Level::Alternation)
}
