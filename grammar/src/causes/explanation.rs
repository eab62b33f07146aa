//! From faults of productions to causes with their texts.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::access::accesses;
use super::cause::{
    Cause, Conclusion, Deviation, Direction, Findings, GivenUp, Learnt, Unexplained,
};
use super::deviations::{Row, rows};
use super::diagnosis::{Diagnosis, Fault};
use super::oracle::{Oracle, Stop};
use super::peer::{Budget, Disagreement, Peer};
use crate::automaton::{Automata, Automaton, DfaState, Work};
use crate::conformance::Suite;
use crate::search_end::Watch;

/// The greatest number of examples of a cause.
const EXAMPLES: usize = 5;

/// The causes found so far.
pub(super) struct Explanation<'a> {
    /// The automaton of the grammar.
    whole: &'a Automaton,
    production: &'a str,
    disagreements: &'a [Disagreement],
    /// The automaton of the grammar with all causes in it.
    explained: Option<Automaton>,
    causes: Vec<Cause>,
    several: u64,
    watch: Watch,
}

/// A row and what mending it changes.
struct Mending<'f, 'g> {
    fault: &'f Fault<'g>,
    row: Row,
    /// What the parser would accept.
    whole: Automaton,
}

impl<'a> Explanation<'a> {
    pub(super) fn new(
        whole: &'a Automaton,
        production: &'a str,
        disagreements: &'a [Disagreement],
        watch: Watch,
    ) -> Self {
        Self {
            whole,
            production,
            disagreements,
            explained: None,
            causes: Vec::new(),
            several: 0,
            watch,
        }
    }

    pub(super) fn too_large(&self) -> GivenUp {
        GivenUp::TooLarge {
            production: self.production.to_owned(),
        }
    }

    /// Finds the causes in the faults. If the search has to end meanwhile, asks nothing and finds them
    /// all the same, unless it must hurry.
    pub(super) fn explain_or_end<P: Peer>(
        &mut self,
        diagnosis: &Diagnosis<'_, '_>,
        automata: &Automata<'_>,
        oracle: &mut Oracle<'_, P>,
        asks: bool,
    ) -> Result<(), Stop<P::Error>> {
        match self.explain(diagnosis, automata, oracle, asks) {
            Err(_) if self.watch.is_over() => {
                self.watch.show();
                self.explain(diagnosis, automata, oracle, false)?;
                Err(Stop::Ended)
            }
            explained => explained,
        }
    }

    /// Finds the causes in the faults, and the disagreements that they explain. Asks about
    /// witnesses if `asks` says so. If the search has to end, what was found before stays.
    fn explain<P: Peer>(
        &mut self,
        diagnosis: &Diagnosis<'_, '_>,
        automata: &Automata<'_>,
        oracle: &mut Oracle<'_, P>,
        asks: bool,
    ) -> Result<(), Stop<P::Error>> {
        let mendings: Vec<Mending> = diagnosis
            .faults
            .iter()
            .flat_map(|fault| self.mendings(diagnosis, fault))
            .collect();
        let explained = diagnosis.whole(self.production, None);
        oracle.go_on()?;
        let explained = explained.ok_or_else(|| Stop::GivenUp(self.too_large()))?;
        let (texts, several) = self.texts_of(&mendings, &explained, oracle);
        let witnesses: Vec<Option<Vec<u8>>> = mendings
            .iter()
            .map(|mending| mending.witness(automata, &oracle.work()))
            .collect();
        let whole = mendings
            .iter()
            .zip(&witnesses)
            .filter_map(|(mending, text)| {
                let text = text.as_ref()?;
                Some(mending.fault.place.whole(text))
            });
        let asked = if asks {
            oracle.ask(whole.collect::<Vec<_>>())
        } else {
            Ok(())
        };
        let mut causes = Vec::new();
        for ((mending, texts), witness) in mendings.iter().zip(texts).zip(witnesses) {
            let own = automata.production(mending.fault.production);
            let cause = own.and_then(|own| self.cause(mending, own, texts, witness, oracle));
            causes.extend(cause);
        }
        oracle.go_on()?;
        causes.sort_by(|a, b| {
            let key = |cause: &Cause| (cause.texts, cause.witness.len());
            key(a).cmp(&key(b))
        });
        self.causes = causes;
        self.several = several;
        self.explained = Some(explained);
        asked
    }

    /// Returns what mending each deviation of a fault changes.
    fn mendings<'f, 'g>(
        &self,
        diagnosis: &Diagnosis<'_, 'g>,
        fault: &'f Fault<'g>,
    ) -> Vec<Mending<'f, 'g>> {
        let rows = rows(&fault.expected, &fault.observed, &diagnosis.work());
        let mendings = rows.unwrap_or_default().into_iter().filter_map(|row| {
            let instead = Some((fault.production, &row.mended));
            let whole = diagnosis.whole(self.production, instead)?;
            Some(Mending { fault, row, whole })
        });
        mendings.collect()
    }

    /// Returns the disagreements that mending each row mends, in letters, and the number of those that
    /// no single row mends.
    fn texts_of<P: Peer>(
        &self,
        mendings: &[Mending<'_, '_>],
        explained: &Automaton,
        oracle: &Oracle<'_, P>,
    ) -> (Vec<Vec<Vec<u8>>>, u64) {
        let mut several = 0;
        let mut texts: Vec<Vec<Vec<u8>>> = mendings.iter().map(|_| Vec::new()).collect();
        for disagreement in self.disagreements {
            if self.watch.is_over() {
                break;
            }
            let text = oracle.alphabet().letters_of(&disagreement.text);
            if explained.accepts(&text) != disagreement.is_accepted {
                continue;
            }
            let mut is_mended = false;
            for (mending, texts) in mendings.iter().zip(&mut texts) {
                if mending.whole.accepts(&text) != disagreement.is_accepted {
                    texts.push(text.clone());
                    is_mended = true;
                }
            }
            several += u64::from(!is_mended);
        }
        (texts, several)
    }

    /// Returns the cause with a witness that is known to be a disagreement.
    fn cause<P: Peer>(
        &self,
        mending: &Mending<'_, '_>,
        own: &Automaton,
        mut texts: Vec<Vec<u8>>,
        witness: Option<Vec<u8>>,
        oracle: &Oracle<'_, P>,
    ) -> Option<Cause> {
        let Mending { fault, row, .. } = mending;
        let alphabet = oracle.alphabet();
        let work = oracle.work();
        let place = &fault.place;
        let is_accepted = row.direction == Direction::WronglyAccepted;
        let count = texts.len() as u64;
        let is_witness = |text: &[u8]| {
            self.whole.accepts(text) != is_accepted && oracle.verdict(text) == Some(is_accepted)
        };
        texts.sort_by(|one, other| (one.len(), one).cmp(&(other.len(), other)));
        let witness = witness.filter(|text| is_witness(&place.whole(text)));
        let (whole, span, offset) = if let Some(text) = witness {
            let offset = row.offset(&fault.expected, &fault.observed, &text, &work);
            let offset = offset.unwrap_or(text.len());
            let start = alphabet.spelled(&place.around.before).len();
            let end = start + alphabet.spelled(&text).len();
            let offset = start + alphabet.spelled(&text[..offset]).len();
            (place.whole(&text), start..end, offset)
        } else {
            let text = texts.first()?.clone();
            let spelled = alphabet.spelled(&text);
            let offset = self.whole.viable_prefix(&text).length();
            let offset = alphabet.spelled(&text[..offset]).len();
            (text, 0..spelled.len(), offset)
        };
        let examples = texts.iter().filter(|text| **text != whole).take(EXAMPLES);
        Some(Cause {
            production: fault.production.to_owned(),
            direction: row.direction,
            deviation: row.deviation(),
            place: row
                .place_in(own, &fault.expected, &fault.observed, &work)
                .ok()?,
            texts: count,
            examples: examples.map(|text| alphabet.spelled(text)).collect(),
            witness: alphabet.spelled(&whole),
            span,
            offset,
            learnt: Some(Box::new(Learnt {
                expected: fault.expected.clone(),
                observed: fault.observed.clone(),
            })),
        })
    }

    /// Returns the conclusion about a parser that has given no wrong answer.
    pub(super) fn agreement<P: Peer>(
        &self,
        oracle: &Oracle<'_, P>,
    ) -> Result<Conclusion<P::Error>, Stop<P::Error>> {
        if let Some(given_up) = oracle.given_up() {
            return Ok(Conclusion::Incomplete(vec![given_up]));
        }
        let suite = Suite::over(oracle.alphabet().clone(), self.whole, 0);
        let suite = suite.map_err(|_| Stop::GivenUp(self.too_large()))?;
        Ok(Conclusion::Explained {
            states: suite.states(),
            texts: suite.size(),
        })
    }

    /// Says how far the causes explain the parser. Asks about the texts of the causes once more.
    pub(super) fn conclude<P: Peer>(
        &self,
        diagnosis: &Diagnosis<'_, '_>,
        oracle: &mut Oracle<'_, P>,
        budget: &Budget,
    ) -> Result<Conclusion<P::Error>, Stop<P::Error>> {
        let alphabet = oracle.alphabet();
        let witnesses = self.causes.iter();
        let witnesses = witnesses.map(|cause| alphabet.letters_of(&cause.witness));
        let witnesses: HashSet<Vec<u8>> = witnesses.collect();
        oracle.confirm(witnesses.into_iter().collect())?;
        let explained = self.explained.as_ref();
        let explained = explained.ok_or_else(|| Stop::GivenUp(self.too_large()))?;
        let suite = Suite::over(oracle.alphabet().clone(), explained, 0);
        let suite = suite.map_err(|_| Stop::GivenUp(self.too_large()))?;
        match oracle.ask(suite.letters()) {
            Ok(()) | Err(Stop::GivenUp(_)) => {}
            Err(stop) => return Err(stop),
        }
        let mut given_up = diagnosis.given_up.clone();
        // A part that is learnt roughly does not matter if the whole gives every answer.
        given_up.retain(|one| {
            !matches!(one, GivenUp::States { production, .. } if production != self.production)
        });
        given_up.extend(oracle.given_up());
        let shortest = shortest_wrong(oracle, explained);
        let shortest = shortest.or_else(|| self.wrong_in_suite(explained, oracle, budget));
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
    /// automaton gives another answer.
    fn wrong_in_suite<P: Peer>(
        &self,
        explained: &Automaton,
        oracle: &Oracle<'_, P>,
        budget: &Budget,
    ) -> Option<Vec<u8>> {
        if !budget.has_complete_suite {
            return None;
        }
        let alphabet = oracle.alphabet();
        let suite = Suite::over(alphabet.clone(), self.whole, budget.extra_states).ok()?;
        let is_wrong = |text: &Vec<u8>| {
            let answer = oracle.verdict(text);
            let answer = answer.unwrap_or_else(|| self.whole.accepts(text));
            answer != explained.accepts(text)
        };
        let mut texts = suite.letters().take_while(|_| !self.watch.is_over());
        texts.find(is_wrong).map(|text| alphabet.spelled(&text))
    }

    /// Returns the conclusion of a search that was told to end.
    pub(super) fn ended<E, P: Peer>(&self, oracle: &Oracle<'_, P>) -> Conclusion<E> {
        self.watch.show();
        let explained = self.explained.as_ref().unwrap_or(self.whole);
        Conclusion::Ended {
            different: shortest_wrong(oracle, explained),
        }
    }

    fn letters<P: Peer>(&self, oracle: &Oracle<'_, P>) -> impl Iterator<Item = Vec<u8>> {
        let texts = self.disagreements.iter();
        texts.map(|one| oracle.alphabet().letters_of(&one.text))
    }

    /// Returns everything that was found.
    pub(super) fn findings<P: Peer>(
        self,
        oracle: &Oracle<'_, P>,
        conclusion: Conclusion<P::Error>,
    ) -> Findings<P::Error> {
        Findings {
            unexplained: self.unexplained(oracle),
            causes: self.causes,
            several: self.several,
            parser: self.explained,
            questions: oracle.questions(),
            rounds: oracle.rounds(),
            conclusion,
        }
    }

    /// Groups the disagreements that no cause explains by the state of the grammar's automaton after
    /// the viable prefix, those that end there apart.
    fn unexplained<P: Peer>(&self, oracle: &Oracle<'_, P>) -> Vec<Unexplained> {
        let alphabet = oracle.alphabet();
        let places: HashMap<DfaState, Vec<u8>> = accesses(self.whole).into_iter().collect();
        let mut groups: BTreeMap<(Direction, DfaState, bool), Unexplained> = BTreeMap::new();
        for (disagreement, text) in self.disagreements.iter().zip(self.letters(oracle)) {
            let explained = self.explained.as_ref();
            if explained.is_some_and(|all| all.accepts(&text) == disagreement.is_accepted) {
                continue;
            }
            let direction = Direction::of(disagreement.is_accepted);
            let prefix = self.whole.viable_prefix(&text);
            let offset = alphabet.spelled(&text[..prefix.length()]).len();
            let octet = text.get(prefix.length());
            let deviation = octet.map_or(Deviation::End, |&letter| {
                Deviation::Octets(alphabet.octets(letter))
            });
            let key = (direction, prefix.state(), octet.is_none());
            let group = groups.entry(key).or_insert_with(|| Unexplained {
                production: self.production.to_owned(),
                direction,
                deviation,
                place: places.get(&prefix.state()).cloned().unwrap_or_default(),
                texts: 0,
                witness: disagreement.text.clone(),
                offset,
                examples: Vec::new(),
            });
            group.add(&disagreement.text, offset, deviation);
        }
        let mut groups: Vec<Unexplained> = groups.into_values().collect();
        groups.sort_by_key(|group| (group.texts, group.witness.len()));
        groups
    }
}

/// Returns the shortest text to which the parser gives another answer than the automaton.
fn shortest_wrong<P: Peer>(oracle: &Oracle<'_, P>, automaton: &Automaton) -> Option<Vec<u8>> {
    let wrong = oracle.wrong(automaton);
    let shortest = wrong.min_by_key(|text| (text.len(), *text));
    shortest.map(|text| oracle.alphabet().spelled(text))
}

impl Unexplained {
    /// Adds a disagreement to the group. The witness stays the first of the shortest.
    fn add(&mut self, text: &[u8], offset: usize, deviation: Deviation) {
        self.texts += 1;
        if let (Deviation::Octets(octets), Deviation::Octets(more)) =
            (&mut self.deviation, deviation)
        {
            *octets |= more;
        }
        if text == self.witness {
            return;
        }
        let mut example = text.to_vec();
        if text.len() < self.witness.len() {
            example = std::mem::replace(&mut self.witness, example);
            self.offset = offset;
        }
        self.examples.push(example);
        self.examples.sort_by_key(Vec::len);
        self.examples.truncate(EXAMPLES);
    }
}

impl Mending<'_, '_> {
    /// Returns a shortest text for the production that the row makes wrong, in its window.
    fn witness(&self, automata: &Automata<'_>, work: &Work) -> Option<Vec<u8>> {
        let is_accepted = self.row.direction == Direction::WronglyAccepted;
        let observed = &self.fault.observed;
        let own = automata.production(self.fault.production)?;
        let (more, less) = if is_accepted {
            (observed, [&self.row.mended, own])
        } else {
            (&self.row.mended, [observed, observed])
        };
        let mut texts = more.clone();
        for less in less {
            texts = texts.without_within(less, work).ok()?;
        }
        if !is_accepted {
            texts = texts.combined(own, |more, own| more && own, work).ok()?;
        }
        let window = &self.fault.place.window;
        let texts = texts.combined(window, |text, inside| text && inside, work);
        texts.ok()?.shortest()
    }
}
