//! The causes of a parser of productions that recurse.
//!
//! What such a parser accepts is no regular language, so no automaton of it can be learned. Each
//! production is a *unit* (`unit`): its body over symbols, in one context of the whole, as in a suite by
//! productions ([`ProductionSuite`](crate::conformance::ProductionSuite)). The search of regular grammars
//! finds the causes in each unit, and sees the parser through its context.
//!
//! Texts that parsers are known to take are tried before (`suspected`). Several units can have a cause for the same texts. One cause is chosen (`found`) and goes into the
//! grammar ([`faulty`](super::faulty)): a text that the grammar with the causes so far derives is no evidence for more. Then
//! the units are searched again, until no answer is wrong. In the end, causes that the others make
//! superfluous are dropped, and the recognizer of the grammar with all causes is held against every
//! answer (`judgement`).
//!
//! For `array = "[" [ value *( "," value ) ] "]"`, a parser that allows a comma at the end accepts
//! `[0,]`. The unit has a nonterminal for `value`, so the cause says what `array` is read as, whatever the
//! values are: `[[],]` follows, and is never learned.

mod found;
mod judgement;
mod suspected;
mod unit;

use super::elsewhere::{Elsewhere, try_elsewhere};
use super::faulty;
use super::oracle::{Oracle, Right, Stop};
use super::peer::{Budget, Disagreement, NoAnswer};
use super::sites::samples;
use super::steady::AnyPeer;
use super::texts;
use super::{Conclusion, Findings, GivenUp, InputSymbols, search_regular};
use crate::automaton::{AutomatonError, Work};
use crate::conformance::{Alphabet, Context, contexts};
use crate::octets::OctetSet;
use crate::recognizer::{ParserError, Recognizer};
use crate::resolved::{ProductionId, ResolvedGrammar};
use crate::search_end::Watch;
use crate::sentences::{RecursiveSentences, Shortest};
use crate::syntax::Grammar;
use found::{Candidate, UnitCause, found_in, shortest_beyond};
use judgement::Judgement;
use unit::{Inside, Unit};

/// The greatest number of texts of a unit with which contexts are tried.
const MEMBERS: usize = 4;

/// The greatest number of texts of a nonterminal that are tried.
const SPELLINGS: usize = 6;

/// The number of questions that the units leave to each text with many repetitions, which halving asks about.
const OF_REPEATED: usize = 40;

/// The number of longer texts that are tried if the parser rejects the shortest, and where they begin.
const LONGER: usize = 200;
const SEED: u64 = 0;

/// The greatest number of causes.
const CAUSES: usize = 20;

/// The greatest number of wrong texts of the user from which one unit is learned.
const WRONG: usize = 20;

/// The greatest number of answers that refuse a cause and are asked for again.
const SURPRISING: usize = 20;

/// The greatest number of wrong texts, and of right ones, by which causes are compared, and of the wrong ones among which
/// those are that the causes so far do not explain.
const TEXTS: usize = 1_500;
const LOOKED_AT: usize = 15_000;

/// A unit is searched in at most this part of the time that is left, so that one that takes long leaves time for the
/// others. After them it gets a larger part.
const SHARE: u32 = 6;
const SHARE_OF_LAST: u32 = 2;

/// The part of the wrongly accepted texts of a unit that have an octet which it avoids from then on.
const MOST: (usize, usize) = (4, 5);

/// The greatest number of right answers that the units learn from for each cause that they refute.
const REFUTING: usize = 3;

/// Finds the causes of the disagreements of a production that recurses in the middle.
pub(super) fn find(
    grammar: &Grammar,
    production: &str,
    disagreements: &[Disagreement],
    peer: &mut AnyPeer<'_>,
    budget: &Budget,
) -> Result<Findings<NoAnswer>, AutomatonError> {
    let grammar = grammar.part([production]);
    let resolved = ResolvedGrammar::new(&grammar);
    let shortest = Shortest::of(&resolved);
    let start = resolved.lookup(production)?;
    let right = Recognizer::new(&grammar, production).map_err(of_recognizer)?;
    let oracle = Oracle::new(
        peer,
        (
            Alphabet::of_octets(OctetSet::ALL),
            Right::Recognizer(&right),
        ),
        disagreements,
        budget.questions,
        // The search looks for its end between questions.
        Watch::default(),
    );
    let mut search = Search {
        right: &right,
        start: production,
        resolved: &resolved,
        contexts: contexts(&resolved, start, &shortest),
        shortest,
        oracle,
        budget,
        watch: Watch::of(&budget.end),
        found: Vec::new(),
        refuting: Vec::new(),
        avoided: OctetSet::EMPTY,
        accepted: None,
        given_up: vec![GivenUp::Recursion {
            production: production.to_owned(),
        }],
    };
    let stopped = search.run(start).err();
    let Search {
        mut oracle,
        watch,
        found,
        given_up,
        ..
    } = search;
    let judgement = Judgement::of((&grammar, production), &right, found, &oracle, watch);
    let ended = (stopped, given_up, budget.depth);
    Ok(judgement.findings(disagreements, &mut oracle, ended))
}

fn of_recognizer(error: ParserError) -> AutomatonError {
    match error {
        ParserError::UnknownProduction(error) => error.into(),
        ParserError::Obstacle(obstacle) => obstacle.into(),
        ParserError::Excluded(production) => AutomatonError::TooLarge { production },
    }
}

/// When a unit is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// In each round.
    First,
    /// It took longer than its share of the time, and waits until the others have no cause.
    Late,
    /// In each round, after the others had none.
    Last,
    /// Never again: it took too long twice.
    Cut,
    /// Never again: it has no wrong answer, and causes of others give it none.
    Right,
}

impl Turn {
    /// Returns the share of the time that is left which the unit gets; `None` if it is not its turn.
    fn share(self) -> Option<u32> {
        match self {
            Self::First => Some(SHARE),
            Self::Last => Some(SHARE_OF_LAST),
            Self::Late | Self::Cut | Self::Right => None,
        }
    }

    fn after(self, found: &FoundInUnit) -> Self {
        match self {
            _ if found.is_right => Self::Right,
            Self::First if found.is_cut => Self::Late,
            Self::Last if found.is_cut => Self::Cut,
            turn => turn,
        }
    }
}

/// What a search found in one unit.
#[derive(Default)]
struct FoundInUnit {
    causes: Vec<UnitCause>,
    /// Whether no answer in the unit was wrong.
    is_right: bool,
    /// Whether its share of the time was over before its end.
    is_cut: bool,
}

struct Search<'s, 'g, 'p> {
    right: &'s Recognizer,
    start: &'s str,
    resolved: &'s ResolvedGrammar<'g>,
    shortest: Shortest<'s, 'g>,
    /// The contexts of each production.
    contexts: Vec<Vec<Context>>,
    oracle: Oracle<'p>,
    budget: &'s Budget,
    watch: Watch,
    found: Vec<UnitCause>,
    /// Right answers that refuted a cause. The units learn from them.
    refuting: Vec<Vec<u8>>,
    /// Octets that the parser is not asked about any more.
    avoided: OctetSet,
    /// What is known of productions in longer texts, once a production needs them.
    accepted: Option<Elsewhere>,
    given_up: Vec<GivenUp>,
}

impl Search<'_, '_, '_> {
    /// Takes the best cause of any unit, again and again. Returns what stopped the search before its
    /// end.
    fn run(&mut self, start: ProductionId) -> Result<(), Stop> {
        self.ask(&self.budget.corpus)?;
        let units = self.units(start)?;
        self.take_suspects(&units)?;
        let mut units: Vec<(Unit, Turn)> =
            units.into_iter().map(|unit| (unit, Turn::First)).collect();
        for _ in 0..CAUSES {
            let Some(faulty) = self.with(None) else {
                break;
            };
            let known = (self.refuting.len(), self.avoided);
            let has_found = self.take_one(&mut units, &faulty)?;
            if !has_found && known == (self.refuting.len(), self.avoided) {
                // The units that took too long have the rest of the time.
                let late = units.iter_mut().filter(|(_, turn)| *turn == Turn::Late);
                let late = late.map(|(_, turn)| *turn = Turn::Last);
                if late.count() == 0 {
                    break;
                }
            }
        }
        self.try_elsewhere()?;
        self.ask_repeated()?;
        let mut turns = units.iter().map(|(_, turn)| *turn);
        let is_short_of_time = turns.any(|turn| matches!(turn, Turn::Late | Turn::Cut));
        if is_short_of_time || !self.avoided.is_empty() {
            return Err(Stop::Ended);
        }
        Ok(())
    }

    /// Searches the units whose turn it is, and takes the best cause of any, with what its unit has beside it. Returns
    /// whether there is one.
    fn take_one(&mut self, units: &mut [(Unit, Turn)], faulty: &Recognizer) -> Result<bool, Stop> {
        let mut candidates = Vec::new();
        for (unit, turn) in units {
            let Some(share) = turn.share() else {
                continue;
            };
            let (found, stopped) = self.search_in(unit, faulty, share);
            *turn = turn.after(&found);
            if found.is_cut && self.avoid_in(unit) {
                *turn = Turn::First;
            }
            if *turn != Turn::Late || stopped.is_some() {
                candidates.extend(found.causes);
            }
            if let Some(stopped) = stopped {
                self.take_found(candidates);
                return Err(stopped);
            }
        }
        let elsewhere = match self.ask_elsewhere(&candidates) {
            Ok(elsewhere) => elsewhere,
            Err(stopped) => {
                self.take_found(candidates);
                return Err(stopped);
            }
        };
        let best = self.best(candidates.clone(), &elsewhere, faulty);
        // Not all candidates were compared then.
        if self.watch.is_over() {
            self.take_found(candidates);
            return Err(Stop::Ended);
        }
        let Some(best) = best else {
            return Ok(false);
        };
        // The causes of a unit were found with each other in it.
        candidates.retain(|other| other.inside.0 == best.inside.0);
        self.found.push(best);
        self.take_all(&candidates, &elsewhere);
        Ok(true)
    }

    /// Takes the best of these causes as long as one repairs texts.
    fn take_all(&mut self, candidates: &[UnitCause], elsewhere: &[Vec<u8>]) {
        while self.found.len() < CAUSES
            && let Some(faulty) = self.with(None).filter(|_| !self.watch.is_over())
            && let Some(best) = self.best(candidates.to_vec(), elsewhere, &faulty)
        {
            self.found.push(best);
        }
    }

    /// Avoids the octets that are in most of what the parser wrongly accepts in the unit, and in none of its texts: what
    /// takes too long is about them. A parser that reads UTF-32 accepts NUL in numberless places. Returns whether there
    /// are such octets.
    fn avoid_in(&mut self, unit: &Unit) -> bool {
        let accepted = self.oracle.disagreeing().filter(|(_, answer)| *answer);
        let inside = accepted.filter_map(|(text, _)| unit.context.inside(text));
        let mut all = 0;
        let mut counts = [0; 256];
        for text in inside {
            all += 1;
            for octet in text.iter().copied().collect::<OctetSet>().iter() {
                counts[usize::from(octet)] += 1;
            }
        }
        let own = unit.automaton.octets() | self.avoided;
        let of_most = (0..=u8::MAX).filter(|&octet| {
            !own.contains(octet) && counts[usize::from(octet)] * MOST.1 > all * MOST.0
        });
        let octets: OctetSet = of_most.collect();
        self.avoided |= octets;
        !octets.is_empty()
    }

    /// Takes the best causes among those that were found when the search had to stop. They are not confirmed.
    fn take_found(&mut self, mut candidates: Vec<UnitCause>) {
        self.watch.show();
        // The other half of the time is for the counts.
        self.watch.begin_part_of_showing(2);
        for found in &mut candidates {
            found.cause.unconfirmed = true;
        }
        self.take_all(&candidates, &[]);
        self.watch.end_part_of_showing();
    }

    /// Asks about texts, and returns the answers. Those are missing for which too few questions are left: what is known
    /// shows causes, too.
    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, Stop> {
        match self.oracle.answers(texts) {
            Err(Stop::GivenUp(_)) => Ok(texts.iter().map(|it| self.oracle.verdict(it)).collect()),
            answers => answers,
        }
    }

    /// Tries what was learned in other contexts than those of the witnesses.
    fn try_elsewhere(&mut self) -> Result<(), Stop> {
        let may_ask = !self.watch.is_requested();
        let faulty = self.with(None);
        let explained = |text: &[u8]| faulty.as_ref()?.rule().is_valid(text).ok();
        let causes = self.found.iter_mut().map(|found| &mut found.cause);
        try_elsewhere(causes, self.right, &explained, &mut self.oracle, may_ask)?;
        if may_ask { Ok(()) } else { Err(Stop::Ended) }
    }

    /// Asks about texts with many repetitions. Nothing is learned from them.
    fn ask_repeated(&mut self) -> Result<(), Stop> {
        for text in &self.budget.repeated {
            if self.watch.is_over() {
                return Err(Stop::Ended);
            }
            match self.oracle.ask_repeated(text) {
                Ok(()) | Err(Stop::GivenUp(_)) => {}
                Err(stop) => return Err(stop),
            }
        }
        Ok(())
    }

    /// Returns the units of all productions that recurse, and of those that they use.
    fn units(&mut self, start: ProductionId) -> Result<Vec<Unit>, Stop> {
        let obstacles = self.resolved.grammar().obstacles();
        let recurses = |one: ProductionId| {
            let obstacle = obstacles.to_texts(self.resolved.production(one).name());
            obstacle.is_some()
        };
        let reached = self.resolved.reachable_from(start).into_iter().rev();
        let (recursive, others): (Vec<_>, Vec<_>) = reached.partition(|&one| recurses(one));
        let mut used: Vec<&str> = Vec::new();
        for &one in &recursive {
            let name = self.resolved.production(one).name();
            let body = self.resolved.grammar().production(name).map(|it| &it.body);
            used.extend(body.into_iter().flat_map(|body| body.references()));
        }
        let grammar = self.resolved.grammar();
        let mut units = Vec::new();
        for one in others {
            let name = self.resolved.production(one).name();
            if used.contains(&name)
                && let Ok(unit) = Unit::of_regular(grammar, name)
            {
                units.extend(self.open(unit, one)?);
            }
        }
        for one in recursive {
            match Unit::of_recursive(self.resolved, one, &self.shortest) {
                Some(Ok(unit)) => units.extend(self.open(unit, one)?),
                _ => self.note(GivenUp::TooLarge {
                    production: self.resolved.production(one).name().to_owned(),
                }),
            }
        }
        Ok(units)
    }

    /// Returns the unit in the first context of its production in which the parser accepts a text of it. If it
    /// accepts none in the shortest contexts, those of longer texts are tried. The start needs no such text.
    fn open(&mut self, mut unit: Unit, production: ProductionId) -> Result<Option<Unit>, Stop> {
        unit.tell_nonterminals_apart(self.right);
        let contexts = self.contexts[production.index()].clone();
        if self.is_open(&mut unit, &contexts)? {
            self.spell_as_accepted(&mut unit)?;
            return Ok(Some(unit));
        }
        self.accept_longer()?;
        let accepted = self.accepted.as_ref();
        let longer = accepted.map_or(&[][..], |it| it.contexts(&unit.production));
        let contexts = [longer, &contexts].concat();
        if let Some(accepted) = accepted {
            unit.respell(|name| accepted.texts(name).first());
        }
        if self.is_open(&mut unit, &contexts)? {
            return Ok(Some(unit));
        }
        unit.context = Context::default();
        Ok((unit.production == self.start).then_some(unit))
    }

    /// Puts the unit into the first of these contexts in which the parser accepts a text of it. Returns whether there is
    /// one.
    fn is_open(&mut self, unit: &mut Unit, contexts: &[Context]) -> Result<bool, Stop> {
        let mut members = samples(&unit.automaton, MEMBERS, &Work::new()).unwrap_or_default();
        if let Some(accepted) = self
            .accepted
            .as_ref()
            .filter(|_| unit.nonterminals.is_empty())
        {
            let longer = accepted.texts(&unit.production);
            members.extend(longer.iter().take(MEMBERS).cloned());
        }
        for context in contexts {
            if self.watch.is_over() {
                return Err(Stop::Ended);
            }
            unit.context = context.clone();
            if self.accepts_one(unit, &members)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Spells each nonterminal as a text with which the parser accepts a text of the unit, if there is one: a parser that
    /// rejects the shortest text of a production, such as empty quotation marks, may accept others.
    fn spell_as_accepted(&mut self, unit: &mut Unit) -> Result<(), Stop> {
        let symbols: Vec<u8> = unit.nonterminals.keys().copied().collect();
        for symbol in symbols {
            let members = unit.texts_with(symbol, MEMBERS);
            if self.accepts_one(unit, &members)? {
                continue;
            }
            self.accept_longer()?;
            let nonterminal = &unit.nonterminals[&symbol];
            let accepted = self.accepted.iter();
            let accepted = accepted.flat_map(|it| it.texts(&nonterminal.name));
            let accepted = accepted.take(SPELLINGS).chain([&nonterminal.text]);
            let spellings: Vec<Vec<u8>> = accepted.cloned().collect();
            for text in spellings {
                unit.spell(symbol, text);
                if self.accepts_one(unit, &members)? {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Returns whether the parser accepts one of these texts of the unit.
    fn accepts_one(&mut self, unit: &Unit, texts: &[Vec<u8>]) -> Result<bool, Stop> {
        let texts: Vec<Vec<u8>> = texts.iter().map(|text| unit.whole(text)).collect();
        Ok(self.ask(&texts)?.contains(&Some(true)))
    }

    /// Looks for texts that the parser accepts, among those of the user and such as cover the grammar.
    fn accept_longer(&mut self) -> Result<(), Stop> {
        if self.accepted.is_some() {
            return Ok(());
        }
        let mut texts = self.budget.corpus.clone();
        if let Ok(sentences) = RecursiveSentences::new(self.resolved.grammar(), self.start) {
            texts.extend(sentences.cover(SEED));
            texts.extend(sentences.random(SEED).take(LONGER));
        }
        texts.retain(|text| !self.watch.is_over() && self.oracle.derives(text) == Some(true));
        texts::sort(&mut texts);
        texts.dedup();
        let answers = self.ask(&texts)?;
        let tried = answers.iter().flatten().count();
        let accepted = texts.iter().zip(answers);
        let accepted = accepted.filter(|(_, answer)| *answer == Some(true));
        let accepted: Vec<&[u8]> = accepted.map(|(text, _)| text.as_slice()).collect();
        if accepted.is_empty() && self.oracle.given_up().is_none() {
            self.note(GivenUp::Rejected { texts: tried });
        }
        self.accepted = Some(Elsewhere::of(self.right, accepted));
        Ok(())
    }

    /// Returns the recognizer of the grammar with the causes found so far, and one more.
    fn with(&self, more: Option<&UnitCause>) -> Option<Recognizer> {
        let changes = self.found.iter().chain(more).map(|found| &found.change);
        faulty::recognizer(self.resolved.grammar(), self.start, changes)
    }

    /// Asks about the witnesses in the other contexts of their productions: a cause that is true of one
    /// context only is none of the production. Returns these texts.
    fn ask_elsewhere(&mut self, candidates: &[UnitCause]) -> Result<Vec<Vec<u8>>, Stop> {
        let texts = candidates.iter().flat_map(|found| {
            let (production, inside) = &found.inside;
            let id = self.resolved.lookup(production).ok();
            // A parser that rejects the shortest texts rejects everything in their contexts.
            let contexts = match &self.accepted {
                Some(accepted) => accepted.contexts(production),
                None => id.map_or(&[][..], |id| &self.contexts[id.index()]),
            };
            let contexts = contexts.iter();
            contexts.flat_map(|context| inside.iter().map(|text| context.with(text)))
        });
        let texts: Vec<Vec<u8>> = texts.collect();
        self.ask(&texts)?;
        Ok(texts)
    }

    /// Returns the first cause of the best choice; `None` if none repairs any text. A cause that breaks the
    /// verdict on a text that was right is none.
    fn best(
        &mut self,
        candidates: Vec<UnitCause>,
        elsewhere: &[Vec<u8>],
        faulty: &Recognizer,
    ) -> Option<UnitCause> {
        let is_wrong = |recognizer: &Recognizer, (text, answer): &(&[u8], bool)| {
            recognizer.rule().is_valid(text) == Ok(!answer)
        };
        let answers = self.oracle.looked_at([LOOKED_AT, TEXTS]).into_iter();
        let answers = answers.take_while(|_| !self.watch.is_over());
        let (wrong, right): (Vec<_>, Vec<_>) = answers.partition(|one| is_wrong(faulty, one));
        let [mut wrong, mut right] =
            [wrong, right].map(|texts| texts::sample_of_both(texts, TEXTS));
        // What a person would ask about is never left out.
        let elsewhere = elsewhere.iter().chain(&self.budget.corpus);
        let elsewhere = elsewhere.filter_map(|text| Some((&**text, self.oracle.verdict(text)?)));
        for one in elsewhere {
            let texts = if is_wrong(faulty, &one) {
                &mut wrong
            } else {
                &mut right
            };
            texts.push(one);
        }
        let owned = |texts: Vec<(&[u8], bool)>| -> Vec<(Vec<u8>, bool)> {
            let texts = texts.into_iter();
            texts
                .map(|(text, answer)| (text.to_vec(), answer))
                .collect()
        };
        let (wrong, right) = (owned(wrong), owned(right));
        let mut compared = Vec::new();
        for found in candidates {
            if self.watch.is_over() {
                break;
            }
            let Some(with) = self.with(Some(&found)) else {
                continue;
            };
            let is_wrong =
                |(text, answer): &(Vec<u8>, bool)| with.rule().is_valid(text) == Ok(!answer);
            let broken = right.iter().filter(|one| is_wrong(one)).take(SURPRISING);
            let broken: Vec<(Vec<u8>, bool)> = broken.cloned().collect();
            let breaks = self.holds_one(&broken);
            if breaks {
                self.refute(&broken);
            }
            let repairs = wrong.iter().map(|one| !breaks && !is_wrong(one));
            compared.push(Candidate {
                repairs: repairs.collect(),
                found,
            });
        }
        found::first(compared)
    }

    /// Keeps the shortest of the right answers that refuse a candidate.
    fn refute(&mut self, answers: &[(Vec<u8>, bool)]) {
        let mut texts: Vec<&Vec<u8>> = answers.iter().map(|(text, _)| text).collect();
        texts.sort_by_key(|text| text.len());
        for text in texts.into_iter().take(REFUTING) {
            if !self.refuting.contains(text) {
                self.refuting.push(text.clone());
            }
        }
    }

    /// Asks again about texts whose answers refuse a candidate, as one is enough for that. Returns whether one of the
    /// answers holds.
    fn holds_one(&mut self, answers: &[(Vec<u8>, bool)]) -> bool {
        let texts: Vec<Vec<u8>> = answers.iter().map(|(text, _)| text.clone()).collect();
        // A parser that gives no answer any more has given these.
        if self.watch.is_requested() || self.oracle.ask_again(&texts).is_err() {
            return !answers.is_empty();
        }
        let mut answers = answers.iter();
        answers.any(|(text, answer)| self.oracle.verdict(text) == Some(*answer))
    }

    /// Returns the causes in a unit, which gets this share of the time that is left.
    fn search_in(
        &mut self,
        unit: &Unit,
        faulty: &Recognizer,
        share: u32,
    ) -> (FoundInUnit, Option<Stop>) {
        let left_out = OF_REPEATED * self.budget.repeated.len();
        let budget = Budget {
            questions: self.oracle.left().saturating_sub(left_out) as u64,
            has_complete_suite: false,
            corpus: self.known_inside(unit, faulty),
            repeated: Vec::new(),
            end: self.budget.end.of_part(share),
            ..self.budget.clone()
        };
        let mut inside = Inside {
            unit,
            oracle: &mut self.oracle,
            faulty,
            delimiters: unit.delimiters(faulty) | unit.without_nonterminals(self.avoided),
            beginnings: unit.beginnings(faulty),
        };
        let found = search_regular(
            &unit.grammar,
            &unit.production,
            (&[], InputSymbols::Nonterminals),
            &mut inside,
            &budget,
        );
        let Ok(found) = found else {
            self.note(GivenUp::TooLarge {
                production: unit.production.clone(),
            });
            return (FoundInUnit::default(), None);
        };
        let is_right = found.causes.is_empty() && found.unexplained.is_empty();
        let mut causes = found_in(unit, &found);
        let shortest = shortest_beyond(unit, &found);
        let is_accepted = |one: &UnitCause| self.oracle.verdict(&one.cause.witness) == Some(true);
        causes.extend(shortest.filter(is_accepted));
        let stopped = self.concluded(unit, found.conclusion).err();
        let is_cut = matches!(stopped, Some(Stop::Ended)) && !self.watch.is_requested();
        if is_cut {
            for found in &mut causes {
                found.cause.unconfirmed = true;
            }
        }
        let found = FoundInUnit {
            is_right: is_right && !is_cut,
            causes,
            is_cut,
        };
        (found, stopped.filter(|_| !is_cut))
    }

    /// Notes what the search of a unit gave up on. Fails if it had to stop.
    fn concluded(&mut self, unit: &Unit, conclusion: Conclusion<NoAnswer>) -> Result<(), Stop> {
        match conclusion {
            Conclusion::Explained { .. } => Ok(()),
            Conclusion::Incomplete(reasons) => {
                for mut reason in reasons {
                    // Each unit may ask what the others have left.
                    if let GivenUp::Questions { most } = &mut reason {
                        *most = self.budget.questions;
                    }
                    // The recognizer is held against the answers in the end.
                    if !matches!(reason, GivenUp::IncompleteSuite | GivenUp::Different { .. }) {
                        self.note(reason);
                    }
                }
                Ok(())
            }
            Conclusion::Contradicted { text } => Err(Stop::Contradicted(unit.whole(&text))),
            Conclusion::Stopped(NoAnswer) => Err(Stop::NoAnswer),
            Conclusion::Ended { .. } => Err(Stop::Ended),
        }
    }

    /// Returns the texts of the user in the context of a unit to which the parser gives another answer than the
    /// grammar with the causes so far, the shortest first, and those that refuted a cause.
    fn known_inside(&self, unit: &Unit, faulty: &Recognizer) -> Vec<Vec<u8>> {
        let inside = |text: &Vec<u8>| {
            let inside = unit.context.inside(text)?;
            let has_nonterminal = inside.iter().any(|it| unit.nonterminals.contains_key(it));
            (!has_nonterminal).then(|| inside.to_vec())
        };
        let corpus = self.budget.corpus.iter();
        let corpus = corpus.take_while(|_| !self.watch.is_over());
        let wrong = corpus.filter(|text| {
            let answer = self.oracle.verdict(text);
            answer.is_some_and(|answer| faulty.rule().is_valid(text) == Ok(!answer))
        });
        let mut wrong: Vec<Vec<u8>> = wrong.filter_map(inside).collect();
        texts::sort(&mut wrong);
        wrong.truncate(WRONG);
        wrong.extend(self.refuting.iter().filter_map(inside));
        wrong
    }

    fn note(&mut self, given_up: GivenUp) {
        if !self.given_up.contains(&given_up) {
            self.given_up.push(given_up);
        }
    }
}
