//! A trace for people, one line a step.
//!
//! Invariant: a line shows a window of a long text, and its indentation is bounded. So the output
//! grows with the number of steps.

use std::fmt;
use std::io::{self, Write};
use std::ops::Range;

use rfcbnf_engine::Production;
use rfcbnf_engine::escape::{Escaped, Printable};
use rfcbnf_engine::outline::Indent;
use rfcbnf_engine::trace::{Event, Step, Trace};
use rfcbnf_engine::utf8::{LONGEST, start_of_character};

use crate::characters::{Next, ranges};
use crate::palette::Palette;
use crate::trace::StepSelection;

/// The most bytes of a window before the offset.
const BEFORE: usize = 18;

/// The most characters of a window.
const WIDTH: usize = 32;

/// The most bytes that an event quotes.
const QUOTED: usize = 40;

/// Writes a line for each selected step, and the outcome. Where the steps are those of a parser that
/// takes the right choice every time, a line before them says so.
///
/// # Errors
///
/// Fails if the output does.
pub fn write<P: Production>(
    out: &mut impl Write,
    palette: Palette,
    trace: &Trace<'_, P>,
    selection: &StepSelection<'_, P>,
) -> io::Result<()> {
    let digits = trace.steps().len().to_string().len();
    let window = Window::of(trace.text());
    if let Some(limit) = trace.exceeded() {
        writeln!(
            out,
            "a parser that backtracks takes more than {limit} steps here: only the right choices are shown"
        )?;
    }
    for (number, step) in selection.of(trace) {
        let style = palette.number;
        write!(out, "{style}{number:digits$}{style:#}  ")?;
        window.write(out, palette, offset(step.event()))?;
        write_event(out, palette, trace.text(), step)?;
        if let Event::Endless { .. } = step.event() {
            writeln!(out, "a parser that takes the right choice every time:")?;
        }
    }
    match trace.prefix() {
        Some(_) if trace.derives_all() => writeln!(out, "all of the text is derived"),
        Some(0) => writeln!(out, "only the empty text is derived"),
        Some(1) => writeln!(out, "the first octet of the text is derived"),
        Some(length) => writeln!(out, "the first {length} octets of the text are derived"),
        None => writeln!(out, "nothing is derived"),
    }
}

/// Returns the offset after the event.
fn offset<P>(event: &Event<P>) -> usize {
    match event {
        Event::Try { offset, .. }
        | Event::Fail { offset, .. }
        | Event::Miss { offset, .. }
        | Event::Endless { offset, .. } => *offset,
        Event::Match { span, .. } | Event::Take { span } | Event::Redo { span, .. } => span.end,
        Event::Backtrack { span } => span.start,
        _ => 0,
    }
}

/// Writes the event on the rest of the line.
fn write_event<P: Production>(
    out: &mut impl Write,
    palette: Palette,
    text: &[u8],
    step: &Step<P>,
) -> io::Result<()> {
    let Palette { name, faint, .. } = palette;
    let kept = if step.is_kept() { "* " } else { "  " };
    write!(out, "  {kept}{}", Indent(step.depth()))?;
    match step.event() {
        Event::Try {
            rule,
            lookahead: false,
            ..
        } => writeln!(out, "{name}{rule}{name:#}?"),
        Event::Try { rule, .. } => writeln!(out, "{name}{rule}{name:#}? {faint}(trial){faint:#}"),
        Event::Match { rule, span } => {
            writeln!(out, "{name}{rule}{name:#} {}", quoted(text, span))
        }
        Event::Fail { rule, .. } => writeln!(out, "{name}{rule}{name:#} fails"),
        Event::Take { span } => writeln!(out, "takes {}", quoted(text, span)),
        Event::Miss { characters, .. } => {
            let characters = match step.characters() {
                Some(characters) => Next::of(characters).to_string(),
                None => ranges(*characters),
            };
            writeln!(
                out,
                "{faint}wants {}{faint:#}",
                Printable(characters.as_bytes())
            )
        }
        Event::Backtrack { span } => writeln!(out, "gives back {}", quoted(text, span)),
        Event::Redo { rule, .. } => writeln!(out, "{name}{rule}{name:#}? {faint}(again){faint:#}"),
        Event::Endless { circle, .. } => writeln!(out, "{}: this never ends", Circle(circle)),
        _ => writeln!(out),
    }
}

/// Productions of which each begins with the next one, and the last with the first.
struct Circle<'a, P>(&'a [P]);

/// Writes that they do.
impl<P: Production> fmt::Display for Circle<'_, P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [only] = self.0 {
            return write!(formatter, "{only} begins with itself");
        }
        let next = self.0.iter().cycle().skip(1);
        for (index, (rule, next)) in self.0.iter().zip(next).enumerate() {
            let (comma, verb) = if index == 0 {
                ("", " begins")
            } else {
                (", ", "")
            };
            write!(formatter, "{comma}{rule}{verb} with {next}")?;
        }
        Ok(())
    }
}

fn quoted(text: &[u8], span: &Range<usize>) -> String {
    let part = &text[span.clone()];
    if part.len() <= QUOTED {
        return format!("\"{}\"", Escaped(part));
    }
    let end = start_of_character(&part[..QUOTED]);
    format!("\"{}…\"", Escaped(&part[..end]))
}

/// The part of the text that each line shows, with a bar after the consumed part.
struct Window<'a> {
    text: &'a [u8],
    width: usize,
}

impl<'a> Window<'a> {
    fn of(text: &'a [u8]) -> Self {
        Self {
            text,
            width: Escaped(text).to_string().chars().count().min(WIDTH) + 1,
        }
    }

    fn write(&self, out: &mut impl Write, palette: Palette, offset: usize) -> io::Result<()> {
        let faint = palette.faint;
        let start = self.start(offset);
        let before = Escaped(&self.text[start..offset]).to_string();
        let room = (self.width - 1).saturating_sub(before.chars().count());
        // A character has up to this many octets.
        let octets = room * LONGEST;
        let after = Escaped(&self.text[offset..self.text.len().min(offset + octets)]).to_string();
        let after: String = after.chars().take(room).collect();
        let rest = room - after.chars().count();
        write!(out, "{before}│{faint}{after}{faint:#}{:rest$}", "")
    }

    /// Returns the offset at which the window begins. A text that fits is shown whole.
    fn start(&self, offset: usize) -> usize {
        let fits = self.text.len() < self.width;
        if fits {
            0
        } else {
            start_of_character(&self.text[..offset.saturating_sub(BEFORE)])
        }
    }
}
