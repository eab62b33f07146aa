//! The problems of a grammar file as workflow commands of GitHub Actions.

use std::io::{self, Write};

use super::{CheckedFile, ProblemLevel};
use crate::conformance::github::{Message, Property};

/// Writes an error or a warning for each problem, at its place in the file.
///
/// # Errors
///
/// Fails if the output does.
pub fn write(out: &mut impl Write, file: &CheckedFile<'_>) -> io::Result<()> {
    for problem in file.problems() {
        let command = match problem.level {
            ProblemLevel::Error => "error",
            ProblemLevel::Warning => "warning",
        };
        let (start, end) = (problem.start, problem.end);
        write!(out, "::{command} ")?;
        if let Some(path) = file.path {
            let path = path.to_string_lossy();
            write!(out, "file={},line={},", Property(&path), start.line)?;
            write!(out, "endLine={},", end.line)?;
            if start.line == end.line {
                write!(out, "col={},endColumn={},", start.column, end.column)?;
            }
        }
        let place = format!("{}:{}:{}", file.name, start.line, start.column);
        // An annotation has no related places.
        let parts = [&[problem.text()], &*problem.notes].concat();
        let message = format!("{place}: {}", parts.join("; "));
        writeln!(out, "title={}::{}", Property(problem.id), Message(&message))?;
    }
    Ok(())
}
