//! URLs found in running text.

pub mod explanation;
pub mod line;
pub mod record;
pub mod repairs;
pub mod summary;
