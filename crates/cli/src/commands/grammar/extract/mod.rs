//! `rfc1738 grammar extract`: the grammar that a document prints.

pub(crate) mod arguments;

use std::collections::BTreeMap;
use std::io::{self, Write as _};

use rfc1738_views::extracted_grammar::{RuleRecord, remarks, unread_lines};
use rfc1738_views::json;
use rfcbnf::extract::{Extraction, TextEncoding, decode, extract};
use rfcbnf::{GrammarErrorKind, Reader};
use rfcbnf_engine::escape::Printable;

use crate::input::source::Source;
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{flushed, plain_output, show_remark};
use arguments::{ExtractArguments, ExtractedFormat};

/// The length in octets of the longest document: that of the longest RFC as XML, many times.
const DOCUMENT_LENGTH: usize = 1 << 22;

/// Writes the grammar of a document.
pub(crate) fn run(arguments: &ExtractArguments) -> Result<Verdict, Failure> {
    let source = Source::new(&arguments.file);
    let octets = source.read_limited(DOCUMENT_LENGTH, "a document")?;
    let (text, encoding) = decode(octets);
    if encoding != TextEncoding::Utf8 {
        show_remark("note", &format!("{source} is read as {encoding}"))?;
    }
    let extraction = extract(&text, arguments.keep.into());
    if extraction.rules.is_empty() && extraction.unread.is_empty() {
        return Err(Failure::Unusable {
            name: source.to_string(),
            reason: without_rules(&extraction),
        });
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
    for remark in remarks(&extraction) {
        show_remark(
            "note",
            &format!("{source}: {}", Printable(remark.as_bytes())),
        )?;
    }
    let faults = show_faults(source, &extraction, &grammar)?;
    Ok(Verdict::of(faults == 0))
}

/// Says why a document has no rules, if that is known.
fn without_rules(extraction: &Extraction) -> String {
    let form = extraction.form;
    if let Some(line) = extraction.asn1.first() {
        return format!(
            "this {form} prints no rules of a grammar; what it defines, from line {line} on, is ASN.1"
        );
    }
    if let Some(line) = extraction.nameless.first() {
        return format!(
            "this {form} prints no rules of a grammar; the block at line {line} says that it is one, and has \
             a body without `name =` before it"
        );
    }
    format!(
        "this {form} prints no rules of a grammar: `name = body` or `<name> ::= body`, each at the \
         beginning of a line"
    )
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
