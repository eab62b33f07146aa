//! The command on long files, beside other programs: CPU times of whole processes that take turns, and the wall time on two
//! cores and on one. What is compared, the calls, the files that the programs read, the same in every run, and the table.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;
use std::{env, slice};

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use rfc1738::{Rule, is_valid};
use tempfile::TempDir;
use wait4::Wait4;

use crate::corpus::Corpus;
use crate::figures::{Measured, Unmeasured};
use crate::programs::{Profile, build};
use crate::report::table;
use crate::timing::Series;
use crate::{cargo, versions};

/// The program of ripgrep.
pub const RIPGREP: &str = "rg";

/// The program that runs another one on some cores.
const TASKSET: &str = "taskset";

/// How much is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amount {
    /// The number of lines of a list.
    pub lines: usize,
    /// The number of octets of documents.
    pub octets: u64,
    /// The number of runs for the time of a start.
    pub starts: usize,
    /// The number of pairs of times.
    pub rounds: usize,
}

impl Amount {
    /// What the figures in the documentation are of.
    pub const FULL: Self = Self {
        lines: 5_000_000,
        octets: 200_000_000,
        starts: 200,
        rounds: 5,
    };

    /// Takes seconds.
    pub const QUICK: Self = Self {
        lines: 20_000,
        octets: 2_000_000,
        starts: 5,
        rounds: 1,
    };
}

/// A comparison, and its result.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// What the command does.
    pub what: String,
    /// What it is compared with.
    pub other: &'static str,
    /// The greatest ratio that is the goal.
    pub most: f64,
    /// The cost.
    pub cost: Measured<Cost>,
}

/// The cost of a call of the command.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cost {
    /// The median of the seconds of CPU time, or of wall time.
    pub seconds: f64,
    /// The median ratio to the time of the others.
    pub ratio: f64,
}

/// The time that is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Clock {
    /// CPU time, user and system.
    Cpu,
    /// The time from the start to the end.
    Wall,
}

/// The programs.
struct Programs {
    command: PathBuf,
    links: PathBuf,
    has_ripgrep: bool,
    has_taskset: bool,
}

/// The comparisons so far, and what they need.
struct Comparisons {
    amount: Amount,
    programs: Programs,
    folder: TempDir,
    /// A part of the names of the rows that are measured.
    only: String,
    rows: Vec<Row>,
}

/// Measures all rows whose names hold `only`.
///
/// # Errors
///
/// Fails if a program cannot be built or fails, or if a file cannot be written.
pub fn measure(amount: Amount, only: &str) -> Result<Vec<Row>> {
    let arguments = ["--release", "--package", "rfc1738-cli", "--bin", "rfc1738"];
    let programs = Programs {
        command: cargo::build_program(&cargo::library_manifest(), &arguments)?,
        links: build(Profile::Release, "links")?,
        has_ripgrep: versions::of_tool(RIPGREP).is_some(),
        has_taskset: versions::of_tool(TASKSET).is_some(),
    };
    let mut comparisons = Comparisons {
        amount,
        programs,
        folder: tempfile::tempdir().context("there is no place for files")?,
        only: only.to_owned(),
        rows: Vec::new(),
    };
    comparisons.extraction()?;
    comparisons.lists()?;
    comparisons.interpreted()?;
    comparisons.formats()?;
    comparisons.start()?;
    Ok(comparisons.rows)
}

impl Comparisons {
    /// Documents, in which URLs are found.
    fn extraction(&mut self) -> Result<()> {
        let file = self.path("documents.txt");
        write_documents(&file, self.amount.octets)?;
        let size = self.amount.octets / 1_000_000;
        let links = Call::new(&self.programs.links, &[&file]);
        self.add(
            &format!("`extract --bare`, {size} MB"),
            "the crate linkify, URLs only",
            0.8,
            &self.command(&[&"extract", &"--bare", &file]),
            &[links],
        )?;
        let search = ripgrep(&[&"-a", &"-F", &"-i", &"URL:", &file]);
        self.add(
            &format!("`extract`, {size} MB"),
            "`rg -a -F -i URL:`",
            2.0,
            &self.command(&[&"extract", &file]),
            &[search],
        )?;
        self.add_cores(
            &format!("`extract --bare`, {size} MB"),
            &[&"extract", &"--bare", &file],
        )
    }

    /// Lists of URLs, of which some are invalid.
    fn lists(&mut self) -> Result<()> {
        let expression = self.path("expression.txt");
        let export: &[&dyn AsRef<OsStr>] = &[&"grammar", &"export", &"--to", &"regex"];
        let export = [export, &[&"--engine", &"rust"]].concat();
        self.command(&export).to_file(&expression).run()?;
        for (invalid, shown, most, arrangement) in [
            (5, "0.5 %", 0.6, Arrangement::Scattered),
            (100, "10 %", 1.0, Arrangement::Scattered),
            (100, "10 %", 1.0, Arrangement::InRuns),
            (500, "50 %", 2.0, Arrangement::Scattered),
            (500, "50 %", 2.0, Arrangement::InRuns),
        ] {
            let place = match arrangement {
                Arrangement::Scattered => "",
                Arrangement::InRuns => ", in runs",
            };
            let number = self.amount.lines;
            let what = format!("`check`, {number} lines, {shown} of them invalid{place}");
            if !what.contains(&self.only) {
                continue;
            }
            let file = self.path("lines.txt");
            Lines::new(number, invalid, arrangement).write(&file)?;
            self.add(
                &what,
                "`rg -c` with the regular expression",
                most,
                &self.command(&[&"check", &file]),
                &[ripgrep(&[&"-c", &"-f", &expression, &file])],
            )?;
        }
        Ok(())
    }

    /// The same grammar, read at run time.
    fn interpreted(&mut self) -> Result<()> {
        let file = self.path("lines.txt");
        let lines = Lines::new(self.amount.lines, 5, Arrangement::Scattered);
        lines.write(&file)?;
        let [bnf, readings] = ["rfc1738.bnf", "readings.toml"].map(grammar_file);
        let grammar: &[&dyn AsRef<OsStr>] = &[&"check", &"--grammar", &bnf];
        let rule: &[&dyn AsRef<OsStr>] = &[&"--readings", &readings, &"--rule", &"url", &file];
        self.add(
            &format!("`check --grammar`, {} lines", lines.number()),
            "`check`",
            1.4,
            &self.command(&[grammar, rule].concat()),
            &[self.command(&[&"check", &file])],
        )?;
        let what = format!("`check`, {} lines", lines.number());
        self.add_cores(&what, &[&"check", &file])
    }

    /// Other formats of the same lines.
    fn formats(&mut self) -> Result<()> {
        let lines = Lines::new(self.amount.lines / 2, 5, Arrangement::Scattered);
        let number = lines.number();
        let [file, csv, jsonl] = ["lines.txt", "lines.csv", "lines.jsonl"].map(|it| self.path(it));
        let [json, copy] = ["lines.json", "copy.json"].map(|it| self.path(it));
        lines.write(&file)?;
        lines.write_csv(&csv)?;
        lines.write_jsonl(&jsonl)?;
        let check = self.command(&[&"check", &file]);
        let to_json = self.command(&[&"check", &"--format", &"json", &file]);
        self.add(
            &format!("`check --format json`, {number} lines, to a file"),
            "`check`, and `cp` of the file",
            1.3,
            &to_json.to_file(&json),
            &[check.clone(), Call::new("cp", &[&json, &copy])],
        )?;
        for (flag, column) in [("--csv", &csv), ("--jsonl", &jsonl)] {
            self.add(
                &format!("`check {flag}`, {number} records"),
                "`check` of the texts as lines",
                1.3,
                &self.command(&[&"check", &flag, &"url", column]),
                slice::from_ref(&check),
            )?;
        }
        Ok(())
    }

    /// One line, which takes nothing but the start.
    fn start(&mut self) -> Result<()> {
        let file = self.path("line.txt");
        Lines::new(1, 0, Arrangement::Scattered).write(&file)?;
        let starts = self.amount.starts;
        self.add_runs(
            "`check`, one line",
            "`rg -c http`",
            0.5,
            starts,
            &self.command(&[&"check", &file]),
            &[ripgrep(&[&"-c", &"http", &file])],
        )
    }

    /// Compares the wall time of a call of the command on two cores and on one.
    fn add_cores(&mut self, what: &str, arguments: &[&dyn AsRef<OsStr>]) -> Result<()> {
        let what = format!("{what}, wall time on two cores");
        if !what.contains(&self.only) {
            return Ok(());
        }
        let call = self.command(arguments);
        let cost = if self.programs.has_taskset {
            let [two, one] = ["0,1", "0"].map(|cores| call.on(cores));
            Ok(self.cost(Clock::Wall, 1, &two, &[one])?)
        } else {
            Err(Unmeasured::Missing {
                tool: TASKSET,
                install: "apt-get install util-linux",
            })
        };
        self.rows.push(Row {
            what,
            other: "the same on one core",
            most: 0.55,
            cost,
        });
        Ok(())
    }

    /// Compares a call of the command with calls of others.
    fn add(
        &mut self,
        what: &str,
        other: &'static str,
        most: f64,
        one: &Call,
        others: &[Call],
    ) -> Result<()> {
        self.add_runs(what, other, most, 1, one, others)
    }

    /// Compares the means of this number of runs.
    fn add_runs(
        &mut self,
        what: &str,
        other: &'static str,
        most: f64,
        runs: usize,
        one: &Call,
        others: &[Call],
    ) -> Result<()> {
        if !what.contains(&self.only) {
            return Ok(());
        }
        let needs_ripgrep = other.contains(RIPGREP);
        let cost = if needs_ripgrep && !self.programs.has_ripgrep {
            Err(Unmeasured::Missing {
                tool: "ripgrep",
                install: "cargo install ripgrep",
            })
        } else {
            Ok(self.cost(Clock::Cpu, runs, one, others)?)
        };
        self.rows.push(Row {
            what: what.to_owned(),
            other,
            most,
            cost,
        });
        Ok(())
    }

    fn cost(&self, clock: Clock, runs: usize, one: &Call, others: &[Call]) -> Result<Cost> {
        // The files are then in memory.
        mean(clock, 1, slice::from_ref(one))?;
        let (mut of_one, mut of_others) = (Vec::new(), Vec::new());
        for _ in 0..self.amount.rounds {
            of_one.push(mean(clock, runs, slice::from_ref(one))?);
            of_others.push(mean(clock, runs, others)?);
        }
        let (of_one, of_others) = (Series::from(of_one), Series::from(of_others));
        Ok(Cost {
            seconds: of_one.median(),
            ratio: of_one.ratio(&of_others),
        })
    }

    fn command(&self, arguments: &[&dyn AsRef<OsStr>]) -> Call {
        Call::new(&self.programs.command, arguments)
    }

    fn path(&self, name: &str) -> PathBuf {
        Path::new(self.folder.path()).join(name)
    }
}

/// Returns the path of a file of the grammar.
fn grammar_file(name: &str) -> PathBuf {
    cargo::library_manifest()
        .with_file_name("grammar")
        .join(name)
}

fn ripgrep(arguments: &[&dyn AsRef<OsStr>]) -> Call {
    Call::new(RIPGREP, arguments)
}

/// Returns the mean time of all calls together.
#[expect(clippy::cast_precision_loss, reason = "there are few runs")]
fn mean(clock: Clock, runs: usize, calls: &[Call]) -> Result<f64> {
    let mut seconds = 0.0;
    for _ in 0..runs {
        for call in calls {
            let started = Instant::now();
            let used = call.run()?;
            seconds += match clock {
                Clock::Cpu => used,
                Clock::Wall => started.elapsed().as_secs_f64(),
            };
        }
    }
    Ok(seconds / runs as f64)
}

/// A call of a program, whose output is thrown away or goes to a file.
#[derive(Debug, Clone)]
pub struct Call {
    program: PathBuf,
    arguments: Vec<OsString>,
    output: Option<PathBuf>,
}

impl Call {
    /// Returns the call of a program with these arguments, whose output is thrown away.
    #[must_use]
    pub fn new(program: impl Into<PathBuf>, arguments: &[&dyn AsRef<OsStr>]) -> Self {
        let arguments = arguments.iter();
        Self {
            program: program.into(),
            arguments: arguments.map(|it| (*it).as_ref().to_owned()).collect(),
            output: None,
        }
    }

    /// Returns the call on these cores only, such as `0,1`.
    fn on(&self, cores: &str) -> Self {
        let first = ["--cpu-list", cores].map(OsString::from);
        let program = self.program.clone().into_os_string();
        let arguments = first.into_iter().chain([program]);
        Self {
            program: TASKSET.into(),
            arguments: arguments.chain(self.arguments.iter().cloned()).collect(),
            output: self.output.clone(),
        }
    }

    /// Writes the output to this file.
    #[must_use]
    pub fn to_file(self, output: impl Into<PathBuf>) -> Self {
        let output = Some(output.into());
        Self { output, ..self }
    }

    /// Runs the program. Returns the seconds of CPU time that it took, user and system.
    ///
    /// # Errors
    ///
    /// Fails if the program cannot be run, or if its exit status is neither 0 nor 1: that of a search
    /// without a match, and that of a check with invalid lines.
    pub fn run(&self) -> Result<f64> {
        let name = self.program.display();
        let output = match &self.output {
            None => Stdio::null(),
            Some(path) => File::create(path).context("no file for the output")?.into(),
        };
        let mut command = Command::new(&self.program);
        let command = command.args(&self.arguments).stdin(Stdio::null());
        let command = command.stdout(output).stderr(Stdio::null());
        let child = command.spawn();
        let child = child.with_context(|| format!("`{name}` does not run"))?;
        let used = child.wait4().context("a program was lost")?;
        let code = used.status.code();
        ensure!(
            matches!(code, Some(0 | 1)),
            "`{name}` failed: {}",
            used.status
        );
        Ok((used.rusage.utime + used.rusage.stime).as_secs_f64())
    }
}

/// What makes a URL invalid, as users do it.
const FAULTS: [fn(&str) -> String; 10] = [
    |url| format!("{url}#top"),
    |url| url.replacen("//", "//~", 1),
    |url| url.replacen('.', "_.", 1),
    |url| {
        url.split_once("//")
            .map_or(url, |(_, rest)| rest)
            .to_owned()
    },
    |url| format!("{url} "),
    |url| format!("{url}%zz"),
    |url| url.replacen("//", "/", 1),
    |url| url.replacen("//", "//me@", 1),
    |url| url.replacen('.', "..", 1),
    |url| format!("{url}/a b"),
];

/// Returns a URL with one of the faults that make it invalid.
fn faulty(url: &str, random: &mut Rng) -> String {
    let first = random.usize(..FAULTS.len());
    let faults = FAULTS.iter().cycle().skip(first).map(|fault| fault(url));
    let is_invalid = |text: &String| !is_valid(Rule::Url, text);
    let fault = faults.take(FAULTS.len()).find(is_invalid);
    fault.expect("a fragment is part of no URL")
}

/// The number of lines of a run.
const RUN: usize = 1_000;

/// Where invalid lines are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrangement {
    /// Anywhere.
    Scattered,
    /// In runs of [`RUN`] lines.
    InRuns,
}

/// Lines of which some are invalid.
#[derive(Debug)]
pub struct Lines(Vec<String>);

impl Lines {
    /// Returns this number of lines. Of a thousand, `invalid` are invalid on average.
    #[must_use]
    pub fn new(number: usize, invalid: u32, arrangement: Arrangement) -> Self {
        let run = match arrangement {
            Arrangement::Scattered => 1,
            Arrangement::InRuns => RUN,
        };
        let mut random = Rng::with_seed(1738);
        let corpus = Corpus::logs();
        let urls = corpus.urls.iter().cycle().take(number).enumerate();
        let mut is_invalid = false;
        let lines = urls.map(|(index, url)| {
            if index % run == 0 {
                is_invalid = random.u32(..1000) < invalid;
            }
            if is_invalid {
                faulty(url, &mut random)
            } else {
                url.clone()
            }
        });
        Self(lines.collect())
    }

    /// Returns the number of lines.
    #[must_use]
    pub fn number(&self) -> usize {
        self.0.len()
    }

    /// Writes a line for each text.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        self.write_as(path, "", |_, text| text.to_owned())
    }

    /// Writes a table with three columns. The column `url` holds the texts.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn write_csv(&self, path: &Path) -> Result<()> {
        self.write_as(path, "id,url,n\n", |number, text| {
            if text.contains([',', '"']) {
                let doubled = text.replace('"', "\"\"");
                format!("{number},\"{doubled}\",x")
            } else {
                format!("{number},{text},x")
            }
        })
    }

    /// Writes an object for each text, in its field `url`.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn write_jsonl(&self, path: &Path) -> Result<()> {
        self.write_as(path, "", |number, text| {
            serde_json::json!({"id": number, "url": text}).to_string()
        })
    }

    fn write_as(
        &self,
        path: &Path,
        header: &str,
        line: impl Fn(usize, &str) -> String,
    ) -> Result<()> {
        let write = || -> io::Result<()> {
            let mut file = BufWriter::new(File::create(path)?);
            file.write_all(header.as_bytes())?;
            for (number, text) in self.0.iter().enumerate() {
                writeln!(file, "{}", line(number, text))?;
            }
            file.flush()
        };
        write().with_context(|| format!("{} cannot be written", path.display()))
    }
}

/// Writes this many octets of the sources and documents of the packages that this program is built of,
/// over and over if they have fewer.
///
/// # Errors
///
/// Fails if cargo keeps no sources, or if the file cannot be written.
pub fn write_documents(path: &Path, octets: u64) -> Result<()> {
    let mut files = Vec::new();
    for (name, version) in versions::all() {
        for registry in registries()? {
            collect(&registry.join(format!("{name}-{version}")), &mut files);
        }
    }
    ensure!(!files.is_empty(), "cargo keeps no sources of packages");
    let mut out = BufWriter::new(File::create(path).context("no file for the documents")?);
    let mut left = octets;
    for file in files.iter().cycle() {
        let document = File::open(file).context("a source cannot be read")?;
        left -= io::copy(&mut document.take(left), &mut out).context("documents are not copied")?;
        if left == 0 {
            break;
        }
    }
    out.flush().context("the documents cannot be written")
}

/// Returns the folders in which cargo keeps the sources of packages.
fn registries() -> Result<Vec<PathBuf>> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    let sources = home.context("no folder of cargo")?.join("registry/src");
    let folders = fs::read_dir(&sources).with_context(|| sources.display().to_string())?;
    let folders: io::Result<Vec<PathBuf>> = folders.map(|entry| Ok(entry?.path())).collect();
    folders.context("the sources of packages cannot be listed")
}

/// Collects the sources and documents in a folder, in the order of their names.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let end = path.extension().and_then(|end| end.to_str());
        if path.is_dir() {
            collect(&path, files);
        } else if matches!(end, Some("rs" | "md" | "txt" | "toml")) {
            files.push(path);
        }
    }
}

/// Returns the part that does not depend on the processor.
#[must_use]
pub fn remarks() -> String {
    let linkify = versions::of_package("linkify").join(" and ");
    format!(
        "linkify {linkify} returns the text of each URL and nothing else, on one thread. `extract` also \
         decides whether it is a URL of RFC 1738, counts lines and columns, and reports repairs and errors. \
         `rg` counts the lines that match, and says nothing about the others. `check` shows the error in \
         each, with its position, the first note and the first fix, about 160 octets for each, which takes \
         most of its time if many lines are invalid. `taskset` chooses the cores. The regular expression is \
         that of `rfc1738 grammar export --to regex --engine rust`."
    )
}

/// Returns the part on this processor: the date, the versions and the rows.
#[must_use]
pub fn of_processor(amount: Amount, cores: usize, rows: &[Row]) -> String {
    let [rustc, ripgrep] = ["rustc", RIPGREP].map(|tool| match versions::of_tool(tool) {
        Some(version) => format!("{tool} {version}"),
        None => format!("no {tool}"),
    });
    let header = ["this", "compared with", "time", "ratio", "at most", "met"];
    let rows = rows.iter().map(|row| {
        let most = format!("{:.2}", row.most);
        let (time, ratio, met) = match &row.cost {
            Ok(cost) => (
                time(cost.seconds),
                format!("{:.2}", cost.ratio),
                if cost.ratio <= row.most { "yes" } else { "no" },
            ),
            Err(reason) => (String::new(), reason.to_string(), ""),
        };
        vec![
            row.what.clone(),
            row.other.to_owned(),
            time,
            ratio,
            most,
            met.to_owned(),
        ]
    });
    format!(
        "Measured on {}, {} rounds, {cores} cores, with {rustc} and {ripgrep}.\n\n{}",
        jiff::Zoned::now().date(),
        amount.rounds,
        table(header.map(str::to_owned).to_vec(), rows.collect(), 2),
    )
}

fn time(seconds: f64) -> String {
    if seconds < 0.1 {
        format!("{:.2} ms", seconds * 1e3)
    } else {
        format!("{seconds:.2} s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::Unmeasured;

    #[test]
    fn a_program_that_fails_or_does_not_run_is_refused() {
        let missing = Call::new("rfc1738-no-such-program", &[]).run();
        assert_eq!(
            missing.expect_err("it is missing").to_string(),
            "`rfc1738-no-such-program` does not run"
        );
        let failed = Call::new("sh", &[&"-c", &"exit 2"]).run();
        let error = failed.expect_err("its status is 2").to_string();
        assert!(error.starts_with("`sh` failed: "), "{error}");
        Call::new("sh", &[&"-c", &"exit 1"])
            .run()
            .expect("its status is 1");
    }

    #[test]
    fn a_call_on_a_core_has_the_same_arguments() {
        let call = Call::new("rfc1738", &[&"check", &"-"]).on("0");
        assert_eq!(call.program, Path::new(TASKSET));
        assert_eq!(call.arguments, ["--cpu-list", "0", "rfc1738", "check", "-"]);
    }

    #[test]
    fn lines_are_invalid_as_often_as_asked() {
        let lines = Lines::new(20_000, 100, Arrangement::Scattered);
        let invalid = lines.0.iter().filter(|line| !is_valid(Rule::Url, line));
        let invalid = invalid.count();
        assert!((1_800..2_200).contains(&invalid), "{invalid}");
        assert!(
            Lines::new(2_000, 0, Arrangement::Scattered)
                .0
                .iter()
                .all(|line| is_valid(Rule::Url, line))
        );
    }

    #[test]
    fn every_fault_is_found_among_the_lines() {
        let lines = Lines::new(5_000, 1_000, Arrangement::Scattered);
        let ends = |end: &str| lines.0.iter().any(|line| line.ends_with(end));
        assert!(ends("#top") && ends(" ") && ends("%zz") && ends("/a b"));
        let holds = |part: &str| lines.0.iter().any(|line| line.contains(part));
        assert!(holds("_.") && holds("//~") && holds("//me@") && holds(".."));
        assert!(lines.0.iter().any(|line| !line.contains(':')));
        assert!(lines.0.iter().any(|line| !line.contains("//")));
    }

    #[test]
    fn a_run_is_valid_or_invalid_as_a_whole() {
        let lines = Lines::new(20 * RUN, 500, Arrangement::InRuns);
        let runs = lines.0.chunks(RUN).map(|run| {
            let valid = run.iter().filter(|line| is_valid(Rule::Url, line));
            valid.count()
        });
        let runs: Vec<usize> = runs.collect();
        assert!(runs.contains(&0) && runs.contains(&RUN));
        assert!(runs.iter().all(|valid| [0, RUN].contains(valid)));
    }

    #[test]
    fn documents_have_the_length_that_was_asked_for() {
        let file = tempfile::NamedTempFile::new().expect("there is room");
        write_documents(file.path(), 100_000).expect("cargo has built this");
        let length = file.path().metadata().expect("it is there").len();
        assert_eq!(length, 100_000);
    }

    #[test]
    fn a_row_shows_its_cost_or_why_there_is_none() {
        let row = |cost| Row {
            what: "`check`".to_owned(),
            other: "`rg`",
            most: 0.8,
            cost,
        };
        let missing = Unmeasured::Missing {
            tool: "ripgrep",
            install: "cargo install ripgrep",
        };
        let cost = |seconds, ratio| Ok(Cost { seconds, ratio });
        let rows = [
            row(cost(0.5, 0.75)),
            row(cost(0.0017, 0.9)),
            row(Err(missing)),
        ];
        let shown = of_processor(Amount::QUICK, 2, &rows);
        let lines: Vec<String> = shown
            .lines()
            .skip(4)
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(
            lines,
            [
                "| `check` | `rg` | 0.50 s | 0.75 | 0.80 | yes |",
                "| `check` | `rg` | 1.70 ms | 0.90 | 0.80 | no |",
                "| `check` | `rg` | | not measured: ripgrep is not installed (`cargo install ripgrep`) | 0.80 | |",
            ]
        );
    }
}
