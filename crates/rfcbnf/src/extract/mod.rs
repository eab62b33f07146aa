//! Finds the grammar in a document: an RFC as text, HTML or XML.
//!
//! The module `documents` finds the rules that a document prints, and `definitions` chooses among
//! several definitions of one name.
//!
//! Invariant: each line of a rule is a line of the document, with its number. Only its indentation
//! changes, and a semicolon comes before a line of a comment that was wrapped without one.

mod definitions;
mod encoding;
mod equality;
mod examples;
mod extraction;
mod reading;

pub use crate::documents::document::{Erratum, Section};
pub use crate::error::Form;
pub use encoding::{TextEncoding, decode};
pub use examples::{DocumentBlock, blocks};
pub use extraction::{
    ExtractedRule, Extraction, Keep, Reason, Redefinition, Repair, UnreadLines, UnusedErratum,
};
pub use reading::is_document;

use std::collections::HashSet;

use crate::documents::candidates::candidates;
use crate::documents::document::{Document, Line};
use crate::documents::judgement::{Found, judge};
use crate::documents::located::Located;
use crate::documents::markup;
use crate::reader::transcription::RepairedDocument;

/// Finds the grammar in a document. A document without one has no rules.
///
/// ```
/// use rfcbnf::extract::{Keep, extract};
///
/// let document = "\
/// 2.  Ports
///
///    The port is optional: an empty port = no port.
///
///      port  = *DIGIT      ; in decimal
/// Doe                                                            [Page 7]
/// \x0c
/// RFC 9999                         Ports                       March 2026
///
///      ports = port *( \",\" port )
/// ";
/// let found = extract(document, Keep::Last);
/// assert_eq!(found.rules.len(), 2);
/// assert_eq!(found.rules[1].line, 10);
/// assert_eq!(
///     found.grammar("rfc9999.txt"),
///     "; rfc9999.txt: the grammar that it prints, with the line of each rule\n\
///      \n; 2 Ports\n\
///      \n; line 5\nport  = *DIGIT      ; in decimal\n\
///      \n; line 10\nports = port *( \",\" port )\n"
/// );
/// ```
#[must_use]
pub fn extract(source: &str, keep: Keep) -> Extraction {
    let ends = source.match_indices('\n').map(|(at, _)| at);
    let line_ends: Vec<usize> = ends.collect();
    let repaired = RepairedDocument::of(source);
    let number = |offset: usize| line_number(&line_ends, offset);
    let document = taken_apart(source, &repaired, number);
    let lines = &document.lines;
    let judged = judge(lines, candidates(lines), source.contains("ABNF"));
    let chosen = definitions::choose(lines, judged.rules, keep);
    let numbers = |indices: &[usize]| indices.iter().map(|&at| lines[at].number).collect();
    // What was changed in a definition that is not taken is no news.
    let taken = chosen.rules.iter().flat_map(|found| &found.candidate.lines);
    let taken: HashSet<usize> = taken.copied().collect();
    let taken_lines: HashSet<usize> = taken.iter().map(|&index| lines[index].number).collect();
    let taken = |indices: Vec<usize>| -> Vec<usize> {
        let indices = indices.into_iter();
        indices.filter(|index| taken.contains(index)).collect()
    };
    let rule = |found: Found| {
        let line = &lines[found.candidate.line()];
        let located = Located::joined(found.text.iter().map(|(_, line)| line));
        ExtractedRule {
            line: line.number,
            section: line.section.map(|index| document.sections[index].clone()),
            text: located.text,
            origin: located.origin,
            lines: numbers(&found.candidate.lines),
            name: found.candidate.name,
        }
    };
    let repairs = repaired.damages.iter().filter_map(|(damage, places)| {
        let mut lines: Vec<usize> = places.iter().map(|&at| number(at)).collect();
        lines.retain(|line| taken_lines.contains(line));
        lines.dedup();
        let damage = damage.clone();
        let is_read = document.form == Form::Text && !lines.is_empty();
        is_read.then_some(Repair { damage, lines })
    });
    let repairs = repairs.collect();
    let rules: Vec<ExtractedRule> = chosen.rules.into_iter().map(rule).collect();
    let (unread, unread_texts) = runs(lines, &judged.unread);
    Extraction {
        form: document.form,
        names_abnf: source.contains("ABNF") || source.contains("abnf"),
        wrapped_comments: numbers(&taken(judged.wrapped)),
        in_words: numbers(&taken(judged.in_words)),
        asn1: numbers(&judged.asn1),
        other_notation: numbers(&judged.other_notation),
        unread,
        unread_texts,
        repairs,
        calls: numbers(&judged.calls),
        nameless: numbers(&judged.nameless),
        rules,
        includes: document.includes.clone(),
        redefinitions: chosen.redefinitions,
        unused_errata: chosen.unused_errata,
    }
}

/// Takes a document apart. Its lines have numbers.
fn taken_apart(
    source: &str,
    repaired: &RepairedDocument<'_>,
    number: impl Fn(usize) -> usize,
) -> Document {
    markup::document(source, || {
        let lines = repaired.lines();
        lines.map(|(at, line)| (number(at), line)).collect()
    })
}

/// Returns the number of the line that an offset lies in.
fn line_number(line_ends: &[usize], offset: usize) -> usize {
    line_ends.partition_point(|end| *end < offset) + 1
}

/// Puts lines that follow each other together. Returns their texts, too, without the margin.
fn runs(lines: &[Line], unread: &[usize]) -> (Vec<UnreadLines>, Vec<Located>) {
    // A comment between them belongs to them.
    let is_comment = |line: &Line| line.content().starts_with(';');
    let runs = unread.chunk_by(|one, next| lines[one + 1..*next].iter().all(is_comment));
    let runs = runs.map(|run| {
        let found = UnreadLines {
            first: lines[run[0]].number,
            last: lines[run[run.len() - 1]].number,
            is_said_grammar: lines[run[0]].is_said_grammar,
        };
        let texts = run
            .iter()
            .map(|&index| lines[index].from(lines[index].margin().len()));
        (found, Located::joined(texts.collect::<Vec<_>>().iter()))
    });
    runs.unzip()
}
