//! What a parser says of a text, held against what is expected.

use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

use rfcbnf_engine::escape::{Printable, Quoted};
use rfcbnf_engine::{CharacterSet, Document, Node, Production, SyntaxError, Tree};

use super::Case;
use super::expectation::{DerivationCount, ErrorPlace, Expectation, TreeLine, list};

/// What a parser says of a text.
#[derive(Debug)]
pub enum Answer<'a, 't, P: Production> {
    /// The tree of a valid text, with the productions of single characters.
    Valid(&'a Tree<'t, P>),
    /// The error of an invalid text.
    Invalid(&'a SyntaxError<P>),
    /// Why the text is neither.
    Undecided(&'a str),
}

/// The number of derivations of a valid text, up to [`MOST_DERIVATIONS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counted {
    /// Their number.
    pub count: usize,
    /// Whether there are infinitely many.
    pub is_infinite: bool,
}

/// The number of derivations above which they are not counted.
pub const MOST_DERIVATIONS: usize = 1_000_000;

impl fmt::Display for Counted {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            _ if self.is_infinite => formatter.write_str("infinitely many derivations"),
            1 => formatter.write_str("1 derivation"),
            count if count > MOST_DERIVATIONS => {
                write!(formatter, "more than {MOST_DERIVATIONS} derivations")
            }
            count => write!(formatter, "{count} derivations"),
        }
    }
}

/// How a case ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Everything is as expected.
    Passed,
    /// Something is not.
    Failed(Box<Mismatch>),
    /// A question about the text cannot be decided, for this reason.
    Undecided(String),
}

/// What is not as expected. Its sentences are for people, and escaped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// What was expected.
    pub expected: String,
    /// What is.
    pub found: String,
    /// The part of the text that `found` is about, in octets.
    pub span: Range<usize>,
    /// What is there, in a few words.
    pub label: String,
    /// The production in which to look for the cause.
    pub production: String,
    /// The innermost production that ended where a text that should be valid goes wrong, if it is another one: it may be what
    /// should have gone on.
    pub ended: Option<String>,
    /// A sentence about the text: which productions are open at its error, or which ones derive its parts.
    pub note: Option<String>,
}

/// Compares what is expected in a case with an answer. `derivations` counts the derivations of the text, if that is asked.
#[must_use]
pub fn compare<P: Production>(
    case: &Case,
    answer: &Answer<'_, '_, P>,
    derivations: impl FnOnce() -> Result<Counted, String>,
) -> Outcome {
    let expected = &case.expected;
    if expected.contains(&Expectation::Unfilled) {
        return failed(answer.unfilled());
    }
    let wants_undecided = expected.contains(&Expectation::Undecided);
    let is_undecided = matches!(answer, Answer::Undecided(_));
    if wants_undecided && is_undecided {
        return Outcome::Passed;
    }
    match answer {
        Answer::Undecided(reason) => Outcome::Undecided(escaped(reason)),
        Answer::Valid(tree) if wants_undecided => failed(valid(tree, "that it is undecided")),
        Answer::Invalid(error) if wants_undecided => failed(invalid(error, "that it is undecided")),
        Answer::Valid(tree) => of_valid(case, tree, derivations),
        Answer::Invalid(error) => of_invalid(case, error),
    }
}

fn failed(mismatch: Mismatch) -> Outcome {
    Outcome::Failed(Box::new(mismatch))
}

impl Mismatch {
    /// Adds the productions that end at the error of the text, the outermost first.
    pub(super) fn add_ended(&mut self, ended: &[String]) {
        if let Some(innermost) = ended.last() {
            let all = escaped(&ended.join(", "));
            let note = self.note.take().map(|note| note + "; ").unwrap_or_default();
            self.note = Some(format!("{note}ended there: {all}"));
            self.ended = Some(escaped(innermost)).filter(|one| *one != self.production);
        }
    }
}

impl<P: Production> Answer<'_, '_, P> {
    /// Returns that nothing was written yet.
    fn unfilled(&self) -> Mismatch {
        let expected = "an answer in the place of `?`";
        match self {
            Self::Valid(tree) => valid(tree, expected),
            Self::Invalid(error) => invalid(error, expected),
            Self::Undecided(reason) => Mismatch {
                expected: expected.to_owned(),
                found: format!("undecided: {}", escaped(reason)),
                span: 0..0,
                label: "undecided".to_owned(),
                production: String::new(),
                ended: None,
                note: None,
            },
        }
    }
}

/// The most octets of a text that a sentence repeats.
const SHOWN: usize = 60;

fn quoted(text: &[u8]) -> String {
    let mut end = text.len().min(SHOWN);
    while end < text.len() && end > 0 && (text[end] & 0xC0) == 0x80 {
        end -= 1;
    }
    let more = if end < text.len() { "…" } else { "" };
    format!("{}{more}", Quoted(&text[..end]))
}

fn escaped(text: &str) -> String {
    Printable(text.as_bytes()).to_string()
}

/// Returns that a text is valid and should not be.
fn valid<P: Production>(tree: &Tree<'_, P>, expected: &str) -> Mismatch {
    let production = escaped(&tree.root().rule().to_string());
    Mismatch {
        expected: expected.to_owned(),
        found: "a valid text".to_owned(),
        span: tree.root().span(),
        label: format!("`{production}` derives this"),
        production,
        ended: None,
        note: parts(tree),
    }
}

/// The most parts of a text that a note names.
const PARTS: usize = 8;

/// Returns which productions derive the parts of a valid text: those of the nodes with nothing but characters below.
fn parts<P: Production>(tree: &Tree<'_, P>) -> Option<String> {
    let is_leaf = |node: &Node<'_, '_, P>| {
        !node.rule().is_character() && node.children().all(|one| one.rule().is_character())
    };
    let mut leaves = tree.iter().filter(is_leaf);
    let parts = leaves.by_ref().take(PARTS).map(|node| {
        let production = escaped(&node.rule().to_string());
        format!("{production} {}", quoted(node.octets()))
    });
    let parts: Vec<String> = parts.collect();
    let more = if leaves.next().is_some() { ", …" } else { "" };
    let is_whole = tree.root().children().all(|one| one.rule().is_character());
    (!is_whole).then(|| format!("it is read as {}{more}", parts.join(", ")))
}

/// Returns that a text is invalid and should not be.
fn invalid<P: Production>(error: &SyntaxError<P>, expected: &str) -> Mismatch {
    Mismatch {
        expected: expected.to_owned(),
        found: format!("an error at offset {}", error.offset()),
        span: error.span(),
        label: format!(
            "expected {}, found {}",
            escaped(&error.expected_list()),
            error.found_name()
        ),
        production: escaped(&error.innermost().to_string()),
        ended: None,
        // A single production is shown anyway.
        note: (error.context().len() > 1)
            .then(|| format!("open there: {}", escaped(&error.context_list()))),
    }
}

/// Compares what is expected with the tree of a valid text.
fn of_valid<P: Production>(
    case: &Case,
    tree: &Tree<'_, P>,
    derivations: impl FnOnce() -> Result<Counted, String>,
) -> Outcome {
    let place = case.expected.iter().find_map(|one| match one {
        Expectation::ErrorAt(place) => Some(*place),
        _ => None,
    });
    if let Some(place) = place {
        return failed(valid_at(tree, place));
    }
    if case.expects_invalid() {
        return failed(valid(tree, "an invalid text"));
    }
    let mut derivations = Some(derivations);
    for expected in &case.expected {
        let mismatch = match expected {
            Expectation::Nodes(name, texts) => nodes(tree, name, texts),
            Expectation::Outermost(wanted) => outermost(tree, wanted),
            Expectation::Tree(lines) => whole_tree(case, tree, lines),
            Expectation::Derivations(count) => match derivations.take().map(|count| count()) {
                Some(Ok(counted)) => derivation_count(tree, *count, counted),
                Some(Err(reason)) => return Outcome::Undecided(escaped(&reason)),
                None => None,
            },
            _ => None,
        };
        if let Some(mismatch) = mismatch {
            return failed(mismatch);
        }
    }
    Outcome::Passed
}

/// Returns that there is no error where one is expected, and which production derives what is there.
fn valid_at<P: Production>(tree: &Tree<'_, P>, place: ErrorPlace) -> Mismatch {
    let (text, expected) = (tree.octets(), format!("an error at {}", named(place)));
    let Some(offset) = offset_of(text, place).filter(|offset| *offset < text.len()) else {
        return valid(tree, &expected);
    };
    let length = { text[offset..].utf8_chunks() }
        .next()
        .and_then(|chunk| chunk.valid().chars().next())
        .map_or(1, char::len_utf8);
    // A production of single characters says less than the one that uses it.
    let node = tree.innermost_at(offset).into_iter();
    let node = node.flat_map(|node| [node].into_iter().chain(node.ancestors()));
    let node = { node }.find(|node| !node.rule().is_character());
    let production = node.map_or(tree.root().rule(), Node::rule).to_string();
    let production = escaped(&production);
    let derived = node.map_or_else(|| quoted(text), |node| quoted(node.octets()));
    Mismatch {
        span: offset..offset + length,
        label: format!("no error: `{production}` derives {derived}"),
        production,
        ..valid(tree, &expected)
    }
}

fn named(place: ErrorPlace) -> String {
    match place {
        ErrorPlace::Octet(offset) | ErrorPlace::OctetOrCharacter(offset) => {
            format!("offset {offset}")
        }
        ErrorPlace::Position { .. } => place.to_string(),
    }
}

/// Returns the offset in octets of a place; `None` if the text has no such place.
fn offset_of(text: &[u8], place: ErrorPlace) -> Option<usize> {
    match place {
        ErrorPlace::Octet(offset) | ErrorPlace::OctetOrCharacter(offset) => Some(offset),
        ErrorPlace::Position { .. } => {
            let document = Document::new(text);
            (0..=text.len()).find(|offset| is_at(&document, *offset, place))
        }
    }
}

fn is_at(document: &Document<'_>, offset: usize, place: ErrorPlace) -> bool {
    match place {
        ErrorPlace::Octet(expected) => offset == expected,
        ErrorPlace::OctetOrCharacter(expected) => {
            let before = String::from_utf8_lossy(&document.octets()[..offset]);
            offset == expected || before.chars().count() == expected
        }
        ErrorPlace::Position { line, column } => {
            let position = document.position(offset);
            (position.line, position.column) == (line, column)
        }
    }
}

/// Compares what is expected with the error of an invalid text.
fn of_invalid<P: Production>(case: &Case, error: &SyntaxError<P>) -> Outcome {
    if case.expected.is_empty() || case.expected.iter().any(Expectation::needs_valid) {
        return failed(invalid(error, "a valid text"));
    }
    let document = Document::new(error.text());
    for expected in &case.expected {
        let differs = match expected {
            Expectation::ErrorAt(place) if !is_at(&document, error.offset(), *place) => {
                let found = match place {
                    ErrorPlace::Position { .. } => {
                        let position = document.position(error.offset());
                        format!("one at {}:{}", position.line, position.column)
                    }
                    _ => format!("one at offset {}", error.offset()),
                };
                Some((format!("an error at {}", named(*place)), found))
            }
            Expectation::CanEnd(true) if !error.can_end() => Some((
                "that what is before the error is a valid text (`complete`)".to_owned(),
                "that more has to follow (`incomplete`)".to_owned(),
            )),
            Expectation::CanEnd(false) if error.can_end() => Some((
                "that more has to follow what is before the error (`incomplete`)".to_owned(),
                "a valid text before the error (`complete`)".to_owned(),
            )),
            Expectation::Next(names) => {
                let found = next_names(error);
                let mut sorted = found.clone();
                sorted.sort();
                (sorted != *names).then(|| {
                    let expected =
                        format!("that {} could stand at the error", escaped(&list(names)));
                    (expected, escaped(&list(&found)))
                })
            }
            Expectation::NextOctets(octets, characters) => {
                next_octets(error, *octets, characters.as_deref())
            }
            _ => None,
        };
        if let Some((expected, found)) = differs {
            let of_error = invalid(error, &expected);
            return failed(Mismatch { found, ..of_error });
        }
    }
    Outcome::Passed
}

/// Returns the names of what could stand at the error.
pub(super) fn next_names<P: Production>(error: &SyntaxError<P>) -> Vec<String> {
    error.expected().iter().map(ToString::to_string).collect()
}

fn next_octets<P: Production>(
    error: &SyntaxError<P>,
    octets: CharacterSet,
    characters: Option<&[(char, char)]>,
) -> Option<(String, String)> {
    let sentence = |set: String| format!("that one of {} could stand at the error", Quoted(&set));
    let Some(characters) = characters else {
        let shown = |set: CharacterSet| set.iter().collect::<String>();
        let found = shown(error.next());
        return (error.next() != octets)
            .then(|| (sentence(shown(octets)), Quoted(&found).to_string()));
    };
    let found = error.next_characters()?;
    let found: Vec<(char, char)> = found
        .into_iter()
        .map(std::ops::RangeInclusive::into_inner)
        .collect();
    let shown = |ranges: &[(char, char)]| {
        let ranges = ranges.iter().map(|(first, last)| format!("{first}-{last}"));
        ranges.collect::<Vec<_>>().join(" ")
    };
    let differs = found != characters;
    differs.then(|| {
        (
            sentence(shown(characters)),
            Quoted(&shown(&found)).to_string(),
        )
    })
}

/// Compares all nodes of a production.
fn nodes<P: Production>(tree: &Tree<'_, P>, name: &str, texts: &[Vec<u8>]) -> Option<Mismatch> {
    let found = tree.iter().filter(|node| node.rule().to_string() == name);
    let found: Vec<Node<'_, '_, P>> = found.collect();
    let differs =
        |at: &usize| found.get(*at).map(|node| node.octets()) != texts.get(*at).map(Vec::as_slice);
    let at = (0..found.len().max(texts.len())).find(differs)?;
    let name = escaped(name);
    let which = if texts.len() > 1 || found.len() > 1 {
        format!("node {} of `{name}`", at + 1)
    } else {
        format!("`{name}`")
    };
    let expected = match texts.get(at) {
        Some(text) => format!("{which} to be {}", quoted(text)),
        None => format!("no {which}"),
    };
    let found = match found.get(at) {
        Some(node) => (quoted(node.octets()), node.span()),
        None => ("no such node".to_owned(), tree.root().span()),
    };
    Some(Mismatch {
        expected,
        label: format!("`{name}`: {}", found.0),
        found: found.0,
        span: found.1,
        production: name,
        ended: None,
        note: None,
    })
}

/// Compares the nodes of some productions, without those inside others.
fn outermost<P: Production>(tree: &Tree<'_, P>, wanted: &[(String, Vec<u8>)]) -> Option<Mismatch> {
    let names: HashSet<&str> = wanted.iter().map(|(name, _)| name.as_str()).collect();
    let mut reached = 0;
    let mut found = Vec::new();
    for node in tree {
        let name = node.rule().to_string();
        // A node comes after those around it.
        if names.contains(name.as_str()) && (node.span().start >= reached) {
            reached = node.span().end.max(reached);
            found.push((name, node));
        }
    }
    let same = |at: &usize| {
        let node = found
            .get(*at)
            .map(|(name, node)| (name.as_str(), node.octets()));
        node == wanted
            .get(*at)
            .map(|(name, text)| (name.as_str(), text.as_slice()))
    };
    let at = (0..found.len().max(wanted.len())).find(|at| !same(at))?;
    let sentence = |name: &str, text: &[u8]| format!("`{}` to be {}", escaped(name), quoted(text));
    let expected = { wanted.get(at) }.map_or("no further node".to_owned(), |(name, text)| {
        sentence(name, text)
    });
    let (found, span, production) = match found.get(at) {
        Some((name, node)) => (
            format!("`{}` {}", escaped(name), quoted(node.octets())),
            node.span(),
            name.clone(),
        ),
        None => (
            "no further node".to_owned(),
            tree.root().span(),
            wanted
                .get(at)
                .map_or_else(String::new, |(name, _)| name.clone()),
        ),
    };
    Some(Mismatch {
        expected,
        label: found.clone(),
        found,
        span,
        production: escaped(&production),
        ended: None,
        note: None,
    })
}

/// Returns the nodes of a tree, as a case shows them.
fn shown<'a, 't, P: Production>(
    case: &Case,
    tree: &'a Tree<'t, P>,
) -> Vec<(TreeLine, Node<'a, 't, P>)> {
    let mut shown: Vec<(TreeLine, Node<'a, 't, P>)> = Vec::new();
    // The depths of the nodes around a node that are left out.
    let mut left_out: Vec<usize> = Vec::new();
    for (depth, node) in tree.root().descendants_with_depth() {
        left_out.retain(|one| *one < depth);
        if depth > 0 && node.rule().is_character() && !case.shows_characters {
            left_out.push(depth);
            continue;
        }
        let line = TreeLine {
            depth: depth - left_out.len(),
            production: node.rule().to_string(),
            span: Some(node.span()),
            quoted: Some(Quoted(node.octets()).to_string()),
        };
        shown.push((line, node));
    }
    shown
}

/// Returns the whole tree as a file has it: the texts of its leaves alone.
pub(super) fn tree_lines<P: Production>(case: &Case, tree: &Tree<'_, P>) -> Vec<TreeLine> {
    let shown = shown(case, tree);
    let depths: Vec<usize> = shown.iter().map(|(line, _)| line.depth).collect();
    let lines = shown.into_iter().enumerate().map(|(at, (line, _))| {
        let is_leaf = depths.get(at + 1).is_none_or(|next| *next <= line.depth);
        TreeLine {
            span: None,
            quoted: line.quoted.filter(|_| is_leaf),
            ..line
        }
    });
    lines.collect()
}

/// Compares the whole tree.
fn whole_tree<P: Production>(
    case: &Case,
    tree: &Tree<'_, P>,
    lines: &[TreeLine],
) -> Option<Mismatch> {
    let shown = shown(case, tree);
    let differs = |at: &usize| match (shown.get(*at), lines.get(*at)) {
        (Some((line, _)), Some(expected)) => {
            let has = |one: bool, other: bool| one && other;
            (line.depth, &line.production) != (expected.depth, &expected.production)
                || has(expected.span.is_some(), line.span != expected.span)
                || has(expected.quoted.is_some(), line.quoted != expected.quoted)
        }
        _ => true,
    };
    let at = (0..shown.len().max(lines.len())).find(differs)?;
    let line = |line: &TreeLine, alike: Option<&TreeLine>| {
        let mut line = line.clone();
        if let Some(alike) = alike {
            line.span = line.span.filter(|_| alike.span.is_some());
            line.quoted = line.quoted.filter(|_| alike.quoted.is_some());
        }
        let depth = std::mem::take(&mut line.depth);
        format!("`{}` at depth {depth}", escaped(&line.to_string()))
    };
    let expected = match lines.get(at) {
        Some(expected) => format!("line {} of the tree to be {}", at + 1, line(expected, None)),
        None => format!("a tree of {} nodes", lines.len()),
    };
    let (found, span, production) = match shown.get(at) {
        Some((found, node)) => {
            // A line of the tree may leave out what the node has; where all it has is equal, both are shown whole.
            let found = line(found, lines.get(at));
            (found, node.span(), node.rule().to_string())
        }
        None => (
            format!("a tree of {} nodes", shown.len()),
            tree.root().span(),
            tree.root().rule().to_string(),
        ),
    };
    let production = escaped(&production);
    Some(Mismatch {
        expected,
        found,
        label: format!("`{production}`: {}", quoted(&tree.octets()[span.clone()])),
        span,
        production,
        ended: None,
        note: None,
    })
}

fn derivation_count<P: Production>(
    tree: &Tree<'_, P>,
    expected: DerivationCount,
    counted: Counted,
) -> Option<Mismatch> {
    let Counted { count, is_infinite } = counted;
    let is_met = match expected {
        DerivationCount::One => count == 1 && !is_infinite,
        DerivationCount::Several => count > 1 || is_infinite,
        DerivationCount::Exactly(exactly) => count == exactly && !is_infinite,
    };
    let expected = match expected {
        DerivationCount::One => "one derivation".to_owned(),
        DerivationCount::Several => "several derivations".to_owned(),
        DerivationCount::Exactly(_) => expected.to_string(),
    };
    (!is_met).then(|| Mismatch {
        found: counted.to_string(),
        label: counted.to_string(),
        ..valid(tree, &expected)
    })
}
