//! The block of the README that the command writes.

use anyhow::{Context, Result};

/// What stands in front of the block.
const BEGIN: &str = "<!-- benchmarks: written by `benchmarks --readme` -->\n";

/// What stands behind it.
const END: &str = "<!-- benchmarks: end -->";

/// The text with another block.
///
/// # Errors
///
/// Where the text has no place for one.
pub fn with_block(text: &str, block: &str) -> Result<String> {
    let parts = text.split_once(BEGIN).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(END)?;
        Some((before, after))
    });
    let (before, after) =
        parts.with_context(|| format!("no place for the tables: put in {BEGIN}{END}"))?;
    Ok(format!("{before}{BEGIN}\n{}\n\n{END}{after}", block.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_put_in_the_place_of_the_one_before() {
        let text = format!("a\n{BEGIN}old\n{END}\nb\n");
        let new = with_block(&text, "new\n").unwrap();
        assert_eq!(new, format!("a\n{BEGIN}\nnew\n\n{END}\nb\n"));
        assert_eq!(with_block(&new, "new\n").unwrap(), new);
    }

    #[test]
    fn a_text_without_a_place_is_an_error_that_shows_what_to_put_in() {
        let error = with_block("a\n", "new").unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("no place for the tables: put in {BEGIN}{END}")
        );
    }
}
