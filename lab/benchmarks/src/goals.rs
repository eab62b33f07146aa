//! The performance goals and other figures.

use crate::figures::Unit;
use crate::figures::{Measured, Unmeasured};
use crate::measurement::{Measurement, OfCorpus};
use crate::peers::{self, Peer, REFERENCE};
use crate::results::Results;
use crate::timing::Series;
use crate::wasm::FUNCTIONS;
use crate::weight::{MODULES, PROGRAMS, Weight};

/// A figure, and its upper limit if it is a goal.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// The description.
    pub what: String,
    /// The unit.
    pub unit: Unit,
    /// The upper limit.
    pub most: Option<f64>,
    /// The times in each profile, the release profile first, and then the instructions if they were
    /// counted. A figure that does not depend on the profile is the first and only one.
    pub measured: Measured<Vec<f64>>,
}

impl Figure {
    fn new(what: &str, unit: Unit, most: Option<f64>, measured: Measured<Vec<f64>>) -> Self {
        let what = what.to_owned();
        Self {
            what,
            unit,
            most,
            measured,
        }
    }

    /// Returns whether the release profile reached the goal: users do not set another one. A parser that
    /// does not decide misses it. Returns `None` without a limit or a measurement.
    #[must_use]
    pub fn met(&self) -> Option<bool> {
        if let Err(Unmeasured::Undecided(_)) = self.measured {
            return self.most.map(|_| false);
        }
        let release = self.measured.as_ref().ok()?.first()?;
        Some(*release <= self.most?)
    }
}

/// Upper limits for a figure on each corpus, in the order of [`CORPORA`].
type Most = [f64; CORPORA.len()];

/// The names of the corpora.
const CORPORA: [&str; 3] = ["logs", "mail", "sentences"];

/// Returns all figures, the goals first.
#[must_use]
pub fn all(results: &Results) -> Vec<Figure> {
    let mut figures = comparisons(results);
    figures.extend(single(results));
    figures.extend(interpreted(results));
    figures.extend(wasm(results));
    figures.extend(weights(results));
    figures
}

/// Returns the goals that compare parsers. Of several others, the fastest on the corpus counts.
fn comparisons(results: &Results) -> Vec<Figure> {
    let peers = peers::all();
    let others = peers.iter().filter(|peer| !peer.is_own());
    let others: Vec<&str> = others.map(|peer: &Peer| peer.name).collect();
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
            [0.65, 0.68, 0.8],
            peers::IS_VALID,
            &others,
        ),
        (
            "`Url::parse` / fluent-uri",
            [0.75, 0.9, 1.0],
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
        each_corpus(results, what, Some(most), &|corpus: &OfCorpus| {
            let ratios = others.iter().map(|other| ratio(corpus, one, other));
            ratios.fold(0.0, f64::max)
        })
    });
    let wrong = |corpus: &OfCorpus| corpus.wrong.ratio(&corpus.right);
    let what = "a wrong text to its error / the right one";
    goals
        .chain(each_corpus(results, what, Some([3.0; 3]), &wrong))
        .collect()
}

/// Returns the goals that do not depend on the corpus.
fn single(results: &Results) -> Vec<Figure> {
    let goal = |what: &str, unit, most, measured| Figure::new(what, unit, Some(most), measured);
    #[allow(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
    let number = |count: u64| Ok(vec![count as f64]);
    let allocated = |what, most, count| goal(what, Unit::Count, most, number(count));
    let library = |what, unit, most, figure: &dyn Fn(_) -> _| {
        let measured = results.library.clone().and_then(figure);
        goal(what, unit, most, measured)
    };
    let long = results.measurements().map(Measurement::long).collect();
    vec![
        goal(
            "`is_valid`, an octet of 10 MB / of 1 KB",
            Unit::Ratio,
            1.5,
            Ok(long),
        ),
        allocated(
            "allocations of `is_valid`",
            0.0,
            results.allocations.is_valid,
        ),
        allocated("allocations of `Url::parse`", 0.0, results.allocations.url),
        allocated("allocations of `parse`", 2.0, results.allocations.tree),
        library(
            "CPU time for compiling the library alone",
            Unit::Seconds,
            15.0,
            &|library| Ok(vec![library.compilation]),
        ),
        library(
            "static data of the library",
            Unit::Octets,
            256.0 * 1024.0,
            &|library| number(library.static_data),
        ),
    ]
}

/// Returns the costs of the interpreted grammar.
fn interpreted(results: &Results) -> Vec<Figure> {
    let [verdicts, trees] = peers::RFC3986;
    let pairs = [
        (
            "`is_valid`, interpreted / generated",
            1.5,
            peers::INTERPRETED_IS_VALID,
            peers::IS_VALID,
        ),
        (
            "`parse`, interpreted / generated",
            3.0,
            peers::INTERPRETED_TREE,
            peers::TREE,
        ),
        (
            "`is_valid` of RFC 3986, interpreted / generated",
            1.5,
            verdicts[1],
            verdicts[0],
        ),
        (
            "`parse` of RFC 3986, interpreted / generated",
            3.0,
            trees[1],
            trees[0],
        ),
    ];
    let figures = pairs.into_iter().flat_map(|(what, most, one, other)| {
        each_corpus(results, what, Some([most; 3]), &|corpus| {
            ratio(corpus, one, other)
        })
    });
    let tags = ["is_valid", "parse"].into_iter().zip([1.5, 3.0]);
    let tags = tags.enumerate().map(|(index, (function, most))| {
        let ratios = results
            .measurements()
            .map(|taken| taken.tag_ratios()[index]);
        Figure::new(
            &format!("`{function}` of RFC 5646, interpreted / generated"),
            Unit::Ratio,
            Some(most),
            Ok(ratios.collect()),
        )
    });
    figures.chain(tags).collect()
}

/// Returns the times in node, divided by native ones.
fn wasm(results: &Results) -> Vec<Figure> {
    let corpora = |(_, peer)| CORPORA.iter().map(move |corpus| (peer, *corpus));
    let functions = FUNCTIONS.into_iter().flat_map(corpora);
    let figures = functions.map(|(peer, corpus)| {
        let name = peer.trim_start_matches("rfc1738 ");
        let what = format!("`{name}`, wasm in node / native, {corpus}");
        let measured = results.wasm.as_ref().map_err(Clone::clone);
        let ratios = measured.map(|wasm| {
            let pairs = wasm.iter();
            let pairs = pairs.filter(|pair| pair.peer == peer && pair.corpus == corpus);
            pairs.map(|pair| pair.node.ratio(&pair.native)).collect()
        });
        Figure::new(&what, Unit::Ratio, None, ratios)
    });
    figures.collect()
}

/// Returns what programs weigh, those of the library first.
fn weights(results: &Results) -> Vec<Figure> {
    let weight = |figure: &dyn Fn(&Weight) -> f64| {
        let measured = results.weight.as_ref();
        measured
            .map(|weight| vec![figure(weight)])
            .map_err(Clone::clone)
    };
    let modules = MODULES.iter().enumerate().map(|(index, module)| {
        let what = format!("size of a WebAssembly module: {}", module.what);
        let size = weight(&|weight| weight.modules[index]);
        Figure::new(&what, Unit::Kilobytes, module.most, size)
    });
    let programs = PROGRAMS.iter().enumerate();
    let programs = programs.flat_map(|(index, (features, _, time, size))| {
        let of_time = weight(&|weight| weight.programs[index].compilation);
        let of_size = weight(&|weight| weight.programs[index].size);
        let what = format!("hello world with {features}");
        let compiling = format!("CPU time for compiling {what}");
        [
            Figure::new(&compiling, Unit::Seconds, *time, of_time),
            Figure::new(&format!("size of {what}"), Unit::Kilobytes, *size, of_size),
        ]
    });
    modules.chain(programs).collect()
}

/// Returns the ratio of the costs of two peers.
fn ratio(corpus: &OfCorpus, one: &str, other: &str) -> f64 {
    let cost = |name| -> &Series { &corpus.peer(name).cost };
    cost(one).ratio(cost(other))
}

/// Returns a ratio for each corpus.
fn each_corpus(
    results: &Results,
    what: &str,
    most: Option<Most>,
    figure: &dyn Fn(&OfCorpus) -> f64,
) -> Vec<Figure> {
    let figures = CORPORA.iter().enumerate().map(|(place, name)| {
        let corpora = results.measurements().flat_map(|taken| &taken.corpora);
        let measured = corpora.filter(|corpus| corpus.name == *name).map(figure);
        Figure::new(
            &format!("{what}, {name}"),
            Unit::Ratio,
            most.map(|most| most[place]),
            Ok(measured.collect()),
        )
    });
    figures.collect()
}

#[cfg(test)]
mod tests {
    use rfcbnf::recognizer::{LimitReached, Undecided};

    use super::*;

    fn met(most: Option<f64>, measured: Measured<Vec<f64>>) -> Option<bool> {
        Figure::new("a", Unit::Ratio, most, measured).met()
    }

    #[test]
    fn a_goal_is_met_if_the_release_profile_meets_it() {
        assert_eq!(met(Some(1.0), Ok(vec![1.0, 1.1])), Some(true));
        assert_eq!(met(Some(1.0), Ok(vec![1.1, 0.5])), Some(false));
    }

    #[test]
    fn a_goal_that_was_not_measured_is_not_judged() {
        let reason = Unmeasured::NotAsked { flag: "--wasm" };
        assert_eq!(met(Some(1.0), Err(reason)), None);
    }

    #[test]
    fn a_goal_is_missed_if_the_parser_does_not_decide() {
        let reason = Unmeasured::Undecided(Undecided::Verdict(LimitReached::Steps));
        assert_eq!(met(Some(1.0), Err(reason)), Some(false));
    }

    #[test]
    fn a_figure_without_a_limit_is_neither_met_nor_missed() {
        assert_eq!(met(None, Ok(vec![1.0])), None);
    }
}
