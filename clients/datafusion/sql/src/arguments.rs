//! The command line.

use std::io::{self, Read as _};
use std::num::NonZero;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use rfcbnf_engine::escape::Printable;

use crate::failure::Failure;
use crate::standard_streams::StandardStream;

const EXAMPLES: &str = "\
Examples:
  rfc1738-sql \"SELECT rfc1738_error(url).id, count(*) FROM 'urls.parquet' GROUP BY 1\"
  rfc1738-sql --format csv \"SELECT url FROM 'logs/' WHERE NOT rfc1738_is_valid(url)\"
  rfc1738-sql --scheduler http://localhost:50050 - < query.sql
  rfc1738-sql \"SHOW FUNCTIONS LIKE 'rfc1738%'\"";

const EXIT_STATUS: &str = "\
Exit status:
  0    the query has an answer
  2    the query is wrong or failed, or a file cannot be read, or the output cannot be written
  141  the reader of a pipe is gone";

/// Query files of URLs in SQL, with the answers of RFC 1738.
///
/// A table is the path of a file in quotation marks, or of a folder of files of one kind: Parquet, CSV,
/// JSON Lines or Arrow, told by the extension. The SQL is that of DataFusion.
#[derive(Debug, Parser)]
#[command(name = "rfc1738-sql", version, after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
pub(crate) struct Arguments {
    /// The query; - for standard input
    query: String,

    /// Format of the answer
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,

    /// Number of threads; all cores by default
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZero<usize>>,

    /// Address of the scheduler of a cluster that runs the query, such as `http://localhost:50050`
    #[arg(long, value_name = "URL")]
    pub(crate) scheduler: Option<String>,
}

/// The format of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Format {
    /// A table for people, which is kept in memory until it is complete
    #[default]
    Table,
    /// An object on each line
    Json,
    /// Comma-separated values with a header (RFC 4180); lists and structs as text
    Csv,
}

impl Arguments {
    /// Parses the command line.
    ///
    /// # Errors
    ///
    /// Returns the exit status if there is nothing to run: after `--help`, or a wrong use.
    pub(crate) fn from_command_line() -> Result<Self, ExitCode> {
        Self::try_parse().map_err(|error| {
            let stream = if error.use_stderr() {
                StandardStream::Error
            } else {
                StandardStream::Output
            };
            let written = if stream.is_unusable() {
                Err(StandardStream::error())
            } else {
                error.print()
            };
            match written {
                Err(error) if !matches!(stream, StandardStream::Error) => {
                    Failure::Unwritable(error).report()
                }
                _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
            }
        })
    }

    /// Returns the query, which may come from standard input.
    pub(crate) fn query(&self) -> Result<String, Failure> {
        if self.query != "-" {
            return Ok(self.query.clone());
        }
        let mut query = String::new();
        match io::stdin().read_to_string(&mut query) {
            _ if StandardStream::Input.is_unusable() => {
                let error = StandardStream::error();
                Err(Failure::Unreadable(format!("standard input: {error}")))
            }
            Ok(_) => Ok(query),
            Err(error) => {
                let reason = error.to_string();
                let reason = Printable(reason.as_bytes());
                Err(Failure::Unreadable(format!("standard input: {reason}")))
            }
        }
    }
}
