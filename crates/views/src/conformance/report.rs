//! The result of `conformance run` for people.

use std::fmt::Display;
use std::io::{self, Write};
use std::iter;

use crate::conformance::breakdown::quoted;
use crate::conformance::causes::text;
use crate::conformance::parts::{self, corpus};
use crate::conformance::run_result::RunResult;
use crate::conformance::tally::{Counts, Disagreement, Fault, Tally};
use crate::count::counted;
use crate::diagnostic::syntax_error::{rejection, wrong_rejection};
use crate::palette::Palette;
use crate::production::CheckedProduction;
use crate::table::{self, Cell, Table};

/// Writes the grammar as the parser reads it.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_grammar(
    out: &mut impl Write,
    result: RunResult<'_, impl CheckedProduction>,
) -> io::Result<()> {
    let explanation = result.explanation;
    if let Some(grammar) = explanation.and_then(|it| it.grammar.as_ref()) {
        return out.write_all(grammar.as_bytes());
    }
    let reason = if explanation.is_some() {
        "An expression of what the parser accepts would be too long."
    } else {
        "No causes were looked for."
    };
    write!(out, "; {reason}\r\n")
}

/// The two lines of the head of a column, and its value.
type Column = (&'static str, &'static str, fn(&Counts) -> u64);

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

/// The columns of what a subject can do instead of an answer. A table has those that are needed.
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
    let RunResult { command, tally, .. } = result;
    corpus::write(out, palette, &[command], result.corpus)?;
    let total = tally.total();
    if total.texts() > 0 {
        table(palette, tally).write(out, palette, "")?;
        writeln!(out)?;
    }
    for searched in result.searches() {
        text::write(out, palette, searched, Some(tally.rule()), tally.most())?;
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
    let mut searches = result.searches();
    searches.try_for_each(|searched| text::write_conclusion(out, palette, searched))?;
    parts::write(out, palette, result.parts)
}

/// Returns the counts of each production and of all.
pub(super) fn table(palette: Palette, tally: &Tally<impl CheckedProduction>) -> Table<'static> {
    let Palette {
        name,
        number,
        faint,
        ..
    } = palette;
    let total = tally.total();
    let needed = BREAKS.into_iter().filter(|(.., value)| value(&total) > 0);
    let columns: Vec<Column> = COLUMNS.into_iter().chain(needed).collect();
    let rows = tally.productions().into_iter();
    let rows = rows.map(|(rule, counts)| (rule.to_string(), counts));
    let rows = rows.chain([(ALL.to_owned(), total)]);
    let names = table::Column::of_texts(NAMES);
    let numbers = columns.iter();
    let numbers = numbers.map(|(above, below, _)| table::Column::of_numbers(&[above, below]));
    Table {
        columns: iter::once(names).chain(numbers).collect(),
        rows: rows
            .map(|(rule, counts)| {
                let values = columns.iter().map(|(.., value)| value(&counts));
                let values =
                    values.map(|value| Cell::new(&value, if value == 0 { faint } else { number }));
                iter::once(Cell::new(&rule, name)).chain(values).collect()
            })
            .collect(),
    }
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

/// Writes the text on which the subject broke.
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
    if answered == 0 {
        return format!("none of {number}{texts}{number:#} texts was answered");
    }
    let parts = [
        (answered - total.disagreements(), "as they should be"),
        (total.false_accepts, "wrongly accepted"),
        (total.false_rejects, "wrongly rejected"),
        (total.offsets_other(), "rejected at another offset"),
    ];
    let breaks = [(total.crashed, "crashed"), (total.timed_out, "timed out")];
    let breaks = breaks.into_iter().filter(|(count, _)| *count > 0);
    answered_texts(palette, (answered, texts), parts.into_iter().chain(breaks))
}

/// Returns a line with the number of answered texts of all, and how many of them have which answer.
pub(super) fn answered_texts(
    palette: Palette,
    (answered, texts): (u64, u64),
    parts: impl IntoIterator<Item = (u64, impl Display)>,
) -> String {
    let number = palette.number;
    let parts = parts.into_iter();
    let parts = parts.map(|(count, what)| format!("{number}{count}{number:#} {what}"));
    let parts = parts.collect::<Vec<_>>().join(", ");
    let answered = match answered {
        _ if answered == texts => String::new(),
        _ => format!("{number}{answered}{number:#} of "),
    };
    format!("{answered}{number}{texts}{number:#} texts answered: {parts}")
}
