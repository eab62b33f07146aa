//! Changes of a grammar file that remove an error or a finding.
//!
//! ```
//! let source = "port = 1*digt\ndigit = \"0\" / \"1\"\n";
//! let document = rfcbnf::Reader::default().read(source);
//! let fixes = rfcbnf::fixes::of_errors(&document);
//! let fixed = rfcbnf::fixes::apply(source, fixes.iter().flatten());
//! assert_eq!(fixed, "port = 1*digit\ndigit = \"0\" / \"1\"\n");
//! ```
//!
//! A fix is offered only if one change is by far the likeliest. Whether the author meant it is not
//! known: a fix of an error changes what the file says.

mod file;
mod numbers;
mod signs;

use std::collections::BTreeMap;

use crate::error::{GrammarError, GrammarErrorKind};
use crate::notation::outline::RulePlaces;
use crate::reader::GrammarDocument;
use crate::syntax::{Grammar, SourceDocument, Span};
use file::File;

/// Texts of a file, and their replacements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    changes: Vec<(Span, String)>,
    description: String,
}

impl Fix {
    pub(crate) fn new(span: Span, text: impl Into<String>, description: String) -> Self {
        Self {
            changes: vec![(span, text.into())],
            description,
        }
    }

    /// Returns the changes: a part of the file in byte offsets, and the text that replaces it. No two
    /// parts overlap.
    #[must_use]
    pub fn changes(&self) -> &[(Span, String)] {
        &self.changes
    }

    /// Returns whether the fix deletes something visible of a file and writes nothing in its place: an alternative, a
    /// second definition, a separator, the paragraphs of a document. What is deleted may be what the author meant, and
    /// the mistake elsewhere.
    ///
    /// ```
    /// let source = "a = \"x\" / / \"y\"\n";
    /// let document = rfcbnf::Reader::default().read(source);
    /// let fixes = rfcbnf::fixes::of_errors(&document);
    /// assert!(fixes.iter().flatten().all(|fix| fix.deletes(source)));
    /// ```
    #[must_use]
    pub fn deletes(&self, source: &str) -> bool {
        self.changes.iter().any(|(span, text)| {
            let removed = source.get(span.clone()).unwrap_or_default();
            text.trim().is_empty() && !removed.trim().is_empty()
        })
    }

    /// Returns the fix in the document that the source of the grammar was taken out of; `None` if it cannot be made there
    /// exactly.
    #[must_use]
    pub fn in_document(&self, document: &SourceDocument) -> Option<Self> {
        let changes = self.changes.iter();
        let changes = changes.map(|(span, text)| document.change(span.clone(), text));
        Some(Self {
            changes: changes.collect::<Option<_>>()?,
            description: self.description.clone(),
        })
    }

    /// Returns what the fix does, in a few words: "write `digit`".
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }
}

/// The kinds of errors and findings that can have a fix, by the names that they have in reports.
///
/// ```
/// let document = rfcbnf::Reader::default().read("port = 1*digt\ndigit = \"0\"\n");
/// let errors = document.errors.as_ref().expect("an error");
/// assert!(rfcbnf::fixes::KINDS.contains(&errors.errors()[0].kind().id()));
/// ```
pub const KINDS: [&str; 19] = [
    "damaged-file",
    "text-outside-productions",
    "two-notations",
    "bare-prose",
    "curly-brackets",
    "undefined-production",
    "duplicate-production",
    "counts-reversed",
    "unclosed-literal",
    "unclosed-bracket",
    "unopened-bracket",
    "stray-text",
    "invalid-number",
    "empty-alternative",
    "shadowed-alternative",
    "dead-alternative",
    "overlapping-ranges",
    "letter-range",
    "literal-case",
];

/// Returns the fix of each error of a document, in the order of the errors.
#[must_use]
pub fn of_errors(document: &GrammarDocument) -> Vec<Option<Fix>> {
    let file = File::new(&document.grammar);
    let errors = document.errors.iter().flatten();
    errors.map(|error| of_error(&file, error)).collect()
}

/// Applies fixes to the text of a file. Leaves out a fix that overlaps one before it, or that does not
/// lie within the text.
#[must_use]
pub fn apply<'f>(source: &str, fixes: impl IntoIterator<Item = &'f Fix>) -> String {
    let mut result = String::with_capacity(source.len());
    let mut copied = 0;
    for (span, text) in changes(source, fixes) {
        result.push_str(&source[copied..span.start]);
        result.push_str(text);
        copied = span.end;
    }
    result.push_str(&source[copied..]);
    result
}

/// Returns the changes of the fixes that [`apply`] makes, in file order.
///
/// ```
/// let source = "port = 1*digt\ndigit = \"0\" / \"1\"\n";
/// let document = rfcbnf::Reader::default().read(source);
/// let fixes = rfcbnf::fixes::of_errors(&document);
/// let changes = rfcbnf::fixes::changes(source, fixes.iter().flatten());
/// assert_eq!(changes, [&(9..13, "digit".to_owned())]);
/// ```
#[must_use]
pub fn changes<'f>(
    source: &str,
    fixes: impl IntoIterator<Item = &'f Fix>,
) -> Vec<&'f (Span, String)> {
    let mut changes: BTreeMap<(usize, usize, usize), &(Span, String)> = BTreeMap::new();
    for fix in fixes {
        // Of the changes so far, no two overlap, so the last one that begins before an end also ends last.
        let is_apart = |(span, _): &(Span, String)| {
            let mut before = changes.range(..(span.end, 0, 0));
            source.get(span.clone()).is_some()
                && (before.next_back()).is_none_or(|((_, end, _), _)| *end <= span.start)
        };
        if fix.changes.iter().all(is_apart) {
            for change in &fix.changes {
                let order = changes.len();
                changes.insert((change.0.start, change.0.end, order), change);
            }
        }
    }
    changes.into_values().collect()
}

fn of_error(file: &File, error: &GrammarError) -> Option<Fix> {
    let grammar = file.grammar;
    let found = grammar.source.get(error.span())?;
    match error.kind() {
        GrammarErrorKind::Damaged(damage) => {
            let changes = file.repairs(damage);
            (!changes.is_empty()).then(|| Fix {
                changes: changes.to_vec(),
                description: "write it as it was read".to_owned(),
            })
        }
        GrammarErrorKind::TextOutsideRules => signs::with_sign(file, &error.span()),
        GrammarErrorKind::BareProse => signs::around_prose(file, &error.span()),
        GrammarErrorKind::CurlyBrackets => signs::as_repetition(file, &error.span()),
        GrammarErrorKind::TwoNotations {
            shown_by, read_as, ..
        } => signs::of_one_notation(file, shown_by, *read_as),
        GrammarErrorKind::UndefinedRule {
            name,
            run_together,
            similar,
            ..
        } => {
            let meant = match (run_together.as_slice(), similar.as_slice()) {
                (_, []) if numbers::with_sign(name).is_some() => numbers::with_sign(name)?,
                // `x+` of other notations is a name in some of these.
                _ if is_repeated_name(grammar, name) => format!("1*{}", &name[..name.len() - 1]),
                ([first, second], _) => format!("{first} {second}"),
                (_, [one]) if is_alone(grammar, name, one) => one.clone(),
                _ => return None,
            };
            let is_number = meant.starts_with('%');
            let start = |span: &Span| {
                if is_number {
                    numbers::start(&grammar.source, span)
                } else {
                    span.start
                }
            };
            let uses = file.uses(name).iter();
            let uses = uses.map(|span| (start(span)..span.end, meant.clone()));
            Some(Fix {
                changes: uses.collect(),
                description: format!("write `{meant}`"),
            })
        }
        GrammarErrorKind::CountsReversed { .. } => {
            let (first, second) = found.split_once(['*', '#'])?;
            let sign = &found[first.len()..=first.len()];
            let text = format!("{second}{sign}{first}");
            let description = format!("write `{text}`");
            Some(Fix::new(error.span(), text, description))
        }
        GrammarErrorKind::UnclosedLiteral if found.len() > 2 && found.ends_with('\'') => {
            let end = error.span().end;
            Some(Fix::new(end - 1..end, "\"", "close the literal".to_owned()))
        }
        GrammarErrorKind::UnclosedLiteral => {
            let end = found.find([' ', '\t']).unwrap_or(found.len());
            let at = error.span().start + end;
            // What is in a literal without a character is not known: RFC 2047 lost a backslash and a quotation mark.
            let is_empty = found[..end].trim_matches(['"', '\'']).is_empty();
            (!is_empty).then(|| Fix::new(at..at, "\"", "close the literal".to_owned()))
        }
        GrammarErrorKind::StrayText { text } => of_stray_text(file, error, text),
        GrammarErrorKind::InvalidNumber { problem, .. } => {
            let text = numbers::meant(found, *problem)?;
            let description = format!("write `{text}`");
            Some(Fix::new(error.span(), text, description))
        }
        GrammarErrorKind::EmptyAlternative { .. } => {
            let Span { start, end } = error.span();
            let before = grammar.source[..start].trim_end();
            let after = grammar.source[end..].trim_start();
            // One of two separators is too many; a single one may be meant as a literal.
            let separators = ['|', '/'];
            let is_second = before.ends_with(separators) || after.starts_with(separators);
            let is_last = || file.ends_body(end);
            let description = "remove the separator".to_owned();
            (is_second || is_last()).then(|| Fix::new(before.len()..end, "", description))
        }
        GrammarErrorKind::DuplicateRule { .. } => {
            let (first, _) = error.related().first()?;
            without_copy(file, first, &error.span())
        }
        GrammarErrorKind::UnopenedBracket { .. } => signs::swapped(file, &error.span()),
        GrammarErrorKind::UnclosedBracket { .. } => signs::closed(file, &error.span()),
        _ => None,
    }
}

/// Returns the fix of text that means nothing in the notation.
fn of_stray_text(file: &File, error: &GrammarError, text: &str) -> Option<Fix> {
    let span = error.span();
    match text {
        "+" | "?" | "*" => signs::before_its_element(file, &span),
        "//" => {
            let description = "write a comment behind a semicolon".to_owned();
            Some(Fix::new(span, ";", description))
        }
        _ if text.starts_with("\"\"") => {
            let mark = span.start..span.start + 1;
            Some(Fix::new(mark, "", "remove a quotation mark".to_owned()))
        }
        _ if text.starts_with(['-', ',']) => numbers::count(file.source(), &span),
        _ => {
            let found = file.source().get(span.clone())?;
            let text = found.strip_prefix('\'')?.strip_suffix('\'')?;
            let is_literal = !text.is_empty() && !text.contains(['"', '\'']);
            let text = is_literal.then(|| format!("\"{text}\""))?;
            let description = format!("write `{text}`");
            Some(Fix::new(span, text, description))
        }
    }
}

/// Returns whether the name is that of a production and a plus sign.
fn is_repeated_name(grammar: &Grammar, name: &str) -> bool {
    let base = name.strip_suffix('+');
    base.is_some_and(|base| grammar.lookup(base).is_ok())
}

/// The greatest number of edits from a misspelt name to the one that is meant.
const EDITS: usize = 2;

/// Returns whether one production has a name like this one, and no other has one as similar.
fn is_alone(grammar: &Grammar, name: &str, similar: &str) -> bool {
    if name.eq_ignore_ascii_case(similar) {
        return true;
    }
    let edits = |other: &str| strsim::osa_distance(name, other);
    let least = edits(similar);
    if least > EDITS {
        return false;
    }
    let others = grammar.productions.iter().map(|one| &*one.name);
    let near = others.filter(|other| other.len().abs_diff(name.len()) <= least);
    near.filter(|other| edits(other) <= least).count() == 1
}

/// Returns the fix that removes the second of two definitions with the same body. Which of two different bodies
/// is meant is not known.
fn without_copy(file: &File, first: &Span, second: &Span) -> Option<Fix> {
    let source = file.source();
    let at = |span: &Span| {
        let rules = file.rules();
        let after = rules.partition_point(|rule| rule.name.start <= span.start);
        let rule = &rules[after.checked_sub(1)?];
        (span.end <= rule.name.end).then_some(rule)
    };
    let [first, second] = [at(first)?, at(second)?];
    let words = |rule: &RulePlaces| {
        let body = source.get(rule.body.clone())?;
        Some(body.split_whitespace().collect::<Vec<_>>())
    };
    if words(first)? != words(second)? {
        return None;
    }
    let start = source[..second.name.start]
        .rfind('\n')
        .map_or(0, |end| end + 1);
    let after = &source[second.body.end..];
    let end = after
        .find('\n')
        .map_or(source.len(), |end| second.body.end + end + 1);
    let description = "remove the second definition, which is the same".to_owned();
    Some(Fix::new(start..end, "", description))
}
