//! All about one production.

pub mod explanation;
pub mod page;
pub mod record;
