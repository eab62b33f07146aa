//! Times of contenders that take turns, and what follows from them.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// How long one contender is measured at a time. Long beside the clock's resolution, short
/// beside what disturbs a machine, so that both of a pair are disturbed alike.
const TURN: Duration = Duration::from_millis(2);

/// Something whose time is taken.
pub struct Contender<'a> {
    /// How much one run of the work does, in the unit that times are given for.
    pub units: usize,
    /// The work.
    pub work: Box<dyn Fn() + 'a>,
}

impl<'a> Contender<'a> {
    /// Work on so many units.
    pub fn new(units: usize, work: impl Fn() + 'a) -> Self {
        let work = Box::new(work);
        Self { units, work }
    }

    /// Nanoseconds a unit over so many runs.
    #[allow(
        clippy::cast_precision_loss,
        reason = "counts and times are far below 2^52"
    )]
    fn time(&self, runs: usize) -> f64 {
        let start = Instant::now();
        for _ in 0..runs {
            (self.work)();
        }
        start.elapsed().as_nanos() as f64 / (runs * self.units) as f64
    }

    /// Warms up, and counts how many runs fit into a turn.
    fn runs_in_a_turn(&self) -> usize {
        let start = Instant::now();
        let mut runs: usize = 0;
        while start.elapsed() < 2 * TURN {
            (self.work)();
            runs += 1;
        }
        runs.div_ceil(2)
    }
}

/// The nanoseconds a unit of one contender, round by round.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Series(Vec<f64>);

impl Series {
    /// The median time.
    #[must_use]
    pub fn median(&self) -> f64 {
        median(self.0.clone())
    }

    /// How many times as long this takes as the other: the median of the ratios within a round.
    #[must_use]
    pub fn ratio(&self, other: &Self) -> f64 {
        median(self.0.iter().zip(&other.0).map(|(a, b)| a / b).collect())
    }
}

impl From<Vec<f64>> for Series {
    /// A series of these times.
    ///
    /// # Panics
    ///
    /// If there are none.
    fn from(times: Vec<f64>) -> Self {
        assert!(!times.is_empty(), "a series has times");
        Self(times)
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 {
        values[middle]
    } else {
        f64::midpoint(values[middle - 1], values[middle])
    }
}

/// Measures all contenders in every round, each round beginning with another of them, and
/// returns their times in their order.
///
/// # Panics
///
/// If there are no rounds.
#[must_use]
pub fn interleaved(rounds: usize, contenders: &[Contender]) -> Vec<Series> {
    let runs: Vec<usize> = contenders.iter().map(Contender::runs_in_a_turn).collect();
    let mut times = vec![Vec::with_capacity(rounds); contenders.len()];
    for round in 0..rounds {
        for turn in 0..contenders.len() {
            let who = (turn + round) % contenders.len();
            times[who].push(contenders[who].time(runs[who]));
        }
    }
    times.into_iter().map(Series::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_the_median_of_the_ratios_of_the_pairs() {
        let one = Series::from(vec![2.0, 30.0, 6.0]);
        let other = Series::from(vec![1.0, 10.0, 1.0]);
        assert!((one.ratio(&other) - 3.0).abs() < 1e-9);
        assert!((one.median() - 6.0).abs() < 1e-9);
    }

    #[test]
    fn the_median_of_an_even_number_of_times_lies_between_the_middle_two() {
        assert!((Series::from(vec![4.0, 1.0, 2.0, 9.0]).median() - 3.0).abs() < 1e-9);
    }

    #[test]
    fn each_contender_is_measured_in_every_round() {
        let idle = || Contender::new(1, || {});
        let series = interleaved(3, &[idle(), idle()]);
        assert!(series.len() == 2 && series.iter().all(|series| series.0.len() == 3));
    }
}
