//! The times per octet of the recognizer and of its peers.
//!
//! Each run of a parser keeps all its results, and drops them at its end. Each parser of a comparison
//! has a recognizer of its own, so none profits from what another one found out.
//!
//! A shape is texts of different lengths, for the growth of the time.
//!
//! Invariant: the production derives every text.

use std::collections::BTreeMap;
use std::hint::black_box;

use pest::Parser;
use rfcbnf::recognizer::{Recognizer, Undecided};
use rfcbnf_engine::recognizer::ParseError;
use rfcbnf_engine::{Detail, Production, SyntaxError};

use super::json::Layout;
use super::pest_addresses::{Addresses, Rule as AddressRule};
use super::pest_json::{Json, Rule as JsonRule};
use super::{ADDRESSES, JSON, LIST, Language, addresses, json};
use crate::figures::{Measured, Unmeasured};
use crate::timing::{Contender, Series, interleaved};

/// The verdict of the recognizer.
pub const VERDICT: &str = "rfc1738 verdict, interpreted";

/// The tree of the recognizer.
pub const TREE: &str = "rfc1738 tree, interpreted";

/// The tree of the recognizer with every production.
pub const DETAIL: &str = "rfc1738 tree with characters, interpreted";

/// The verdict of a generated crate.
pub const CRATE_VERDICT: &str = "rfc1738 verdict, crate";

/// The tree of a generated crate.
pub const CRATE_TREE: &str = "rfc1738 tree, crate";

/// The same value as that of `serde_json`, read by the example over the events of a generated crate.
pub const CRATE_VALUE: &str = "rfc1738 value, crate and serde";

/// The parser that pest generates, which makes a pair for every production.
pub const PEST: &str = "pest";

/// A parser of JSON alone, which makes a value.
pub const SERDE_JSON: &str = "serde_json";

/// How much is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amount {
    /// The length in octets of the text of JSON.
    pub json: usize,
    /// The number of addresses.
    pub addresses: usize,
    /// The length in octets of the other long texts.
    pub long: usize,
    /// The number of rounds for each parser.
    pub rounds: usize,
}

impl Amount {
    /// That of the published figures.
    pub const FULL: Self = Self {
        json: 10_000_000,
        addresses: 100_000,
        long: 1_000_000,
        rounds: 5,
    };

    /// One that takes seconds.
    pub const QUICK: Self = Self {
        json: 100_000,
        addresses: 2_000,
        long: 100_000,
        rounds: 3,
    };
}

/// The times of all parsers on one corpus.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The name of the corpus.
    pub name: &'static str,
    /// The number of texts that were measured: pest accepts them too.
    pub texts: usize,
    /// Their length in octets.
    pub octets: usize,
    /// The number of texts that pest rejects, by their form.
    pub rejected: BTreeMap<&'static str, usize>,
    /// The nanoseconds per octet of each parser.
    pub costs: Vec<(&'static str, Measured<Series>)>,
}

/// The times of the recognizer on texts of one shape.
#[derive(Debug, Clone)]
pub struct Growth {
    /// The name of the shape.
    pub name: &'static str,
    /// The length in octets of the long text.
    pub octets: usize,
    /// The nanoseconds per octet for the verdict about the short texts and the long one.
    pub verdict: [Measured<Series>; 2],
    /// The same for the tree.
    pub tree: [Measured<Series>; 2],
}

/// Compares the parsers on all corpora.
#[must_use]
pub fn comparisons(amount: Amount) -> Vec<Comparison> {
    let mut comparisons = vec![compare_json("JSON", amount, &json::text(0, amount.json))];
    for layout in Layout::ALL {
        let name = match layout {
            Layout::Compact => "short values, compact",
            Layout::Spaced => "short values, spaced",
            Layout::Indented => "short values, indented",
        };
        let text = json::short_values(layout, amount.json);
        comparisons.push(compare_json(name, amount, &text));
    }
    comparisons.push(compare_addresses(amount));
    comparisons
}

fn compare_json(name: &'static str, amount: Amount, text: &str) -> Comparison {
    let value = |text| Ok(serde_json::from_str::<serde_json::Value>(text));
    let read = |text| Ok(json_deserializer::from_str::<serde_json::Value>(text));
    compare(
        (name, JSON),
        amount.rounds,
        &[(name, text.to_owned())],
        |text| Json::parse(JsonRule::text, text),
        |texts| {
            let valid = |text| Ok(rfc8259::is_valid(rfc8259::Rule::JsonText, text)?);
            let tree = |text| tree_of(rfc8259::parse(rfc8259::Rule::JsonText, text));
            vec![
                (CRATE_VERDICT, contender(texts, valid)),
                (CRATE_TREE, contender(texts, tree)),
                (CRATE_VALUE, contender(texts, read)),
                (SERDE_JSON, contender(texts, value)),
            ]
        },
    )
}

fn compare_addresses(amount: Amount) -> Comparison {
    let addresses = addresses::all(amount.addresses);
    let addresses: Vec<(&str, String)> = addresses
        .into_iter()
        .map(|(form, text)| (form.name(), text))
        .collect();
    compare(
        ("addresses", ADDRESSES),
        amount.rounds,
        &addresses,
        |text| Addresses::parse(AddressRule::text, text),
        |texts| {
            let valid = |text| Ok(rfc5322::is_valid(rfc5322::Rule::Address, text)?);
            let tree = |text| tree_of(rfc5322::parse(rfc5322::Rule::Address, text));
            vec![
                (CRATE_VERDICT, contender(texts, valid)),
                (CRATE_TREE, contender(texts, tree)),
            ]
        },
    )
}

/// A parser with its name, unless it does not decide.
type Named<'a> = (&'static str, Measured<Contender<'a>>);

/// Compares the recognizer with pest, and with others, on the texts that pest accepts.
fn compare<'a, T: 'a, E: 'a>(
    (name, language): (&'static str, Language),
    rounds: usize,
    texts: &'a [(&'static str, String)],
    pest: impl Fn(&'a str) -> Result<T, E> + 'a,
    others: impl Fn(&[&'a str]) -> Vec<Named<'a>>,
) -> Comparison {
    let mut rejected = BTreeMap::new();
    let mut accepted = Vec::new();
    for (form, text) in texts {
        if pest(text).is_ok() {
            accepted.push(text.as_str());
        } else {
            *rejected.entry(*form).or_default() += 1;
        }
    }
    let recognizers = [(); 3].map(|()| language.recognizer());
    let [one, two, three] = &recognizers;
    let mut parsers = vec![
        (VERDICT, verdict(one, &accepted)),
        (TREE, tree(two, &accepted, Detail::Rules)),
        (DETAIL, tree(three, &accepted, Detail::Characters)),
        (PEST, contender(&accepted, move |text| Ok(pest(text)))),
    ];
    parsers.extend(others(&accepted));
    let (names, contenders): (Vec<_>, Vec<_>) = parsers.into_iter().unzip();
    let costs = names.into_iter().zip(costs(rounds, contenders));
    Comparison {
        name,
        texts: accepted.len(),
        octets: octets(&accepted),
        rejected,
        costs: costs.collect(),
    }
}

/// Measures the growth of the recognizer's time.
///
/// # Panics
///
/// Panics if the recognizer rejects a text of a shape.
#[must_use]
pub fn growth(amount: Amount) -> Vec<Growth> {
    let shapes = Shape::all(amount.json, amount.long).into_iter();
    let growth = shapes.map(|shape| {
        let short: Vec<&str> = shape.short.iter().map(String::as_str).collect();
        let texts = [short, vec![shape.long.as_str()]];
        let recognizers = [(); 4].map(|()| shape.language.recognizer());
        let [one, two, three, four] = &recognizers;
        let contenders = vec![
            verdict(one, &texts[0]),
            verdict(two, &texts[1]),
            tree(three, &texts[0], Detail::Rules),
            tree(four, &texts[1], Detail::Rules),
        ];
        let costs = costs(amount.rounds, contenders);
        let [one, two, three, four] = <[_; 4]>::try_from(costs).expect("there are four");
        Growth {
            name: shape.name,
            octets: shape.long.len(),
            verdict: [one, two],
            tree: [three, four],
        }
    });
    growth.collect()
}

fn verdict<'a>(recognizer: &'a Recognizer, texts: &[&'a str]) -> Measured<Contender<'a>> {
    contender(texts, |text| {
        let verdict = recognizer.rule().verdict(text.as_bytes())?;
        assert!(verdict.is_ok(), "the text is valid");
        Ok(true)
    })
}

fn tree<'a>(
    recognizer: &'a Recognizer,
    texts: &[&'a str],
    detail: Detail,
) -> Measured<Contender<'a>> {
    contender(texts, move |text| {
        let tree = recognizer.rule().check(text, detail)?;
        Ok(tree.expect("the text is valid"))
    })
}

/// Returns the tree of a valid text.
fn tree_of<T, P: Production>(
    parsed: Result<T, ParseError<SyntaxError<P>>>,
) -> Result<T, Undecided> {
    parsed.map_err(|failure| match failure {
        ParseError::Undecided(undecided) => undecided,
        ParseError::Syntax(error) => panic!("the text is valid: {error}"),
    })
}

/// Returns a contender that parses all texts, and counts in octets. If the parser does not decide about
/// one of them, there is no contender.
fn contender<'a, T>(
    texts: &[&'a str],
    parse: impl Fn(&'a str) -> Result<T, Undecided> + 'a,
) -> Measured<Contender<'a>> {
    for text in texts {
        parse(text).map_err(Unmeasured::Undecided)?;
    }
    let texts = texts.to_vec();
    Ok(Contender::new(octets(&texts), move || {
        let results = texts.iter().map(|text| parse(black_box(text)));
        let results: Vec<_> = results.collect();
        drop(black_box(results));
    }))
}

fn octets(texts: &[&str]) -> usize {
    texts.iter().map(|text| text.len()).sum()
}

/// Measures the contenders that there are.
fn costs(rounds: usize, contenders: Vec<Measured<Contender>>) -> Vec<Measured<Series>> {
    let mut present = Vec::new();
    let places = contenders.into_iter().map(|contender| {
        contender.map(|contender| {
            present.push(contender);
        })
    });
    let places: Vec<Measured<()>> = places.collect();
    let mut series = interleaved(rounds, &present).into_iter();
    let costs = places
        .into_iter()
        .map(|place| place.map(|()| series.next().expect("there is one for each contender")));
    costs.collect()
}

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
