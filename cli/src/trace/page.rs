//! The steps for people.
//!
//! Invariant: of a long text only the surroundings of the place are shown, so a line is no
//! longer than the productions are deep; all of it is escaped.

use std::io::{self, Write as _};
use std::ops::Range;

use rfc1738::trace::{Event, Step, Trace};

use super::Selection;
use crate::characters::ranges;
use crate::escape::Escaped;
use crate::streams::Output;
use crate::style::Palette;

/// How many octets of the text are shown before the place.
const BEFORE: usize = 18;

/// How many characters of the text are shown on each line.
const WIDTH: usize = 32;

/// How many octets of a part of the text are quoted.
const QUOTED: usize = 40;

/// Writes a line for each step, and what came of it all.
pub(super) fn write(
    out: &mut Output,
    trace: &Trace<'_>,
    selection: &Selection<'_>,
) -> io::Result<()> {
    let digits = trace.steps().len().to_string().len();
    let window = Window::of(trace.text());
    for (number, step) in selection.of(trace) {
        let Palette { number: style, .. } = out.palette();
        write!(out, "{style}{number:digits$}{style:#}  ")?;
        window.write(out, place(step.event()))?;
        write_event(out, trace.text(), step)?;
    }
    match trace.prefix() {
        Some(_) if trace.derives_all() => writeln!(out, "all of the text is derived"),
        Some(0) => writeln!(out, "only the empty text is derived"),
        Some(1) => writeln!(out, "the first octet of the text is derived"),
        Some(length) => writeln!(out, "the first {length} octets of the text are derived"),
        None => writeln!(out, "nothing is derived"),
    }
}

/// Where the reading is after the event.
fn place(event: &Event) -> usize {
    match event {
        Event::Try { offset, .. } | Event::Fail { offset, .. } | Event::Miss { offset, .. } => {
            *offset
        }
        Event::Match { span, .. } | Event::Take { span } => span.end,
        Event::GiveBack { span } => span.start,
        _ => 0,
    }
}

/// What happens, on the rest of the line.
fn write_event(out: &mut Output, text: &[u8], step: &Step) -> io::Result<()> {
    let Palette { name, faint, .. } = out.palette();
    let kept = if step.is_kept() { "* " } else { "  " };
    write!(out, "  {kept}{:indent$}", "", indent = 2 * step.depth())?;
    match step.event() {
        Event::Try {
            rule, trial: false, ..
        } => writeln!(out, "{name}{rule}{name:#}?"),
        Event::Try { rule, .. } => writeln!(out, "{name}{rule}{name:#}? {faint}(trial){faint:#}"),
        Event::Match { rule, span } => {
            writeln!(out, "{name}{rule}{name:#} {}", quoted(text, span))
        }
        Event::Fail { rule, .. } => writeln!(out, "{name}{rule}{name:#} fails"),
        Event::Take { span } => writeln!(out, "takes {}", quoted(text, span)),
        Event::Miss { characters, .. } => {
            writeln!(out, "{faint}wants {}{faint:#}", ranges(*characters))
        }
        Event::GiveBack { span } => writeln!(out, "gives back {}", quoted(text, span)),
        _ => writeln!(out),
    }
}

fn quoted(text: &[u8], span: &Range<usize>) -> String {
    let part = &text[span.clone()];
    let cut = if part.len() > QUOTED { "…" } else { "" };
    format!("\"{}{cut}\"", Escaped(&part[..part.len().min(QUOTED)]))
}

/// The text as each line shows it, with a bar behind what is consumed.
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

    fn write(&self, out: &mut Output, place: usize) -> io::Result<()> {
        let Palette { faint, .. } = out.palette();
        let start = self.start(place);
        let before = Escaped(&self.text[start..place]).to_string();
        let room = (self.width - 1).saturating_sub(before.chars().count());
        let after = Escaped(&self.text[place..self.text.len().min(place + room)]).to_string();
        let after: String = after.chars().take(room).collect();
        let rest = room - after.chars().count();
        write!(out, "{before}│{faint}{after}{faint:#}{:rest$}", "")
    }

    /// Where what is shown before the place begins: so that as much as fits is shown.
    fn start(&self, place: usize) -> usize {
        let fits = self.text.len() < self.width;
        if fits {
            0
        } else {
            place.saturating_sub(BEFORE)
        }
    }
}
