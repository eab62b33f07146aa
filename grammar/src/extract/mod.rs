//! Finds the grammar in a document: an RFC as text, HTML or XML.
//!
//! `markup` and `text` take a document apart into lines: they leave out pages, tags and what is no
//! figure. `candidates` finds what looks like rules, `judgement` decides which of it are rules, and
//! `definitions` chooses among several definitions of one name.
//!
//! Invariant: each line of a rule is a line of the document, with its number. Only its indentation
//! changes, and a semicolon comes before a line of a comment that was wrapped without one.

mod candidates;
mod definitions;
mod document;
mod encoding;
mod judgement;
pub(crate) mod markup;
pub(crate) mod pages;
mod sheet;
pub(crate) mod surroundings;
mod text;
pub(crate) mod wording;
mod words;

use std::collections::HashSet;

pub use self::document::{Erratum, Form, Section};
pub use self::encoding::{TextEncoding, decode};
use self::judgement::Found;

/// Which of several definitions of a name to take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Keep {
    /// The first.
    First,
    /// The last: documents collect their rules at the end.
    #[default]
    Last,
}

/// The grammar of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extraction {
    /// The form of the document.
    pub form: Form,
    /// The rules in the order of the document.
    pub rules: Vec<ExtractedRule>,
    /// The rules that the document defines several times with different bodies.
    pub redefinitions: Vec<Redefinition>,
    /// The corrections of errata that are not verified. They are left out.
    pub unused_errata: Vec<UnusedErratum>,
    /// The numbers of the lines of comments that were wrapped without a semicolon.
    pub wrapped_comments: Vec<usize>,
    /// The numbers of the lines of rules whose bodies are in words, or in a notation of their own. Angle
    /// brackets are written around them, so that they are prose.
    pub in_words: Vec<usize>,
    /// The numbers of the lines that define something in ASN.1. They are left out.
    pub asn1: Vec<usize>,
    /// The numbers of the lines that define rules in a notation that most rules do not have: `::=`
    /// among `=`, or the other way round. They are left out.
    pub other_notation: Vec<usize>,
}

/// A rule of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExtractedRule {
    /// The name without angle brackets.
    pub name: String,
    /// The number of the line with the name, from 1.
    pub line: usize,
    /// The section that prints it.
    pub section: Option<Section>,
    /// The lines of the rule, with the comments directly above and without its indentation.
    pub text: String,
    /// For each line of the text, the number of the line in the document.
    pub lines: Vec<usize>,
}

/// A name with several definitions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redefinition {
    /// The name.
    pub name: String,
    /// The line of the definition that is taken.
    pub line: usize,
    /// The lines of the definitions that are not taken, without those that say the same.
    pub others: Vec<usize>,
    /// The erratum that the definition is taken from.
    pub erratum: Option<Erratum>,
}

/// A correction that is not taken, because its erratum is not verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnusedErratum {
    /// The erratum.
    pub erratum: Erratum,
    /// The name of the rule that it would correct.
    pub name: String,
    /// The line of the correction.
    pub line: usize,
}

impl Extraction {
    /// Returns the grammar as a file: the sections as headings, and the line of each rule above it.
    /// `name` is that of the document.
    #[must_use]
    pub fn grammar(&self, name: &str) -> String {
        sheet::write(self, name).unwrap_or_default()
    }

    /// Returns for each line of [`grammar`](Self::grammar) the number of the line of the document that
    /// it comes from; `None` for a line that is not of the document.
    #[must_use]
    pub fn lines(&self) -> Vec<Option<usize>> {
        let grammar = self.grammar("");
        let mut rules = self.rules.iter();
        let mut rest: &[usize] = &[];
        let lines = grammar.lines().map(|text| {
            if let Some((first, others)) = rest.split_first() {
                rest = others;
                return Some(*first);
            }
            if text.starts_with("; line ") {
                rest = rules.next().map_or(&[], |rule| &rule.lines);
            }
            None
        });
        lines.collect()
    }
}

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
    let judged = judgement::judge(lines, candidates::candidates(lines));
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
