//! Comparisons of a grammar read as ordered choice with the texts that it derives.

pub mod comparison;
pub mod comparison_record;
pub mod list;
