//! The client: a session whose queries run on a cluster.

use ballista::prelude::{SessionConfigExt as _, SessionContextExt as _};
use datafusion::error::Result;
use datafusion::execution::SessionStateBuilder;
use datafusion::prelude::{SessionConfig, SessionContext};

/// Returns a session of the cluster whose scheduler has the address, such as
/// `http://localhost:50050`. The first query connects. In SQL, the path of a file is the name of a
/// table; executors read it under the same path.
///
/// # Errors
///
/// Fails if `scheduler` is not an address.
pub async fn connect(scheduler: &str) -> Result<SessionContext> {
    connect_with(scheduler, SessionConfig::new_with_ballista()).await
}

/// Does the same with a configuration, which [`SessionConfig::new_with_ballista`] begins.
///
/// # Errors
///
/// Fails if `scheduler` is not an address.
pub async fn connect_with(scheduler: &str, config: SessionConfig) -> Result<SessionContext> {
    let state = SessionStateBuilder::new()
        .with_config(config.with_information_schema(true))
        .with_default_features()
        .build();
    let context = SessionContext::remote_with_state(scheduler, state).await?;
    let mut context = context.enable_url_table();
    // The remote state is a new one, so the functions have to come after it.
    rfc1738_datafusion::register_all(&mut context)?;
    Ok(context)
}
