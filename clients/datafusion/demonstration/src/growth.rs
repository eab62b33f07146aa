//! The time of a query over Parquet files as they grow: on one core, on two, on a cluster.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::ensure;
use datafusion::prelude::{SessionConfig, SessionContext};
use rfc1738_cluster::client;
use rfc1738_cluster::local::LocalCluster;
use tokio::runtime::Builder;

use crate::cores::{cpu_time, cpu_time_of};
use crate::counts::{self, Counts};
use crate::files;

/// Where a query runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// This process, with this number of threads.
    Threads(usize),
    /// A cluster of this number of executors with one core each.
    Executors(usize),
}

/// The places of the tables.
pub const PLACES: [Place; 3] = [Place::Threads(1), Place::Threads(2), Place::Executors(2)];

/// The time of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// Where it ran.
    pub place: Place,
    /// The rows that it read.
    pub rows: u64,
    /// The time until the answer.
    pub time: Duration,
    /// The CPU time of this process or of the executors.
    pub cpu: Option<Duration>,
}

/// Writes the files for each number of rows, counts their errors in each place, and calls `done` for
/// each run. All places have to count the same; returns the counts of the greatest number.
///
/// # Errors
///
/// Fails if a file cannot be written, or a query fails, or two places count differently.
pub fn run(
    folder: &Path,
    numbers: &[u64],
    binaries: &Path,
    mut done: impl FnMut(Run),
) -> anyhow::Result<Counts> {
    let mut last = Counts::default();
    for rows in numbers.iter().copied() {
        let files = folder.join(rows.to_string());
        if !files.exists() {
            files::write_parquet(&files, rows)?;
        }
        let table = format!("'{}/'", files.display());
        let mut counts = Vec::new();
        for place in PLACES {
            let (run, of_place) = match place {
                Place::Threads(threads) => on_threads(threads, &table, rows)?,
                Place::Executors(executors) => on_cluster(binaries, executors, &table, rows)?,
            };
            counts.push(of_place);
            done(run);
        }
        ensure!(
            counts.iter().all(|other| *other == counts[0]),
            "the places count differently"
        );
        ensure!(
            counts[0].total() == rows,
            "{} rows of {rows} were counted",
            counts[0].total()
        );
        last = counts.swap_remove(0);
    }
    Ok(last)
}

fn on_threads(threads: usize, table: &str, rows: u64) -> anyhow::Result<(Run, Counts)> {
    // One thread for all tasks, or this one waits while others work.
    let runtime = match threads {
        1 => Builder::new_current_thread().enable_all().build()?,
        _ => Builder::new_multi_thread()
            .worker_threads(threads)
            .enable_all()
            .build()?,
    };
    let config = SessionConfig::new().with_target_partitions(threads);
    let mut context = SessionContext::new_with_config(config).enable_url_table();
    rfc1738_datafusion::register_all(&mut context)?;
    let (start, cpu) = (Instant::now(), cpu_time());
    let counts = runtime.block_on(counts::of_table(&context, table))?;
    let run = Run {
        place: Place::Threads(threads),
        rows,
        time: start.elapsed(),
        cpu: Some(cpu_time().saturating_sub(cpu)),
    };
    Ok((run, counts))
}

fn on_cluster(
    binaries: &Path,
    executors: usize,
    table: &str,
    rows: u64,
) -> anyhow::Result<(Run, Counts)> {
    let cluster = LocalCluster::start(binaries, executors, 1)?;
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let context = runtime.block_on(client::connect(cluster.address()))?;
    // The first query finds the executors, and connects.
    runtime.block_on(async { context.sql("SELECT 1").await?.collect().await })?;
    let cpu = || cpu_time_of(&cluster.executors());
    let (start, before) = (Instant::now(), cpu());
    let counts = runtime.block_on(counts::of_table(&context, table))?;
    let run = Run {
        place: Place::Executors(executors),
        rows,
        time: start.elapsed(),
        cpu: before
            .zip(cpu())
            .map(|(before, after)| after.saturating_sub(before)),
    };
    Ok((run, counts))
}
