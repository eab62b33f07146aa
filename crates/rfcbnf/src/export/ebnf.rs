//! The EBNF of the W3C: Section 6 of XML 1.0.

use super::characters::{is_quotable, printable};
use super::selection::{Names, Selection};
use super::sheet::{Style, spelled, title, write};
use super::term::{Level, Notation, Term, Writer};
use super::{ExportError, TooLong};
use crate::syntax::{Case, Grammar};

/// The greatest length of a name that takes the place of prose.
const PROSE: usize = 60;

/// Any text that a grammar of this notation can derive.
const ANY_TEXT: &str = "[#x20-#x7E]*";

/// Writes a grammar, or one production and those that it uses, as EBNF (XML 1.0, Section 6).
///
/// Names consist of letters, digits, `.`, `-` and `_`; if a name has to change, a comment gives the
/// original. The notation has no counts, so repetitions are written out. `A - B` expresses what a
/// reading excludes. Prose becomes a name without a definition, and a comment.
///
/// # Errors
///
/// Returns [`ExportError::UnknownProduction`], [`ExportError::TooLong`] if the counts of a
/// production make it too long, or [`ExportError::OctetsAsCharacters`] if one derives octets above 7F.
///
/// ```
/// let grammar = rfcbnf::read("mark = 2*3letter | <\">\nletter = \"a\" | \"b\" | \"c\" | \"-\"\n")?;
/// let ebnf = rfcbnf::export::ebnf(&grammar, None)?;
/// assert!(ebnf.ends_with(
///     "mark ::= letter letter letter? | #x22\n\
///      \n\
///      letter ::= [a-c] | \"-\"\n"
/// ));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ebnf(grammar: &Grammar, production: Option<&str>) -> Result<String, ExportError> {
    let selection = Selection::new(grammar, production)?;
    selection.check_characters()?;
    // Readers take a full stop for a hyphen, and a hyphen at the end for a sign.
    let folded = |name: &str| name.replace('.', "-");
    let names = Names::new(&selection, ebnf_name, folded);
    let writer = Writer {
        notation: Ebnf,
        selection: &selection,
        names: &names,
    };
    write(&writer, &[title("EBNF (XML 1.0, Section 6)", grammar)])
}

fn ebnf_name(name: &str) -> String {
    let name = spelled(name, "-_", '.');
    match name.trim_end_matches(['-', '.']) {
        whole if whole.len() == name.len() => name,
        beginning => format!("{beginning}{}", "_".repeat(name.len() - beginning.len())),
    }
}

struct Ebnf;

impl Notation for Ebnf {
    const BAR: &'static str = "|";
    const JOINT: Option<&'static str> = None;

    fn literal(text: &str, case: Case) -> Result<Term, TooLong> {
        if text.is_empty() {
            return Ok(Term::atom("\"\""));
        }
        let is_apart = |character: char| {
            !is_quotable(character) || (case == Case::Ignored && character.is_ascii_alphabetic())
        };
        let parts = text.split_inclusive(is_apart).flat_map(|part| {
            let apart = part.chars().next_back().filter(|&last| is_apart(last));
            let before = part.strip_suffix(is_apart).unwrap_or(part);
            let before = (!before.is_empty()).then(|| Term::atom(format!("\"{before}\"")));
            before.into_iter().chain(apart.map(alone))
        });
        Term::joined(parts.collect(), Self::JOINT, Level::Sequence)
    }

    fn range(first: char, last: char) -> Term {
        let spelled = |one: char| match one {
            _ if one.is_ascii_alphanumeric() => one.to_string(),
            _ => format!("#x{:X}", u32::from(one)),
        };
        Term::atom(format!("[{}-{}]", spelled(first), spelled(last)))
    }

    /// The notation has no prose. A comment would leave the empty text in its place, so it becomes a name without
    /// a definition, beside a comment.
    fn prose(text: &str, is_name: &dyn Fn(&str) -> bool) -> Term {
        let words = text.split(|one: char| !one.is_ascii_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let mut name: String = words.join("-").chars().take(PROSE).collect();
        if !name.starts_with(|one: char| one.is_ascii_alphabetic()) || is_name(&name) {
            name = format!("prose-{name}");
        }
        let mut name = name.trim_end_matches('-').to_owned();
        while is_name(&name) {
            name.push('x');
        }
        let comment = printable(text, false).replace("*/", "* /");
        Term::atom(format!("{name} /* {comment} */"))
    }

    fn optional(term: Term) -> Term {
        term.at_least(Level::Atom).with("", "?")
    }

    fn repetition(term: Term, least: u32, most: Option<u32>) -> Result<Term, TooLong> {
        let term = term.at_least(Level::Atom);
        let repeated = |plain: u32, suffix: &str, further: u32| {
            let plain = std::iter::repeat_n(term.clone(), plain as usize);
            let further = std::iter::repeat_n(term.clone().with("", suffix), further as usize);
            Term::joined(plain.chain(further).collect(), Self::JOINT, Level::Sequence)
        };
        term.check(least.max(most.unwrap_or(0)))?;
        match (least, most) {
            (_, Some(0)) => Self::literal("", Case::Exact),
            (0, None) => repeated(0, "*", 1),
            (least, None) => repeated(least - 1, "+", 1),
            (least, Some(most)) => repeated(least, "?", most - least),
        }
    }
}

/// Writes what no literal contains: a quotation mark, a character that does not print, or a letter
/// in either case.
fn alone(character: char) -> Term {
    let (small, capital) = (
        character.to_ascii_lowercase(),
        character.to_ascii_uppercase(),
    );
    if small == capital {
        Term::atom(format!("#x{:X}", u32::from(character)))
    } else {
        Term::atom(format!("[{capital}{small}]"))
    }
}

impl Style for Ebnf {
    const COMMENT: &'static str = "/*";
    const COMMENT_END: &'static str = "*/";
    const LINE_END: &'static str = "\n";
    const IS_ASCII: bool = false;
    const END: &'static str = "";

    fn defined_as(name: &str) -> String {
        format!("{name} ::=")
    }

    fn excluding(body: Term, texts: &[String]) -> Result<Option<Term>, TooLong> {
        let excluded = vec![Self::one_of(texts)?, Term::atom(ANY_TEXT)];
        let excluded = Term::joined(excluded, Self::JOINT, Level::Sequence)?;
        let difference = vec![body.at_least(Level::Atom), excluded.at_least(Level::Atom)];
        Term::joined(difference, Some("-"), Level::Alternation).map(Some)
    }
}
