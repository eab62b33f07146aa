//! The units of figures, and the reasons why one was not measured.

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

/// The unit of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A ratio of two costs.
    Ratio,
    /// A number of things.
    Count,
    /// Seconds.
    Seconds,
    /// Octets, shown in KiB of 1,024 octets.
    Octets,
    /// Octets, shown in kB of 1,000 octets.
    Kilobytes,
}

impl Unit {
    /// Formats a figure with some three significant digits and the unit.
    #[must_use]
    pub fn format(self, figure: f64) -> String {
        match self {
            Self::Ratio if figure < 0.1 => format!("{figure:.4}"),
            Self::Ratio if figure < 10.0 => format!("{figure:.2}"),
            Self::Ratio => format!("{figure:.1}"),
            Self::Count => format!("{figure:.0}"),
            Self::Seconds => format!("{figure:.1} s"),
            Self::Octets => format!("{:.0} KiB", figure / 1024.0),
            Self::Kilobytes => format!("{:.0} kB", figure / 1000.0),
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

    #[test]
    fn ratios_have_some_three_digits() {
        let ratios = [1.0 / 30.0, 0.85, 2.0, 12.345];
        assert_eq!(
            ratios.map(|ratio| Unit::Ratio.format(ratio)),
            ["0.0333", "0.85", "2.00", "12.3"]
        );
    }

    #[test]
    fn other_figures_have_their_unit() {
        assert_eq!(Unit::Count.format(2.0), "2");
        assert_eq!(Unit::Seconds.format(26.94), "26.9 s");
        assert_eq!(Unit::Octets.format(256.0 * 1024.0), "256 KiB");
        assert_eq!(Unit::Kilobytes.format(60e3), "60 kB");
    }
}
