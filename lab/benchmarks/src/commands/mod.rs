//! The command on long files, beside other programs: CPU times of whole processes that take turns.

pub mod call;
pub mod files;
pub mod report;
pub mod rows;
