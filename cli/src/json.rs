//! Verdicts, trees, errors and comparisons for programs.
//!
//! Invariants: the names and the order of the fields are a contract; an object is one line of
//! printable ASCII, everything else in it is escaped.

use std::borrow::Cow;
use std::io::{self, Write};

use rfc1738::{Finding, Rule, SyntaxError};
use serde::Serialize;
use serde::ser::{SerializeStruct as _, Serializer};
use serde_json::ser::Formatter;

use crate::mismatch::Mismatch;

/// What is said of one text.
#[derive(Serialize)]
pub(crate) struct Record<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    input: Cow<'a, str>,
    rule: Rule,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<rfc1738::Node<'a, 'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<&'a [Finding]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a SyntaxError>,
}

impl<'a> Record<'a> {
    /// The record of a text that was parsed as the production; with the tree, if there is to
    /// be one, or with the error.
    pub(crate) fn new(
        line: Option<u64>,
        text: &'a [u8],
        rule: Rule,
        result: Result<Option<rfc1738::Node<'a, 'a>>, &'a SyntaxError>,
    ) -> Self {
        Self {
            line,
            input: String::from_utf8_lossy(text),
            rule,
            ok: result.is_ok(),
            error: result.as_ref().err().copied(),
            tree: result.ok().flatten(),
            advice: None,
        }
    }

    /// The same with what there is to say about a URL.
    pub(crate) fn with_advice(self, advice: Option<&'a [Finding]>) -> Self {
        Self { advice, ..self }
    }
}

/// What is said of a text that a production of any grammar does not derive.
#[derive(Serialize)]
pub(crate) struct Mismatched<'a> {
    input: &'a str,
    rule: &'a str,
    ok: bool,
    error: &'a Mismatch,
}

impl<'a> Mismatched<'a> {
    /// The record of a text that the production does not derive.
    pub(crate) fn new(input: &'a str, rule: &'a str, error: &'a Mismatch) -> Self {
        Self {
            input,
            rule,
            ok: false,
            error,
        }
    }
}

/// The derivations of one text.
#[derive(Serialize)]
pub(crate) struct Derivations<'a> {
    input: &'a str,
    rule: &'a str,
    ok: bool,
    count: usize,
    complete: bool,
    trees: Vec<TreeNode<'a>>,
}

impl<'a> Derivations<'a> {
    /// The record of a text with these trees and, where it is not complete, others.
    pub(crate) fn new(
        text: &'a str,
        rule: &'a str,
        trees: &'a [rfcbnf::derivations::Tree],
        complete: bool,
    ) -> Self {
        Self {
            input: text,
            rule,
            ok: true,
            count: trees.len(),
            complete,
            trees: trees.iter().map(|tree| TreeNode(tree.root())).collect(),
        }
    }
}

/// A node of a derivation and all below it, as the library shows its own. How deep they go is
/// bounded by the grammar.
pub(crate) struct TreeNode<'a>(pub(crate) rfcbnf::derivations::Node<'a>);

impl Serialize for TreeNode<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let span = self.0.span();
        let mut node = serializer.serialize_struct("Node", 4)?;
        node.serialize_field("rule", self.0.production())?;
        node.serialize_field("start", &span.start)?;
        node.serialize_field("end", &span.end)?;
        node.serialize_field("children", &Children(self.0))?;
        node.end()
    }
}

/// The nodes directly below a node.
struct Children<'a>(rfcbnf::derivations::Node<'a>);

impl Serialize for Children<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.children().map(TreeNode))
    }
}

/// Octets: text where they are UTF-8, and `{"hex":…}` elsewhere.
pub(crate) struct Octets(pub(crate) Vec<u8>);

impl Serialize for Octets {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Ok(text) = std::str::from_utf8(&self.0) {
            return serializer.serialize_str(text);
        }
        let digits: Vec<String> = self.0.iter().map(|octet| format!("{octet:02x}")).collect();
        let mut octets = serializer.serialize_struct("Octets", 1)?;
        octets.serialize_field("hex", &digits.concat())?;
        octets.end()
    }
}

/// Writes the record as a line.
pub(crate) fn write(out: &mut impl Write, record: &impl Serialize) -> io::Result<()> {
    record.serialize(&mut serde_json::Serializer::with_formatter(
        &mut *out, Ascii,
    ))?;
    out.write_all(b"\n")
}

/// Writes on one line, and escapes what is not printable ASCII: control characters beyond
/// those that JSON has to escape, and characters that change how others are shown.
struct Ascii;

impl Formatter for Ascii {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(place) = rest.find(|character| !matches!(character, ' '..='~')) {
            let (run, behind) = rest.split_at(place);
            out.write_all(run.as_bytes())?;
            let mut characters = behind.chars();
            if let Some(character) = characters.next() {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    write!(out, "\\u{unit:04x}")?;
                }
            }
            rest = characters.as_str();
        }
        out.write_all(rest.as_bytes())
    }
}
