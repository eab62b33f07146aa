//! All that one run of the benchmarks measured.

use crate::allocations::Allocations;
use crate::library::Library;
use crate::measurement::Measurement;
use crate::unmeasured::Measured;
use crate::wasm::Wasm;
use crate::weight::Weight;

/// The results of a run.
#[derive(Debug, Clone)]
pub struct Results {
    /// The times in each profile, the release profile first.
    pub times: Vec<Measurement>,
    /// The instructions in the release profile.
    pub instructions: Measured<Measurement>,
    /// The allocations.
    pub allocations: Allocations,
    /// The costs of the library before it runs.
    pub library: Measured<Library>,
    /// The times in node, by corpus and function.
    pub wasm: Measured<Vec<Wasm>>,
    /// What programs weigh.
    pub weight: Measured<Weight>,
}

impl Results {
    /// Returns the measurements of functions: the times, and the instructions if they were counted.
    pub fn measurements(&self) -> impl Iterator<Item = &Measurement> {
        self.times.iter().chain(&self.instructions)
    }
}
