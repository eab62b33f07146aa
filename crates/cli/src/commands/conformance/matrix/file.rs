//! The file of a matrix: the production, and the parsers.

use std::collections::{BTreeMap, HashSet};
use std::ffi::{OsStr, OsString};

use rfc1738_views::conformance::by_hand::Pattern;
use rfcbnf::parts::Changes;
use serde::Deserialize;

use crate::commands::conformance::run::arguments::Program;
use crate::input::toml_file::{escaped_lines, read_toml, unusable};
use crate::outcome::Failure;

/// The options of `conformance run` that the matrix sets.
const TAKEN: [&str; 7] = [
    "--report",
    "--grammar",
    "--rule",
    "--time",
    "--against",
    "--changes",
    "--by-hand",
];

/// What the file says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MatrixFile {
    /// The grammar file; `None` for that of RFC 1738.
    pub(super) grammar: Option<String>,
    /// The production.
    pub(super) rule: Option<String>,
    /// The time limit of each run.
    pub(super) time: Option<String>,
    /// Further options of each run.
    #[serde(default)]
    pub(super) options: Vec<String>,
    #[serde(rename = "parser")]
    pub(super) parsers: Vec<Entry>,
}

/// A parser.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    pub(super) name: String,
    /// The command with its arguments. Empty if there is a kept run.
    #[serde(default)]
    pub(super) command: Vec<String>,
    /// The report of a run.
    pub(super) kept: Option<String>,
    /// The command that prints the version.
    #[serde(default)]
    pub(super) version: Vec<String>,
    /// The command that installs it.
    pub(super) install: Option<String>,
    /// The line that shows a text by hand.
    pub(super) by_hand: Option<Pattern>,
    /// What it changes in parts before it gives them out.
    #[serde(default)]
    pub(super) changes: BTreeMap<String, PartChanges>,
    pub(super) rule: Option<String>,
    pub(super) time: Option<String>,
    #[serde(default)]
    pub(super) options: Vec<String>,
}

impl MatrixFile {
    /// Reads the file.
    pub(super) fn read(name: &OsStr) -> Result<Self, Failure> {
        if name == "-" {
            let reason =
                "a matrix has paths relative to its file, and `-` is standard input; name a file";
            return Err(Failure::WrongUse(reason.to_owned()));
        }
        let text = read_toml(name, "a matrix")?;
        let file: Self =
            toml::from_str(&text).map_err(|error| unusable(name, escaped_lines(&error)))?;
        file.refuse_faults()
            .map_err(|reason| unusable(name, reason))?;
        Ok(file)
    }

    fn refuse_faults(&self) -> Result<(), String> {
        if self.parsers.is_empty() {
            return Err("it has no [[parser]]".to_owned());
        }
        let mut files = HashSet::new();
        for parser in &self.parsers {
            let name = format!("{:?}", parser.name);
            if parser.name.trim().is_empty() {
                return Err("a [[parser]] has an empty name".to_owned());
            }
            if !files.insert(parser.file_name()) {
                return Err(format!(
                    "two parsers have the name {name}, or names that differ in other characters than letters, digits, \
                     `.`, `_` and `-` only"
                ));
            }
            match (parser.command.is_empty(), &parser.kept) {
                (true, None) => {
                    return Err(format!("the parser {name} has no command and no kept run"));
                }
                (false, Some(_)) => {
                    return Err(format!(
                        "the parser {name} has a command and a kept run; take one out"
                    ));
                }
                _ => {}
            }
            let options = self.options.iter().chain(&parser.options);
            let mut names = options.map(|option| option.split('=').next().unwrap_or_default());
            if let Some(option) = names.find(|name| TAKEN.contains(name)) {
                let help = match option {
                    "--report" | "--against" => "a matrix sets it itself".to_owned(),
                    "--changes" => "write changes = { PART = [\"…\"] } instead".to_owned(),
                    "--by-hand" => "write by_hand = \"…\" instead".to_owned(),
                    option => format!("write {} = \"…\" instead", &option[2..]),
                };
                return Err(format!("the options of {name} have {option}: {help}"));
            }
        }
        Ok(())
    }
}

/// The changes of a part, as `["lowercase", "decoded"]`.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(try_from = "Vec<String>")]
pub(super) struct PartChanges(pub(super) Changes);

impl TryFrom<Vec<String>> for PartChanges {
    type Error = String;

    fn try_from(names: Vec<String>) -> Result<Self, String> {
        Changes::read(names.iter().map(String::as_str)).map(Self)
    }
}

impl Entry {
    /// Returns the command; `None` if there is a kept run.
    pub(super) fn program(&self) -> Option<Program> {
        program(&self.command)
    }

    /// Returns the command that prints the version.
    pub(super) fn version_program(&self) -> Option<Program> {
        program(&self.version)
    }

    /// Returns the name of its files, without an extension.
    pub(super) fn file_name(&self) -> String {
        let is_plain = |one: char| one.is_ascii_alphanumeric() || matches!(one, '.' | '_' | '-');
        let name = self.name.chars();
        name.map(|one| if is_plain(one) { one } else { '-' })
            .collect()
    }
}

fn program(words: &[String]) -> Option<Program> {
    let words: Vec<OsString> = words.iter().map(OsString::from).collect();
    (!words.is_empty()).then(|| Program::of(words))
}
