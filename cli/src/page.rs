//! Puts words on lines of at most 80 columns.

use std::io::{self, Write as _};

use crate::streams::Output;

/// The number of columns.
const WIDTH: usize = 80;

/// The column at which what stands beside a label begins.
const INDENT: usize = 10;

/// Writes paragraphs beside a label; nothing where there is none.
pub(crate) fn write_labelled(
    out: &mut Output,
    label: &str,
    paragraphs: &[String],
) -> io::Result<()> {
    let style = out.palette().heading;
    let lines = paragraphs
        .iter()
        .flat_map(|paragraph| wrapped(paragraph, WIDTH - INDENT));
    for (index, line) in lines.enumerate() {
        let label = if index == 0 { label } else { "" };
        writeln!(out, "{style}{label:INDENT$}{style:#}{line}")?;
    }
    Ok(())
}

/// Writes a heading.
pub(crate) fn write_heading(out: &mut Output, heading: &str) -> io::Result<()> {
    let style = out.palette().heading;
    wrapped(heading, WIDTH)
        .iter()
        .try_for_each(|line| writeln!(out, "{style}{line}{style:#}"))
}

/// The words on lines; a word that is too long gets a line of its own.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
