//! The limits of grammars. They bound the time and the memory that a grammar can cost.
//!
//! ```
//! use rfcbnf::limits;
//!
//! let nested = |depth| format!("a = {}\"x\"{}\n", "(".repeat(depth), ")".repeat(depth));
//! assert!(rfcbnf::read(&nested(limits::NESTING)).is_ok());
//! assert!(rfcbnf::read(&nested(limits::NESTING + 1)).is_err());
//! ```
//!
//! [`read`](crate::read) refuses a grammar beyond these limits. The limits of automata are stated
//! in [`TooLarge`](crate::automaton::TooLarge).

/// The length in octets of the longest grammar file, and of the longest file of readings.
pub const FILE_LENGTH: usize = 1 << 20;

/// The length in octets of the longest name of a rule.
pub const NAME_LENGTH: usize = 200;

/// The greatest number of rules in a grammar.
pub const RULES: usize = 5_000;

/// The greatest number of expressions in the bodies of all rules together. An expression is a
/// literal, a name, an alternation, a sequence, an optional part or a repetition.
pub const EXPRESSIONS: usize = 50_000;

/// The greatest number of brackets and parentheses that can be open at one offset.
pub const NESTING: usize = 100;

/// The greatest number of expressions inside each other, where the body of a rule is inside each
/// reference to it. The parsers and the views recurse this deep.
pub const DEPTH: usize = 500;

/// The greatest number of expressions in one derivation of the empty text.
pub const EMPTY_DERIVATION: usize = 10_000;

/// The largest repetition count. An automaton has states for each round of a repetition, so a
/// large count makes an automaton that is too large. The recognizer counts rounds instead.
pub const REPETITION_COUNT: u32 = 65_536;

/// The largest count that can be inside another one, or around recursion, without being bounded by
/// [`NESTED_ROUNDS`].
pub const NESTED_COUNT: u32 = 1_000;

/// The greatest product of counts inside each other, if one of them is above [`NESTED_COUNT`]. The
/// recognizer keeps a state for each combination of rounds that an octet can belong to.
pub const NESTED_ROUNDS: usize = 65_536;

/// The greatest number of errors of one file that are shown. The rest is counted.
pub const ERRORS_SHOWN: usize = 50;
