//! Which productions the parser reads differently.
//!
//! Productions are judged after those that they use. A production is *expected* to derive what its
//! body derives from the texts that the parser accepts as the productions in it. It is at fault if the
//! parser accepts other texts in most of its contexts, and the expected ones in none. So a fault in
//! `host` does not count against `hostport`, and a fault in the hosts of `ftpurl` alone does not count
//! against `host`.
//!
//! A context that can hold none of the deviating texts is *silent*. If most contexts are, the fault is
//! believed only if it predicts the answers to those texts in them: between `ftp://a/` and nothing,
//! `;` is no text of `fsegment`, because `;type=` may follow. But a parser that takes `;` for one
//! accepts `ftp://a/;`.

use std::collections::{HashMap, HashSet};

use super::cause::GivenUp;
use super::changes::Difference;
use super::learner::{LearnedTexts, Lesson, learn};
use super::oracle::{Oracle, Stop};
use super::paths::wrong_on_walks;
use super::probe_contexts::{ProbeContext, ProbeContexts};
use crate::automaton::{Automata, Automaton, Work};
use crate::conformance::Suite;
use crate::obstacles::End;
use crate::search_end::Watch;
use crate::syntax::{Expression, Kind, Production};

/// How many times fewer answers must be wrong for what is learned incompletely to be taken for what the parser
/// does.
const AT_LEAST: usize = 3;

/// The greatest number of texts that were asked about apart, and from which the whole production is learned again.
const RECALLED: usize = 10;

/// The greatest number of answers that contradict what is learned and are asked for again.
const SURPRISING: usize = 1_000;

/// If one answer in this number or more is wrong, the whole is learned first, in at most this part of the time that is
/// left.
const WRONG: usize = 20;
const SHARE_OF_FIRST: u32 = 4;

/// The number of states from which on that pays.
const MANY: usize = 15;

/// How many times more states the whole may have if time ends its search anyway.
const TIMES: usize = 2;

/// One production is learned in at most this part of the time that is left, and the whole in half of it.
const SHARE: u32 = 12;
const SHARE_OF_WHOLE: u32 = 2;

/// What the parser accepts as each production.
pub(super) struct Diagnosis<'a, 'g> {
    automata: &'a Automata<'g>,
    contexts: &'a ProbeContexts<'g>,
    observed: HashMap<&'g str, Automaton>,
    pub(super) faults: Vec<Fault<'g>>,
    pub(super) given_up: Vec<GivenUp>,
    /// Whether a production would take more time than its part.
    pub(super) is_short_of_time: bool,
    watch: Watch,
}

/// A production that the parser reads differently.
#[derive(Debug, Clone)]
pub(super) struct Fault<'g> {
    pub(super) production: &'g str,
    /// What its body derives from what the parser accepts as the productions in it.
    pub(super) expected: Automaton,
    /// What the parser accepts as it.
    pub(super) observed: Automaton,
}

impl<'a, 'g> Diagnosis<'a, 'g> {
    /// Judges every production. If the parser stops answering or the search has to end, the rest
    /// counts as right, and the reason is returned.
    pub(super) fn new(
        automata: &'a Automata<'g>,
        contexts: &'a ProbeContexts<'g>,
        oracle: &mut Oracle<'_>,
        states: usize,
    ) -> (Self, Option<Stop>) {
        let mut diagnosis = Self {
            automata,
            contexts,
            observed: HashMap::new(),
            faults: Vec::new(),
            given_up: Vec::new(),
            is_short_of_time: false,
            watch: oracle.watch().clone(),
        };
        let first = diagnosis.learn_whole(oracle, states);
        let (first, mut stopped) = match first {
            Ok(first) => (first, None),
            Err(stop) => (None, diagnosis.give_up(stop)),
        };
        for &production in automata.productions() {
            let is_root = automata.productions().last() == Some(&production);
            if let Some(first) = first.as_ref().filter(|_| is_root)
                && diagnosis.takes(production, first, oracle)
            {
                break;
            }
            if stopped.is_some() {
                diagnosis.suppose(production);
                continue;
            }
            match diagnosis.judge(production, oracle, states) {
                Ok(()) => {}
                Err(stop) => {
                    stopped = diagnosis.give_up(stop);
                    if !diagnosis.observed.contains_key(production.name.as_str()) {
                        diagnosis.suppose(production);
                    }
                }
            }
        }
        (diagnosis, stopped)
    }

    /// Learns the whole before its parts, if much of it is read otherwise: such a parser may have few states, however
    /// many its parts have. Returns what it accepts, if that gives far more of the answers than the grammar does.
    fn learn_whole(
        &mut self,
        oracle: &mut Oracle<'_>,
        states: usize,
    ) -> Result<Option<Automaton>, Stop> {
        let Some(&root) = self.automata.productions().last() else {
            return Ok(None);
        };
        let name = root.name.as_str();
        let contexts = self.contexts.get(name).into_iter().flatten();
        let context = { contexts }.find(|context| context.is_whole());
        let (Some(context), Some(own)) = (context, self.automata.production(name)) else {
            return Ok(None);
        };
        if own.states().len() < MANY || oracle.wrong(own).count() * WRONG < oracle.texts().count() {
            return Ok(None);
        }
        let surprising = oracle.wrong(own).take(SURPRISING);
        let surprising: Vec<Vec<u8>> = surprising.map(<[u8]>::to_vec).collect();
        oracle.ask_again(&surprising)?;
        let lesson = |is_rough| Lesson {
            production: name,
            expected: own,
            context,
            states: states.saturating_add(own.states().len()),
            is_rough,
        };
        self.watch.begin_part(SHARE_OF_FIRST);
        let learned = self.learn(lesson, oracle);
        self.watch.end_part();
        let learned = match learned {
            Err(Stop::GivenUp(_)) => return Ok(None),
            learned => learned?,
        };
        let is_better = is_better(&learned, own, context, oracle);
        Ok(is_better.then_some(learned.automaton))
    }

    /// Learns a lesson. What takes too many states is learned roughly, which explains most texts.
    fn learn<'l>(
        &mut self,
        lesson: impl Fn(bool) -> Lesson<'l>,
        oracle: &mut Oracle<'_>,
    ) -> Result<LearnedTexts, Stop> {
        match learn(lesson(false), oracle) {
            Err(Stop::GivenUp(states @ GivenUp::States { .. })) => {
                self.note(states);
                learn(lesson(true), oracle)
            }
            learned => learned,
        }
    }

    /// Takes the whole for what was learned of it first, if that gives more of the answers than its parts lead to. Returns
    /// whether it does.
    fn takes(
        &mut self,
        production: &'g Production,
        first: &Automaton,
        oracle: &Oracle<'_>,
    ) -> bool {
        let Some(expected) = self.expected(production) else {
            return false;
        };
        let wrong = |automaton| oracle.wrong(automaton).count();
        let is_better = wrong(first) < wrong(&expected);
        if is_better {
            self.observed.insert(&production.name, first.clone());
            self.faults.push(Fault {
                production: &production.name,
                expected,
                observed: first.clone(),
            });
        }
        is_better
    }

    /// Notes what the search gives up on. Returns a reason to stop altogether.
    fn give_up(&mut self, stop: Stop) -> Option<Stop> {
        match stop {
            // What was cut short is no limit of the search.
            Stop::GivenUp(_) if self.watch.is_over() => {
                self.watch.show();
                Some(Stop::Ended)
            }
            Stop::GivenUp(GivenUp::Questions { .. }) => None,
            Stop::GivenUp(given_up) => {
                self.note(given_up);
                None
            }
            stop => {
                self.watch.show();
                Some(stop)
            }
        }
    }

    /// Notes what the search gives up on.
    fn note(&mut self, given_up: GivenUp) {
        if !self.given_up.contains(&given_up) {
            self.given_up.push(given_up);
        }
    }

    /// Asks about a complete suite of the automaton that all faults together lead to, then about walks
    /// through it. Judges the whole production again if an answer contradicts that automaton. Returns whether
    /// the automaton of the whole changes.
    pub(super) fn reconsider(
        &mut self,
        oracle: &mut Oracle<'_>,
        states: usize,
    ) -> Result<bool, Stop> {
        let Some(&root) = self.automata.productions().last() else {
            return Ok(false);
        };
        let Some(whole) = self.observed.get(root.name.as_str()).cloned() else {
            return Ok(false);
        };
        // What takes too many states is learned once.
        let is_of_root = |one: &GivenUp| matches!(one, GivenUp::States { production, .. } if *production == root.name);
        if self.given_up.iter().any(is_of_root) {
            return Ok(false);
        }
        if let Ok(suite) = Suite::over(oracle.alphabet().clone(), &whole, 0) {
            oracle.ask(suite.symbols())?;
        }
        let surprising = oracle.wrong(&whole).take(SURPRISING);
        let surprising: Vec<Vec<u8>> = surprising.map(<[u8]>::to_vec).collect();
        oracle.ask_again(&surprising)?;
        if oracle.wrong(&whole).next().is_none() {
            let wrong = wrong_on_walks(&whole, oracle)?;
            if wrong.is_empty() && !oracle.recall(&whole, RECALLED) {
                return Ok(false);
            }
            oracle.ask(wrong)?;
        }
        let is_known = |fault: &mut Fault<'g>| fault.production == root.name;
        let known: Vec<Fault<'g>> = self.faults.extract_if(.., is_known).collect();
        self.observed.remove(root.name.as_str());
        if let Err(stop) = self.judge(root, oracle, states) {
            let stopped = self.give_up(stop);
            // The automaton learned before may predict more of the answers.
            let wrong = |automaton| oracle.wrong(automaton).count();
            let learned = self.observed.get(root.name.as_str());
            if learned.is_none_or(|learned| wrong(&whole) <= wrong(learned)) {
                self.faults.retain(|fault| fault.production != root.name);
                self.faults.extend(known);
                self.observed.insert(&root.name, whole);
            }
            return stopped.map_or(Ok(false), Err);
        }
        Ok(self.observed.get(root.name.as_str()) != Some(&whole))
    }

    /// Returns as much work as one grammar may take.
    pub(super) fn work(&self) -> Work {
        Work::watched(&self.watch)
    }

    /// Returns what the parser accepts as a production.
    pub(super) fn observed(&self, name: &str) -> Option<&Automaton> {
        let own = || self.automata.production(name);
        self.observed.get(name).or_else(own)
    }

    /// Goes on as if the parser accepted the expected texts as the production.
    fn suppose(&mut self, production: &'g Production) {
        let expected = self.expected(production);
        let own = || self.automata.production(&production.name).cloned();
        if let Some(automaton) = expected.or_else(own) {
            self.observed.insert(&production.name, automaton);
        }
    }

    fn judge(
        &mut self,
        production: &'g Production,
        oracle: &mut Oracle<'_>,
        states: usize,
    ) -> Result<(), Stop> {
        let name = production.name.as_str();
        let too_large = || {
            Stop::GivenUp(GivenUp::TooLarge {
                production: name.to_owned(),
            })
        };
        self.withdraw_look_alikes(production);
        let expected = self.expected(production).ok_or_else(too_large)?;
        let own = self.automata.production(name);
        let states = states.saturating_add(own.map_or(0, |own| own.states().len()));
        let suspicion = self.suspicion(name, &expected, oracle)?;
        for context in suspicion.lessons() {
            let is_timed = context.is_whole() && self.watch.end_of_share(1).is_some();
            let states = states * if is_timed { TIMES } else { 1 };
            let lesson = |is_rough| Lesson {
                production: name,
                expected: &expected,
                context,
                states,
                is_rough,
            };
            self.watch.begin_part(if context.is_whole() {
                SHARE_OF_WHOLE
            } else {
                SHARE
            });
            let learned = self.learn(lesson, oracle);
            let is_part_over = self.watch.end_part();
            self.is_short_of_time |= is_part_over;
            let learned = learned?;
            let has_ended = oracle.watch().is_requested();
            let is_fault = if learned.is_complete && !has_ended {
                let difference = (&expected, &learned.automaton);
                self.is_confirmed(name, &suspicion, difference, oracle)?
            } else {
                is_better(&learned, &expected, context, oracle)
                    || (is_part_over || has_ended)
                        && suspicion.is_better((&expected, &learned.automaton), oracle)
            };
            if is_fault {
                self.observed.insert(name, learned.automaton.clone());
                self.faults.push(Fault {
                    production: name,
                    expected,
                    observed: learned.automaton,
                });
                return if has_ended { Err(Stop::Ended) } else { Ok(()) };
            }
            if is_part_over {
                break;
            }
            // The learner shows already, so nothing else keeps the next lesson from asking.
            if has_ended {
                return Err(Stop::Ended);
            }
        }
        self.observed.insert(name, expected);
        Ok(())
    }

    /// Returns what the body derives from what the parser accepts as the productions in it.
    pub(super) fn expected(&self, production: &Production) -> Option<Automaton> {
        let own = self.automata.production(&production.name)?;
        let find = |name: &str| self.observed.get(name);
        let open = self.read_with(production, |name| find(name).is_some());
        let mut used = open.iter().flat_map(|one| one.body.references());
        let is_unchanged = used.all(|name| {
            let is_open = open.iter().any(|one| one.name == name);
            is_open || self.observed.get(name) == self.automata.production(name)
        });
        if is_unchanged {
            return Some(own.clone());
        }
        let automaton = self.automata.redefined(production, find, &self.work());
        automaton.ok()
    }

    /// Returns the productions that are read together with this one, itself included: those that lead
    /// to each other and whose texts are not known.
    fn read_with<'p>(
        &self,
        production: &'p Production,
        is_known: impl Fn(&str) -> bool,
    ) -> Vec<&'p Production>
    where
        'g: 'p,
    {
        let others = self.automata.recursive_with(&production.name);
        let others = others.into_iter().flat_map(|(members, _)| members);
        let others = others.filter(|one| one.name != production.name && !is_known(&one.name));
        std::iter::once(production).chain(others.copied()).collect()
    }

    /// Forgets the wrong texts of alternatives that cannot be told apart: the parser takes the same
    /// ones for several alternatives that nothing else refers to. The production with these
    /// alternatives is at fault instead.
    fn withdraw_look_alikes(&mut self, production: &Production) {
        let mut withdrawn: HashMap<&'g str, Automaton> = HashMap::new();
        production.body.walk(&mut |expression| {
            let alike = self.look_alikes(production, expression);
            if alike.len() > 1 {
                withdrawn.extend(alike);
            }
        });
        for fault in &mut self.faults {
            if let Some(without) = withdrawn.remove(fault.production) {
                self.observed.insert(fault.production, without.clone());
                fault.observed = without;
            }
        }
        self.faults.retain(|fault| fault.observed != fault.expected);
    }

    /// Returns the alternatives with the same wrong texts as the first one that has some, each with
    /// what the parser accepts as it without them.
    fn look_alikes(&self, user: &Production, expression: &Expression) -> Vec<(&'g str, Automaton)> {
        let Kind::Alternation(members) = &expression.kind else {
            return Vec::new();
        };
        let mut alike = Vec::new();
        let mut first: Option<Automaton> = None;
        for member in members {
            let Kind::Reference { name, .. } = &member.kind else {
                continue;
            };
            let fault = self.faults.iter().find(|fault| fault.production == name);
            let Some(fault) = fault.filter(|_| self.is_used_in(name, user)) else {
                continue;
            };
            let work = self.work();
            let wrong = fault.observed.without_within(&fault.expected, &work);
            let Some(wrong) = wrong.ok().filter(|wrong| !wrong.is_empty()) else {
                continue;
            };
            if *first.get_or_insert_with(|| wrong.clone()) == wrong {
                let without = fault.observed.without_within(&wrong, &work);
                alike.extend(without.ok().map(|without| (fault.production, without)));
            }
        }
        alike
    }

    /// Returns whether no other production refers to the one of that name.
    fn is_used_in(&self, name: &str, user: &Production) -> bool {
        let productions = self.automata.productions().iter();
        let mut users = productions.filter(|one| one.body.references().contains(&name));
        users.all(|one| one.name == user.name)
    }

    /// Returns the automaton of a production if the parser took these texts for others. Productions
    /// that are not judged yet are right.
    ///
    /// `instead` has the texts of one production. `None` stands for an automaton that is too large.
    pub(super) fn whole(
        &self,
        root: &str,
        instead: Option<(&str, &Automaton)>,
    ) -> Option<Automaton> {
        let mut changed: HashMap<&str, Automaton> = HashMap::new();
        if let Some((name, automaton)) = instead {
            let (production, _) = self.automata.with_production(name)?;
            changed.insert(&production.name, automaton.clone());
        }
        for production in self.automata.productions() {
            let name = production.name.as_str();
            if changed.contains_key(name) {
                continue;
            }
            // Productions that lead to each other change together.
            let mutual = self.automata.recursive_with(name);
            let is_mutual = |name: &str| {
                let (members, _) = mutual.unwrap_or((&[], End::Right));
                members.iter().any(|one| one.name == name)
            };
            let find = |name: &str| {
                let known = changed.get(name);
                if is_mutual(name) {
                    return known;
                }
                let known = known.or_else(|| self.observed.get(name));
                known.or_else(|| self.automata.production(name))
            };
            let open = self.read_with(production, |name| find(name).is_some());
            let mut used = open.iter().flat_map(|one| one.body.references());
            if !used.any(|name| changed.contains_key(name)) {
                continue;
            }
            let expected = self.automata.redefined(production, find, &self.work());
            let expected = expected.ok()?;
            let automaton = match self.faults.iter().find(|fault| fault.production == name) {
                Some(fault) => fault.on_top_of(&expected, &self.work())?,
                None => expected,
            };
            changed.insert(name, automaton);
        }
        let whole = changed.get(root).or_else(|| self.observed.get(root));
        whole.cloned()
    }
}

/// Returns whether what is learned of the whole gives far more of the answers than what is expected. That the parser
/// rejects every text is not learned if it accepts one, however many it rejects.
fn is_better(
    learned: &LearnedTexts,
    expected: &Automaton,
    context: &ProbeContext,
    oracle: &Oracle<'_>,
) -> bool {
    let wrong = |automaton| oracle.wrong(automaton).count();
    let is_empty = learned.automaton.is_empty();
    let mut texts = oracle.texts();
    context.is_whole()
        && AT_LEAST * wrong(&learned.automaton) < wrong(expected)
        && !(is_empty && texts.any(|text| oracle.verdict(text) == Some(true)))
}

impl Fault<'_> {
    /// Returns the texts that the parser accepts as the production if these are expected instead.
    fn on_top_of(&self, expected: &Automaton, work: &Work) -> Option<Automaton> {
        let difference = Difference::between(&self.expected, &self.observed, work).ok()?;
        difference.applied_to(expected, work).ok()
    }
}

/// The greatest number of contexts in which a production is learned until one of them shows a fault that
/// all contexts have.
const LESSONS: usize = 3;

/// The greatest number of texts of a suite that show whether a production is at fault. The whole
/// production is judged by a complete suite in the end.
const TEXTS: usize = 40_000;

/// The greatest number of texts that are predicted in a context.
const PREDICTED: usize = 200;

/// The contexts of a production that show no text as expected if another context shows a deviation.
#[derive(Default)]
struct Suspicion<'a> {
    /// The contexts in which the parser deviates.
    suspects: Vec<&'a ProbeContext>,
    /// The contexts that can hold none of the deviating texts.
    silent: Vec<&'a ProbeContext>,
}

impl<'a> Suspicion<'a> {
    /// Returns the contexts in which to learn the production.
    fn lessons(&self) -> impl Iterator<Item = &'a ProbeContext> {
        let most = if self.is_of_most() { LESSONS } else { 1 };
        self.suspects.iter().copied().take(most)
    }

    fn is_of_most(&self) -> bool {
        self.suspects.len() > self.silent.len()
    }

    /// Returns whether what was learned until time ended gives far more of the answers in the contexts than what is
    /// expected.
    fn is_better(
        &self,
        (expected, observed): (&Automaton, &Automaton),
        oracle: &Oracle<'_>,
    ) -> bool {
        let (mut of_expected, mut of_observed) = (0, 0);
        for context in &self.suspects {
            for text in &context.texts[..context.systematic] {
                if let Some(answer) = context.verdict(oracle, text) {
                    of_expected += usize::from(expected.accepts(text) != answer);
                    of_observed += usize::from(observed.accepts(text) != answer);
                }
            }
        }
        self.is_of_most() && AT_LEAST * of_observed < of_expected
    }

    /// Returns the texts that one of the automata accepts and the other does not.
    fn deviating(&self, expected: &Automaton, observed: &Automaton) -> Vec<&'a [u8]> {
        let texts = self.suspects.first().into_iter().flat_map(|context| {
            let texts = &context.texts[..context.systematic];
            texts.iter().map(Vec::as_slice)
        });
        texts
            .filter(|text| expected.accepts(text) != observed.accepts(text))
            .collect()
    }
}

impl<'a> Diagnosis<'a, '_> {
    /// Asks in each context. The contexts in which the parser deviates come with the widest window first;
    /// there is none if a context can show a deviation of the others, and does not.
    fn suspicion(
        &self,
        name: &str,
        expected: &Automaton,
        oracle: &mut Oracle<'_>,
    ) -> Result<Suspicion<'a>, Stop> {
        let nothing = Suspicion::default();
        let contexts = self.contexts.get(name).map_or(&[][..], |contexts| contexts);
        let is_open_somewhere = contexts.iter().any(|context| context.is_open);
        let contexts = contexts.iter();
        let contexts: Vec<&ProbeContext> = contexts
            .filter(|context| context.is_open || !is_open_somewhere)
            .collect();
        let Some(first) = contexts.first() else {
            return Ok(nothing);
        };
        let mut texts = first.texts[..first.systematic].to_vec();
        if self.automata.production(name) != Some(expected)
            && let Ok(suite) = Suite::over(oracle.alphabet().clone(), expected, 0)
        {
            let size = usize::try_from(suite.size()).unwrap_or(usize::MAX);
            texts.extend(suite.symbols().step_by(size / TEXTS + 1));
        }
        if first.is_whole() {
            let mut wrong: Vec<Vec<u8>> = oracle.wrong(expected).map(<[u8]>::to_vec).collect();
            wrong.sort();
            texts.append(&mut wrong);
        }
        let mut sites = HashSet::new();
        for context in contexts.iter().filter(|context| sites.insert(context.site)) {
            context.ask(oracle, &texts)?;
        }
        let deviates = |oracle: &Oracle<'_>, context: &ProbeContext, text: &[u8]| {
            let verdict = context.verdict(oracle, text);
            verdict.map(|verdict| verdict != expected.accepts(text))
        };
        texts.retain(|text| {
            let mut contexts = contexts.iter();
            !oracle.watch().is_over()
                && contexts.any(|context| deviates(oracle, context, text) == Some(true))
        });
        oracle.go_on()?;
        let surprising = contexts.iter().flat_map(|context| {
            let texts = texts
                .iter()
                .filter(|text| deviates(oracle, context, text) == Some(true));
            texts.map(|text| context.whole(text))
        });
        let surprising: Vec<Vec<u8>> = surprising.collect();
        if oracle.ask_again(&surprising)? {
            texts.retain(|text| {
                let mut contexts = contexts.iter();
                contexts.any(|context| deviates(oracle, context, text) == Some(true))
            });
        }
        // The other texts say nothing about the contexts that they were not asked in.
        for context in &contexts {
            context.ask(oracle, &texts)?;
        }
        let mut suspects = Vec::new();
        let mut silent = Vec::new();
        for context in contexts {
            let known = texts
                .iter()
                .filter_map(|text| deviates(oracle, context, text));
            let known: Vec<bool> = known.collect();
            if known.contains(&true) {
                suspects.push(context);
            } else if !known.is_empty() {
                return Ok(nothing);
            } else {
                // A context for none of the deviating texts says nothing about them.
                silent.push(context);
            }
        }
        // The widest window shows the most, and the fewest wrong texts belong to the fault that all
        // contexts have.
        suspects.sort_by_cached_key(|context| {
            let wrong = texts
                .iter()
                .filter(|text| deviates(oracle, context, text) == Some(true));
            (context.window.states().len(), wrong.count())
        });
        Ok(Suspicion { suspects, silent })
    }

    /// Returns whether the contexts say that the parser accepts these texts as the production.
    fn is_confirmed(
        &self,
        name: &str,
        suspicion: &Suspicion<'_>,
        (expected, observed): (&Automaton, &Automaton),
        oracle: &mut Oracle<'_>,
    ) -> Result<bool, Stop> {
        if observed == expected {
            return Ok(false);
        }
        let texts = suspicion.deviating(expected, observed);
        let suspects = &suspicion.suspects;
        let sites: HashSet<usize> = suspects.iter().map(|context| context.site).collect();
        let surprising = suspects.iter().flat_map(|context| {
            let texts = texts.iter().filter(|text| {
                let verdict = context.verdict(oracle, text);
                verdict.is_some_and(|verdict| verdict != observed.accepts(text))
            });
            texts.map(|text| context.whole(text))
        });
        let surprising: Vec<Vec<u8>> = surprising.take(SURPRISING).collect();
        oracle.ask_again(&surprising)?;
        let confirming = suspects.iter().filter(|context| {
            let verdicts = texts
                .iter()
                .map(|text| (text, context.verdict(oracle, text)));
            let mut known = verdicts.filter_map(|(text, verdict)| Some((text, verdict?)));
            known.all(|(text, verdict)| verdict == observed.accepts(text))
        });
        let confirming: HashSet<usize> = confirming.map(|context| context.site).collect();
        if confirming != sites || suspicion.is_of_most() {
            return Ok(confirming == sites);
        }
        let predicted = self.predicted(name, &texts, suspicion, (expected, observed), oracle)?;
        Ok(
            predicted
                .is_some_and(|contexts| 2 * contexts + suspects.len() > suspicion.silent.len()),
        )
    }

    /// Returns the number of silent contexts in which the parser gives the answers that the observed
    /// texts predict; `None` if it gives another one.
    fn predicted(
        &self,
        name: &str,
        texts: &[&[u8]],
        suspicion: &Suspicion<'_>,
        (expected, observed): (&Automaton, &Automaton),
        oracle: &mut Oracle<'_>,
    ) -> Result<Option<usize>, Stop> {
        let root = self.automata.productions().last();
        let whole = |automaton| self.whole(&root?.name, Some((name, automaton)));
        let (Some(without), Some(with)) = (whole(expected), whole(observed)) else {
            return Ok(None);
        };
        let mut confirming = 0;
        for context in &suspicion.silent {
            let texts = texts.iter().take(PREDICTED).map(|text| context.whole(text));
            let texts = texts.filter(|text| with.accepts(text) != without.accepts(text));
            let texts: Vec<Vec<u8>> = texts.collect();
            oracle.ask(texts.iter().cloned())?;
            let is_predicted = |text: &Vec<u8>| oracle.verdict(text) == Some(with.accepts(text));
            if !texts.iter().all(is_predicted) {
                return Ok(None);
            }
            confirming += usize::from(!texts.is_empty());
        }
        Ok(Some(confirming))
    }
}
