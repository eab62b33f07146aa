//! Whether a production is unambiguous, as far as that can be told.

use std::sync::Arc;

use rfcbnf_engine::recognizer::Cache;

use crate::derivations::{DerivationTree, check, derivations_in_cache};
use crate::difference::shortest;
use crate::network::network;
use crate::obstacles::Obstacle;
use crate::resolved::{ProductionId, ResolvedGrammar};
use crate::syntax::Grammar;
use crate::tables::{Determinism, determinism};

/// The most texts whose trees are counted.
const TEXTS: usize = 5_000;

/// The most steps of the search for these trees.
const STEPS: usize = 20_000_000;

/// Whether every text of a production has one tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unambiguity {
    /// It has: there is a proof.
    Proved(UnambiguityProof),
    /// It has not.
    Ambiguous {
        /// The text: no shorter one has several trees.
        text: Vec<u8>,
        /// The first tree, and the second if there is one. With one alone, the others repeat a node or an empty round.
        trees: Vec<DerivationTree>,
        /// Whether the text has infinitely many derivations.
        is_infinite: bool,
    },
    /// No text of at most so many octets has several trees. Whether a longer one has is not known.
    UpTo {
        /// The length in octets.
        length: usize,
        /// The number of texts.
        texts: usize,
    },
    /// It is not known.
    Undecided(Unexplored),
}

/// Why every text has one tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnambiguityProof {
    /// The grammar is LL(1): the next character decides which alternative is taken.
    Ll1,
    /// The grammar is LR(1): what was read and the next character decide which production ends.
    Lr1,
    /// The production derives finitely many texts, and each has one tree.
    AllTexts,
}

/// Why texts were not looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unexplored {
    /// There is no such production, or it has an obstacle.
    Obstacle(Option<Box<Obstacle>>),
    /// It is too large.
    TooLarge,
}

/// Decides whether a production is unambiguous: by a proof where the grammar is LL(1) or LR(1), and else by the trees of
/// up to 5,000 texts, the shortest first. Ambiguity is undecidable (D. Cantor, 1962), so the answer can be that no text up to
/// a length has several trees.
///
/// Two trees differ as those of [`derivations`](crate::derivations::derivations()) do: in a production or a span. Octets that
/// the production does not tell apart are tried as one.
///
/// ```
/// use rfcbnf::analysis::{Unambiguity, UnambiguityProof, unambiguity};
///
/// let grammar = rfcbnf::read("E → E + E | E * E | n\n")?;
/// let Unambiguity::Ambiguous { text, trees, .. } = unambiguity(&grammar, "E") else { panic!() };
/// assert_eq!((text.as_slice(), trees.len()), (&b"n*n*n"[..], 2));
///
/// let grammar = rfcbnf::read("E → E + T | T\nT → T * n | n\n")?;
/// assert_eq!(unambiguity(&grammar, "E"), Unambiguity::Proved(UnambiguityProof::Lr1));
///
/// let grammar = rfcbnf::read("P → a P a | b P b | ε\n")?;
/// assert!(matches!(unambiguity(&grammar, "P"), Unambiguity::UpTo { length: 23, .. }));
/// # Ok::<(), rfcbnf::GrammarErrors>(())
/// ```
#[must_use]
pub fn unambiguity(grammar: &Grammar, production: &str) -> Unambiguity {
    let resolved = ResolvedGrammar::new(grammar);
    let Ok(start) = resolved.lookup(production) else {
        return Unambiguity::Undecided(Unexplored::Obstacle(None));
    };
    if check(&resolved, start).is_err() {
        let obstacle = grammar.obstacle(production).map(Box::new);
        return Unambiguity::Undecided(Unexplored::Obstacle(obstacle));
    }
    match determinism(grammar, production) {
        Ok(Some(Determinism::Ll1)) => Unambiguity::Proved(UnambiguityProof::Ll1),
        Ok(Some(Determinism::Lr1)) => Unambiguity::Proved(UnambiguityProof::Lr1),
        Ok(None) | Err(_) => searched(&resolved, start),
    }
}

/// Counts the trees of texts, the shortest first.
fn searched(grammar: &ResolvedGrammar, start: ProductionId) -> Unambiguity {
    let name = grammar.production(start).name();
    let Some(short) = shortest(grammar.grammar(), name, TEXTS) else {
        return Unambiguity::Undecided(Unexplored::TooLarge);
    };
    let network = Arc::new(network(grammar));
    let mut cache = Cache::new();
    let mut steps = 0;
    for (index, text) in short.texts.iter().enumerate() {
        let known = (&network, &mut cache);
        let found = derivations_in_cache(known, grammar, start, text, |_| false);
        let Some(mut found) = found.ok().filter(|_| steps <= STEPS) else {
            return up_to(&short.texts, index);
        };
        let trees: Vec<DerivationTree> = found.by_ref().take(2).collect();
        let is_infinite = found.is_infinite();
        if trees.len() > 1 || is_infinite {
            return Unambiguity::Ambiguous {
                text: text.clone(),
                trees,
                is_infinite,
            };
        }
        if found.given_up().is_some() {
            return up_to(&short.texts, index);
        }
        steps += found.size();
        found.return_cache(&mut cache);
    }
    let longest = grammar
        .properties(grammar.production(start).body())
        .longest();
    if longest.is_some_and(|longest| longest <= short.length) {
        return Unambiguity::Proved(UnambiguityProof::AllTexts);
    }
    Unambiguity::UpTo {
        length: short.length,
        texts: short.texts.len(),
    }
}

/// Returns what is known where the text with this index could not be looked at.
fn up_to(texts: &[Vec<u8>], index: usize) -> Unambiguity {
    let length = texts[index].len().checked_sub(1);
    length.map_or(Unambiguity::Undecided(Unexplored::TooLarge), |length| {
        let texts = texts.iter().take_while(|text| text.len() <= length).count();
        Unambiguity::UpTo { length, texts }
    })
}
