//! Texts of different lengths and of the same shape, for the growth of the time.
//!
//! Invariant: the production derives every text.

use super::{ADDRESSES, JSON, LIST, Language, json};

/// The length in octets of the short texts.
pub const SHORT: usize = 1_000;

/// The number of short texts of JSON. One alone would not have all the forms of the long one.
const SHORT_TEXTS: u64 = 100;

/// Long and short texts of one shape.
#[derive(Debug, Clone)]
pub struct Shape {
    /// The description of the long text.
    pub name: &'static str,
    /// The language.
    pub language: Language,
    /// Texts of about [`SHORT`] octets.
    pub short: Vec<String>,
    /// The long text.
    pub long: String,
}

impl Shape {
    /// Returns all shapes, with JSON of `json` octets. The other long texts have `long` octets, except
    /// for the nesting, which is 10,000 deep.
    #[must_use]
    pub fn all(json: usize, long: usize) -> [Self; 5] {
        [
            Self {
                name: "JSON",
                language: JSON,
                short: (1..=SHORT_TEXTS)
                    .map(|seed| json::text(seed, SHORT))
                    .collect(),
                long: json::text(0, json),
            },
            Self::new("nesting, 10,000 deep", JSON, 20_000, |length| {
                let depth = length / 2;
                "[".repeat(depth) + &"]".repeat(depth)
            }),
            Self::new("right recursion", LIST, long, |length| {
                "1,".repeat(length / 2) + "1"
            }),
            Self::new("blanks in JSON", JSON, long, |length| {
                format!("[{}1]", " ".repeat(length))
            }),
            Self::new("local part of an address", ADDRESSES, long, |length| {
                format!("{}@example.org", "a".repeat(length))
            }),
        ]
    }

    fn new(
        name: &'static str,
        language: Language,
        long: usize,
        text: impl Fn(usize) -> String,
    ) -> Self {
        Self {
            name,
            language,
            short: vec![text(SHORT)],
            long: text(long),
        }
    }
}
