//! Traces: the steps of the productions over a text.

pub mod page;
pub mod record;
pub mod selection;
