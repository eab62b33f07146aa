//! What the causes together say about every answer.

use std::borrow::Cow;
use std::cmp::Reverse;

use super::UnitCause;
use crate::automaton::{Automaton, Work};
use crate::causes::cause::{Conclusion, Deviation, EXAMPLES, Findings, GivenUp, Repeats};
use crate::causes::changes::of_most;
use crate::causes::faulty::{UnitChange, changed, nested, readable, recognizer};
use crate::causes::groups::{Groups, Parting};
use crate::causes::learned::Learned;
use crate::causes::oracle::{Oracle, Stop};
use crate::causes::peer::{Disagreement, NoAnswer};
use crate::causes::texts;
use crate::octets::OctetSet;
use crate::recognizer::Recognizer;
use crate::search_end::Watch;
use crate::syntax::{Encoding, Grammar};

/// The greatest number of wrong texts by which superfluous causes are found.
const TEXTS: usize = 3_000;

/// The greatest number of answers of each kind that the causes are held against.
const LOOKED_AT: usize = 30_000;

/// The causes, and the grammar with them.
pub(super) struct Judgement<'g> {
    grammar: &'g Grammar,
    production: &'g str,
    encoding: Encoding,
    /// The grammar.
    right: &'g Recognizer,
    /// The grammar with all causes; `None` if a limit was reached.
    faulty: Option<Recognizer>,
    /// For each cause, the grammar with all others; `None` if a limit was reached.
    without: Vec<Option<Recognizer>>,
    found: Vec<UnitCause>,
    watch: Watch,
}

impl<'g> Judgement<'g> {
    /// Drops the causes that the others make superfluous.
    pub(super) fn of(
        (grammar, production): (&'g Grammar, &'g str),
        right: &'g Recognizer,
        mut found: Vec<UnitCause>,
        oracle: &Oracle<'_>,
        watch: Watch,
    ) -> Self {
        watch.show();
        let with = |found: &[UnitCause], left_out: Option<usize>| {
            let changes = found.iter().enumerate();
            let changes = changes.filter(|(index, _)| Some(*index) != left_out);
            recognizer(grammar, production, changes.map(|(_, found)| &found.change))
        };
        let mut faulty = with(&found, None);
        // Nothing is superfluous of what there is no time to look at.
        watch.begin_part_of_showing(2);
        let mut wrong = texts::sorted(oracle.disagreeing());
        wrong.truncate(TEXTS);
        for index in (0..found.len()).rev() {
            let (Some(all), Some(without)) = (&faulty, with(&found, Some(index))) else {
                break;
            };
            let explains = |recognizer: &Recognizer, (text, answer): &(&[u8], bool)| {
                verdict(recognizer, text) == Some(*answer)
            };
            let mut explained = wrong.iter().filter(|one| explains(all, one));
            let is_superfluous = explained.all(|one| !watch.is_over() && explains(&without, one));
            if watch.is_over() {
                break;
            }
            if is_superfluous {
                found.remove(index);
                faulty = Some(without);
            }
        }
        watch.end_part_of_showing();
        let without = (0..found.len()).map(|index| with(&found, Some(index)));
        Self {
            grammar,
            without: without.collect(),
            production,
            encoding: grammar.encoding,
            right,
            faulty,
            found,
            watch,
        }
    }

    /// Counts the texts of each cause, and groups those without one.
    pub(super) fn findings(
        mut self,
        disagreements: &[Disagreement],
        oracle: &mut Oracle<'_>,
        (stopped, mut given_up, depth): (Option<Stop>, Vec<GivenUp>, Option<u32>),
    ) -> Findings<NoAnswer> {
        let mut several = 0;
        let mut groups = Groups::new(self.production, self.encoding);
        for found in &mut self.found {
            found.cause.texts = 0;
            found.cause.examples.clear();
        }
        for one in disagreements {
            if self.watch.is_over() {
                break;
            }
            if !self.explains(&one.text, one.is_accepted) {
                self.add_to_group(&mut groups, (&one.text, one.is_accepted), 1, None);
                continue;
            }
            let mut is_of_one = false;
            for (found, without) in self.found.iter_mut().zip(&self.without) {
                let without = without.as_ref();
                if without.and_then(|it| verdict(it, &one.text)) == Some(!one.is_accepted) {
                    found.cause.texts += 1;
                    add_example(&mut found.cause.examples, &found.cause.witness, &one.text);
                    is_of_one = true;
                }
            }
            several += u64::from(!is_of_one);
        }
        for (text, is_accepted) in oracle.disagreeing_beyond_suite() {
            if self.watch.is_over() || self.explains(text, is_accepted) {
                continue;
            }
            self.add_to_group(&mut groups, (text, is_accepted), 0, oracle.repeats(text));
        }
        let witnesses = self.found.iter();
        let witnesses: Vec<Vec<u8>> = witnesses.map(|it| it.cause.witness.clone()).collect();
        let stopped = stopped.or_else(|| oracle.confirm(witnesses).err());
        let conclusion = match stopped {
            Some(Stop::Contradicted(text)) => Conclusion::Contradicted { text },
            Some(Stop::NoAnswer) if !self.watch.is_requested() => Conclusion::Stopped(NoAnswer),
            Some(Stop::NoAnswer | Stop::Ended) => Conclusion::Ended {
                different: self.different(oracle),
            },
            Some(Stop::GivenUp(_)) | None => {
                given_up.extend(oracle.given_up().filter(|one| !given_up.contains(one)));
                let different = self.different(oracle);
                given_up.extend(different.map(|text| GivenUp::Different { text }));
                Conclusion::Incomplete(given_up)
            }
        };
        let learned = match conclusion {
            Conclusion::Explained { .. } | Conclusion::Incomplete(_) => self.learned(depth),
            _ => None,
        };
        self.nest();
        let grammar = readable(self.grammar, self.found.iter().map(|found| &found.change));
        let mut causes: Vec<_> = self.found.into_iter().map(|found| found.cause).collect();
        // A unit can have octets only, where the whole grammar has characters.
        for cause in &mut causes {
            cause.encoding = self.encoding;
        }
        causes.sort_by_key(|cause| (Reverse(cause.texts), cause.witness.len(), cause.place_id()));
        Findings {
            causes,
            several,
            parser: None,
            grammar,
            learned,
            unexplained: groups.sorted(),
            questions: oracle.questions(),
            rounds: oracle.rounds(),
            conclusion,
            flaky: Vec::new(),
        }
    }

    /// Makes the texts of each cause with those of the causes inside of its part.
    fn nest(&mut self) {
        let changes = self.found.iter().map(|found| &found.change);
        let Some(changes) = nested(self.grammar, changes) else {
            return;
        };
        let changes: Vec<UnitChange> = changes.into_iter().map(Cow::into_owned).collect();
        for (found, change) in self.found.iter_mut().zip(changes) {
            if let Some(learnt) = &mut found.cause.learnt
                && change.nonterminals.is_empty()
            {
                let all = [&learnt.expected, &change.expected, &change.observed];
                if let Ok(expected) = of_most(all, &Work::new()) {
                    learnt.expected = expected;
                    learnt.observed = change.observed.clone();
                }
            }
            found.change = change;
        }
    }

    /// Returns the texts of the grammar with all causes to the depth; `None` if their automaton is too large.
    fn learned(&self, depth: Option<u32>) -> Option<Learned> {
        let changes = self.found.iter().map(|found| &found.change);
        let faulty = changed(self.grammar, changes)?;
        let automaton = Automaton::to_depth(&faulty, self.production, depth?);
        automaton.ok().map(Learned::of)
    }

    /// Returns the shortest text to which the causes do not lead to the parser's answer.
    fn different(&self, oracle: &Oracle<'_>) -> Option<Vec<u8>> {
        let faulty = self.faulty.as_ref()?;
        let answers = oracle.looked_at([LOOKED_AT; 2]).into_iter();
        let mut answers = answers.take_while(|_| !self.watch.is_over());
        let different = answers.find(|&(text, answer)| verdict(faulty, text) == Some(!answer));
        different.map(|(text, _)| text.to_vec())
    }

    /// Returns whether the grammar with all causes gives this answer.
    fn explains(&self, text: &[u8], is_accepted: bool) -> bool {
        let faulty = self.faulty.as_ref();
        faulty.and_then(|it| verdict(it, text)) == Some(is_accepted)
    }

    /// Adds a disagreement without a cause to the group of those that part from the grammar where the
    /// same octets are expected. It counts for this many texts of the suite.
    fn add_to_group(
        &self,
        groups: &mut Groups<'_, Vec<u8>>,
        (text, is_accepted): (&[u8], bool),
        texts: u64,
        repeats: Option<&(Repeats, Vec<u8>)>,
    ) {
        let Ok(found) = self.right.recognize(text) else {
            return;
        };
        let parting = Parting {
            text,
            is_accepted,
            offset: found.furthest,
            deviation: Deviation::at(text, found.furthest),
        };
        if let Some((repeats, place)) = repeats {
            groups.add_repeated(&parting, place.clone(), repeats.clone());
            return;
        }
        let expected = OctetSet::from(found.next).iter().collect();
        let named = || text[..found.furthest].to_vec();
        groups.add(&parting, expected, named, texts);
    }
}

fn verdict(recognizer: &Recognizer, text: &[u8]) -> Option<bool> {
    recognizer.rule().is_valid(text).ok()
}

fn add_example(examples: &mut Vec<Vec<u8>>, witness: &[u8], text: &[u8]) {
    if text != witness
        && (examples.len() < EXAMPLES
            || examples.last().is_some_and(|last| text.len() < last.len()))
    {
        examples.push(text.to_vec());
        texts::sort(examples);
        examples.truncate(EXAMPLES);
    }
}
