//! The layout of grammar files.

use std::fs;
use std::path::{Path, PathBuf};

use rfcbnf::format::{FormatError, WIDTH, format};
use rfcbnf::syntax::Notation;
use rfcbnf::{Reader, Readings};

fn formatted(source: &str) -> String {
    format(&Reader::default(), source).unwrap_or_else(|error| panic!("{error}\n{source}"))
}

/// Returns the grammar files of the repository, with what reads them.
fn files() -> Vec<(PathBuf, Reader)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = [
        "library",
        "tests/grammars",
        "tests/codegen",
        "../../examples/grammars",
    ];
    let mut paths = vec![root.join("../../grammar/rfc1738.bnf")];
    for folder in folders {
        let entries = fs::read_dir(root.join(folder)).expect("there is a folder");
        paths.extend(entries.map(|entry| entry.expect("it can be read").path()));
    }
    paths.retain(|path| {
        path.extension()
            .is_some_and(|end| end == "abnf" || end == "bnf")
    });
    paths.sort();
    let readings = include_str!("../../../../grammar/readings.toml");
    let readings = Readings::from_toml(readings).expect("the readings can be read");
    let files = paths.into_iter().map(|path| {
        let is_abnf = path.extension().is_some_and(|end| end == "abnf");
        let reader = Reader {
            expected: is_abnf.then_some(Notation::Abnf),
            ..readings.reader(None)
        };
        (path, reader)
    });
    files.collect()
}

/// Returns the comments of a file in order, without white space. A semicolon in a literal or in prose begins none.
fn comments(source: &str) -> Vec<String> {
    let comment = |line: &str| {
        let mut closing = None;
        let start = line.char_indices().find(|(_, one)| {
            match (closing, one) {
                (Some(end), one) if end == *one => closing = None,
                (None, '"') => closing = Some('"'),
                (None, '<') => closing = Some('>'),
                (None, ';') => return true,
                _ => {}
            }
            false
        });
        start.map(|(start, _)| line[start..].split_whitespace().collect::<String>())
    };
    source.lines().filter_map(comment).collect()
}

#[test]
fn every_grammar_of_the_repository_stays_the_same() {
    let files = files();
    assert!(files.len() > 45, "{}", files.len());
    for (path, reader) in files {
        let source = fs::read_to_string(&path).expect("it can be read");
        let shown = path.display();
        let once = format(&reader, &source).unwrap_or_else(|error| panic!("{shown}: {error}"));
        let twice = format(&reader, &once).expect("it can be read");
        assert_eq!(once, twice, "{shown}");
        assert_eq!(comments(&source), comments(&once), "{shown}");
        let is_divisible = |line: &&str| !line.contains(';') && line.trim().contains(' ');
        let longest = once.lines().filter(is_divisible).map(str::len).max();
        assert!(
            longest.is_none_or(|longest| longest <= WIDTH + 14),
            "{shown} {longest:?}"
        );
    }
}

#[test]
fn line_ends_stay_and_prose_has_one_line() {
    assert_eq!(
        formatted("a = <any CHAR\r\n     but CTLs>\r\n"),
        "a = <any CHAR but CTLs>\r\n"
    );
}

#[test]
fn a_text_that_cannot_be_read_is_not_formatted() {
    let error = format(&Reader::default(), "a = \"x\nb = \"y\"\n").expect_err("it has an error");
    assert!(matches!(error, FormatError::Unreadable(_)));
    assert_eq!(error.to_string(), "1:5: the literal is not closed");
}
