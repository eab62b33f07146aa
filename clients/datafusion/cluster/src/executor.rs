//! Executors: run the tasks of queries, and keep their results until others fetch them.

use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::Arc;

use ballista_core::error::Result;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};

/// The options of an executor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The address to listen on, such as `0.0.0.0`.
    pub bind: String,
    /// The name under which other executors and clients reach it.
    pub host: String,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The host of the scheduler.
    pub scheduler_host: String,
    /// The port of the scheduler.
    pub scheduler_port: u16,
    /// How many tasks run at the same time; 0 for one on each core.
    pub cores: usize,
    /// The folder for the results of tasks.
    pub folder: PathBuf,
}

/// Returns the functions of an executor: those of Ballista and those of RFC 1738.
#[must_use]
pub fn registry() -> BallistaFunctionRegistry {
    let mut registry = BallistaFunctionRegistry::default();
    for function in rfc1738_datafusion::all() {
        let name = function.name().to_owned();
        registry.scalar_functions.insert(name, function);
    }
    registry
}

/// Returns the configuration of an executor with the functions, to be extended.
///
/// # Errors
///
/// Fails if no port is free.
pub fn config(options: &Options) -> Result<ExecutorProcessConfig> {
    let (port, grpc_port) = ports(options)?;
    Ok(ExecutorProcessConfig {
        bind_host: options.bind.clone(),
        external_host: Some(options.host.clone()),
        port,
        grpc_port,
        scheduler_host: options.scheduler_host.clone(),
        scheduler_port: options.scheduler_port,
        scheduler_connect_timeout_seconds: 30,
        vcores: options.cores,
        work_dir: Some(options.folder.to_string_lossy().into_owned()),
        executor_heartbeat_interval_seconds: 2,
        override_function_registry: Some(Arc::new(registry())),
        ..ExecutorProcessConfig::default()
    })
}

/// Runs an executor until it receives a signal to stop.
///
/// # Errors
///
/// Fails if the scheduler cannot be reached, or a port cannot be used.
pub async fn run(options: &Options) -> Result<()> {
    start_executor_process(Arc::new(config(options)?)).await
}

/// Returns the port for results and the one for commands.
fn ports(options: &Options) -> Result<(u16, u16)> {
    if options.port != 0 {
        return Ok((options.port, options.port.saturating_add(1)));
    }
    // Both are open at once, so they differ.
    let results = TcpListener::bind((options.bind.as_str(), 0))?;
    let commands = TcpListener::bind((options.bind.as_str(), 0))?;
    Ok((results.local_addr()?.port(), commands.local_addr()?.port()))
}
