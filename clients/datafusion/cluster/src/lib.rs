//! A cluster of Ballista that knows the functions of [`rfc1738_datafusion`].
//!
//! A query passes three places, and each has to know the functions it names:
//!
//! | place | what it does with them | where they are registered |
//! |---|---|---|
//! | the client | plans the query | [`client::connect`], on the remote state |
//! | the scheduler | reads the plan and splits it into stages | [`scheduler::state`], on the state that it builds for each session |
//! | each executor | runs the stages | [`executor::registry`] |
//!
//! [`missing`] says which of them lacks a function. [`local`] runs a cluster on one machine.

pub mod client;
pub mod executor;
pub mod local;
pub mod log;
pub mod missing;
pub mod scheduler;

/// The port of the scheduler, unless another is chosen.
pub const SCHEDULER_PORT: u16 = 50050;
