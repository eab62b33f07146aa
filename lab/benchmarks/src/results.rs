//! All that one run of the benchmarks measured.

use serde::{Deserialize, Serialize};

use crate::figures::Measured;
use crate::library::Library;
use crate::measurement::Measurement;
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

/// The greatest numbers of allocations for one URL of any corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allocations {
    /// The number for `is_valid`.
    pub is_valid: u64,
    /// The number for `Url::parse`.
    pub url: u64,
    /// The number for `parse`.
    pub tree: u64,
}
