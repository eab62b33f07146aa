//! The difference between two grammars.
//!
//! ```
//! use rfc1738_views::difference::GrammarDifference;
//! use rfc1738_views::palette::Palette;
//!
//! let a = rfcbnf::read("port = 1*digit\ndigit = \"0\" | \"1\"\n")?;
//! let b = rfcbnf::read("port = *digit\ndigit = \"0\" | \"1\"\n")?;
//! let compared = rfcbnf::difference::compare(&a, &b, 1)?;
//! let difference = GrammarDifference { a: "a.bnf".to_owned(), b: "b.bnf".to_owned(), compared };
//! assert!(!difference.is_equal());
//! let mut out = Vec::new();
//! difference.write(&mut out, Palette::PLAIN)?;
//! assert!(String::from_utf8(out)?.contains("only b.bnf derives \"\""));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod page;
pub mod pairs;
pub mod record;
mod texts;

use rfcbnf::difference::{Compared, Comparison, Side};

/// The productions of two files, compared.
#[derive(Debug)]
pub struct GrammarDifference {
    /// The name of one file, escaped.
    pub a: String,
    /// The name of the other file, escaped.
    pub b: String,
    /// The result for each production.
    pub compared: Vec<Compared>,
}

impl GrammarDifference {
    /// Returns whether all productions are known to be equal.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.compared
            .iter()
            .all(|compared| compared.result == Comparison::Equal)
    }

    /// Returns whether none differs, and some are not known to be equal.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        let mut results = self.compared.iter().map(|compared| &compared.result);
        let is_open = |result: &Comparison| {
            use Comparison::{Abstained, Equal, NoneFound};
            matches!(result, Equal | NoneFound(_) | Abstained { .. })
        };
        !self.is_equal() && results.all(is_open)
    }

    /// Returns the name of the file on this side.
    fn file(&self, side: Side) -> &str {
        match side {
            Side::A => &self.a,
            Side::B => &self.b,
        }
    }
}
