//! The search for texts that two parsers accept, and whose part they read differently.
//!
//! No grammar says which of the two is right, and most of these texts are not derived by it: `http://a\@b/`. So the
//! texts on which the two differ are the language that is learned, as if a parser gave the wrong verdict on exactly them.
//! Beside the suite of the grammar, and what the search asks anyway, both are asked about texts that are one or two
//! delimiters away from short texts of the grammar ([`near_misses`]).

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use super::compared::{Compared, PartFindings};
use super::decided::Decided;
use super::difference::{Differing, PartCause, causes_of};
use super::reading::{Changes, Reading};
use super::search::Decider;
use crate::automaton::AutomatonError;
use crate::causes::{self, Budget, Conclusion, Disagreement, Peer, texts};
use crate::conformance::contexts;
use crate::resolved::ResolvedGrammar;
use crate::search_end::Watch;
use crate::sentences::{RecursiveSentences, Shortest, shrunk};
use crate::syntax::Grammar;

/// Two parsers that say where they read a part. They can be asked any number of times.
pub trait PartPair {
    /// Why one of them gives no answers.
    type Error;

    /// Asks both about texts, all at once. Returns for each how the two read the part; `None` if one of them rejects the
    /// text, does not say how it reads the part, or cannot be asked.
    ///
    /// # Errors
    ///
    /// Returns an error if an answer is missing.
    fn read(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<[Reading; 2]>>, Self::Error>;

    /// Asks both once more about texts that were answered. What keeps answers has to ask them all the same.
    ///
    /// # Errors
    ///
    /// As [`PartPair::read`].
    fn read_again(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<[Reading; 2]>>, Self::Error> {
        self.read(texts)
    }
}

/// The greatest number of short texts of the grammar that delimiters are put into.
const SEEDS: usize = 16;

/// The greatest length of such a text, in octets.
const SEED: usize = 24;

/// The number of the shortest of these texts that two delimiters are put into.
const TWICE: usize = 3;

/// What ends a part in some parsers, or what they take out.
const DELIMITERS: &[&[u8]] = &[
    b"\\", b"/", b":", b"@", b"?", b"#", b"%", b"[", b"]", b";", b" ", b"\t", b"\0", b"&", b",",
    b"%2F", b"%40", b"%5C", b"%00",
];

/// The delimiters that are tried in pairs.
const PAIRED: usize = 7;

/// Returns texts that are one or two delimiters away from short texts of a production: with a delimiter at each place, in
/// place of an octet, or without an octet. What follows each place is one of them, too. Each is there once.
///
/// ```
/// let grammar = rfcbnf::read("url = \"u://\" host\nhost = 1*\"h\"\n")?;
/// let texts = rfcbnf::parts::near_misses(&grammar, "url");
/// assert!(texts.contains(&b"u:///h".to_vec()) && texts.contains(&b"u://\\@h".to_vec()));
/// assert!(texts.contains(&b"//h".to_vec()));
/// # Ok::<(), rfcbnf::GrammarErrors>(())
/// ```
#[must_use]
pub fn near_misses(grammar: &Grammar, production: &str) -> Vec<Vec<u8>> {
    // What a reading excludes is asked about all the same.
    let mut grammar = grammar.part([production]);
    for one in &mut grammar.productions {
        one.excluded.clear();
    }
    let Ok(sentences) = RecursiveSentences::new(&grammar, production) else {
        return Vec::new();
    };
    // Parsers of URLs have code for each scheme.
    let mut words = HashSet::new();
    let (mut seeds, mut others): (Vec<_>, Vec<_>) = shortest_texts(&grammar, production)
        .into_iter()
        .partition(|seed| words.insert(first_word(seed).to_ascii_lowercase()));
    others.extend(sentences.cover(0));
    for texts in [&mut seeds, &mut others] {
        texts.retain(|seed| !seed.is_empty() && seed.len() <= SEED);
        texts::sort(texts);
        texts.dedup();
    }
    seeds.extend(others);
    seeds.truncate(SEEDS);
    let mut all = Vec::new();
    for (number, seed) in seeds.iter().enumerate() {
        for place in 0..=seed.len() {
            let (before, after) = seed.split_at(place);
            all.push([before, after.get(1..).unwrap_or_default()].concat());
            // A reference without a scheme has the rest of a URL.
            all.push(after.to_vec());
            for (index, delimiter) in DELIMITERS.iter().enumerate() {
                all.push([before, delimiter, after.get(1..).unwrap_or_default()].concat());
                let one = [before, delimiter, after].concat();
                if number < TWICE && index < PAIRED {
                    for second in place + delimiter.len()..=one.len() {
                        let (before, after) = one.split_at(second);
                        let pairs = DELIMITERS[..PAIRED].iter();
                        all.extend(pairs.map(|other| [before, other, after].concat()));
                    }
                }
                all.push(one);
            }
        }
    }
    let mut seen = HashSet::new();
    all.retain(|text| seen.insert(text.clone()));
    all
}

/// Returns a shortest text with each production in it.
fn shortest_texts(grammar: &Grammar, production: &str) -> Vec<Vec<u8>> {
    let resolved = ResolvedGrammar::new(grammar);
    let shortest = Shortest::of(&resolved);
    let Ok(start) = resolved.lookup(production) else {
        return Vec::new();
    };
    let all = contexts(&resolved, start, &shortest);
    let reached = resolved.reachable_from(start).into_iter();
    let texts = reached.filter_map(|one| {
        let context = all.get(one.index())?.first()?;
        Some(context.with(shortest.of_production(one)?))
    });
    texts.collect()
}

/// Returns the letters with which a text begins.
fn first_word(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|octet| !octet.is_ascii_alphabetic());
    &text[..end.unwrap_or(text.len())]
}

/// The greatest number of causes whose shortest texts are shrunk.
const SHRUNK: usize = 20;

/// How long texts are shrunk after the end of a search.
const SHRINKING: Duration = Duration::from_millis(1500);

/// The number of texts that are asked about at once before the search.
const SET: usize = 5_000;

/// All short texts are asked about in this part of the time.
const SHARE_OF_DECIDED: u32 = 8;

/// Finds why two parsers read a part of texts differently. `known` are texts of which that is known.
/// [`Budget::corpus`] are more texts to ask about. Both are also asked about all short texts in the place of the part
/// ([`Decided`]).
///
/// # Errors
///
/// Returns an [`AutomatonError`] as [`causes::find`] does.
pub fn find_between<P: PartPair>(
    (grammar, production, part): (&Grammar, &str, &str),
    changes: Changes,
    known: &[Differing],
    pair: &mut P,
    budget: &Budget,
) -> Result<PartFindings<P::Error>, AutomatonError> {
    let derives = Decider::of(grammar, production)?;
    let mut peer = DifferencePeer {
        derives,
        pair,
        outcomes: HashMap::new(),
        compared: Compared::new(changes),
    };
    // Time that is short is for these texts first.
    peer.compared.count_known(known);
    let mut decided = Decided::begin(grammar, production, part);
    let asked = match peer.confirm(known) {
        Ok(()) => peer.ask_first(&budget.corpus, &mut decided, budget),
        Err(error) => Err(error),
    };
    peer.compared.decided = (decided.texts > 0).then_some(decided);
    if let Err(error) = asked {
        let causes = peer.compared.causes();
        return Ok(peer.compared.findings(causes, Conclusion::Stopped(error)));
    }
    let disagreements = peer.compared.differing().iter().filter_map(|one| {
        Some(Disagreement {
            is_accepted: !peer.derives.derives(&one.text)?,
            text: one.text.clone(),
        })
    });
    let disagreements: Vec<Disagreement> = disagreements.collect();
    let found = causes::find(grammar, production, &disagreements, &mut peer, budget)?;
    let mut causes = peer.compared.causes();
    if !matches!(found.conclusion, Conclusion::Stopped(_)) {
        let begun = Instant::now();
        for cause in causes.iter_mut().take(SHRUNK) {
            if budget.end.is_requested() && begun.elapsed() >= SHRINKING {
                break;
            }
            if let Err(error) = peer.shrink(cause) {
                return Ok(peer.compared.findings(causes, Conclusion::Stopped(error)));
            }
        }
    }
    Ok(peer.compared.findings(causes, found.conclusion))
}

/// Two parsers as one that gives the wrong verdict on the texts whose part they read differently.
struct DifferencePeer<'a, P> {
    derives: Decider,
    pair: &'a mut P,
    /// Whether the two differ about each text.
    outcomes: HashMap<Vec<u8>, bool>,
    compared: Compared,
}

impl<P: PartPair> DifferencePeer<'_, P> {
    /// Asks about those of the texts that have no answer yet.
    fn learn(&mut self, texts: &[Vec<u8>]) -> Result<(), P::Error> {
        let mut open: Vec<Vec<u8>> = Vec::new();
        for text in texts {
            if !self.outcomes.contains_key(text) {
                self.outcomes.insert(text.clone(), false);
                open.push(text.clone());
            }
        }
        if open.is_empty() {
            return Ok(());
        }
        let readings = self.pair.read(&open)?;
        let mut surprising = Vec::new();
        for (text, readings) in open.into_iter().zip(readings) {
            let Some([first, second]) = readings else {
                continue;
            };
            let differing = self.compared.count(&text, (&first, &[]), &second);
            surprising.extend(differing);
        }
        self.confirm(&surprising)
    }

    /// Keeps the texts that the two read differently in the same way when they are asked once more.
    fn confirm(&mut self, surprising: &[Differing]) -> Result<(), P::Error> {
        for set in surprising.chunks(SET) {
            let texts: Vec<Vec<u8>> = set.iter().map(|one| one.text.clone()).collect();
            let again = self.pair.read_again(&texts)?;
            for (one, again) in set.iter().zip(again) {
                let again = again.and_then(|[first, second]| {
                    self.compared.difference(&one.text, (&first, &[]), &second)
                });
                let holds = again.as_ref() == Some(one);
                self.outcomes.insert(one.text.clone(), holds);
                self.compared.keep(one.clone(), holds);
            }
        }
        Ok(())
    }

    /// Asks about the texts of the user, and then about all short ones in the place of the part.
    fn ask_first(
        &mut self,
        corpus: &[Vec<u8>],
        decided: &mut Decided,
        budget: &Budget,
    ) -> Result<(), P::Error> {
        for texts in corpus.chunks(SET) {
            if budget.end.is_requested() {
                return Ok(());
            }
            self.learn(texts)?;
        }
        let until = Watch::of(&budget.end).end_of_share(SHARE_OF_DECIDED);
        let is_over = || budget.end.is_requested();
        decided.ask(is_over, until, |texts| {
            self.learn(texts)?;
            let differ = |text| self.outcomes.get(text).copied().unwrap_or(false);
            Ok(texts.iter().map(differ).collect())
        })
    }

    /// Makes the shortest text of a cause shorter, as long as that has the same cause.
    fn shrink(&mut self, cause: &mut PartCause) -> Result<(), P::Error> {
        let is_utf8 = std::str::from_utf8(&cause.witness.text).is_ok();
        let kind = only_kind(&cause.witness);
        let small = shrunk(cause.witness.text.clone(), |candidates| {
            let candidates: Vec<Vec<u8>> = candidates.collect();
            let fits = |text: &Vec<u8>| !is_utf8 || std::str::from_utf8(text).is_ok();
            let asked: Vec<Vec<u8>> = candidates.iter().filter(|it| fits(it)).cloned().collect();
            self.learn(&asked)?;
            Ok(candidates.iter().position(|text| {
                fits(text)
                    && self.outcomes.get(text) == Some(&true)
                    && self
                        .differing(text)
                        .is_some_and(|one| only_kind(one) == kind)
            }))
        })?;
        if small.len() < cause.witness.text.len()
            && let Some(differing) = self.differing(&small)
        {
            cause.witness = differing.clone();
        }
        Ok(())
    }

    fn differing(&self, text: &[u8]) -> Option<&Differing> {
        let mut differing = self.compared.differing().iter().rev();
        differing.find(|one| one.text == text)
    }
}

/// Returns what differs in a text alone.
fn only_kind(differing: &Differing) -> Option<super::difference::DifferenceKind> {
    let causes = causes_of(std::slice::from_ref(differing), &[]);
    causes.into_iter().next().map(|cause| cause.kind)
}

impl<P: PartPair> Peer for DifferencePeer<'_, P> {
    type Error = P::Error;

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, P::Error> {
        self.learn(texts)?;
        let answers = texts.iter().map(|text| {
            let differs = self.outcomes.get(text).copied().unwrap_or(false);
            Some(self.derives.derives(text)? ^ differs)
        });
        Ok(answers.collect())
    }
}
