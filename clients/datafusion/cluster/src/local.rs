//! A cluster of processes on this machine, for tests and figures.

use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// A scheduler and executors, which end with this value.
#[derive(Debug)]
pub struct LocalCluster {
    scheduler: Child,
    executors: Vec<Executor>,
    address: String,
}

#[derive(Debug)]
struct Executor {
    process: Child,
    folder: TempDir,
}

impl LocalCluster {
    /// Starts the binaries `rfc1738-scheduler` and `rfc1738-executor` of the folder. Returns when
    /// all of them have started; a query waits until the executors have reached the scheduler.
    ///
    /// # Errors
    ///
    /// Fails if a binary cannot be started.
    pub fn start(binaries: &Path, executors: usize, cores: usize) -> io::Result<Self> {
        let mut scheduler = Command::new(binary(binaries, "rfc1738-scheduler"))
            .args(["--port", "0", "--executor-timeout", "8"])
            .stdout(Stdio::piped())
            .spawn()?;
        let address = first_line(&mut scheduler)?;
        let mut cluster = Self {
            scheduler,
            executors: Vec::new(),
            address,
        };
        for _ in 0..executors {
            let folder = TempDir::new()?;
            let process = Command::new(binary(binaries, "rfc1738-executor"))
                .args(["--scheduler", &cluster.address, "--port", "0"])
                .args(["--cores", &cores.to_string(), "--folder"])
                .arg(folder.path())
                .stdout(Stdio::piped())
                .spawn()?;
            cluster.executors.push(Executor { process, folder });
            if let Some(executor) = cluster.executors.last_mut() {
                first_line(&mut executor.process)?;
            }
        }
        Ok(cluster)
    }

    /// Returns the address of the scheduler, for [`connect`](crate::client::connect).
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Returns the process ids of the executors that run.
    #[must_use]
    pub fn executors(&self) -> Vec<u32> {
        self.executors
            .iter()
            .map(|executor| executor.process.id())
            .collect()
    }

    /// Returns the folder in which the executor that [`LocalCluster::kill_executor`] kills next keeps
    /// the results of its tasks.
    #[must_use]
    pub fn results(&self) -> Option<&Path> {
        self.executors.last().map(|executor| executor.folder.path())
    }

    /// Kills an executor, as a failing machine would: it tells nobody.
    ///
    /// # Errors
    ///
    /// Fails if none runs, or it cannot be killed.
    pub fn kill_executor(&mut self) -> io::Result<()> {
        let executor = self.executors.pop();
        let mut executor = executor.ok_or_else(|| io::Error::other("no executor runs"))?;
        executor.process.kill()?;
        executor.process.wait().map(drop)
    }
}

impl Drop for LocalCluster {
    fn drop(&mut self) {
        let executors = self
            .executors
            .iter_mut()
            .map(|executor| &mut executor.process);
        for process in executors.chain([&mut self.scheduler]) {
            // A process that has ended already needs no more.
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

fn binary(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// Returns the first line that the process writes. Everything else goes to standard error.
fn first_line(process: &mut Child) -> io::Result<String> {
    let mut line = String::new();
    if let Some(output) = process.stdout.take() {
        BufReader::new(output).read_line(&mut line)?;
    }
    if line.is_empty() {
        let status = process.wait()?;
        return Err(io::Error::other(format!("the process ended: {status}")));
    }
    Ok(line.trim_end().to_owned())
}
