//! What a document leaves to the grammars of RFCs that it refers to.
//!
//! A draft takes `token` from RFC 9110 and says so in a sentence, not in a file of imports. Its references name the RFC:
//! `[RFC9110]`, `{{HTTP=RFC9110}}`, `<reference anchor="RFC9110">`. So a name that nothing else defines is looked for in those of
//! them that the library has: first in the RFCs that paragraphs mention nearest to the name, then in the others, each time in the
//! one that is mentioned most often. If an RFC is mentioned there that the library does not have, that one may define the name, and
//! the others do not.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};

use super::Part;
use super::binding::{Binder, Id, Mention, mention};
use crate::error::GrammarErrorKind;
use crate::library::{self, LibraryGrammar};
use crate::syntax::Kind;

/// A grammar of the library that a document refers to, and what it defines for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Referred {
    /// The index of the document among all files.
    pub part: usize,
    /// The name of the grammar, such as `rfc9110`.
    pub rfc: String,
    /// The names that the document does not define.
    pub names: Vec<String>,
}

/// Returns the numbers of the RFCs that a document refers to, the one that it mentions most often first. A sentence about
/// `RFC 7230` is no reference.
///
/// ```
/// use rfcbnf::imports::references;
///
/// let draft = "See [RFC3986].  RFC 1738 is older than [URL] and [URL], and {{Section 4 of !RFC9110}} newer.\n\n\
///              [URL]  Berners-Lee, T., \"Locators\",\n   RFC 1808, June 1995.\n";
/// assert_eq!(references(draft), [1808, 3986, 9110]);
/// ```
#[must_use]
pub fn references(text: &str) -> Vec<u32> {
    References::of(text).all()
}

/// The references of a document.
struct References<'d> {
    paragraphs: Vec<Paragraph<'d>>,
}

/// A paragraph, and the RFCs that it mentions.
#[derive(Default)]
struct Paragraph<'d> {
    /// The lines, each with its offset.
    lines: Vec<(usize, &'d str)>,
    /// The RFCs, each with the offset of the mention.
    rfcs: Vec<(usize, u32)>,
}

/// The tags of XML and HTML that begin a paragraph.
const BEGINNINGS: [&str; 6] = ["<t>", "<t ", "<section", "<reference", "<dt", "<li"];

impl<'d> References<'d> {
    fn of(text: &'d str) -> Self {
        let mut paragraphs: Vec<Paragraph<'d>> = Vec::new();
        let (mut is_apart, mut next) = (true, 0);
        for line in text.split_inclusive('\n') {
            let start = next;
            next += line.len();
            let content = line.trim();
            let begins = BEGINNINGS.iter().any(|tag| content.starts_with(tag));
            if content.is_empty() {
                is_apart = true;
                continue;
            }
            match paragraphs.last_mut() {
                Some(last) if !is_apart && !begins => last.lines.push((start, line)),
                _ => paragraphs.push(Paragraph {
                    lines: vec![(start, line)],
                    rfcs: Vec::new(),
                }),
            }
            is_apart = false;
        }
        let labels: BTreeMap<&str, u32> = paragraphs.iter().flat_map(labels).collect();
        for paragraph in &mut paragraphs {
            let is_entry = label(paragraph).is_some();
            for &(start, line) in &paragraph.lines {
                let mut add = |at: usize, rfc: u32| paragraph.rfcs.push((start + at, rfc));
                numbers(line, is_entry).for_each(|(at, rfc)| add(at, rfc));
                for (label, rfc) in &labels {
                    let mentions = line.match_indices(label);
                    let mentions = mentions.filter(|(at, _)| is_mention(line, *at, label.len()));
                    mentions.for_each(|(at, _)| add(at, *rfc));
                }
            }
        }
        Self { paragraphs }
    }

    /// Returns the RFCs that paragraphs mention nearest to a name, the most frequent first.
    fn beside(&self, name: &str) -> Vec<u32> {
        let is_part = |one: char| one.is_ascii_alphanumeric() || one == '-';
        let is_word = |line: &str, at: usize| {
            !line[..at].ends_with(is_part) && !line[at + name.len()..].starts_with(is_part)
        };
        let mut nearest = Vec::new();
        for paragraph in self.paragraphs.iter().filter(|one| !one.rfcs.is_empty()) {
            for &(start, line) in &paragraph.lines {
                let places = line.match_indices(name);
                for (at, _) in places.filter(|(at, _)| is_word(line, *at)) {
                    let rfcs = paragraph.rfcs.iter();
                    let near = rfcs.min_by_key(|(mention, _)| mention.abs_diff(start + at));
                    nearest.extend(near.map(|(_, rfc)| *rfc));
                }
            }
        }
        ranked(nearest.into_iter())
    }

    /// Returns all RFCs that the document mentions, the most frequent first.
    fn all(&self) -> Vec<u32> {
        let mentions = self.paragraphs.iter().flat_map(|one| &one.rfcs);
        ranked(mentions.map(|(_, rfc)| *rfc))
    }
}

/// Returns the numbers, the most frequent first.
fn ranked(numbers: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut counts: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    for number in numbers {
        let order = counts.len();
        counts.entry(number).or_insert((0, order)).0 += 1;
    }
    let mut found: Vec<(u32, (usize, usize))> = counts.into_iter().collect();
    found.sort_by_key(|(_, (count, order))| (std::cmp::Reverse(*count), *order));
    found.into_iter().map(|(number, _)| number).collect()
}

fn is_of_label(character: char) -> bool {
    character.is_ascii_alphanumeric() || "-_.+".contains(character)
}

/// Returns the label of an entry in a list of references: `[HTTP]  Fielding, R.`.
fn label<'d>(paragraph: &Paragraph<'d>) -> Option<&'d str> {
    let (_, line) = paragraph.lines.first()?;
    let (label, _) = line.trim_start().strip_prefix('[')?.split_once(']')?;
    (!label.is_empty() && label.chars().all(is_of_label)).then_some(label)
}

/// Returns what a paragraph calls RFCs: `[URL]  Berners-Lee, T., "Locators", RFC 1808`, `HTTP: RFC9110`, `{{HTTP=RFC9110}}`, or
/// a reference of XML.
fn labels<'d>(paragraph: &Paragraph<'d>) -> Vec<(&'d str, u32)> {
    let mut found = Vec::new();
    let mut of_entry = label(paragraph);
    for &(_, line) in &paragraph.lines {
        let reference = line.split_once("<reference").map(|(_, rest)| rest);
        if let Some((_, anchor)) = reference.and_then(|rest| rest.split_once("anchor=")) {
            of_entry = anchor.split(['"', '\'']).nth(1);
        }
        let first = numbers(line, of_entry.is_some()).next();
        if let (Some(label), Some((_, rfc))) = (of_entry, first) {
            found.push((label, rfc));
            of_entry = None;
        }
        for (at, _) in line
            .match_indices(": RFC")
            .chain(line.match_indices("=RFC"))
        {
            let start = line[..at].trim_end_matches(is_of_label).len();
            let first = numbers(&line[at..], false).next();
            let first = first.filter(|_| start < at);
            found.extend(first.map(|(_, rfc)| (&line[start..at], rfc)));
        }
    }
    found.retain(|(label, _)| numbers(label, false).next().is_none());
    found
}

/// Returns whether a label on a line is a reference: `[URL]`, `{{URL}}`, `{{Section 4 of !URL}}`, `[@!URL]`, `target="URL"`.
fn is_mention(line: &str, at: usize, length: usize) -> bool {
    let (before, after) = (&line[..at], &line[at + length..]);
    let is_opened = before.ends_with(['[', '{', '!', '?', '@']) || before.ends_with(" of ");
    let is_target = before.ends_with("target=\"") || before.ends_with("target='");
    (is_opened && after.starts_with([']', '}', ',', ';'])) || is_target
}

/// Returns the numbers of RFCs on a line of a document, with their offsets.
fn numbers(line: &str, is_entry: bool) -> impl Iterator<Item = (usize, u32)> + '_ {
    let places = line.match_indices("RFC");
    places.filter_map(move |(at, sign)| {
        let rest = &line[at + sign.len()..];
        let begins = |text: &&str| text.starts_with(|one: char| one.is_ascii_digit());
        let glued = Some(rest.strip_prefix('.').unwrap_or(rest)).filter(begins);
        let series = ["\" value=\"", "' value='"];
        let of_series = || series.iter().find_map(|one| rest.strip_prefix(one));
        let of_entry = || rest.strip_prefix(' ').filter(|_| is_entry);
        let number = glued.or_else(of_series).or_else(of_entry)?;
        let end = number.find(|one: char| !one.is_ascii_digit());
        let number = number[..end.unwrap_or(number.len())].parse().ok()?;
        Some((at, number))
    })
}

/// Finds what the documents among the parts leave to grammars of the library that they refer to.
pub(super) fn referred(parts: &[Part]) -> Vec<Referred> {
    let binder = Binder::new(parts);
    let mut found: Vec<Referred> = Vec::new();
    let defined = Defined::default();
    let in_library = |rfc: &u32| library::find(&format!("rfc{rfc}"));
    for (index, part) in parts.iter().enumerate() {
        let grammar = &part.document.grammar;
        let Some(document) = grammar.document.as_ref().filter(|_| part.is_whole) else {
            continue;
        };
        let references = References::of(document.text());
        let all: Vec<&LibraryGrammar> = references.all().iter().filter_map(in_library).collect();
        for Missing { name, rfcs } in missing(&binder, index) {
            let near = if rfcs.is_empty() {
                references.beside(&name)
            } else {
                rfcs
            };
            let mut near = near.iter().map(in_library);
            let others = all.iter().map(|one| Some(*one));
            // A reference that the library does not have can be the one that defines the name.
            let rfc = (&mut near)
                .chain(others)
                .map_while(|one| one)
                .find(|one| defined.has(one, &name));
            let Some(rfc) = rfc.map(LibraryGrammar::name) else {
                continue;
            };
            match found
                .iter_mut()
                .find(|one| one.rfc == rfc && one.part == index)
            {
                Some(one) => one.names.push(name),
                None => found.push(Referred {
                    part: index,
                    rfc: rfc.to_owned(),
                    names: vec![name],
                }),
            }
        }
    }
    found
}

/// The names that grammars of the library define, in lower case.
#[derive(Default)]
struct Defined(RefCell<BTreeMap<&'static str, HashSet<String>>>);

impl Defined {
    /// Returns whether the file defines the name. Core rules are those of every file.
    fn has(&self, library: &LibraryGrammar, name: &str) -> bool {
        let mut known = self.0.borrow_mut();
        let names = known.entry(library.name()).or_insert_with(|| {
            let grammar = library.read().grammar;
            let productions = grammar.productions.iter();
            let own = productions.filter(|one| grammar.is_in_file(one.span.start));
            own.map(|one| one.name.to_ascii_lowercase()).collect()
        });
        names.contains(&name.to_ascii_lowercase())
    }
}

/// A name that a part uses and no part defines.
struct Missing {
    name: String,
    /// The numbers of the RFCs that prose says to define it; empty if nothing says so.
    rfcs: Vec<u32>,
}

/// Returns the names that a part uses and no part defines, and those that its prose takes from other documents.
fn missing(binder: &Binder<'_>, part: usize) -> Vec<Missing> {
    let document = &binder.parts[part].document;
    let mut all: Vec<Missing> = Vec::new();
    let mut add = |name: &str, rfcs: Vec<u32>| {
        if !all.iter().any(|one| one.name == name) {
            let name = name.to_owned();
            all.push(Missing { name, rfcs });
        }
    };
    for error in document.errors.iter().flatten() {
        if binder.resolves(part, error) {
            continue;
        }
        match error.kind() {
            GrammarErrorKind::UndefinedRule { name, .. }
            | GrammarErrorKind::AdditionFirst { name } => add(name, Vec::new()),
            _ => {}
        }
    }
    for (production, one) in document.grammar.productions.iter().enumerate() {
        let id = Id { part, production };
        one.body.walk(&mut |expression| {
            let Kind::Prose(text) = &expression.kind else {
                return;
            };
            let Some(Mention { name, rfcs }) = mention(text) else {
                return;
            };
            let is_elsewhere = text.contains('[') || !rfcs.is_empty();
            if let Some(name) = name.filter(|_| is_elsewhere)
                && binder.of_expression(id, expression).is_none()
            {
                add(name, rfcs);
            }
        });
    }
    all
}
