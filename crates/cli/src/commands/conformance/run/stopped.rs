//! Why a command gives no more answers.

use rfc1738_views::conformance::breakdown::{Ending, Problem};

/// Why there are no more answers.
pub(super) struct Stopped {
    pub(super) problem: Problem,
    /// The end of the process.
    pub(super) ending: Ending,
    /// Whether the answers were not needed any more. Then there is another problem.
    pub(super) is_abandoned: bool,
}
