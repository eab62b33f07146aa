//! The tables in a document between two markers: a part on the parsers or texts, and a section for each
//! processor.
//!
//! Invariant: writing the tables of one processor keeps those of the others.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The lines around tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Markers {
    /// The line before the tables.
    begin: &'static str,
    /// The line after the tables.
    end: &'static str,
}

/// The markers of the tables on parsers of URLs.
pub const URLS: Markers = Markers {
    begin: "<!-- benchmarks: written by `benchmarks --tables` -->\n",
    end: "<!-- benchmarks: end -->",
};

/// The markers of the tables on grammars that recurse.
pub const RECURSIVE: Markers = Markers {
    begin: "<!-- recursive: written by `recursive --tables` -->\n",
    end: "<!-- recursive: end -->",
};

/// The markers of the tables on the command.
pub const COMMANDS: Markers = Markers {
    begin: "<!-- commands: written by `commands --tables` -->\n",
    end: "<!-- commands: end -->",
};

/// The beginning of the heading of a section.
const HEADING: &str = "### ";

/// Where tables go: to standard output, and into a document if there is one.
#[derive(Debug)]
pub struct Tables {
    document: Option<(Document, PathBuf)>,
}

impl Tables {
    /// Reads the document, if a file is named: a wrong file is an error before the measurements, which
    /// take minutes.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or if a marker is missing.
    pub fn open(file: Option<PathBuf>, markers: Markers) -> Result<Self> {
        let open = |file: PathBuf| Document::open(&file, markers).map(|document| (document, file));
        let document = file.map(open).transpose()?;
        Ok(Self { document })
    }

    /// Writes the part that does not depend on the processor, and the tables of one.
    ///
    /// # Errors
    ///
    /// If standard output or the file cannot be written.
    pub fn write(self, parsers: &str, section: Section) -> Result<()> {
        let tables = section.to_markdown();
        write!(io::stdout(), "{parsers}\n\n{tables}").context("the tables cannot be written")?;
        match self.document {
            Some((document, file)) => document.write(&file, parsers, section),
            None => Ok(()),
        }
    }
}

/// The tables of one processor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The name of the processor.
    pub processor: String,
    /// The tables. No line begins like a heading.
    pub tables: String,
}

/// A document with tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    markers: Markers,
    before: String,
    sections: Vec<Section>,
    after: String,
}

impl Document {
    /// Reads a file with the two markers.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or if a marker is missing.
    pub fn open(file: &Path, markers: Markers) -> Result<Self> {
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("{} cannot be read", file.display()))?;
        Self::new(&text, markers).with_context(|| file.display().to_string())
    }

    /// Reads a document with the two markers.
    ///
    /// # Errors
    ///
    /// If a marker is missing.
    pub fn new(document: &str, markers: Markers) -> Result<Self> {
        let Markers { begin, end } = markers;
        let parts = document.split_once(begin).and_then(|(before, rest)| {
            let (tables, after) = rest.split_once(end)?;
            Some((before, tables, after))
        });
        let (before, tables, after) =
            parts.with_context(|| format!("no markers for the tables: insert {begin}{end}"))?;
        Ok(Self {
            markers,
            before: before.to_owned(),
            sections: sections(tables),
            after: after.to_owned(),
        })
    }

    /// Writes the document with these parts, as [`with`](Self::with) returns it.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write(self, file: &Path, parsers: &str, new: Section) -> Result<()> {
        std::fs::write(file, self.with(parsers, new))
            .with_context(|| format!("{} cannot be written", file.display()))
    }

    /// Returns the document with this part on the parsers, and with this section in place of the one of the
    /// same processor, or after the others.
    #[must_use]
    pub fn with(mut self, parsers: &str, new: Section) -> String {
        let mut sections = self.sections.iter_mut();
        match sections.find(|old| old.processor == new.processor) {
            Some(old) => *old = new,
            None => self.sections.push(new),
        }
        let Self { before, after, .. } = &self;
        let Markers { begin, end } = self.markers;
        let sections = self.sections.iter().map(Section::to_markdown);
        let sections: String = sections.collect();
        format!(
            "{before}{begin}\n{}\n\n{sections}{end}{after}",
            parsers.trim()
        )
    }
}

impl Section {
    /// Returns the section with its heading and an empty line at its end.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        format!("{HEADING}{}\n\n{}\n\n", self.processor, self.tables.trim())
    }
}

/// Returns the sections of these lines, and leaves out what precedes the first heading.
fn sections(text: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for line in text.lines() {
        if let Some(processor) = line.strip_prefix(HEADING) {
            sections.push(Section {
                processor: processor.to_owned(),
                tables: String::new(),
            });
        } else if let Some(section) = sections.last_mut() {
            section.tables += line;
            section.tables.push('\n');
        }
    }
    sections
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEGIN: &str = URLS.begin;
    const END: &str = URLS.end;

    fn section(processor: &str, tables: &str) -> Section {
        Section {
            processor: processor.to_owned(),
            tables: tables.to_owned(),
        }
    }

    fn with(document: &str, parsers: &str, new: Section) -> String {
        Document::new(document, URLS).unwrap().with(parsers, new)
    }

    #[test]
    fn a_document_without_tables_gets_a_section() {
        let document = format!("a\n{BEGIN}{END}\nb\n");
        let new = with(&document, "parsers\n", section("x", "| 1 |\n"));
        let expected = format!("a\n{BEGIN}\nparsers\n\n### x\n\n| 1 |\n\n{END}\nb\n");
        assert_eq!(new, expected);
        assert_eq!(with(&new, "parsers\n", section("x", "| 1 |\n")), expected);
    }

    #[test]
    fn new_tables_replace_only_those_of_the_same_processor() {
        let document = format!(
            "a\n{BEGIN}\nold parsers\n\n### x\n\n| old |\n\n### y\n\nb\n\n| other |\n\n### z\n\n| last |\n\n{END}"
        );
        let new = with(&document, "parsers", section("y", "c\n\n| new |"));
        let expected = document
            .replace("old parsers", "parsers")
            .replace("b\n\n| other |", "c\n\n| new |");
        assert_eq!(new, expected);
    }

    #[test]
    fn the_tables_of_another_processor_follow_those_in_the_document() {
        let document = format!("{BEGIN}\nparsers\n\n### x\n\n| 1 |\n\n{END}");
        let new = with(&document, "parsers", section("x, another", "| 2 |"));
        let both = "### x\n\n| 1 |\n\n### x, another\n\n| 2 |\n\n";
        assert_eq!(new, format!("{BEGIN}\nparsers\n\n{both}{END}"));
    }

    #[test]
    fn a_document_without_markers_is_an_error_that_shows_them() {
        let error = Document::new("a\n", URLS).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("no markers for the tables: insert {BEGIN}{END}")
        );
    }

    #[test]
    fn the_manual_has_the_markers_and_keeps_its_sections() {
        let manual = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/benchmarks.md");
        for markers in [URLS, RECURSIVE] {
            let manual = Document::open(Path::new(manual), markers).unwrap();
            assert!(!manual.sections.is_empty());
            let new = manual
                .clone()
                .with("parsers", section("a new one", "| 1 |"));
            for old in &manual.sections {
                assert!(new.contains(&old.to_markdown()), "{}", old.processor);
            }
        }
    }
}
