//! Texts of recursive productions.
//!
//! A derivation goes on at random until it is deep or long. Then it takes at each choice the part
//! with the smallest derivation, which is finite. So every derivation ends.

use std::collections::HashSet;
use std::ops::Range;

use thiserror::Error;

use super::cover::Referring;
use super::derive::octet_of;
use super::near_misses::{AgainFromStart, NearMisses, Source};
use super::shortest::Shortest;
use crate::lookup::UnknownProduction;
use crate::obstacles::Obstacle;
use crate::octets::OctetSet;
use crate::random::Random;
use crate::recognizer::Recognizer;
use crate::resolved::{ExpressionId, ProductionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::{Case, Grammar};

/// The number of productions inside each other from which a derivation takes the smallest parts.
const DEEP: usize = 24;

/// The length in octets from which a derivation takes the smallest parts.
const LONG: usize = 60;

/// The number of expressions from which a derivation takes the smallest parts.
const MANY: usize = 2_000;

/// The largest number of rounds of a repetition beyond the smallest number.
const ROUNDS: u32 = 3;

/// The greatest size of a smallest derivation, in octets and expressions. It also bounds the depth
/// of recursion. Parts without a smaller one are never taken.
const SIZE: usize = 1_000;

/// The number of attempts in a row without a new text after which an iterator ends.
const FRUITLESS: usize = 64;

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
    pub(super) grammar: ResolvedGrammar<'g>,
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
        let mut sentences = Self {
            sizes: vec![None; resolved.expressions().len()],
            grammar: resolved,
            start,
        };
        while sentences.compute_sizes() {}
        match sentences.size(sentences.grammar.production(start).body()) {
            Some(_) => Ok(sentences),
            None => Err(RecursiveSentencesError::TooLarge(production.to_owned())),
        }
    }

    /// Computes the sizes from those before them. Returns whether any changed.
    fn compute_sizes(&mut self) -> bool {
        let mut has_changed = false;
        for index in 0..self.sizes.len() {
            let size = self.size_of(self.grammar.expressions()[index].kind());
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
                self.size(self.grammar.production(*production).body())?
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
        let body = self.grammar.production(self.start).body();
        let shortest = Shortest::of(&self.grammar);
        shortest
            .text(body)
            .cloned()
            .unwrap_or_else(|| self.smallest())
    }

    /// Returns the text of a smallest derivation.
    fn smallest(&self) -> Vec<u8> {
        let mut random = Random::new(0);
        let mut run = Run::new(self, &mut random);
        run.depth = DEEP;
        run.derived()
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
            encoding: self.grammar.grammar().encoding,
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
        self.grammar.octets(self.start)
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
        let mut taken = HashSet::new();
        let mut texts: Vec<Referring> = Vec::new();
        let mut fruitless = 0;
        while fruitless < FRUITLESS_COVER {
            let mut run = Run::new(self, &mut random);
            run.known = Some(&taken);
            let text = run.text_of(self.start);
            let references = std::mem::take(&mut run.references);
            let new: Vec<Choice> = run.taken.difference(&taken).copied().collect();
            if new.is_empty() {
                fruitless += 1;
            } else {
                fruitless = 0;
                taken.extend(new);
                if texts.iter().all(|known| known.text != text) {
                    texts.push(Referring { text, references });
                }
            }
        }
        texts
    }

    /// Returns a text that shows many productions and is not long.
    #[must_use]
    pub fn typical(&self) -> Vec<u8> {
        let mut random = Random::new(0);
        let candidates = (0..FRUITLESS_COVER).map(|_| {
            let mut run = Run::new(self, &mut random);
            let text = run.text_of(self.start);
            (run.taken.len(), text)
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
        let mut texts = (0..FRUITLESS).map(|_| Run::new(sentences, random).derived());
        texts.find(|text| self.known.insert(text.clone()))
    }
}

impl AgainFromStart for RandomTexts<'_, '_> {
    fn forget(&mut self) {
        self.known.clear();
    }
}

/// A choice of a derivation: an expression, and which of its possibilities.
type Choice = (ExpressionId, bool);

/// A derivation in progress.
struct Run<'r, 'g> {
    sentences: &'r RecursiveSentences<'g>,
    random: &'r mut Random,
    /// The choices of other derivations, if new ones are wanted.
    known: Option<&'r HashSet<Choice>>,
    taken: HashSet<Choice>,
    text: Vec<u8>,
    /// The references so far, each with what it derives.
    references: Vec<(ExpressionId, Range<usize>)>,
    /// The number of productions that are open.
    depth: usize,
    /// The number of expressions so far.
    expressions: usize,
}

impl<'r, 'g> Run<'r, 'g> {
    fn new(sentences: &'r RecursiveSentences<'g>, random: &'r mut Random) -> Self {
        Self {
            sentences,
            random,
            known: None,
            taken: HashSet::new(),
            text: Vec::new(),
            references: Vec::new(),
            depth: 0,
            expressions: 0,
        }
    }

    fn derived(mut self) -> Vec<u8> {
        self.text_of(self.sentences.start)
    }

    fn text_of(&mut self, production: ProductionId) -> Vec<u8> {
        let body = self.sentences.grammar.production(production).body();
        self.expression(body, Case::Exact);
        std::mem::take(&mut self.text)
    }

    /// Returns whether only the smallest parts may be taken.
    fn is_ending(&self) -> bool {
        self.depth >= DEEP || self.text.len() >= LONG || self.expressions >= MANY
    }

    fn is_new(&self, choice: Choice) -> bool {
        let is_known = |known: &HashSet<Choice>| known.contains(&choice);
        self.known.is_some_and(|known| !is_known(known)) && !self.taken.contains(&choice)
    }

    /// Chooses whether to take a part, and prefers what is new.
    fn takes(&mut self, expression: ExpressionId, body: ExpressionId) -> bool {
        let takes = if self.is_ending() || self.sentences.size(body).is_none() {
            false
        } else {
            match (
                self.is_new((expression, true)),
                self.is_new((expression, false)),
            ) {
                (true, false) => true,
                (false, true) => false,
                _ => self.random.once_in(2),
            }
        };
        self.taken.insert((expression, takes));
        takes
    }

    fn expression(&mut self, expression: ExpressionId, case: Case) {
        let sentences = self.sentences;
        self.expressions += 1;
        match sentences.grammar.kind(expression) {
            ResolvedKind::Alternation(members) => {
                let member = self.alternative(members);
                self.taken.insert((member, true));
                self.expression(member, case);
            }
            ResolvedKind::Sequence(members) => {
                for &member in members {
                    self.expression(member, case);
                }
            }
            ResolvedKind::Optional(body) => {
                if self.takes(expression, *body) {
                    self.expression(*body, case);
                }
            }
            &ResolvedKind::Repetition { least, most, body } => {
                let further = most.map_or(ROUNDS, |most| (most - least).min(ROUNDS));
                let further = match further {
                    0 => 0,
                    _ if self.takes(expression, body) => 1 + self.random.below(further),
                    _ => 0,
                };
                for _ in 0..least + further {
                    self.expression(body, case);
                }
            }
            ResolvedKind::Literal { octets, .. } => self.text.extend_from_slice(octets),
            ResolvedKind::Range(sequences) => self.range(sequences),
            ResolvedKind::Reference {
                production,
                case: own,
                ..
            } => {
                self.depth += 1;
                let body = sentences.grammar.production(*production).body();
                let from = self.text.len();
                self.expression(body, own.within(case));
                self.references.push((expression, from..self.text.len()));
                self.depth -= 1;
            }
            ResolvedKind::Undefined(_) | ResolvedKind::Unknown => {}
        }
    }

    /// Returns an alternative: a smallest one near the end, or else one at random.
    fn alternative(&mut self, members: &[ExpressionId]) -> ExpressionId {
        let sizes = |member: &ExpressionId| self.sentences.size(*member);
        let mut possible = members.to_vec();
        possible.retain(|member| sizes(member).is_some());
        if self.is_ending() {
            let least = possible.iter().filter_map(sizes).min();
            possible.retain(|member| sizes(member) == least);
        } else if possible.iter().any(|&member| self.is_new((member, true))) {
            possible.retain(|&member| self.is_new((member, true)));
        }
        let chosen = self.random.one_of(&possible).copied();
        chosen.unwrap_or(members[0])
    }

    /// Adds a character of a range, one of ASCII if there is any.
    fn range(&mut self, sequences: &[Vec<OctetSet>]) {
        let mut possible: Vec<&Vec<OctetSet>> = sequences.iter().collect();
        if !self.random.once_in(8) && possible.iter().any(|one| one.len() == 1) {
            possible.retain(|one| one.len() == 1);
        }
        let Some(&sequence) = self.random.one_of(&possible) else {
            return;
        };
        for &set in sequence {
            let octet = octet_of(self.random, set);
            self.text.extend(octet);
        }
    }
}
