//! All derivations of one text.

pub mod record;
pub mod text;
