//! Arguments that several commands share.

pub(crate) mod deny;
pub(crate) mod detail;
pub(crate) mod exit_status;
pub(crate) mod findings;
pub(crate) mod grammar;
pub(crate) mod notation;
pub(crate) mod number;
pub(crate) mod suggestion;
