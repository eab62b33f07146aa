//! Why there is no answer about a text.

use thiserror::Error;

use super::TooManySteps;
use crate::derivations::DerivationsError;

/// The reason why a question about a text has no answer. It is neither "valid" nor "invalid".
///
/// ```
/// use rfcbnf::earley::Recognizer;
/// use rfcbnf_engine::Detail;
///
/// let grammar = rfcbnf::read("<sum> ::= <sum> \"+\" \"1\" | \"1\"\n")?;
/// let recognizer = Recognizer::new(&grammar, "sum", |_| false)?;
/// let sum = recognizer.rule();
/// assert!(sum.verdict(b"1+1")?.is_ok());
/// let undecided = sum.check("1+1", Detail::Rules).unwrap_err();
/// assert_eq!(
///     undecided.to_string(),
///     "the text is valid, but its tree is not computed: production `sum` refers to itself before \
///      it consumes anything (sum → sum); write a repetition in place of the recursion"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Undecided {
    /// The recognizer gave up, so the verdict is not known.
    #[error(transparent)]
    Verdict(#[from] TooManySteps),
    /// The text is valid, but its first derivation is not to be had.
    #[error("the text is valid, but its tree is not computed: {0}")]
    Tree(Box<DerivationsError>),
    /// The text is invalid, and the first derivation of its longest valid prefix, which the steps
    /// would show, is not to be had.
    #[error(
        "the text is invalid, and the steps through its longest valid prefix, which ends at offset {length}, are not computed: {why}"
    )]
    Steps {
        /// The length of the prefix in octets.
        length: usize,
        /// Why there is no derivation.
        why: Box<DerivationsError>,
    },
}
