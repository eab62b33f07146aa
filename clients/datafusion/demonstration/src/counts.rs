//! The counts of a query, by error.

use std::collections::BTreeMap;

use anyhow::Context as _;
use datafusion::arrow::array::AsArray as _;
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Int64Type};
use datafusion::prelude::SessionContext;

/// How many texts are valid, and how many have each error.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// The valid texts.
    pub valid: u64,
    /// The invalid texts, by the id of the error.
    pub errors: BTreeMap<String, u64>,
}

impl Counts {
    /// Returns the number of texts.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.valid + self.errors.values().sum::<u64>()
    }
}

/// Returns the query that counts the errors of the column `url`.
#[must_use]
pub fn query(table: &str) -> String {
    format!("SELECT rfc1738_error(url)['id'] AS id, count(*) AS texts FROM {table} GROUP BY 1")
}

/// Counts the errors of the column `url`.
///
/// # Errors
///
/// Fails if the query does.
pub async fn of_table(context: &SessionContext, table: &str) -> anyhow::Result<Counts> {
    let mut counts = Counts::default();
    for batch in context.sql(&query(table)).await?.collect().await? {
        let ids = cast(batch.column(0), &DataType::Utf8)?;
        let texts = batch.column(1).as_primitive::<Int64Type>();
        for (id, texts) in ids.as_string::<i32>().iter().zip(texts) {
            let texts = u64::try_from(texts.context("a count is never NULL")?)?;
            match id {
                Some(id) => *counts.errors.entry(id.to_owned()).or_default() += texts,
                None => counts.valid += texts,
            }
        }
    }
    Ok(counts)
}
