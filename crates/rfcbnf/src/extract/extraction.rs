//! What was found in a document, and how it is written as a grammar file.

use std::fmt::{self, Write as _};

use rfcbnf_engine::Runs;

use crate::documents::document::{Erratum, Section};
use crate::documents::located::Located;
use crate::error::{Damage, Form};

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
    /// The lines that belong to no rule and should, in runs: of a block that says that it is a grammar, and directly after
    /// a rule. What they mean is lost.
    pub unread: Vec<UnreadLines>,
    /// The numbers of the lines of definitions that call functions, of names that are those of rules or that rules use. They
    /// are left out.
    pub calls: Vec<usize>,
    /// The numbers of the first lines of blocks that say that they are a grammar, and have a body without a name. They are
    /// left out.
    pub nameless: Vec<usize>,
    /// The numbers of the lines of Markdown that stand for other files: `{::include ports.abnf}`. Those files are not read.
    pub includes: Vec<usize>,
    /// The damage that was repaired in lines of rules.
    pub repairs: Vec<Repair>,
    /// The texts of the unread lines, each without its margin.
    pub(super) unread_texts: Vec<Located>,
    /// Whether the document speaks of ABNF.
    pub(super) names_abnf: bool,
}

/// Damage of a document in plain text, which was repaired before its rules were looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// The kind. It counts all its places in the document.
    pub damage: Damage,
    /// The lines of rules that have it.
    pub lines: Vec<usize>,
}

/// Lines of a document that should be grammar and belong to no rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnreadLines {
    /// The number of the first line, from 1.
    pub first: usize,
    /// The number of the last line.
    pub last: usize,
    /// Whether the document says that the block is a grammar.
    pub is_said_grammar: bool,
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
    /// Where the document has each part of the text.
    pub origin: Runs,
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
    /// Why it is taken, unless it is that of an erratum.
    pub reason: Reason,
    /// The erratum that the definition is taken from.
    pub erratum: Option<Erratum>,
}

/// Why one of several definitions is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// It is the first or the last.
    Keep(Keep),
    /// The others are examples: the sentence above them says so, or they are written as `name=value`.
    NoExample,
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
        write(self, name).unwrap_or_default()
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

/// Writes a grammar file. The sections are its headings, and a comment above each rule has its line.
fn write(extraction: &Extraction, name: &str) -> Result<String, fmt::Error> {
    let mut out = String::new();
    let name: String = name.chars().filter(|one| !one.is_control()).collect();
    writeln!(
        out,
        "; {name}: the grammar that it prints, with the line of each rule"
    )?;
    let mut section = None;
    for rule in &extraction.rules {
        if rule.section.is_some() && rule.section != section {
            section.clone_from(&rule.section);
            if let Some(section) = &section {
                writeln!(out, "\n; {section}")?;
            }
        }
        writeln!(out, "\n; line {}\n{}", rule.line, rule.text)?;
    }
    Ok(out)
}
