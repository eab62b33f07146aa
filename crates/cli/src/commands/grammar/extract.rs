//! `rfc1738 grammar extract`: the grammar that a document prints.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Write as _};

use clap::{Args, ValueEnum};
use rfc1738_views::extracted_grammar::{RuleRecord, remarks, unread_lines};
use rfc1738_views::json;
use rfcbnf::extract::{Extraction, Keep, TextEncoding, decode, extract};
use rfcbnf::{GrammarErrorKind, Reader};
use rfcbnf_engine::escape::Printable;

use crate::input::grammar_files::DOCUMENT_LENGTH;
use crate::input::source::Source;
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{flushed, plain_output, show_remark};

const HELP: &str = "\
Takes an RFC, or any document that prints rules, as text, Markdown, HTML or XML
(xml2rfc), and writes the grammar to standard output: each rule with the number of
its line, below the section that prints it. Headers and footers of pages, figures,
captions, paragraphs, and rules that a paragraph only mentions are left out, and so
are ASN.1, pseudo-code and statements of programs.

Standard error says what needs a decision:
  - A name with several definitions. Documents print rules in their sections and
    collect them at the end, so --keep last is the default. Definitions that derive
    the same texts are one, and an example takes the place of no definition.
  - A verified erratum on a page of errata, or within the document: its corrected
    text takes the place of the original. Other errata are left out.
  - A body in words: it is written in angle brackets.
  - A comment that was wrapped: a semicolon is written before its further lines.
  - A definition that calls functions, which is left out.
  - A rule that cannot be read: the document itself is wrong there.
  - A line of a block that says that it is a grammar, or one directly after a rule and
    like a body, that belongs to no rule.

Names that the grammar does not define are those of other documents: `rfc1738 grammar
check` shows them, and --import of other commands imports them.

Examples:
  rfc1738 grammar extract rfc3261.txt > sip.abnf
  rfc1738 grammar extract --keep first rfc9110.html
  rfc1738 grammar extract --format json draft.xml
  curl -s https://www.rfc-editor.org/rfc/rfc9051.txt | rfc1738 grammar extract -";

const EXIT_STATUS: &str = "\
Exit status:
  0  all rules that were found can be read
  1  some rules cannot be read, or some lines that should be those of rules; their
     places are on standard error
  2  wrong use, a file that cannot be read, or a document without rules";

/// The arguments of `grammar extract`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct ExtractArguments {
    /// Which of several definitions of a name to take
    #[arg(long, value_enum, default_value = "last")]
    keep: KeptDefinition,

    /// How to write the rules
    #[arg(long, value_enum, default_value = "grammar")]
    format: ExtractedFormat,

    /// The document (- for standard input)
    #[arg(value_name = "FILE")]
    file: OsString,
}

/// Which of several definitions of a name to take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum KeptDefinition {
    /// The first in the document
    First,
    /// The last in the document
    Last,
}

impl From<KeptDefinition> for Keep {
    fn from(kept: KeptDefinition) -> Self {
        match kept {
            KeptDefinition::First => Self::First,
            KeptDefinition::Last => Self::Last,
        }
    }
}

/// How to write the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExtractedFormat {
    /// A grammar file
    Grammar,
    /// One object a line for each rule: name, line, section, text
    Json,
}

/// Writes the grammar of a document.
pub(crate) fn run(arguments: &ExtractArguments) -> Result<Verdict, Failure> {
    let source = Source::new(&arguments.file);
    let octets = source.read_limited(DOCUMENT_LENGTH, "a document")?;
    let (text, encoding) = decode(octets);
    if encoding != TextEncoding::Utf8 {
        show_remark("note", &format!("{source} is read as {encoding}"))?;
    }
    let extraction = extract(&text, arguments.keep.into());
    if let Some(reason) = extraction.without_rules() {
        let name = source.to_string();
        return Err(Failure::Unusable { name, reason });
    }
    let name = source.name().shown;
    let grammar = extraction.grammar(&name);
    match arguments.format {
        ExtractedFormat::Grammar => flushed(plain_output(), |out| write!(out, "{grammar}"))?,
        ExtractedFormat::Json => flushed(plain_output(), |out| {
            let mut rules = extraction.rules.iter();
            rules.try_for_each(|rule| json::write(out, &RuleRecord::new(rule)))
        })?,
    }
    for remark in remarks(&extraction, true) {
        show_remark(
            "note",
            &format!("{source}: {}", Printable(remark.as_bytes())),
        )?;
    }
    let faults = show_faults(source, &extraction, &grammar)?;
    Ok(Verdict::of(faults == 0))
}

/// Writes each rule that cannot be read to standard error, and the lines that belong to no rule, with their places in the
/// document. Returns their number. A rule has one error: what follows the first in it mostly comes from it. Undefined
/// names are no faults: documents take them from each other.
fn show_faults(source: Source, extraction: &Extraction, grammar: &str) -> io::Result<usize> {
    let document = Reader::default().read(grammar);
    let errors = document.errors.iter().flatten();
    let faults = errors.filter(|error| {
        !matches!(
            error.kind(),
            GrammarErrorKind::UndefinedRule { .. }
                | GrammarErrorKind::AdditionFirst { .. }
                | GrammarErrorKind::NoRules
        )
    });
    let lines = extraction.lines();
    // A line that is not of the document is above each rule.
    let begins = (0..lines.len()).filter(|&at| {
        let above = at.checked_sub(1).and_then(|above| lines[above]);
        lines[at].is_some() && above.is_none()
    });
    let begins: Vec<usize> = begins.collect();
    let mut messages = BTreeMap::new();
    for fault in faults {
        let line = lines.get(fault.line() - 1).copied().flatten();
        let rule = begins.partition_point(|begin| *begin < fault.line());
        let place = extraction.rules.get(rule.saturating_sub(1));
        let place = place.map_or(0, |rule| rule.line);
        let message = (line.unwrap_or_default(), fault.message());
        messages.entry((place, rule)).or_insert(message);
    }
    for unread in &extraction.unread {
        messages.insert((unread.first, 0), (unread.first, unread_lines(unread)));
    }
    for (line, message) in messages.values() {
        let message = Printable(message.as_bytes());
        // The length of all rules together is of no line.
        let place = match line {
            0 => source.to_string(),
            line => format!("{source}:{line}"),
        };
        show_remark("error", &format!("{place}: {message}"))?;
    }
    Ok(messages.len())
}
