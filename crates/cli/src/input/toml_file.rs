//! TOML files, and what is wrong with them.

use std::error::Error;
use std::ffi::OsStr;

use rfcbnf::limits::FILE_LENGTH;
use rfcbnf_engine::escape::Printable;

use crate::input::source::Source;
use crate::outcome::Failure;

/// Reads the text of a TOML file, which is `kind`.
pub(crate) fn read_toml(name: &OsStr, kind: &str) -> Result<String, Failure> {
    let octets = Source::new(name).read_limited(FILE_LENGTH, kind)?;
    String::from_utf8(octets).map_err(|_| unusable(name, "is not UTF-8".to_owned()))
}

/// Returns the failure for a file that can be read, but not used. The reason is escaped.
pub(crate) fn unusable(name: &OsStr, reason: String) -> Failure {
    Failure::Unusable {
        name: Source::new(name).to_string(),
        reason,
    }
}

/// The message of the error, escaped line by line.
pub(crate) fn escaped_lines(error: &impl Error) -> String {
    let text = error.to_string();
    let lines = text
        .lines()
        .map(|line| Printable(line.as_bytes()).to_string());
    lines.collect::<Vec<_>>().join("\n")
}
