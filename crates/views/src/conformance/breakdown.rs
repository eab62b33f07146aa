//! Why a subject did not answer every text, and how often it was started again.

use std::fmt;
use std::io::{self, Write};

use rfcbnf_engine::escape::Printable;
use rfcbnf_engine::excerpt::{Excerpt, ExcerptLimits};
use serde::{Deserialize, Serialize};

use crate::conformance::answer::{Answer, Reply};
use crate::count::times;
use crate::palette::Palette;

/// A line that is not an answer can be of any length; an excerpt is not.
const LIMITS: ExcerptLimits = ExcerptLimits {
    before: 0,
    within: 60,
    after: 0,
    keeps_lines: false,
};

/// The most lines shown of standard error.
const LINES: usize = 10;

/// The reason why a run ended before every text was answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Breakdown {
    /// The name of the command, escaped.
    pub command: String,
    /// The reason.
    pub problem: Problem,
    /// The number of texts of the stage.
    pub texts: u64,
    /// The stage of the run.
    pub stage: Stage,
    /// The end of the process.
    pub ending: Ending,
}

impl Breakdown {
    /// Returns the last line that the command wrote to standard error, escaped.
    #[must_use]
    pub fn last_line(&self) -> Option<String> {
        let errors = String::from_utf8_lossy(&self.ending.errors);
        let mut lines = errors.lines().map(str::trim);
        let last = lines.rfind(|line| !line.is_empty())?;
        Some(Printable(last.as_bytes()).to_string())
    }
}

/// The stage of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// The texts of the suite.
    Suite,
    /// Some texts of the suite, asked again.
    Again,
    /// A round of the search for causes, counted from 1.
    Round(u64),
}

/// A missing answer, a surplus line or a contradiction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Problem {
    /// A text has no answer.
    Unanswered {
        /// The number of the text in the stage, counted from 1.
        number: u64,
        /// The text.
        text: Vec<u8>,
        /// The reason why it has none.
        reason: Reason,
    },
    /// A line follows the answers to all texts.
    Surplus(Vec<u8>),
    /// A text was asked twice and got two answers.
    Contradicted {
        /// The text.
        text: Vec<u8>,
        /// The answer in the suite.
        first: Answer,
        /// The answer when it was asked again.
        second: Answer,
    },
    /// The run was ended before every text of the suite was answered.
    Ended {
        /// The number of texts that were answered.
        answered: u64,
        /// What ended the run.
        by: RunEnd,
    },
    /// The subject broke on more texts than `--restart` allows.
    TooOften {
        /// The most texts.
        most: u64,
    },
}

/// The reason why an answer is missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reason {
    /// The subject closed its output.
    Closed,
    /// Nothing happened within this time limit, in seconds.
    TimedOut(u64),
    /// A line is not an answer.
    Nonsense(Vec<u8>),
}

/// The end of a subject.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The exit of the process; `None` if it had to be killed.
    pub exit: Option<Exit>,
    /// The number of texts written to it.
    pub given: u64,
    /// The end of its standard error.
    pub errors: Vec<u8>,
}

/// The exit of a process.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exit {
    /// The exit in words: `exit status 1`, `signal 9 (SIGKILL)`.
    pub description: String,
    /// The exit status, unless a signal ended the process.
    pub code: Option<i32>,
    /// The signal that ended the process.
    pub signal: Option<i32>,
}

impl Breakdown {
    /// Writes what happened, to which text, the end of standard error, and a remedy.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write(&self, out: &mut impl Write, palette: Palette) -> io::Result<()> {
        let Palette { error, heading, .. } = palette;
        writeln!(out, "{error}error:{error:#} {self}")?;
        if let Problem::Unanswered {
            number,
            text,
            reason,
        } = &self.problem
        {
            writeln!(out, "  {heading}text {number}:{heading:#} {}", quoted(text))?;
            let later = self.ending.given.saturating_sub(*number);
            if later > 0 && !matches!(reason, Reason::Nonsense(_)) {
                writeln!(
                    out,
                    "  {heading}note:{heading:#} {later} more texts were written to it, so it may have \
                     read on and buffered its answers"
                )?;
            }
        }
        self.ending.write_errors(out, palette)?;
        writeln!(out, "  {heading}help:{heading:#} {}", self.help())
    }

    fn help(&self) -> String {
        match &self.problem {
            Problem::Surplus(_) => "it has to write one line for each text".to_owned(),
            Problem::Contradicted { .. } => {
                "an answer may depend on nothing but its text; look for \
                                             state that stays between texts, clocks and random \
                                             numbers"
                    .to_owned()
            }
            Problem::TooOften { .. } => {
                "--restart=N allows N texts; --time ends a run with a report, and \
                                         --rule chooses a smaller production"
                    .to_owned()
            }
            Problem::Ended { by, .. } => match by {
                RunEnd::Time(_) => "give the run a longer --time, or choose a smaller production \
                                    with --rule"
                    .to_owned(),
                RunEnd::Interrupt => "run it again to ask about the rest; --time ends a run with \
                                      a report"
                    .to_owned(),
            },
            Problem::Unanswered { reason, .. } => match reason {
                Reason::Closed => "it has to answer every line until its input ends; if it \
                                   flushes its output after each answer, it stopped at this text"
                    .to_owned(),
                Reason::TimedOut(_) => "have it flush its output after each answer, or give it \
                                        more time with --timeout"
                    .to_owned(),
                Reason::Nonsense(line) => match Reply::read(line) {
                    Ok(reply) if reply.parts().next().is_none() => {
                        format!("an answer is {}", Answer::FORMS)
                    }
                    Ok(_) => {
                        "a part ends beyond its text; offsets are octets, not characters".to_owned()
                    }
                    Err(error) => error.to_string(),
                },
            },
        }
    }
}

/// Writes what happened as one escaped line.
impl fmt::Display for Breakdown {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { command, texts, .. } = self;
        let stage = match self.stage {
            Stage::Suite => String::new(),
            Stage::Again => " that are asked again".to_owned(),
            Stage::Round(round) => format!(" in round {round} of the search for causes"),
        };
        let (number, reason) = match &self.problem {
            Problem::Ended { answered, by } => {
                return write!(
                    formatter,
                    "{by} ended the run after {answered} of {texts} texts of the suite"
                );
            }
            Problem::TooOften { most } => {
                return write!(
                    formatter,
                    "{command} crashed or timed out on more than {most} texts"
                );
            }
            Problem::Contradicted {
                text,
                first,
                second,
            } => {
                return write!(
                    formatter,
                    "{command} answered {} with `{first}`, and with `{second}` when it was asked again",
                    quoted(text)
                );
            }
            Problem::Surplus(line) => {
                let line = shown(line);
                return write!(
                    formatter,
                    "{command} wrote {line} after its last answer{stage}"
                );
            }
            Problem::Unanswered { number, reason, .. } => (number, reason),
        };
        let text = format!("text {number} of {texts}{stage}");
        formatter.write_str(command)?;
        match (reason, &self.ending.exit) {
            (Reason::Nonsense(line), _) => {
                write!(formatter, " answered {text} with {}", shown(line))
            }
            (_, Some(exit)) => write!(
                formatter,
                " ended with {} before it answered {text}",
                exit.description
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

/// Writes a note about a subject that answered every text but failed in the end. Writes
/// nothing if it succeeded.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_remark(
    out: &mut impl Write,
    palette: Palette,
    command: &str,
    ending: &Ending,
) -> io::Result<()> {
    let remark = match &ending.exit {
        Some(exit) if exit.code == Some(0) => return Ok(()),
        Some(exit) => format!("ended with {}", exit.description),
        None => "did not end by itself".to_owned(),
    };
    let heading = palette.heading;
    writeln!(
        out,
        "{heading}note:{heading:#} {command} {remark} after it had answered every text"
    )?;
    ending.write_errors(out, palette)
}

impl Ending {
    /// Writes the last lines of standard error.
    fn write_errors(&self, out: &mut impl Write, palette: Palette) -> io::Result<()> {
        let heading = palette.heading;
        let lines: Vec<&[u8]> = self
            .errors
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
            .try_for_each(|line| writeln!(out, "    {}", Printable(line)))
    }
}

/// Returns the line in quotation marks, cut if it is long.
fn shown(line: &[u8]) -> String {
    quoted(line.trim_ascii_end())
}

/// Returns the text in quotation marks, cut if it is long.
pub(super) fn quoted(text: &[u8]) -> String {
    format!("\"{}\"", excerpt(text))
}

/// Returns the text, cut if it is long.
pub(super) fn excerpt(text: &[u8]) -> String {
    Excerpt::new(text, 0..text.len(), LIMITS).text
}

/// How a subject broke that is started again. The texts on which it broke are counted elsewhere.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Restarts {
    /// The first text on which it broke, and the end of the process that was asked about that text
    /// alone.
    pub first: Option<(Vec<u8>, Ending)>,
    /// The number of times that it broke, and answered each of the texts when they were asked again.
    pub loose: u64,
}

impl Restarts {
    /// Writes how the subject broke. Writes nothing if it did not.
    pub(super) fn write(
        &self,
        out: &mut impl Write,
        palette: Palette,
        command: &str,
    ) -> io::Result<()> {
        if let Some((text, ending)) = &self.first {
            let how = match &ending.exit {
                Some(exit) => format!("ended with {}", exit.description),
                None => "did not end".to_owned(),
            };
            let text = quoted(text);
            writeln!(out, "{command} {how} when it was asked about {text} alone")?;
            ending.write_errors(out, palette)?;
        }
        if let Some(remark) = self.remark() {
            writeln!(out, "{command} {remark}")?;
        }
        Ok(())
    }

    /// Returns a remark on breakdowns that no single text is to blame for, if there are any. The
    /// sentence begins with the name of the program.
    #[must_use]
    pub fn remark(&self) -> Option<String> {
        if self.loose == 0 {
            return None;
        }
        Some(format!(
            "broke {} on texts that it answered when they were asked again, so it depends on \
             the texts before",
            times(self.loose)
        ))
    }
}

/// What ended a run before it had asked everything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum RunEnd {
    /// A time limit, as the user wrote it.
    Time(String),
    /// An interrupt by the user or by the system.
    Interrupt,
}

impl RunEnd {
    /// Returns the name for programs.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Time(_) => "time",
            Self::Interrupt => "interrupt",
        }
    }
}

/// Writes `--time 60s` or `an interrupt`.
impl fmt::Display for RunEnd {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(limit) => write!(formatter, "--time {limit}"),
            Self::Interrupt => formatter.write_str("an interrupt"),
        }
    }
}
