//! The notation of RFC 822, Section 2, and BNF with names in angle brackets.
//!
//! Both compare the letters of literals exactly, and differ in how they write names.

use super::characters::{counts, is_quotable, number_range, numbers, prose, runs_by, spelled_out};
use super::selection::{Names, Selection};
use super::sheet::{Style, spelled, title, write};
use super::term::{self, Level, Term, Writer};
use super::{ExportError, TooLong};
use crate::notation::production;
use crate::reader::Reader;
use crate::syntax::{Case, Grammar, Notation};

/// Writes a grammar, or one production and those that it uses, in the notation of RFC 822
/// (Section 2).
///
/// - A letter that matches in either case becomes two alternatives: `("a" | "A")`.
/// - A character that no literal can contain is written with its number, as in ABNF: `%xD`. The
///   RFC describes such characters in prose. The numbers are octets, as in ABNF, unless one is above FF. Characters
///   above 7F of a grammar that has none above FF are written as their octets in UTF-8.
///
/// # Errors
///
/// Returns [`ExportError::UnknownProduction`], [`ExportError::TooLong`] or [`ExportError::Exclusion`].
///
/// ```
/// let grammar = rfcbnf::read("line = 1*3(\"a\" / %x30-39) CRLF\n")?;
/// let bnf = rfcbnf::export::rfc822(&grammar, Some("line"))?;
/// assert!(bnf.contains("\nline = 1*3(\"a\" | \"A\" | %x30-39) CRLF\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rfc822(grammar: &Grammar, production: Option<&str>) -> Result<String, ExportError> {
    let name = |name: &str| spelled(name, "-_+", '-');
    let title = "The notation of RFC 822";
    let text = written::<false, false>(grammar, production, (title, name))?;
    let is_read_as_such = Reader::default().read(&text).grammar.notation == Notation::Rfc822;
    if is_read_as_such {
        Ok(text)
    } else {
        written::<false, true>(grammar, production, (title, name))
    }
}

/// Writes a grammar, or one production and those that it uses, as BNF with names in angle brackets:
/// `<name> ::= "a" | <other>`, with the repetitions and the optional parts that RFC 2141 uses.
///
/// It differs from [`rfc822`] in nothing else.
///
/// # Errors
///
/// Returns the same errors.
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
    let name = |name: &str| spelled(name, "-_", '-');
    written::<true, false>(grammar, production, ("BNF", name))
}

fn written<const HAS_ANGLES: bool, const SHOWS_BARS: bool>(
    grammar: &Grammar,
    production: Option<&str>,
    (notation, name): (&str, fn(&str) -> String),
) -> Result<String, ExportError> {
    let (grammar, remark) = spelled_out(grammar, production);
    let selection = Selection::new(&grammar, production)?;
    let writer = Writer {
        notation: Printed::<HAS_ANGLES, SHOWS_BARS>,
        selection: &selection,
        names: &Names::new(&selection, name, str::to_owned),
    };
    let title = std::iter::once(title(notation, &grammar));
    write(
        &writer,
        &title.chain(remark.map(str::to_owned)).collect::<Vec<_>>(),
    )
}

/// The notation of RFC 822 or, with names in angle brackets, BNF. Numbers without a bar between alternatives are read
/// as ABNF: a file that has no alternatives gets some, if `SHOWS_BARS`.
struct Printed<const HAS_ANGLES: bool, const SHOWS_BARS: bool>;

impl<const HAS_ANGLES: bool, const SHOWS_BARS: bool> term::Notation
    for Printed<HAS_ANGLES, SHOWS_BARS>
{
    const BAR: &'static str = "|";
    const JOINT: Option<&'static str> = None;
    const JOINS_CHARACTERS: bool = false;

    fn literal(text: &str, case: Case) -> Result<Term, TooLong> {
        let quotation_mark = if HAS_ANGLES { "%x22" } else { "<\">" };
        literal(text, case, quotation_mark, SHOWS_BARS)
    }

    fn range(first: char, last: char) -> Term {
        with_bar(number_range(first, last), SHOWS_BARS)
    }

    fn prose(text: &str, is_name: &dyn Fn(&str) -> bool) -> Term {
        let is_read_as_name = |text: &str| {
            HAS_ANGLES && production::is_name(&production::with_hyphens(text)) || is_name(text)
        };
        prose(text, is_read_as_name)
    }

    fn reference(name: &str) -> Term {
        Term::atom(shown::<HAS_ANGLES>(name))
    }

    fn optional(term: Term) -> Term {
        term.enclosed("[", "]")
    }

    /// Brackets after counts only group, so a repeated optional part is in parentheses.
    fn repetition(term: Term, least: u32, most: Option<u32>) -> Result<Term, TooLong> {
        let term = if term.is_bracketed() {
            term.enclosed("(", ")")
        } else {
            term.at_least(Level::Atom)
        };
        Ok(term.with(&counts(least, most), ""))
    }
}

impl<const HAS_ANGLES: bool, const SHOWS_BARS: bool> Style for Printed<HAS_ANGLES, SHOWS_BARS> {
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
fn literal(
    text: &str,
    case: Case,
    quotation_mark: &str,
    shows_bars: bool,
) -> Result<Term, TooLong> {
    if text.is_empty() {
        return Ok(Term::atom("\"\""));
    }
    let is_apart = |one: char| case == Case::Ignored && one.is_ascii_alphabetic();
    let mut terms = Vec::new();
    for (run, is_quoted) in runs_by(text, |one| is_quotable(one) && !is_apart(one)) {
        if is_quoted {
            terms.push(Term::atom(format!("\"{run}\"")));
            continue;
        }
        for (run, has_no_number) in runs_by(run, |one| one == '"' || is_apart(one)) {
            if !has_no_number {
                terms.push(with_bar(numbers(run), shows_bars));
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

/// Returns numbers, or twice the same in alternatives.
fn with_bar(numbers: Term, shows_bars: bool) -> Term {
    if shows_bars {
        let word = numbers.into_words().concat();
        Term::atom(format!("({word} | {word})"))
    } else {
        numbers
    }
}

/// Returns a letter in either case.
fn either(letter: char) -> Result<Term, TooLong> {
    let cases = [letter.to_ascii_lowercase(), letter.to_ascii_uppercase()];
    let cases = cases.map(|one| Term::atom(format!("\"{one}\"")));
    Term::joined(cases.into(), Some("|"), Level::Alternation)
}
