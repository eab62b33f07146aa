//! The causes of a parser of productions that recurse.
//!
//! What such a parser accepts is no regular language, so no automaton of it can be learned. Each
//! production is a *unit* (`unit`): its body over symbols, in one context of the whole, as in a suite by
//! productions ([`ProductionSuite`](crate::conformance::ProductionSuite)). The search of regular grammars
//! finds the causes in each unit, and sees the parser through its context.
//!
//! Texts that parsers are known to take are tried before (`suspected`). Several units can have a cause for the same texts. One cause is chosen (`found`) and goes into the
//! grammar (`faulty`): a text that the grammar with the causes so far derives is no evidence for more. Then
//! the units are searched again, until no answer is wrong. In the end, causes that the others make
//! superfluous are dropped, and the recognizer of the grammar with all causes is held against every
//! answer (`judgement`).
//!
//! For `array = "[" [ value *( "," value ) ] "]"`, a parser that allows a comma at the end accepts
//! `[0,]`. The unit has a nonterminal for `value`, so the cause says what `array` is read as, whatever the
//! values are: `[[],]` follows, and is never learned.

mod faulty;
mod found;
mod judgement;
mod suspected;
mod unit;

use super::elsewhere::{Elsewhere, try_elsewhere};
use super::oracle::{Oracle, Right, Stop};
use super::peer::{Budget, Disagreement, NoAnswer};
use super::sites::samples;
use super::steady::AnyPeer;
use super::texts::{self, sample};
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

/// The number of longer texts that are tried if the parser rejects the shortest, and where they begin.
const LONGER: usize = 200;
const SEED: u64 = 0;

/// The greatest number of causes.
const CAUSES: usize = 20;

/// The greatest number of wrong texts of the user from which one unit is learned.
const WRONG: usize = 20;

/// The greatest number of answers that refuse a cause and are asked for again.
const SURPRISING: usize = 20;

/// The greatest number of wrong texts, and of right ones, by which causes are compared.
const TEXTS: usize = 1_500;

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
        for _ in 0..CAUSES {
            let Some(faulty) = self.with(None) else {
                break;
            };
            let mut candidates = Vec::new();
            for unit in &units {
                let (found, stopped) = self.search_in(unit, &faulty);
                candidates.extend(found);
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
            let best = self.best(candidates.clone(), &elsewhere, &faulty);
            // Not all candidates were compared then.
            if self.watch.is_over() {
                self.take_found(candidates);
                return Err(Stop::Ended);
            }
            let Some(best) = best else {
                break;
            };
            self.found.push(best);
        }
        self.try_elsewhere()?;
        self.ask_repeated()
    }

    /// Takes the best causes among those that were found when the search had to stop. They are not confirmed.
    fn take_found(&mut self, mut candidates: Vec<UnitCause>) {
        self.watch.show();
        // The other half of the time is for the counts.
        self.watch.begin_part_of_showing(2);
        for found in &mut candidates {
            found.cause.unconfirmed = true;
        }
        for _ in 0..CAUSES {
            let Some(faulty) = self.with(None).filter(|_| !self.watch.is_over()) else {
                break;
            };
            let Some(best) = self.best(candidates.clone(), &[], &faulty) else {
                break;
            };
            self.found.push(best);
        }
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
        let causes = self.found.iter_mut().map(|found| &mut found.cause);
        try_elsewhere(causes, self.right, &mut self.oracle, may_ask)?;
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
            let texts: Vec<Vec<u8>> = members.iter().map(|text| unit.whole(text)).collect();
            let answers = self.ask(&texts)?;
            if answers.contains(&Some(true)) {
                return Ok(true);
            }
        }
        Ok(false)
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
        let answers = self.oracle.answered().into_iter();
        let answers = answers.take_while(|_| !self.watch.is_over());
        let (wrong, right): (Vec<_>, Vec<_>) = answers.partition(|one| is_wrong(faulty, one));
        // Few of the texts that parsers are asked about are accepted, and these say the most.
        let of_both = |texts: Vec<_>| -> Vec<(&[u8], bool)> {
            let (accepted, rejected): (Vec<_>, Vec<_>) =
                texts.into_iter().partition(|(_, answer)| *answer);
            [sample(accepted, TEXTS), sample(rejected, TEXTS)].concat()
        };
        let (mut wrong, mut right) = (of_both(wrong), of_both(right));
        let elsewhere = elsewhere.iter();
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
            let repairs = wrong.iter().map(|one| !breaks && !is_wrong(one));
            compared.push(Candidate {
                repairs: repairs.collect(),
                found,
            });
        }
        found::first(compared)
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

    /// Returns the causes in a unit.
    fn search_in(&mut self, unit: &Unit, faulty: &Recognizer) -> (Vec<UnitCause>, Option<Stop>) {
        let budget = Budget {
            questions: self.oracle.left() as u64,
            has_complete_suite: false,
            corpus: self.wrong_inside(unit, faulty),
            repeated: Vec::new(),
            ..self.budget.clone()
        };
        let mut inside = Inside {
            unit,
            oracle: &mut self.oracle,
            faulty,
            delimiters: unit.delimiters(faulty),
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
            return (Vec::new(), None);
        };
        let mut causes = found_in(unit, &found);
        let shortest = shortest_beyond(unit, &found);
        let is_known = |one: &UnitCause| self.oracle.verdict(&one.cause.witness).is_some();
        causes.extend(shortest.filter(is_known));
        let stopped = match found.conclusion {
            Conclusion::Explained { .. } => None,
            Conclusion::Incomplete(reasons) => {
                for mut reason in reasons {
                    // Each unit may ask what the others have left.
                    if let GivenUp::Questions { most } = &mut reason {
                        *most = self.budget.questions;
                    }
                    // The recognizer is held against every answer in the end.
                    if !matches!(reason, GivenUp::IncompleteSuite | GivenUp::Different { .. }) {
                        self.note(reason);
                    }
                }
                None
            }
            Conclusion::Contradicted { text } => Some(Stop::Contradicted(unit.whole(&text))),
            Conclusion::Stopped(NoAnswer) => Some(Stop::NoAnswer),
            Conclusion::Ended { .. } => Some(Stop::Ended),
        };
        (causes, stopped)
    }

    /// Returns the texts of the user in the context of a unit to which the parser gives another answer than the
    /// grammar with the causes so far, the shortest first.
    fn wrong_inside(&self, unit: &Unit, faulty: &Recognizer) -> Vec<Vec<u8>> {
        let corpus = self.budget.corpus.iter();
        let corpus = corpus.take_while(|_| !self.watch.is_over());
        let wrong = corpus.filter_map(|text| {
            let inside = unit.context.inside(text)?;
            let has_nonterminal = inside.iter().any(|it| unit.nonterminals.contains_key(it));
            let answer = self.oracle.verdict(text)?;
            let is_wrong = faulty.rule().is_valid(text) == Ok(!answer);
            (is_wrong && !has_nonterminal).then(|| inside.to_vec())
        });
        let mut wrong: Vec<Vec<u8>> = wrong.collect();
        texts::sort(&mut wrong);
        wrong.truncate(WRONG);
        wrong
    }

    fn note(&mut self, given_up: GivenUp) {
        if !self.given_up.contains(&given_up) {
            self.given_up.push(given_up);
        }
    }
}
