//! The tables in a document between two markers: a part on the parsers or texts, and a section for each
//! processor. Both are folded, because they are long. Ten rows of the latest section are shown where the document has the
//! markers of a [`SUMMARY`].
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

/// The markers of the rows that a visitor reads first. They are those of the tables on parsers of URLs.
pub const SUMMARY: Markers = Markers {
    begin: "<!-- summary: written by `benchmarks --tables` -->\n",
    end: "<!-- summary: end -->",
};

/// The parsers of the summary.
const SHOWN: [&str; 10] = [
    "rfc1738 is_valid",
    "rfc1738 Url::parse",
    "rfc1738 parse",
    "rfc3986 parse",
    "fluent-uri",
    "oxiri",
    "iri-string",
    "ada-url can_parse",
    "url",
    "pest",
];

/// The beginning of the heading of a section.
const HEADING: &str = "### ";

/// The lines around what is folded.
const FOLD: &str = "<details>\n<summary>Tables</summary>\n";
const FOLD_END: &str = "</details>";

/// The beginning of the line that has the date of a section.
const MEASURED: &str = "Measured on ";

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
    /// What does not depend on the processor.
    parsers: String,
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
        let (parsers, sections) = sections(tables);
        Ok(Self {
            markers,
            before: before.to_owned(),
            parsers,
            sections,
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
        parsers.trim().clone_into(&mut self.parsers);
        self.to_markdown()
    }

    /// Returns the document with its tables laid out.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let Self { before, after, .. } = self;
        let Markers { begin, end } = self.markers;
        let sections = self.sections.iter().map(Section::to_markdown);
        let sections: String = sections.collect();
        let parsers = if rows(&self.parsers).next().is_some() {
            folded(&self.parsers)
        } else {
            self.parsers.clone()
        };
        let before = self.with_summary(before);
        format!("{before}{begin}\n{parsers}\n\n{sections}{end}{after}")
    }

    /// Returns the text with the summary of the latest section between its markers, if it has them.
    fn with_summary(&self, text: &str) -> String {
        let parts = text.split_once(SUMMARY.begin).and_then(|(before, rest)| {
            let (_, after) = rest.split_once(SUMMARY.end)?;
            Some((before, after))
        });
        let latest = self.sections.iter().max_by_key(|section| section.date());
        match (parts, latest) {
            (Some((before, after)), Some(latest)) if self.markers == URLS => {
                let summary = summary(&self.parsers, latest);
                format!(
                    "{before}{}\n{summary}\n{}{after}",
                    SUMMARY.begin, SUMMARY.end
                )
            }
            _ => text.to_owned(),
        }
    }
}

impl Section {
    /// Returns the section with its heading and an empty line at its end.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        format!(
            "{HEADING}{}\n\n{}\n\n",
            self.processor,
            folded(&self.tables)
        )
    }

    /// Returns when it was measured, as `2026-11-27`; nothing if it does not say so.
    fn date(&self) -> &str {
        let mut lines = self.tables.lines();
        let date = lines.find_map(|line| line.strip_prefix(MEASURED));
        date.and_then(|line| line.split(',').next())
            .unwrap_or_default()
    }
}

/// Returns the text below a line that unfolds it.
fn folded(text: &str) -> String {
    format!("{FOLD}\n{}\n\n{FOLD_END}", text.trim())
}

/// Returns the text without what folds it.
fn unfolded(text: &str) -> &str {
    let text = text.trim();
    let inside = text
        .strip_prefix(FOLD)
        .and_then(|text| text.strip_suffix(FOLD_END));
    inside.map_or(text, str::trim)
}

/// Returns the cells of each row of the tables in the text.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let rows = text
        .lines()
        .filter_map(|line| line.strip_prefix('|')?.strip_suffix('|'));
    rows.map(|row| row.split('|').map(str::trim).collect())
}

/// Returns a table of the parsers that a visitor knows: what they check and return, and the times in the release profile.
fn summary(parsers: &str, section: &Section) -> String {
    let about = |name: &str| rows(parsers).find(|row| row[0] == name);
    let measured = |name: &str| rows(&section.tables).find(|row| row[0] == name);
    let mut table = format!(
        "Median time for a URL on {}, and how many times that of fluent-uri, in the release profile:\n\n\
         | parser | checks | returns | logs | mail | sentences |\n|---|---|---|---:|---:|---:|\n",
        section.processor
    );
    for name in SHOWN {
        let (Some(about), Some(measured)) = (about(name), measured(name)) else {
            continue;
        };
        let times = measured.iter().skip(1).take(3).map(|time| {
            let (time, ratio) = time.rsplit_once(' ').unwrap_or((time, ""));
            format!("{}, {ratio}", time.trim_end())
        });
        let cells: Vec<String> = [name, about[1], about[2]]
            .into_iter()
            .map(str::to_owned)
            .chain(times)
            .collect();
        table.push_str("| ");
        table.push_str(&cells.join(" | "));
        table.push_str(" |\n");
    }
    table
}

/// Returns what precedes the first heading, and the sections.
fn sections(text: &str) -> (String, Vec<Section>) {
    let mut before = String::new();
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
        } else {
            before += line;
            before.push('\n');
        }
    }
    for section in &mut sections {
        section.tables = unfolded(&section.tables).to_owned();
    }
    (unfolded(&before).to_owned(), sections)
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
        let table = folded("| 1 |");
        let expected = format!("a\n{BEGIN}\nparsers\n\n### x\n\n{table}\n\n{END}\nb\n");
        assert_eq!(new, expected);
        assert_eq!(with(&new, "parsers\n", section("x", "| 1 |\n")), expected);
    }

    #[test]
    fn new_tables_replace_only_those_of_the_same_processor() {
        let document = format!(
            "a\n{BEGIN}\nold parsers\n\n### x\n\n{}\n\n### y\n\n{}\n\n### z\n\n{}\n\n{END}",
            folded("| old |"),
            folded("b\n\n| other |"),
            folded("| last |"),
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
        let [one, two] = ["| 1 |", "| 2 |"].map(folded);
        let both = format!("### x\n\n{one}\n\n### x, another\n\n{two}\n\n");
        assert_eq!(new, format!("{BEGIN}\nparsers\n\n{both}{END}"));
    }

    #[test]
    fn the_summary_has_the_times_of_the_latest_section() {
        let row = |time: &str| {
            format!("| url | {time}   6.8 | 540 ns     6 | 532 ns   6.3 | 9 ns   1.0 |")
        };
        let tables =
            |date: &str, time: &str| format!("Measured on {date}, 41 rounds.\n\n{}", row(time));
        let document = format!("{}{}\n{BEGIN}{END}", SUMMARY.begin, SUMMARY.end);
        let parsers = "| url | WHATWG | parts | 1700 |";
        let old = with(
            &document,
            parsers,
            section("old", &tables("2026-11-22", "9 ns")),
        );
        let new = with(
            &old,
            parsers,
            section("new", &tables("2026-11-27", "1001 ns")),
        );
        let again = with(&new, parsers, section("old", &tables("2026-11-22", "8 ns")));
        let shown = "| url | WHATWG | parts | 1001 ns, 6.8 | 540 ns, 6 | 532 ns, 6.3 |\n";
        assert!(old.contains("| 9 ns, 6.8 |"), "{old}");
        assert!(
            new.contains(shown) && !new.contains("| 9 ns, 6.8 |"),
            "{new}"
        );
        assert!(again.contains(shown), "{again}");
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
    fn the_manual_is_laid_out_and_keeps_its_sections() {
        let manual = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/benchmarks.md");
        for markers in [URLS, RECURSIVE, COMMANDS] {
            let text = std::fs::read_to_string(manual).unwrap();
            let document = Document::new(&text, markers).unwrap();
            // With `SNAPSHOTS=overwrite`, the test lays the tables out again.
            let laid_out = document.to_markdown();
            if std::env::var_os("SNAPSHOTS").is_some_and(|action| action == "overwrite") {
                std::fs::write(manual, &laid_out).unwrap();
            } else {
                assert_eq!(laid_out, text);
            }
            let manual = document;
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
