//! What a scheduler and executors write to standard error.

use std::env;
use std::io::Write as _;

use ::log::{LevelFilter, Log, Metadata, Record};
use rfcbnf_engine::escape::Printable;

/// Writes records to standard error.
struct StandardError;

impl Log for StandardError {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= ::log::max_level()
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            let (level, target) = (record.level(), record.target());
            // If standard error is closed, nobody reads it.
            let message = record.args().to_string();
            let message = Printable(message.as_bytes());
            let _ = writeln!(std::io::stderr(), "{level} {target}: {message}");
        }
    }

    fn flush(&self) {}
}

/// Writes errors and warnings from now on, or what the environment variable `RUST_LOG` says: `off`,
/// `error`, `warn`, `info`, `debug` or `trace`.
pub fn start() {
    let level = env::var("RUST_LOG")
        .ok()
        .and_then(|level| level.parse().ok());
    if ::log::set_logger(&StandardError).is_ok() {
        ::log::set_max_level(level.unwrap_or(LevelFilter::Warn));
    }
}
