//! The causes of reactions for people.

use std::io::{self, Write};

use rfcbnf::causes::{Cause, Deviation};
use rfcbnf_engine::escape::Escaped;

use crate::conformance::breakdown::quoted;
use crate::conformance::causes::text::{
    EXPRESSION, labelled_witness, write_heading, write_rows, write_shown, write_vanished,
};
use crate::conformance::causes::{Explanation, NamedCause, NamedGroup};
use crate::conformance::reactions::sentence::{cause_in, conclusion_in, expression, group_in};
use crate::conformance::reactions::{Reaction, Words};
use crate::conformance::rows::{Row, rows};
use crate::count::counted;
use crate::diagnostic::{Diagnostic, Severity, Snippet};
use crate::palette::Palette;

/// Writes a table of the causes and groups, and a block for each. `most` bounds the texts of each.
pub(in crate::conformance) fn write(
    out: &mut impl Write,
    palette: Palette,
    words: &Words,
    explanation: &Explanation,
    most: usize,
) -> io::Result<()> {
    let rows = rows(explanation);
    write_rows(out, palette, &rows)?;
    for row in rows {
        match row {
            Row::Cause(cause) => write_cause_in(out, palette, words, cause, most)?,
            Row::Group(group) => write_group_in(out, palette, words, group, most)?,
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Writes the conclusion, and what the baseline says about it.
pub(in crate::conformance) fn write_conclusion(
    out: &mut impl Write,
    palette: Palette,
    words: &Words,
    explanation: &Explanation,
) -> io::Result<()> {
    write_vanished(out, explanation)?;
    let number = palette.number;
    let events = &words.events;
    let (one, many) = (format!("cause of {events}"), format!("causes of {events}"));
    let found = counted(explanation.causes.len(), &one, &many, number);
    let accepted = explanation.causes.len() - explanation.new_causes().count();
    let accepted = match accepted {
        0 => String::new(),
        accepted => format!(", {number}{accepted}{number:#} of them accepted by the baseline"),
    };
    let asked = explanation.questions;
    writeln!(
        out,
        "{found} found{accepted}; this search asked {number}{asked}{number:#} texts"
    )?;
    writeln!(out, "{}", conclusion_in(words, explanation))
}

/// Writes a cause: its texts and its id, the witness with its mark, and the texts on which the parser
/// breaks in the place of the production. `most` bounds the texts.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_cause(
    out: &mut impl Write,
    palette: Palette,
    reaction: Reaction,
    named: &NamedCause,
    most: usize,
) -> io::Result<()> {
    write_cause_in(out, palette, &reaction.words(), named, most)
}

fn write_cause_in(
    out: &mut impl Write,
    palette: Palette,
    words: &Words,
    named: &NamedCause,
    most: usize,
) -> io::Result<()> {
    let NamedCause {
        id,
        cause,
        accepted,
        before,
    } = named;
    write_heading(out, palette, &words.heading, cause.texts, id)?;
    let shown = Diagnostic::new(Severity::Error, cause_in(words, cause));
    let mut shown = shown.show(snippet(words, cause));
    if let Some(also) = also(&cause.examples, most) {
        shown = shown.note(also);
    }
    if let Some(texts) = expression(cause, EXPRESSION) {
        let part = Escaped(cause.part.as_bytes());
        shown = shown.note(format!("as {part}, {} {texts}", words.about_production));
    }
    write_shown(out, palette, shown, before.as_ref(), accepted.as_deref())
}

/// Writes a group of texts without a cause. `most` bounds the texts.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_group(
    out: &mut impl Write,
    palette: Palette,
    reaction: Reaction,
    named: &NamedGroup,
    most: usize,
) -> io::Result<()> {
    write_group_in(out, palette, &reaction.words(), named, most)
}

fn write_group_in(
    out: &mut impl Write,
    palette: Palette,
    words: &Words,
    named: &NamedGroup,
    most: usize,
) -> io::Result<()> {
    let NamedGroup {
        id,
        group,
        accepted,
        merged,
    } = named;
    let title = format!("not explained, {}", words.heading);
    write_heading(out, palette, &title, group.texts, id)?;
    let shown = Diagnostic::new(Severity::Error, group_in(words, group));
    let texts = std::iter::once(&group.witness).chain(&group.examples);
    let texts: Vec<String> = texts.take(most).map(|text| quoted(text)).collect();
    let mut shown = shown.note(format!("such as {}", texts.join(", ")));
    if !merged.is_empty() {
        shown = shown.note(format!("the same in {} states", merged.len()));
    }
    write_shown(out, palette, shown, None, accepted.as_deref())
}

/// Returns the witness with the place of the deviation marked.
fn snippet(words: &Words, cause: &Cause) -> Snippet {
    let verb = &words.verb;
    let label = match cause.deviation {
        Deviation::Octets(_) => format!("{verb} here"),
        Deviation::End => format!("{verb} if `{}` ends here", cause.part),
    };
    labelled_witness(cause, label)
}

/// Returns a remark with more texts.
fn also(examples: &[Vec<u8>], most: usize) -> Option<String> {
    let shown = examples.iter().take(most.saturating_sub(1));
    let shown: Vec<String> = shown.map(|text| quoted(text)).collect();
    (!shown.is_empty()).then(|| format!("also {}", shown.join(", ")))
}
