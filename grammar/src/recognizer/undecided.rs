//! Why there is no answer about a text.

use thiserror::Error;

use super::LimitReached;

/// The reason why a question about a text has no answer. It is neither "valid" nor "invalid".
///
/// ```
/// use rfcbnf::recognizer::{Recognizer, Undecided};
///
/// let grammar = rfcbnf::read("<e> ::= <e> \"+\" <e> | \"1\"\n")?;
/// let recognizer = Recognizer::new(&grammar, "e", |_| false)?;
/// let text = [b"1+".repeat(20_000), b"1".to_vec()].concat();
/// let undecided = recognizer.rule().verdict(&text).unwrap_err();
/// assert_eq!(
///     Undecided::from(undecided).to_string(),
///     "the text takes more than 20000000 steps and 100 for each octet"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Undecided {
    /// The recognizer gave up, so the verdict is not known.
    #[error(transparent)]
    Verdict(#[from] LimitReached),
    /// The text is valid, but its first derivation is not to be had.
    #[error("the text is valid, but its tree is not computed: {0}")]
    Tree(LimitReached),
    /// The text is invalid, and the first derivation of its longest valid prefix, which the steps
    /// would show, is not to be had.
    #[error(
        "the text is invalid, and the steps through its longest valid prefix, which ends at offset {length}, are not computed: {limit}"
    )]
    Steps {
        /// The length of the prefix in octets.
        length: usize,
        /// Why there is no derivation.
        limit: LimitReached,
    },
}
