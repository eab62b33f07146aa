//! The performance goals and their results.

use crate::allocations::Allocations;
use crate::measurement::{Measurement, OfCorpus};
use crate::peers::{self, REFERENCE};

/// A goal: an upper limit of a figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Goal {
    /// The description of the figure.
    pub what: String,
    /// The upper limit.
    pub most: f64,
    /// The figure in each measured profile, the release profile first.
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

    /// Returns whether the release profile reached the goal: users do not set another one. Returns
    /// `None` without measurements.
    #[must_use]
    pub fn met(&self) -> Option<bool> {
        self.measured.first().map(|figure| *figure <= self.most)
    }
}

/// Upper limits for a figure on each corpus, in the order of [`CORPORA`].
type Most = [f64; CORPORA.len()];

/// The names of the corpora.
const CORPORA: [&str; 3] = ["logs", "mail", "sentences"];

/// Returns all goals, from the measurements in each profile, the allocations, and the ratio of the
/// command if it was measured.
#[must_use]
pub fn all(
    measurements: &[Measurement],
    allocations: Allocations,
    command: Option<f64>,
) -> Vec<Goal> {
    let allocated = |what: &str, most, count: u64| {
        #[allow(clippy::cast_precision_loss, reason = "there are few allocations")]
        Goal::new(what, most, vec![count as f64])
    };
    let mut goals = comparisons(measurements);
    let wrong = |corpus: &OfCorpus| corpus.wrong.ratio(&corpus.right);
    goals.extend(each_corpus(
        measurements,
        "a wrong text to its error / the right one",
        [3.0; 3],
        &wrong,
    ));
    let long = measurements.iter().map(Measurement::long).collect();
    goals.extend([
        Goal::new("`is_valid`, an octet of 10 MB / of 1 KB", 1.5, long),
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

/// Returns the goals that compare parsers. Of several others, the fastest on the corpus counts.
fn comparisons(measurements: &[Measurement]) -> Vec<Goal> {
    let others: Vec<&str> = peers::all().iter().map(|peer| peer.name).collect();
    let others: Vec<&str> = others.into_iter().filter(|name| !is_own(name)).collect();
    let (reference, tree, pest): (&[&str], &[&str], &[&str]) =
        (&[REFERENCE], &[peers::TREE], &["pest"]);
    let rows: [(&str, Most, &str, &[&str]); 6] = [
        (
            "`is_valid` / fluent-uri",
            [0.7, 0.85, 0.85],
            peers::IS_VALID,
            reference,
        ),
        (
            "`is_valid` / the fastest other parser",
            [0.8, 0.95, 0.95],
            peers::IS_VALID,
            &others,
        ),
        (
            "`Url::parse` / fluent-uri",
            [1.0, 1.12, 1.3],
            peers::URL,
            reference,
        ),
        (
            "`parse` / fluent-uri",
            [1.9, 2.1, 2.4],
            peers::TREE,
            reference,
        ),
        ("`parse_in_detail` / `parse`", [5.0; 3], peers::DETAIL, tree),
        ("`parse` / pest", [1.0 / 30.0; 3], peers::TREE, pest),
    ];
    let goals = rows.into_iter().flat_map(|(what, most, one, others)| {
        each_corpus(measurements, what, most, &|corpus: &OfCorpus| {
            let one = corpus.peer(one);
            let others = others.iter().map(|other| &corpus.peer(other).times);
            others
                .map(|other| one.times.ratio(other))
                .fold(0.0, f64::max)
        })
    });
    goals.collect()
}

/// Returns whether the peer is a function of rfc1738.
fn is_own(name: &str) -> bool {
    name.starts_with("rfc1738 ")
}

/// Returns a goal for each corpus.
fn each_corpus(
    measurements: &[Measurement],
    what: &str,
    most: Most,
    figure: &dyn Fn(&OfCorpus) -> f64,
) -> Vec<Goal> {
    let goals = CORPORA.iter().zip(most).map(|(name, most)| {
        let corpora = measurements.iter().flat_map(|taken| &taken.corpora);
        let figures = corpora.filter(|corpus| corpus.name == *name).map(figure);
        Goal::new(&format!("{what}, {name}"), most, figures.collect())
    });
    goals.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_is_met_if_it_is_met_in_the_release_profile() {
        assert_eq!(Goal::new("a", 1.0, vec![1.0, 1.1]).met(), Some(true));
        assert_eq!(Goal::new("a", 1.0, vec![1.1, 0.5]).met(), Some(false));
    }

    #[test]
    fn a_goal_that_was_not_measured_is_neither_met_nor_missed() {
        assert_eq!(Goal::new("a", 1.0, Vec::new()).met(), None);
    }
}
