//! What is expected of a text.

use std::fmt;
use std::ops::Range;

use rfcbnf_engine::CharacterSet;

use super::blocks::{escaped, unescaped};

/// Something that is expected of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expectation {
    /// The production derives it.
    Valid,
    /// The production does not derive it.
    Invalid,
    /// It cannot be decided.
    Undecided,
    /// What it is was not written yet.
    Unfilled,
    /// It is wrong there, and everything before is the beginning of a valid text.
    ErrorAt(ErrorPlace),
    /// Whether what is before the error is a valid text itself.
    CanEnd(bool),
    /// What could stand at the error, by the names that the error gives it, in any order.
    Next(Vec<String>),
    /// The octets that could stand at the error. With characters, those above ASCII are not compared, and the characters are.
    NextOctets(CharacterSet, Option<Vec<(char, char)>>),
    /// The texts of all nodes of a production, in order.
    Nodes(String, Vec<Vec<u8>>),
    /// The texts of the nodes of some productions that are not inside another one of these, in order.
    Outermost(Vec<(String, Vec<u8>)>),
    /// The whole tree.
    Tree(Vec<TreeLine>),
    /// The number of derivations.
    Derivations(DerivationCount),
}

/// Where an error is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorPlace {
    /// The number of octets before it.
    Octet(usize),
    /// The number of octets or of characters before it: other programs count one or the other.
    OctetOrCharacter(usize),
    /// Its line and its column in characters, both from 1.
    Position {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
}

/// A number of derivations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DerivationCount {
    /// One.
    One,
    /// Two or more.
    Several,
    /// This number, which is not infinite.
    Exactly(usize),
}

/// A node of a tree that is expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeLine {
    /// The number of nodes above it.
    pub depth: usize,
    /// The name of its production.
    pub production: String,
    /// Its span, if it is compared.
    pub span: Option<Range<usize>>,
    /// Its text in quotation marks with escapes, if it is compared.
    pub quoted: Option<String>,
}

/// The spaces before a node for each node above it.
const INDENT: usize = 2;

impl Expectation {
    /// Reads what is expected of a text.
    ///
    /// # Errors
    ///
    /// Returns a sentence about what cannot be read.
    pub fn read(text: &str, has_escapes: bool) -> Result<Vec<Self>, String> {
        let mut expected = Vec::new();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if line.trim() == "tree" {
                let tree: Result<Vec<TreeLine>, String> = lines
                    .by_ref()
                    .filter(|line| !line.trim().is_empty())
                    .map(TreeLine::read)
                    .collect();
                expected.push(Self::Tree(tree?));
            } else {
                read_line(line.trim(), has_escapes, &mut expected)?;
            }
        }
        let mut signs = expected.iter();
        if signs.any(Self::needs_valid) && expected.iter().any(Self::needs_invalid) {
            return Err("a text cannot be expected to be valid and invalid".to_owned());
        }
        Ok(expected)
    }

    /// Returns whether only a valid text has it.
    pub(super) fn needs_valid(&self) -> bool {
        match self {
            Self::Valid
            | Self::Nodes(..)
            | Self::Outermost(_)
            | Self::Tree(_)
            | Self::Derivations(_) => true,
            Self::Invalid
            | Self::Undecided
            | Self::Unfilled
            | Self::ErrorAt(_)
            | Self::CanEnd(_)
            | Self::Next(_)
            | Self::NextOctets(..) => false,
        }
    }

    /// Returns whether only an invalid text has it.
    pub(super) fn needs_invalid(&self) -> bool {
        !self.needs_valid() && !matches!(self, Self::Undecided | Self::Unfilled)
    }

    /// Returns it as a file has it; `None` if the file cannot hold it.
    pub(super) fn written(&self, has_escapes: bool) -> Option<String> {
        let value = |text: &[u8]| {
            if has_escapes {
                return Some(escaped(text));
            }
            let text = std::str::from_utf8(text).ok()?;
            let is_plain = text.trim() == text && !text.contains(char::is_control);
            is_plain.then(|| text.to_owned())
        };
        Some(match self {
            Self::Valid => "valid".to_owned(),
            Self::Invalid => "invalid".to_owned(),
            Self::Undecided => "undecided".to_owned(),
            Self::Unfilled => "?".to_owned(),
            Self::ErrorAt(place) => format!("error at {place}"),
            Self::CanEnd(true) => "complete".to_owned(),
            Self::CanEnd(false) => "incomplete".to_owned(),
            Self::Next(names) => format!("expected {}", list(names)),
            Self::Nodes(name, texts) if texts.is_empty() => name.clone(),
            Self::Nodes(name, texts) => {
                let values: Option<Vec<String>> = texts.iter().map(|text| value(text)).collect();
                let values = values?;
                let is_word = |text: &String| !text.contains(char::is_whitespace);
                let (sign, end) = if values.iter().all(is_word) {
                    ("=", " ")
                } else {
                    (" = ", "\n")
                };
                let nodes = values.iter().map(|text| format!("{name}{sign}{text}"));
                nodes.collect::<Vec<_>>().join(end)
            }
            Self::Tree(lines) => {
                let lines = lines.iter().map(|line| format!("\n{line}"));
                format!("tree{}", lines.collect::<String>())
            }
            Self::Derivations(count) => count.to_string(),
            Self::NextOctets(..) | Self::Outermost(_) => return None,
        })
    }
}

/// Returns names as a list: `a, b or c`.
pub(super) fn list(names: &[String]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

fn read_line(line: &str, has_escapes: bool, expected: &mut Vec<Expectation>) -> Result<(), String> {
    match line {
        "" => return Ok(()),
        "valid" => expected.push(Expectation::Valid),
        "invalid" => expected.push(Expectation::Invalid),
        "undecided" => expected.push(Expectation::Undecided),
        "?" => expected.push(Expectation::Unfilled),
        "ambiguous" => expected.push(Expectation::Derivations(DerivationCount::Several)),
        "unambiguous" => expected.push(Expectation::Derivations(DerivationCount::One)),
        _ => {
            if let Some(place) = line.strip_prefix("error at ") {
                return read_error(place, expected);
            }
            if let Some(names) = line.strip_prefix("expected ") {
                expected.push(Expectation::Next(names_of(names)));
                return Ok(());
            }
            if let Some(count) = derivations(line) {
                expected.push(Expectation::Derivations(DerivationCount::Exactly(count)));
                return Ok(());
            }
            return read_nodes(line, has_escapes, expected);
        }
    }
    Ok(())
}

/// Returns the names of productions in what is expected, each with its place.
pub(super) fn names_in(text: &str) -> Vec<(String, Range<usize>)> {
    let mut names = Vec::new();
    let (mut offset, mut is_tree) = (0, false);
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        let start = offset + line.len() - line.trim_start().len();
        let of_line = if is_tree {
            vec![(0, content.split(' ').next().unwrap_or_default())]
        } else {
            names_of_line(content)
        };
        let of_line = of_line.into_iter().filter(|(_, name)| !name.is_empty());
        names.extend(of_line.map(|(at, name)| {
            let start = start + at;
            (name.to_owned(), start..start + name.len())
        }));
        is_tree |= content == "tree";
        offset += line.len();
    }
    names
}

/// Returns the names in a line that is none of a tree, each with its offset.
fn names_of_line(line: &str) -> Vec<(usize, &str)> {
    let is_other = matches!(
        line,
        "" | "tree" | "valid" | "invalid" | "undecided" | "?" | "ambiguous" | "unambiguous"
    );
    if is_other || line.starts_with("error at ") || derivations(line).is_some() {
        return Vec::new();
    }
    if let Some(list) = line.strip_prefix("expected ") {
        let listed = names_of(list);
        let names = listed.iter().filter(|name| is_name(name));
        let names = names.filter_map(|name| {
            let start = line.len() - list.len() + place_in_list(list, name)?;
            Some((start, &line[start..start + name.len()]))
        });
        return names.collect();
    }
    let alone = line.split_once(" = ").map(|(name, _)| name);
    let alone = alone.or(line.strip_suffix(" ="));
    if let Some(name) = alone.filter(|name| is_name(name)) {
        return vec![(0, name)];
    }
    let mut names = Vec::new();
    let mut at = 0;
    for word in line.split_inclusive(char::is_whitespace) {
        let name = word.trim_end().split('=').next().unwrap_or_default();
        if is_name(name) {
            names.push((at, name));
        }
        at += word.len();
    }
    names
}

/// Returns where a list such as `DIGIT, "," or end of text` has a name that is not in quotation marks.
fn place_in_list(list: &str, name: &str) -> Option<usize> {
    let is_part = |one: char| one.is_alphanumeric() || "-_\"'".contains(one);
    let mut places = list.match_indices(name).map(|(at, _)| at);
    places
        .find(|&at| !list[..at].ends_with(is_part) && !list[at + name.len()..].starts_with(is_part))
}

/// Reads the number of `3 derivations`.
fn derivations(line: &str) -> Option<usize> {
    let (count, what) = line.split_once(' ')?;
    matches!(what, "derivation" | "derivations").then(|| count.parse().ok())?
}

fn read_error(place: &str, expected: &mut Vec<Expectation>) -> Result<(), String> {
    let (place, can_end) = match place.split_once(", ") {
        None => (place, None),
        Some((place, "complete")) => (place, Some(true)),
        Some((place, "incomplete")) => (place, Some(false)),
        Some((_, other)) => {
            return Err(format!(
                "`{other}` is neither `complete` nor `incomplete`, which can follow the place of an error; what could \
                 stand there follows `expected` on a line of its own"
            ));
        }
    };
    let number = |text: &str| text.parse::<usize>().ok();
    let place = match place.split_once(':') {
        Some((line, column)) => number(line)
            .zip(number(column))
            .map(|(line, column)| ErrorPlace::Position { line, column }),
        None => number(place).map(ErrorPlace::Octet),
    };
    let place = place.ok_or(
        "the place of an error is a number of octets, as in `error at 2`, or a line and a column, as in `error at 3:1`",
    )?;
    expected.push(Expectation::ErrorAt(place));
    expected.extend(can_end.map(Expectation::CanEnd));
    Ok(())
}

/// Returns the names of a list such as `DIGIT, "," or end of text`.
fn names_of(list: &str) -> Vec<String> {
    let mut names = vec![String::new()];
    let (mut quote, mut rest) = (None, list);
    while let Some(character) = rest.chars().next() {
        let separator = [", ", " or "]
            .into_iter()
            .find(|sign| quote.is_none() && rest.starts_with(sign));
        if let Some(separator) = separator {
            names.push(String::new());
            rest = &rest[separator.len()..];
            continue;
        }
        match (character, quote) {
            ('"' | '\'', None) => quote = Some(character),
            (_, Some(open)) if open == character => quote = None,
            _ => {}
        }
        if let Some(last) = names.last_mut() {
            last.push(character);
        }
        rest = &rest[character.len_utf8()..];
    }
    names.sort();
    names
}

/// Reads `NAME = TEXT`, or words that are `NAME=TEXT` or `NAME`.
fn read_nodes(
    line: &str,
    has_escapes: bool,
    expected: &mut Vec<Expectation>,
) -> Result<(), String> {
    let value = |text: &str| {
        if has_escapes {
            unescaped(text)
        } else {
            Ok(text.as_bytes().to_vec())
        }
    };
    let alone = line
        .split_once(" = ")
        .or_else(|| Some((line.strip_suffix(" =")?, "")));
    if let Some((name, text)) = alone.filter(|(name, _)| is_name(name)) {
        add_node(expected, name, Some(value(text)?));
        return Ok(());
    }
    for word in line.split_whitespace() {
        let (name, text) = match word.split_once('=') {
            Some((name, text)) => (name, Some(value(text)?)),
            None => (word, None),
        };
        if !is_name(name) {
            return Err(format!(
                "`{word}` is not expected: lines are `valid`, `invalid`, `error at 2`, `expected …`, `tree`, `ambiguous`, \
                 `unambiguous`, `undecided`, `?`, or nodes of the tree such as `{}=…`",
                if word.len() < 20 && is_name(word) {
                    word
                } else {
                    "host"
                }
            ));
        }
        add_node(expected, name, text);
    }
    Ok(())
}

fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .chars()
            .all(|character| character.is_alphanumeric() || "-_+<>/.".contains(character))
}

fn add_node(expected: &mut Vec<Expectation>, name: &str, text: Option<Vec<u8>>) {
    let known = expected.iter_mut().find_map(|one| match one {
        Expectation::Nodes(known, texts) if known == name => Some(texts),
        _ => None,
    });
    match known {
        Some(texts) => texts.extend(text),
        None => expected.push(Expectation::Nodes(
            name.to_owned(),
            text.into_iter().collect(),
        )),
    }
}

impl TreeLine {
    fn read(line: &str) -> Result<Self, String> {
        let content = line.trim();
        let indent = line.len() - line.trim_start().len();
        let (production, rest) = content.split_once(' ').unwrap_or((content, ""));
        let (span, quoted) = match rest.split_once(' ') {
            _ if rest.starts_with('"') => (None, rest),
            Some((span, quoted)) => (Some(span), quoted),
            None => (Some(rest).filter(|span| !span.is_empty()), ""),
        };
        let is_quoted = quoted.is_empty()
            || quoted.len() > 1 && quoted.starts_with('"') && quoted.ends_with('"');
        if !indent.is_multiple_of(INDENT) || !is_name(production) || !is_quoted {
            return Err(format!(
                "`{content}` is no node of a tree: each is a production and its text in quotation marks, or the production \
                 alone, two spaces deeper than the node above it"
            ));
        }
        let number = |text: &str| text.parse::<usize>().ok();
        let span = match span {
            None => None,
            Some(span) => {
                let ends = span
                    .split_once("..")
                    .and_then(|(start, end)| number(start).zip(number(end)));
                let (start, end) =
                    ends.ok_or_else(|| format!("`{span}` is no span such as 0..4"))?;
                Some(start..end)
            }
        };
        Ok(Self {
            depth: indent / INDENT,
            production: production.to_owned(),
            span,
            quoted: Some(quoted.to_owned()).filter(|quoted| !quoted.is_empty()),
        })
    }
}

impl fmt::Display for TreeLine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{:1$}{2}",
            "",
            INDENT * self.depth,
            self.production
        )?;
        if let Some(Range { start, end }) = &self.span {
            write!(formatter, " {start}..{end}")?;
        }
        match &self.quoted {
            Some(quoted) => write!(formatter, " {quoted}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for ErrorPlace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Octet(offset) | Self::OctetOrCharacter(offset) => offset.fmt(formatter),
            Self::Position { line, column } => write!(formatter, "{line}:{column}"),
        }
    }
}

impl fmt::Display for DerivationCount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One => formatter.write_str("unambiguous"),
            Self::Several => formatter.write_str("ambiguous"),
            Self::Exactly(1) => formatter.write_str("1 derivation"),
            Self::Exactly(count) => write!(formatter, "{count} derivations"),
        }
    }
}
