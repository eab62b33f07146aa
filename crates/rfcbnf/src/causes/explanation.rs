//! From changes of the grammar to causes with their texts.
//!
//! The automaton of the parser is known, and `changes` finds changes that make the grammar derive what the
//! parser accepts. Each change is a cause. To see what a change does, it is left out: the grammar with all
//! other changes has an automaton, too. The disagreements that go away in it belong to the change, and the
//! shortest text of this kind is its witness. A change without such a text is no cause: it becomes part of the
//! change of the whole.
//!
//! For example, a parser of `hostport` accepts an empty port, and `_` as a host, so `h:` and `_` are
//! disagreements. Without the change of `port`, `h:` is rejected again: it belongs to `port`, and `_` to
//! `host`. A text that two changes derive, each without the other, is still accepted if one of them is left
//! out. It belongs to no change, and `several` counts it.
//!
//! A parser can also read one part in two wrong ways: as an IPv6 address, it takes a zone after `::`, and five
//! digits in `00001::`. A shortest text shows only one of them. So each octet, and the end, at which the texts of one
//! side leave the other side has a shortest text.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::cause::{
    Cause, Conclusion, Deviation, Direction, EXAMPLES, Findings, GivenUp, Learnt, Unexplained,
};
use super::changes::{Changes, Observed, Position};
use super::diagnosis::Diagnosis;
use super::elsewhere::try_elsewhere;
use super::groups::{Groups, Parting};
use super::hypotheses::Hypotheses;
use super::learned::Learned;
use super::oracle::{Oracle, Stop};
use super::peer::{Budget, Disagreement, NoAnswer, Repeated};
use super::texts::{self, thinned};
use crate::automaton::{
    Automata, Automaton, DfaState, Work, access_texts, readable_first, with_most_readable,
};
use crate::conformance::{Alphabet, Suite};
use crate::octets::OctetSet;
use crate::recognizer::Recognizer;
use crate::search_end::Watch;
use crate::syntax::{Encoding, Grammar};

/// The greatest number of wrong texts, and of right ones, by which changes are compared.
const TEXTS: usize = 1_500;

/// The greatest number of known texts by which the causes of a search that ended are checked.
const KNOWN: usize = 30_000;

/// The greatest number of answered texts from which these are taken if the search ended.
const ANSWERED: usize = 100_000;

/// The greatest number of texts of a suite from which these are taken.
const SUITE: usize = 200_000;

/// The greatest number of texts of a suite whose answers contradict the causes, and which are asked about again.
const SUPPOSED: usize = 1_000;

/// The causes found so far.
pub(super) struct Explanation<'a> {
    /// The automaton of the grammar.
    whole: &'a Automaton,
    production: &'a str,
    encoding: Encoding,
    disagreements: &'a [Disagreement],
    /// The automaton of the grammar with all causes in it.
    explained: Option<Automaton>,
    /// The same without what the changes of parts leave, if that is several facts.
    without_rest: Option<WithoutRest>,
    causes: Vec<Cause>,
    pub(super) hypotheses: Hypotheses<'a>,
    several: u64,
    watch: Watch,
}

/// The grammar with the causes of parts alone.
struct WithoutRest {
    explained: Automaton,
    /// The number of disagreements that no single one of these causes removes.
    several: u64,
}

/// What one of the causes does.
struct Effect {
    index: usize,
    /// What the parser would accept without the cause.
    without: Automaton,
    /// The disagreements that go away without it, in symbols.
    texts: Vec<Vec<u8>>,
    /// The shortest text that becomes right without it, in symbols.
    witness: Vec<u8>,
}

/// Where a text shows what a cause does.
struct CausePlace {
    /// The text as the part.
    span: Range<usize>,
    /// The texts of the part of the grammar, and those that the parser takes for it.
    expected: Automaton,
    observed: Automaton,
    /// The length of the text of the part before the deviation, and what is there in such texts.
    length: usize,
    deviation: Deviation,
}

impl CausePlace {
    /// Returns the text with each other symbol at which it may deviate, in symbols.
    fn others(&self, text: &[u8], alphabet: &Alphabet) -> Vec<(u8, Vec<u8>)> {
        let Deviation::Octets(octets) = self.deviation else {
            return Vec::new();
        };
        let offset = self.span.start + self.length;
        let symbols = alphabet.symbols().iter().copied();
        let symbols = symbols.filter(|symbol| octets.contains(*symbol));
        let with = |symbol| [&text[..offset], &[symbol], &text[offset + 1..]].concat();
        symbols.map(|symbol| (symbol, with(symbol))).collect()
    }

    /// Takes out the octets for which the parser gave the grammar's answer: an ended search did not tell them from those
    /// that it asked about.
    fn refute(&mut self, text: &[u8], oracle: &Oracle<'_>) -> Option<()> {
        let alphabet = oracle.alphabet();
        let others = self.others(text, alphabet).into_iter();
        let refuted = others.filter(|(_, other)| {
            let right = oracle.derives(other);
            right.is_some() && oracle.verdict(other) == right
        });
        let refuted = refuted.fold(OctetSet::EMPTY, |all, (symbol, _)| {
            all | alphabet.octets(symbol)
        });
        let Deviation::Octets(octets) = &mut self.deviation else {
            return None;
        };
        if refuted.is_empty() {
            return None;
        }
        *octets = octets.without(refuted);
        let work = oracle.work();
        let is_accepted = oracle.derives(text) == Some(false);
        let deviating = if is_accepted {
            &self.observed
        } else {
            &self.expected
        };
        let mut without = deviating.clone();
        for octet in refuted.iter() {
            without = without.avoiding(octet, &work).ok()?;
        }
        let right = if is_accepted {
            without.combined(&self.expected, &|one, other| one || other, &work)
        } else {
            let refuted = self.expected.without_within(&without, &work).ok()?;
            self.observed
                .combined(&refuted, &|one, other| one || other, &work)
        };
        self.observed = right.ok()?;
        Some(())
    }
}

/// How many times fewer answers must be wrong with what the changes of parts leave than without, if a search ended, to take
/// it for what the parser does.
const FEWER: usize = 20;

impl<'a> Explanation<'a> {
    pub(super) fn new(
        whole: &'a Automaton,
        (production, encoding): (&'a str, Encoding),
        disagreements: &'a [Disagreement],
        watch: Watch,
    ) -> Self {
        Self {
            whole,
            production,
            encoding,
            disagreements,
            explained: None,
            without_rest: None,
            causes: Vec::new(),
            hypotheses: Hypotheses::default(),
            several: 0,
            watch,
        }
    }

    pub(super) fn too_large(&self) -> GivenUp {
        GivenUp::TooLarge {
            production: self.production.to_owned(),
        }
    }

    /// Finds the causes in what the search knows. If time ended the search, a few texts are asked that confirm them,
    /// and nothing else is.
    pub(super) fn show(
        &mut self,
        diagnosis: &Diagnosis<'_, '_>,
        automata: &Automata<'_>,
        oracle: &mut Oracle<'_>,
    ) -> Result<(), Stop> {
        self.watch.show();
        let (changes, effects) = self.effects(diagnosis, automata, oracle)?;
        let work = oracle.work();
        let texts = effects.iter().flat_map(|effect| {
            let kinds = kinds_of(&changes, effect, &work);
            let place = self.place(&changes, effect.index, &effect.witness, &work);
            let others = place.map(|place| place.others(&effect.witness, oracle.alphabet()));
            let others = others.into_iter().flatten().map(|(_, text)| text);
            let witness = [effect.witness.clone()].into_iter();
            witness.chain(kinds).chain(others).collect::<Vec<_>>()
        });
        let texts: Vec<Vec<u8>> = texts.collect();
        if self.watch.may_confirm() {
            // Without the answers, what they would confirm is not.
            let _ = oracle.ask(texts);
        }
        self.find_causes(&changes, effects, automata, oracle);
        self.hypotheses.join(self.production, diagnosis);
        Ok(())
    }

    /// Finds the causes, and asks about their witnesses. If the search has to end meanwhile, finds
    /// them without asking.
    pub(super) fn explain(
        &mut self,
        diagnosis: &Diagnosis<'_, '_>,
        automata: &Automata<'_>,
        oracle: &mut Oracle<'_>,
    ) -> Result<(), Stop> {
        let found = self.effects(diagnosis, automata, oracle);
        let asked = found.and_then(|(changes, effects)| {
            let witnesses = effects.iter().map(|effect| effect.witness.clone());
            let others = effects.iter();
            let others = others.flat_map(|effect| kinds_of(&changes, effect, &oracle.work()));
            let asked = oracle.ask(witnesses.chain(others).collect::<Vec<_>>());
            self.find_causes(&changes, effects, automata, oracle);
            asked
        });
        match asked {
            Err(_) if self.watch.is_over() => {
                self.show(diagnosis, automata, oracle)?;
                Err(Stop::Ended)
            }
            asked => asked,
        }
    }

    /// Finds the changes of the grammar that lead to the parser, and what each of them does.
    fn effects<'d, 'g>(
        &mut self,
        diagnosis: &Diagnosis<'d, 'g>,
        automata: &'d Automata<'g>,
        oracle: &Oracle<'_>,
    ) -> Result<(Changes<'d, 'g>, Vec<Effect>), Stop> {
        let too_large = || match oracle.go_on() {
            Ok(()) => Stop::GivenUp(self.too_large()),
            Err(stop) => stop,
        };
        let explained = diagnosis.whole(self.production, None);
        let explained = explained.ok_or_else(too_large)?;
        let found = self.changes(&explained, diagnosis, automata, oracle);
        let (changes, mut effects) = found.ok_or_else(too_large)?;
        self.several = self.count(&mut effects, &explained, oracle);
        self.explained = Some(explained);
        Ok((changes, effects))
    }

    /// Finds changes with what they do. If they are too large, those are looked for that begin with what was learned of
    /// productions, and then one for everything: it says more than none. Returns `None` if there is no time for that.
    fn changes<'d, 'g>(
        &self,
        explained: &Automaton,
        diagnosis: &Diagnosis<'d, 'g>,
        automata: &'d Automata<'g>,
        oracle: &Oracle<'_>,
    ) -> Option<(Changes<'d, 'g>, Vec<Effect>)> {
        // What was learned of the whole in part is no reason to doubt an answer.
        let is_hurried = self.watch.is_showing();
        let sample = self.sample(explained, is_hurried, oracle);
        let find = |observed: &[Observed<'_>]| {
            let (parser, sample) = ((explained, observed), sample.clone());
            let changes = Changes::find(automata, parser, oracle.alphabet(), sample, &self.watch);
            self.effects_of(changes?, explained, oracle)
        };
        let has_time = || is_hurried || !self.watch.is_over();
        let found = if is_hurried { None } else { find(&[]) };
        let parts = |(changes, _): &(Changes<'_, '_>, _)| {
            changes.count() - usize::from(changes.rest().is_some())
        };
        // What was learned of productions may say in parts what would be one cause of the whole.
        let observed = self.observed(diagnosis);
        let is_coarse = found.as_ref().is_none_or(|found| parts(found) == 0);
        let finer = (is_coarse && !observed.is_empty() && has_time()).then(|| find(&observed));
        let found = match finer.flatten() {
            Some(finer) if found.is_none() || parts(&finer) > 0 => Some(finer),
            _ => found,
        };
        found.or_else(|| {
            let whole = has_time().then(|| Changes::none(automata, explained))?;
            self.effects_of(whole?, explained, oracle)
        })
    }

    /// Returns the changes that some text shows, and what each of them does; the others are left to the whole. Returns
    /// `None` if an automaton is too large.
    fn effects_of<'d, 'g>(
        &self,
        mut changes: Changes<'d, 'g>,
        explained: &Automaton,
        oracle: &Oracle<'_>,
    ) -> Option<(Changes<'d, 'g>, Vec<Effect>)> {
        let mut effects = Vec::new();
        while effects.len() < changes.count() {
            let index = effects.len();
            if let Some(effect) = self.effect(index, &changes, explained, &oracle.work()) {
                effects.push(effect);
            } else {
                changes = changes.left_to_the_whole(index, explained, || oracle.work())?;
                effects.clear();
            }
        }
        Some((changes, effects))
    }

    /// Returns what a change does; `None` if no text shows it, or if an automaton is too large.
    fn effect(
        &self,
        index: usize,
        changes: &Changes<'_, '_>,
        explained: &Automaton,
        work: &Work,
    ) -> Option<Effect> {
        let without = changes.without(index, work)?;
        Some(Effect {
            index,
            witness: self.witness(explained, &without, work)?,
            without,
            texts: Vec::new(),
        })
    }

    /// Returns what the parser was learned to accept as productions, but for the whole.
    fn observed<'d>(&self, diagnosis: &'d Diagnosis<'_, '_>) -> Vec<Observed<'d>> {
        let faults = diagnosis.faults.iter();
        let faults = faults.filter(|fault| fault.production != self.production);
        let observed = faults.map(|fault| Observed {
            production: fault.production,
            texts: &fault.observed,
        });
        observed.collect()
    }

    /// Returns texts by which changes are compared, in symbols, and whether the parser accepts them: from all that are
    /// known, as many that it gets wrong as right, the shortest first. A search that ended takes the answers that it
    /// has.
    fn sample(
        &self,
        explained: &Automaton,
        are_answered: bool,
        oracle: &Oracle<'_>,
    ) -> Vec<(Vec<u8>, bool)> {
        let suite = Suite::over(oracle.alphabet().clone(), explained, 0);
        let suite = suite.ok().filter(|_| !are_answered);
        let suite = suite.iter().flat_map(Suite::symbols).take(SUITE);
        let step = if are_answered {
            oracle.texts().count().div_ceil(ANSWERED).max(1)
        } else {
            1
        };
        let known = oracle.texts().step_by(step).cloned();
        let mut texts: Vec<Vec<u8>> = suite.chain(known).collect();
        texts::sort(&mut texts);
        texts.dedup();
        let answered = texts.into_iter().filter_map(|text| {
            let answer = if are_answered {
                oracle.verdict(&text)?
            } else {
                explained.accepts(&text)
            };
            Some((text, answer))
        });
        let (wrong, right): (Vec<_>, Vec<_>) =
            answered.partition(|(text, answer)| self.whole.accepts(text) != *answer);
        let some = thinned(wrong, TEXTS).chain(thinned(right, TEXTS));
        some.collect()
    }

    /// Returns the shortest disagreement that goes away without a cause, in symbols.
    fn witness(&self, explained: &Automaton, without: &Automaton, work: &Work) -> Option<Vec<u8>> {
        let differ = |one: bool, other: bool| one != other;
        let changed = explained.combined(without, &differ, work).ok()?;
        let wrong = explained.combined(self.whole, &differ, work).ok()?;
        let both = changed.combined(&wrong, &|one, other| one && other, work);
        both.ok()?.shortest()
    }

    /// Counts the disagreements for the causes without which they go away. Returns the number of those
    /// that no single cause removes.
    fn count(&self, effects: &mut [Effect], explained: &Automaton, oracle: &Oracle<'_>) -> u64 {
        let mut several = 0;
        for (disagreement, text) in self.disagreements.iter().zip(self.symbols(oracle)) {
            if self.watch.is_over() {
                break;
            }
            let seen = self.hypotheses.seen(&text);
            if explained.accepts(&seen) != disagreement.is_accepted {
                continue;
            }
            let mut is_of_one = matches!(seen, Cow::Owned(_));
            for effect in effects.iter_mut() {
                if effect.without.accepts(&seen) != disagreement.is_accepted {
                    effect.texts.push(text.clone());
                    is_of_one = true;
                }
            }
            several += u64::from(!is_of_one);
        }
        several
    }

    fn find_causes(
        &mut self,
        changes: &Changes<'_, '_>,
        effects: Vec<Effect>,
        automata: &Automata<'_>,
        oracle: &Oracle<'_>,
    ) {
        let rest = changes.rest().filter(|&rest| {
            let mut effects = effects.iter();
            let effect = effects.find(|effect| effect.index == rest);
            effect.is_none_or(|effect| !self.is_one_fact(changes, effect, oracle))
        });
        self.without_rest = rest.and_then(|rest| {
            let explained = changes.without(rest, &oracle.work())?;
            let others = effects.iter().filter(|effect| effect.index != rest);
            let of_one: HashSet<&Vec<u8>> = others.flat_map(|effect| &effect.texts).collect();
            let all = self.disagreements.iter().zip(self.symbols(oracle));
            let several = all.filter(|(one, text)| {
                let seen = self.hypotheses.seen(text);
                matches!(seen, Cow::Borrowed(_))
                    && explained.accepts(text) == one.is_accepted
                    && !of_one.contains(text)
            });
            let several = several.count() as u64;
            Some(WithoutRest { explained, several })
        });
        let causes = effects.into_iter();
        let causes = causes.filter_map(|effect| self.cause(changes, effect, automata, oracle));
        let mut causes: Vec<Cause> = causes.collect();
        sort(&mut causes);
        self.causes = causes;
    }

    /// Returns whether the cause is what the changes of parts leave.
    fn is_rest(&self, production: &str, position: &Position) -> bool {
        *position == Position::Whole && production == self.production
    }

    /// Returns the cause, with a witness that is known to be a disagreement.
    fn cause(
        &self,
        changes: &Changes<'_, '_>,
        effect: Effect,
        automata: &Automata<'_>,
        oracle: &Oracle<'_>,
    ) -> Option<Cause> {
        let alphabet = oracle.alphabet();
        let work = oracle.work();
        let kinds = kinds_of(changes, &effect, &work);
        let contradicting = if self.watch.is_showing() {
            self.contradicting(&effect, &kinds, oracle)
        } else {
            None
        };
        let is_answered = |text: &Vec<u8>| oracle.verdict(text).is_some();
        let unconfirmed =
            self.watch.is_showing() && (contradicting.is_some() || !kinds.iter().all(is_answered));
        let Effect {
            index,
            mut texts,
            witness,
            without,
        } = effect;
        let is_known = |text: &Vec<u8>| {
            let verdict = oracle.verdict(text);
            verdict.is_some_and(|is_accepted| is_accepted != self.whole.accepts(text))
        };
        texts::sort(&mut texts);
        let witness = Some(witness).filter(is_known);
        let witness = witness.or_else(|| texts.first().cloned());
        let witness = witness.or_else(|| self.known_witness(&without, oracle))?;
        let part = changes.part(index)?;
        // What is left to the whole was learned in part only, if the search ended.
        let is_rest = self.is_rest(&part.production, &part.position);
        let unconfirmed = unconfirmed || is_rest && self.watch.is_showing();
        let mut place = self.place(changes, index, &witness, &work)?;
        if self.watch.is_showing() {
            // If that takes too much, the cause is not confirmed.
            let _ = place.refute(&witness, oracle);
        }
        let CausePlace {
            span,
            expected,
            observed,
            length,
            deviation,
        } = place;
        let is_accepted = !self.whole.accepts(&witness);
        let inside = &witness[span.clone()];
        let spelled = |text: &[u8]| alphabet.spelled(text);
        let shown = alphabet.spelled_span(&witness, &span);
        // Those of other kinds come first: they show the most.
        let kinds: Vec<Vec<u8>> = kinds.into_iter().filter(is_known).collect();
        let others = texts.iter().filter(|text| !kinds.contains(text));
        let examples = kinds.iter().chain(others);
        let examples = examples.filter(|text| **text != witness);
        let production = automata.grammar().production(&part.production)?;
        Some(Cause {
            production: part.production.clone(),
            part: part.written(production, &automata.grammar().source),
            position: part.position,
            direction: Direction::of(is_accepted),
            deviation,
            texts: texts.len() as u64,
            examples: examples.take(EXAMPLES).map(|text| spelled(text)).collect(),
            offset: shown.start + spelled(&inside[..length]).len(),
            span: shown,
            witness: spelled(&witness),
            learnt: Some(Box::new(Learnt {
                expected,
                observed,
                literal: None,
                elsewhere: contradicting.map(|text| spelled(&text)),
                is_of_shortest: false,
            })),
            encoding: automata.grammar().encoding,
            outermost: None,
            unconfirmed,
        })
    }

    /// Returns the shortest known disagreement that goes away without a cause, in symbols.
    fn known_witness(&self, without: &Automaton, oracle: &Oracle<'_>) -> Option<Vec<u8>> {
        let explained = self.explained.as_ref()?;
        let known = oracle.disagreeing().filter(|(text, is_accepted)| {
            oracle.verdict(text) == Some(*is_accepted)
                && explained.accepts(text) == *is_accepted
                && without.accepts(text) != *is_accepted
        });
        texts::shortest(known.map(|(text, _)| text)).map(<[u8]>::to_vec)
    }

    /// Returns where a text shows a change; `None` if an automaton is too large.
    fn place(
        &self,
        changes: &Changes<'_, '_>,
        index: usize,
        text: &[u8],
        work: &Work,
    ) -> Option<CausePlace> {
        let [expected, observed] = changes.texts(index, work)?;
        let span = changes.place(index, text, work);
        let span = span.unwrap_or(0..text.len());
        let (right, wrong) = if self.whole.accepts(text) {
            (&observed, &expected)
        } else {
            (&expected, &observed)
        };
        let (length, deviation) = deviation(right, wrong, &text[span.clone()]);
        Some(CausePlace {
            span,
            expected,
            observed,
            length,
            deviation,
        })
    }

    /// Returns whether what is left to the whole deviates in one way, which no answer contradicts.
    fn is_one_fact(&self, changes: &Changes<'_, '_>, effect: &Effect, oracle: &Oracle<'_>) -> bool {
        let kinds = kinds_of(changes, effect, &oracle.work());
        kinds.len() == 1 && self.contradicting(effect, &kinds, oracle).is_none()
    }

    /// Returns a shortest known text to which the parser does not give the answer that a cause predicts.
    fn contradicting(
        &self,
        effect: &Effect,
        kinds: &[Vec<u8>],
        oracle: &Oracle<'_>,
    ) -> Option<Vec<u8>> {
        let explained = self.explained.as_ref()?;
        let step = oracle.texts().count().div_ceil(KNOWN).max(1);
        let known = oracle.texts().step_by(step).chain(kinds);
        let known = known.take_while(|_| !self.watch.is_over());
        let contradicting = known.filter(|text| {
            oracle.verdict(text).is_some_and(|answer| {
                explained.accepts(text) != answer && effect.without.accepts(text) == answer
            })
        });
        texts::shortest(contradicting).cloned()
    }

    /// Returns the conclusion about a parser that has given no other wrong answer.
    pub(super) fn agreement(&self, oracle: &mut Oracle<'_>) -> Result<Conclusion<NoAnswer>, Stop> {
        let unknown = self.hypotheses.unknown(self.whole, oracle)?;
        let given_up = oracle.given_up().into_iter().chain(unknown);
        let given_up = given_up.chain(different(self.whole, oracle));
        let given_up: Vec<GivenUp> = given_up.collect();
        if !given_up.is_empty() {
            return Ok(Conclusion::Incomplete(given_up));
        }
        let suite = Suite::over(oracle.alphabet().clone(), self.whole, 0);
        let suite = suite.map_err(|_| Stop::GivenUp(self.too_large()))?;
        Ok(Conclusion::Explained {
            states: suite.states(),
            texts: suite.size(),
        })
    }

    /// Says how far the causes explain the parser. Asks about the texts of the causes once more.
    pub(super) fn conclude(
        &mut self,
        diagnosis: &Diagnosis<'_, '_>,
        oracle: &mut Oracle<'_>,
        budget: &Budget,
    ) -> Result<Conclusion<NoAnswer>, Stop> {
        self.hypotheses.join(self.production, diagnosis);
        let alphabet = oracle.alphabet();
        let witnesses = self.causes.iter();
        let witnesses = witnesses.map(|cause| alphabet.symbols_of(&cause.witness));
        let witnesses: HashSet<Vec<u8>> = witnesses.collect();
        let compared = self.hypotheses.causes.iter().map(|cause| {
            let is_accepted = cause.direction == Direction::WronglyAccepted;
            (alphabet.symbols_of(&cause.witness), Some(is_accepted))
        });
        let compared = compared.collect();
        oracle.confirm(witnesses.into_iter().collect())?;
        oracle.confirm_answers(compared)?;
        let explained = self.explained.as_ref();
        let explained = explained.ok_or_else(|| Stop::GivenUp(self.too_large()))?;
        let suite = Suite::over(oracle.alphabet().clone(), explained, 0);
        let suite = suite.map_err(|_| Stop::GivenUp(self.too_large()))?;
        match oracle.ask(suite.symbols()) {
            Ok(()) | Err(Stop::GivenUp(_)) => {}
            Err(stop) => return Err(stop),
        }
        let mut given_up = diagnosis.given_up.clone();
        // A part that is learned roughly does not matter if the whole gives every answer.
        given_up.retain(|one| {
            !matches!(one, GivenUp::States { production, .. } if production != self.production)
        });
        let unknown = self.hypotheses.unknown(explained, oracle)?;
        let shortest = match shortest_wrong(oracle, explained) {
            None => self.wrong_in_suite(explained, oracle, budget)?,
            shortest => shortest,
        };
        given_up.extend(oracle.given_up());
        given_up.extend(unknown);
        given_up.extend(shortest.map(|text| GivenUp::Different { text }));
        Ok(if given_up.is_empty() {
            Conclusion::Explained {
                states: suite.states(),
                texts: suite.size(),
            }
        } else {
            Conclusion::Incomplete(given_up)
        })
    }

    /// Returns a text of the suite that the parser answered as the grammar does, and to which the
    /// automaton gives another answer. It is asked about again: a text that cannot be asked about counts as right, too.
    fn wrong_in_suite(
        &self,
        explained: &Automaton,
        oracle: &mut Oracle<'_>,
        budget: &Budget,
    ) -> Result<Option<Vec<u8>>, Stop> {
        if !budget.has_complete_suite {
            return Ok(None);
        }
        let alphabet = oracle.alphabet().clone();
        let Ok(suite) = Suite::over(alphabet.clone(), self.whole, budget.extra_states) else {
            return Ok(None);
        };
        let is_wrong = |text: &Vec<u8>| {
            oracle.verdict(text).is_none() && self.whole.accepts(text) != explained.accepts(text)
        };
        let texts = suite.symbols().take_while(|_| !self.watch.is_over());
        let texts: Vec<Vec<u8>> = texts.filter(is_wrong).take(SUPPOSED).collect();
        match oracle.different(texts, explained) {
            Ok(wrong) => Ok(wrong.first().map(|text| alphabet.spelled(text))),
            Err(Stop::GivenUp(_)) => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    /// Drops what the changes of parts leave to the whole, if it was learned in part and holds several facts: each of them
    /// gets a group. For a search that has to end.
    pub(super) fn drop_rest(&mut self, oracle: &Oracle<'_>) {
        self.watch.show();
        let wrong = |automaton: &Automaton| oracle.wrong(automaton).count();
        let rest = self.without_rest.take().filter(|rest| {
            let with_rest = wrong(self.explained.as_ref().unwrap_or(self.whole));
            with_rest * FEWER > wrong(&rest.explained)
        });
        if let Some(WithoutRest { explained, several }) = rest {
            self.several = several;
            self.hypotheses
                .join_only(&explained, self.whole, &oracle.work());
            self.explained = Some(explained);
            let causes = std::mem::take(&mut self.causes).into_iter();
            let causes = causes.filter(|one| !self.is_rest(&one.production, &one.position));
            self.causes = causes.collect();
        }
    }

    /// Returns the conclusion of a search that had to end.
    pub(super) fn ended<E>(&mut self, oracle: &Oracle<'_>) -> Conclusion<E> {
        self.drop_rest(oracle);
        let explained = self.explained.as_ref().unwrap_or(self.whole);
        Conclusion::Ended {
            different: shortest_wrong(oracle, explained),
        }
    }

    fn symbols(&self, oracle: &Oracle<'_>) -> impl Iterator<Item = Vec<u8>> {
        let texts = self.disagreements.iter();
        texts.map(|one| oracle.alphabet().symbols_of(&one.text))
    }

    /// Marks the causes as not confirmed that say of a text what the parser does not do.
    fn doubt(&mut self, conclusion: &Conclusion<NoAnswer>, alphabet: &Alphabet) {
        let Conclusion::Incomplete(reasons) = conclusion else {
            return;
        };
        let explained = self.explained.as_ref().unwrap_or(self.whole);
        for reason in reasons {
            if let GivenUp::Different { text } = reason {
                let symbols = alphabet.symbols_of(text);
                // What is no UTF-8 says nothing about the characters that a symbol represents.
                if alphabet.spelled(&symbols) == *text {
                    let is_accepted = !explained.accepts(&symbols);
                    for cause in &mut self.causes {
                        cause.doubt(text, is_accepted, alphabet);
                    }
                }
            }
        }
    }

    /// Returns everything that was found.
    pub(super) fn findings(
        mut self,
        oracle: &Oracle<'_>,
        conclusion: Conclusion<NoAnswer>,
    ) -> Findings<NoAnswer> {
        self.doubt(&conclusion, oracle.alphabet());
        let unexplained = self.unexplained(oracle);
        let parser = self
            .hypotheses
            .whole_parser(self.explained, self.whole, &oracle.work());
        let is_whole = matches!(
            conclusion,
            Conclusion::Explained { .. } | Conclusion::Incomplete(_)
        );
        let learned = is_whole.then(|| {
            let learned = parser.as_ref().unwrap_or(self.whole).clone();
            Learned::new(learned, oracle.alphabet().clone())
        });
        let mut causes = self.causes;
        causes.extend(self.hypotheses.causes);
        sort(&mut causes);
        Findings {
            unexplained,
            causes,
            several: self.several,
            parser,
            grammar: None,
            learned,
            questions: oracle.questions(),
            rounds: oracle.rounds(),
            conclusion,
            flaky: Vec::new(),
        }
    }
}

/// Returns texts with other texts of a part in the place where its witness has one: one of each kind that a change of
/// the part brings.
fn kinds_of(changes: &Changes<'_, '_>, effect: &Effect, work: &Work) -> Vec<Vec<u8>> {
    let (index, witness) = (effect.index, &effect.witness);
    let Some([expected, observed]) = changes.texts(index, work) else {
        return Vec::new();
    };
    let span = changes.place(index, witness, work);
    let span = span.unwrap_or(0..witness.len());
    let (before, after) = (&witness[..span.start], &witness[span.end..]);
    let texts = kinds(&expected, &observed).into_iter();
    texts.map(|text| [before, &text, after].concat()).collect()
}

/// Sorts causes, those with the most texts first.
fn sort(causes: &mut [Cause]) {
    causes.sort_by_key(|cause| (Reverse(cause.texts), cause.witness.len(), cause.place_id()));
}

/// Returns the shortest text to which the parser gives another answer than the automaton.
fn shortest_wrong(oracle: &Oracle<'_>, automaton: &Automaton) -> Option<Vec<u8>> {
    let wrong = oracle.wrong(automaton);
    let shortest = texts::shortest(wrong).map(|text| oracle.alphabet().spelled(text));
    let unspelled = oracle.unspelled().filter(|(text, is_accepted)| {
        let symbols = oracle.alphabet().symbols_of(text);
        automaton.accepts(&symbols) != *is_accepted && !oracle.is_set_aside(&symbols)
    });
    let unspelled = unspelled.map(|(text, _)| text.to_vec());
    texts::shortest(shortest.into_iter().chain(unspelled))
}

/// Returns where a text leaves an automaton and stays in another: the length before it, and what
/// is there in other such texts.
pub(super) fn deviation(right: &Automaton, wrong: &Automaton, text: &[u8]) -> (usize, Deviation) {
    let prefix = right.viable_prefix(text);
    let length = prefix.length();
    if length == text.len() {
        return (length, Deviation::End);
    }
    let other = wrong.viable_prefix(&text[..length]);
    let octets = other.next().without(prefix.next());
    (length, Deviation::Octets(octets))
}

/// The greatest number of texts.
const KINDS: usize = 4;

/// Returns a shortest text of each kind that only one of the automata accepts. The shortest of each side are
/// among them.
fn kinds(expected: &Automaton, observed: &Automaton) -> Vec<Vec<u8>> {
    let mut others = Side::of(observed, expected).texts();
    others.extend(Side::of(expected, observed).texts());
    others.sort_by_key(Vec::len);
    let sides = [observed.difference(expected), expected.difference(observed)];
    let mut texts: Vec<Vec<u8>> = sides.into_iter().flatten().collect();
    for other in others {
        if texts.len() < KINDS && !texts.contains(&other) {
            texts.push(other);
        }
    }
    texts.sort_by_key(Vec::len);
    texts
}

/// The texts that only the first automaton accepts.
struct Side<'a> {
    own: &'a Automaton,
    other: &'a Automaton,
    /// Octets that neither of them tells apart.
    classes: Vec<OctetSet>,
    /// The octets at which texts were found to leave the other automaton.
    octets: OctetSet,
    has_end: bool,
    texts: Vec<Vec<u8>>,
}

impl<'a> Side<'a> {
    fn of(own: &'a Automaton, other: &'a Automaton) -> Self {
        Self {
            classes: own.classes_beside(other),
            own,
            other,
            octets: OctetSet::EMPTY,
            has_end: false,
            texts: Vec::new(),
        }
    }

    /// Goes through the texts that are viable on both sides, the shortest first.
    fn texts(mut self) -> Vec<Vec<u8>> {
        let octets = with_most_readable(self.classes.clone()).into_iter();
        let octets: Vec<u8> = octets.map(|(_, octet)| octet).collect();
        let start = (self.own.start(), self.other.start());
        let (one, another) = (self.own, self.other);
        let next = |&(own, other): &(DfaState, DfaState), octet| {
            one.step(own, octet).zip(another.step(other, octet))
        };
        for (states, text) in access_texts(start, &octets, next) {
            if self.texts.len() == KINDS {
                break;
            }
            self.look(states, &text);
        }
        self.texts
    }

    /// Adds texts that leave the other side at these states, if they do so in a new way.
    fn look(&mut self, (own, other): (DfaState, DfaState), text: &[u8]) {
        if self.own.is_accepting(own) && !self.other.is_accepting(other) && !self.has_end {
            self.has_end = true;
            self.texts.push(text.to_vec());
        }
        let leaving = self.own.next(own).without(self.other.next(other));
        let new = leaving.without(self.octets);
        self.octets |= leaving;
        let mut octets = readable_first().into_iter();
        if let Some(octet) = octets.find(|&octet| new.contains(octet))
            && let Some(next) = self.own.step(own, octet)
        {
            let rest = if self.own.is_accepting(next) {
                Vec::new()
            } else {
                self.own.shortest_after(next).unwrap_or_default()
            };
            self.texts.push([text, &[octet], &rest].concat());
        }
    }
}

impl Explanation<'_> {
    /// Groups the disagreements that no cause explains by the state of the grammar's automaton after
    /// the viable prefix, those that end there apart. Those that only the search knows count for none.
    fn unexplained(&self, oracle: &Oracle<'_>) -> Vec<Unexplained> {
        let is_open = |symbols: &[u8], is_accepted: bool| {
            let mut all = self.explained.iter().chain(&self.hypotheses.parser);
            !all.any(|all| all.accepts(symbols) == is_accepted) && !oracle.is_set_aside(symbols)
        };
        let mut groups = Groups::new(self.production, self.encoding);
        let places: HashMap<DfaState, Vec<u8>> = self.whole.access_texts().into_iter().collect();
        let alphabet = oracle.alphabet();
        let mut add = |parting: &Parting<'_>, state: DfaState, texts| {
            let named = || places.get(&state).cloned().unwrap_or_default();
            groups.add(parting, state, named, texts);
        };
        let mut add_symbols = |text: &[u8], symbols: &[u8], is_accepted, texts| {
            let prefix = self.whole.viable_prefix(symbols);
            let length = prefix.length();
            let octets = symbols.get(length).map(|&symbol| alphabet.octets(symbol));
            let parting = Parting {
                text,
                is_accepted,
                offset: alphabet.spelled(&symbols[..length]).len(),
                deviation: octets.map_or(Deviation::End, Deviation::Octets),
            };
            add(&parting, prefix.state(), texts);
        };
        let of_suite = self.disagreements.iter().zip(self.symbols(oracle));
        for (one, symbols) in of_suite {
            if is_open(&symbols, one.is_accepted) {
                add_symbols(&one.text, &symbols, one.is_accepted, 1);
            }
        }
        for (symbols, is_accepted) in oracle.disagreeing_beyond_suite() {
            if is_open(symbols, is_accepted) {
                add_symbols(&alphabet.spelled(symbols), symbols, is_accepted, 0);
            }
        }
        for (text, is_accepted) in oracle.unspelled() {
            if self.whole.accepts(text) == is_accepted
                || !is_open(&alphabet.symbols_of(text), is_accepted)
            {
                continue;
            }
            let prefix = self.whole.viable_prefix(text);
            let parting = Parting {
                text,
                is_accepted,
                offset: prefix.length(),
                deviation: Deviation::at(text, prefix.length()),
            };
            add(&parting, prefix.state(), 0);
        }
        groups.sorted()
    }
}

impl Explanation<'_> {
    /// Asks about what the search itself does not need: whether its causes hold in other contexts, and texts with
    /// many repetitions.
    pub(super) fn ask_more(
        &mut self,
        grammar: (&Grammar, &str),
        repeated: &[Repeated],
        oracle: &mut Oracle<'_>,
    ) -> Result<(), Stop> {
        self.try_elsewhere(grammar, oracle)?;
        for text in repeated {
            if self.watch.is_requested() {
                break;
            }
            match oracle.ask_repeated(text) {
                Ok(()) | Err(Stop::GivenUp(_) | Stop::Ended) => {}
                Err(stop) => return Err(stop),
            }
        }
        Ok(())
    }

    /// Tries what was learned in other contexts than those of the witnesses. If the search has to end, only those count
    /// that the parser was asked about before.
    fn try_elsewhere(
        &mut self,
        (grammar, production): (&Grammar, &str),
        oracle: &mut Oracle<'_>,
    ) -> Result<(), Stop> {
        if self.causes.is_empty() {
            return Ok(());
        }
        // Which contexts there are does not depend on what readings exclude.
        let mut part = grammar.part([production]);
        for production in &mut part.productions {
            production.excluded.clear();
        }
        let Ok(right) = Recognizer::new(&part, production) else {
            return Ok(());
        };
        let may_ask = !self.watch.is_requested() || self.watch.may_confirm();
        let (hypotheses, explained) = (&self.hypotheses, self.explained.clone());
        let parser = hypotheses.whole_parser(explained, self.whole, &oracle.work());
        let explained = |text: &[u8]| parser.as_ref().map(|parser| parser.accepts(text));
        try_elsewhere(&mut self.causes, &right, &explained, oracle, may_ask)
    }

    /// Returns the conclusion, with what texts with many repetitions add to it.
    pub(super) fn with_repeated(
        &self,
        conclusion: Conclusion<NoAnswer>,
        oracle: &Oracle<'_>,
    ) -> Conclusion<NoAnswer> {
        let mut given_up = match conclusion {
            Conclusion::Incomplete(ref given_up) => given_up.clone(),
            Conclusion::Explained { .. } => Vec::new(),
            other => return other,
        };
        let explained = self.explained.as_ref().unwrap_or(self.whole);
        let is_different = |one: &GivenUp| matches!(one, GivenUp::Different { .. });
        if !given_up.iter().any(is_different) {
            given_up.extend(different(explained, oracle));
        }
        let exhausted = oracle.given_up();
        given_up.extend(exhausted.filter(|one| !given_up.contains(one)));
        if given_up.is_empty() {
            return conclusion;
        }
        Conclusion::Incomplete(given_up)
    }
}

/// Returns a shortest text to which the parser gives another answer than the automaton.
pub(super) fn different(automaton: &Automaton, oracle: &Oracle<'_>) -> Option<GivenUp> {
    let text = shortest_wrong(oracle, automaton);
    text.map(|text| GivenUp::Different { text })
}
