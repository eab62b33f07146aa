//! The number of allocations for one URL.
//!
//! Only the program `allocations` uses the counting allocator, because it would slow down the peers
//! that allocate.

use serde::{Deserialize, Serialize};

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
