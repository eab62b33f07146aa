//! The session: this machine or a cluster.

use std::io;
use std::num::NonZero;

use datafusion::prelude::{SessionConfig, SessionContext};
use rfc1738_cluster::client;
use tokio::runtime::{Builder, Runtime};

use crate::arguments::Arguments;
use crate::failure::Failure;

/// Returns the threads that run the query.
pub(crate) fn runtime(threads: Option<NonZero<usize>>) -> io::Result<Runtime> {
    let mut builder = Builder::new_multi_thread();
    if let Some(threads) = threads {
        builder.worker_threads(threads.get());
    }
    builder.enable_all().build()
}

/// Returns a session with the functions, in which the path of a file is the name of a table.
pub(crate) async fn context(arguments: &Arguments) -> Result<SessionContext, Failure> {
    if let Some(scheduler) = &arguments.scheduler {
        return Ok(client::connect(scheduler).await?);
    }
    let mut config = SessionConfig::new().with_information_schema(true);
    if let Some(threads) = arguments.threads {
        config = config.with_target_partitions(threads.get());
    }
    let mut context = SessionContext::new_with_config(config).enable_url_table();
    rfc1738_datafusion::register_all(&mut context)?;
    Ok(context)
}
