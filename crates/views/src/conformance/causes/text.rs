//! Causes for people.

use std::io::{self, Write};

use rfcbnf::causes::{Cause, Conclusion, Deviation, Pattern};
use rfcbnf_engine::LineColumn;
use rfcbnf_engine::escape::{Escaped, Printable};
use rfcbnf_engine::excerpt::{Excerpt, ExcerptLimits};

use crate::conformance::breakdown::{excerpt, quoted};
use crate::conformance::causes::expression::{Difference, Expressions, deviating_texts};
use crate::conformance::causes::pinned::Pin;
use crate::conformance::causes::sentence::{above, answer_with_ignored, as_part, context, ways};
use crate::conformance::causes::{Explanation, NamedGroup, deviating, ip_literal};
use crate::conformance::searched::{Row, Searched, Sought};
use crate::count::{counted, times};
use crate::diagnostic::syntax_error::{rejection, wrong_rejection};
use crate::diagnostic::{Diagnostic, Severity, Snippet};
use crate::palette::Palette;
use crate::production::CheckedProduction;
use crate::table::{Cell, Column, Table};

/// A text can be of any length; an excerpt is not.
const LIMITS: ExcerptLimits = ExcerptLimits {
    before: 60,
    within: 20,
    after: 20,
    keeps_lines: false,
};

/// The greatest length of a regular expression that is shown beside another one.
const EXPRESSION: usize = 160;

/// The greatest length of a regular expression that alone says what a parser does.
const LONG_EXPRESSION: usize = 2_000;

/// The greatest number of flaky texts that are shown.
const FLAKY: usize = 10;

/// Writes a table of the causes and groups, and a block for each. `rule` shows why a text is wrong that has no cause.
/// `most` bounds the texts of each.
pub(in crate::conformance) fn write(
    out: &mut impl Write,
    palette: Palette,
    searched: Searched<'_>,
    rule: Option<impl CheckedProduction>,
    most: usize,
) -> io::Result<()> {
    let rows = searched.rows();
    // A single one needs no table.
    if rows.len() > 1 {
        table(palette, &rows).write(out, palette, "")?;
        writeln!(out)?;
    }
    for row in rows {
        write_row(out, palette, (searched, row), rule, most)?;
        writeln!(out)?;
    }
    Ok(())
}

fn table(palette: Palette, rows: &[Row<'_>]) -> Table<'static> {
    let Palette { name, number, .. } = palette;
    let cells = rows.iter().map(|row| {
        let accepted = row.accepted().map_or("", |_| "  accepted");
        let id = format!("{name}{}{name:#}{accepted}", row.id());
        vec![Cell::new(&row.texts(), number), Cell::plain(&id)]
    });
    Table {
        columns: vec![Column::of_numbers(&["texts"]), Column::of_texts("cause")],
        rows: cells.collect(),
    }
}

/// Writes what the baseline accepts and the search did not find.
fn write_vanished(out: &mut impl Write, explanation: &Explanation) -> io::Result<()> {
    for vanished in &explanation.vanished {
        writeln!(
            out,
            "no longer found: {} ({}); remove it from the baseline",
            Escaped(vanished.id.as_bytes()),
            Escaped(vanished.reason.as_bytes())
        )?;
    }
    for one in &explanation.not_searched {
        writeln!(
            out,
            "not looked at, because the search was ended: {} ({})",
            Escaped(one.id.as_bytes()),
            Escaped(one.reason.as_bytes())
        )?;
    }
    Ok(())
}

/// Writes the conclusion, and what the baseline says about it.
pub(in crate::conformance) fn write_conclusion(
    out: &mut impl Write,
    palette: Palette,
    searched: Searched<'_>,
) -> io::Result<()> {
    let explanation = searched.explanation;
    write_vanished(out, explanation)?;
    let number = palette.number;
    let accepted = |all: usize, new: usize| match all - new {
        0 => String::new(),
        accepted => format!(", {number}{accepted}{number:#} of them accepted by the baseline"),
    };
    let found = explanation.causes.len();
    let of_causes = accepted(found, explanation.new_causes().count());
    let asked = explanation.questions;
    if searched.sought != Sought::Verdicts {
        let [_, events] = searched.sought.events();
        let names = ["cause", "causes"].map(|it| format!("{it} of {events}"));
        let causes = counted(found, &names[0], &names[1], number);
        writeln!(
            out,
            "{causes} found{of_causes}; this search asked {number}{asked}{number:#} texts"
        )?;
        return writeln!(out, "{}", searched.conclusion());
    }
    for one in explanation.flaky.iter().take(FLAKY) {
        writeln!(
            out,
            "flaky: {} was accepted {} and rejected {}",
            quoted(&one.text),
            times(one.accepted),
            times(one.rejected)
        )?;
    }
    let causes = counted(found, "cause", "causes", number);
    let rounds = counted(explanation.rounds, "round", "rounds", number);
    writeln!(
        out,
        "{causes} found{of_causes}; the search asked {number}{asked}{number:#} texts in {rounds}"
    )?;
    let groups = explanation.unexplained.len();
    if groups > 0 {
        let of_groups = accepted(groups, explanation.new_groups().count());
        let groups = counted(groups, "group", "groups", number);
        writeln!(out, "{groups} of texts without a cause{of_groups}")?;
    }
    if explanation.several > 0 {
        let several = explanation.several;
        writeln!(
            out,
            "{number}{several}{number:#} texts have several of these causes"
        )?;
    }
    if explanation.left_out > 0 {
        let left_out = explanation.left_out;
        writeln!(
            out,
            "{number}{left_out}{number:#} disagreements are not counted by cause, because there are \
             too many"
        )?;
    }
    writeln!(out, "{}", searched.conclusion())?;
    if let Conclusion::Incomplete(_) = explanation.conclusion
        && !explanation.causes.is_empty()
        && explanation.unexplained.is_empty()
        && explanation.left_out == 0
    {
        writeln!(out, "they explain every disagreement of the suite")?;
    }
    if let Some(pinned) = &explanation.pinned {
        writeln!(out, "{}", pinned.sentence())?;
    }
    Ok(())
}

/// Writes a cause or a group: its texts and its id, the witness with its mark, and what the parser takes for the
/// production. `rule` shows why a text is wrong that has no cause. `most` bounds the texts.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_row(
    out: &mut impl Write,
    palette: Palette,
    (searched, row): (Searched<'_>, Row<'_>),
    rule: Option<impl CheckedProduction>,
    most: usize,
) -> io::Result<()> {
    let sought = searched.sought;
    let title = match row {
        Row::Cause(one) => sought.heading(one.cause.direction),
        Row::Group(one) if one.group.repeats.is_some() => sought.heading(one.group.direction),
        Row::Group(one) => format!("not explained, {}", sought.heading(one.group.direction)),
    };
    write_heading(out, palette, &title, row)?;
    let mut shown = match row {
        Row::Cause(one) => shown_cause(searched, row, &one.cause, most),
        Row::Group(one) => shown_group(searched, one, rule, most),
    };
    if let Row::Cause(one) = row
        && let Some(before) = &one.before
    {
        shown = shown.note(changed(before));
    }
    if let Some(source) = searched.source(row) {
        shown = shown.note(format!("see {}", Escaped(source.as_bytes())));
    }
    if let Some(reason) = row.accepted() {
        let reason = Escaped(reason.as_bytes());
        shown = shown.with_severity(Severity::Note);
        shown = shown.note(format!("the baseline accepts it: {reason}"));
    }
    writeln!(out, "{}", shown.render(palette))
}

fn shown_cause(searched: Searched<'_>, row: Row<'_>, cause: &Cause, most: usize) -> Diagnostic {
    let sought = searched.sought;
    let shown = Diagnostic::new(Severity::Error, searched.sentence(row));
    let shown = shown.show(labelled_witness(cause, sought.label(cause)));
    if sought != Sought::Verdicts {
        let shown = with_others(shown, &cause.examples, most, quoted);
        let Some(texts) = deviating_texts(cause, EXPRESSION) else {
            return shown;
        };
        let about = sought.about_production(cause.direction);
        return shown.note(format!("{}, {about} {texts}", as_part(cause)));
    }
    let mut shown = with_others(shown, &cause.examples, most, in_backticks);
    for (way, text) in ways(cause) {
        shown = shown.note(format!("{way}: {}", in_backticks(text)));
    }
    for line in learnt(cause) {
        shown = shown.note(line);
    }
    for line in doubts(cause) {
        shown = shown.note(line);
    }
    shown
}

fn shown_group(
    searched: Searched<'_>,
    named: &NamedGroup,
    rule: Option<impl CheckedProduction>,
    most: usize,
) -> Diagnostic {
    let (group, states) = (&named.group, named.merged.len());
    let sentence = searched.sentence(Row::Group(named));
    if group.repeats.is_some() {
        let octets = counted(
            group.witness.len() as u64,
            "octet",
            "octets",
            anstyle::Style::new(),
        );
        let shown = Diagnostic::new(Severity::Error, sentence);
        return shown.note(format!(
            "the text has {octets}: {}",
            in_backticks(&group.witness)
        ));
    }
    let (shown, merged) = if let (Sought::Verdicts, Some(rule)) = (searched.sought, rule) {
        let shown = wrong_text(rule, &group.witness);
        let shown = with_others(shown, &group.examples, most, in_backticks);
        (shown, sentence)
    } else {
        let texts = std::iter::once(&group.witness).chain(&group.examples);
        let texts: Vec<String> = texts.take(most).map(|text| quoted(text)).collect();
        let shown = Diagnostic::new(Severity::Error, sentence);
        let shown = shown.note(format!("such as {}", texts.join(", ")));
        (shown, format!("the same in {states} states"))
    };
    if states == 0 {
        return shown;
    }
    shown.note(merged)
}

/// Returns a text with a wrong answer, and what the grammar says about it.
pub(in crate::conformance) fn wrong_text(rule: impl CheckedProduction, text: &[u8]) -> Diagnostic {
    match rule.error_of(text) {
        Some(error) => rejection(text, &error).without_help(),
        None => wrong_rejection(text, rule, None),
    }
}

/// Writes a title with the number of texts of the suite, and an id.
fn write_heading(
    out: &mut impl Write,
    palette: Palette,
    title: &str,
    row: Row<'_>,
) -> io::Result<()> {
    let Palette {
        number,
        heading,
        faint,
        ..
    } = palette;
    let (texts, id) = (row.texts(), row.id());
    if texts == 0 {
        write!(out, "{heading}{title}, found outside the suite{heading:#}")?;
    } else {
        let texts = counted(texts, "text", "texts", number);
        write!(out, "{heading}{title}:{heading:#} {texts}")?;
    }
    writeln!(out, " {faint}[{id}]{faint:#}")
}

/// Returns a remark on what the baseline accepts instead.
pub(in crate::conformance) fn changed(before: &Pin) -> String {
    let before = before.to_string();
    let before = Printable(before.as_bytes());
    format!("the baseline has something else there: a parser that {before}")
}

/// Returns the witness with the place of the deviation marked, and this label at the mark.
fn labelled_witness(cause: &Cause, label: String) -> Snippet {
    let text = cause.witness.as_slice();
    let mark = deviation(cause);
    let position = LineColumn {
        line: 1,
        column: String::from_utf8_lossy(&text[..mark.start]).chars().count() + 1,
    };
    Snippet::new(Excerpt::new(text, mark, LIMITS), 1, position).labelled(label)
}

/// Returns the bytes of the witness to mark: the deviating character, or nothing at the end.
pub(in crate::conformance) fn deviation(cause: &Cause) -> std::ops::Range<usize> {
    let witness = cause.witness.as_slice();
    let offset = deviating::of_cause(cause).map_or(cause.offset, |(start, _)| start);
    match cause.deviation {
        Deviation::End => offset..offset,
        Deviation::Octets(_) => {
            let continues = |octet: &&u8| (0x80..0xc0).contains(*octet);
            let rest = witness.get(offset + 1..).unwrap_or_default();
            let more = match witness.get(offset) {
                Some(0xc2..) => rest.iter().take(3).take_while(continues).count(),
                _ => 0,
            };
            offset..witness.len().min(offset + 1 + more)
        }
    }
}

/// Adds a remark with more texts, each as `shown` shows it.
fn with_others(
    diagnostic: Diagnostic,
    examples: &[Vec<u8>],
    most: usize,
    shown: fn(&[u8]) -> String,
) -> Diagnostic {
    let examples = examples.iter().take(most.saturating_sub(1));
    let examples: Vec<String> = examples.map(|text| shown(text)).collect();
    if examples.is_empty() {
        return diagnostic;
    }
    diagnostic.note(format!("also {}", examples.join(", ")))
}

fn in_backticks(text: &[u8]) -> String {
    format!("`{}`", excerpt(text))
}

/// Returns what speaks against a cause: a text to which the parser gives another answer, and that it is not confirmed.
pub(in crate::conformance) fn doubts(cause: &Cause) -> impl Iterator<Item = String> {
    let text = cause.learnt.as_ref().and_then(|it| it.elsewhere.as_ref());
    let otherwise = text.map(|text| {
        let place = match cause.elsewhere() {
            Some(_) => "in another context",
            None => "with another text in this place",
        };
        format!("{place}, the parser does otherwise: {}", in_backticks(text))
    });
    let unconfirmed = cause
        .unconfirmed
        .then(|| "not confirmed: the parser has not answered enough about this".to_owned());
    otherwise.into_iter().chain(unconfirmed)
}

/// Returns remarks on what the parser accepts as the production. They say all of it, unless that is
/// longer than anybody reads.
fn learnt(cause: &Cause) -> Vec<String> {
    let Some(learnt) = &cause.learnt else {
        return Vec::new();
    };
    let production = excerpt(cause.part.as_bytes());
    if let Some(line) = answer_with_ignored(cause) {
        return vec![line];
    }
    if let Some(literal) = &learnt.literal {
        return ip_literal::lines(literal, cause.encoding, &production);
    }
    // The sentence has the texts.
    if let Some(Pattern::Texts(_)) = learnt.pattern()
        && learnt.elsewhere.is_none()
    {
        return Vec::new();
    }
    let Some(all) = Expressions::new(cause, LONG_EXPRESSION) else {
        return Vec::new();
    };
    let holds = context(cause);
    let observed = all.observed.as_deref().map(|observed| {
        let shortest = if learnt.is_of_shortest {
            ", each production in it as its shortest text"
        } else {
            ""
        };
        let part = as_part(cause);
        let line = format!("the parser accepts {observed} {part}{holds}{shortest}");
        (observed.len(), line)
    });
    let missing = match all.limits {
        Some(limits) => Some(Some(above(limits))),
        None => texts(&all.missing),
    };
    let differences = [
        ("accepted but not derived", texts(&all.beyond)),
        ("derived but not accepted", missing),
    ];
    let differences = differences.into_iter().filter_map(|(what, texts)| {
        let line = |texts: String| (texts.len(), format!("{what}: {texts}"));
        Some(texts?.map(line))
    });
    let differences: Vec<Option<(usize, String)>> = differences.collect();
    let is_short = |(length, _): &(usize, String)| *length <= EXPRESSION;
    let length = |lines: &[Option<(usize, String)>]| {
        lines
            .iter()
            .try_fold(0, |sum, line| Some(sum + line.as_ref()?.0))
    };
    let own = observed.as_ref().map(|(length, _)| *length);
    let is_own_shortest = match (own, length(&differences)) {
        (Some(own), Some(differences)) => own <= differences,
        (own, _) => own.is_some(),
    };
    let are_all_known = differences.iter().all(Option::is_some);
    // What is long is shown only if it alone says everything.
    let shown_own = observed.filter(|own| is_short(own) || is_own_shortest);
    let is_said = shown_own.is_some();
    let mut lines: Vec<String> = shown_own.into_iter().map(|(_, line)| line).collect();
    let shown = differences.into_iter().flatten();
    let shown = shown.filter(|line| is_short(line) || !is_said && are_all_known);
    lines.extend(shown.map(|(_, line)| line));
    lines.extend(
        all.remark()
            .filter(|_| !lines.is_empty())
            .map(str::to_owned),
    );
    if !is_said && !are_all_known {
        lines.push(format!(
            "what the parser accepts {} takes an automaton of {} states; \
             --report json=FILE has all of it",
            as_part(cause),
            learnt.observed.states().len()
        ));
    }
    lines
}

/// Returns the texts, if there are any, and their expression, if it is short enough.
#[expect(clippy::option_option, reason = "there are none, or they are too long")]
fn texts(difference: &Difference) -> Option<Option<String>> {
    match difference {
        Difference::Nothing => None,
        other => Some(other.expression().map(str::to_owned)),
    }
}
