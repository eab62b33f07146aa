//! A plan that travels as protocol buffers gives the same answers, if the other side has the functions.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, BinaryArray, RecordBatch};
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::execution::FunctionRegistry as _;
use datafusion::physical_plan::collect;
use datafusion::prelude::SessionContext;
use datafusion_proto::bytes::{
    logical_plan_from_bytes, logical_plan_to_bytes, physical_plan_from_bytes,
    physical_plan_to_bytes,
};

use super::session;

/// Every function, with constants, so that the plan holds all of its data.
fn query() -> String {
    let calls: Vec<String> = rfc1738_datafusion::all()
        .iter()
        .filter(|function| function.name() != "rfc1738_parse")
        .map(|function| format!("{}(url)", function.name()))
        .collect();
    format!(
        "SELECT {}, rfc1738_is_valid(url, rule), rfc1738_error(url, 'httpurl') \
         FROM (VALUES ('http://h:8080/a?b', 'httpurl'), ('http://me@h/', 'url'), (NULL, 'host'), ('h', 'host')) \
         AS t (url, rule)",
        calls.join(", ")
    )
}

#[tokio::test]
async fn logical_plans_survive() {
    let context = session();
    let frame = context.sql(&query()).await.unwrap();
    let plan = frame.clone().into_optimized_plan().unwrap();
    let octets = logical_plan_to_bytes(&plan).unwrap();
    let other = session();
    let read = logical_plan_from_bytes(&octets, &other.task_ctx()).unwrap();
    let expected = frame.collect().await.unwrap();
    let answers = other
        .execute_logical_plan(read)
        .await
        .unwrap()
        .collect()
        .await
        .unwrap();
    assert_eq!(
        pretty_format_batches(&answers).unwrap().to_string(),
        pretty_format_batches(&expected).unwrap().to_string()
    );
    assert_eq!(expected.iter().map(RecordBatch::num_rows).sum::<usize>(), 4);
}

#[tokio::test]
async fn physical_plans_survive() {
    let context = session();
    let plan = context
        .sql(&query())
        .await
        .unwrap()
        .create_physical_plan()
        .await
        .unwrap();
    let octets = physical_plan_to_bytes(Arc::clone(&plan)).unwrap();
    let other = session();
    let read = physical_plan_from_bytes(&octets, &other.task_ctx()).unwrap();
    let expected = collect(plan, context.task_ctx()).await.unwrap();
    let answers = collect(read, other.task_ctx()).await.unwrap();
    assert_eq!(
        pretty_format_batches(&answers).unwrap().to_string(),
        pretty_format_batches(&expected).unwrap().to_string()
    );
}

#[tokio::test]
async fn a_plan_is_refused_where_the_functions_are_unknown() {
    let frame = session()
        .sql("SELECT rfc1738_is_valid(column1) FROM (VALUES ('a'))")
        .await
        .unwrap();
    let octets = logical_plan_to_bytes(frame.logical_plan()).unwrap();
    let error = logical_plan_from_bytes(&octets, &SessionContext::new().task_ctx()).unwrap_err();
    assert!(
        error.strip_backtrace().contains("rfc1738_is_valid"),
        "{error}"
    );
}

#[tokio::test]
async fn registration_is_one_call_for_any_registry() {
    let mut state = SessionContext::new().state();
    rfc1738_datafusion::register_all(&mut state).unwrap();
    assert!(state.udf("rfc1738_advice").is_ok());
    let octets: ArrayRef = Arc::new(BinaryArray::from_vec(vec![b"http://h/\xff"]));
    let context = SessionContext::new_with_state(state);
    let batch = RecordBatch::try_from_iter([("url", octets)]).unwrap();
    context.register_batch("t", batch).unwrap();
    let frame = context
        .sql("SELECT rfc1738_error(url)['offset'] FROM t")
        .await
        .unwrap();
    let table = pretty_format_batches(&frame.collect().await.unwrap()).unwrap();
    assert!(table.to_string().contains("| 9"), "{table}");
}
