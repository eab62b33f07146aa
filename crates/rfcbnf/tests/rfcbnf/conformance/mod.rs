//! Complete conformance suites: no faulty acceptor passes.

mod acceptor;
mod apart;
mod by_production;
mod classes;
mod coverage;
mod exhaustive;
mod octets;
mod quick;
mod redirections;
mod several_faults;
mod sizes;
mod split_states;
mod support;
mod texts;
