//! The table.

use super::rows::{Amount, RIPGREP, Row};
use crate::report::table;
use crate::versions;

/// Returns the part that does not depend on the processor.
#[must_use]
pub fn remarks() -> String {
    let linkify = versions::of_package("linkify").join(" and ");
    format!(
        "linkify {linkify} returns the text of each URL and nothing else, on one thread. `extract` also \
         decides whether it is a URL of RFC 1738, counts lines and columns, and reports repairs and errors. \
         `rg` counts the lines that match, and says nothing about the others. `check` shows the error in \
         each, with its position, the first note and the first fix, about 160 octets for each, which takes \
         most of its time if many lines are invalid. The regular expression is that of `rfc1738 grammar \
         export --to regex --engine rust`."
    )
}

/// Returns the part on this processor: the date, the versions and the rows.
#[must_use]
pub fn of_processor(amount: Amount, cores: usize, rows: &[Row]) -> String {
    let [rustc, ripgrep] = ["rustc", RIPGREP].map(|tool| match versions::of_tool(tool) {
        Some(version) => format!("{tool} {version}"),
        None => format!("no {tool}"),
    });
    let header = [
        "this",
        "compared with",
        "CPU time",
        "ratio",
        "at most",
        "met",
    ];
    let rows = rows.iter().map(|row| {
        let most = format!("{:.2}", row.most);
        let (time, ratio, met) = match &row.cost {
            Ok(cost) => (
                time(cost.seconds),
                format!("{:.2}", cost.ratio),
                if cost.ratio <= row.most { "yes" } else { "no" },
            ),
            Err(reason) => (String::new(), reason.to_string(), ""),
        };
        vec![
            row.what.clone(),
            row.other.to_owned(),
            time,
            ratio,
            most,
            met.to_owned(),
        ]
    });
    format!(
        "Measured on {}, {} rounds, {cores} cores, with {rustc} and {ripgrep}.\n\n{}",
        jiff::Zoned::now().date(),
        amount.rounds,
        table(header.map(str::to_owned).to_vec(), rows.collect(), 2),
    )
}

fn time(seconds: f64) -> String {
    if seconds < 0.1 {
        format!("{:.2} ms", seconds * 1e3)
    } else {
        format!("{seconds:.2} s")
    }
}

#[cfg(test)]
mod tests {
    use super::super::rows::Cost;
    use super::*;
    use crate::unmeasured::Unmeasured;

    #[test]
    fn a_row_shows_its_cost_or_why_there_is_none() {
        let row = |cost| Row {
            what: "`check`".to_owned(),
            other: "`rg`",
            most: 0.8,
            cost,
        };
        let missing = Unmeasured::Missing {
            tool: "ripgrep",
            install: "cargo install ripgrep",
        };
        let cost = |seconds, ratio| Ok(Cost { seconds, ratio });
        let rows = [
            row(cost(0.5, 0.75)),
            row(cost(0.0017, 0.9)),
            row(Err(missing)),
        ];
        let shown = of_processor(Amount::QUICK, 2, &rows);
        let lines: Vec<String> = shown
            .lines()
            .skip(4)
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(
            lines,
            [
                "| `check` | `rg` | 0.50 s | 0.75 | 0.80 | yes |",
                "| `check` | `rg` | 1.70 ms | 0.90 | 0.80 | no |",
                "| `check` | `rg` | | not measured: ripgrep is not installed (`cargo install ripgrep`) | 0.80 | |",
            ]
        );
    }
}
