//! All derivations of one text.
//!
//! ```
//! use rfc1738_views::palette::Palette;
//! use rfc1738_views::derivations::text::DerivationsWriter;
//!
//! let grammar = rfcbnf::read("s = x | y\nx = \"a\"\ny = \"a\"\n")?;
//! let mut out = Vec::new();
//! let mut writer = DerivationsWriter::default();
//! for tree in rfcbnf::derivations::derivations(&grammar, "s", "a")? {
//!     writer.write(&mut out, Palette::PLAIN, tree)?;
//! }
//! assert!(out.starts_with(b"derivation 1\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod list;
pub mod record;
pub mod text;

use rfcbnf::derivations::{Derivations, STEPS};

/// What is known about the derivations beyond those that are shown.
///
/// ```
/// use rfc1738_views::derivations::Rest;
///
/// let grammar = rfcbnf::read("s = x | y\nx = \"a\"\ny = \"a\"\n")?;
/// let mut trees = rfcbnf::derivations::derivations(&grammar, "s", "a")?;
/// assert!(trees.next().is_some());
/// assert_eq!(Rest::of(&mut trees), Rest::More);
/// assert_eq!(Rest::of(&mut trees), Rest::Nothing);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rest {
    /// There are no others.
    Nothing,
    /// There are others.
    More,
    /// The search was given up, so there can be others.
    Undecided,
}

impl Rest {
    /// Looks for the next derivation.
    #[must_use]
    pub fn of(trees: &mut Derivations) -> Self {
        match trees.next() {
            Some(_) => Self::More,
            None if trees.is_given_up() => Self::Undecided,
            None => Self::Nothing,
        }
    }

    /// Returns why it is not known whether there are others.
    pub(crate) fn reason(self) -> Option<String> {
        (self == Self::Undecided).then(|| {
            format!(
                "whether there are more derivations is not known: the search takes more than {STEPS} \
                 steps; shorten the text"
            )
        })
    }
}
