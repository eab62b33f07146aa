//! `rfc1738 conformance shrink`: shrinks a text about which a program and the grammar disagree.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::num::{NonZeroU64, NonZeroUsize};

use clap::Args;
use rfc1738_views::conformance::answer::{Answer, Reply};
use rfc1738_views::conformance::breakdown::Stage;
use rfc1738_views::palette::Palette;
use rfc1738_views::production::{CheckedProduction, Rejection as _};
use rfcbnf::sentences::shrunk;
use rfcbnf_engine::escape::{Printable, Quoted};

use crate::arguments::{ProductionChoice, number};
use crate::commands::conformance::run::crash_log::CrashLog;
use crate::commands::conformance::run::cutoff::Cutoff;
use crate::commands::conformance::run::no_answer::Stopped;
use crate::commands::conformance::run::process_pool::ProcessPool;
use crate::commands::conformance::run::subject::{BufferingDetector, Subject};
use crate::input::chosen_grammar::{ChosenGrammar, ProductionTask};
use crate::input::text_argument::{TEXT, TextArgument};
use crate::outcome::{Failure, Verdict, write_undecided};
use crate::output::lines;
use crate::output::progress::Progress;
use crate::output::streams::{self, flushed, plain_output};

const USAGE: &str = "rfc1738 conformance shrink [OPTIONS] TEXT -- COMMAND [ARG]...";

const HELP: &str = "\
Takes parts out of TEXT as long as COMMAND and the grammar disagree about the rest
in the same direction: COMMAND accepts what the production does not derive, or
rejects what it derives. Then puts a more readable octet in the place of each, as
long as they disagree. Shows the small text and both verdicts. No octet can be
taken from it alone.

COMMAND gets one text a line, and answers each with `accept` or `reject`, as in
`conformance run`. It is started once for each set of texts, and gets the end of
its input after them. A text that has LF in it or ends in CR is not tried. If TEXT
is UTF-8, all texts are.

A grammar in FILE is read to the letter; --readings applies readings where they
fit.

Examples:
  rfc1738 conformance shrink http://example.org:/ -- ./my-parser
  rfc1738 conformance shrink --rule port 12345x -- ./my-parser
  rfc1738 conformance shrink --grammar dates.bnf 1-Jan-70 -- python3 parser.py";

const EXIT_STATUS: &str = "\
Exit status:
  0  COMMAND and the grammar agree about TEXT
  1  they disagree, and the small text is shown
  2  wrong use, TEXT is undecided, or COMMAND did not answer every text";

/// The arguments of `conformance shrink`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct ShrinkArguments {
    #[command(flatten)]
    production: ProductionChoice,

    /// Stop if COMMAND neither answers nor reads for this long
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = number::<NonZeroU64>)]
    timeout: NonZeroU64,

    /// The text; - reads standard input, without its last line end
    text: OsString,

    /// The program to run, with its arguments
    #[arg(trailing_var_arg = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

impl ShrinkArguments {
    /// Returns the name of the command and its arguments.
    fn command(&self) -> (&OsStr, &[OsString]) {
        match self.command.as_slice() {
            [name, arguments @ ..] => (name, arguments),
            [] => (OsStr::new(""), &[]),
        }
    }
}

/// The most texts of a set.
const TEXTS: usize = 1_000;

/// The most octets of a set, unless a single text has more.
const OCTETS: usize = 1 << 20;

/// Makes the text small, and shows it.
pub(crate) fn run(arguments: &ShrinkArguments) -> Result<Verdict, Failure> {
    let ProductionChoice { rule, grammar } = &arguments.production;
    let Some(chosen) = ChosenGrammar::of(grammar, Some(&arguments.text))? else {
        return Ok(Verdict::Unreadable);
    };
    let name = chosen.production(rule.as_deref())?;
    chosen.run(name, &[], arguments)
}

impl ProductionTask for &ShrinkArguments {
    fn run<P: CheckedProduction>(self, rule: P, _: &[P]) -> Result<Verdict, Failure> {
        let text = TextArgument::read(&self.text, false, TEXT)?;
        let text = text.without_line_end();
        if !lines::fits(text) {
            let reason = "TEXT has LF in it or ends in CR, and a program gets one text a line: \
                          choose another TEXT";
            return Err(Failure::WrongUse(reason.to_owned()));
        }
        let is_derived = match rule.is_valid(text) {
            Ok(is_derived) => is_derived,
            Err(undecided) => return write_undecided(false, rule, text, &undecided),
        };
        let (name, _) = self.command();
        let name = Printable(name.as_encoded_bytes()).to_string();
        let (cutoff, stalls) = (Cutoff::handled(None), BufferingDetector::default());
        let command = (self.command(), name.as_str());
        let subject = Subject::new(command, self.timeout.get(), &cutoff, &stalls);
        let mut pool = ProcessPool::new(subject, NonZeroUsize::MIN);
        pool.close_inputs();
        let mut search = Search {
            rule,
            is_derived,
            is_utf8: std::str::from_utf8(text).is_ok(),
            pool,
            set: 0,
            asked: 0,
        };
        match search.shrink(text) {
            Ok(small) => {
                flushed(plain_output(), |out| {
                    search.write(out, text, small.as_deref())
                })?;
                Ok(Verdict::of(small.is_none()))
            }
            Err(stopped) => {
                let breakdown = stopped.breakdown(subject, Stage::Suite, search.set)?;
                streams::message(|out| breakdown.write(out, Palette::COLORED))?;
                Ok(Verdict::Unreadable)
            }
        }
    }
}

/// The search for a small text.
struct Search<'a, P> {
    rule: P,
    /// Whether the production derives the text, and each candidate.
    is_derived: bool,
    /// Whether the text is UTF-8, and each candidate. A program may read nothing else.
    is_utf8: bool,
    /// Starts a process for each set of texts. The input ends after them, so a program may write its answers when it likes.
    pool: ProcessPool<'a>,
    /// The number of texts of the last set.
    set: u64,
    /// The number of texts that the program was asked about.
    asked: u64,
}

impl<P: CheckedProduction> Search<'_, P> {
    /// Returns the small text; `None` if program and grammar agree about the text.
    fn shrink(&mut self, text: &[u8]) -> Result<Option<Vec<u8>>, Box<Stopped>> {
        if self.first_wrong(&[(0, text.to_vec())])?.is_none() {
            return Ok(None);
        }
        let small = shrunk(text.to_vec(), |candidates| self.first(candidates))?;
        Ok(Some(small))
    }

    /// Returns the index of the first candidate about which they disagree in the same direction.
    fn first(
        &mut self,
        candidates: impl Iterator<Item = Vec<u8>>,
    ) -> Result<Option<usize>, Box<Stopped>> {
        let mut set: Vec<(usize, Vec<u8>)> = Vec::new();
        let mut octets = 0;
        for (index, candidate) in candidates.enumerate() {
            if !self.is_possible(&candidate) {
                continue;
            }
            octets += candidate.len();
            set.push((index, candidate));
            if set.len() == TEXTS || octets >= OCTETS {
                if let Some(index) = self.first_wrong(&set)? {
                    return Ok(Some(index));
                }
                set.clear();
                octets = 0;
            }
        }
        self.first_wrong(&set)
    }

    /// Returns whether a line can hold the text, and the grammar's verdict on it is the same.
    fn is_possible(&self, text: &[u8]) -> bool {
        lines::fits(text)
            && (!self.is_utf8 || std::str::from_utf8(text).is_ok())
            && self.rule.is_valid(text) == Ok(self.is_derived)
    }

    /// Asks about the texts. Returns the index of the first on which the program's verdict is the other.
    fn first_wrong(&mut self, set: &[(usize, Vec<u8>)]) -> Result<Option<usize>, Box<Stopped>> {
        if set.is_empty() {
            return Ok(None);
        }
        let texts: Vec<Vec<u8>> = set.iter().map(|(_, text)| text.clone()).collect();
        self.set = texts.len() as u64;
        let mut answers = Vec::with_capacity(texts.len());
        let mut progress = Progress::of_suite(self.pool.subject().name, self.set);
        let texts = texts.into_iter();
        let (breaks, each) = (&mut CrashLog::new(0), |_, _: &[u8], reply: Reply| {
            answers.push(reply.answer);
        });
        self.pool
            .ask(texts, self.set, &mut progress, breaks, each)?;
        self.asked += self.set;
        let is_wrong = |answer| (answer == Answer::Accept) != self.is_derived;
        let wrong = answers.into_iter().position(is_wrong);
        Ok(wrong.map(|wrong| set[wrong].0))
    }

    fn write(&self, out: &mut impl Write, text: &[u8], small: Option<&[u8]>) -> io::Result<()> {
        let (rule, name) = (self.rule, self.pool.subject().name);
        let Some(small) = small else {
            let verdict = if self.is_derived { "accept" } else { "reject" };
            return writeln!(out, "{rule} and {name} both {verdict} {}", Quoted(text));
        };
        if self.is_derived {
            writeln!(out, "wrongly rejected: {}", Quoted(small))?;
            writeln!(out, "  {rule}: accepts")?;
            writeln!(out, "  {name}: rejects")?;
        } else {
            let error = rule.error_of(small);
            let error = error.map_or_else(String::new, |it| format!(": {}", it.facts().summary()));
            writeln!(out, "wrongly accepted: {}", Quoted(small))?;
            writeln!(out, "  {rule}: rejects{error}")?;
            writeln!(out, "  {name}: accepts")?;
        }
        let (length, whole) = (small.len(), text.len());
        writeln!(
            out,
            "{length} of {whole} octets are left, after {} questions",
            self.asked
        )
    }
}
