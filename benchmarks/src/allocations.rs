//! What is allocated for one URL.
//!
//! The allocator that counts is that of the program `allocations` alone: it would slow down
//! the peers that allocate.

use serde::{Deserialize, Serialize};

/// The greatest number of allocations for one URL of any corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allocations {
    /// Those of `is_valid`.
    pub is_valid: u64,
    /// Those of `Url::parse`.
    pub url: u64,
    /// Those of `parse`.
    pub tree: u64,
}
