//! The greatest lengths that a parser accepts.
//!
//! A parser may limit the length of a part: 63 octets of a label, 255 of a host. What it accepts then
//! takes too many states to be learned, and no suite has texts that long. So the parser is asked about
//! long texts of each production. Where it rejects them, the limit is found by halving.
//!
//! A long label is a long host as well. Productions are judged after those that they use, and with the
//! limits of those: a limit belongs to the first production that predicts the answers to texts of
//! other symbols, in all of its contexts, and with more beside it.
//!
//! Invariant: these texts are asked about apart, and texts beyond a limit that was found are set
//! aside. So the rest of the search sees a parser without limits of length.

use std::ops::Range;

use super::cause::{Deviation, GivenUp};
use super::changes::{Position, changed};
use super::hypotheses::{Claim, Hypothesis, Known};
use super::limits::Limits;
use super::number_limits::DIGITS;
use super::oracle::{Oracle, Stop};
use super::probe_contexts::{ProbeContext, ProbeContexts, add_systematic};
use super::probes::takes_numbers;
use super::texts;
use crate::automaton::{Automata, Automaton, DfaState, Work, readable_first};
use crate::syntax::Production;

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

/// A text that the parser was asked about apart, in symbols, and whether it accepts it.
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
    /// The shortest such text that the parser was asked about, in symbols.
    witness: Vec<u8>,
    /// Where the production is in it.
    span: Range<usize>,
}

/// Looks for the limits. Texts around those that can be learned are asked about in the contexts.
pub(super) fn propose<'g>(
    known: &mut Known<'_, 'g>,
    oracle: &mut Oracle<'_>,
) -> Result<Option<Box<dyn Hypothesis + 'g>>, Stop> {
    let (contexts, automata) = (&mut known.contexts, known.automata);
    let mut suspects = suspects(contexts, automata, oracle)?;
    let mut found = LengthLimits::default();
    loop {
        found.unexplained = None;
        found.too_large = None;
        let mut others = Vec::new();
        let known = found.limits.len();
        for production in suspects {
            if !found.add(production, contexts, automata, oracle)? {
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
    contexts: &ProbeContexts<'g>,
    automata: &Automata<'g>,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<&'g Production>, Stop> {
    let mut texts: Vec<(&Production, Vec<u8>)> = Vec::new();
    for &production in automata.productions() {
        let name = production.name.as_str();
        let own = automata.production(name);
        let contexts = contexts.get(name).into_iter().flatten();
        let context = contexts.into_iter().find(|context| context.is_open);
        let Some((own, context)) = own.zip(context) else {
            continue;
        };
        let lengths = Lengths::up_to(GREATEST, own);
        for symbols in orders(oracle.alphabet().symbols()) {
            for step in STEPS {
                let length = lengths.last(1..step + 1);
                let text = length.and_then(|length| lengths.text(length, &symbols));
                texts.extend(text.map(|text| (production, context.whole(&text))));
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
        contexts: &mut ProbeContexts<'g>,
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
        let open = contexts.get(production.name.as_str());
        let open = open.into_iter().flatten().filter(|context| context.is_open);
        let mut search = Search {
            contexts: open.collect(),
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
            let contexts = contexts.get_mut(production.name.as_str());
            let contexts = contexts.map_or(&mut [][..], Vec::as_mut_slice);
            for context in contexts.iter() {
                context.ask(oracle, &around)?;
            }
            add_systematic(contexts, &around);
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

/// Returns the symbols in several orders: with small letters, digits and signs first.
fn orders(symbols: &[u8]) -> [Vec<u8>; 3] {
    let first = |is_first: fn(&u8) -> bool| {
        let (mut first, others): (Vec<u8>, Vec<u8>) = symbols.iter().copied().partition(is_first);
        first.extend(others);
        first
    };
    [
        symbols.to_vec(),
        first(u8::is_ascii_digit),
        first(u8::is_ascii_punctuation),
    ]
}

/// The search for the limit of one production.
struct Search<'a, 'g, 'o, 'p> {
    automata: &'a Automata<'g>,
    oracle: &'o mut Oracle<'p>,
    production: &'g Production,
    lengths: Lengths<'a>,
    /// The contexts where the parser accepts a text of the production.
    contexts: Vec<&'a ProbeContext>,
}

/// Three texts with the same surroundings of a production: with a short text, with the longest one
/// within the limit, and with the next one.
type Series = [Vec<u8>; 3];

impl<'g> Search<'_, 'g, '_, '_> {
    /// Returns the greatest length that the parser accepts in the first context, and the next one.
    fn limit(&mut self, known: &LengthLimits<'g>) -> Result<Option<(usize, usize)>, Stop> {
        let Some(&context) = self.contexts.first() else {
            return Ok(None);
        };
        for symbols in orders(self.oracle.alphabet().symbols()) {
            let text = |length| self.lengths.text(length, &symbols);
            let steps = STEPS.iter().filter_map(|step| {
                let length = self.lengths.last(1..step + 1)?;
                let text = context.whole(&text(length)?);
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
                let text = self.lengths.text(middle, &symbols);
                let text = text.map(|text| context.whole(&text));
                let verdicts = self.oracle.ask_apart(text.as_slice())?;
                if verdicts == [Some(true)] {
                    longest = middle;
                } else {
                    next = middle;
                }
            }
            let text = self.lengths.text(longest, &symbols);
            let text = text.map(|text| context.whole(&text));
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
    fn around(&self, longest: usize, next: usize) -> Vec<Vec<u8>> {
        let orders = orders(self.oracle.alphabet().symbols());
        let texts = orders.iter().flat_map(|symbols| {
            let lengths = [longest.saturating_sub(1), longest, next, next + 1];
            lengths.map(|length| self.lengths.text(length, symbols))
        });
        texts.flatten().collect()
    }

    /// Returns the limit, or a text that contradicts it; neither if an automaton is too large.
    fn confirmed(
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
        let others = texts::shortest(rejected);
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

    /// Returns texts within and beyond a limit: of other symbols, in all contexts, and in each context with
    /// more before or after it.
    fn series(&self, longest: usize, next: usize) -> Vec<Series> {
        let whole = self.automata.whole();
        let mut all = Vec::new();
        for symbols in orders(self.oracle.alphabet().symbols()) {
            let text = |length| self.lengths.text(length, &symbols);
            let varied = |length| self.lengths.varied(length, &symbols);
            let short = self.lengths.shortest().and_then(text);
            let Some(short) = short else {
                continue;
            };
            let pairs = [
                text(longest).zip(text(next)),
                varied(longest).zip(varied(next)),
            ];
            let pairs: Vec<_> = pairs.into_iter().flatten().collect();
            for context in &self.contexts {
                let mut around =
                    vec![[context.around.before.clone(), context.around.after.clone()]];
                around.extend(
                    whole
                        .into_iter()
                        .flat_map(|whole| longer(whole, context, &short)),
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
        let symbols = self.oracle.alphabet().symbols();
        let short = self.lengths.shortest();
        let short = short.and_then(|length| self.lengths.text(length, symbols));
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
fn limited<'g>(
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

/// Returns the surroundings of a context with a loop of the whole run through several times, before the
/// short text or after it, and those that go on at the end.
fn longer(whole: &Automaton, context: &ProbeContext, short: &[u8]) -> Vec<[Vec<u8>; 2]> {
    let text = context.whole(short);
    let start = context.around.before.len();
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
        state = next.and_then(|&symbol| whole.step(at, symbol));
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

/// Which lengths the texts of an automaton have, up to a greatest one.
struct Lengths<'a> {
    automaton: &'a Automaton,
    /// For each length, whether a text of that length leads from a state to the end.
    can_end: Vec<Vec<bool>>,
}

impl<'a> Lengths<'a> {
    /// Looks at all lengths up to the greatest one.
    fn up_to(greatest: usize, automaton: &'a Automaton) -> Self {
        let states: Vec<DfaState> = automaton.states().collect();
        let steps = |state: DfaState| {
            let classes = 0..automaton.classes().len();
            let next = classes.filter_map(|class| automaton.step_by_class(state, class));
            let mut next: Vec<usize> = next.map(DfaState::number).collect();
            next.sort_unstable();
            next.dedup();
            next
        };
        let next: Vec<Vec<usize>> = states.iter().map(|&state| steps(state)).collect();
        let ends = states.iter().map(|&state| automaton.is_accepting(state));
        let mut can_end: Vec<Vec<bool>> = vec![ends.collect()];
        for length in 0..greatest {
            let before = &can_end[length];
            let goes_on = |next: &Vec<usize>| next.iter().any(|&state| before[state]);
            let after = next.iter().map(goes_on).collect();
            can_end.push(after);
        }
        Self { automaton, can_end }
    }

    fn exists(&self, length: usize) -> bool {
        let can_end = self.can_end.get(length);
        can_end.is_some_and(|can_end| can_end[self.automaton.start().number()])
    }

    /// Returns the least length but 0.
    fn shortest(&self) -> Option<usize> {
        (1..self.can_end.len()).find(|&length| self.exists(length))
    }

    /// Returns the greatest length in a range.
    fn last(&self, mut lengths: Range<usize>) -> Option<usize> {
        lengths.rfind(|&length| self.exists(length))
    }

    /// Returns a text of that length. Where several symbols are possible, it has the first of these: it
    /// stays in a loop as long as it can.
    fn text(&self, length: usize, symbols: &[u8]) -> Option<Vec<u8>> {
        self.written(length, length, symbols)
    }

    /// Returns another text of that length, which runs through several loops. In its second half the symbols
    /// are those that lead to the state that it passed the fewest times.
    fn varied(&self, length: usize, symbols: &[u8]) -> Option<Vec<u8>> {
        self.written(length, length / 2, symbols)
    }

    fn written(&self, length: usize, half: usize, symbols: &[u8]) -> Option<Vec<u8>> {
        if !self.exists(length) {
            return None;
        }
        let mut state = self.automaton.start();
        let mut passed = vec![0_usize; self.automaton.states().len()];
        let mut text = Vec::with_capacity(length);
        for rest in (0..length).rev() {
            let mut possible = symbols.iter().filter_map(|&symbol| {
                let next = self.automaton.step(state, symbol)?;
                self.can_end[rest][next.number()].then_some((symbol, next))
            });
            let (symbol, next) = if text.len() < half {
                possible.next()?
            } else {
                possible.min_by_key(|(_, next)| passed[next.number()])?
            };
            text.push(symbol);
            passed[next.number()] += 1;
            state = next;
        }
        Some(text)
    }
}
