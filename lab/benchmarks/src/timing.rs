//! Times of contenders that take turns, and statistics of these times.
//!
//! Times are CPU times of the thread, so the turns of other programs do not count.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};

/// The duration of one turn. It is long compared with the clock's resolution, and short compared with
/// disturbances of the machine, which therefore affect both contenders of a pair.
const TURN: Duration = Duration::from_millis(2);

/// A piece of work to measure.
pub struct Contender<'a> {
    /// The number of units in one run of the work.
    pub units: usize,
    /// The work.
    pub work: Box<dyn Fn() + 'a>,
}

impl<'a> Contender<'a> {
    /// Creates a contender that processes `units` units.
    pub fn new(units: usize, work: impl Fn() + 'a) -> Self {
        let work = Box::new(work);
        Self { units, work }
    }

    /// Returns the nanoseconds per unit over `runs` runs.
    #[allow(
        clippy::cast_precision_loss,
        reason = "counts and times are far below 2^52"
    )]
    fn time(&self, runs: usize) -> f64 {
        let start = cpu_time();
        for _ in 0..runs {
            (self.work)();
        }
        since(start).as_nanos() as f64 / (runs * self.units) as f64
    }

    /// Warms up, and returns the number of runs in a turn.
    fn runs_in_a_turn(&self) -> usize {
        let start = cpu_time();
        let mut runs: usize = 0;
        while since(start) < 2 * TURN {
            (self.work)();
            runs += 1;
        }
        runs.div_ceil(2)
    }
}

/// Returns the CPU time of this thread.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).expect("a thread has used no negative time")
}

/// Returns the CPU time of this thread since an earlier one.
fn since(start: Duration) -> Duration {
    cpu_time().saturating_sub(start)
}

/// The cost per unit of one contender, round by round: nanoseconds, or instructions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Series(Vec<f64>);

impl Series {
    /// Returns the median cost.
    #[must_use]
    pub fn median(&self) -> f64 {
        median(self.0.clone())
    }

    /// Returns the median ratio to another series, round by round.
    #[must_use]
    pub fn ratio(&self, other: &Self) -> f64 {
        median(self.0.iter().zip(&other.0).map(|(a, b)| a / b).collect())
    }
}

impl From<Vec<f64>> for Series {
    /// Creates a series of these costs.
    ///
    /// # Panics
    ///
    /// Panics if `costs` is empty.
    fn from(costs: Vec<f64>) -> Self {
        assert!(!costs.is_empty(), "a series has costs");
        Self(costs)
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

/// Measures all contenders in every round. Each round begins with another contender. Returns their
/// times in the order of the contenders.
///
/// # Panics
///
/// Panics if `rounds` is zero.
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
    fn a_ratio_is_the_median_of_the_pairwise_ratios() {
        let one = Series::from(vec![2.0, 30.0, 6.0]);
        let other = Series::from(vec![1.0, 10.0, 1.0]);
        assert!((one.ratio(&other) - 3.0).abs() < 1e-9);
        assert!((one.median() - 6.0).abs() < 1e-9);
    }

    #[test]
    fn the_median_of_an_even_number_lies_between_two_times() {
        assert!((Series::from(vec![4.0, 1.0, 2.0, 9.0]).median() - 3.0).abs() < 1e-9);
    }

    #[test]
    fn each_contender_is_measured_in_every_round() {
        let idle = || Contender::new(1, || {});
        let series = interleaved(3, &[idle(), idle()]);
        assert!(series.len() == 2 && series.iter().all(|series| series.0.len() == 3));
    }
}
