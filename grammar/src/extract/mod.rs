//! Finds the grammar in a document: an RFC as text, HTML or XML.
//!
//! The module `documents` finds the rules that a document prints, and `definitions` chooses among
//! several definitions of one name.
//!
//! Invariant: each line of a rule is a line of the document, with its number. Only its indentation
//! changes, and a semicolon comes before a line of a comment that was wrapped without one.

mod definitions;
mod encoding;
mod extraction;
mod sheet;

use std::collections::HashSet;

pub use self::encoding::{TextEncoding, decode};
pub use self::extraction::{ExtractedRule, Extraction, Keep, Redefinition, UnusedErratum};
use crate::documents::candidates::candidates;
pub use crate::documents::document::{Erratum, Section};
use crate::documents::judgement::{Found, judge};
use crate::documents::markup;
pub use crate::error::Form;

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
    let document = markup::document(source);
    let lines = &document.lines;
    let judged = judge(lines, candidates(lines));
    let chosen = definitions::choose(lines, judged.rules, keep);
    let numbers = |indices: &[usize]| indices.iter().map(|&at| lines[at].number).collect();
    // What was changed in a definition that is not taken is no news.
    let taken = chosen.rules.iter().flat_map(|found| &found.candidate.lines);
    let taken: HashSet<usize> = taken.copied().collect();
    let taken = |indices: Vec<usize>| -> Vec<usize> {
        let indices = indices.into_iter();
        indices.filter(|index| taken.contains(index)).collect()
    };
    let rule = |found: Found| {
        let line = &lines[found.candidate.line()];
        let text = found.text.iter().map(|(_, line)| line.as_str());
        ExtractedRule {
            line: line.number,
            section: line.section.map(|index| document.sections[index].clone()),
            text: text.collect::<Vec<_>>().join("\n"),
            lines: numbers(&found.candidate.lines),
            name: found.candidate.name,
        }
    };
    Extraction {
        form: document.form,
        wrapped_comments: numbers(&taken(judged.wrapped)),
        in_words: numbers(&taken(judged.in_words)),
        asn1: numbers(&judged.asn1),
        other_notation: numbers(&judged.other_notation),
        rules: chosen.rules.into_iter().map(rule).collect(),
        redefinitions: chosen.redefinitions,
        unused_errata: chosen.unused_errata,
    }
}
