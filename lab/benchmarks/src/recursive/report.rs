//! The tables on grammars that recurse, in Markdown.

use super::measurement::SHORT;
use super::measurement::{
    CRATE_TREE, CRATE_VALUE, CRATE_VERDICT, Comparison, DETAIL, Growth, PEST, SERDE_JSON, TREE,
    VERDICT,
};
use crate::figures::Measured;
use crate::figures::Unit;
use crate::goals::Figure;
use crate::report::{figures, table};
use crate::timing::Series;
use crate::versions;

/// The parsers in the order of the table.
const PARSERS: [&str; 8] = [
    CRATE_VERDICT,
    CRATE_TREE,
    CRATE_VALUE,
    VERDICT,
    TREE,
    DETAIL,
    PEST,
    SERDE_JSON,
];

/// Returns the part that does not depend on the processor: the corpora, and what pest rejects.
#[must_use]
pub fn corpora(comparisons: &[Comparison]) -> String {
    let corpora = comparisons.iter().map(|one| {
        let octets = one.octets.checked_div(one.texts).unwrap_or_default();
        let texts = if one.texts == 1 { "text" } else { "texts" };
        let measured = format!("- {}: {} {texts} of {octets} octets", one.name, one.texts);
        let rejected: usize = one.rejected.values().sum();
        if rejected == 0 {
            return measured;
        }
        let forms = one.rejected.iter();
        let forms: Vec<String> = forms
            .map(|(form, count)| format!("{form} {count}"))
            .collect();
        format!(
            "{measured} on average, and {rejected} left out because pest rejects them ({})",
            forms.join(", ")
        )
    });
    corpora.collect::<Vec<_>>().join("\n")
}

/// Returns the part on this processor: the date, the versions, times and goals.
#[must_use]
pub fn of_processor(rounds: usize, comparisons: &[Comparison], growth: &[Growth]) -> String {
    format!(
        "Measured on {}, {rounds} rounds, with rustc {}, pest {}, serde_json {}.\n\nMedian time for an \
         octet, and how many times that of pest.\n\n{}\n\nMedian time for an octet of a text of {SHORT} \
         octets, and of a long one.\n\n{}\n\n{}",
        jiff::Zoned::now().date(),
        versions::of_tool("rustc")
            .as_deref()
            .unwrap_or("of unknown version"),
        versions::of_package("pest").join(" and "),
        versions::of_package("serde_json").join(" and "),
        times(comparisons),
        growths(growth),
        figures(&["measured"], &goals(comparisons, growth), true),
    )
}

/// Returns the table of parsers.
fn times(comparisons: &[Comparison]) -> String {
    let header = comparisons.iter().map(|one| one.name.to_owned());
    let rows = PARSERS.into_iter().map(|parser| {
        let cells = comparisons.iter().map(|one| match one.cost(parser) {
            None => String::new(),
            Some(Err(reason)) => reason.to_string(),
            Some(Ok(series)) => {
                let ratio = one.ratio(parser, PEST).map(|ratio| format!("{ratio:7.3}"));
                format!("{}  {}", nanoseconds(series), ratio.unwrap_or_default())
            }
        });
        [parser.to_owned()].into_iter().chain(cells).collect()
    });
    let header = ["parser".to_owned()].into_iter().chain(header);
    table(header.collect(), rows.collect(), 1)
}

/// Returns the table of shapes.
fn growths(growth: &[Growth]) -> String {
    let header = [
        "text",
        "octets",
        "verdict, short",
        "verdict, long",
        "tree, short",
        "tree, long",
    ];
    let rows = growth.iter().map(|one| {
        let costs = one.verdict.iter().chain(&one.tree);
        let cells = costs.map(|cost| match cost {
            Ok(series) => nanoseconds(series),
            Err(reason) => reason.to_string(),
        });
        let text = [one.name.to_owned(), one.octets.to_string()];
        text.into_iter().chain(cells).collect()
    });
    table(header.map(str::to_owned).to_vec(), rows.collect(), 1)
}

fn nanoseconds(series: &Series) -> String {
    let median = series.median();
    let digits = usize::from(median < 10.0);
    format!("{median:.digits$} ns")
}

fn goals(comparisons: &[Comparison], growth: &[Growth]) -> Vec<Figure> {
    let beside_others = comparisons.iter().flat_map(|one| {
        let is_json = one.cost(SERDE_JSON).is_some();
        let [verdict, tree] = if is_json { [0.08, 0.3] } else { [0.4, 1.0] };
        let beside_pest = [
            ("verdict, crate", CRATE_VERDICT, PEST, verdict),
            ("tree, crate", CRATE_TREE, PEST, tree),
            ("verdict, interpreted", VERDICT, PEST, 0.4),
            ("tree, interpreted", TREE, PEST, 2.0),
        ];
        let beside_serde_json = [
            ("verdict, crate", CRATE_VERDICT, SERDE_JSON, 1.0),
            ("value, crate and serde", CRATE_VALUE, SERDE_JSON, 3.0),
        ];
        let of_json = if is_json { &beside_serde_json[..] } else { &[] };
        let pairs = beside_pest.into_iter().chain(of_json.iter().copied());
        let figures = pairs.map(|(what, parser, other, most)| {
            let what = format!("{what} / {other}, {}", one.name);
            goal(what, most, one.ratio(parser, other))
        });
        figures.collect::<Vec<_>>()
    });
    let growth = growth.iter().flat_map(|one| {
        let kinds = [("verdict", 1.5, &one.verdict), ("tree", 2.0, &one.tree)];
        kinds.map(|(kind, most, [short, long])| {
            let what = format!(
                "{kind}, an octet of the long text / of a short one, {}",
                one.name
            );
            goal(what, most, ratio(long, short))
        })
    });
    beside_others.chain(growth).collect()
}

fn goal(what: String, most: f64, ratio: Measured<f64>) -> Figure {
    Figure {
        what,
        unit: Unit::Ratio,
        most: Some(most),
        measured: ratio.map(|ratio| vec![ratio]),
    }
}

impl Comparison {
    /// Returns the times of the parser, if it takes part.
    fn cost(&self, parser: &str) -> Option<&Measured<Series>> {
        let mut costs = self.costs.iter();
        costs.find_map(|(name, cost)| (*name == parser).then_some(cost))
    }

    /// Returns the ratio of the times of two parsers that take part.
    fn ratio(&self, parser: &str, other: &str) -> Measured<f64> {
        let cost = |name| self.cost(name).expect("the parser takes part");
        ratio(cost(parser), cost(other))
    }
}

fn ratio(one: &Measured<Series>, other: &Measured<Series>) -> Measured<f64> {
    let [one, other] = [one, other].map(|series| series.as_ref().map_err(Clone::clone));
    Ok(one?.ratio(other?))
}

#[cfg(test)]
mod tests {
    use rfcbnf::recognizer::{LimitReached, Undecided};

    use super::*;
    use crate::figures::Unmeasured;

    fn took(nanoseconds: f64) -> Series {
        Series::from(vec![nanoseconds])
    }

    fn comparison() -> Comparison {
        Comparison {
            name: "addresses",
            texts: 2,
            octets: 30,
            rejected: [("folded twice", 4), ("dot", 1)].into(),
            costs: vec![
                (CRATE_VERDICT, Ok(took(3.0))),
                (CRATE_TREE, Ok(took(12.0))),
                (VERDICT, Ok(took(20.0))),
                (TREE, Err(undecided())),
                (DETAIL, Ok(took(5.25))),
                (PEST, Ok(took(10.0))),
            ],
        }
    }

    fn undecided() -> Unmeasured {
        Unmeasured::Undecided(Undecided::Verdict(LimitReached::Size))
    }

    #[test]
    fn the_texts_that_pest_rejects_are_counted_by_their_form() {
        assert_eq!(
            corpora(&[comparison()]),
            "- addresses: 2 texts of 15 octets on average, and 5 left out because pest rejects them (dot \
             1, folded twice 4)"
        );
        let all = Comparison {
            rejected: [].into(),
            texts: 1,
            ..comparison()
        };
        assert_eq!(corpora(&[all]), "- addresses: 1 text of 30 octets");
    }

    #[test]
    fn a_row_has_the_ratio_to_pest_or_a_reason() {
        assert_eq!(
            times(&[comparison()]),
            "\
| parser                                    |                                                                                                  addresses |
|-------------------------------------------|------------------------------------------------------------------------------------------------------------|
| rfc1738 verdict, crate                    |                                                                                            3.0 ns    0.300 |
| rfc1738 tree, crate                       |                                                                                             12 ns    1.200 |
| rfc1738 value, crate and serde            |                                                                                                            |
| rfc1738 verdict, interpreted              |                                                                                             20 ns    2.000 |
| rfc1738 tree, interpreted                 | undecided: the text takes tables of more than 240 megabytes and 80 octets for each octet, or 360 megabytes |
| rfc1738 tree with characters, interpreted |                                                                                            5.2 ns    0.525 |
| pest                                      |                                                                                             10 ns    1.000 |
| serde_json                                |                                                                                                            |"
        );
    }

    #[test]
    fn a_goal_that_is_not_decided_is_missed() {
        let growth = Growth {
            name: "blanks",
            octets: 9,
            verdict: [Ok(took(2.0)), Ok(took(3.0))],
            tree: [Ok(took(2.0)), Err(undecided())],
        };
        let goals = goals(&[comparison()], &[growth]);
        let met: Vec<_> = goals.iter().map(Figure::met).collect();
        assert_eq!(met, [true, false, false, false, true, false].map(Some));
    }
}
