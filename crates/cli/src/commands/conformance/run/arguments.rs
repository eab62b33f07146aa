//! The arguments of `conformance run`.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::iter;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::Path;
use std::process::{Command, Stdio};
use std::str::FromStr as _;
use std::time::Duration;

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use rfc1738_views::conformance::by_hand::{ByHand, Pattern};
use rfcbnf::parts::Changes;
use rfcbnf_engine::escape::{Escaped, Printable};

use crate::arguments::{ProductionChoice, number};
use crate::commands::conformance::reports::{ReportChoice, ReportFormat, ReportParser};
use crate::commands::conformance::suites::SuiteChoice;

const USAGE: &str = "rfc1738 conformance run [OPTIONS] -- COMMAND [ARG]...";

const HELP: &str = "\
Starts COMMAND once, writes one text a line to it, and reads one line for each:
`accept`, `reject`, or `reject OFFSET`, where OFFSET is the length of the
longest viable prefix in bytes. COMMAND need not answer at once, but it must
answer every line and end when its input ends. The texts are those of
`conformance export`, as octets. A line ends with LF alone. Texts that have LF in
them or end in CR are left out, and a note counts them; they exist only if the
production derives LF or CR.

Each text counts as a true or false accept, or as a true or false reject. A
valid text counts for its kind of URL, an invalid one for the production that
rejects it. A different offset is a disagreement; a missing offset is not. If
the run goes wrong, the end of COMMAND's standard error is shown.

Then COMMAND is started again and asked up to 100 texts of the suite a second time:
the shortest with wrong answers, and some with right ones. A text with another
answer ends the run, unless the first answer holds when it is asked three times
more: then the search for causes goes on, and the text is flaky.

Then COMMAND is started again for a search for the causes of wrong verdicts: once
if it flushes each answer, and for each round of the search otherwise. The search
asks about texts beyond the suite, and so finds faults that no text of the suite
shows: about numbers around the greatest one that COMMAND accepts, what neighbouring
grammars have ([::1], ~, #, user names), dates that exist, and the lines of --corpus.
A cause is a part of the grammar where COMMAND accepts other texts than the grammar
has there. The search gets at most 500,000 texts wrongly accepted and 500,000 wrongly
rejected. It learns what COMMAND accepts as the part, and says so as a regular
expression. Where it gives up, it says why.

A recursive production has the suite of its texts to the depth of
--depth. A deeper text is never a wrong verdict of the search: it takes each production
on its own, with short texts for the productions in it.

--quick takes a small suite, which is not complete: each use of a production in
a production in a valid text, and in an invalid one. The search for causes is the
same. A note on standard error comes before a suite of more than 1,000,000 texts.

After --time, or at an interrupt, the run ends and reports what it knows. If the
suite was not finished, the exit status is 2. If the search for causes was not, the
report says after how many texts it was ended, and the baseline stays as it is. A
second interrupt ends the run at once, without a report.

With --restart, COMMAND may crash (end or close its output before it has answered
every text) or hang (neither answer nor read for --timeout). It is started again
with the texts after the one on which it broke, and that text counts as crashed or
timed out. A COMMAND that buffers its answers loses some of them, so the texts
without an answer are asked again, in ever smaller sets, until the process breaks
on a text alone. That takes two processes a crash if COMMAND flushes each answer,
and about 20 otherwise; a hang takes --timeout each time. Crashes and hangs get
causes of their own, with ids that begin with `crash,` and `hang,`; in the search
for wrong verdicts, such a text counts as right. If COMMAND answers each text when
it is asked again, no text is to blame, and the report counts how often that was.

--jobs N runs N processes of COMMAND, each with other texts. The default is 1,
because some programs cannot run twice at the same time: they share a file, a port
or a cache. The report is the same for every N, if the answer to a text depends on
that text alone. With --restart or --jobs, a COMMAND that buffers its answers is
started again for every 20,000 texts or fewer.

An accept can name parts of the text: `accept host=7..18 port=19..21 user=`, in
octets, half-open, with nothing after `=` for a part that the text does not have. A
part is a production, or a component of RFC 1738. It can be a text instead, with the
escapes of JSON: `accept host=\"a.b\"`; --changes says what COMMAND does to it. A part
that is not named is unknown. An answer can also be an object in JSON:
  {\"verdict\": \"accept\", \"parts\": {\"host\": [7, 18], \"user\": null, \"path\": \"/x\"}}
After the search for causes, the run searches for texts whose parts COMMAND reads
otherwise than the grammar, in half of --time, and says at which octet one of them
ends the part and the other does not. Where the grammar has several derivations, any
of them will do. --corpus with --no-causes shows a table of what COMMAND says of
these lines.

--against PROGRAM compares COMMAND with another program, and no grammar says which
of the two is right. Both get the suite and the texts of the search, at the same
time. A text on which only one of them says `accept` is a difference. The causes say
at which place of which production only the first (COMMAND) or only the second
(PROGRAM) accepts, each with the shortest text. Offsets are not compared. Parts that
both name are, also in texts that the grammar does not derive. The
reports are human and json, without a baseline and without --restart. In json,
\"compared\" has the two commands, \"both_accept\", \"both_reject\", \"first_alone\" and
\"second_alone\" count the texts, \"accepted_by\" of \"disagreements\" is \"first\" or
\"second\", and \"first\" and \"second\" have the causes of texts that only this one
accepts (\"derived\": whether the grammar derives them). `conformance report` reads it.

A baseline is a file in TOML with the causes that are accepted. Each has the id
that the report shows, and a reason:
  [[cause]]
  id = \"port/accepts-empty\"
  reason = \"RFC 3986 allows an empty port.\"
  accepts = '^$'
\"accepts\" has the texts that COMMAND wrongly accepts there, and \"rejects\" those that
it wrongly rejects, as regular expressions from the report. If COMMAND now does
something else, the cause is new, and the report shows what the baseline has.
Without both, anything that COMMAND does there is accepted.
\"accepted\" and \"rejected\" are some texts with the answers of COMMAND then. The run
asks about them first. If a search was ended, or learned an expression that is too
long to be written out, they say whether the cause is new.
The baseline also has the automaton of all texts that COMMAND was learned to accept.
The run asks about the complete suite of it, and fails if any answer is not as it was;
the report has the shortest such text. If all are, the causes are accepted, also if
--time ended the search. With --strict, causes that are gone fail the run too.
Texts that no cause explains are in groups by the place where they deviate from the
grammar. A group has an id, and a baseline accepts it like a cause. With --accept,
the run adds the new causes and groups to the file, each with the date, the number
of texts and, with --version-of, the version of the parser. A cause that does
something else now gets its new behaviour.

A grammar in FILE is read to the letter; --readings applies readings where they
fit.

--report FORMAT writes to standard output, and --report FORMAT=FILE to a file, which
is replaced whole or not at all. One run can write several reports, at most one of
them to standard output. If each has a file, the report for people goes to standard
output as well.

Formats:
  human  The counts of each production. A table of the causes of wrong verdicts, if
         there are several: new ones before those that the baseline accepts, and those
         of the most texts first. For each: its texts, its id, the shortest one, and
         what COMMAND accepts as the part. The same for each group without a
         cause. Without a search, the shortest disagreements, one of each production
         and kind first, as far as --most allows.
  json   One object on one line: \"rule\", \"extra_states\", \"quick\", \"texts\" (the
         number of texts), \"left_out\" (of the suite), the counts, the same by
         \"productions\", \"disagreements\", \"failure\": null, or an object about why
         the run ended early (its \"kind\" is \"time\" or \"interrupt\" if the parser is not
         to blame, \"too_often\" after too many crashes, and \"contradicted\" for two
         answers to \"input\", \"first_answer\" and \"answer\"), \"causes\", \"several\" (texts
         with several causes), \"unexplained\", \"vanished\" and \"not_searched\" (of the
         baseline), \"pinned\" (how COMMAND compares with its automaton), \"search\"
         (\"ended_by\" is null, \"time\" or \"interrupt\"), \"conclusion\" (null without a
         search), \"parser\" (all texts that COMMAND accepts, as far as the causes say;
         in a grammar of characters, \"alphabet\" and \"parser_alphabet\" say what the
         expressions are patterns of, and \"ranges\" has the deviating characters),
         \"grammar\" (the same as a grammar, unless it would be too long),
         \"restarts\" (null without --restart; its \"loose\" counts breakdowns that no
         text is to blame for), \"crashes\" and \"hangs\" (null, or their causes),
         \"parts\" (if answers name any: for each, \"part\", \"read_by\" (what is
         compared), \"read\" and \"differing\" (numbers of texts), \"causes\" and
         \"conclusion\"), \"corpus\" (with --no-causes, the \"answers\" to each line),
         \"flaky\" (if there are any, the texts with different answers: \"input\", and
         how often it was \"accepted\" and \"rejected\"), and
         \"saved\", which `conformance report` reads.
  junit  A test case for the suite, and for each cause and group; one that the
         baseline accepts is skipped.
  html   A page in one file: what was tested, the table of the causes, each cause,
         and the productions, with diagrams.
  github Workflow commands of GitHub Actions: an error for each cause and group, a
         notice for one that the baseline accepts. With --grammar FILE, they are at
         the lines of the production in FILE.
  markdown
         The counts, and a table of the causes and groups, for the summary of a job.
  sarif  A log of SARIF 2.1.0 on one line: a rule and a result for each cause and
         group, suppressed if the baseline accepts it, at the same lines.
  abnf   The grammar as COMMAND reads it: what was learned in place of each part at
         fault, with the sentence of the cause above the production.

Examples:
  rfc1738 conformance run -- ./my-parser
  rfc1738 conformance run --rule httpurl --most 20 -- python3 parser.py
  rfc1738 conformance run --rule host --extra-states 1 --report json -- ./host
  rfc1738 conformance run --quick -- ./my-parser
  rfc1738 conformance run --baseline known.toml --report junit -- ./my-parser
  rfc1738 conformance run --baseline known.toml --accept 'as in RFC 3986' \\
    -- ./my-parser
  rfc1738 conformance run --report junit=out.xml --report html=out.html -- ./my-parser
  rfc1738 conformance run --time 60s -- ./my-parser
  rfc1738 conformance run --restart --timeout 2 --jobs 4 -- ./my-parser
  rfc1738 conformance run --against 'python3 old.py http' -- python3 new.py http
  rfc1738 conformance run --grammar dates.bnf -- ./my-parser";

const EXIT_STATUS: &str = "\
Exit status:
  0  COMMAND agrees with the grammar on every text, of the search too, or the
     baseline accepts all causes and groups
  1  COMMAND disagrees on some text, or crashes or hangs with --restart, or differs
     from the program of --against
  2  wrong use, or COMMAND did not answer every text: it could not be started,
     it ended early, nothing happened within the time limit, it wrote something
     other than an answer, it gave two answers to one text, or it broke on
     more texts than --restart allows; or --time or an interrupt ended the run before
     every text of the suite was answered";

/// The arguments of `conformance run`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(crate) production: ProductionChoice,

    #[command(flatten)]
    pub(crate) suite: SuiteChoice,

    /// Write a report in this format, to FILE if it is given; can be repeated [default: human]
    #[arg(long, value_name = "FORMAT[=FILE]", value_parser = ReportParser::<ReportFormat>::new())]
    pub(crate) report: Vec<ReportChoice>,

    /// Show at most N texts of each cause, and at most N disagreements without one
    #[arg(long, value_name = "N", default_value = "5", value_parser = number::<NonZeroUsize>)]
    pub(crate) most: NonZeroUsize,

    /// Stop if COMMAND neither answers nor reads for this long
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = number::<NonZeroU64>)]
    pub(crate) timeout: NonZeroU64,

    /// End the run, with a report, after this time, such as 60s, 2m or 500ms
    ///
    /// A number without a unit is in seconds. The report comes at most 5 seconds later.
    #[arg(long, value_name = "TIME", value_parser = TimeLimit::read)]
    pub(crate) time: Option<TimeLimit>,

    /// Start COMMAND again if it crashes or hangs, after at most N texts [default for N: 10000]
    ///
    /// The text on which it breaks counts as crashed or timed out, and the run goes on after it.
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "10000",
        value_parser = number::<NonZeroU64>
    )]
    pub(crate) restart: Option<NonZeroU64>,

    /// Run N processes of COMMAND at the same time
    ///
    /// Only for a COMMAND that can run several times at once. The report is the same.
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<NonZeroUsize>)]
    pub(crate) jobs: NonZeroUsize,

    /// Compare COMMAND with this program, such as 'python3 b.py http', and not with the grammar
    ///
    /// It is split into words as a shell does.
    #[arg(
        long,
        value_name = "PROGRAM",
        value_parser = Program::read,
        conflicts_with_all = ["restart", "baseline"]
    )]
    pub(crate) against: Option<Program>,

    /// Do not search for the causes of wrong verdicts
    #[arg(long)]
    pub(crate) no_causes: bool,

    /// Ask at most N more texts to find the causes
    #[arg(
        long,
        value_name = "N",
        default_value = "5000000",
        value_parser = number::<NonZeroU64>,
        conflicts_with = "no_causes"
    )]
    pub(crate) questions: NonZeroU64,

    /// Ask about each line of FILE, too, before the search for causes; with --no-causes, show the answers
    #[arg(long, value_name = "FILE")]
    pub(crate) corpus: Option<OsString>,

    /// Compare the part PART of answers after these changes, separated by commas: lowercase, decoded, address
    ///
    /// For a COMMAND that gives a part as a text, and changes it before. After address, texts of the same IP address are
    /// equal, as 127.1 and 127.0.0.1.
    #[arg(long, value_name = "PART=CHANGE,...", value_parser = PartChanges::read)]
    pub(crate) changes: Vec<PartChanges>,

    /// Show a text to COMMAND by hand with this line of python, javascript or shell
    ///
    /// {text} is where the text goes, as a literal of the language, without quotation marks around it.
    #[arg(long, value_name = "LANGUAGE=LINE", value_parser = Pattern::from_str)]
    pub(crate) by_hand: Option<Pattern>,

    /// Accept the causes listed in FILE; only others count as disagreements
    #[arg(long, value_name = "FILE", conflicts_with = "no_causes")]
    pub(crate) baseline: Option<OsString>,

    /// Fail also for causes of the baseline that are not found any more
    #[arg(long, requires = "baseline")]
    pub(crate) strict: bool,

    /// Add the causes that are not in the baseline to it, with this reason
    #[arg(
        long,
        value_name = "REASON",
        requires = "baseline",
        value_parser = NonEmptyStringValueParser::new()
    )]
    pub(crate) accept: Option<String>,

    /// Write the first line that PROGRAM prints to the accepted causes, as the parser's version
    #[arg(long, value_name = "PROGRAM", requires = "accept", value_parser = Program::read)]
    pub(crate) version_of: Option<Program>,

    /// The program to run, with its arguments
    #[arg(trailing_var_arg = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// A program with its arguments.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    words: Vec<OsString>,
}

impl Program {
    fn read(text: &str) -> Result<Self, String> {
        let words = shell_words::split(text).map_err(|error| format!("{error} in the command"))?;
        if words.is_empty() {
            return Err("it names no program".to_owned());
        }
        let words = words.into_iter().map(OsString::from).collect();
        Ok(Self { words })
    }

    /// Returns the program with this name and these arguments.
    pub(crate) fn of(words: Vec<OsString>) -> Self {
        Self { words }
    }

    /// Runs the program in the folder. Returns the first line that it writes, escaped.
    pub(crate) fn first_line(&self, folder: Option<&Path>) -> Result<String, String> {
        let (path, arguments) = self.command();
        let name = Escaped(path.as_encoded_bytes()).to_string();
        let mut command = Command::new(path);
        command.args(arguments).stdin(Stdio::null());
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        let output = command.output();
        let output = output.map_err(|error| format!("cannot run {name}: {error}"))?;
        let written = String::from_utf8_lossy(&output.stdout);
        let line = written.lines().map(str::trim).find(|line| !line.is_empty());
        let line = line.ok_or_else(|| format!("{name} writes no line to standard output"))?;
        Ok(Escaped(line.as_bytes()).to_string())
    }

    /// Returns the name of the program and its arguments.
    pub(crate) fn command(&self) -> (&OsStr, &[OsString]) {
        split(&self.words)
    }
}

fn split(words: &[OsString]) -> (&OsStr, &[OsString]) {
    match words {
        [name, arguments @ ..] => (name, arguments),
        [] => (OsStr::new(""), &[]),
    }
}

/// Returns the command as one would write it in a shell, escaped.
pub(crate) fn written((name, arguments): (&OsStr, &[OsString])) -> String {
    let words = iter::once(name).chain(arguments.iter().map(OsString::as_os_str));
    let written = shell_words::join(words.map(OsStr::to_string_lossy));
    Printable(written.as_bytes()).to_string()
}

/// A limit on the time of a run.
#[derive(Debug, Clone)]
pub(crate) struct TimeLimit {
    pub(crate) duration: Duration,
    /// The limit as the user wrote it. It needs no escapes.
    pub(crate) text: String,
}

impl TimeLimit {
    pub(in crate::commands::conformance) fn read(text: &str) -> Result<Self, String> {
        const FORMS: &str = "write a number with a unit, such as 60s, 2m or 500ms";
        let duration = match text.parse() {
            Ok(seconds) => Duration::from_secs(seconds),
            Err(_) => {
                humantime::parse_duration(text).map_err(|error| format!("{error}; {FORMS}"))?
            }
        };
        if duration.is_zero() {
            return Err(format!("no run is that short; {FORMS}"));
        }
        Ok(Self {
            duration,
            text: text.to_owned(),
        })
    }
}

/// What a command changes in a part.
#[derive(Debug, Clone)]
pub(crate) struct PartChanges {
    part: String,
    changes: Changes,
}

impl PartChanges {
    fn read(text: &str) -> Result<Self, String> {
        let (part, changes) = text
            .split_once('=')
            .ok_or("write PART=CHANGE, such as host=lowercase")?;
        let changes = Changes::read(changes.split(','))?;
        let part = part.to_owned();
        Ok(Self { part, changes })
    }
}

impl RunArguments {
    /// Returns the changes of each part.
    pub(crate) fn changes(&self) -> HashMap<String, Changes> {
        let changes = self.changes.iter();
        changes.map(|one| (one.part.clone(), one.changes)).collect()
    }

    /// Returns how a text is shown to the command by hand.
    pub(crate) fn by_hand(&self) -> ByHand {
        ByHand {
            command: Some(written(self.command())),
            pattern: self.by_hand.clone(),
        }
    }

    /// Returns whether the command is started again if it breaks.
    pub(crate) fn restarts(&self) -> bool {
        self.restart.is_some()
    }

    /// Returns the name of the command and its arguments.
    pub(crate) fn command(&self) -> (&OsStr, &[OsString]) {
        split(&self.command)
    }
}
