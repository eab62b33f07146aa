//! Builders: what is built, parsed again, holds the octets that were given; the rest is refused.

mod forms;
mod octets;
mod refusals;
