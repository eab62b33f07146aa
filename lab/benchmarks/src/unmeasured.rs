//! The reasons why a figure was not measured.

use std::fmt;

use rfcbnf::recognizer;

/// A figure, or the reason why it was not measured.
pub type Measured<T> = Result<T, Unmeasured>;

/// The reason why a figure was not measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unmeasured {
    /// The flag that asks for it was not given.
    NotAsked {
        /// The flag.
        flag: &'static str,
    },
    /// A tool is missing.
    Missing {
        /// The tool.
        tool: &'static str,
        /// The command that installs it.
        install: &'static str,
    },
    /// The recognizer reached a limit.
    Undecided(recognizer::Undecided),
}

/// Writes what to do about it.
impl fmt::Display for Unmeasured {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAsked { flag } => write!(formatter, "not measured without `{flag}`"),
            Self::Missing { tool, install } => {
                write!(
                    formatter,
                    "not measured: {tool} is not installed (`{install}`)"
                )
            }
            Self::Undecided(reason) => write!(formatter, "undecided: {reason}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_names_the_remedy_or_the_limit() {
        let flag = Unmeasured::NotAsked { flag: "--wasm" };
        assert_eq!(flag.to_string(), "not measured without `--wasm`");
        let (tool, install) = ("node", "apt-get install nodejs");
        let missing = Unmeasured::Missing { tool, install };
        assert_eq!(
            missing.to_string(),
            "not measured: node is not installed (`apt-get install nodejs`)"
        );
        let limit = recognizer::Undecided::Verdict(recognizer::LimitReached::Size);
        assert_eq!(
            Unmeasured::Undecided(limit).to_string(),
            "undecided: the text takes tables of more than 240 megabytes and 80 octets for each octet, or 360 megabytes"
        );
    }
}
