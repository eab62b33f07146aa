//! The comparison of productions that correspond and have different names.

use std::collections::HashSet;

use serde::Deserialize;
use thiserror::Error;
use toml::Spanned;

use super::decided::texts;
use super::half::Half;
use super::recursive::Recursive;
use super::{PairResult, Side};
use crate::automaton::{AutomatonError, TooLarge, Work};
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
/// let compared = compare_pairs(&a, &b, &pairs, 1);
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

    /// Pairs names of the first grammar with names of the second. Leaves out a pair if one of the
    /// grammars has no production of that name.
    ///
    /// ```
    /// use rfcbnf::difference::Pairs;
    ///
    /// let a = rfcbnf::read("port = 1*digit\ndigit = \"0\" | \"1\"\n")?;
    /// let b = rfcbnf::read("number = \"0\"\n")?;
    /// let pairs = Pairs::of_names([("port", "number"), ("digit", "DIGIT")], &a, &b);
    /// assert_eq!(pairs.without_counterpart(rfcbnf::difference::Side::A, &a), ["digit"]);
    /// # Ok::<(), rfcbnf::GrammarErrors>(())
    /// ```
    #[must_use]
    pub fn of_names<'n>(
        names: impl IntoIterator<Item = (&'n str, &'n str)>,
        a: &Grammar,
        b: &Grammar,
    ) -> Self {
        let name = |grammar: &Grammar, name| {
            let production = grammar.lookup(name).ok()?;
            Some(Spanned::new(0..0, production.name.clone()))
        };
        let pairs = names.into_iter().filter_map(|(in_a, in_b)| {
            Some(Pair {
                a: name(a, in_a)?,
                b: name(b, in_b)?,
                why: None,
            })
        });
        Self {
            pair: pairs.collect(),
        }
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

/// Compares the productions of each pair, in the order of the pairs. See [`compare`](super::compare).
#[must_use]
pub fn compare_pairs(a: &Grammar, b: &Grammar, pairs: &Pairs, depth: u32) -> Vec<ComparedPair> {
    let of_a = pairs.pair.iter().map(|pair| pair.a.as_ref().as_str());
    let of_b = pairs.pair.iter().map(|pair| pair.b.as_ref().as_str());
    let half_a = Half::new(a, &of_a.collect());
    let half_b = Half::new(b, &of_b.collect());
    let recursive = Recursive::new(&half_a, &half_b, depth);
    let work = Work::new();
    let compared = pairs.pair.iter().map(|pair| {
        let (name_a, name_b) = (pair.a.as_ref(), pair.b.as_ref());
        let in_a = half_a.automata.production(name_a);
        let result = match in_a.zip(half_b.automata.production(name_b)) {
            Some((a, b)) if a == b => PairResult::Equal,
            Some((a, b)) => texts(a, b, &work).map_or_else(
                |TooLarge| {
                    let production = name_a.clone();
                    PairResult::Abstained {
                        side: Side::A,
                        why: Box::new(AutomatonError::TooLarge { production }),
                    }
                },
                PairResult::Differs,
            ),
            None => recursive.known(name_a, name_b),
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
