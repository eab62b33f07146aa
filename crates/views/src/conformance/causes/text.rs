//! Causes for people.

use std::io::{self, Write};

use rfcbnf::causes::{Cause, Conclusion, Deviation, Direction};
use rfcbnf_engine::LineColumn;
use rfcbnf_engine::escape::{Escaped, Printable, Quoted};
use rfcbnf_engine::excerpt::{Excerpt, ExcerptLimits};

use crate::conformance::causes::expression::{Difference, Expressions};
use crate::conformance::causes::pinned::Pin;
use crate::conformance::causes::sentence::{
    PART, above, answer_with_ignored, conclusion, context, sentence, sentence_of_states,
};
use crate::conformance::causes::{
    Explanation, NamedCause, NamedGroup, deviating, heading, ip_literal,
};
use crate::conformance::rows::{Row, rows};
use crate::count::counted;
use crate::diagnostic::syntax_error::{rejection, wrong_rejection};
use crate::diagnostic::{Diagnostic, Severity, Snippet};
use crate::palette::Palette;
use crate::production::CheckedProduction;

/// A text can be of any length; an excerpt is not.
const LIMITS: ExcerptLimits = ExcerptLimits {
    before: 60,
    within: 20,
    after: 20,
    keeps_lines: false,
};

/// The greatest length of a regular expression that is shown beside another one.
pub(in crate::conformance) const EXPRESSION: usize = 160;

/// The greatest length of a regular expression that alone says what a parser does.
const LONG_EXPRESSION: usize = 2_000;

/// The greatest number of flaky texts that are shown.
const FLAKY: usize = 10;

/// Writes a table of the causes and groups, and a block for each. `most` bounds the texts of each.
pub(in crate::conformance) fn write(
    out: &mut impl Write,
    palette: Palette,
    rule: impl CheckedProduction,
    explanation: &Explanation,
    most: usize,
) -> io::Result<()> {
    let rows = rows(explanation);
    write_rows(out, palette, &rows)?;
    for row in rows {
        match row {
            Row::Cause(cause) => write_cause(out, palette, cause, most)?,
            Row::Group(group) => write_unexplained(out, palette, rule, group, most)?,
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Writes a table of the causes and groups. A single one needs none.
pub(in crate::conformance) fn write_rows(
    out: &mut impl Write,
    palette: Palette,
    rows: &[Row<'_>],
) -> io::Result<()> {
    let Palette {
        name,
        number,
        heading,
        ..
    } = palette;
    if rows.len() < 2 {
        return Ok(());
    }
    let digits = rows.iter().map(|row| row.texts().to_string().len()).max();
    let width = digits.unwrap_or(0).max("texts".len());
    writeln!(out, "{heading}{:>width$}  cause{heading:#}", "texts")?;
    for row in rows {
        let (texts, id) = (row.texts(), row.id());
        write!(out, "{number}{texts:width$}{number:#}  {name}{id}{name:#}")?;
        match row.accepted() {
            Some(_) => writeln!(out, "  accepted")?,
            None => writeln!(out)?,
        }
    }
    writeln!(out)
}

/// Writes what the baseline accepts and the search did not find.
pub(in crate::conformance) fn write_vanished(
    out: &mut impl Write,
    explanation: &Explanation,
) -> io::Result<()> {
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
    explanation: &Explanation,
) -> io::Result<()> {
    write_vanished(out, explanation)?;
    for one in explanation.flaky.iter().take(FLAKY) {
        writeln!(
            out,
            "flaky: {} was {}",
            Quoted(&one.text),
            times(one.accepted, one.rejected)
        )?;
    }
    let number = palette.number;
    let causes = counted(explanation.causes.len(), "cause", "causes", number);
    let accepted = |all: usize, new: usize| match all - new {
        0 => String::new(),
        accepted => format!(", {number}{accepted}{number:#} of them accepted by the baseline"),
    };
    let of_causes = accepted(explanation.causes.len(), explanation.new_causes().count());
    let asked = explanation.questions;
    let rounds = explanation.rounds;
    let rounds = if rounds == 1 {
        format!("{number}1{number:#} round")
    } else {
        format!("{number}{rounds}{number:#} rounds")
    };
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
    writeln!(out, "{}", conclusion(explanation))?;
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

/// Writes a cause: its texts and its id, the witness with its mark, and what the parser takes for
/// the production. `most` bounds the texts.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_cause(
    out: &mut impl Write,
    palette: Palette,
    named: &NamedCause,
    most: usize,
) -> io::Result<()> {
    let NamedCause {
        id,
        cause,
        accepted,
        before,
    } = named;
    write_heading(out, palette, heading(cause.direction), cause.texts, id)?;
    let mut shown = Diagnostic::new(Severity::Error, sentence(cause)).show(snippet(cause));
    if let Some(also) = also(&cause.examples, most) {
        shown = shown.note(also);
    }
    for line in learnt(cause) {
        shown = shown.note(line);
    }
    if cause.unconfirmed {
        shown = shown.note(
            "not confirmed: the search ended before the parser had answered enough about this"
                .to_owned(),
        );
    }
    write_shown(out, palette, shown, before.as_ref(), accepted.as_deref())
}

/// Writes a group of disagreements without a cause. `most` bounds the texts.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_unexplained(
    out: &mut impl Write,
    palette: Palette,
    rule: impl CheckedProduction,
    named: &NamedGroup,
    most: usize,
) -> io::Result<()> {
    let NamedGroup {
        id,
        group,
        accepted,
        merged,
    } = named;
    let title = format!("not explained, {}", heading(group.direction));
    write_heading(out, palette, &title, group.texts, id)?;
    let text = group.witness.as_slice();
    let mut shown = match rule.error_of(text) {
        Some(error) => rejection(text, &error).without_help(),
        None => wrong_rejection(text, rule, None),
    };
    if let Some(also) = also(&group.examples, most) {
        shown = shown.note(also);
    }
    if !merged.is_empty() {
        shown = shown.note(sentence_of_states(named));
    }
    write_shown(out, palette, shown, None, accepted.as_deref())
}

/// Writes a title with the number of texts of the suite, and an id.
pub(in crate::conformance) fn write_heading(
    out: &mut impl Write,
    palette: Palette,
    title: &str,
    texts: u64,
    id: &str,
) -> io::Result<()> {
    let Palette {
        number,
        heading,
        faint,
        ..
    } = palette;
    match texts {
        0 => write!(out, "{heading}{title}, found outside the suite{heading:#}")?,
        1 => write!(out, "{heading}{title}:{heading:#} {number}1{number:#} text")?,
        _ => write!(
            out,
            "{heading}{title}:{heading:#} {number}{texts}{number:#} texts"
        )?,
    }
    writeln!(out, " {faint}[{id}]{faint:#}")
}

/// Writes a cause with what the baseline says about it: what it has instead, and why it accepts it.
pub(in crate::conformance) fn write_shown(
    out: &mut impl Write,
    palette: Palette,
    mut shown: Diagnostic,
    before: Option<&Pin>,
    accepted: Option<&str>,
) -> io::Result<()> {
    if let Some(before) = before {
        shown = shown.note(changed(before));
    }
    if let Some(reason) = accepted {
        let reason = Escaped(reason.as_bytes());
        shown = shown.with_severity(Severity::Note);
        shown = shown.note(format!("the baseline accepts it: {reason}"));
    }
    writeln!(out, "{}", shown.render(palette))
}

/// Returns a remark on what the baseline accepts instead.
pub(in crate::conformance) fn changed(before: &Pin) -> String {
    let before = before.to_string();
    let before = Printable(before.as_bytes());
    format!("the baseline has something else there: a parser that {before}")
}

/// Returns the witness with the place of the deviation marked.
fn snippet(cause: &Cause) -> Snippet {
    let verb = match cause.direction {
        Direction::WronglyAccepted => "accepted",
        Direction::WronglyRejected => "rejected",
    };
    let label = match cause.deviation {
        Deviation::Octets(_) => format!("{verb} here"),
        Deviation::End => format!("{verb} although `{}` {} here", cause.part, {
            match cause.direction {
                Direction::WronglyAccepted => "cannot end",
                Direction::WronglyRejected => "can end",
            }
        }),
    };
    labelled_witness(cause, label)
}

/// Returns the witness with the place of the deviation marked, and this label at the mark.
pub(in crate::conformance) fn labelled_witness(cause: &Cause, label: String) -> Snippet {
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

/// Returns a remark with more texts.
fn also(examples: &[Vec<u8>], most: usize) -> Option<String> {
    let shown = examples.iter().take(most.saturating_sub(1));
    let shown: Vec<String> = shown
        .map(|text| {
            let excerpt = Excerpt::new(text, 0..text.len(), LIMITS_OF_EXAMPLE);
            format!("`{}`", excerpt.text)
        })
        .collect();
    (!shown.is_empty()).then(|| format!("also {}", shown.join(", ")))
}

/// An example can be of any length; an excerpt is not.
const LIMITS_OF_EXAMPLE: ExcerptLimits = ExcerptLimits {
    before: 0,
    within: 60,
    after: 0,
    keeps_lines: false,
};

/// Returns remarks on what the parser accepts as the production. They say all of it, unless that is
/// longer than anybody reads.
fn learnt(cause: &Cause) -> Vec<String> {
    let Some(learnt) = &cause.learnt else {
        return Vec::new();
    };
    let production = Excerpt::new(cause.part.as_bytes(), 0..cause.part.len(), PART).text;
    if let Some(line) = answer_with_ignored(cause) {
        return vec![line];
    }
    if let Some(literal) = &learnt.literal {
        return ip_literal::lines(literal, cause.encoding, &production);
    }
    let Some(all) = Expressions::new(cause, LONG_EXPRESSION) else {
        return Vec::new();
    };
    let holds = context(cause);
    let observed = all.observed.as_deref().map(|observed| {
        let line = format!("the parser accepts {observed} as `{production}`{holds}");
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
    lines.extend(learnt.elsewhere.as_ref().map(|text| {
        let text = Excerpt::new(text, 0..text.len(), LIMITS_OF_EXAMPLE).text;
        format!("in another context, the parser does otherwise: `{text}`")
    }));
    lines.extend(
        all.remark()
            .filter(|_| !lines.is_empty())
            .map(str::to_owned),
    );
    if !is_said && !are_all_known {
        lines.push(format!(
            "what the parser accepts as `{production}` takes an automaton of {} states; \
             --report json=FILE has all of it",
            learnt.observed.states().len()
        ));
    }
    lines
}

/// Says how often a text was accepted and rejected.
fn times(accepted: u64, rejected: u64) -> String {
    let times = |count| match count {
        1 => "once".to_owned(),
        count => format!("{count} times"),
    };
    format!(
        "accepted {} and rejected {}",
        times(accepted),
        times(rejected)
    )
}

/// Returns the texts, if there are any, and their expression, if it is short enough.
#[expect(clippy::option_option, reason = "there are none, or they are too long")]
fn texts(difference: &Difference) -> Option<Option<String>> {
    match difference {
        Difference::Nothing => None,
        other => Some(other.expression().map(str::to_owned)),
    }
}
