//! Texts of recursive productions.

use std::collections::HashSet;

use thiserror::Error;

use super::cover::Referring;
use super::derive::{Derivation, LONG, SMALLEST_FROM, derive_sized};
use super::near_misses::{AgainFromStart, NearMisses, Source};
use super::shortest::Shortest;
use super::uses::{UseId, Uses};
use super::{FRUITLESS, UseKind};
use crate::lookup::UnknownProduction;
use crate::obstacles::Obstacle;
use crate::octets::OctetSet;
use crate::random::Random;
use crate::recognizer::Recognizer;
use crate::resolved::{ExpressionId, ProductionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::Grammar;

/// The greatest size of a smallest derivation, in octets and expressions. It also bounds the depth
/// of recursion. Parts without a smaller one are never taken.
const SIZE: usize = 1_000;

/// The number of derivations in a row without a new choice after which a cover ends.
const FRUITLESS_COVER: usize = 200;

/// Why a production has no texts to make.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecursiveSentencesError {
    /// The grammar has no production of that name.
    #[error(transparent)]
    UnknownProduction(#[from] UnknownProduction),
    /// The production uses prose, a name without a definition, or text that cannot be read, or it
    /// derives no text.
    #[error(transparent)]
    Obstacle(Box<Obstacle>),
    /// A reading excludes prefixes from the production, or from one that it uses.
    #[error("a reading excludes prefixes from `{0}`, and recursion leads there: no text is made")]
    Excluded(String),
    /// The smallest derivation of the production is too large.
    #[error(
        "the smallest derivation of production `{0}` takes more than {SIZE} octets and expressions"
    )]
    TooLarge(String),
}

/// The texts of a recursive production.
///
/// ```
/// use rfcbnf::sentences::RecursiveSentences;
///
/// let grammar = rfcbnf::read("list = item *( \",\" item )\nitem = \"a\" | \"(\" list \")\"\n")?;
/// let sentences = RecursiveSentences::new(&grammar, "list")?;
/// assert_eq!(sentences.shortest(), b"a");
/// assert_eq!(sentences.random(1).take(100).count(), 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct RecursiveSentences<'g> {
    uses: Uses<'g>,
    pub(super) start: ProductionId,
    /// The size of the smallest derivation of each expression; `None` if it is larger than [`SIZE`].
    sizes: Vec<Option<usize>>,
}

impl<'g> RecursiveSentences<'g> {
    /// Prepares the texts of a production.
    ///
    /// # Errors
    ///
    /// Returns [`RecursiveSentencesError`] if the grammar has no such production, if it has an
    /// obstacle other than recursion, or if it derives no text or its smallest derivation is too large.
    pub fn new(grammar: &'g Grammar, production: &str) -> Result<Self, RecursiveSentencesError> {
        let production = grammar.lookup(production)?.name.as_str();
        let obstacle = grammar.obstacle(production);
        let blocks = |one: &Obstacle| !one.is_recursion() || one.derives_no_text();
        if let Some(obstacle) = obstacle.filter(blocks) {
            return Err(RecursiveSentencesError::Obstacle(Box::new(obstacle)));
        }
        let resolved = ResolvedGrammar::new(grammar);
        let start = resolved.lookup(production)?;
        for used in resolved.reachable_from(start) {
            let used = resolved.production(used);
            if !used.source().excluded.is_empty() {
                return Err(RecursiveSentencesError::Excluded(used.name().to_owned()));
            }
        }
        let too_large = || RecursiveSentencesError::TooLarge(production.to_owned());
        let sizes = vec![None; resolved.expressions().len()];
        let uses = Uses::numbered(resolved, production, false).map_err(|_| too_large())?;
        let mut sentences = Self { uses, start, sizes };
        while sentences.compute_sizes() {}
        match sentences.size(sentences.grammar().production(start).body()) {
            Some(_) => Ok(sentences),
            None => Err(too_large()),
        }
    }

    pub(super) fn grammar(&self) -> &ResolvedGrammar<'g> {
        &self.uses.grammar
    }

    /// Computes the sizes from those before them. Returns whether any changed.
    fn compute_sizes(&mut self) -> bool {
        let mut has_changed = false;
        for index in 0..self.sizes.len() {
            let size = self.size_of(self.grammar().expressions()[index].kind());
            let size = size.filter(|size| *size <= SIZE);
            has_changed |= size != self.sizes[index];
            self.sizes[index] = size;
        }
        has_changed
    }

    fn size_of(&self, kind: &ResolvedKind<'_>) -> Option<usize> {
        let below = match kind {
            ResolvedKind::Alternation(members) => {
                members.iter().filter_map(|&one| self.size(one)).min()?
            }
            ResolvedKind::Sequence(members) => {
                let sizes = members.iter().map(|&one| self.size(one));
                sizes.sum::<Option<usize>>()?
            }
            ResolvedKind::Optional(_) | ResolvedKind::Repetition { least: 0, .. } => 0,
            ResolvedKind::Repetition { least, body, .. } => {
                let rounds = usize::try_from(*least).ok()?;
                self.size(*body)?.saturating_mul(rounds)
            }
            ResolvedKind::Literal { octets, .. } => octets.len(),
            ResolvedKind::Range(sequences) => sequences.iter().map(Vec::len).min()?,
            ResolvedKind::Reference { production, .. } => {
                self.size(self.grammar().production(*production).body())?
            }
            ResolvedKind::Undefined(_) | ResolvedKind::Unknown => return None,
        };
        Some(below.saturating_add(1))
    }

    fn size(&self, expression: ExpressionId) -> Option<usize> {
        self.sizes[expression.index()]
    }

    /// Returns a shortest text.
    #[must_use]
    pub fn shortest(&self) -> Vec<u8> {
        let body = self.grammar().production(self.start).body();
        let shortest = Shortest::of(self.grammar());
        shortest
            .text(body)
            .cloned()
            .unwrap_or_else(|| self.smallest())
    }

    /// Returns the text of a smallest derivation.
    fn smallest(&self) -> Vec<u8> {
        let derivation = self.derived(&mut Random::new(0), &[], SMALLEST_FROM);
        derivation.text
    }

    /// Returns a derivation at random that leads to wanted uses.
    fn derived(&self, random: &mut Random, wanted: &[bool], depth: usize) -> Derivation {
        let derived = derive_sized((&self.uses, &self.sizes), random, wanted, depth);
        // Every part with a size can be derived.
        derived.unwrap_or_default()
    }

    /// Returns whether a use is a choice of a derivation.
    fn is_choice(&self, used: UseId) -> bool {
        self.uses.all[used].kind != UseKind::Production
    }

    /// Returns the texts of random derivations, each once. The iterator ends when random derivations
    /// give nothing new, and remembers the texts that it has returned.
    pub fn random(&self, seed: u64) -> impl Iterator<Item = Vec<u8>> + use<'_, 'g> {
        self.texts(seed)
    }

    fn texts(&self, seed: u64) -> RandomTexts<'_, 'g> {
        RandomTexts {
            sentences: self,
            random: Random::new(seed),
            known: HashSet::new(),
        }
    }

    /// Returns texts that the production does not derive, each one edit away from a text that it
    /// derives, as [`Sentences::near_misses`](super::Sentences::near_misses) does. The iterator ends when
    /// random edits give nothing new. `recognizer` is that of the production.
    ///
    /// ```
    /// use rfcbnf::recognizer::Recognizer;
    /// use rfcbnf::sentences::RecursiveSentences;
    ///
    /// let grammar = rfcbnf::read("pair = \"(\" [ pair ] \")\"\n")?;
    /// let recognizer = Recognizer::new(&grammar, "pair")?;
    /// let sentences = RecursiveSentences::new(&grammar, "pair")?;
    /// for miss in sentences.near_misses(&recognizer, 1).take(20) {
    ///     assert!(recognizer.recognize(&miss.of)?.accepts_all());
    ///     assert!(!recognizer.recognize(&miss.text)?.accepts_all());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn near_misses<'s>(&'s self, recognizer: &'s Recognizer, seed: u64) -> NearMisses<'s> {
        let source = Source {
            encoding: self.grammar().grammar().encoding,
            octets: self.octets(),
            texts: Box::new(self.texts(seed)),
            in_order: Box::new(std::iter::empty()),
            // A text is left out if the recognizer gives up on it.
            is_valid: Box::new(|text| {
                let found = recognizer.recognize(text);
                found.is_ok_and(|found| found.accepts_all()) || found.is_err()
            }),
        };
        NearMisses::new(source, seed)
    }

    /// Returns the octets of the terminals of the production and of those that it uses.
    pub(super) fn octets(&self) -> OctetSet {
        self.grammar().octets(self.start)
    }

    /// Returns texts whose derivations together take every alternative, every optional part with and
    /// without it, and every repetition with its smallest number of rounds and with more, as far as
    /// random derivations come there.
    #[must_use]
    pub fn cover(&self, seed: u64) -> Vec<Vec<u8>> {
        let covering = self.covering(seed).into_iter();
        covering.map(|derived| derived.text).collect()
    }

    /// Returns the texts of [`Self::cover`], with the references of their derivations.
    pub(super) fn covering(&self, seed: u64) -> Vec<Referring> {
        let mut random = Random::new(seed);
        let mut wanted: Vec<bool> = (0..self.uses.all.len())
            .map(|used| self.is_choice(used))
            .collect();
        let mut texts: Vec<Referring> = Vec::new();
        let mut fruitless = 0;
        while fruitless < FRUITLESS_COVER {
            let Derivation { text, uses, nodes } = self.derived(&mut random, &wanted, 0);
            fruitless += 1;
            for used in uses {
                if std::mem::take(&mut wanted[used]) {
                    fruitless = 0;
                }
            }
            if fruitless == 0 && texts.iter().all(|known| known.text != text) {
                let nodes = nodes.into_iter();
                let references = nodes.filter_map(|node| Some((node.reference?, node.span)));
                let references = references.collect();
                texts.push(Referring { text, references });
            }
        }
        texts
    }

    /// Returns a text that shows many productions and is not long.
    #[must_use]
    pub fn typical(&self) -> Vec<u8> {
        let mut random = Random::new(0);
        let candidates = (0..FRUITLESS_COVER).map(|_| {
            let Derivation { text, uses, .. } = self.derived(&mut random, &[], 0);
            let uses: HashSet<UseId> = uses.into_iter().collect();
            let choices = uses.into_iter().filter(|used| self.is_choice(*used));
            (choices.count(), text)
        });
        let short = candidates.filter(|(_, text)| text.len() <= LONG / 2);
        let best = short.max_by_key(|(choices, text)| (*choices, std::cmp::Reverse(text.len())));
        best.map_or_else(|| self.shortest(), |(_, text)| text)
    }
}

/// The texts of random derivations, each once.
struct RandomTexts<'s, 'g> {
    sentences: &'s RecursiveSentences<'g>,
    random: Random,
    known: HashSet<Vec<u8>>,
}

impl Iterator for RandomTexts<'_, '_> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let (sentences, random) = (self.sentences, &mut self.random);
        let mut texts = (0..FRUITLESS).map(|_| sentences.derived(random, &[], 0).text);
        texts.find(|text| self.known.insert(text.clone()))
    }
}

impl AgainFromStart for RandomTexts<'_, '_> {
    fn forget(&mut self) {
        self.known.clear();
    }
}
