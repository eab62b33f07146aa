//! The command `rfc1738-scheduler`.

use std::io::Write as _;

use clap::Parser;
use rfc1738_cluster::{SCHEDULER_PORT, scheduler};

/// Split queries into tasks, and give them to executors.
///
/// Writes its address on a line of standard output as soon as it listens. What it does goes to standard
/// error: `RUST_LOG=info` shows more of it.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    /// Address to listen on; 0.0.0.0 for all
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    bind: String,

    /// Name under which others reach this machine
    #[arg(long, default_value = "localhost", value_name = "HOST")]
    host: String,

    /// Port; 0 for any that is free
    #[arg(long, default_value_t = SCHEDULER_PORT)]
    port: u16,

    /// Seconds without a sign of life after which an executor is lost, and its tasks run elsewhere
    #[arg(long, default_value_t = 30, value_name = "SECONDS")]
    executor_timeout: u64,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    rfc1738_cluster::log::start();
    let arguments = Arguments::parse();
    let host = arguments.host.clone();
    let options = scheduler::Options {
        bind: arguments.bind,
        host: arguments.host,
        port: arguments.port,
        executor_timeout: arguments.executor_timeout,
    };
    scheduler::run(options, |address| {
        // Nobody has to read it.
        let _ = writeln!(std::io::stdout(), "http://{host}:{}", address.port());
    })
    .await?;
    Ok(())
}
