//! CPU times of this process and of others.

use std::fs;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// Returns the CPU time of this process.
#[must_use]
pub fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
    let nanoseconds = u32::try_from(time.tv_nsec).unwrap_or_default();
    Duration::new(seconds, nanoseconds)
}

/// The length of a clock tick on Linux.
const TICK: Duration = Duration::from_millis(10);

/// Returns the CPU time of the processes, where the system tells it: on Linux.
#[must_use]
pub fn cpu_time_of(processes: &[u32]) -> Option<Duration> {
    let times = processes.iter().map(|process| {
        let line = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The second field, a name in parentheses, can contain anything.
        let fields: Vec<&str> = line.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = |field: usize| fields.get(field)?.parse::<u32>().ok();
        Some(TICK * (ticks(11)? + ticks(12)?))
    });
    times.sum()
}
