//! `docs/statements.md` lists the statements of the RFC. Everything that a row names exists, and
//! the rows name all advice, all readings and all notes.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use rfc1738::{AdviceId, NoteId, Rule};

use super::names::{Items, code_spans};
use super::{prose, top};
use crate::console::parts;

const CHAPTER: &str = "docs/statements.md";

/// The sections of the RFC that state something a program can keep or break.
const SECTIONS: [&str; 34] = [
    "1", "2", "2.1", "2.2", "2.3", "3", "3.1", "3.2", "3.2.1", "3.2.2", "3.2.3", "3.2.4", "3.2.5",
    "3.3", "3.4", "3.4.1", "3.4.2", "3.4.3", "3.4.4", "3.4.5", "3.4.6", "3.4.7", "3.4.8", "3.4.9",
    "3.5", "3.6", "3.7", "3.8", "3.9", "3.10", "3.11", "4", "6", "Appendix",
];

/// The first lines of a table.
const HEADER: [&str; 2] = ["| statement | kept by | shown by |", "|---|---|---|"];

/// A row of a table: a statement of a section.
#[derive(Debug, PartialEq, Eq)]
struct Row<'d> {
    section: &'d str,
    statement: &'d str,
    keepers: Vec<Keeper<'d>>,
    /// The file of each test, relative to the chapter, and its name.
    tests: Vec<(&'d str, &'d str)>,
}

/// A part of the library that keeps a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keeper<'d> {
    Item(&'d str),
    Production(&'d str),
    Reading(&'d str),
    Note(&'d str),
    Advice(&'d str),
}

#[test]
fn every_section_has_rows_and_each_row_names_what_exists() {
    let chapter = chapter();
    let rows = rows(&chapter);
    let mut sections: Vec<&str> = rows.iter().map(|row| row.section).collect();
    sections.dedup();
    assert_eq!(sections, SECTIONS);
    let items = Items::of_the_repository();
    let mut tests = HashMap::new();
    let mut faults = Vec::new();
    for row in &rows {
        let mut fault = |what: String| faults.push(format!("{}: {what}", row.statement));
        if row.keepers.is_empty() || row.tests.is_empty() {
            fault("a cell is empty".to_owned());
        }
        for keeper in &row.keepers {
            if !keeper.exists(items) {
                fault(format!("{keeper:?} does not exist"));
            }
        }
        for &(file, name) in &row.tests {
            let path = top().join("docs").join(file);
            let known = tests.entry(file).or_insert_with(|| tests_in(&path));
            if !known.contains(name) {
                fault(format!("{file} has no test {name}"));
            }
        }
    }
    assert_eq!(faults, Vec::<String>::new());
}

#[test]
fn every_advice_reading_and_note_is_in_a_row() {
    let chapter = chapter();
    let rows = rows(&chapter);
    let keepers: Vec<Keeper<'_>> = rows.into_iter().flat_map(|row| row.keepers).collect();
    let advice = AdviceId::ALL.map(AdviceId::as_str).map(Keeper::Advice);
    let readings = Rule::ALL.into_iter().flat_map(Rule::readings);
    let readings = readings.map(|reading| Keeper::Reading(reading.id()));
    let notes = NoteId::ALL.map(NoteId::as_str).map(Keeper::Note);
    let mut missing = advice.into_iter().chain(readings).chain(notes);
    assert_eq!(missing.find(|keeper| !keepers.contains(keeper)), None);
}

#[test]
fn no_statement_stands_there_twice() {
    let chapter = chapter();
    let mut statements = BTreeSet::new();
    for row in rows(&chapter) {
        assert!(
            statements.insert((row.section, row.statement)),
            "{}",
            row.statement
        );
    }
}

/// The RFC is not part of the project: the test runs if it lies beside the checkout.
#[test]
fn the_sections_are_those_of_the_rfc() {
    let rfc = top().join("../shared/rfc1738.txt");
    let Ok(rfc) = fs::read_to_string(&rfc) else {
        eprintln!("{} is not there: nothing is compared", rfc.display());
        return;
    };
    let headings = rfc.lines().filter_map(|line| {
        let number = line.split([' ', ':']).next()?.trim_end_matches('.');
        let is_counted = number.starts_with(|c: char| "12346".contains(c));
        let is_numbered = number.chars().all(|c| c.is_ascii_digit() || c == '.');
        match number {
            "APPENDIX" => Some("Appendix"),
            _ => (is_counted && is_numbered).then_some(number),
        }
    });
    assert_eq!(headings.collect::<Vec<_>>(), SECTIONS);
}

impl<'d> Keeper<'d> {
    /// Returns the keeper of that kind; `None` if no kind has that name.
    fn new(kind: &str, name: &'d str) -> Option<Self> {
        Some(match kind {
            "" => Self::Item(name),
            "production" | "productions" => Self::Production(name),
            "reading" | "readings" => Self::Reading(name),
            "note" | "notes" => Self::Note(name),
            "advice" => Self::Advice(name),
            _ => return None,
        })
    }

    fn exists(self, items: &Items) -> bool {
        match self {
            Self::Item(name) => items.has(name),
            Self::Production(name) => name.parse::<Rule>().is_ok(),
            Self::Reading(id) => {
                let mut readings = Rule::ALL.into_iter().flat_map(Rule::readings);
                readings.any(|reading| reading.id() == id)
            }
            Self::Note(id) => id.parse::<NoteId>().is_ok(),
            Self::Advice(id) => id.parse::<AdviceId>().is_ok(),
        }
    }
}

fn chapter() -> String {
    fs::read_to_string(top().join(CHAPTER)).expect("the chapter is there")
}

/// Returns the rows of all tables. The heading above a table begins with the section of its rows.
fn rows(chapter: &str) -> Vec<Row<'_>> {
    let mut section = "";
    let mut rows = Vec::new();
    for line in prose(chapter) {
        if let Some(heading) = line.strip_prefix("## ") {
            section = heading.split([' ', ':']).next().unwrap_or_default();
        }
        if line.starts_with('|') && !HEADER.contains(&line) {
            let row = row(section, line);
            rows.push(row.unwrap_or_else(|| panic!("not a row of three cells: {line}")));
        }
    }
    rows
}

fn row<'d>(section: &'d str, line: &'d str) -> Option<Row<'d>> {
    let cells = line.strip_prefix("| ")?.strip_suffix(" |")?;
    let (statement, others) = cells.split_once(" | ")?;
    let (keepers, tests) = others.split_once(" | ")?;
    (!tests.contains(" | ")).then(|| Row {
        section,
        statement,
        keepers: self::keepers(keepers),
        tests: self::tests(tests),
    })
}

/// Returns what keeps a statement. Semicolons separate kinds, and the name of the kind is
/// before the code spans.
fn keepers(cell: &str) -> Vec<Keeper<'_>> {
    let groups = cell.split("; ").filter(|group| *group != "left open");
    let keepers = groups.flat_map(|group| {
        let kind = group.split('`').next().unwrap_or_default().trim();
        let keeper =
            move |name| Keeper::new(kind, name).unwrap_or_else(|| panic!("{kind:?} in {cell}"));
        code_spans(group).map(keeper)
    });
    keepers.collect()
}

/// Returns the tests that the links of a cell name.
fn tests(cell: &str) -> Vec<(&str, &str)> {
    let links = cell.split(", ").map(|link| {
        let link = link
            .strip_prefix('[')
            .and_then(|link| link.strip_suffix(')'));
        let (name, file) = link
            .and_then(|link| link.split_once("]("))
            .unwrap_or(("", cell));
        (file, name)
    });
    links.collect()
}

/// Returns the names of the tests in a Rust file, the titles in a file of cases, or the notes in `tests/notes.txt`.
fn tests_in(file: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let extension = file.extension().unwrap_or_default();
    if extension == "txt" {
        let titles = text.lines().filter_map(|line| line.strip_prefix("=== "));
        let without_marks = |title: &str| title.split(" [").next().map(str::to_owned);
        let notes = text.split(" → ").skip(1);
        let ids = notes.filter_map(|note| note.split_whitespace().next().map(str::to_owned));
        return titles.filter_map(without_marks).chain(ids).collect();
    }
    if extension == "md" {
        let titles = parts(&text).into_iter();
        return titles
            .filter_map(|part| Some(part.heading()?.to_owned()))
            .collect();
    }
    let mut names = BTreeSet::new();
    let mut is_test = false;
    for line in text.lines().map(str::trim) {
        is_test |= line == "#[test]";
        if let Some(rest) = line.strip_prefix("fn ") {
            let name = rest.split('(').next().filter(|_| is_test);
            names.extend(name.map(str::to_owned));
            is_test = false;
        }
    }
    names
}

#[test]
fn a_row_has_a_section_a_statement_keepers_and_tests() {
    let text = "## 3.1 Common\n\n| statement | kept by | shown by |\n|---|---|---|\n\
        | A `b`. | left open; `c()`, `D`; productions `e`, `f`; note `g` | [h](i.rs), [j](k.rs) |\n";
    let row = Row {
        section: "3.1",
        statement: "A `b`.",
        keepers: vec![
            Keeper::Item("c()"),
            Keeper::Item("D"),
            Keeper::Production("e"),
            Keeper::Production("f"),
            Keeper::Note("g"),
        ],
        tests: vec![("i.rs", "h"), ("k.rs", "j")],
    };
    assert_eq!(rows(text), [row]);
}

#[test]
fn only_functions_with_the_attribute_are_tests() {
    let here: PathBuf = top().join("crates/cli/tests/cli/documentation/statements.rs");
    let tests = tests_in(&here);
    assert!(tests.contains("only_functions_with_the_attribute_are_tests"));
    assert!(!tests.contains("tests_in"));
}
