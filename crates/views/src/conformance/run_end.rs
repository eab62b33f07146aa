//! What ended a run from outside.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What ended a run before it had asked everything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum RunEnd {
    /// A time limit, as the user wrote it.
    Time(String),
    /// An interrupt by the user or by the system.
    Interrupt,
}

impl RunEnd {
    /// Returns the name for programs.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Time(_) => "time",
            Self::Interrupt => "interrupt",
        }
    }
}

/// Writes `--time 60s` or `an interrupt`.
impl fmt::Display for RunEnd {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(limit) => write!(formatter, "--time {limit}"),
            Self::Interrupt => formatter.write_str("an interrupt"),
        }
    }
}
