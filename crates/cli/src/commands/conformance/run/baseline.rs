//! The file of accepted causes.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::mem;
use std::path::Path;

use rfc1738_views::conformance::causes::AcceptedCause;
use rfc1738_views::conformance::causes::pinned::Pin;
use rfcbnf::causes::{Learned, LearnedTable};
use rfcbnf_engine::escape::Printable;
use serde::Deserialize;
use toml::Spanned;
use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, Table, Value, value};

use crate::commands::conformance::run::pinned::{Pinned, SuiteAnswers};
use crate::input::toml_file::{escaped_lines, read_toml, unusable};
use crate::outcome::Failure;
use crate::output::new_file::replace_file;

/// The first lines of a file that is written for the first time.
const HEAD: &str = "\
# Causes that `rfc1738 conformance run --baseline` accepts. Each needs a reason. `accepts` and
# `rejects` are what the parser does otherwise than the grammar; if that changes, the run fails.
# `accepted` and `rejected` are texts that decide it. `automaton`, at the end, is all that the
# parser accepts; `--accept` writes it.
";

/// The lines before an automaton.
const AUTOMATON: &str = "\
# All that the parser was learned to accept. For each state, from the start on: `+` if a text may end
# there, and the state to which each class of octets leads.
";

/// What `exceptions` has if there are too many.
const MANY: &str = "many";

/// The number of hashes in a row.
const IN_ROW: usize = 12;

/// The accepted causes of a file.
pub(super) struct Baseline<'a> {
    name: &'a OsStr,
    text: String,
    pub(super) accepted: Vec<Accepted>,
    /// The automata, of different productions or depths.
    pinned: Vec<Pinned>,
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
    #[serde(default)]
    automaton: Vec<Spanned<AutomatonEntry>>,
}

/// What was learned of a production.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AutomatonEntry {
    rule: Words,
    depth: Option<u32>,
    causes: usize,
    /// The hashes of the texts of the suite, and of the answers to them.
    suite: String,
    /// The hashes of texts that were answered otherwise than the automaton says; `"many"` if there are too many.
    #[serde(default)]
    exceptions: Vec<String>,
    letters: String,
    classes: Vec<String>,
    states: Vec<String>,
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
    /// Its id in baselines of earlier versions.
    pub(super) place_id: Option<String>,
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
        let pinned = form.automaton.iter().map(|entry| {
            let line = text[..entry.span().start].matches('\n').count() + 1;
            pinned(entry.get_ref())
                .map_err(|reason| unusable(name, format!("line {line}: the automaton: {reason}")))
        });
        let pinned = pinned.collect::<Result<_, _>>()?;
        let accepted = accepted(name, &text, form.cause)?;
        Ok(Self {
            name,
            text,
            accepted,
            pinned,
        })
    }

    /// Returns what was learned of the production to the depth.
    pub(super) fn pinned(&self, rule: &str, depth: Option<u32>) -> Option<&Pinned> {
        let mut pinned = self.pinned.iter();
        pinned.find(|one| one.rule == rule && one.depth == depth)
    }

    /// Returns whether it has the cause.
    pub(super) fn has(&self, cause: &NewEntry<'_>) -> bool {
        let mut all = self.accepted.iter().map(|one| &one.cause.id);
        all.any(|id| id == cause.id || Some(id) == cause.place_id.as_ref())
    }

    /// Returns the name of the file, escaped.
    pub(super) fn shown_name(&self) -> String {
        Printable(self.name.as_encoded_bytes()).to_string()
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

    /// Adds causes and an automaton to the file, or replaces those that are there, and leaves the rest of it as it
    /// is. Returns whether that changes the file.
    pub(super) fn add(
        &self,
        causes: &[NewEntry<'_>],
        pinned: Option<&Pinned>,
        acceptance: &Acceptance<'_>,
    ) -> Result<bool, Failure> {
        let name = self.name;
        let document: Result<DocumentMut, _> = self.text.parse();
        let mut document = document.map_err(|error| unusable(name, escaped_lines(&error)))?;
        // Comments alone are before the first table, not after the last.
        let mut head = String::new();
        if document.is_empty() {
            document
                .trailing()
                .as_str()
                .unwrap_or_default()
                .clone_into(&mut head);
            document.set_trailing("");
        }
        let entries = self.list(&mut document, "cause")?;
        for cause in causes {
            let has_id =
                |table: &Table, id: &str| table.get("id").and_then(Item::as_str) == Some(id);
            let place_id = cause.place_id.as_deref();
            let mut ids = [Some(cause.id), place_id].into_iter().flatten();
            let same = ids.find_map(|id| entries.iter().position(|table| has_id(table, id)));
            if let Some(table) = same.and_then(|index| entries.get_mut(index)) {
                table["id"] = value(cause.id);
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
        if entries.is_empty() {
            document.remove("cause");
        }
        if let Some(pinned) = pinned {
            let entries = self.list(&mut document, "automaton")?;
            let depth = pinned.depth.map(i64::from);
            let is_same = |table: &Table| {
                table.get("rule").and_then(Item::as_str) == Some(&pinned.rule)
                    && table.get("depth").and_then(Item::as_integer) == depth
            };
            let same = entries.iter().position(is_same);
            let mut table = table_of(pinned);
            if let Some(old) = same.and_then(|index| entries.get_mut(index)) {
                // The comments before it stay.
                *table.decor_mut() = old.decor().clone();
                table.set_position(old.position());
                *old = table;
            } else {
                let head = mem::take(&mut head);
                table.decor_mut().set_prefix(format!("{head}\n{AUTOMATON}"));
                entries.push(table);
            }
        }
        let text = document.to_string();
        if text == self.text && Path::new(name).exists() {
            return Ok(false);
        }
        replace_file(Path::new(name), text.as_bytes())?;
        Ok(true)
    }

    /// Returns the list of tables with this name, which may be written as an array.
    fn list<'d>(
        &self,
        document: &'d mut DocumentMut,
        key: &str,
    ) -> Result<&'d mut ArrayOfTables, Failure> {
        let entry = document
            .entry(key)
            .or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
        let entries = mem::take(entry).into_array_of_tables();
        *entry = entries.map_or_else(|item| item, Item::ArrayOfTables);
        let entries = entry.as_array_of_tables_mut();
        entries.ok_or_else(|| unusable(self.name, format!("`{key}` is not a list of tables")))
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

/// Returns an automaton as a table.
fn table_of(pinned: &Pinned) -> Table {
    let mut table = Table::new();
    table["rule"] = value(&pinned.rule);
    if let Some(depth) = pinned.depth {
        table["depth"] = value(i64::from(depth));
    }
    table["causes"] = value(i64::try_from(pinned.causes).unwrap_or(i64::MAX));
    let SuiteAnswers { texts, answers } = pinned.suite;
    table["suite"] = value(format!("{texts:016x} {answers:016x}"));
    match &pinned.exceptions {
        None => table["exceptions"] = rows([MANY.to_owned()]),
        Some(hashes) if hashes.is_empty() => {}
        Some(hashes) => {
            let hashes: Vec<String> = hashes.iter().map(|hash| format!("{hash:08x}")).collect();
            table["exceptions"] = rows(hashes.chunks(IN_ROW).map(|row| row.join(" ")));
        }
    }
    let learned = pinned.learned.table();
    table["letters"] = value(learned.letters);
    table["classes"] = rows(learned.classes);
    table["states"] = rows(learned.states);
    table
}

/// Returns an array with a line for each row.
fn rows(rows: impl IntoIterator<Item = String>) -> Item {
    let mut array: Array = rows.into_iter().collect();
    for row in array.iter_mut() {
        row.decor_mut().set_prefix("\n  ");
    }
    array.set_trailing("\n");
    array.set_trailing_comma(true);
    value(array)
}

/// Reads an automaton.
fn pinned(entry: &AutomatonEntry) -> Result<Pinned, String> {
    let hash = |text: &str| u64::from_str_radix(text, 16).ok();
    let suite = entry.suite.split_once(' ');
    let suite = suite.and_then(|(texts, answers)| {
        Some(SuiteAnswers {
            texts: hash(texts)?,
            answers: hash(answers)?,
        })
    });
    let hashes = entry.exceptions.iter().flat_map(|row| row.split(' '));
    let exceptions = if entry.exceptions.iter().any(|row| row == MANY) {
        None
    } else {
        let hashes = hashes.map(|hash| u32::from_str_radix(hash, 16));
        let hashes: Result<_, _> = hashes.collect();
        Some(hashes.map_err(|_| "`exceptions` are no hashes".to_owned())?)
    };
    let learned = Learned::read(&LearnedTable {
        letters: entry.letters.clone(),
        classes: entry.classes.clone(),
        states: entry.states.clone(),
    });
    Ok(Pinned {
        rule: entry.rule.0.clone(),
        depth: entry.depth,
        learned: learned?,
        causes: entry.causes,
        suite: suite.ok_or("`suite` is not two hashes")?,
        exceptions,
    })
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
fn accepted(name: &OsStr, text: &str, entries: Vec<Entry>) -> Result<Vec<Accepted>, Failure> {
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
    } in entries
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
