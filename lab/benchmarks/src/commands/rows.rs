//! What is compared.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::slice;

use anyhow::{Context, Result};
use tempfile::TempDir;

use super::call::Call;
use super::files::{Lines, write_documents};
use crate::cargo;
use crate::programs::{Profile, build};
use crate::timing::Series;
use crate::unmeasured::{Measured, Unmeasured};
use crate::versions;

/// The program of ripgrep.
pub const RIPGREP: &str = "rg";

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
    /// The median of the seconds of CPU time.
    pub seconds: f64,
    /// The median ratio to the CPU time of the others.
    pub ratio: f64,
}

/// The programs.
struct Programs {
    command: PathBuf,
    links: PathBuf,
    has_ripgrep: bool,
}

/// The comparisons so far, and what they need.
struct Comparisons {
    amount: Amount,
    programs: Programs,
    folder: TempDir,
    rows: Vec<Row>,
}

/// Measures all rows.
///
/// # Errors
///
/// Fails if a program cannot be built or fails, or if a file cannot be written.
pub fn measure(amount: Amount) -> Result<Vec<Row>> {
    let arguments = ["--release", "--package", "rfc1738-cli", "--bin", "rfc1738"];
    let programs = Programs {
        command: cargo::build_program(&cargo::library_manifest(), &arguments)?,
        links: build(Profile::Release, "links")?,
        has_ripgrep: versions::of_tool(RIPGREP).is_some(),
    };
    let mut comparisons = Comparisons {
        amount,
        programs,
        folder: tempfile::tempdir().context("there is no place for files")?,
        rows: Vec::new(),
    };
    comparisons.extraction()?;
    comparisons.lists()?;
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
        )
    }

    /// Lists of URLs, of which some are invalid.
    fn lists(&mut self) -> Result<()> {
        let expression = self.path("expression.txt");
        let export: &[&dyn AsRef<OsStr>] = &[&"grammar", &"export", &"--to", &"regex"];
        let export = [export, &[&"--engine", &"rust"]].concat();
        self.command(&export).to_file(&expression).run()?;
        for (invalid, shown, most) in [(5, "0.5 %", 0.8), (100, "10 %", 1.2), (500, "50 %", 2.5)] {
            let file = self.path("lines.txt");
            let lines = Lines::new(self.amount.lines, invalid);
            lines.write(&file)?;
            self.add(
                &format!("`check`, {} lines, {shown} of them invalid", lines.number()),
                "`rg -c` with the regular expression",
                most,
                &self.command(&[&"check", &file]),
                &[ripgrep(&[&"-c", &"-f", &expression, &file])],
            )?;
        }
        Ok(())
    }

    /// Other formats of the same lines.
    fn formats(&mut self) -> Result<()> {
        let lines = Lines::new(self.amount.lines / 2, 5);
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
            1.5,
            &to_json.to_file(&json),
            &[check.clone(), Call::new("cp", &[&json, &copy])],
        )?;
        for (flag, column) in [("--csv", &csv), ("--jsonl", &jsonl)] {
            self.add(
                &format!("`check {flag}`, {number} records"),
                "`check` of the texts as lines",
                1.5,
                &self.command(&[&"check", &flag, &"url", column]),
                slice::from_ref(&check),
            )?;
        }
        Ok(())
    }

    /// One line, which takes nothing but the start.
    fn start(&mut self) -> Result<()> {
        let file = self.path("line.txt");
        Lines::new(1, 0).write(&file)?;
        let starts = self.amount.starts;
        self.add_runs(
            "`check`, one line",
            "`rg -c http`",
            0.6,
            starts,
            &self.command(&[&"check", &file]),
            &[ripgrep(&[&"-c", &"http", &file])],
        )
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
        let needs_ripgrep = other.contains(RIPGREP);
        let cost = if needs_ripgrep && !self.programs.has_ripgrep {
            Err(Unmeasured::Missing {
                tool: "ripgrep",
                install: "cargo install ripgrep",
            })
        } else {
            Ok(self.cost(runs, one, others)?)
        };
        self.rows.push(Row {
            what: what.to_owned(),
            other,
            most,
            cost,
        });
        Ok(())
    }

    fn cost(&self, runs: usize, one: &Call, others: &[Call]) -> Result<Cost> {
        // The files are then in memory.
        mean(1, slice::from_ref(one))?;
        let (mut of_one, mut of_others) = (Vec::new(), Vec::new());
        for _ in 0..self.amount.rounds {
            of_one.push(mean(runs, slice::from_ref(one))?);
            of_others.push(mean(runs, others)?);
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

fn ripgrep(arguments: &[&dyn AsRef<OsStr>]) -> Call {
    Call::new(RIPGREP, arguments)
}

/// Returns the mean CPU time of all calls together.
#[expect(clippy::cast_precision_loss, reason = "there are few runs")]
fn mean(runs: usize, calls: &[Call]) -> Result<f64> {
    let mut seconds = 0.0;
    for _ in 0..runs {
        for call in calls {
            seconds += call.run()?;
        }
    }
    Ok(seconds / runs as f64)
}
