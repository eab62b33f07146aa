//! The reports of a comparison of two programs.

use rfc1738_views::conformance::causes::Explanation;
use rfc1738_views::conformance::comparison::{self, ComparisonResult};
use rfc1738_views::conformance::comparison_record::ComparisonRecord;
use rfc1738_views::json;
use rfc1738_views::palette::Palette;
use rfcbnf::causes::Conclusion;

use crate::commands::conformance::reports::Reports;
use crate::commands::conformance::reports::choice::{ReportChoice, ReportFormat};
use crate::outcome::{Failure, Verdict};
use crate::output::{lines, streams};

/// Fails if a comparison has no report in one of the formats.
pub(in crate::commands::conformance) fn refuse_formats(
    choices: &[ReportChoice],
) -> Result<(), Failure> {
    let mut formats = choices.iter().map(|choice| choice.format);
    if formats.all(|format| matches!(format, ReportFormat::Human | ReportFormat::Json)) {
        return Ok(());
    }
    let reason = "a run with --against has the reports human and json";
    Err(Failure::WrongUse(reason.to_owned()))
}

/// Writes all reports, and why the run ended early to standard error. Returns the verdict.
pub(in crate::commands::conformance) fn write(
    reports: Reports<'_>,
    result: ComparisonResult<'_>,
) -> Result<Verdict, Failure> {
    lines::write_left_out(
        result.size.left_out,
        "`conformance export --format jsonl` writes all",
    )?;
    reports.write(|format, mut out, palette| {
        match format {
            ReportFormat::Json => json::write(&mut out, &ComparisonRecord::new(result))?,
            _ => comparison::write(&mut out, palette, result)?,
        }
        Ok(())
    })?;
    if let Some(breakdown) = result.failure() {
        streams::message(|out| breakdown.write(out, Palette::COLORED))?;
        return Ok(Verdict::Unreadable);
    }
    let searches = || result.causes.into_iter().flatten();
    if searches().any(|it| matches!(it.conclusion, Conclusion::Contradicted { .. })) {
        return Ok(Verdict::Unreadable);
    }
    let are_equal = result.comparison.differences() == 0;
    Ok(Verdict::of(
        are_equal && searches().all(Explanation::is_accepted),
    ))
}
