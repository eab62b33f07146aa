//! The performance goals and their results.

use crate::allocations::Allocations;
use crate::measurement::Measurement;
use crate::peers::{self, REFERENCE};

/// A goal: an upper limit of a figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Goal {
    /// The description of the figure.
    pub what: String,
    /// The upper limit.
    pub most: f64,
    /// The figure in each measured profile.
    pub measured: Vec<f64>,
}

impl Goal {
    fn new(what: &str, most: f64, measured: Vec<f64>) -> Self {
        let what = what.to_owned();
        Self {
            what,
            most,
            measured,
        }
    }

    /// Returns whether every profile reached the goal, or `None` without measurements.
    #[must_use]
    pub fn met(&self) -> Option<bool> {
        let met = self.measured.iter().all(|figure| *figure <= self.most);
        (!self.measured.is_empty()).then_some(met)
    }
}

/// A parser compared with others on some corpora.
struct Comparison<'a> {
    one: &'a str,
    others: &'a [&'a str],
    corpora: &'a [&'a str],
}

impl Comparison<'_> {
    /// Returns the greatest ratio to any other parser on any of the corpora.
    fn worst(&self, measurement: &Measurement) -> f64 {
        let corpora = measurement.corpora.iter();
        let chosen = corpora.filter(|corpus| self.corpora.contains(&&*corpus.name));
        let ratios = chosen.flat_map(|corpus| {
            let one = corpus.peer(self.one);
            let others = self.others.iter();
            others.map(|other| one.times.ratio(&corpus.peer(other).times))
        });
        ratios.fold(0.0, f64::max)
    }
}

/// The corpora whose names end in `logs`.
const LOGS: &[&str] = &["logs"];

/// The corpora of mail and sentences; the worse of the two counts.
const OTHERS: &[&str] = &["mail", "sentences"];

/// Returns all goals, from the measurements in each profile, the allocations, and the ratio of the
/// command if it was measured.
#[must_use]
pub fn all(
    measurements: &[Measurement],
    allocations: Allocations,
    command: Option<f64>,
) -> Vec<Goal> {
    let each = |what: &str, most, figure: &dyn Fn(&Measurement) -> f64| {
        Goal::new(what, most, measurements.iter().map(figure).collect())
    };
    let allocated = |what: &str, most, count: u64| {
        #[allow(clippy::cast_precision_loss, reason = "there are few allocations")]
        Goal::new(what, most, vec![count as f64])
    };
    let mut goals = comparisons(measurements);
    goals.extend([
        each(
            "`parse` of a wrong text, to its error / of the right one, logs",
            6.0,
            &|taken| taken.rejection(LOGS),
        ),
        each("the same, mail and sentences", 6.0, &|taken| {
            taken.rejection(OTHERS)
        }),
        each(
            "`is_valid`, an octet of 10 MB / of 1 KB",
            1.5,
            &Measurement::long,
        ),
        Goal::new(
            "`rfc1738 check` / `is_valid`, 5 million lines",
            2.0,
            command.into_iter().collect(),
        ),
        allocated("allocations of `is_valid`", 0.0, allocations.is_valid),
        allocated("allocations of `Url::parse`", 0.0, allocations.url),
        allocated("allocations of `parse`", 2.0, allocations.tree),
    ]);
    goals
}

/// Returns the goals that compare with other parsers.
fn comparisons(measurements: &[Measurement]) -> Vec<Goal> {
    let quick: &[&str] = &["ada-url can_parse", "regex-automata dense"];
    let (reference, pest): (&[&str], &[&str]) = (&[REFERENCE], &["pest"]);
    let of_pest = 1.0 / 30.0;
    let rows = [
        (
            "`is_valid` / fluent-uri, logs",
            0.85,
            peers::IS_VALID,
            reference,
            LOGS,
        ),
        (
            "`is_valid` / the faster of ada-url and a dense automaton, logs",
            0.9,
            peers::IS_VALID,
            quick,
            LOGS,
        ),
        (
            "`is_valid` / fluent-uri, mail and sentences",
            0.9,
            peers::IS_VALID,
            reference,
            OTHERS,
        ),
        (
            "`Url::parse` / fluent-uri, logs",
            1.1,
            peers::URL,
            reference,
            LOGS,
        ),
        (
            "`Url::parse` / fluent-uri, mail and sentences",
            1.1,
            peers::URL,
            reference,
            OTHERS,
        ),
        (
            "`parse` / fluent-uri, logs",
            2.0,
            peers::TREE,
            reference,
            LOGS,
        ),
        (
            "`parse` / fluent-uri, mail and sentences",
            2.0,
            peers::TREE,
            reference,
            OTHERS,
        ),
        ("`parse` / pest, logs", of_pest, peers::TREE, pest, LOGS),
        (
            "`parse` / pest, mail and sentences",
            of_pest,
            peers::TREE,
            pest,
            OTHERS,
        ),
    ];
    let goals = rows.into_iter().map(|(what, most, one, others, corpora)| {
        let comparison = Comparison {
            one,
            others,
            corpora,
        };
        let figures = measurements.iter().map(|taken| comparison.worst(taken));
        Goal::new(what, most, figures.collect())
    });
    goals.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_is_met_if_it_is_met_in_every_profile() {
        assert_eq!(Goal::new("a", 1.0, vec![0.5, 1.0]).met(), Some(true));
        assert_eq!(Goal::new("a", 1.0, vec![0.5, 1.1]).met(), Some(false));
    }

    #[test]
    fn a_goal_that_was_not_measured_is_neither_met_nor_missed() {
        assert_eq!(Goal::new("a", 1.0, Vec::new()).met(), None);
    }
}
