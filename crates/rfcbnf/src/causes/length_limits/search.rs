//! The search for the limit of one production, also in longer surroundings.

use std::ops::Range;

use super::{LengthLimits, Lengths, Limit, STEPS, Unexplained, orders};
use crate::automaton::{Automata, Automaton, DfaState, Work, readable_first};
use crate::causes::changes::changed;
use crate::causes::limits::Limits;
use crate::causes::oracle::{Oracle, Stop};
use crate::causes::places::Place;
use crate::causes::shortlex;
use crate::syntax::Production;

/// The search for the limit of one production.
pub(super) struct Search<'a, 'g, 'o, 'p> {
    pub(super) automata: &'a Automata<'g>,
    pub(super) oracle: &'o mut Oracle<'p>,
    pub(super) production: &'g Production,
    pub(super) lengths: Lengths<'a>,
    /// The places where the parser accepts a text of the production.
    pub(super) places: Vec<&'a Place>,
}

/// Three texts with the same surroundings of a production: with a short text, with the longest one
/// within the limit, and with the next one.
type Series = [Vec<u8>; 3];

impl<'g> Search<'_, 'g, '_, '_> {
    /// Returns the greatest length that the parser accepts in the first place, and the next one.
    pub(super) fn limit(
        &mut self,
        known: &LengthLimits<'g>,
    ) -> Result<Option<(usize, usize)>, Stop> {
        let Some(&place) = self.places.first() else {
            return Ok(None);
        };
        for letters in orders(self.oracle.alphabet().letters()) {
            let text = |length| self.lengths.text(length, &letters);
            let steps = STEPS.iter().filter_map(|step| {
                let length = self.lengths.last(1..step + 1)?;
                let text = place.whole(&text(length)?);
                (!known.is_too_long(&text)).then_some((length, text))
            });
            let (steps, texts): (Vec<usize>, Vec<Vec<u8>>) = steps.unzip();
            let verdicts = self.oracle.ask_apart(&texts)?;
            let accepted = verdicts.iter().take_while(|it| **it == Some(true)).count();
            let first_rejected = steps.get(accepted).copied();
            let short = self.lengths.shortest();
            let last_accepted = match accepted.checked_sub(1) {
                Some(last) => steps.get(last).copied(),
                None => short,
            };
            let Some((mut longest, mut next)) = last_accepted.zip(first_rejected) else {
                continue;
            };
            while let Some(middle) = self.middle(longest, next) {
                let text = self.lengths.text(middle, &letters);
                let text = text.map(|text| place.whole(&text));
                let verdicts = self.oracle.ask_apart(text.as_slice())?;
                if verdicts == [Some(true)] {
                    longest = middle;
                } else {
                    next = middle;
                }
            }
            let text = self.lengths.text(longest, &letters);
            let text = text.map(|text| place.whole(&text));
            if self.oracle.ask_apart(text.as_slice())? == [Some(true)] {
                return Ok(Some((longest, next)));
            }
        }
        Ok(None)
    }

    /// Returns a length between two others, near the middle.
    fn middle(&self, longest: usize, next: usize) -> Option<usize> {
        let middle = longest.midpoint(next) + 1;
        let below = self.lengths.last(longest + 1..middle.min(next));
        below.or_else(|| self.lengths.last(middle.min(next)..next))
    }

    /// Returns texts on both sides of a limit.
    pub(super) fn around(&self, longest: usize, next: usize) -> Vec<Vec<u8>> {
        let orders = orders(self.oracle.alphabet().letters());
        let texts = orders.iter().flat_map(|letters| {
            let lengths = [longest.saturating_sub(1), longest, next, next + 1];
            lengths.map(|length| self.lengths.text(length, letters))
        });
        texts.flatten().collect()
    }

    /// Returns the limit, or a text that contradicts it; neither if an automaton is too large.
    pub(super) fn confirmed(
        &mut self,
        known: &LengthLimits<'g>,
        longest: usize,
        next: usize,
    ) -> Result<Result<Limit<'g>, Option<Unexplained>>, Stop> {
        let limited = limited(self.automata, self.production, longest, &self.oracle.work());
        let Some([observed, too_long]) = limited else {
            self.oracle.go_on()?;
            return Ok(Err(None));
        };
        let series = self.series(longest, next);
        let texts: Vec<Vec<u8>> = series.iter().flatten().cloned().collect();
        let verdicts = self.oracle.ask_apart(&texts)?;
        let Some(whole) = self.automata.whole() else {
            return Ok(Err(None));
        };
        let mut rejected: Vec<&Vec<u8>> = Vec::new();
        for ([_, within, beyond], verdicts) in series.iter().zip(verdicts.chunks(3)) {
            // Where the parser rejects a short text as well, there is another fault.
            if verdicts.first() != Some(&Some(true)) {
                continue;
            }
            for (text, verdict) in [within, beyond].into_iter().zip(&verdicts[1..]) {
                let is_too_long = too_long.accepts(text);
                let is_right = whole.accepts(text) && !is_too_long && !known.is_too_long(text);
                match verdict {
                    Some(is_accepted) if *is_accepted != is_right => {
                        return Ok(Err(Some((text.clone(), *is_accepted))));
                    }
                    Some(false) if is_too_long => rejected.push(text),
                    _ => {}
                }
            }
        }
        let shortest = too_long.shortest().unwrap_or_default();
        let is_known = self.oracle.ask_apart(std::slice::from_ref(&shortest))? == [Some(false)];
        let others = rejected
            .into_iter()
            .min_by(|one, other| shortlex::compare(one, other));
        // If the parser rejects none of them, texts beyond the limit have another derivation.
        let witness = others.map(|other| if is_known { shortest } else { other.clone() });
        let Some(witness) = witness else {
            return Ok(Err(None));
        };
        Ok(Ok(Limit {
            production: self.production,
            longest,
            span: self.span(&witness, next),
            observed,
            too_long,
            witness,
        }))
    }

    /// Returns texts within and beyond a limit: of other letters, in all places, and in each place with
    /// more before or after it.
    fn series(&self, longest: usize, next: usize) -> Vec<Series> {
        let whole = self.automata.whole();
        let mut all = Vec::new();
        for letters in orders(self.oracle.alphabet().letters()) {
            let text = |length| self.lengths.text(length, &letters);
            let varied = |length| self.lengths.varied(length, &letters);
            let short = self.lengths.shortest().and_then(text);
            let Some(short) = short else {
                continue;
            };
            let pairs = [
                text(longest).zip(text(next)),
                varied(longest).zip(varied(next)),
            ];
            let pairs: Vec<_> = pairs.into_iter().flatten().collect();
            for place in &self.places {
                let mut around = vec![[place.around.before.clone(), place.around.after.clone()]];
                around.extend(
                    whole
                        .into_iter()
                        .flat_map(|whole| longer(whole, place, &short)),
                );
                for (within, beyond) in &pairs {
                    all.extend(around.iter().map(|[before, after]| {
                        [&short, within, beyond].map(|text| [&before[..], text, after].concat())
                    }));
                }
            }
        }
        all
    }

    /// Returns where in a text the production is longer than the limit.
    fn span(&self, text: &[u8], length: usize) -> Range<usize> {
        let letters = self.oracle.alphabet().letters();
        let short = self.lengths.shortest();
        let short = short.and_then(|length| self.lengths.text(length, letters));
        let short = short.unwrap_or_default();
        let own = self.automata.production(&self.production.name);
        let ranges = (0..=text.len().saturating_sub(length)).map(|start| start..start + length);
        let mut ranges = ranges.filter(|range| {
            let inside = text.get(range.clone()).zip(own);
            let is_own = inside.is_some_and(|(inside, own)| own.accepts(inside));
            let shorter = [&text[..range.start], &short, &text[range.end..]].concat();
            is_own
                && self
                    .automata
                    .whole()
                    .is_some_and(|whole| whole.accepts(&shorter))
        });
        ranges.next().unwrap_or(0..text.len())
    }
}

/// Returns the texts of a production within a limit, and those that the whole loses by it. `None` if an
/// automaton is too large.
pub(super) fn limited<'g>(
    automata: &Automata<'g>,
    production: &'g Production,
    longest: usize,
    work: &Work,
) -> Option<[Automaton; 2]> {
    let limits = Limits {
        number: None,
        length: Some(longest),
    };
    let kept = limits.automaton(work).ok()?;
    let own = automata.production(&production.name)?;
    let observed = own.combined(&kept, &|own, kept| own && kept, work).ok()?;
    let replaced = std::iter::once((production, &observed));
    let whole = automata.whole()?;
    let root = automata.productions().last()?;
    let within = changed(automata, replaced, root, work)?;
    let too_long = whole.without_within(&within, work).ok()?;
    Some([observed, too_long])
}

/// How often a loop beside the production is run through.
const ROUNDS: usize = 4;

/// Returns the surroundings of a place with a loop of the whole run through several times, before the
/// short text or after it, and those that go on at the end.
fn longer(whole: &Automaton, place: &Place, short: &[u8]) -> Vec<[Vec<u8>; 2]> {
    let text = place.whole(short);
    let start = place.around.before.len();
    let end = start + short.len();
    let mut all = Vec::new();
    let mut state = Some(whole.start());
    for offset in 0..=text.len() {
        let Some(at) = state else {
            break;
        };
        let is_beside = offset <= start || offset >= end;
        if let Some(round) = is_beside.then(|| whole.shortest_loop(at)).flatten() {
            let longer = [&text[..offset], &round.repeat(ROUNDS), &text[offset..]].concat();
            let more = ROUNDS * round.len();
            let (start, end) = if offset <= start {
                (start + more, end + more)
            } else {
                (start, end)
            };
            all.push([longer[..start].to_vec(), longer[end..].to_vec()]);
        }
        let next = text.get(offset);
        if next.is_none() {
            let more = continuations(whole, at);
            all.extend(more.map(|more| [text[..start].to_vec(), [&text[end..], &more].concat()]));
        }
        state = next.and_then(|&letter| whole.step(at, letter));
    }
    all
}

/// Returns texts after which the whole ends again, one for each way to go on from a state.
fn continuations(whole: &Automaton, state: DfaState) -> impl Iterator<Item = Vec<u8>> {
    let octets = readable_first();
    let classes = (0..whole.classes().len()).filter_map(move |class| {
        let next = whole.step_by_class(state, class)?;
        let mut octets = octets.iter().copied();
        Some((octets.find(|&octet| whole.class_of(octet) == class)?, next))
    });
    classes.filter_map(|(octet, next)| {
        let end = if whole.is_accepting(next) {
            Vec::new()
        } else {
            whole.shortest_after(next)?
        };
        let last = end
            .iter()
            .try_fold(next, |at, &octet| whole.step(at, octet))?;
        let round = whole.shortest_loop(last).unwrap_or_default();
        Some([&[octet][..], &end, &round.repeat(ROUNDS)].concat())
    })
}
