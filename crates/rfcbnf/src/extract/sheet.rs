//! Writes what was found as a grammar file.

use std::fmt::{self, Write as _};

use super::extraction::Extraction;

impl Extraction {
    /// Returns the grammar as a file: the sections as headings, and the line of each rule above it.
    /// `name` is that of the document.
    #[must_use]
    pub fn grammar(&self, name: &str) -> String {
        write(self, name).unwrap_or_default()
    }

    /// Returns for each line of [`grammar`](Self::grammar) the number of the line of the document that
    /// it comes from; `None` for a line that is not of the document.
    #[must_use]
    pub fn lines(&self) -> Vec<Option<usize>> {
        let grammar = self.grammar("");
        let mut rules = self.rules.iter();
        let mut rest: &[usize] = &[];
        let lines = grammar.lines().map(|text| {
            if let Some((first, others)) = rest.split_first() {
                rest = others;
                return Some(*first);
            }
            if text.starts_with("; line ") {
                rest = rules.next().map_or(&[], |rule| &rule.lines);
            }
            None
        });
        lines.collect()
    }
}

/// Writes a grammar file. The sections are its headings, and a comment above each rule has its line.
fn write(extraction: &Extraction, name: &str) -> Result<String, fmt::Error> {
    let mut out = String::new();
    let name: String = name.chars().filter(|one| !one.is_control()).collect();
    writeln!(
        out,
        "; {name}: the grammar that it prints, with the line of each rule"
    )?;
    let mut section = None;
    for rule in &extraction.rules {
        if rule.section.is_some() && rule.section != section {
            section.clone_from(&rule.section);
            if let Some(section) = &section {
                writeln!(out, "\n; {section}")?;
            }
        }
        writeln!(out, "\n; line {}\n{}", rule.line, rule.text)?;
    }
    Ok(out)
}
