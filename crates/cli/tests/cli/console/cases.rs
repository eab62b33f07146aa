//! The cases of the command, in `crates/cli/tests/console/`, whose README has their layout.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::process::Output;

use super::{Part, compare, in_parallel, parts, shell};
use crate::documentation::{Document, documents};

/// The folder of the cases.
pub(crate) const FOLDER: &str = "crates/cli/tests/console";

/// The most words of a title, as of the name of a test.
const MOST_WORDS: usize = 10;

#[test]
fn cases_show_what_the_command_prints() {
    let documents: Vec<(Document, Vec<Part>)> = case_documents()
        .map(|document| {
            let parts = parts(&document.text);
            (document, parts)
        })
        .collect();
    let cases = documents
        .iter()
        .enumerate()
        .flat_map(|(number, (_, parts))| {
            let cases = cases(parts).into_iter();
            cases.map(move |case| (number, case.start, &parts[case]))
        });
    let run = |(number, start, parts)| (number, start, run(parts));
    let mut printed: Vec<Vec<Option<String>>> = documents
        .iter()
        .map(|(_, parts)| vec![None; parts.len()])
        .collect();
    for (number, start, outputs) in in_parallel(1, cases, run) {
        for (place, output) in printed[number][start..].iter_mut().zip(outputs) {
            *place = output;
        }
    }
    let mut failures = Vec::new();
    for ((document, parts), printed) in documents.iter().zip(&printed) {
        let printed: Vec<Option<&str>> = printed.iter().map(Option::as_deref).collect();
        failures.extend(compare(&document.path, parts, &printed));
    }
    for failure in &failures {
        eprintln!("{failure}");
    }
    assert!(failures.is_empty(), "{} commands differ", failures.len());
}

#[test]
fn every_case_has_its_own_short_title_and_a_command() {
    let mut count = 0;
    for document in case_documents() {
        let path = document.path.display();
        let parts = parts(&document.text);
        let mut titles = BTreeSet::new();
        let cases = cases(&parts);
        let before = cases.first().map_or(parts.len(), |case| case.start);
        let is_text = |part: &Part| matches!(part, Part::Text(_));
        assert!(
            parts[..before].iter().all(is_text),
            "{path} has no `## ` before its first case"
        );
        for case in cases {
            let title = parts[case.start].heading().unwrap_or_default();
            assert!(
                titles.insert(title.to_owned()),
                "{path} has two cases: {title}"
            );
            let words = title.split_whitespace().count();
            assert!(words <= MOST_WORDS, "{path} has a long title: {title}");
            let has_command = parts[case].iter().any(|part| part.command().is_some());
            assert!(has_command, "{path} has no command below: {title}");
            count += 1;
        }
    }
    assert!(count > 0);
}

fn case_documents() -> impl Iterator<Item = Document> {
    documents()
        .into_iter()
        .filter(|document| is_case(&document.path))
}

/// Returns whether the document, at a path from the top, holds cases.
pub(crate) fn is_case(path: &Path) -> bool {
    path.starts_with(FOLDER) && !path.ends_with("README.md")
}

/// Returns the parts of each case: a heading and what follows.
fn cases(parts: &[Part]) -> Vec<Range<usize>> {
    let starts = (0..parts.len()).filter(|&at| parts[at].heading().is_some());
    let starts: Vec<usize> = starts.collect();
    let ends = starts.iter().skip(1).copied().chain([parts.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| start..end)
        .collect()
}

/// Runs a case in a new folder. Returns what each command prints.
fn run(parts: &[Part]) -> Vec<Option<String>> {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let run = |part: &Part| {
        if let Part::File { name, content } = part {
            let path = folder.path().join(name);
            let folders = path.parent().expect("a file is in a folder");
            fs::create_dir_all(folders).expect("the folders are made");
            fs::write(path, content).expect("the file is written");
        }
        let command = part.command()?;
        Some(shown(&shell(&command, folder.path())))
    };
    parts.iter().map(run).collect()
}

/// Returns what a case shows of a run.
fn shown(output: &Output) -> String {
    let mut shown = lines(&output.stdout);
    if !output.stderr.is_empty() {
        shown += "[stderr]\n";
        shown += &lines(&output.stderr);
    }
    let status = match output.status.code() {
        Some(0) => String::new(),
        Some(code) => format!("[status {code}]\n"),
        None => format!("[{}]\n", output.status),
    };
    shown + &status
}

/// Returns the lines of a stream. Controls and octets that are not UTF-8 are visible.
fn lines(stream: &[u8]) -> String {
    let mut lines = String::new();
    for chunk in stream.utf8_chunks() {
        lines.extend(chunk.valid().chars().map(visible));
        let octets = chunk.invalid().iter();
        lines.extend(octets.map(|octet| format!("<{octet:02X}>")));
    }
    if !lines.is_empty() && !lines.ends_with('\n') {
        lines += "\n[no line end]\n";
    }
    lines
}

/// Returns the picture of a control character, and any other character as it is.
fn visible(character: char) -> char {
    match character {
        '\n' | '\t' => character,
        '\0'..' ' => {
            char::from_u32(u32::from('\u{2400}') + u32::from(character)).unwrap_or(character)
        }
        '\u{7f}' => '\u{2421}',
        _ => character,
    }
}

#[test]
fn streams_status_and_controls_are_shown() {
    let script = "printf 'a\\033\\377'; echo b >&2; exit 3";
    let run = shell(script, Path::new("."));
    assert_eq!(
        shown(&run),
        "a␛<FF>\n[no line end]\n[stderr]\nb\n[status 3]\n"
    );
    assert_eq!(shown(&shell("true", Path::new("."))), "");
}
