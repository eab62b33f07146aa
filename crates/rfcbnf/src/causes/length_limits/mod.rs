//! The greatest lengths that a parser accepts.
//!
//! A parser may limit the length of a part: 63 octets of a label, 255 of a host. What it accepts then
//! takes too many states to be learned, and no suite has texts that long. So the parser is asked about
//! long texts of each production. Where it rejects them, the limit is found by halving.
//!
//! A long label is a long host as well. Productions are judged after those that they use, and with the
//! limits of those: a limit belongs to the first production that predicts the answers to texts of
//! other letters, in all of its places, and with more beside it.
//!
//! Invariant: these texts are asked about apart, and texts beyond a limit that was found are set
//! aside. So the rest of the search sees a parser without limits of length.

mod lengths;
mod search;

use std::ops::Range;

use super::cause::{Deviation, GivenUp};
use super::changes::{Position, changed};
use super::hypotheses::{Claim, Hypothesis, Known};
use super::number_limits::DIGITS;
use super::oracle::{Oracle, Stop};
use super::places::{Places, add_systematic};
use super::probes::takes_numbers;
use crate::automaton::{Automata, Automaton, Work};
use crate::syntax::Production;
use lengths::Lengths;
use search::{Search, limited};

/// The greatest length that is asked about.
const GREATEST: usize = 300;

/// The lengths at which limits are looked for.
const STEPS: [usize; 6] = [16, 32, 64, 128, 256, GREATEST];

/// The greatest limit that is left to the learner.
const LEARNABLE: usize = 12;

/// The limits of a parser.
#[derive(Default)]
struct LengthLimits<'g> {
    limits: Vec<Limit<'g>>,
    /// A text that no limit explains, and whether the parser accepts it.
    unexplained: Option<Unexplained>,
    /// The first production whose limit has an automaton that is too large.
    too_large: Option<&'g Production>,
}

/// A text that the parser was asked about apart, in letters, and whether it accepts it.
type Unexplained = (Vec<u8>, bool);

/// The limit of a production.
struct Limit<'g> {
    production: &'g Production,
    /// The greatest length, in octets.
    longest: usize,
    /// The texts of the production within the limit.
    observed: Automaton,
    /// The texts of the whole that have no derivation within the limit.
    too_long: Automaton,
    /// The shortest such text that the parser was asked about, in letters.
    witness: Vec<u8>,
    /// Where the production is in it.
    span: Range<usize>,
}

/// Looks for the limits. Texts around those that can be learned are asked about in the places.
pub(super) fn propose<'g>(
    known: &mut Known<'_, 'g>,
    oracle: &mut Oracle<'_>,
) -> Result<Option<Box<dyn Hypothesis + 'g>>, Stop> {
    let (places, automata) = (&mut known.places, known.automata);
    let mut suspects = suspects(places, automata, oracle)?;
    let mut found = LengthLimits::default();
    loop {
        found.unexplained = None;
        found.too_large = None;
        let mut others = Vec::new();
        let known = found.limits.len();
        for production in suspects {
            if !found.add(production, places, automata, oracle)? {
                others.push(production);
            }
        }
        // A limit of one production may explain what contradicted that of another.
        if found.limits.len() == known {
            break;
        }
        suspects = others;
    }
    found.drop_superfluous(&oracle.work());
    found.join(automata, &oracle.work());
    Ok(Some(Box::new(found)))
}

/// Returns the productions with a long text that the parser rejects and a short one that it accepts.
fn suspects<'g>(
    places: &Places<'g>,
    automata: &Automata<'g>,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<&'g Production>, Stop> {
    let mut texts: Vec<(&Production, Vec<u8>)> = Vec::new();
    for &production in automata.productions() {
        let name = production.name.as_str();
        let own = automata.production(name);
        let places = places.get(name).into_iter().flatten();
        let place = places.into_iter().find(|place| place.is_open);
        let Some((own, place)) = own.zip(place) else {
            continue;
        };
        let lengths = Lengths::up_to(GREATEST, own);
        for letters in orders(oracle.alphabet().letters()) {
            for step in STEPS {
                let length = lengths.last(1..step + 1);
                let text = length.and_then(|length| lengths.text(length, &letters));
                texts.extend(text.map(|text| (production, place.whole(&text))));
            }
        }
        oracle.go_on()?;
    }
    let asked: Vec<Vec<u8>> = texts.iter().map(|(_, text)| text.clone()).collect();
    let verdicts = oracle.ask_apart(&asked)?;
    let rejected = texts.iter().zip(&verdicts);
    let rejected = rejected.filter(|(_, verdict)| **verdict == Some(false));
    let mut suspects: Vec<&Production> = rejected.map(|((one, _), _)| *one).collect();
    suspects.dedup_by_key(|one| &one.name);
    Ok(suspects)
}

impl<'g> LengthLimits<'g> {
    /// Looks for the limit of a production, and returns whether it has one.
    fn add(
        &mut self,
        production: &'g Production,
        places: &mut Places<'g>,
        automata: &Automata<'g>,
        oracle: &mut Oracle<'_>,
    ) -> Result<bool, Stop> {
        let used = automata.grammar().reachable_from([&*production.name]);
        let limits = self.limits.iter();
        let limits = limits
            .filter(|limit| used.contains(&*limit.production.name))
            .map(|limit| (limit.production, &limit.observed));
        let Some(own) = changed(automata, limits, production, &oracle.work()) else {
            oracle.go_on()?;
            self.too_large = self.too_large.or(Some(production));
            return Ok(false);
        };
        let open = places.get(production.name.as_str());
        let open = open.into_iter().flatten().filter(|place| place.is_open);
        let mut search = Search {
            places: open.collect(),
            lengths: Lengths::up_to(GREATEST, &own),
            automata,
            oracle,
            production,
        };
        let Some((longest, next)) = search.limit(self)? else {
            return Ok(false);
        };
        // The limits of numbers are looked for elsewhere.
        if takes_numbers(&own) && longest <= DIGITS as usize {
            return Ok(false);
        }
        if longest <= LEARNABLE {
            let around = search.around(longest, next);
            let places = places.get_mut(production.name.as_str());
            let places = places.map_or(&mut [][..], Vec::as_mut_slice);
            for place in places.iter() {
                place.ask(oracle, &around)?;
            }
            add_systematic(places, &around);
            return Ok(true);
        }
        match search.confirmed(self, longest, next)? {
            Ok(limit) => {
                self.limits.push(limit);
                return Ok(true);
            }
            Err(Some(unexplained)) => self.unexplained = Some(unexplained),
            Err(None) => self.too_large = self.too_large.or(Some(production)),
        }
        Ok(false)
    }

    /// Returns whether a limit says that the parser rejects a text of the whole.
    fn is_too_long(&self, text: &[u8]) -> bool {
        let mut limits = self.limits.iter();
        limits.any(|limit| limit.too_long.accepts(text))
    }

    /// Drops limits that follow from others: of two that say the same, that of the user.
    fn drop_superfluous(&mut self, work: &Work) {
        for index in (0..self.limits.len()).rev() {
            let is_superfluous = |(other, limit): (usize, &Limit<'_>)| {
                let all = self.limits[index].too_long.is_subset(&limit.too_long, work);
                other != index && all.unwrap_or(false)
            };
            if self.limits.iter().enumerate().any(is_superfluous) {
                self.limits.remove(index);
            }
        }
    }

    /// Replaces limits of the alternatives of a production by the one of the production that they come to.
    fn join(&mut self, automata: &Automata<'g>, work: &Work) {
        for &production in automata.productions() {
            let uses = production.body.references();
            let is_part = |limit: &Limit<'_>| uses.contains(&limit.production.name.as_str());
            let parts: Vec<&Limit<'_>> = self.limits.iter().filter(|one| is_part(one)).collect();
            let Some((first, others)) = parts.split_first() else {
                continue;
            };
            let is_same = others.iter().all(|other| other.longest == first.longest);
            if others.is_empty() || !is_same {
                continue;
            }
            let longest = first.longest;
            let Some([observed, too_long]) = limited(automata, production, longest, work) else {
                continue;
            };
            let mut left = Some(too_long.clone());
            for part in &parts {
                left = left.and_then(|left| left.without_within(&part.too_long, work).ok());
            }
            let are_within = parts.iter().all(|part| {
                let is_within = part.too_long.is_subset(&too_long, work);
                is_within.unwrap_or(false)
            });
            if !are_within || !left.is_some_and(|left| left.is_empty()) {
                continue;
            }
            let shortest = parts
                .iter()
                .min_by_key(|part| (part.witness.len(), &part.witness));
            let Some((witness, span)) = shortest.map(|one| (one.witness.clone(), one.span.clone()))
            else {
                continue;
            };
            self.limits.retain(|limit| !is_part(limit));
            self.limits.push(Limit {
                production,
                longest,
                observed,
                too_long,
                witness,
                span,
            });
        }
    }
}

impl Hypothesis for LengthLimits<'_> {
    fn claims(&self, _: &Known<'_, '_>, _: &Oracle<'_>) -> Vec<Claim> {
        let claim = |limit: &Limit<'_>| Claim {
            production: limit.production.name.clone(),
            position: Position::Length,
            deviation: Deviation::End,
            witness: limit.witness.clone(),
            span: limit.span.clone(),
            observed: limit.observed.clone(),
            literal: None,
            texts: limit.too_long.clone(),
        };
        self.limits.iter().map(claim).collect()
    }

    fn unknown(
        &self,
        explained: &Automaton,
        oracle: &mut Oracle<'_>,
    ) -> Result<Vec<GivenUp>, Stop> {
        let limited = self.limits.first();
        let limited = limited.map(|_| GivenUp::Length { greatest: GREATEST });
        let different = self.unexplained.iter();
        let mut different =
            different.filter(|(text, is_accepted)| explained.accepts(text) != *is_accepted);
        let different = different.next().map(|(text, _)| GivenUp::Different {
            text: oracle.alphabet().spelled(text),
        });
        let too_large = self.too_large.map(|production| GivenUp::TooLarge {
            production: production.name.clone(),
        });
        Ok([limited, different, too_large]
            .into_iter()
            .flatten()
            .collect())
    }
}

/// Returns the letters in several orders: with small letters, digits and signs first.
fn orders(letters: &[u8]) -> [Vec<u8>; 3] {
    let first = |is_first: fn(&u8) -> bool| {
        let (mut first, others): (Vec<u8>, Vec<u8>) = letters.iter().copied().partition(is_first);
        first.extend(others);
        first
    };
    [
        letters.to_vec(),
        first(u8::is_ascii_digit),
        first(u8::is_ascii_punctuation),
    ]
}
