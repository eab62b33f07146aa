//! The URLs in Parquet files and in lines.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use datafusion::arrow::array::{ArrayRef, RecordBatch, StringArray};
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::basic::{Compression, ZstdLevel};
use datafusion::parquet::file::properties::WriterProperties;

use crate::urls::url;

/// The most rows of a file.
pub const ROWS: u64 = 1_000_000;

/// The rows of a batch and of a row group.
const BATCH: u64 = 125_000;

/// Writes a folder of Parquet files with the column `url`. Replaces files of the same names.
///
/// # Errors
///
/// Fails if a file cannot be written.
pub fn write_parquet(folder: &Path, rows: u64) -> anyhow::Result<()> {
    let context = || format!("{} cannot be written", folder.display());
    fs::create_dir_all(folder).with_context(context)?;
    for (number, start) in (0..rows).step_by(usize::try_from(ROWS)?).enumerate() {
        let file = File::create(folder.join(format!("part-{number:03}.parquet")))?;
        write_file(file, start..rows.min(start + ROWS)).with_context(context)?;
    }
    Ok(())
}

fn write_file(file: File, rows: std::ops::Range<u64>) -> anyhow::Result<()> {
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_max_row_group_row_count(Some(usize::try_from(BATCH)?))
        .build();
    let schema = batch(0..0)?.schema();
    let mut writer = ArrowWriter::try_new(file, schema, Some(properties))?;
    for start in rows.clone().step_by(usize::try_from(BATCH)?) {
        writer.write(&batch(start..rows.end.min(start + BATCH))?)?;
    }
    writer.close()?;
    Ok(())
}

/// Returns the rows as a batch with the column `url`.
///
/// # Errors
///
/// Fails if the texts are longer than a column can be.
pub fn batch(rows: std::ops::Range<u64>) -> anyhow::Result<RecordBatch> {
    let urls: ArrayRef = Arc::new(
        rows.map(|number| Some(url(number)))
            .collect::<StringArray>(),
    );
    Ok(RecordBatch::try_from_iter([("url", urls)])?)
}

/// Writes one URL a line.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_lines(out: &mut impl Write, rows: u64) -> io::Result<()> {
    (0..rows).try_for_each(|number| writeln!(out, "{}", url(number)))
}
