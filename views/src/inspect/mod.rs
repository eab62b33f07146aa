//! All about one URL: its components, what a client does with it, its normal form.

pub mod client;
pub mod facts;
pub mod page;
pub mod record;
