//! The ABNF of RFC 5234.

use super::numbers::{counts, is_quotable, number_range, numbers, runs};
use super::selection::{Names, Selection};
use super::sheet::{Style, spelled, title, write};
use super::term::{Level, Notation, Term, Writer};
use super::{ExportError, TooLong};
use crate::syntax::{Case, Grammar};

/// Writes a grammar, or one production and those that it uses, as ABNF (RFC 5234).
///
/// - Names in ABNF consist of letters, digits and hyphens, and ignore case. If a name has to change,
///   a comment gives the original.
/// - A production with the name of a core rule (Appendix B), such as `digit`, becomes `digit-rule`,
///   because some readers do not permit definitions of core rules.
/// - Literals in quotation marks ignore case (RFC 5234, Section 2.3). A literal that does not is
///   written with the numbers of its characters: `%x61.62`.
/// - ABNF cannot express what a reading excludes. Such a production is written out from its
///   automaton, and a comment says so. If it is too large for that, the comment names the texts.
/// - Lines end with CR LF, as Section 4 requires.
///
/// # Errors
///
/// Returns [`ExportError::UnknownProduction`] or [`ExportError::TooLong`].
///
/// ```
/// let grammar = rfcbnf::read("my_name = 1*3letter\nletter = \"a\" | \"b\" | \"c\" | \"-\"\n")?;
/// let abnf = rfcbnf::export::abnf(&grammar, None)?;
/// assert!(abnf.ends_with(
///     "; my_name in the original\r\n\
///      my-name = 1*3letter\r\n\
///      \r\n\
///      letter = %x61-63 / \"-\"\r\n"
/// ));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn abnf(grammar: &Grammar, production: Option<&str>) -> Result<String, ExportError> {
    let selection = Selection::new(grammar, production)?;
    let names = Names::new(&selection, abnf_name, str::to_ascii_lowercase);
    let writer = Writer {
        notation: Abnf,
        selection: &selection,
        names: &names,
    };
    write(&writer, &[title("ABNF (RFC 5234)", grammar)])
}

/// The core rules (RFC 5234, Appendix B.1).
const CORE_RULES: [&str; 16] = [
    "ALPHA", "BIT", "CHAR", "CR", "CRLF", "CTL", "DIGIT", "DQUOTE", "HEXDIG", "HTAB", "LF", "LWSP",
    "OCTET", "SP", "VCHAR", "WSP",
];

fn abnf_name(name: &str) -> String {
    let spelled = spelled(name, "-", '-');
    let is_core = CORE_RULES
        .iter()
        .any(|core| core.eq_ignore_ascii_case(&spelled));
    if is_core { spelled + "-rule" } else { spelled }
}

struct Abnf;

impl Notation for Abnf {
    const BAR: &'static str = "/";
    const JOINT: Option<&'static str> = None;

    fn literal(text: &str, case: Case) -> Result<Term, TooLong> {
        let has_letters = text.contains(|character: char| character.is_ascii_alphabetic());
        if case == Case::Exact && has_letters {
            return Ok(numbers(text));
        }
        let parts = runs(text, is_quotable).map(|(run, is_quoted)| {
            if is_quoted {
                Term::atom(format!("\"{run}\""))
            } else {
                numbers(run)
            }
        });
        Term::joined(parts.collect(), Self::JOINT, Level::Sequence)
    }

    fn range(first: char, last: char) -> Term {
        number_range(first, last)
    }

    fn optional(term: Term) -> Term {
        term.enclosed("[", "]")
    }

    fn repetition(term: Term, least: u32, most: Option<u32>) -> Result<Term, TooLong> {
        Ok(term.at_least(Level::Atom).with(&counts(least, most), ""))
    }
}

impl Style for Abnf {
    const COMMENT: &'static str = ";";
    const COMMENT_END: &'static str = "";
    const LINE_END: &'static str = "\r\n";
    const IS_ASCII: bool = true;
    const END: &'static str = "";

    fn defined_as(name: &str) -> String {
        format!("{name} =")
    }

    fn excluding(_: Term, _: &[String]) -> Result<Option<Term>, TooLong> {
        Ok(None)
    }
}
