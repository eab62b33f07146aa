//! The scheduler: splits queries into stages, and gives their tasks to executors.

use std::net::SocketAddr;
use std::sync::Arc;

use ballista_core::error::Result;
use ballista_core::utils::default_session_builder;
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use datafusion::execution::SessionState;
use datafusion::prelude::SessionConfig;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use tokio::net::TcpListener;

/// The options of a scheduler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The address to listen on, such as `0.0.0.0`.
    pub bind: String,
    /// The name under which others reach it.
    pub host: String,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// After how many seconds without a sign of life an executor counts as lost, and its tasks run
    /// elsewhere.
    pub executor_timeout: u64,
}

/// Returns the state of a session: that of Ballista with the functions.
///
/// # Errors
///
/// Fails if Ballista cannot build a state.
pub fn state(config: SessionConfig) -> datafusion::error::Result<SessionState> {
    let mut state = default_session_builder(config)?;
    rfc1738_datafusion::register_all(&mut state)?;
    Ok(state)
}

/// Returns the configuration of a scheduler with the functions, to be extended.
#[must_use]
pub fn config(options: &Options) -> SchedulerConfig {
    let mut config = SchedulerConfig::default()
        .with_hostname(&options.host)
        .with_port(options.port)
        .with_override_session_builder(Arc::new(state));
    config.bind_host.clone_from(&options.bind);
    config.executor_timeout_seconds = options.executor_timeout;
    config.expire_dead_executor_interval_seconds = options.executor_timeout.div_ceil(4).max(1);
    config.no_executors_grace_period_seconds = options.executor_timeout;
    config
}

/// Runs a scheduler until the process ends. Calls `ready` with the address as soon as it listens.
///
/// # Errors
///
/// Fails if the address cannot be used.
pub async fn run(options: Options, ready: impl FnOnce(SocketAddr)) -> Result<()> {
    let listener = TcpListener::bind((options.bind.as_str(), options.port)).await?;
    let address = listener.local_addr()?;
    let port = address.port();
    let config = Arc::new(config(&Options { port, ..options }));
    config.validate()?;
    let cluster = BallistaCluster::new_from_config(&config).await?;
    let scheduler = create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, config).await?;
    ready(address);
    start_grpc_service_with_listener(listener, scheduler).await
}
