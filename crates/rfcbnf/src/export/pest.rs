//! The grammars of pest.
//!
//! pest refuses alternatives after one that cannot fail, because it would never try them. So they are
//! written in an order that it accepts.

use std::collections::{BTreeSet, HashMap};

use super::characters::is_printable;
use super::selection::Selection;
use super::sheet::{Style, names, spelled, title, write};
use super::term::{Level, Notation, Term, Writer};
use super::{ExportError, TooLong, consuming};
use crate::analysis::{Finding, FindingKind, analyse};
use crate::obstacles::{LeftRecursion, Nullable};
use crate::syntax::{Case, Expression, Grammar, Kind, Production};

/// Names with a meaning for pest, or that its generator cannot use as identifiers. pest also
/// refuses names that begin with `PUSH`.
const RESERVED: [&str; 26] = [
    "ANY",
    "ASCII",
    "ASCII_ALPHA",
    "ASCII_ALPHANUMERIC",
    "ASCII_ALPHA_LOWER",
    "ASCII_ALPHA_UPPER",
    "ASCII_BIN_DIGIT",
    "ASCII_DIGIT",
    "ASCII_HEX_DIGIT",
    "ASCII_NONZERO_DIGIT",
    "ASCII_OCT_DIGIT",
    "COMMENT",
    "DROP",
    "EOI",
    "NEWLINE",
    "PEEK",
    "PEEK_ALL",
    "POP",
    "POP_ALL",
    "PUSH",
    "SOI",
    "WHITESPACE",
    "Self",
    "crate",
    "self",
    "super",
];

/// Writes a grammar, or one production and those that it uses, as a grammar of pest 2.
///
/// Every rule is compound-atomic (`$`), so pest permits nothing between the parts of a text. A rule
/// matches a prefix; to match whole texts, put it between `SOI` and `EOI`. Names consist of letters,
/// digits and `_`. If a name has to change, also because it has a meaning for pest, a comment gives
/// the original.
///
/// pest does not match everything that the grammar derives: it takes the first alternative that
/// matches, repeats as often as possible, and never backtracks. The comment at the top names the
/// productions that lose texts, as [`crate::analysis`] finds them. An alternative that cannot fail
/// is last, because pest refuses others after it. If there are several, the export omits all but the
/// first, and a comment says so. A reading that excludes prefixes becomes a negative lookahead. pest
/// also refuses repetitions without a limit whose rounds can be empty, so the export writes
/// equivalents whose rounds consume something.
///
/// # Errors
///
/// Returns [`ExportError::UnknownProduction`] or [`ExportError::TooLong`], and for productions that
/// pest refuses [`ExportError::LeftRecursion`], [`ExportError::EmptyRounds`] or
/// [`ExportError::Obstacle`].
///
/// ```
/// let grammar = rfcbnf::read("label = digit *[ digit | \"-\" ] digit\ndigit = \"0\" | \"1\" | \"2\"\n")?;
/// let pest = rfcbnf::export::pest(&grammar, None)?;
/// assert!(pest.contains("// label: greedy repetition\n"));
/// assert!(pest.ends_with(
///     "label = ${ digit ~ (digit | \"-\")* ~ digit }\n\
///      \n\
///      digit = ${ '0'..'2' }\n"
/// ));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pest(grammar: &Grammar, production: Option<&str>) -> Result<String, ExportError> {
    let (consuming, failed) = consuming::rewrite(grammar);
    let ordered = Ordered::new(&consuming);
    let selection = Selection::new(&ordered.grammar, production)?;
    refuse(grammar, &selection, &failed)?;
    selection.check_characters()?;
    let names = names(&selection, pest_name);
    let writer = Writer {
        notation: Pest { ordered: &ordered },
        selection: &selection,
        names: &names,
    };
    let mut page = vec![
        title("A grammar of pest 2", grammar),
        "pest takes the first alternative that fits, repeats as often as it can, and never gives \
         back. Each rule matches the beginning of a text; put it between SOI and EOI for a whole \
         text."
            .to_owned(),
    ];
    page.extend(losses(&writer));
    write(&writer, &page)
}

/// Fails for the first production of the selection that pest refuses. `failed` has the names of
/// those whose repetitions have no equivalent that consumes something in every round.
fn refuse(
    grammar: &Grammar,
    selection: &Selection<'_>,
    failed: &[String],
) -> Result<(), ExportError> {
    let obstacles = grammar.obstacles();
    let left_recursion = LeftRecursion::of(grammar);
    for (production, _) in selection.in_file_order() {
        let name = &production.name;
        if let Some(obstacle) = obstacles.of(name).filter(|one| !one.is_recursion()) {
            return Err(ExportError::Obstacle(Box::new(obstacle)));
        }
        let production = name.clone();
        if let Some(cycle) = left_recursion.cycle(name) {
            return Err(ExportError::LeftRecursion { production, cycle });
        }
        if failed.contains(name) {
            return Err(ExportError::EmptyRounds { production });
        }
    }
    Ok(())
}

/// Returns the character within the quotation marks of a literal.
fn escaped(character: char, quotation_mark: char) -> String {
    match character {
        '\\' => "\\\\".to_owned(),
        one if one == quotation_mark => format!("\\{one}"),
        one if is_printable(one) => one.to_string(),
        one => format!("\\u{{{:02X}}}", u32::from(one)),
    }
}

/// No production's name begins with `_`, so no other name becomes the same.
fn pest_name(name: &str) -> String {
    let name = spelled(name, "_", '_');
    if RESERVED.contains(&name.as_str()) || name.starts_with("PUSH") {
        format!("_{name}")
    } else {
        name
    }
}

/// Returns lines that name the productions with which pest loses texts.
fn losses(writer: &Writer<'_, '_, Pest>) -> Vec<String> {
    let ordered = writer.notation.ordered;
    let productions: Vec<_> = writer.selection.in_file_order().collect();
    let names = |wanted: Case| {
        let productions = productions.iter().filter(move |(_, case)| *case == wanted);
        productions.map(|(production, _)| production.name.as_str())
    };
    let exact = analyse(&ordered.grammar.part(names(Case::Exact)));
    let exact = exact.findings();
    let any_case = analyse(&ordered.grammar.part_in_any_case(names(Case::Ignored)));
    let any_case = any_case.findings();
    let mut lines: Vec<String> = Vec::new();
    for &(production, case) in &productions {
        let findings = match case {
            Case::Exact => exact,
            Case::Ignored => any_case,
        };
        let own = |finding: &&Finding| finding.production() == production.name;
        let kinds = findings.iter().filter(own).map(Finding::kind);
        let kinds = kinds.filter(|kind| kind.loses_texts());
        let mut kinds: Vec<String> = kinds.map(|kind| kind.to_string()).collect();
        if ordered.left_out(&production.name) > 0 {
            kinds.push("alternative left out".to_owned());
        }
        kinds.dedup();
        if !kinds.is_empty() {
            let name = writer.names.of(&production.name, case);
            let name = name.unwrap_or(&production.name);
            lines.push(format!("{name}: {}", kinds.join(", ")));
        }
    }
    if !lines.is_empty() {
        let intent = "So it derives less of these productions than the grammar does, and of \
                      those that use them:";
        lines.insert(0, intent.to_owned());
    }
    lines.extend(undecided(exact.iter().chain(any_case)));
    lines.extend(recursive(writer));
    if lines.is_empty() {
        lines.push("No text is lost by that here.".to_owned());
    }
    lines
}

fn undecided<'f>(findings: impl Iterator<Item = &'f Finding>) -> Option<String> {
    let undecided = findings.filter(|finding| finding.kind() == FindingKind::Undecided);
    let names: BTreeSet<&str> = undecided.map(Finding::production).collect();
    let names = names.into_iter().collect::<Vec<_>>().join(", ");
    (!names.is_empty())
        .then(|| format!("What else is lost is not decided, because this is too large: {names}"))
}

/// Returns a line that names the productions about which the analysis abstains.
fn recursive(writer: &Writer<'_, '_, Pest>) -> Option<String> {
    let obstacles = writer.selection.grammar().obstacles();
    let productions = writer.selection.in_file_order();
    let names = productions.filter_map(|(production, case)| {
        let name = writer.names.of(&production.name, case);
        obstacles.to_automaton(&production.name).and(name)
    });
    let names = names.collect::<Vec<_>>().join(", ");
    (!names.is_empty())
        .then(|| format!("What is lost of these is not decided, because they recurse: {names}"))
}

struct Pest<'o> {
    ordered: &'o Ordered,
}

impl Notation for Pest<'_> {
    const BAR: &'static str = "|";
    const JOINT: Option<&'static str> = Some("~");

    fn literal(text: &str, case: Case) -> Result<Term, TooLong> {
        let text: String = text.chars().map(|one| escaped(one, '"')).collect();
        Ok(Term::atom(match case {
            Case::Exact => format!("\"{text}\""),
            Case::Ignored => format!("^\"{text}\""),
        }))
    }

    fn range(first: char, last: char) -> Term {
        let [first, last] = [first, last].map(|one| escaped(one, '\''));
        Term::atom(format!("'{first}'..'{last}'"))
    }

    /// A production with prose is refused.
    fn prose(text: &str, _: &dyn Fn(&str) -> bool) -> Term {
        Term::atom(format!("<{text}>"))
    }

    fn optional(term: Term) -> Term {
        term.at_least(Level::Atom).with("", "?")
    }

    /// pest refuses `{0}`.
    fn repetition(term: Term, least: u32, most: Option<u32>) -> Result<Term, TooLong> {
        let counts = match (least, most) {
            (_, Some(0)) => return Self::literal("", Case::Exact),
            (0, None) => "*".to_owned(),
            (1, None) => "+".to_owned(),
            (least, None) => format!("{{{least},}}"),
            (0, Some(most)) => format!("{{,{most}}}"),
            (least, Some(most)) if least == most => format!("{{{least}}}"),
            (least, Some(most)) => format!("{{{least},{most}}}"),
        };
        Ok(term.at_least(Level::Atom).with("", &counts))
    }
}

impl Style for Pest<'_> {
    const COMMENT: &'static str = "//";
    const COMMENT_END: &'static str = "";
    const LINE_END: &'static str = "\n";
    const IS_ASCII: bool = false;
    const END: &'static str = "}";

    fn defined_as(name: &str) -> String {
        format!("{name} = ${{")
    }

    fn excluding(body: Term, texts: &[String]) -> Result<Option<Term>, TooLong> {
        let lookahead = Self::one_of(texts)?.with("!", "");
        Term::joined(vec![lookahead, body], Self::JOINT, Level::Sequence).map(Some)
    }

    fn remarks(&self, production: &Production) -> Vec<String> {
        match self.ordered.left_out(&production.name) {
            0 => Vec::new(),
            count => vec![format!(
                "{count} of the alternatives left out: another cannot fail, so pest would never \
                 come to them"
            )],
        }
    }
}

/// A grammar whose alternatives that cannot fail are last.
struct Ordered {
    pub(super) grammar: Grammar,
    left_out: HashMap<String, usize>,
}

impl Ordered {
    /// Orders the alternatives. If several cannot fail, it omits all but the first of them.
    pub(super) fn new(grammar: &Grammar) -> Self {
        let unfailing = Unfailing::of(grammar);
        let mut ordered = grammar.clone();
        let mut left_out = HashMap::new();
        for production in &mut ordered.productions {
            let count = unfailing.put_last(&mut production.body);
            left_out.insert(production.name.clone(), count);
        }
        Self {
            grammar: ordered,
            left_out,
        }
    }

    /// Returns the number of alternatives of the production that are omitted.
    fn left_out(&self, production: &str) -> usize {
        self.left_out.get(production).copied().unwrap_or_default()
    }
}

/// Returns the productions that match a prefix of every text, perhaps an empty one.
struct Unfailing<'g>(Nullable<'g>);

impl<'g> Unfailing<'g> {
    fn of(grammar: &'g Grammar) -> Self {
        let mut unfailing = Self(Nullable::default());
        for production in grammar.users_last() {
            if production.excluded.is_empty() && unfailing.0.has(&production.body) {
                unfailing.0.insert(production);
            }
        }
        unfailing
    }

    /// Returns the number of omitted alternatives.
    fn put_last(&self, expression: &mut Expression) -> usize {
        let children = expression.children_mut().iter_mut();
        let below: usize = children.map(|child| self.put_last(child)).sum();
        let Kind::Alternation(members) = &mut expression.kind else {
            return below;
        };
        let all = members.len();
        members.sort_by_key(|member| self.0.has(member));
        let failing = members.partition_point(|member| !self.0.has(member));
        members.truncate(failing + 1);
        let left_out = all - members.len();
        if members.len() == 1
            && let Some(only) = members.pop()
        {
            *expression = only;
        }
        below + left_out
    }
}
