//! Tests of a cluster of processes on this machine.

mod answers;
mod failures;
mod registration;

use std::path::{Path, PathBuf};

use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::error::Result;
use datafusion::prelude::SessionContext;
use tempfile::TempDir;

/// The folder of the binaries that are tested.
fn binaries() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_rfc1738-executor"))
        .parent()
        .unwrap()
}

/// Returns a session on this machine.
fn local() -> SessionContext {
    let mut context = SessionContext::new().enable_url_table();
    rfc1738_datafusion::register_all(&mut context).unwrap();
    context
}

/// A folder of Parquet files with the column `url`: a third wrong, some NULL, and one not UTF-8.
struct Urls {
    folder: TempDir,
}

impl Urls {
    /// Writes files with this number of rows each.
    async fn new(files: usize, rows: usize) -> Self {
        let folder = TempDir::new().unwrap();
        let context = local();
        for file in 0..files {
            let path = folder.path().join(format!("{file:03}.parquet"));
            let copy = format!(
                "COPY (SELECT CASE value % 9 \
                 WHEN 0 THEN NULL \
                 WHEN 1 THEN X'687474703a2f2f682fff' \
                 WHEN 2 THEN arrow_cast('http://me@host' || value || '/', 'Binary') \
                 WHEN 3 THEN arrow_cast('http://host' || (value % 100) || '/~me', 'Binary') \
                 ELSE arrow_cast('http://host' || (value % 100) || ':8080/path/' || value, 'Binary') END AS url \
                 FROM generate_series({}, {})) TO '{}'",
                file * rows + 1,
                (file + 1) * rows,
                path.display()
            );
            context.sql(&copy).await.unwrap().collect().await.unwrap();
        }
        Self { folder }
    }

    /// Returns the table in SQL.
    fn table(&self) -> String {
        let folder: PathBuf = self.folder.path().into();
        format!("'{}/'", folder.display())
    }
}

/// Returns the answer as a table.
async fn answer(context: &SessionContext, query: &str) -> Result<String> {
    let batches = context.sql(query).await?.collect().await?;
    Ok(pretty_format_batches(&batches)?.to_string())
}
