//! A call of a program, and the CPU time that it takes.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use wait4::Wait4;

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

#[cfg(test)]
mod tests {
    use super::*;

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
}
