//! The difference between two grammars for programs.

use rfcbnf::difference::{Compared, Comparison, Origin, Side};
use serde::Serialize;

use crate::difference::GrammarDifference;
use crate::json::Octets;

/// The difference between two grammars.
#[derive(Debug, Serialize)]
pub struct DifferenceRecord<'a> {
    a: &'a str,
    b: &'a str,
    equal: bool,
    productions: Vec<ProductionRecord<'a>>,
}

impl<'a> DifferenceRecord<'a> {
    /// Returns the record of the difference.
    #[must_use]
    pub fn new(difference: &'a GrammarDifference) -> Self {
        Self {
            a: &difference.a,
            b: &difference.b,
            equal: difference.is_equal(),
            productions: difference
                .compared
                .iter()
                .map(ProductionRecord::new)
                .collect(),
        }
    }
}

#[derive(Debug, Serialize)]
struct ProductionRecord<'a> {
    rule: &'a str,
    result: &'static str,
    #[serde(flatten)]
    difference: Option<TextsRecord<'a>>,
    #[serde(flatten)]
    abstention: Option<AbstentionRecord>,
}

#[derive(Debug, Serialize)]
struct AbstentionRecord {
    side: &'static str,
    why: String,
}

#[derive(Debug, Serialize)]
struct TextsRecord<'a> {
    only_a: Option<Octets<&'a [u8]>>,
    only_b: Option<Octets<&'a [u8]>>,
    origin: &'static str,
    causes: &'a [String],
}

impl<'a> ProductionRecord<'a> {
    fn new(compared: &'a Compared) -> Self {
        let (result, difference) = match &compared.result {
            Comparison::Equal => ("equal", None),
            Comparison::Only(Side::A) => ("only_a", None),
            Comparison::Only(Side::B) => ("only_b", None),
            Comparison::Differs {
                only_a,
                only_b,
                origin,
            } => {
                let (origin, causes) = match origin {
                    Origin::Body => ("body", &[][..]),
                    Origin::Exclusion => ("exclusion", &[][..]),
                    Origin::Others(causes) => ("others", causes.as_slice()),
                };
                let (only_a, only_b) = (octets(only_a.as_deref()), octets(only_b.as_deref()));
                let difference = TextsRecord {
                    only_a,
                    only_b,
                    origin,
                    causes,
                };
                ("differs", Some(difference))
            }
            Comparison::Abstained { .. } => ("abstained", None),
        };
        let abstention = match &compared.result {
            Comparison::Abstained { side, obstacle } => Some(AbstentionRecord {
                side: match side {
                    Side::A => "a",
                    Side::B => "b",
                },
                why: obstacle.to_string(),
            }),
            _ => None,
        };
        Self {
            rule: &compared.name,
            result,
            difference,
            abstention,
        }
    }
}

fn octets(text: Option<&[u8]>) -> Option<Octets<&[u8]>> {
    text.map(Octets)
}
