//! Reports of test cases in the XML of `JUnit`.
//!
//! Invariant: every text is escaped for people first, because XML cannot hold control characters.

use std::io::{self, Write};

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use rfcbnf_engine::escape::Escaped;

/// A test case.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) outcome: Outcome,
    pub(crate) output: Option<String>,
    /// What it is about, if that is not what the suite is about.
    pub(crate) class: Option<String>,
}

/// How a test case ended.
pub(crate) enum Outcome {
    Success,
    Other {
        kind: Kind,
        message: String,
        lines: Option<String>,
    },
}

/// What a test case without success is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Failure,
    Error,
    Skipped,
}

impl Kind {
    /// Returns the name of the element.
    fn element(self) -> &'static str {
        match self {
            Self::Failure => "failure",
            Self::Error => "error",
            Self::Skipped => "skipped",
        }
    }
}

impl Case {
    /// Returns a test case with an output. If it has no success, the output is its message, too.
    pub(crate) fn new(
        name: impl Into<String>,
        failed: Option<Kind>,
        output: impl Into<String>,
    ) -> Self {
        let output = output.into();
        let outcome = failed.map_or(Outcome::Success, |kind| Outcome::Other {
            kind,
            message: output.clone(),
            lines: None,
        });
        Self {
            name: name.into(),
            outcome,
            output: Some(output),
            class: None,
        }
    }

    fn is_a(&self, asked: Kind) -> bool {
        matches!(self.outcome, Outcome::Other { kind, .. } if kind == asked)
    }
}

/// Writes a report with one test suite. `report` is its name, and `about` what the suite is about.
pub(crate) fn write_report(
    out: &mut impl Write,
    report: &str,
    about: &str,
    cases: &[Case],
) -> io::Result<()> {
    let name = Escaped(about.as_bytes()).to_string();
    let count = |kind| cases.iter().filter(|case| case.is_a(kind)).count();
    let numbers = [
        ("tests", cases.len().to_string()),
        ("skipped", count(Kind::Skipped).to_string()),
        ("errors", count(Kind::Error).to_string()),
        ("failures", count(Kind::Failure).to_string()),
    ];
    let numbers = || {
        numbers
            .iter()
            .map(|(name, number)| (*name, number.as_str()))
    };
    let mut writer = Writer::new_with_indent(&mut *out, b' ', 4);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    writer
        .create_element("testsuites")
        .with_attribute(("name", report))
        .with_attributes(numbers())
        .write_inner_content(|writer| {
            let suite = writer.create_element("testsuite");
            let suite = suite.with_attribute(("name", name.as_str()));
            suite
                .with_attributes(numbers())
                .write_inner_content(|writer| {
                    cases
                        .iter()
                        .try_for_each(|case| write_case(writer, about, case))
                })?;
            Ok(())
        })?;
    writeln!(out)
}

fn write_case(writer: &mut Writer<impl Write>, about: &str, case: &Case) -> io::Result<()> {
    writer
        .create_element("testcase")
        .with_attribute(("name", held(&case.name).as_str()))
        .with_attribute((
            "classname",
            held(case.class.as_deref().unwrap_or(about)).as_str(),
        ))
        .write_inner_content(|writer| {
            if let Outcome::Other {
                kind,
                message,
                lines,
            } = &case.outcome
            {
                let element = writer.create_element(kind.element());
                let element = element.with_attribute(("message", held(message).as_str()));
                match lines {
                    Some(lines) => element.write_text_content(BytesText::new(&held(lines)))?,
                    None => element.write_empty()?,
                };
            }
            if let Some(output) = &case.output {
                let element = writer.create_element("system-out");
                element.write_text_content(BytesText::new(&held(output)))?;
            }
            Ok(())
        })?;
    Ok(())
}

/// Returns a text without the characters that XML cannot hold.
fn held(text: &str) -> String {
    let is_held = |character: &char| match character {
        '\t' | '\n' | '\r' => true,
        '\u{FFFE}' | '\u{FFFF}' => false,
        _ => *character >= ' ',
    };
    text.chars().filter(is_held).collect()
}
