//! Runs the parsers of a matrix, and asks each the witnesses of the others.
//!
//! Each run is a process of this program: `conformance run --report json=FILE`. So a run has its own memory and its own
//! time limit, and its report is kept. Beside it is a file with everything that the run depends on, a line for each: if
//! it is the same, the report is used again.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use rfc1738_views::conformance::answer::Reply;
use rfc1738_views::conformance::breakdown::Stage;
use rfc1738_views::conformance::by_hand::ByHand;
use rfc1738_views::conformance::matrix::{Answers, MatrixParser};
use rfc1738_views::conformance::saved::SavedRun;
use rfcbnf_engine::escape::Printable;

use super::file::{Entry, MatrixFile, PartChanges};
use crate::commands::conformance::report::read_run;
use crate::commands::conformance::run::arguments::{Program, TimeLimit, written};
use crate::commands::conformance::run::child_run;
use crate::commands::conformance::run::crash_log::CrashLog;
use crate::commands::conformance::run::cutoff::Cutoff;
use crate::commands::conformance::run::process_pool::ProcessPool;
use crate::commands::conformance::run::subject::{BufferingDetector, Subject};
use crate::outcome::Failure;
use crate::output::progress::Progress;
use crate::output::streams::show_remark;

/// The time limit for an answer, in seconds.
const TIMEOUT: u64 = 10;

/// The most texts on which a parser may break when it is asked the witnesses of others.
const BREAKS: u64 = 1000;

/// How to run the parsers.
pub(super) struct Runs<'a> {
    /// The folder of the matrix; `None` for that of this program.
    pub(super) folder: Option<&'a Path>,
    /// The folder of the kept runs.
    pub(super) keep: PathBuf,
    pub(super) time: Option<&'a TimeLimit>,
    /// Whether kept runs are made again.
    pub(super) is_again: bool,
    pub(super) cutoff: Cutoff,
}

impl Runs<'_> {
    /// Runs all parsers, up to `jobs` at the same time, and asks each the witnesses of the others.
    pub(super) fn all(&self, file: &MatrixFile, jobs: usize) -> Result<Vec<MatrixParser>, Failure> {
        fs::create_dir_all(&self.keep)
            .map_err(|error| Failure::unwritable_file(&self.keep, error))?;
        let mut parsers = at_the_same_time(&file.parsers, jobs, |entry| self.run(file, entry))?;
        refuse_other_grammars(&mut parsers)?;
        let witnesses: Vec<BTreeSet<Vec<u8>>> = parsers
            .iter()
            .map(|parser| {
                let alike = parsers.iter().filter(|other| other.rule() == parser.rule());
                let texts = alike.flat_map(MatrixParser::witnesses);
                texts.map(<[u8]>::to_vec).collect()
            })
            .collect();
        let asked: Vec<_> = file.parsers.iter().zip(&parsers).zip(witnesses).collect();
        let answers = at_the_same_time(&asked, jobs, |((entry, parser), texts)| {
            self.ask(entry, parser, texts)
        })?;
        for (parser, (answers, unfinished)) in parsers.iter_mut().zip(answers) {
            parser.answers = match &parser.by_hand.command {
                Some(_) => answers,
                None => parser.answers_of_run(),
            };
            parser.unfinished = parser.unfinished.take().or(unfinished);
        }
        Ok(parsers)
    }

    /// Runs a parser, or reads its kept run.
    fn run(&self, file: &MatrixFile, entry: &Entry) -> Result<MatrixParser, Failure> {
        let command = entry.program();
        let version = entry.version_program();
        let version = version.and_then(|program| program.first_line(self.folder).ok());
        let run = match (&command, &entry.kept) {
            (Some(command), _) => self.run_command(file, entry, command, version.as_deref())?,
            (None, kept) => {
                let kept = self.within(kept.as_deref().unwrap_or_default());
                read_run(kept.as_os_str()).map_err(|failure| failure.to_string())
            }
        };
        let run = run.and_then(|run| match run.failure() {
            Some(failure) if run.answered() == 0 => {
                Err(reason(&failure.to_string(), failure.last_line()))
            }
            _ => Ok(run),
        });
        let known = run.as_ref().ok();
        let ended = known.and_then(SavedRun::ended_by);
        let ended = ended.map(|by| format!("{by} ended the search"));
        let unfinished = known.and_then(SavedRun::failure).map(ToString::to_string);
        let printable = |text: &str| Printable(text.as_bytes()).to_string();
        let parser = MatrixParser {
            name: printable(&entry.name),
            by_hand: ByHand {
                command: command.map(|command| written(command.command())),
                pattern: entry.by_hand.clone(),
            },
            version,
            install: entry.install.as_deref().map(printable),
            run,
            ended,
            unfinished,
            changes: entry
                .changes
                .iter()
                .map(|(part, it)| (part.clone(), it.0))
                .collect(),
            answers: Answers::new(),
        };
        let state = match &parser.run {
            Ok(run) => {
                let causes = run.searches().map(|it| it.rows().len()).sum::<usize>();
                format!("{causes} causes and groups")
            }
            Err(reason) => format!("not run: {reason}"),
        };
        show_remark("run", &format!("{}: {state}", parser.name))?;
        Ok(parser)
    }

    fn run_command(
        &self,
        file: &MatrixFile,
        entry: &Entry,
        command: &Program,
        version: Option<&str>,
    ) -> Result<Result<SavedRun<'static>, String>, Failure> {
        let kept = self.keep.join(format!("{}.json", entry.file_name()));
        let arguments = self.arguments(file, entry, command);
        let key = key(&arguments, version);
        let key_file = kept.with_extension("arguments");
        let is_kept = !self.is_again && fs::read_to_string(&key_file).is_ok_and(|old| old == key);
        if is_kept && let Ok(run) = read_run(kept.as_os_str()) {
            return Ok(Ok(run));
        }
        // An old report must not be taken for that of a run that fails.
        let _ = fs::remove_file(&key_file);
        let _ = fs::remove_file(&kept);
        if let Some(cause) = self.cutoff.cause() {
            return Ok(Err(format!("{cause} ended the matrix before")));
        }
        let absolute = std::path::absolute(&kept);
        let absolute = absolute.map_err(|error| Failure::unwritable_file(&kept, error))?;
        let unstartable = |error: std::io::Error| Failure::Unstartable {
            name: "this program".to_owned(),
            reason: error.to_string(),
        };
        let mut report = OsString::from("json=");
        report.push(absolute);
        let mut child = Command::new(env::current_exe().map_err(unstartable)?);
        child.args(["conformance", "run", "--report"]).arg(report);
        child.args(&arguments);
        if let Some(folder) = self.folder {
            child.current_dir(folder);
        }
        let (status, errors) = child_run::run(&mut child, &self.cutoff).map_err(unstartable)?;
        let run = read_run(kept.as_os_str()).map_err(|_| first_error(&errors, &status.to_string()));
        if run.is_ok() && self.cutoff.cause().is_none() {
            fs::write(&key_file, key)
                .map_err(|error| Failure::unwritable_file(&key_file, error))?;
        }
        Ok(run)
    }

    /// Returns the arguments of `conformance run` for a parser, without the report.
    fn arguments(&self, file: &MatrixFile, entry: &Entry, command: &Program) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = Vec::new();
        let mut option = |name: &str, value: Option<&str>| {
            arguments.extend(value.map(|value| format!("{name}={value}").into()));
        };
        let of_command = self.time.map(|limit| limit.text.as_str());
        let of_file = entry.time.as_deref().or(file.time.as_deref());
        option("--grammar", file.grammar.as_deref());
        option("--rule", entry.rule.as_deref().or(file.rule.as_deref()));
        option("--time", of_command.or(of_file));
        let changes = entry.changes.iter();
        for (part, PartChanges(changes)) in changes.filter(|(_, it)| !it.0.is_empty()) {
            let changes = changes.to_string().replace(", ", ",");
            option("--changes", Some(&format!("{part}={changes}")));
        }
        arguments.extend(
            file.options
                .iter()
                .chain(&entry.options)
                .map(OsString::from),
        );
        arguments.push("--".into());
        let (name, others) = command.command();
        arguments.push(name.to_owned());
        arguments.extend_from_slice(others);
        arguments
    }

    /// Asks a parser about the texts. Returns the answers, and why some are missing.
    fn ask(
        &self,
        entry: &Entry,
        parser: &MatrixParser,
        texts: &BTreeSet<Vec<u8>>,
    ) -> Result<(Answers, Option<String>), Failure> {
        let mut answers = Answers::new();
        let is_asked = parser.run.is_ok() && !texts.is_empty();
        let Some(command) = entry.program().filter(|_| is_asked) else {
            return Ok((answers, None));
        };
        let stalls = BufferingDetector::default();
        let name = parser.name.as_str();
        let command = (command.command(), name);
        let subject =
            Subject::new(command, TIMEOUT, &self.cutoff, &stalls).within(self.folder, BREAKS);
        let mut pool = ProcessPool::new(subject, NonZeroUsize::MIN);
        pool.close_inputs();
        let number = texts.len() as u64;
        let mut progress = Progress::of_suite(name, number);
        let mut breaks = CrashLog::new(BREAKS);
        let each = |_, text: &[u8], reply: Reply| {
            answers.insert(text.to_vec(), reply);
        };
        let asked = pool.ask(
            texts.iter().cloned(),
            number,
            &mut progress,
            &mut breaks,
            each,
        );
        let unfinished = match asked {
            Ok(()) => None,
            Err(stopped) => {
                let breakdown = stopped.breakdown(subject, Stage::Suite, number)?;
                Some(format!("asked the witnesses of the others: {breakdown}"))
            }
        };
        Ok((answers, unfinished))
    }

    /// Returns the path of a file that the matrix names.
    fn within(&self, path: &str) -> PathBuf {
        self.folder.unwrap_or(Path::new("")).join(path)
    }
}

/// Takes out the kept runs on a production of the same name in another grammar than that of the parsers that were run, or
/// of the first run if none was.
fn refuse_other_grammars(parsers: &mut [MatrixParser]) -> Result<(), Failure> {
    let is_kept = |parser: &MatrixParser| parser.by_hand.command.is_none();
    let mut order: Vec<usize> = (0..parsers.len()).collect();
    order.sort_by_key(|index| is_kept(&parsers[*index]));
    for &index in &order {
        let (Ok(run), true) = (&parsers[index].run, is_kept(&parsers[index])) else {
            continue;
        };
        let first = order.iter().map(|index| &parsers[*index]);
        let mut first = first.filter(|parser| parser.rule() == Some(run.rule()));
        let first = first.find_map(|parser| Some((parser, parser.run.as_ref().ok()?)));
        let Some((parser, _)) = first.filter(|(_, other)| !other.is_about_same(run)) else {
            continue;
        };
        let grammar = run.grammar().unwrap_or("RFC 1738");
        let reason = format!(
            "its run is about `{}` of another grammar than that of {}: {grammar}",
            run.rule(),
            parser.name
        );
        show_remark(
            "run",
            &format!("{}: not used: {reason}", parsers[index].name),
        )?;
        parsers[index].run = Err(reason);
    }
    Ok(())
}

/// Does something with each item on several threads. Returns what that gives, in the order of the items.
fn at_the_same_time<I: Sync, T: Send>(
    items: &[I],
    jobs: usize,
    work: impl Fn(&I) -> Result<T, Failure> + Sync,
) -> Result<Vec<T>, Failure> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Result<T, Failure>)>> = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..jobs.min(items.len()) {
            scope.spawn(|| {
                while let index = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(item) = items.get(index)
                {
                    let result = work(item);
                    let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                    done.push((index, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Returns everything that a run depends on, a line for each.
fn key(arguments: &[OsString], version: Option<&str>) -> String {
    let mut key = format!("rfc1738 {}\n", env!("CARGO_PKG_VERSION"));
    // A string can always be written to.
    let _ = writeln!(key, "version {}", version.unwrap_or_default());
    for argument in arguments {
        let _ = writeln!(key, "{}", Printable(argument.as_encoded_bytes()));
    }
    key
}

/// Returns the first error that a run wrote, without its label; the status of the process without one.
fn first_error(errors: &[u8], status: &str) -> String {
    let errors = String::from_utf8_lossy(errors);
    let error = errors.lines().find_map(|line| line.strip_prefix("error: "));
    error.unwrap_or(status).to_owned()
}

/// Returns why there is no run, and the last line of standard error that says more.
fn reason(failure: &str, last_line: Option<String>) -> String {
    last_line.map_or_else(|| failure.to_owned(), |line| format!("{failure} ({line})"))
}
