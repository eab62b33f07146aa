//! The problems of grammar files, for tools that show them beside the files.

use std::io::{self, Write};

use super::{CheckedFile, Problem, ProblemLevel};
use crate::annotation::{Annotation, Level, Region};
use crate::{github, sarif};

/// Writes a workflow command of GitHub Actions for each problem, at its place in the file: an error or a warning.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_github(out: &mut impl Write, file: &CheckedFile<'_>) -> io::Result<()> {
    for problem in file.problems() {
        let (name, start) = (file.name, problem.start);
        // A workflow command has no related places.
        let parts = [&[problem.text()], &*problem.notes].concat();
        let message = format!(
            "{name}:{}:{}: {}",
            start.line,
            start.column,
            parts.join("; ")
        );
        github::write(out, &annotation(file, problem, &[]), problem.id, &message)?;
    }
    Ok(())
}

/// Writes the log of the files in SARIF 2.1.0 on one line: a result for each problem, with its fix.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_sarif(out: &mut impl Write, files: &[CheckedFile<'_>]) -> io::Result<()> {
    let problems = files.iter().flat_map(CheckedFile::problems);
    let mut ids: Vec<&'static str> = problems.map(|problem| problem.id).collect();
    ids.sort_unstable();
    ids.dedup();
    let annotations = files.iter().flat_map(|file| {
        let problems = file.problems().iter();
        problems.map(|problem| annotation(file, problem, &ids))
    });
    let found = sarif::SarifReport {
        rules: ids.iter().map(|id| (*id, id.replace('-', " "))).collect(),
        is_successful: true,
        of_run: Vec::new(),
        annotations: annotations.collect(),
    };
    sarif::write(out, found)
}

fn annotation<'a>(file: &CheckedFile<'a>, problem: &'a Problem, ids: &[&str]) -> Annotation<'a> {
    let region = Region::new(&problem.span, problem.start, problem.end);
    let related = problem.related.iter().map(|place| {
        let region = Region::new(&place.span, place.start, place.end);
        (region, place.remark.clone())
    });
    Annotation {
        level: match problem.level {
            ProblemLevel::Error => Level::Error,
            ProblemLevel::Warning => Level::Warning,
        },
        rule: (problem.id, ids.partition_point(|id| *id < problem.id)),
        message: problem.text(),
        place: file.path.map(|path| (path, region)),
        production: problem.production.as_deref(),
        related: related.collect(),
        fix: problem.fix.as_ref(),
        fingerprint: None,
        accepted: None,
    }
}
