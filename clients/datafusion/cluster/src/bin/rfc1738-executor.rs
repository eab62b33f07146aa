//! The command `rfc1738-executor`.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Parser;
use rfc1738_cluster::{SCHEDULER_PORT, executor};

/// Run the tasks that a scheduler gives.
///
/// What it does goes to standard error: `RUST_LOG=info` shows more of it.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    /// Address of the scheduler, such as `http://localhost:50050`
    #[arg(long, default_value = "http://localhost:50050", value_name = "URL")]
    scheduler: String,

    /// Address to listen on; 0.0.0.0 for all
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    bind: String,

    /// Name under which others reach this machine
    #[arg(long, default_value = "localhost", value_name = "HOST")]
    host: String,

    /// Port; 0 for any that is free
    #[arg(long, default_value_t = 50051)]
    port: u16,

    /// Number of tasks that run at the same time; 0 for one on each core
    #[arg(long, default_value_t = 0, value_name = "N")]
    cores: usize,

    /// Folder for the results of tasks; a temporary one by default
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    rfc1738_cluster::log::start();
    let arguments = Arguments::parse();
    let (scheduler_host, scheduler_port) = address(&arguments.scheduler)?;
    // It is removed when the executor stops.
    let temporary = tempfile::tempdir()?;
    let options = executor::Options {
        bind: arguments.bind,
        host: arguments.host,
        port: arguments.port,
        scheduler_host,
        scheduler_port,
        cores: arguments.cores,
        folder: arguments.folder.unwrap_or_else(|| temporary.path().into()),
    };
    // Nobody has to read it.
    let _ = writeln!(std::io::stdout(), "tasks of {}", arguments.scheduler);
    executor::run(&options).await?;
    Ok(())
}

/// Returns the host and the port of the address of a scheduler.
fn address(url: &str) -> anyhow::Result<(String, u16)> {
    let wrong =
        || format!("--scheduler {url:?}: not an address; write one such as http://localhost:50050");
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let rest = rest.trim_end_matches('/');
    match rest.rsplit_once(':') {
        Some((host, port)) => Ok((host.to_owned(), port.parse().ok().with_context(wrong)?)),
        None => Ok((rest.to_owned(), SCHEDULER_PORT)),
    }
}
