//! Learns what a parser takes for a production.
//!
//! The learner fills an observation table: rows are texts that lead to states, columns are texts that
//! tell states apart. Two texts with equal rows lead to one state of the hypothesis. The complete
//! suite of the hypothesis replaces the question whether it is right; a text on which it is wrong
//! adds all of its suffixes as columns.
//!
//! Letters that the expected automaton does not tell apart are asked about by a representative. A
//! letter that turns up in a counterexample is asked about itself from then on. The suites contain
//! every letter in every state, so no difference stays unseen.
//!
//! Invariant: the texts that represent states have different rows, so the table is always
//! consistent.
//!
//! - D. Angluin: Learning regular sets from queries and counterexamples. Information and Computation
//!   75(2), 1987, 87–106.
//! - O. Maler, A. Pnueli: On the learnability of infinitary regular sets. Information and Computation
//!   118(2), 1995, 316–326 (suffixes as columns).

use std::collections::{BTreeMap, HashMap};

use super::cause::GivenUp;
use super::oracle::{Oracle, Stop};
use super::paths;
use super::peer::Peer;
use super::places::Place;
use crate::automaton::{Automaton, Work};
use crate::conformance::Suite;
use crate::octets::OctetSet;

/// The greatest number of columns for the texts of a suite, beside those of the last text.
const COLUMNS: usize = 12;

/// The greatest number of texts that show which letters are treated alike.
const COMPARED: usize = 2_000;

/// The greatest number of texts for which the suite of a hypothesis gets an extra state.
const DEEPER: u64 = 30_000;

/// What is learnt, and where.
pub(super) struct Lesson<'a> {
    pub(super) production: &'a str,
    /// What the parser should take for the production. It is supposed to be right outside the window.
    pub(super) expected: &'a Automaton,
    pub(super) place: &'a Place,
    /// The greatest number of states.
    pub(super) states: usize,
}

/// What was learnt.
pub(super) struct Learned {
    pub(super) automaton: Automaton,
    /// Why it may not be everything.
    pub(super) given_up: Option<GivenUp>,
}

struct Table<'a, 'o, 'p, P> {
    lesson: Lesson<'a>,
    oracle: &'o mut Oracle<'p, P>,
    /// For each letter, the one that is asked about in its place.
    representative: BTreeMap<u8, u8>,
    /// The texts that represent states, the start first.
    states: Vec<Vec<u8>>,
    columns: Vec<Vec<u8>>,
    /// The state with each row.
    by_row: HashMap<Vec<bool>, usize>,
}

/// Learns the texts that the parser takes for a production.
pub(super) fn learn<P: Peer>(
    lesson: Lesson<'_>,
    oracle: &mut Oracle<'_, P>,
) -> Result<Learned, Stop<P::Error>> {
    let too_large = GivenUp::TooLarge {
        production: lesson.production.to_owned(),
    };
    let Ok(suite) = Suite::over(oracle.alphabet().clone(), lesson.expected, 0) else {
        return Err(Stop::GivenUp(too_large));
    };
    let mut table = Table {
        representative: representatives(lesson.expected, oracle.alphabet().letters()),
        states: Vec::new(),
        columns: suite.identifiers(),
        by_row: HashMap::new(),
        oracle,
        lesson,
    };
    table.learn_from_suite();
    // One round for all rows that the expected automaton would have.
    table.ask_rows(suite.access_texts().map(<[u8]>::to_vec))?;
    loop {
        let is_complete = table.close()?;
        let automaton = table.hypothesis();
        if !is_complete {
            let given_up = GivenUp::States {
                production: table.lesson.production.to_owned(),
                most: table.lesson.states,
            };
            return Ok(Learned {
                automaton,
                given_up: Some(given_up),
            });
        }
        let wrong = table.counterexamples(&automaton)?;
        let Some(text) = wrong.first() else {
            return Ok(Learned {
                automaton,
                given_up: None,
            });
        };
        table.add_columns(text);
        let letters = table.letters().len();
        for text in wrong.iter().take(COMPARED) {
            table.compare(text, &automaton);
        }
        if table.letters().len() == letters {
            for &letter in text {
                table.set_apart(letter);
            }
        }
    }
}

impl<P: Peer> Table<'_, '_, '_, P> {
    /// Adds columns for texts of the suite on which the expected automaton is wrong, the shortest
    /// first.
    fn learn_from_suite(&mut self) {
        let texts = self.lesson.place.texts.iter();
        let is_wrong = |text: &&Vec<u8>| self.verdict(text) != self.lesson.expected.accepts(text);
        let mut wrong: Vec<Vec<u8>> = texts.filter(is_wrong).cloned().collect();
        wrong.sort_by_key(Vec::len);
        let expected = self.lesson.expected;
        for text in wrong.iter().take(COMPARED) {
            self.compare(text, expected);
        }
        let most = self.columns.len() + COLUMNS;
        for text in wrong {
            if self.columns.len() < most {
                self.add_columns(&text);
            }
        }
    }

    /// Sets letters apart that the parser does not treat like their representatives in a text on
    /// which the automaton is wrong.
    fn compare(&mut self, wrong: &[u8], automaton: &Automaton) {
        let mut text = wrong.to_vec();
        for (index, &letter) in wrong.iter().enumerate() {
            let representative = self.representative.get(&letter).copied();
            let alike = self.representative.iter();
            let alike = alike.filter(|(_, other)| Some(**other) == representative);
            let alike: Vec<u8> = alike.map(|(letter, _)| *letter).collect();
            let mut differ = Vec::new();
            for other in alike {
                text[index] = other;
                let verdict = self.lesson.place.verdict(self.oracle, &text);
                let is_right = |verdict| verdict == automaton.accepts(&text);
                differ.extend(verdict.is_some_and(is_right).then_some(other));
            }
            text[index] = letter;
            if differ.iter().any(|other| Some(*other) == representative) {
                self.set_apart(letter);
            } else {
                for other in differ {
                    self.set_apart(other);
                }
            }
        }
    }

    /// Asks about a letter itself from now on.
    fn set_apart(&mut self, letter: u8) {
        self.representative.insert(letter, letter);
    }

    /// Returns the letters that are asked about.
    fn letters(&self) -> Vec<u8> {
        let letters = self.representative.iter();
        let letters = letters.filter(|(letter, other)| letter == other);
        letters.map(|(letter, _)| *letter).collect()
    }

    /// Adds the suffixes of a text as columns.
    fn add_columns(&mut self, text: &[u8]) {
        for start in 0..text.len() {
            if !self.columns.iter().any(|column| column == &text[start..]) {
                self.columns.push(text[start..].to_vec());
            }
        }
    }

    /// Asks for the rows of these texts and of each of them with one more letter.
    fn ask_rows(&mut self, texts: impl Iterator<Item = Vec<u8>>) -> Result<(), Stop<P::Error>> {
        let letters = self.letters();
        let mut questions = Vec::new();
        for text in texts {
            let longer = letters.iter().map(|&letter| extended(&text, letter));
            for row in longer.chain([text.clone()]) {
                for column in &self.columns {
                    questions.push([&row[..], column].concat());
                }
            }
        }
        self.lesson.place.ask(self.oracle, &questions)
    }

    /// Finds the states that the columns tell apart. Returns whether these are all.
    fn close(&mut self) -> Result<bool, Stop<P::Error>> {
        let letters = self.letters();
        // One round for the rows of all states that are known by now.
        let known = std::mem::take(&mut self.states);
        self.ask_rows(known.into_iter())?;
        self.by_row.clear();
        let mut fresh = vec![Vec::new()];
        while !fresh.is_empty() {
            self.ask_rows(fresh.iter().cloned())?;
            let mut next = Vec::new();
            for text in fresh {
                if !self.add(text.clone()) {
                    continue;
                }
                next.extend(letters.iter().map(|&letter| extended(&text, letter)));
                if self.states.len() > self.lesson.states {
                    return Ok(false);
                }
            }
            next.retain(|text| !self.by_row.contains_key(&self.row(text)));
            fresh = next;
        }
        Ok(true)
    }

    /// Adds the text as a state if its row is new.
    fn add(&mut self, text: Vec<u8>) -> bool {
        let row = self.row(&text);
        if self.by_row.contains_key(&row) {
            return false;
        }
        self.by_row.insert(row, self.states.len());
        self.states.push(text);
        true
    }

    fn row(&self, text: &[u8]) -> Vec<bool> {
        let columns = self.columns.iter();
        let verdicts = columns.map(|column| self.verdict(&[text, column].concat()));
        verdicts.collect()
    }

    fn verdict(&self, text: &[u8]) -> bool {
        let answer = self.lesson.place.verdict(self.oracle, text);
        answer.unwrap_or_else(|| self.lesson.expected.accepts(text))
    }

    /// Returns the automaton of the table. A step to a row without a state, after the learner gave
    /// up, leads nowhere.
    fn hypothesis(&self) -> Automaton {
        let mut steps = HashMap::new();
        for (state, text) in self.states.iter().enumerate() {
            let targets = self.letters().into_iter().filter_map(|letter| {
                let row = self.row(&extended(text, letter));
                Some((letter, *self.by_row.get(&row)?))
            });
            let targets: HashMap<u8, usize> = targets.collect();
            for (&letter, representative) in &self.representative {
                if let Some(&target) = targets.get(representative) {
                    let octets = self.oracle.alphabet().octets(letter);
                    steps.extend(octets.iter().map(|octet| ((state, octet), target)));
                }
            }
        }
        let classes = self.classes(&steps);
        let automaton = Automaton::of_states(
            classes,
            0,
            |&state| self.verdict(&self.states[state]),
            |&state, octet| steps.get(&(state, octet)).copied(),
            &Work::new(),
        );
        automaton.unwrap_or_else(|_| Automaton::empty())
    }

    /// Returns the sets of octets that lead from every state to the same one.
    fn classes(&self, steps: &HashMap<(usize, u8), usize>) -> Vec<OctetSet> {
        let mut classes: HashMap<Vec<Option<usize>>, OctetSet> = HashMap::new();
        for octet in 0..=u8::MAX {
            let states = 0..self.states.len();
            let column = states.map(|state| steps.get(&(state, octet)).copied());
            *classes.entry(column.collect()).or_default() |= OctetSet::single(octet);
        }
        let mut classes: Vec<OctetSet> = classes.into_values().collect();
        classes.sort_by_key(|class| class.lowest());
        classes
    }

    /// Returns the texts of the complete suites of the hypothesis and of the expected automaton on
    /// which the hypothesis is wrong, the shortest first.
    fn counterexamples(&mut self, hypothesis: &Automaton) -> Result<Vec<Vec<u8>>, Stop<P::Error>> {
        let mut texts = self.lesson.place.texts.to_vec();
        for automaton in [self.lesson.expected, hypothesis] {
            let alphabet = self.oracle.alphabet();
            let suite = |extra_states| Suite::over(alphabet.clone(), automaton, extra_states).ok();
            let deeper = suite(1).filter(|suite| suite.size() <= DEEPER);
            let suite = deeper.or_else(|| suite(0));
            texts.extend(suite.iter().flat_map(Suite::letters));
        }
        texts.extend(paths::texts(hypothesis, self.oracle.alphabet().letters()));
        self.lesson.place.ask(self.oracle, &texts)?;
        texts.retain(|text| self.verdict(text) != hypothesis.accepts(text));
        texts.sort_by_key(Vec::len);
        Ok(texts)
    }
}

/// Returns, for each letter, the first one that the automaton does not tell apart from it.
fn representatives(automaton: &Automaton, letters: &[u8]) -> BTreeMap<u8, u8> {
    let mut first: HashMap<usize, u8> = HashMap::new();
    let letters = letters.iter();
    let pairs = letters.map(|&letter| {
        let class = automaton.class_of(letter);
        (letter, *first.entry(class).or_insert(letter))
    });
    pairs.collect()
}

/// Returns the text followed by a letter.
fn extended(text: &[u8], letter: u8) -> Vec<u8> {
    let mut longer = text.to_vec();
    longer.push(letter);
    longer
}
