//! The result of `conformance run` for people.

use std::io::{self, Write};

use crate::conformance::breakdown::quoted;
use crate::conformance::causes::text;
use crate::conformance::reactions;
use crate::conformance::run_result::RunResult;
use crate::conformance::tally::{Counts, Disagreement, Fault, Tally};
use crate::count::counted;
use crate::diagnostic::syntax_error::{rejection, wrong_rejection};
use crate::palette::Palette;
use crate::production::CheckedProduction;

/// The two lines of the head of a column, and its value.
pub(super) type Column = (&'static str, &'static str, fn(&Counts) -> u64);

/// The columns of numbers of every table.
const COLUMNS: [Column; 7] = [
    ("", "texts", Counts::texts),
    ("true", "accepts", |counts| counts.true_accepts),
    ("false", "accepts", |counts| counts.false_accepts),
    ("true", "rejects", |counts| counts.true_rejects),
    ("false", "rejects", |counts| counts.false_rejects),
    ("offsets", "given", |counts| counts.offsets_given),
    ("offsets", "equal", |counts| counts.offsets_equal),
];

/// The columns of what a recognizer can do instead of an answer. A table has those that are needed.
const BREAKS: [Column; 2] = [
    ("texts", "crashed", |counts| counts.crashed),
    ("timed", "out", |counts| counts.timed_out),
];

/// The head of the names.
const NAMES: &str = "production";

/// The name of the row of all productions.
const ALL: &str = "all";

/// Writes the counts of each production, the causes of wrong verdicts, the shortest other
/// disagreements, the total and the conclusion.
///
/// # Errors
///
/// Fails if the output does.
pub fn write(
    out: &mut impl Write,
    palette: Palette,
    result: RunResult<'_, impl CheckedProduction>,
) -> io::Result<()> {
    let RunResult {
        command,
        tally,
        explanation,
        ..
    } = result;
    let total = tally.total();
    if total.texts() > 0 {
        write_table(out, palette, tally)?;
        writeln!(out)?;
    }
    if let Some(explanation) = explanation {
        text::write(out, palette, tally.rule(), explanation, tally.most())?;
    }
    for causes in result.reactions {
        let words = causes.reaction.words();
        reactions::text::write(out, palette, &words, &causes.explanation, tally.most())?;
    }
    let shortest = tally.shortest(|fault| !result.has_causes(fault));
    for disagreement in &shortest {
        write_disagreement(out, palette, tally.rule(), disagreement)?;
        writeln!(out)?;
    }
    writeln!(out, "{}", summary(palette, &total, result.size.texts))?;
    let of_shown = result.without_causes();
    if (shortest.len() as u64) < of_shown {
        let number = palette.number;
        let shown = counted(shortest.len(), "is", "are", number);
        let what = if of_shown == total.offsets_other() {
            "disagreements on offsets"
        } else {
            "disagreements"
        };
        writeln!(out, "of the {what}, {shown} shown; --most N shows more")?;
    }
    if let Some(restarts) = result.restarts {
        restarts.write(out, palette, command)?;
    }
    if let Some(explanation) = explanation {
        text::write_conclusion(out, palette, explanation)?;
    }
    for causes in result.reactions {
        let words = causes.reaction.words();
        reactions::text::write_conclusion(out, palette, &words, &causes.explanation)?;
    }
    Ok(())
}

/// Returns the columns of a table with this total.
pub(super) fn columns(total: &Counts) -> Vec<Column> {
    let needed = BREAKS.into_iter().filter(|(.., value)| value(total) > 0);
    COLUMNS.into_iter().chain(needed).collect()
}

fn write_table(
    out: &mut impl Write,
    palette: Palette,
    tally: &Tally<impl CheckedProduction>,
) -> io::Result<()> {
    let Palette {
        name,
        number,
        faint,
        heading,
        ..
    } = palette;
    let mut rows: Vec<(String, Counts)> = tally
        .productions()
        .into_iter()
        .map(|(rule, counts)| (rule.to_string(), counts))
        .collect();
    rows.push((ALL.to_owned(), tally.total()));
    let names = rows.iter().map(|(name, _)| name.len());
    let names = names.max().unwrap_or(0).max(NAMES.len());
    // The last row holds the greatest numbers.
    let total = tally.total();
    let columns = columns(&total);
    let widths = columns.iter().map(|(above, below, value)| {
        let digits = value(&total).to_string().len();
        digits.max(above.len()).max(below.len())
    });
    let widths: Vec<usize> = widths.collect();
    let above = columns.iter().map(|(above, ..)| *above).collect();
    let below = columns.iter().map(|(_, below, _)| *below).collect();
    let heads: [(&str, Vec<&str>); 2] = [("", above), (NAMES, below)];
    for (title, titles) in heads {
        write!(out, "{heading}{title:names$}")?;
        for (title, &width) in titles.into_iter().zip(&widths) {
            write!(out, "  {title:>width$}")?;
        }
        writeln!(out, "{heading:#}")?;
    }
    for (rule, counts) in rows {
        write!(out, "{name}{rule:names$}{name:#}")?;
        for ((.., value), &width) in columns.iter().zip(&widths) {
            let value = value(&counts);
            let style = if value == 0 { faint } else { number };
            write!(out, "  {style}{value:width$}{style:#}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn write_disagreement(
    out: &mut impl Write,
    palette: Palette,
    rule: impl CheckedProduction,
    disagreement: &Disagreement,
) -> io::Result<()> {
    let Palette {
        number, heading, ..
    } = palette;
    let title = match disagreement.fault {
        Fault::FalseAccept => "wrongly accepted",
        Fault::FalseReject => "wrongly rejected",
        Fault::OtherOffset => "rejected at another offset",
        Fault::Crashed | Fault::TimedOut => return write_break(out, palette, disagreement),
    };
    let answer = disagreement.answer;
    writeln!(
        out,
        "{heading}{title}:{heading:#} text {number}{}{number:#}, answered `{answer}`",
        disagreement.number
    )?;
    let text = disagreement.text.as_slice();
    let shown = match rule.error_of(text) {
        Some(error) => rejection(text, &error),
        None => wrong_rejection(text, rule, answer.offset()),
    };
    writeln!(out, "{}", shown.render(palette))
}

/// Writes the text on which the recognizer broke.
fn write_break(
    out: &mut impl Write,
    palette: Palette,
    disagreement: &Disagreement,
) -> io::Result<()> {
    let Palette {
        number, heading, ..
    } = palette;
    let Disagreement { answer, text, .. } = disagreement;
    writeln!(
        out,
        "{heading}{answer}:{heading:#} text {number}{}{number:#} {}",
        disagreement.number,
        quoted(text)
    )
}

/// Returns the counts of all texts in a line.
#[must_use]
pub fn summary(palette: Palette, total: &Counts, texts: u64) -> String {
    let number = palette.number;
    let answered = total.texts();
    let are_all = answered == texts;
    let texts = format!("{number}{texts}{number:#}");
    if answered == 0 {
        return format!("none of {texts} texts was answered");
    }
    let parts = [
        (answered - total.disagreements(), "as they should be"),
        (total.false_accepts, "wrongly accepted"),
        (total.false_rejects, "wrongly rejected"),
        (total.offsets_other(), "rejected at another offset"),
    ];
    let breaks = [(total.crashed, "crashed"), (total.timed_out, "timed out")];
    let breaks = breaks.into_iter().filter(|(count, _)| *count > 0);
    let parts = parts.into_iter().chain(breaks);
    let parts = parts.map(|(count, what)| format!("{number}{count}{number:#} {what}"));
    let parts = parts.collect::<Vec<_>>().join(", ");
    let answered = if are_all {
        String::new()
    } else {
        format!("{number}{answered}{number:#} of ")
    };
    format!("{answered}{texts} texts answered: {parts}")
}
