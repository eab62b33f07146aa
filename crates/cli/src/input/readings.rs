//! The readings that `--readings` chooses: those of RFC 1738, or those of a file.

use std::ffi::OsStr;

use rfcbnf::Readings;
use rfcbnf::rfc1738::READINGS;

use crate::input::toml_file::{escaped_lines, read_toml, unusable};
use crate::outcome::Failure;

/// The value of `--readings` that stands for the readings of RFC 1738. A file with this name is
/// called `./rfc1738`.
const OWN: &str = "rfc1738";

/// Readings, and where they are from.
#[derive(Default)]
pub(crate) struct ChosenReadings {
    pub(crate) readings: Readings,
    /// Whether they are those of RFC 1738.
    pub(crate) are_own: bool,
}

impl ChosenReadings {
    /// Reads the readings that the argument chooses. Without an argument there are none.
    pub(crate) fn read(name: Option<&OsStr>) -> Result<Self, Failure> {
        let Some(name) = name else {
            return Ok(Self::default());
        };
        let text = readings_text(name)?;
        let readings = Readings::from_toml(&text);
        Ok(Self {
            readings: readings.map_err(|error| unusable(name, escaped_lines(&error)))?,
            are_own: are_own(name),
        })
    }
}

/// Returns the text of the readings that the argument chooses.
pub(crate) fn readings_text(name: &OsStr) -> Result<String, Failure> {
    if are_own(name) {
        return Ok(READINGS.to_owned());
    }
    read_toml(name, "a file of readings")
}

fn are_own(name: &OsStr) -> bool {
    name == OWN
}
