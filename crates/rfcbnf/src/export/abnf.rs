//! The ABNF of RFC 5234.

use std::collections::HashSet;

use super::characters::{counts, is_quotable, number_range, numbers, prose, runs_by, spelled_out};
use super::selection::{Names, Selection};
use super::sheet::{Style, spelled, title, write};
use super::term::{self, Level, Term, Writer};
use super::{ExportError, TooLong};
use crate::notation::core_rules;
use crate::reader::Reader;
use crate::syntax::{Case, Expression, Grammar, Kind, Notation, Production};

/// Writes a grammar, or one production and those that it uses, as ABNF (RFC 5234).
///
/// - Names in ABNF consist of letters, digits and hyphens, and ignore case. If a name has to change,
///   a comment gives the original.
/// - A production with the name of a core rule (Appendix B), such as `digit`, becomes `digit-rule`,
///   because some readers do not permit definitions of core rules.
/// - Literals in quotation marks ignore case (RFC 5234, Section 2.3). A literal that does not is
///   written with the numbers of its characters: `%x61.62`.
/// - ABNF cannot express what a reading excludes. Such a production is written out from its
///   automaton, and a comment says so.
/// - Numbers are octets, unless one is above FF. Characters above 7F of a grammar that has none above FF are written as
///   their octets in UTF-8, and a comment says so.
/// - Lines end with CR LF, as Section 4 requires.
///
/// # Errors
///
/// Returns [`ExportError::UnknownProduction`], [`ExportError::TooLong`], or [`ExportError::Exclusion`] if a production
/// would have to be written out and is too large for that.
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
    readable(grammar, production, abnf_name)
}

/// Writes a grammar as [`abnf`] does, for the reader of this library: names keep their spelling where it can read them
/// (`my_name`), and a production may have the name of a core rule. Only of two names that differ in case alone,
/// the second changes.
///
/// # Errors
///
/// Returns [`ExportError::TooLong`].
///
/// ```
/// let grammar = rfcbnf::read("my_name = 1*3digit\ndigit = \"0\" | \"1\"\n")?;
/// let abnf = rfcbnf::export::abnf_with_own_names(&grammar)?;
/// assert!(abnf.ends_with("my_name = 1*3digit\r\n\r\ndigit = \"0\" / \"1\"\r\n"), "{abnf}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn abnf_with_own_names(grammar: &Grammar) -> Result<String, ExportError> {
    let own = |name: &str| {
        let is_read = |one: char| one.is_ascii_alphanumeric() || "-_+".contains(one);
        let begins = name.starts_with(|one: char| one.is_ascii_alphabetic());
        if begins && name.chars().all(is_read) {
            name.to_owned()
        } else {
            abnf_name(name)
        }
    };
    readable(grammar, None, own)
}

/// Writes a grammar so that it is read as ABNF. `name` spells the names.
fn readable(
    grammar: &Grammar,
    production: Option<&str>,
    name: fn(&str) -> String,
) -> Result<String, ExportError> {
    let (grammar, remark) = spelled_out(grammar, production);
    let grammar = &without_core_rules(&grammar, production);
    let title = std::iter::once(title("ABNF (RFC 5234)", grammar));
    let title: Vec<String> = title.chain(remark.map(str::to_owned)).collect();
    let text = written::<false>(grammar, production, name, &title)?;
    let is_read_as_abnf = Reader::default().read(&text).grammar.notation == Notation::Abnf;
    if is_read_as_abnf {
        Ok(text)
    } else {
        written::<true>(grammar, production, name, &title)
    }
}

fn written<const SAYS_CASE: bool>(
    grammar: &Grammar,
    production: Option<&str>,
    name: fn(&str) -> String,
    title: &[String],
) -> Result<String, ExportError> {
    let selection = Selection::new(grammar, production)?;
    let names = Names::new(&selection, name, str::to_ascii_lowercase);
    let writer = Writer {
        notation: Abnf::<SAYS_CASE>,
        selection: &selection,
        names: &names,
    };
    write(&writer, title)
}

/// Returns the grammar without the rules that every reader of ABNF knows. The production that is
/// exported stays.
fn without_core_rules(grammar: &Grammar, exported: Option<&str>) -> Grammar {
    let core = core_rules::grammar();
    let is_written_like_core = |one: &Production| {
        let rule = core.production(&one.name);
        rule.is_some_and(|rule| rule.body.is_written_like(&one.body)) && ignores_case(&one.body)
    };
    // The core rules use each other, so one with another meaning is the end of those that use it.
    let productions = grammar.productions.iter();
    let mut removed: HashSet<&str> = productions
        .filter(|one| is_written_like_core(one))
        .map(|one| one.name.as_str())
        .collect();
    while let Some(changed) = grammar.productions.iter().find(|one| {
        let mut used = one.body.references().into_iter();
        removed.contains(&*one.name) && used.any(|used| !removed.contains(used))
    }) {
        removed.remove(&*changed.name);
    }
    let is_core = |one: &Production| removed.contains(&*one.name);
    let mut grammar = grammar.clone();
    let had_productions = |grammar: &Grammar, heading| {
        let mut headings = grammar.productions.iter().map(|one| one.heading);
        headings.any(|one| one == Some(heading))
    };
    let last = grammar.headings.len().checked_sub(1);
    let last = last.filter(|&last| had_productions(&grammar, last));
    let is_kept = |one: &Production| exported == Some(one.name.as_str()) || !is_core(one);
    grammar.productions.retain(is_kept);
    // Core rules come after the file, under a heading of their own.
    if last.is_some_and(|last| !had_productions(&grammar, last)) {
        grammar.headings.pop();
    }
    grammar
}

/// Returns whether the letters of all literals match in either case, as those of the core rules do.
fn ignores_case(body: &Expression) -> bool {
    let mut ignores = true;
    body.walk(&mut |part| {
        if let Kind::Literal { text, case, .. } = &part.kind {
            let has_letters = text.contains(|one: char| one.is_ascii_alphabetic());
            ignores &= *case == Case::Ignored || !has_letters;
        }
    });
    ignores
}

fn abnf_name(name: &str) -> String {
    let spelled = spelled(name, "-", '-');
    let is_core = core_rules::names().any(|core| core.eq_ignore_ascii_case(&spelled));
    if is_core { spelled + "-rule" } else { spelled }
}

/// Whether literals that ignore case say so: `%i"text"` (RFC 7405). A grammar needs that only if
/// nothing else shows that it is ABNF.
struct Abnf<const SAYS_CASE: bool>;

impl<const SAYS_CASE: bool> term::Notation for Abnf<SAYS_CASE> {
    const BAR: &'static str = "/";
    const JOINT: Option<&'static str> = None;

    fn literal(text: &str, case: Case) -> Result<Term, TooLong> {
        if text.is_empty() {
            return Ok(Term::atom("\"\""));
        }
        let has_letters = text.contains(|character: char| character.is_ascii_alphabetic());
        if case == Case::Exact && has_letters {
            return Ok(numbers(text));
        }
        let parts = runs_by(text, is_quotable).map(|(run, is_quoted)| {
            if is_quoted {
                let has_letters = run.contains(|one: char| one.is_ascii_alphabetic());
                let sign = if SAYS_CASE && has_letters { "%i" } else { "" };
                Term::atom(format!("{sign}\"{run}\""))
            } else {
                numbers(run)
            }
        });
        Term::joined(parts.collect(), Self::JOINT, Level::Sequence)
    }

    fn range(first: char, last: char) -> Term {
        number_range(first, last)
    }

    fn prose(text: &str, is_name: &dyn Fn(&str) -> bool) -> Term {
        prose(text, is_name)
    }

    fn optional(term: Term) -> Term {
        term.enclosed("[", "]")
    }

    /// In RFC 822 style, brackets after counts only group. If nothing shows that the file is ABNF, it is read so.
    fn repetition(term: Term, least: u32, most: Option<u32>) -> Result<Term, TooLong> {
        let term = if SAYS_CASE && term.is_bracketed() {
            term.enclosed("(", ")")
        } else {
            term.at_least(Level::Atom)
        };
        Ok(term.with(&counts(least, most), ""))
    }
}

impl<const SAYS_CASE: bool> Style for Abnf<SAYS_CASE> {
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
