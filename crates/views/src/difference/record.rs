//! The difference between two grammars for programs.

use rfcbnf::difference::{Compared, Comparison, Origin, Side};
use serde::Serialize;

use crate::difference::GrammarDifference;
use crate::difference::texts::{SearchedRecord, TextsRecord};

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
    texts: Option<TextsRecord<'a>>,
    #[serde(flatten)]
    origin: Option<OriginRecord<'a>>,
    #[serde(flatten)]
    searched: Option<SearchedRecord>,
    #[serde(flatten)]
    abstention: Option<AbstentionRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    same_as: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    respelled: Vec<RespelledRecord<'a>>,
}

#[derive(Debug, Serialize)]
struct AbstentionRecord {
    side: &'static str,
    why: String,
}

#[derive(Debug, Serialize)]
struct OriginRecord<'a> {
    origin: &'static str,
    causes: &'a [String],
}

#[derive(Debug, Serialize)]
struct RespelledRecord<'a> {
    a: &'a str,
    b: &'a str,
}

impl<'a> ProductionRecord<'a> {
    fn new(compared: &'a Compared) -> Self {
        let mut record = Self {
            rule: &compared.name,
            result: "equal",
            texts: None,
            origin: None,
            searched: None,
            abstention: None,
            same_as: None,
            respelled: compared
                .respelled
                .iter()
                .map(|one| RespelledRecord {
                    a: &one.a,
                    b: &one.b,
                })
                .collect(),
        };
        match &compared.result {
            Comparison::Equal => {}
            Comparison::Only { side, other_name } => {
                record.result = match side {
                    Side::A => "only_a",
                    Side::B => "only_b",
                };
                record.same_as = other_name.as_deref();
            }
            Comparison::Differs { texts, origin } => {
                record.result = "differs";
                record.texts = Some(TextsRecord::new(texts));
                record.origin = Some(OriginRecord::new(origin));
            }
            Comparison::NoneFound(searched) => {
                record.result = "undecided";
                record.searched = Some(SearchedRecord::new(*searched));
            }
            Comparison::Abstained { side, why } => {
                record.result = "abstained";
                record.abstention = Some(AbstentionRecord {
                    side: match side {
                        Side::A => "a",
                        Side::B => "b",
                    },
                    why: why.to_string(),
                });
            }
        }
        record
    }
}

impl<'a> OriginRecord<'a> {
    fn new(origin: &'a Origin) -> Self {
        let (origin, causes) = match origin {
            Origin::Body => ("body", &[][..]),
            Origin::Exclusion => ("exclusion", &[][..]),
            Origin::Encoding => ("encoding", &[][..]),
            Origin::Others(causes) => ("others", causes.as_slice()),
            Origin::Undecided => ("undecided", &[][..]),
        };
        Self { origin, causes }
    }
}
