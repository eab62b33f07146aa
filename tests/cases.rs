//! Files of cases: a title, a text, and what is expected of it.
//!
//! `tests/corpus/README.md` describes the layout. The files in `snapshots/` have it, too, with whole results.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use rfcbnf_engine::{Production, SyntaxError};

/// What can stand in brackets after a title.
const MARKS: [&str; 8] = [
    "abnf",
    "bnf",
    "characters",
    "cr",
    "crlf",
    "escapes",
    "expecting-abnf",
    "rfc822",
];

/// A case of a file.
pub(crate) struct Case {
    /// The title of its own, or of the case before it.
    pub(crate) title: String,
    marks: Vec<String>,
    /// The title with its marks, and the text, as the file has them.
    pub(crate) written: String,
    pub(crate) text: Vec<u8>,
    pub(crate) expected: String,
}

impl Case {
    /// Returns whether the mark is after the title.
    pub(crate) fn has(&self, mark: &str) -> bool {
        self.marks.iter().any(|one| one == mark)
    }
}

/// Reads the cases of a file. Panics if it has another layout.
pub(crate) fn read(path: &Path) -> Vec<Case> {
    let name = path.display();
    let source = fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let source = format!("\n{source}").replace("\n===\n", "\n=== \n");
    let mut cases: Vec<Case> = Vec::new();
    for block in source.split("\n=== ").skip(1) {
        let mut case = case(block).unwrap_or_else(|what| panic!("{name}, case `{block}`: {what}"));
        if case.title.is_empty() {
            let before = cases.last().expect("the first case has a title");
            case.title.clone_from(&before.title);
        }
        cases.push(case);
    }
    cases
}

fn case(block: &str) -> Result<Case, &'static str> {
    let (written, expected) = block.split_once("\n---").ok_or("no line begins with ---")?;
    let (heading, text) = written.split_once('\n').unwrap_or((written, ""));
    let (mut title, mut marks) = (heading, Vec::new());
    while let Some((rest, mark)) = title.strip_suffix(']').and_then(|it| it.rsplit_once('[')) {
        if !MARKS.contains(&mark) {
            return Err("no such mark");
        }
        marks.push(mark.to_owned());
        title = rest.trim_end();
    }
    let mut case = Case {
        title: title.to_owned(),
        marks,
        written: written.to_owned(),
        text: Vec::new(),
        expected: expected.trim().to_owned(),
    };
    let line_end = match (case.has("cr"), case.has("crlf")) {
        (true, _) => "\r",
        (_, true) => "\r\n",
        _ => "\n",
    };
    let text = text.replace('\n', line_end);
    case.text = if case.has("escapes") {
        unescaped(&text)?
    } else {
        text.into_bytes()
    };
    Ok(case)
}

fn unescaped(written: &str) -> Result<Vec<u8>, &'static str> {
    let mut text = Vec::new();
    let mut rest = written;
    while let Some((before, after)) = rest.split_once('\\') {
        text.extend(before.as_bytes());
        let (octet, length) = match after.as_bytes() {
            [b'x', first, second, ..] => {
                let digit = |octet: u8| char::from(octet).to_digit(16).ok_or("no hex digit");
                let value = 16 * digit(*first)? + digit(*second)?;
                (u8::try_from(value).expect("two digits"), 3)
            }
            [b'n', ..] => (b'\n', 1),
            [b'r', ..] => (b'\r', 1),
            [b't', ..] => (b'\t', 1),
            [b'\\', ..] => (b'\\', 1),
            _ => return Err("no such escape"),
        };
        text.push(octet);
        rest = &after[length..];
    }
    text.extend(rest.as_bytes());
    Ok(text)
}

/// Returns cases in the layout of their file, each with its result.
pub(crate) fn with_results(cases: &[Case], mut result: impl FnMut(&Case) -> String) -> String {
    let mut written = String::new();
    for case in cases {
        eprintln!("=== {}", case.written);
        let result = result(case);
        let result = result.trim_end();
        write!(written, "=== {}\n---\n{result}\n\n", case.written).expect("a string");
    }
    written
}

/// Returns the fields of an error, as snapshots have them after the message for people.
pub(crate) fn fields<P: Production>(error: &SyntaxError<P>) -> [String; 7] {
    let found = error.found().map(|found| found.to_string());
    let fields = [
        ("offset", error.offset().to_string()),
        ("span", format!("{:?}", error.span())),
        ("found", found.unwrap_or("nothing".to_owned())),
        ("expected", list(error.expected())),
        ("next", error.next().to_string()),
        ("can_end", error.can_end().to_string()),
        ("context", list(error.context())),
    ];
    fields.map(|(name, value)| format!("{name}: {value}").trim_end().to_owned())
}

fn list(items: &[impl ToString]) -> String {
    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
    items.join(", ")
}
