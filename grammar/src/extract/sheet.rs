//! Writes what was found as a grammar file.

use std::fmt::{self, Write as _};

use super::Extraction;

/// Writes a grammar file. The sections are its headings, and a comment above each rule has its line.
pub(super) fn write(extraction: &Extraction, name: &str) -> Result<String, fmt::Error> {
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
