//! Where a file of cases names productions.

use std::ops::Range;

use super::blocks::blocks;
use super::expectation::names_in;
use super::{CasesError, MARKS, line_start, named, without_remarks};

/// Returns the names of productions in a file of cases, each with its place, in file order. Words that mean something else, such
/// as `valid`, are none.
///
/// ```
/// let text = "# port\n\n=== a number\n80\n--- DIGIT=8 DIGIT=0\n";
/// let names = rfcbnf::cases::names(text)?;
/// let shown = names.iter().map(|(name, span)| (name.as_str(), &text[span.clone()]));
/// assert_eq!(shown.collect::<Vec<_>>(), [("port", "port"), ("DIGIT", "DIGIT"), ("DIGIT", "DIGIT")]);
/// # Ok::<(), rfcbnf::cases::CasesError>(())
/// ```
///
/// # Errors
///
/// Returns [`CasesError`] for the first line that cannot be divided into cases.
pub fn names(source: &str) -> Result<Vec<(String, Range<usize>)>, CasesError> {
    let blocks = blocks(source, &MARKS)?;
    let mut names = Vec::new();
    let first = blocks.first();
    let first = first.map_or(source.len(), |block| line_start(source, block.line));
    of_headings(&source[..first], 0, &mut names);
    for block in &blocks {
        let (expected, rest) = without_remarks(block.expected);
        let start = block.expected_span.start;
        let expected = names_in(expected).into_iter();
        names.extend(expected.map(|(name, span)| (name, start + span.start..start + span.end)));
        of_headings(rest, start + block.expected.len() - rest.len(), &mut names);
    }
    Ok(names)
}

/// Adds the names of the lines between cases.
fn of_headings(lines: &str, start: usize, names: &mut Vec<(String, Range<usize>)>) {
    let mut offset = start;
    for line in lines.split_inclusive('\n') {
        if let Some((name, _)) = line.trim_end().strip_prefix('#').and_then(named)
            && let Some(at) = line.find(name)
        {
            names.push((name.to_owned(), offset + at..offset + at + name.len()));
        }
        offset += line.len();
    }
}
