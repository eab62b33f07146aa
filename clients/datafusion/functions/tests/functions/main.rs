//! Tests of the functions, through the engine.

mod arguments;
mod documentation;
mod proto;
mod rows;

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, RecordBatch};
use datafusion::arrow::datatypes::{Field, Schema};
use datafusion::error::Result;
use datafusion::prelude::{SessionConfig, SessionContext};

/// Returns a session with the functions.
fn session() -> SessionContext {
    let config = SessionConfig::new().with_information_schema(true);
    let mut context = SessionContext::new_with_config(config);
    rfc1738_datafusion::register_all(&mut context).unwrap();
    context
}

/// Returns the first column of the answer to a query over a table `t` with the column `url`.
async fn answers(query: &str, urls: &ArrayRef) -> Result<ArrayRef> {
    let context = session();
    let field = Field::new("url", urls.data_type().clone(), true);
    let schema = Arc::new(Schema::new(vec![field]));
    let batch = RecordBatch::try_new(schema, vec![Arc::clone(urls)])?;
    context.register_batch("t", batch)?;
    let batches = context.sql(query).await?.collect().await?;
    let columns: Vec<&dyn datafusion::arrow::array::Array> = batches
        .iter()
        .map(|batch| batch.column(0).as_ref())
        .collect();
    Ok(datafusion::arrow::compute::concat(&columns)?)
}

/// Returns the error of a query without a table.
async fn error(query: &str) -> String {
    let context = session();
    let frame = match context.sql(query).await {
        Ok(frame) => frame,
        Err(error) => return error.strip_backtrace(),
    };
    frame.collect().await.unwrap_err().strip_backtrace()
}
