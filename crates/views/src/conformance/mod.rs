//! Conformance suites, and the answers of a subject to them.
//!
//! ```
//! use rfc1738::Rule;
//! use rfc1738_views::conformance::answer::Answer;
//! use rfc1738_views::conformance::tally::Tally;
//!
//! // A subject that accepts the empty port.
//! let mut tally = Tally::new(Rule::Port, 10);
//! tally.count(1, b"80", Answer::Accept);
//! tally.count(2, b"", Answer::Accept);
//! assert_eq!((tally.total().texts(), tally.total().disagreements()), (2, 1));
//! ```
//!
//! A subject is a program that accepts or rejects each text.

pub mod alerts;
pub mod answer;
pub mod breakdown;
pub mod by_hand;
pub mod case;
pub mod causes;
pub mod comparison;
pub mod matrix;
pub mod page;
pub mod parts;
pub mod reactions;
pub mod report;
pub mod run_record;
pub mod run_result;
pub mod saved;
pub mod searched;
pub mod tally;
