//! The verdict on one text, for programs.

use std::borrow::Cow;
use std::io::{self, Write};

use rfc1738::Finding;
use rfcbnf_engine::Node;
use serde::{Serialize, Serializer};

use crate::check::place::{FileName, Place, TextStart};
use crate::json::{self, Octets, hex};
use crate::production::{CheckedProduction, Cut, Name, Rejection, UndecidedRecord};
use crate::rejection::serialize_rejection;
use crate::repairs::Repairs;
use crate::tree::json::TreeNode;

/// The verdict on a text by a production.
#[derive(Debug, Serialize)]
#[serde(bound = "P: CheckedProduction")]
pub struct CheckRecord<'a, P: CheckedProduction> {
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    input: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hex: Option<String>,
    rule: Name<P>,
    /// `None` if the text is not decided.
    ok: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undecided: Option<UndecidedRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<TreeNode<Node<'a, 'a, P>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<&'a [Finding]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<CutRejection<'a, P::Rejection>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<Octets<&'a [u8]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
    /// Where the file holds what the error is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<TextStart>,
    /// The number of octets in the whole text, if `input` is only its beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u64>,
}

/// An error in a text that may be cut.
#[derive(Debug)]
struct CutRejection<'a, E> {
    error: &'a E,
    cut: Option<Cut>,
    repairs: Option<&'a Repairs<'a>>,
}

impl<E: Rejection> Serialize for CutRejection<'_, E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_rejection(self.error, self.cut, self.repairs, serializer)
    }
}

/// The most octets of `input` if the text is too long to be kept.
const BEGINNING: usize = 1024;

impl<'a, P: CheckedProduction> CheckRecord<'a, P> {
    /// Returns the record of a text that was parsed as the production. `result` holds the root
    /// of the tree if the record is to show one.
    ///
    /// ```
    /// use rfc1738::{Rule, parse};
    /// use rfc1738_views::check::record::CheckRecord;
    /// use rfc1738_views::json;
    ///
    /// parse(Rule::Port, "80")?;
    /// let mut line = Vec::new();
    /// json::write(&mut line, &CheckRecord::new(b"80", Rule::Port, Ok(None)))?;
    /// assert_eq!(line, b"{\"input\":\"80\",\"rule\":\"port\",\"ok\":true}\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(
        text: &'a [u8],
        rule: P,
        result: Result<Option<Node<'a, 'a, P>>, &'a P::Rejection>,
    ) -> Self {
        let error = result.as_ref().err().copied();
        Self {
            ok: Some(result.is_ok()),
            error: error.map(|error| CutRejection {
                error,
                cut: None,
                repairs: None,
            }),
            tree: result.ok().flatten().map(TreeNode),
            ..Self::of(text, rule)
        }
    }

    /// Returns the record of a text that is not decided, for this reason.
    ///
    /// ```
    /// use rfc1738::Rule;
    /// use rfc1738_views::check::record::CheckRecord;
    /// use rfc1738_views::json;
    ///
    /// let record = CheckRecord::undecided(b"80", Rule::Port, "it is too long".to_owned());
    /// let mut line = Vec::new();
    /// json::write(&mut line, &record)?;
    /// assert_eq!(String::from_utf8(line)?, "{\"input\":\"80\",\"rule\":\"port\",\"ok\":null,\
    ///     \"undecided\":{\"reason\":\"it is too long\"}}\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn undecided(text: &'a [u8], rule: P, reason: impl Into<UndecidedRecord>) -> Self {
        Self {
            undecided: Some(reason.into()),
            ..Self::of(text, rule)
        }
    }

    /// Returns the record of a text without a verdict.
    fn of(text: &'a [u8], rule: P) -> Self {
        Self {
            line: None,
            input: String::from_utf8_lossy(text),
            hex: hex(text),
            rule: Name(rule),
            ok: None,
            undecided: None,
            error: None,
            tree: None,
            advice: None,
            file: None,
            record: None,
            field: None,
            position: None,
            length: None,
        }
    }

    /// Sets where the text comes from.
    #[must_use]
    pub fn at(mut self, place: &Place<'a>) -> Self {
        self.line = Some(place.line);
        self.file = Some(Octets(place.file.octets));
        self.record = place.record;
        self.field = place.field;
        if let Some(error) = self.error.as_mut() {
            error.cut = place.cut;
            self.position = place.position(error.error).filter(|_| self.field.is_some());
        }
        if let Some(cut) = place.cut {
            self.length = Some(cut.length);
            let end = (0..=BEGINNING).rfind(|end| self.input.is_char_boundary(*end));
            self.input = self.input[..end.unwrap_or(0)].to_owned().into();
            self.hex = None;
        }
        self
    }

    /// Sets the texts that are nearest to an invalid one.
    #[must_use]
    pub fn with_repairs(mut self, repairs: Option<&'a Repairs<'a>>) -> Self {
        if let Some(error) = &mut self.error {
            error.repairs = repairs;
        }
        self
    }

    /// Sets the advice on the text.
    #[must_use]
    pub fn with_advice(self, advice: Option<&'a [Finding]>) -> Self {
        Self { advice, ..self }
    }
}

/// Writes the records of valid texts of a file. Most of such a record is the same for all of them, and
/// most texts are written in JSON as they are.
///
/// ```
/// use rfc1738::Rule;
/// use rfc1738_views::check::place::{FileName, Place};
/// use rfc1738_views::check::record::{CheckRecord, ValidRecords};
/// use rfc1738_views::json;
///
/// let file = FileName { shown: "ports.txt", octets: b"ports.txt" };
/// let (place, record) = (Place::line(file, 7), CheckRecord::new(b"80", Rule::Port, Ok(None)));
/// let (mut line, mut same) = (Vec::new(), Vec::new());
/// ValidRecords::new(Rule::Port, file, None).write(&mut line, &place, b"80")?;
/// json::write(&mut same, &record.at(&place))?;
/// assert_eq!(line, same);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct ValidRecords<P> {
    rule: P,
    /// Whether JSON has all texts as they are.
    are_literal: bool,
    /// What follows the text, up to the number of the record.
    rest: Vec<u8>,
    /// What follows the number of the record.
    end: Vec<u8>,
}

impl<P: CheckedProduction> ValidRecords<P> {
    /// Returns what writes the records of a production, a file, and its field that holds the texts.
    #[must_use]
    pub fn new(rule: P, file: FileName<'_>, field: Option<&str>) -> Self {
        let mut rest = b"\",\"rule\":".to_vec();
        push(&mut rest, &Name(rule));
        rest.extend_from_slice(b",\"ok\":true,\"file\":");
        push(&mut rest, &Octets(file.octets));
        let mut end = Vec::new();
        if let Some(field) = field {
            end.extend_from_slice(b",\"field\":");
            push(&mut end, &field);
        }
        end.extend_from_slice(b"}\n");
        Self {
            rule,
            are_literal: false,
            rest,
            end,
        }
    }

    /// Says that the texts are these lines. To look at all of them once takes a fraction of the time.
    ///
    /// ```
    /// use rfc1738::Rule;
    /// use rfc1738_views::check::place::{FileName, Place};
    /// use rfc1738_views::check::record::ValidRecords;
    ///
    /// let file = FileName { shown: "ports.txt", octets: b"ports.txt" };
    /// let (mut line, mut same) = (Vec::new(), Vec::new());
    /// let records = || ValidRecords::new(Rule::Port, file, None);
    /// records().write(&mut line, &Place::line(file, 1), b"80")?;
    /// records().of_lines(b"80\n8080\n").write(&mut same, &Place::line(file, 1), b"80")?;
    /// assert_eq!(line, same);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn of_lines(self, lines: &[u8]) -> Self {
        let are_literal = are_literal(lines, b'\n');
        Self {
            are_literal,
            ..self
        }
    }

    /// Writes the record of a valid text.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write(&self, out: &mut impl Write, place: &Place<'_>, text: &[u8]) -> io::Result<()> {
        if place.cut.is_some() || !self.are_literal && !are_literal(text, b' ') {
            let record = CheckRecord::new(text, self.rule, Ok(None));
            return json::write(out, &record.at(place));
        }
        let mut digits = itoa::Buffer::new();
        out.write_all(b"{\"line\":")?;
        out.write_all(digits.format(place.line).as_bytes())?;
        out.write_all(b",\"input\":\"")?;
        out.write_all(text)?;
        out.write_all(&self.rest)?;
        if let Some(record) = place.record {
            out.write_all(b",\"record\":")?;
            out.write_all(digits.format(record).as_bytes())?;
        }
        out.write_all(&self.end)
    }
}

/// Returns whether JSON has octets as they are, apart from this one. The loop has no exit: it is a few instructions for many
/// octets.
fn are_literal(octets: &[u8], apart: u8) -> bool {
    let is_other = |octet: u8| matches!(octet, ..b' ' | b'"' | b'\\' | 0x7f..) && octet != apart;
    let others = octets.iter().map(|octet| u8::from(is_other(*octet)));
    others.fold(0, |any, other| any | other) == 0
}

/// Appends a value. Strings and objects of strings are always written.
fn push(octets: &mut Vec<u8>, value: &impl Serialize) {
    json::write_value(octets, value).expect("memory can be written to");
}
