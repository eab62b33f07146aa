//! The functions on one core, over a column in memory, beside a plain loop; and two filters over Parquet.
//!
//! Times are CPU times, so other programs hardly disturb them. Each round runs everything once; the
//! median of the rounds counts.

use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use anyhow::ensure;
use datafusion::arrow::array::{AsArray as _, RecordBatch};
use datafusion::datasource::MemTable;
use datafusion::logical_expr::ScalarUDF;
use datafusion::prelude::{SessionConfig, SessionContext};
use rfc1738::Rule;
use rfcbnf::export::{self, Engine};
use rfcbnf::rfc1738::{BNF, READINGS, load};
use tokio::runtime::Builder;

use crate::files;

/// The name of a measured thing, and its time for each row.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// The loop or the expression.
    pub name: &'static str,
    /// The median of the rounds.
    pub time: Duration,
    /// The rows that were read in this time.
    pub rows: u64,
}

impl Figure {
    /// Returns the rows a second.
    #[must_use]
    pub fn rate(&self) -> f64 {
        rate(self.rows, self.time)
    }
}

/// Returns the rows a second.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "fewer rows than 2^53")]
pub fn rate(rows: u64, time: Duration) -> f64 {
    rows as f64 / time.as_secs_f64()
}

/// The name of the plain loop.
pub const LOOP: &str = "loop over `is_valid`";

/// The expressions, which each give NULL for a wrong URL and so can be counted.
const EXPRESSIONS: [&str; 7] = [
    "rfc1738_is_valid(url)",
    "rfc1738_error(url)['id']",
    "rfc1738_extract_host(url)",
    "try_parse_url(url, 'HOST')",
    "rfc1738_try_parse(url)['host']",
    "rfc1738_normalize(url)",
    "rfc1738_advice(url)",
];

const ROUNDS: usize = 5;

/// The rows of a batch, as the engine makes them.
const BATCH: u64 = 8192;

/// Measures the loop and the expressions.
///
/// # Errors
///
/// Fails if a query does.
pub fn measure(rows: u64) -> anyhow::Result<Vec<Figure>> {
    let mut batches = Vec::new();
    let mut start = 0;
    while start < rows {
        let end = rows.min(start + BATCH);
        batches.push(files::batch(start..end)?);
        start = end;
    }
    let context = session(&batches)?;
    let runtime = Builder::new_current_thread().build()?;
    let mut times = vec![Vec::new(); EXPRESSIONS.len() + 1];
    for _ in 0..ROUNDS {
        times[0].push(time(|| Ok(black_box(plain_loop(&batches)))).map(|(time, _)| time)?);
        for (index, expression) in EXPRESSIONS.into_iter().enumerate() {
            let query = format!("SELECT count({expression}) FROM urls");
            let run =
                || runtime.block_on(async { Ok(context.sql(&query).await?.collect().await?) });
            times[index + 1].push(time(run)?.0);
        }
    }
    let names = [LOOP].into_iter().chain(EXPRESSIONS);
    let figures = names.zip(times).map(|(name, times)| Figure {
        name,
        time: median(times),
        rows,
    });
    Ok(figures.collect())
}

/// The names of the filters.
const FILTERS: [&str; 2] = [
    "`WHERE rfc1738_is_valid(url)`",
    "`WHERE regexp_like(url, …)` with the exported regular expression",
];

/// Counts the valid URLs of Parquet files on one core with a filter of this library, and with one by the
/// exported regular expression. Both have to count the same.
///
/// # Errors
///
/// Fails if the files cannot be written, or if a query fails, or if the counts differ.
pub fn measure_filters(folder: &Path, rows: u64) -> anyhow::Result<[Figure; 2]> {
    files::write_parquet(folder, rows)?;
    let (grammar, _) = load(BNF, READINGS)?;
    let expression = export::regex(&grammar, "url")?;
    let expression = expression.for_engine(Engine::Rust).replace('\'', "''");
    let conditions = [
        "rfc1738_is_valid(url)".to_owned(),
        format!("regexp_like(url, '{expression}')"),
    ];
    let config = SessionConfig::new().with_target_partitions(1);
    let mut context = SessionContext::new_with_config(config).enable_url_table();
    rfc1738_datafusion::register_all(&mut context)?;
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let mut times = [const { Vec::new() }; 2];
    for _ in 0..ROUNDS {
        let mut counts = Vec::new();
        for (times, condition) in times.iter_mut().zip(&conditions) {
            let table = folder.display();
            let query = format!("SELECT count(*) FROM '{table}/' WHERE {condition}");
            let run =
                || runtime.block_on(async { Ok(context.sql(&query).await?.collect().await?) });
            let (time, count) = time(run)?;
            times.push(time);
            counts.push(count);
        }
        ensure!(counts[0] == counts[1], "{counts:?}: the filters differ");
    }
    let [own, other] = times.map(median);
    Ok([(FILTERS[0], own), (FILTERS[1], other)].map(|(name, time)| Figure { name, time, rows }))
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// Runs something, and returns its CPU time and its result.
fn time<T>(run: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<(Duration, T)> {
    let start = crate::cores::cpu_time();
    let result = run()?;
    Ok((crate::cores::cpu_time().saturating_sub(start), result))
}

fn plain_loop(batches: &[RecordBatch]) -> usize {
    let mut valid = 0;
    for batch in batches {
        for text in batch.column(0).as_string::<i32>().iter().flatten() {
            valid += usize::from(rfc1738::is_valid(Rule::Url, text));
        }
    }
    valid
}

/// Returns a session on one core with the table `urls`.
fn session(batches: &[RecordBatch]) -> anyhow::Result<SessionContext> {
    let config = SessionConfig::new().with_target_partitions(1);
    let mut context = SessionContext::new_with_config(config);
    rfc1738_datafusion::register_all(&mut context)?;
    let parse_url = datafusion_spark::function::url::try_parse_url::TryParseUrl::default();
    context.register_udf(ScalarUDF::new_from_impl(parse_url));
    let table = MemTable::try_new(batches[0].schema(), vec![batches.to_vec()])?;
    context.register_table("urls", std::sync::Arc::new(table))?;
    Ok(context)
}
