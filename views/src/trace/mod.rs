//! What the productions do with a text, step by step.

pub mod page;
pub mod record;
pub mod selection;
