//! Files of cases: a title, a text, and what is expected of it.
//!
//! `tests/corpus/README.md` describes the layout. The files in `snapshots/` have it, too, with whole results.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use rfcbnf::cases::blocks;
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
    let blocks = blocks(&source, &MARKS).unwrap_or_else(|error| panic!("{name}, {error}"));
    let cases = blocks.iter().map(|block| Case {
        title: block.title.to_owned(),
        marks: block.marks.iter().copied().map(str::to_owned).collect(),
        written: block.written.to_owned(),
        text: block.text().octets().to_vec(),
        expected: block.expected.to_owned(),
    });
    cases.collect()
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
