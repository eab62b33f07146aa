//! The block of the README that the command writes.

use anyhow::{Context, Result};

/// What stands in front of the block.
const BEGIN: &str = "<!-- benchmarks: written by `benchmarks --readme` -->\n";

/// What stands behind it.
const END: &str = "<!-- benchmarks: end -->";

/// A text around the place of the block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    before: String,
    after: String,
}

impl Place {
    /// Finds the place.
    ///
    /// # Errors
    ///
    /// Where the text has none.
    pub fn find(text: &str) -> Result<Self> {
        let parts = text.split_once(BEGIN).and_then(|(before, rest)| {
            let (_, after) = rest.split_once(END)?;
            Some((before.to_owned(), after.to_owned()))
        });
        let (before, after) =
            parts.with_context(|| format!("no place for the tables: put in {BEGIN}{END}"))?;
        Ok(Self { before, after })
    }

    /// The text with another block.
    #[must_use]
    pub fn with_block(&self, block: &str) -> String {
        let Self { before, after } = self;
        format!("{before}{BEGIN}\n{}\n\n{END}{after}", block.trim())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_put_in_the_place_of_the_one_before() {
        let text = format!("a\n{BEGIN}old\n{END}\nb\n");
        let new = Place::find(&text).unwrap().with_block("new\n");
        assert_eq!(new, format!("a\n{BEGIN}\nnew\n\n{END}\nb\n"));
        assert_eq!(Place::find(&new).unwrap().with_block("new\n"), new);
    }

    #[test]
    fn a_text_without_a_place_is_an_error_that_shows_what_to_put_in() {
        let error = Place::find("a\n").unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("no place for the tables: put in {BEGIN}{END}")
        );
    }
}
