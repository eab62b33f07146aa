//! Replaces the tables in a document.

use anyhow::{Context, Result};

/// The line before the tables.
const BEGIN: &str = "<!-- benchmarks: written by `benchmarks --tables` -->\n";

/// The line after the tables.
const END: &str = "<!-- benchmarks: end -->";

/// The text around the tables of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    before: String,
    after: String,
}

impl Template {
    /// Splits a document at its two markers.
    ///
    /// # Errors
    ///
    /// If a marker is missing.
    pub fn new(document: &str) -> Result<Self> {
        let parts = document.split_once(BEGIN).and_then(|(before, rest)| {
            let (_, after) = rest.split_once(END)?;
            Some((before.to_owned(), after.to_owned()))
        });
        let (before, after) =
            parts.with_context(|| format!("no markers for the tables: insert {BEGIN}{END}"))?;
        Ok(Self { before, after })
    }

    /// Returns the document with these tables.
    #[must_use]
    pub fn with_tables(&self, tables: &str) -> String {
        let Self { before, after } = self;
        format!("{before}{BEGIN}\n{}\n\n{END}{after}", tables.trim())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_tables_replace_old_ones() {
        let document = format!("a\n{BEGIN}old\n{END}\nb\n");
        let new = Template::new(&document).unwrap().with_tables("new\n");
        assert_eq!(new, format!("a\n{BEGIN}\nnew\n\n{END}\nb\n"));
        assert_eq!(Template::new(&new).unwrap().with_tables("new\n"), new);
    }

    #[test]
    fn a_document_without_markers_is_an_error_that_shows_them() {
        let error = Template::new("a\n").unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("no markers for the tables: insert {BEGIN}{END}")
        );
    }

    #[test]
    fn the_manual_has_the_markers() {
        let manual = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/benchmarks.md");
        assert!(Template::new(&std::fs::read_to_string(manual).unwrap()).is_ok());
    }
}
