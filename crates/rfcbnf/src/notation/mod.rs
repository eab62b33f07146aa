//! The notations of grammars: that of RFC 822 as RFC 1738, 1808, 1945 and 2396 use it, ABNF, BNF, and by
//! `ebnf` the EBNF of the W3C and of ISO, and those of other tools.
//!
//! There are four layers. `outline` divides the lines of a file among headings and rules, `lexer` divides the
//! body of a rule into lexemes, `expression` and `production` build the syntax tree, and `definitions` puts the
//! rules together. A file in a notation without lines of its own for each rule has no outline: `ebnf` finds its
//! rules on the lexemes. Each layer accepts every input: it turns unreadable text into a fault and goes on after it,
//! so one pass finds every error. `detection` finds out the notation, and `dialect` says what distinguishes the
//! notations. [`reader`](crate::reader) runs the layers over a file.

pub(crate) mod appraisal;
pub(crate) mod choice;
mod classes;
pub(crate) mod core_rules;
pub(crate) mod definitions;
pub(crate) mod detection;
mod dialect;
pub(crate) mod ebnf;
mod elements;
mod expression;
mod gaps;
pub(crate) mod lexeme;
pub(crate) mod lexer;
mod list;
pub(crate) mod outline;
pub(crate) mod production;
