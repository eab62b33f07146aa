//! Builders: the URL that a builder writes parses back to the given octets, or the builder refuses.

mod forms;
mod from_url;
mod octets;
mod refusals;
