//! The progress bar: how many of the rows have been read.
//!
//! A thread of its own draws it, so a query that answers late has one, too.

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use datafusion::common::stats::Precision;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::statistics::{StatisticsArgs, StatisticsContext};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::standard_streams::StandardStream;

/// If the files say how many rows they have, as those of Parquet do.
const OF_ROWS: &str = "{wide_bar} {human_pos}/{human_len} rows {per_sec} {eta} left";

/// If they do not, or a cluster reads them.
const OF_SOME: &str = "{spinner} {human_pos} rows {elapsed}";

/// The time between two drawings of the bar.
const PAUSE: Duration = Duration::from_millis(100);

/// A progress bar on standard error, if that is a terminal. Dropping it clears it.
pub(crate) struct Progress {
    bar: ProgressBar,
    drawer: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Draws the bar of the plan until the value is dropped.
    pub(crate) fn start(plan: &Arc<dyn ExecutionPlan>) -> Self {
        let target = if StandardStream::Error.is_unusable() {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        let (bar, template) = match total(plan.as_ref()) {
            Some(rows) => (ProgressBar::with_draw_target(Some(rows), target), OF_ROWS),
            None => (ProgressBar::with_draw_target(None, target), OF_SOME),
        };
        if bar.is_hidden() {
            return Self { bar, drawer: None };
        }
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        let (stop, stopped) = mpsc::channel();
        let (drawn, plan) = (bar.clone(), Arc::clone(plan));
        let drawer = thread::spawn(move || {
            while stopped.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                drawn.set_position(read(plan.as_ref()));
                drawn.tick();
            }
        });
        Self {
            bar,
            drawer: Some((stop, drawer)),
        }
    }

    /// Clears the bar while output is written: both may share a terminal.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((stop, drawer)) = self.drawer.take() {
            drop(stop);
            // It has nothing to say.
            let _ = drawer.join();
        }
        self.bar.finish_and_clear();
    }
}

/// Returns how many rows the plan reads, if its files say so.
fn total(plan: &dyn ExecutionPlan) -> Option<u64> {
    if !plan.children().is_empty() {
        let children = plan.children();
        return children.iter().map(|child| total(child.as_ref())).sum();
    }
    let statistics = StatisticsContext::new().compute(plan, &StatisticsArgs::new());
    match statistics.ok()?.num_rows {
        Precision::Exact(rows) => u64::try_from(rows).ok(),
        _ => None,
    }
}

/// Returns how many rows the plan has read.
fn read(plan: &dyn ExecutionPlan) -> u64 {
    let children = plan.children();
    if !children.is_empty() {
        return children.iter().map(|child| read(child.as_ref())).sum();
    }
    let metrics = plan.metrics();
    let rows = metrics.and_then(|metrics| metrics.output_rows());
    rows.map_or(0, |rows| rows as u64)
}
