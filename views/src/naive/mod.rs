//! A grammar read as ordered choice, against what it derives.

pub mod comparison;
pub mod comparison_record;
pub mod list;
