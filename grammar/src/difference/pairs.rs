//! The comparison of productions that correspond and have different names.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;
use thiserror::Error;
use toml::Spanned;

use super::{Side, Texts, texts};
use crate::automaton::{Automata, AutomatonError, Work};
use crate::lookup::UnknownProduction;
use crate::syntax::Grammar;

/// Which production of one grammar corresponds to which of another, in the order of their file.
///
/// ```
/// use rfcbnf::difference::{PairResult, Pairs, compare_pairs};
///
/// let a = rfcbnf::read("port = 1*digit\ndigit = \"0\" | \"1\"\n")?;
/// let b = rfcbnf::read("number = *bit\nbit = \"0\" | \"1\"\n")?;
/// let pairs = r#"
///     [[pair]]
///     a = "port"
///     b = "number"
///     why = "Both are digits."
/// "#;
/// let pairs = Pairs::from_toml(pairs, &a, &b)?;
/// let compared = compare_pairs(&a, &b, &pairs);
/// let PairResult::Differs(texts) = &compared[0].result else { panic!() };
/// assert_eq!(texts.only_b.as_deref(), Some(&b""[..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairs {
    #[serde(default)]
    pair: Vec<Pair>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pair {
    a: Spanned<String>,
    b: Spanned<String>,
    why: Option<String>,
}

/// Two productions that correspond, and their comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparedPair {
    /// The name in the first grammar.
    pub a: String,
    /// The name in the second grammar.
    pub b: String,
    /// Why the two correspond, if the file says so.
    pub why: Option<String>,
    /// The result of the comparison.
    pub result: PairResult,
}

/// The result of comparing two productions that correspond.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PairResult {
    /// Both derive the same texts.
    Equal,
    /// They derive different texts.
    Differs(Texts),
    /// The comparison abstains: a production has an obstacle, or is too large.
    Abstained {
        /// The grammar.
        side: Side,
        /// The reason.
        why: Box<AutomatonError>,
    },
}

/// Why a file of pairs cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PairsError {
    /// The text is not TOML, or has unknown or missing keys.
    #[error("the pairs cannot be read: {0}")]
    Malformed(#[from] toml::de::Error),
    /// A grammar has no production of that name.
    #[error("line {line}, {} grammar: {error}", match side {
        Side::A => "first",
        Side::B => "second",
    })]
    Unknown {
        /// The grammar.
        side: Side,
        /// The name, and names like it.
        error: UnknownProduction,
        /// The line of the name in the file of pairs, counted from 1.
        line: usize,
    },
}

impl Pairs {
    /// Reads a file of pairs: an array `pair` of tables with the names `a` and `b`, and `why`.
    /// Checks that the two grammars have these productions.
    ///
    /// # Errors
    ///
    /// [`PairsError::Malformed`] if the text does not have that form, and [`PairsError::Unknown`]
    /// for the first name that its grammar does not define.
    pub fn from_toml(text: &str, a: &Grammar, b: &Grammar) -> Result<Self, PairsError> {
        let mut pairs: Self = toml::from_str(text)?;
        let found = |side, name: &mut Spanned<String>, grammar: &Grammar| match grammar
            .lookup(name.as_ref())
        {
            Ok(production) => {
                name.get_mut().clone_from(&production.name);
                Ok(())
            }
            Err(error) => {
                let before = text.get(..name.span().start).unwrap_or_default();
                let line = 1 + before.matches('\n').count();
                Err(PairsError::Unknown { side, error, line })
            }
        };
        for pair in &mut pairs.pair {
            found(Side::A, &mut pair.a, a)?;
            found(Side::B, &mut pair.b, b)?;
        }
        Ok(pairs)
    }

    /// Returns the names of the first or the second grammar that are in no pair, in its order.
    #[must_use]
    pub fn without_counterpart<'g>(&self, side: Side, grammar: &'g Grammar) -> Vec<&'g str> {
        let paired = self.pair.iter().map(|pair| match side {
            Side::A => pair.a.as_ref().as_str(),
            Side::B => pair.b.as_ref().as_str(),
        });
        let paired: HashSet<&str> = paired.collect();
        let productions = grammar.productions.iter().map(|one| one.name.as_str());
        productions.filter(|name| !paired.contains(name)).collect()
    }
}

/// Compares the productions of each pair, in the order of the pairs.
///
/// It abstains from a pair if one of its productions has an obstacle or is too large.
#[must_use]
pub fn compare_pairs(a: &Grammar, b: &Grammar, pairs: &Pairs) -> Vec<ComparedPair> {
    let of_pairs = |name: fn(&Pair) -> &Spanned<String>| -> HashSet<&str> {
        let names = pairs.pair.iter().map(name);
        names.map(|name| name.as_ref().as_str()).collect()
    };
    let (automata_a, failed_a) = Automata::of_most(a, &of_pairs(|pair| &pair.a));
    let (automata_b, failed_b) = Automata::of_most(b, &of_pairs(|pair| &pair.b));
    let work = Work::new();
    let compared = pairs.pair.iter().map(|pair| {
        let (name_a, name_b) = (pair.a.as_ref(), pair.b.as_ref());
        let automata = automata_a
            .production(name_a)
            .zip(automata_b.production(name_b));
        let result = match automata {
            Some((a, b)) if a == b => PairResult::Equal,
            Some((a, b)) => match texts(a, b, &work) {
                Ok(texts) => PairResult::Differs(texts),
                Err(_) => too_large(name_a),
            },
            None => abstained((name_a, &failed_a), (name_b, &failed_b)),
        };
        ComparedPair {
            a: name_a.clone(),
            b: name_b.clone(),
            why: pair.why.clone(),
            result,
        }
    });
    compared.collect()
}

fn too_large(name: &str) -> PairResult {
    PairResult::Abstained {
        side: Side::A,
        why: Box::new(AutomatonError::TooLarge {
            production: name.to_owned(),
        }),
    }
}

/// Returns why one of the two has no automaton.
fn abstained(
    (name_a, failed_a): (&str, &HashMap<&str, AutomatonError>),
    (name_b, failed_b): (&str, &HashMap<&str, AutomatonError>),
) -> PairResult {
    let in_a = failed_a.get(name_a).map(|why| (Side::A, why));
    let failed = in_a.or_else(|| failed_b.get(name_b).map(|why| (Side::B, why)));
    failed.map_or_else(
        || too_large(name_a),
        |(side, why)| PairResult::Abstained {
            side,
            why: Box::new(why.clone()),
        },
    )
}
