//! Builders: the URL that a builder writes parses back to the given octets, or the builder refuses.

mod forms;
mod octets;
mod refusals;
