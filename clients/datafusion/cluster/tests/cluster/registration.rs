//! A place without the functions is named.

use std::sync::Arc;

use ballista_core::registry::BallistaFunctionRegistry;
use ballista_executor::executor_process::start_executor_process;
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use datafusion::prelude::SessionContext;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use rfc1738_cluster::missing::advice;
use rfc1738_cluster::{client, executor, scheduler};
use tempfile::TempDir;
use tokio::net::TcpListener;

use super::{Urls, answer};

/// Starts a scheduler and an executor in this process, and returns the address of the scheduler.
async fn start(scheduler_knows: bool, executor_knows: bool, folder: &TempDir) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let mut config = scheduler::config(&scheduler::Options {
        bind: "127.0.0.1".into(),
        host: "localhost".into(),
        port,
        executor_timeout: 30,
    });
    if !scheduler_knows {
        config.override_session_builder = None;
    }
    let config = Arc::new(config);
    let cluster = BallistaCluster::new_from_config(&config).await.unwrap();
    let server = create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, config);
    let server = server.await.unwrap();
    tokio::spawn(start_grpc_service_with_listener(listener, server));

    let mut config = executor::config(&executor::Options {
        bind: "127.0.0.1".into(),
        host: "localhost".into(),
        port: 0,
        scheduler_host: "localhost".into(),
        scheduler_port: port,
        cores: 1,
        folder: folder.path().into(),
    })
    .unwrap();
    if !executor_knows {
        config.override_function_registry = Some(Arc::new(BallistaFunctionRegistry::default()));
    }
    tokio::spawn(async move { start_executor_process(Arc::new(config)).await });
    format!("http://localhost:{port}")
}

/// Returns the advice about the error of a query.
async fn error(scheduler_knows: bool, executor_knows: bool) -> String {
    let (urls, folder) = (Urls::new(1, 100).await, TempDir::new().unwrap());
    let address = start(scheduler_knows, executor_knows, &folder).await;
    let context = client::connect(&address).await.unwrap();
    let query = format!(
        "SELECT count(*) FROM {} WHERE rfc1738_is_valid(url)",
        urls.table()
    );
    let error = answer(&context, &query)
        .await
        .unwrap_err()
        .strip_backtrace();
    advice(&error).unwrap_or(error)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scheduler_without_the_functions_is_named() {
    assert_eq!(
        error(false, true).await,
        "the scheduler does not know rfc1738_is_valid: start rfc1738-scheduler, or call \
         rfc1738_datafusion::register_all on the state that the session builder of your scheduler builds \
         (SchedulerConfig::with_override_session_builder)"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_executor_without_the_functions_is_named() {
    assert_eq!(
        error(true, false).await,
        "an executor could not prepare a task, as one does that does not know the functions rfc1738_…: start \
         rfc1738-executor on every machine, or put rfc1738_datafusion::all() into the function registry of your \
         executors (ExecutorProcessConfig::override_function_registry); its log has the cause"
    );
}

#[tokio::test]
async fn a_client_without_the_functions_is_named() {
    let context = SessionContext::new();
    let error = answer(&context, "SELECT rfc1738_is_valid('http://h/')")
        .await
        .unwrap_err();
    assert_eq!(
        advice(&error.strip_backtrace()).unwrap(),
        "the client does not know rfc1738_is_valid: call rfc1738_datafusion::register_all on its session, after \
         SessionContext::remote"
    );
}
