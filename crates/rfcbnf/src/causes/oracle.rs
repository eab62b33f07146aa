//! The answers of the parser under test.
//!
//! Invariants:
//! - An answer is asked for once, except by [`Oracle::confirm`] and [`Oracle::ask_apart`]. The parser is asked more
//!   often where the answer is surprising ([`Source`](super::steady::Source)).
//! - Every answer that is not the grammar's stays in [`Oracle::disagreeing`], whatever asked for it. What no
//!   cause explains is reported from there.

use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};

use super::cause::{EXAMPLES, GivenUp, Repeats};
use super::peer::{Disagreement, NoAnswer, Repeated};
use super::steady::AnyPeer;
use super::texts;
use crate::automaton::{Automaton, Work};
use crate::conformance::{Alphabet, Suite};
use crate::recognizer::Recognizer;
use crate::search_end::Watch;

/// Asks a parser, and remembers what it answered.
pub(super) struct Oracle<'p> {
    peer: &'p mut AnyPeer<'p>,
    alphabet: Alphabet,
    /// For each text, in symbols, whether the parser accepts it; `None` if it cannot be asked.
    answers: HashMap<Vec<u8>, Option<bool>>,
    /// The disagreements of the suite, in symbols.
    disagreements: Vec<Vec<u8>>,
    right: Right<'p>,
    /// All texts to which the parser gave another answer than the grammar, in symbols, and whether it accepts them.
    disagreeing: BTreeMap<Vec<u8>, bool>,
    /// Whether the parser accepts texts that symbols do not spell as they are.
    unspelled: BTreeMap<Vec<u8>, bool>,
    /// Texts with many repetitions that get a wrong answer: what they repeat, and the text with two repetitions.
    repeats: HashMap<Vec<u8>, (Repeats, Vec<u8>)>,
    /// Texts of these count as right.
    set_aside: Vec<Automaton>,
    /// Texts that the search does not see, and what is asked instead of each.
    hidden: Option<(Automaton, &'static [u8])>,
    questions: u64,
    rounds: u64,
    most: u64,
    is_exhausted: bool,
    is_short_of_time: bool,
    watch: Watch,
}

/// What says whether the grammar derives a text.
#[derive(Clone, Copy)]
pub(super) enum Right<'g> {
    Automaton(&'g Automaton),
    Recognizer(&'g Recognizer),
}

impl Right<'_> {
    /// Returns whether the grammar derives the text; `None` if that is not decided.
    fn derives(self, text: &[u8]) -> Option<bool> {
        match self {
            Self::Automaton(automaton) => Some(automaton.accepts(text)),
            Self::Recognizer(recognizer) => recognizer.rule().is_valid(text).ok(),
        }
    }
}

/// Why a question has no answer.
#[derive(Debug)]
pub(super) enum Stop {
    /// The parser gave no answer.
    NoAnswer,
    /// The parser gave two different answers to this text, in symbols.
    Contradicted(Vec<u8>),
    /// The search gives up on something.
    GivenUp(GivenUp),
    /// The search was told to end.
    Ended,
}

impl<'p> Oracle<'p> {
    pub(super) fn new(
        peer: &'p mut AnyPeer<'p>,
        (alphabet, right): (Alphabet, Right<'p>),
        disagreements: &[Disagreement],
        most: u64,
        watch: Watch,
    ) -> Self {
        let texts = disagreements.iter();
        let texts: Vec<Vec<u8>> = texts.map(|one| alphabet.symbols_of(&one.text)).collect();
        let verdicts = disagreements.iter().map(|one| one.is_accepted);
        let given = texts.iter().cloned().zip(verdicts);
        let answers = given.clone().map(|(text, answer)| (text, Some(answer)));
        Self {
            answers: answers.collect(),
            disagreeing: given.collect(),
            disagreements: texts,
            right,
            unspelled: BTreeMap::new(),
            repeats: HashMap::new(),
            set_aside: Vec::new(),
            hidden: None,
            peer,
            alphabet,
            questions: 0,
            rounds: 0,
            most,
            is_exhausted: false,
            is_short_of_time: false,
            watch,
        }
    }

    /// Notes that the parser agrees on the complete suite of the automaton.
    pub(super) fn suppose_right(&mut self, automaton: &Automaton) {
        let Ok(suite) = Suite::over(self.alphabet.clone(), automaton, 0) else {
            return;
        };
        if suite.size() <= self.most {
            let texts = suite.symbols().take_while(|_| !self.watch.is_over());
            let answers = texts.map(|text| {
                let is_accepted = automaton.accepts(&text);
                (text, Some(is_accepted))
            });
            self.answers.extend(answers);
        }
    }

    /// Returns what says whether the search has to end.
    pub(super) fn watch(&self) -> &Watch {
        &self.watch
    }

    /// Returns as much work as one grammar may take.
    pub(super) fn work(&self) -> Work {
        Work::watched(&self.watch)
    }

    /// Fails if the search has to end.
    pub(super) fn go_on(&self) -> Result<(), Stop> {
        if self.watch.is_over() {
            return Err(Stop::Ended);
        }
        Ok(())
    }

    pub(super) fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// Returns the disagreements of the suite, in symbols.
    pub(super) fn disagreements(&self) -> &[Vec<u8>] {
        &self.disagreements
    }

    /// Returns the number of the disagreements of the suite that a cause explains, and examples of them beside
    /// its witness, the shortest first.
    pub(super) fn explained(&self, witness: &[u8], explained: &Automaton) -> (u64, Vec<Vec<u8>>) {
        let texts = self.disagreements.iter();
        let mut texts: Vec<&Vec<u8>> = texts.filter(|text| explained.accepts(text)).collect();
        texts::sort(&mut texts);
        let examples = texts.iter().filter(|text| ***text != witness);
        let examples = examples.take(EXAMPLES);
        let examples = examples.map(|text| self.alphabet.spelled(text)).collect();
        (texts.len() as u64, examples)
    }

    pub(super) fn questions(&self) -> u64 {
        self.questions
    }

    pub(super) fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Returns the number of questions that are left.
    pub(super) fn left(&self) -> usize {
        usize::try_from(self.most - self.questions).unwrap_or(usize::MAX)
    }

    /// Notes that a question was not asked because too few are left.
    pub(super) fn exhaust(&mut self) {
        self.is_exhausted = true;
    }

    /// Notes that a question was not asked because too few are left, and returns that as a reason to
    /// stop.
    pub(super) fn exhausted(&mut self) -> Stop {
        self.exhaust();
        Stop::GivenUp(GivenUp::Questions { most: self.most })
    }

    /// Notes that questions were not asked because they would take more than their part of the time.
    pub(super) fn fall_short(&mut self) {
        self.is_short_of_time = true;
    }

    pub(super) fn is_short_of_time(&self) -> bool {
        self.is_short_of_time
    }

    /// Returns why questions were not asked, if so.
    pub(super) fn given_up(&self) -> Option<GivenUp> {
        self.is_exhausted
            .then_some(GivenUp::Questions { most: self.most })
    }

    /// Asks about those of the texts that are not answered yet, all at once.
    pub(super) fn ask(&mut self, texts: impl IntoIterator<Item = Vec<u8>>) -> Result<(), Stop> {
        let mut open: Vec<Vec<u8>> = Vec::new();
        let mut hidden: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
        for mut text in texts {
            if self.watch.is_over() {
                break;
            }
            if let Cow::Owned(seen) = self.seen(&text) {
                hidden.push((std::mem::replace(&mut text, seen.clone()), seen));
            }
            let is_set_aside = self.is_set_aside(&text);
            if let Entry::Vacant(entry) = self.answers.entry(text) {
                if is_set_aside {
                    entry.insert(None);
                    continue;
                }
                open.push(entry.key().clone());
                entry.insert(None);
            }
        }
        match self.answers_to(&open) {
            Ok(answers) => {
                self.answers.extend(open.into_iter().zip(answers));
                for (text, seen) in hidden {
                    let answer = self.verdict(&seen);
                    self.answers.insert(text, answer);
                }
                Ok(())
            }
            Err(stop) => {
                for text in &open {
                    self.answers.remove(text);
                }
                Err(stop)
            }
        }
    }

    /// Asks about those of the texts that are not answered yet. Returns the answers to all.
    pub(super) fn answers(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, Stop> {
        self.ask(texts.iter().cloned())?;
        Ok(texts.iter().map(|text| self.verdict(text)).collect())
    }

    /// Asks about texts, and remembers no answer.
    pub(super) fn ask_apart(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, Stop> {
        self.answers_to(texts)
    }

    /// Asks about texts, and remembers no answer. Returns those to which the parser gives another answer than
    /// the automaton, in their order.
    pub(super) fn different(
        &mut self,
        texts: Vec<Vec<u8>>,
        automaton: &Automaton,
    ) -> Result<Vec<Vec<u8>>, Stop> {
        let answers = self.ask_apart(&texts)?;
        let answered = texts.into_iter().zip(answers);
        let different = answered.filter(|(text, answer)| {
            answer.is_some_and(|is_accepted| is_accepted != automaton.accepts(text))
        });
        Ok(different.map(|(text, _)| text).collect())
    }

    /// Lets the texts of these automata count as right from now on.
    pub(super) fn set_aside(&mut self, texts: impl IntoIterator<Item = Automaton>) {
        self.set_aside.extend(texts);
        let mut answers = std::mem::take(&mut self.answers);
        for (text, answer) in &mut answers {
            *answer = answer.filter(|_| !self.is_set_aside(text));
        }
        self.answers = answers;
    }

    /// From now on, asks about another text wherever one of these occurs in a text. Hides nothing if the
    /// parser gives no answer.
    pub(super) fn hide(&mut self, texts: Automaton, instead: &'static [u8]) -> Result<(), Stop> {
        self.hidden = Some((texts, instead));
        let known = self.answers.keys();
        let known = known.filter(|text| matches!(self.seen(text), Cow::Owned(_)));
        let known: Vec<Vec<u8>> = known.cloned().collect();
        let answers = known.iter().map(|text| self.answers.remove(text).flatten());
        let answers: Vec<Option<bool>> = answers.collect();
        let asked = self.ask(known.iter().cloned());
        if asked.is_err() {
            self.hidden = None;
            self.answers.extend(known.into_iter().zip(answers));
        }
        asked
    }

    /// Returns the text with another one in the place of those that are hidden.
    fn seen<'t>(&self, text: &'t [u8]) -> Cow<'t, [u8]> {
        let Some((hidden, instead)) = &self.hidden else {
            return Cow::Borrowed(text);
        };
        let mut seen = Cow::Borrowed(text);
        let mut start = 0;
        while start < seen.len() {
            match hidden.longest_prefix(&seen[start..]) {
                None | Some(0) => start += 1,
                Some(length) => {
                    let others = seen[start + length..].to_vec();
                    seen.to_mut().truncate(start);
                    seen.to_mut().extend_from_slice(instead);
                    start = seen.len();
                    seen.to_mut().extend(others);
                }
            }
        }
        seen
    }

    /// Returns whether the text counts as right, whatever the parser says.
    pub(super) fn is_set_aside(&self, text: &[u8]) -> bool {
        self.set_aside.iter().any(|texts| texts.accepts(text))
    }

    /// Asks about texts that are not spelled in symbols yet. Those that symbols spell otherwise are asked
    /// about as they are, too: the search learns nothing from them.
    pub(super) fn ask_spelled(&mut self, texts: &[Vec<u8>]) -> Result<(), Stop> {
        let mut spelled = Vec::new();
        let mut others = Vec::new();
        for text in texts {
            let symbols = self.alphabet.symbols_of(text);
            let known = self.alphabet.symbols();
            let is_spelled = symbols.iter().all(|symbol| known.contains(symbol));
            if !is_spelled || self.alphabet.spelled(&symbols) != *text {
                others.push(text.clone());
            }
            spelled.extend(is_spelled.then_some(symbols));
        }
        self.ask(spelled)?;
        others.retain(|text| !self.unspelled.contains_key(text));
        let answers = self.answers_of_peer(&others)?;
        let answers = others.into_iter().zip(answers);
        self.unspelled
            .extend(answers.filter_map(|(text, answer)| Some((text, answer?))));
        Ok(())
    }

    /// Asks about a text with many repetitions, and finds the least number with a wrong answer. Keeps that answer
    /// alone: the others are the same fault.
    pub(super) fn ask_repeated(&mut self, repeated: &Repeated) -> Result<(), Stop> {
        let mut is_accepted = None;
        let wrong = repeated.shortest_wrong(|text| {
            let answers = self.answers_of_peer(&[text.to_vec()])?;
            let answer = answers.first().copied().flatten();
            let right = self.derives(text);
            let is_wrong = answer.zip(right).map(|(answer, right)| answer != right);
            is_accepted = answer.filter(|_| is_wrong == Some(true)).or(is_accepted);
            Ok(is_wrong)
        })?;
        let Some(((text, times), is_accepted)) = wrong.zip(is_accepted) else {
            return Ok(());
        };
        let repeats = Repeats {
            text: repeated.text.clone(),
            times,
        };
        self.repeats
            .insert(text.clone(), (repeats, repeated.with(times.min(2))));
        if self.alphabet.spelled(&text) == text {
            self.disagreeing.insert(text.clone(), is_accepted);
            let answer = Some(is_accepted).filter(|_| !self.is_set_aside(&text));
            self.answers.insert(text, answer);
        } else {
            self.unspelled.insert(text, is_accepted);
        }
        Ok(())
    }

    /// Returns what a text with many repetitions repeats, and the text with two repetitions.
    pub(super) fn repeats(&self, text: &[u8]) -> Option<&(Repeats, Vec<u8>)> {
        self.repeats.get(text)
    }

    /// Returns all texts to which the parser gave another answer than the grammar, in symbols and in no
    /// particular order, and whether it accepts them. Those that count as right now are left out.
    pub(super) fn disagreeing(&self) -> impl Iterator<Item = (&[u8], bool)> {
        let all = self.disagreeing.iter();
        let all = all.map(|(text, is_accepted)| (text.as_slice(), *is_accepted));
        all.filter(|(text, _)| !self.is_set_aside(text))
    }

    /// Returns the answers to be looked at where there are many, the shortest first: those that are not the grammar's
    /// and the others, at most this many of each and of accepted and rejected texts.
    pub(super) fn looked_at(&self, [wrong, right]: [usize; 2]) -> Vec<(&[u8], bool)> {
        let (disagreeing, agreeing): (Vec<_>, Vec<_>) = self
            .answered()
            .into_iter()
            .partition(|(text, _)| self.disagreeing.contains_key(*text));
        let wrong = texts::sample_of_both(disagreeing, wrong);
        texts::sorted([wrong, texts::sample_of_both(agreeing, right)].concat())
    }

    /// Returns those of them that are not disagreements of the suite, the shortest first.
    pub(super) fn disagreeing_beyond_suite(&self) -> Vec<(&[u8], bool)> {
        let of_suite: HashSet<&[u8]> = self.disagreements.iter().map(Vec::as_slice).collect();
        let others = self.disagreeing();
        texts::sorted(others.filter(|(text, _)| !of_suite.contains(text)))
    }

    /// Returns whether the parser accepts each of the texts that symbols do not spell as they are.
    pub(super) fn unspelled(&self) -> impl Iterator<Item = (&[u8], bool)> {
        let all = self.unspelled.iter();
        all.map(|(text, is_accepted)| (text.as_slice(), *is_accepted))
    }

    /// Remembers the shortest texts that were asked apart, and to which the parser gave another answer than
    /// the grammar and the automaton. Returns whether there are any.
    pub(super) fn recall(&mut self, automaton: &Automaton, most: usize) -> bool {
        let forgotten = self.disagreeing().filter(|(text, is_accepted)| {
            automaton.accepts(text) != *is_accepted
                && !self.answers.contains_key(*text)
                && matches!(self.seen(text), Cow::Borrowed(_))
        });
        let forgotten = texts::sorted(forgotten).into_iter().take(most);
        let forgotten = forgotten.map(|(text, answer)| (text.to_vec(), Some(answer)));
        let forgotten: Vec<_> = forgotten.collect();
        let has_any = !forgotten.is_empty();
        self.answers.extend(forgotten);
        has_any
    }

    /// Returns whether the parser accepts the text; `None` if it cannot be asked about it, or has
    /// not been asked.
    pub(super) fn verdict(&self, text: &[u8]) -> Option<bool> {
        self.answers.get(text).copied().flatten()
    }

    /// Returns texts that the parser accepts as the grammar does: the shortest, and some longer ones.
    pub(super) fn accepted(&self, most: usize) -> Vec<Vec<u8>> {
        let texts = self.answers.iter().filter(|(text, answer)| {
            **answer == Some(true)
                && !self.disagreeing.contains_key(*text)
                && !self.is_set_aside(text)
        });
        let mut texts: Vec<&Vec<u8>> = texts.map(|(text, _)| text).collect();
        texts::sort(&mut texts);
        let texts = texts::sample(texts, most).into_iter();
        texts.map(|text| self.alphabet.spelled(text)).collect()
    }

    /// Returns the texts that have an answer, the shortest first.
    pub(super) fn answered(&self) -> Vec<(&[u8], bool)> {
        let answers = self.answers.iter();
        let answers = answers.filter_map(|(text, answer)| Some((text.as_slice(), (*answer)?)));
        texts::sorted(answers)
    }

    /// Returns the texts that were asked about, in no order.
    pub(super) fn texts(&self) -> impl Iterator<Item = &Vec<u8>> {
        self.answers.keys()
    }

    /// Returns the texts to which the parser gives other answers than the automaton, in no order.
    pub(super) fn wrong<'a>(&'a self, automaton: &'a Automaton) -> impl Iterator<Item = &'a [u8]> {
        let answers = self.answers.iter().take_while(|_| !self.watch.is_over());
        let wrong = answers.filter(|(text, answer)| {
            answer.is_some_and(|is_accepted| is_accepted != automaton.accepts(text))
        });
        wrong.map(|(text, _)| text.as_slice())
    }

    /// Asks about the texts again, and expects the same answers.
    pub(super) fn confirm(&mut self, texts: Vec<Vec<u8>>) -> Result<(), Stop> {
        let verdicts = texts.into_iter().map(|text| {
            let answer = self.answers.get(&text).copied().flatten();
            (self.seen(&text).into_owned(), answer)
        });
        let verdicts = verdicts.collect();
        self.confirm_answers(verdicts)
    }

    /// Asks about the texts, and expects these answers.
    pub(super) fn confirm_answers(
        &mut self,
        expected: Vec<(Vec<u8>, Option<bool>)>,
    ) -> Result<(), Stop> {
        let (texts, expected): (Vec<Vec<u8>>, Vec<Option<bool>>) = expected.into_iter().unzip();
        let answers = self.answers_to(&texts)?;
        let mut pairs = texts.into_iter().zip(answers.into_iter().zip(expected));
        match pairs.find(|(_, (answer, expected))| answer != expected) {
            Some((text, _)) => Err(Stop::Contradicted(text)),
            None => Ok(()),
        }
    }

    fn answers_to(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, Stop> {
        let spelled = texts.iter().map(|text| self.alphabet.spelled(text));
        let answers = self.answers_of_peer(&spelled.collect::<Vec<_>>())?;
        for (text, answer) in texts.iter().zip(&answers) {
            self.note(text, *answer);
        }
        Ok(answers)
    }

    /// Notes the answer to a text if it is not the grammar's.
    fn note(&mut self, text: &[u8], answer: Option<bool>) {
        let wrong = answer.filter(|&answer| self.derives(text) == Some(!answer));
        self.disagreeing
            .extend(wrong.map(|answer| (text.to_vec(), answer)));
    }

    /// Returns whether the grammar derives the text, in symbols; `None` if that is not decided.
    pub(super) fn derives(&self, text: &[u8]) -> Option<bool> {
        self.right.derives(text)
    }

    /// Asks about texts as the parser reads them.
    fn answers_of_peer(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, Stop> {
        self.go_on()?;
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let questions = self.questions.saturating_add(texts.len() as u64);
        if questions > self.most {
            return Err(self.exhausted());
        }
        self.questions = questions;
        self.rounds += 1;
        let right = self.right;
        let answers = self.peer.ask(texts, &|text| right.derives(text));
        answers.map_err(|NoAnswer| self.silent())
    }

    /// Returns why the parser gives no answer. The end of the search may be the reason.
    fn silent(&self) -> Stop {
        match self.go_on() {
            Ok(()) => Stop::NoAnswer,
            Err(stop) => stop,
        }
    }

    /// Asks again about those of the texts that have an answer, because it contradicts what the search supposes.
    /// Returns whether an answer is another one now.
    pub(super) fn ask_again(&mut self, texts: &[Vec<u8>]) -> Result<bool, Stop> {
        self.go_on()?;
        let known = texts.iter().filter(|text| {
            self.verdict(text).is_some() && matches!(self.seen(text), Cow::Borrowed(_))
        });
        let known: Vec<Vec<u8>> = known.cloned().collect();
        let spelled = known.iter().map(|text| self.alphabet.spelled(text));
        let spelled: Vec<Vec<u8>> = spelled.collect();
        let answers: Vec<Option<bool>> = known.iter().map(|text| self.verdict(text)).collect();
        let held = self.peer.ask_again(&spelled, &answers);
        let held = held.map_err(|NoAnswer| self.silent())?;
        let mut has_changed = false;
        for (text, (held, answer)) in known.into_iter().zip(held.into_iter().zip(answers)) {
            if held == answer {
                continue;
            }
            has_changed = true;
            self.disagreeing.remove(&text);
            self.note(&text, held);
            self.answers.insert(text, held);
        }
        Ok(has_changed)
    }
}
