//! What went wrong where a recogniser did not answer every text as it should.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitStatus;

use super::answer::Answer;
use super::recogniser::Ending;
use crate::escape::{Escaped, Quoted};
use crate::excerpt::{Excerpt, Reach};
use crate::style::Palette;

/// How much is shown of a line that is no answer.
const REACH: Reach = Reach {
    before: 0,
    within: 60,
    after: 0,
    keeps_lines: false,
};

/// How many lines of standard error are shown.
const LINES: usize = 10;

/// Why a recogniser could not be heard to the end.
pub(crate) struct Breakdown {
    /// What the command is called, escaped.
    pub(crate) command: String,
    /// What happened.
    pub(crate) problem: Problem,
    /// The number of texts in the suite.
    pub(crate) texts: u64,
    /// How the process ended.
    pub(crate) ending: Ending,
}

/// What happened.
pub(crate) enum Problem {
    /// A text has no answer.
    Unanswered {
        /// Its number in the suite, counted from 1.
        number: u64,
        /// The text.
        text: String,
        /// What happened instead.
        reason: Reason,
    },
    /// There is another line after the answers to all texts.
    Surplus(Vec<u8>),
}

/// What happened instead of an answer.
pub(crate) enum Reason {
    /// The output was closed.
    Closed,
    /// Nothing happened for so many seconds.
    TimedOut(u64),
    /// A line came that is no answer.
    Nonsense(Vec<u8>),
}

impl Breakdown {
    /// Tells people what happened, on which text, and what to do.
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Palette { error, heading, .. } = Palette::COLORED;
        writeln!(out, "{error}error:{error:#} {self}")?;
        if let Problem::Unanswered {
            number,
            text,
            reason,
        } = &self.problem
        {
            writeln!(out, "  {heading}text {number}:{heading:#} {}", Quoted(text))?;
            let later = self.ending.given.saturating_sub(*number);
            if later > 0 && !matches!(reason, Reason::Nonsense(_)) {
                writeln!(
                    out,
                    "  {heading}note:{heading:#} {later} more had been written to it, so it may have \
                     read on and held answers back"
                )?;
            }
        }
        write_errors(out, &self.ending.errors)?;
        writeln!(out, "  {heading}help:{heading:#} {}", self.help())
    }

    fn help(&self) -> String {
        match &self.problem {
            Problem::Surplus(_) => "it has to write one line for each text".to_owned(),
            Problem::Unanswered { reason, .. } => match reason {
                Reason::Closed => "it has to answer every line up to the end of its input; where \
                                   it flushes its output after each, the text is the one it \
                                   stopped at"
                    .to_owned(),
                Reason::TimedOut(_) => "have it flush its output after each answer, or give it \
                                        more time with --timeout"
                    .to_owned(),
                Reason::Nonsense(_) => format!("an answer is {}", Answer::FORMS),
            },
        }
    }
}

/// What happened, in one escaped line.
impl fmt::Display for Breakdown {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.command)?;
        let (number, reason) = match &self.problem {
            Problem::Surplus(line) => {
                let line = shown(line);
                return write!(formatter, " wrote {line} after its last answer");
            }
            Problem::Unanswered { number, reason, .. } => (number, reason),
        };
        let text = format_args!("text {number} of {}", self.texts);
        match (reason, self.ending.status) {
            (Reason::Nonsense(line), _) => {
                write!(formatter, " answered {text} with {}", shown(line))
            }
            (_, Some(status)) => write!(
                formatter,
                " ended with {} before it answered {text}",
                in_words(status)
            ),
            (Reason::Closed, None) => {
                write!(formatter, " closed its output before it answered {text}")
            }
            (Reason::TimedOut(seconds), None) => {
                write!(formatter, " did not answer {text} within {seconds} s")
            }
        }
    }
}

/// Tells people of a recogniser that answered every text, but did not end as one expects.
pub(crate) fn write_remark(out: &mut impl Write, command: &str, ending: &Ending) -> io::Result<()> {
    let remark = match ending.status {
        Some(status) if status.success() => return Ok(()),
        Some(status) => format!("ended with {}", in_words(status)),
        None => "did not end by itself".to_owned(),
    };
    let heading = Palette::COLORED.heading;
    writeln!(
        out,
        "{heading}note:{heading:#} {command} {remark} after it had answered every text"
    )?;
    write_errors(out, &ending.errors)
}

/// Shows the last lines of what was written to standard error.
fn write_errors(out: &mut impl Write, errors: &[u8]) -> io::Result<()> {
    let heading = Palette::COLORED.heading;
    let lines: Vec<&[u8]> = errors
        .trim_ascii_end()
        .split(|&octet| octet == b'\n')
        .map(<[u8]>::trim_ascii_end)
        .collect();
    if lines.concat().is_empty() {
        return Ok(());
    }
    writeln!(out, "  {heading}the end of its standard error:{heading:#}")?;
    lines[lines.len().saturating_sub(LINES)..]
        .iter()
        .try_for_each(|line| writeln!(out, "    {}", Escaped(line)))
}

/// A line in quotation marks, cut where it is long.
fn shown(line: &[u8]) -> String {
    let line = line.trim_ascii_end();
    format!("\"{}\"", Excerpt::new(line, 0..line.len(), REACH).text)
}

/// `exit status 1`, `signal 9 (SIGKILL)`.
fn in_words(status: ExitStatus) -> String {
    status.to_string().replacen(": ", " ", 1)
}
