//! The units of figures.

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
