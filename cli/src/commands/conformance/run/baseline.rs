//! The file of accepted causes.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::mem;
use std::path::Path;

use rfc1738_views::conformance::causes::AcceptedCause;
use rfc1738_views::conformance::causes::pin::Pin;
use rfcbnf_engine::escape::Printable;
use serde::Deserialize;
use toml::Spanned;
use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, Table, Value, value};

use crate::input::toml_file::{escaped_lines, read_toml, unusable};
use crate::outcome::Failure;
use crate::output::new_file::replace_file;

/// The first lines of a file that is written for the first time.
const HEAD: &str = "\
# Causes that `rfc1738 conformance run --baseline` accepts. Each needs a reason. `accepts` and
# `rejects` are what the parser does otherwise than the grammar; if that changes, the run fails.
# `accepted` and `rejected` are texts that decide it.
";

/// The accepted causes of a file.
pub(super) struct Baseline<'a> {
    name: &'a OsStr,
    text: String,
    pub(super) accepted: Vec<Accepted>,
}

/// An accepted cause.
pub(super) struct Accepted {
    pub(super) cause: AcceptedCause,
    /// Texts that decide it, each with whether the parser accepted it.
    deciding: Vec<(Vec<u8>, bool)>,
}

/// The form of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    #[serde(default)]
    cause: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: Spanned<Words>,
    reason: Words,
    accepts: Option<String>,
    rejects: Option<String>,
    #[serde(default)]
    accepted: Vec<String>,
    #[serde(default)]
    rejected: Vec<String>,
    /// For people.
    #[serde(rename = "texts")]
    _texts: Option<u64>,
    #[serde(rename = "since")]
    _since: Option<toml::value::Datetime>,
    #[serde(rename = "version")]
    _version: Option<String>,
}

/// A cause or a group for the baseline.
pub(super) struct NewEntry<'a> {
    pub(super) id: &'a str,
    /// What the parser does, for people.
    pub(super) sentence: String,
    /// All that it does, for the next run.
    pub(super) pin: Pin,
    /// Texts that decide it, each with whether the parser accepts it.
    pub(super) deciding: Vec<(Vec<u8>, bool)>,
    /// The number of texts of the suite.
    pub(super) texts: u64,
}

/// What the baseline says about the day on which causes were accepted.
pub(super) struct Acceptance<'a> {
    pub(super) reason: &'a str,
    /// The version of the parser, if it is known.
    pub(super) version: Option<&'a str>,
    /// The date, as `2026-11-24`.
    pub(super) date: String,
}

/// A text that says something.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Words(String);

impl TryFrom<String> for Words {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if text.trim().is_empty() {
            return Err("this text is empty");
        }
        Ok(Self(text))
    }
}

impl<'a> Baseline<'a> {
    /// Reads the file. One that does not exist is empty if `is_written`, because this run writes it.
    pub(super) fn read(name: &'a OsStr, is_written: bool) -> Result<Self, Failure> {
        if is_written && name == "-" {
            return Err(Failure::WrongUse(
                "--accept writes the file of --baseline, and `-` is standard input; name a file"
                    .to_owned(),
            ));
        }
        let is_missing = name != "-" && matches!(Path::new(name).try_exists(), Ok(false));
        let text = match (is_missing, is_written) {
            (true, true) => HEAD.to_owned(),
            (true, false) => {
                return Err(unusable(
                    name,
                    "there is no such file; --accept REASON writes one".to_owned(),
                ));
            }
            (false, _) => read_toml(name, "a baseline")?,
        };
        let form: Form =
            toml::from_str(&text).map_err(|error| unusable(name, escaped_lines(&error)))?;
        let accepted = accepted(name, &text, form)?;
        Ok(Self {
            name,
            text,
            accepted,
        })
    }

    /// Returns the texts that decide the causes.
    pub(super) fn deciding(&self) -> Vec<Vec<u8>> {
        let deciding = self.accepted.iter().flat_map(|one| &one.deciding);
        deciding.map(|(text, _)| text.clone()).collect()
    }

    /// Notes which causes hold with these answers to those texts.
    pub(super) fn compare(&mut self, answers: &HashMap<Vec<u8>, bool>) {
        for Accepted { cause, deciding } in &mut self.accepted {
            let is_as_before =
                |(text, was_accepted): &(Vec<u8>, bool)| answers.get(text) == Some(was_accepted);
            cause.holds = !deciding.is_empty() && deciding.iter().all(is_as_before);
        }
    }

    /// Adds causes to the file, or replaces those with the same id, and leaves the rest of it as it is.
    pub(super) fn add(
        &self,
        causes: &[NewEntry<'_>],
        acceptance: &Acceptance<'_>,
    ) -> Result<(), Failure> {
        let name = self.name;
        let document: Result<DocumentMut, _> = self.text.parse();
        let mut document = document.map_err(|error| unusable(name, escaped_lines(&error)))?;
        // Comments alone are before the first table, not behind the last.
        let mut head = String::new();
        if document.is_empty() {
            document
                .trailing()
                .as_str()
                .unwrap_or_default()
                .clone_into(&mut head);
            document.set_trailing("");
        }
        let entry = document
            .entry("cause")
            .or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
        // The list may be written as an array.
        let entries = mem::take(entry).into_array_of_tables();
        *entry = entries.map_or_else(|item| item, Item::ArrayOfTables);
        let Some(entries) = entry.as_array_of_tables_mut() else {
            return Err(unusable(name, "`cause` is not a list of tables".to_owned()));
        };
        for cause in causes {
            let is_same =
                |table: &&mut Table| table.get("id").and_then(Item::as_str) == Some(cause.id);
            if let Some(table) = entries.iter_mut().find(is_same) {
                describe(table, cause, acceptance);
                table
                    .decor_mut()
                    .set_prefix(format!("\n# {}\n", cause.sentence));
                continue;
            }
            let mut table = Table::new();
            table["id"] = value(cause.id);
            describe(&mut table, cause, acceptance);
            let head = mem::take(&mut head);
            let comment = format!("{head}\n# {}\n", cause.sentence);
            table.decor_mut().set_prefix(comment);
            entries.push(table);
        }
        replace_file(Path::new(name), document.to_string().as_bytes())
    }
}

/// Writes what is accepted into a table.
fn describe(table: &mut Table, cause: &NewEntry<'_>, acceptance: &Acceptance<'_>) {
    let mut set = |key: &str, text: Option<Item>| match text {
        Some(text) => table[key] = text,
        None => {
            table.remove(key);
        }
    };
    set("reason", Some(value(acceptance.reason)));
    set("accepts", cause.pin.accepts.as_deref().map(literal));
    set("rejects", cause.pin.rejects.as_deref().map(literal));
    set("accepted", texts(&cause.deciding, true));
    set("rejected", texts(&cause.deciding, false));
    set("texts", i64::try_from(cause.texts).ok().map(value));
    let date = acceptance.date.parse::<toml_edit::Datetime>();
    set("since", date.ok().map(value));
    set("version", acceptance.version.map(value));
}

/// Returns the texts that the parser accepts, or rejects, as an array. A text that is not UTF-8 is left out.
fn texts(deciding: &[(Vec<u8>, bool)], is_accepted: bool) -> Option<Item> {
    let texts = deciding.iter().filter(|(_, it)| *it == is_accepted);
    let texts = texts.filter_map(|(text, _)| std::str::from_utf8(text).ok());
    let texts: Array = texts.collect();
    (!texts.is_empty()).then(|| value(texts))
}

/// Returns a string that is written without escapes where it can be.
fn literal(text: &str) -> Item {
    let literal = format!("'{text}'").parse::<Value>();
    literal.map_or_else(|_| value(text), Item::Value)
}

/// Returns the causes of the file. Each is there once.
fn accepted(name: &OsStr, text: &str, form: Form) -> Result<Vec<Accepted>, Failure> {
    let mut lines: HashMap<String, usize> = HashMap::new();
    let mut accepted = Vec::new();
    for Entry {
        id,
        reason,
        accepts,
        rejects,
        accepted: taken,
        rejected,
        ..
    } in form.cause
    {
        let start = id.span().start;
        let before = &text[..start];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default();
        let column = column.chars().count() + 1;
        let id = id.into_inner().0;
        if let Some(first) = lines.insert(id.clone(), line) {
            let id = Printable(id.as_bytes());
            return Err(unusable(
                name,
                format!(
                    "line {line}, column {column}: the cause `{id}` is on line {first} already; \
                     remove one of them"
                ),
            ));
        }
        let taken = taken.into_iter().map(|text| (text.into_bytes(), true));
        let rejected = rejected.into_iter().map(|text| (text.into_bytes(), false));
        accepted.push(Accepted {
            cause: AcceptedCause {
                id,
                reason: reason.0,
                pin: Pin { accepts, rejects },
                holds: false,
            },
            deciding: taken.chain(rejected).collect(),
        });
    }
    Ok(accepted)
}
