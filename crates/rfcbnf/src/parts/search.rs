//! The search for texts whose part a parser reads otherwise than the grammar.
//!
//! The parser becomes one of marked texts: `u ⟨ v ⟩ w` is accepted if the parser accepts `uvw` and says that *v* is the
//! part. The search for causes learns what it accepts, as it does for verdicts, and that says how far the answers go.
//! Why the parser is wrong is said by the edges of the part ([`causes_of`]).
//!
//! What is not a matter of parts is answered as the grammar says: a text that the parser rejects, one of which it does
//! not say where the part is, and one of which the grammar has several derivations, where the parser gives one of them.

use std::collections::HashMap;
use std::ops::Range;

use super::compared::{Compared, PartFindings};
use super::difference::Differing;
use super::marked::MarkedGrammar;
use super::reading::{Changes, Place, Reading};
use crate::automaton::{Automaton, AutomatonError};
use crate::causes::{self, Budget, Conclusion, Disagreement, Peer};
use crate::conformance::Suite;
use crate::recognizer::Recognizer;
use crate::syntax::Grammar;

/// A parser that says where it reads a part. It can be asked any number of times.
pub trait PartPeer {
    /// Why the parser gives no answers.
    type Error;

    /// Asks about texts, all at once. Returns for each how the parser reads the part; `None` if it rejects the text, does
    /// not say how it reads the part, or cannot be asked.
    ///
    /// # Errors
    ///
    /// Returns an error if an answer is missing.
    fn read(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<Reading>>, Self::Error>;

    /// Asks once more about texts that were answered. What keeps answers has to ask the parser all the same.
    ///
    /// # Errors
    ///
    /// As [`PartPeer::read`].
    fn read_again(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<Reading>>, Self::Error> {
        self.read(texts)
    }
}

/// The largest suite that is asked about before the search.
const SUITE: u64 = 200_000;

/// The longest text of which every part is tried as the one that a grammar without an automaton has.
const LONGEST: usize = 64;

/// The texts of a production, and those of its marked grammar.
pub struct MarkedTexts {
    marked: MarkedGrammar,
    plain: Decider,
    with_marks: Decider,
}

/// What says whether a production derives a text.
pub(super) enum Decider {
    Automaton(Automaton),
    Recognizer(Box<Recognizer>),
}

impl Decider {
    pub(super) fn of(grammar: &Grammar, production: &str) -> Result<Self, AutomatonError> {
        match Automaton::new(grammar, production) {
            Ok(automaton) => Ok(Self::Automaton(automaton)),
            Err(error) => match Recognizer::new(grammar, production) {
                Ok(recognizer) => Ok(Self::Recognizer(Box::new(recognizer))),
                Err(_) => Err(error),
            },
        }
    }

    pub(super) fn derives(&self, text: &[u8]) -> Option<bool> {
        match self {
            Self::Automaton(automaton) => Some(automaton.accepts(text)),
            Self::Recognizer(recognizer) => recognizer.rule().is_valid(text).ok(),
        }
    }
}

impl MarkedTexts {
    /// Returns the texts of a production of a grammar in which a part is marked.
    ///
    /// # Errors
    ///
    /// Returns an [`AutomatonError`] if nothing decides about the texts.
    pub fn new(grammar: &Grammar, marked: MarkedGrammar) -> Result<Self, AutomatonError> {
        Ok(Self {
            plain: Decider::of(grammar, marked.production())?,
            with_marks: Decider::of(marked.grammar(), marked.production())?,
            marked,
        })
    }

    /// Returns the marked grammar.
    #[must_use]
    pub fn marked(&self) -> &MarkedGrammar {
        &self.marked
    }

    /// Returns whether the production derives the text; `None` if that is not decided.
    #[must_use]
    pub fn derives(&self, text: &[u8]) -> Option<bool> {
        self.plain.derives(text)
    }

    /// Returns whether the grammar has the part there in a text that it derives. `None` as the part says that the text
    /// does not have it.
    #[must_use]
    pub fn has(&self, text: &[u8], part: Option<Range<usize>>) -> bool {
        !self.marked.is_marked(text)
            && self.with_marks.derives(&self.marked.marked(text, part)) == Some(true)
    }

    /// Returns where the grammar has the part in a text that it derives, in all derivations: in order of where they
    /// begin, and [`Reading::Absent`] last. Empty if the text is too long to say.
    ///
    /// ```
    /// use rfcbnf::parts::{MarkedGrammar, MarkedTexts, Reading};
    ///
    /// let grammar = rfcbnf::read("url = \"u:\" host [ \":\" port ]\nhost = 1*\"h\"\nport = \"0\"\n")?;
    /// let texts = MarkedTexts::new(&grammar, MarkedGrammar::new(&grammar, "url", "port")?)?;
    /// assert_eq!(texts.readings(b"u:h:0"), [Reading::Span(4..5)]);
    /// assert_eq!(texts.readings(b"u:h"), [Reading::Absent]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn readings(&self, text: &[u8]) -> Vec<Reading> {
        let mut readings = match &self.with_marks {
            _ if self.marked.is_marked(text) => Vec::new(),
            Decider::Automaton(automaton) => self.spans(automaton, text),
            Decider::Recognizer(_) if text.len() <= LONGEST => {
                let starts = 0..=text.len();
                let spans =
                    starts.flat_map(|start| (start..=text.len()).map(move |end| start..end));
                let spans = spans.filter(|span| self.has(text, Some(span.clone())));
                spans.map(Reading::Span).collect()
            }
            Decider::Recognizer(_) => Vec::new(),
        };
        if self.has(text, None) {
            readings.push(Reading::Absent);
        }
        readings
    }

    fn spans(&self, automaton: &Automaton, text: &[u8]) -> Vec<Reading> {
        let [open, close] = self.marked.marks();
        let mut found = Vec::new();
        let mut before = Some(automaton.start());
        for start in 0..=text.len() {
            let Some(state) = before else {
                return found;
            };
            let mut inside = automaton.step(state, open);
            for end in start..=text.len() {
                let Some(state) = inside else {
                    break;
                };
                let mut after = automaton.step(state, close);
                for &octet in &text[end..] {
                    after = after.and_then(|state| automaton.step(state, octet));
                }
                if after.is_some_and(|state| automaton.is_accepting(state)) {
                    found.push(Reading::Span(start..end));
                }
                let next = text.get(end);
                inside = next.and_then(|&octet| automaton.step(state, octet));
            }
            before = text
                .get(start)
                .and_then(|&octet| automaton.step(state, octet));
        }
        found
    }
}

/// Finds why a parser reads a part otherwise than the grammar. [`Budget::corpus`] are texts without marks.
///
/// ```
/// use std::convert::Infallible;
///
/// use rfcbnf::causes::Budget;
/// use rfcbnf::parts::{self, Changes, DifferenceKind, MarkedGrammar, MarkedTexts, PartPeer, Reading};
///
/// /// A parser whose host keeps the port.
/// struct KeepsPort;
///
/// impl PartPeer for KeepsPort {
///     type Error = Infallible;
///
///     fn read(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<Reading>>, Infallible> {
///         Ok(texts.iter().map(|text| Some(Reading::Span(2..text.len()))).collect())
///     }
/// }
///
/// let grammar = rfcbnf::read("url = \"u:\" host [ \":\" port ]\nhost = 1*\"h\"\nport = 1*\"0\"\n")?;
/// let texts = MarkedTexts::new(&grammar, MarkedGrammar::new(&grammar, "url", "host")?)?;
/// let found = parts::find(&texts, Changes::default(), &mut KeepsPort, &Budget::default())?;
/// assert_eq!(found.causes.len(), 1);
/// assert_eq!(found.causes[0].witness.text, b"u:h:0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an [`AutomatonError`] as [`causes::find`] does.
pub fn find<P: PartPeer>(
    texts: &MarkedTexts,
    changes: Changes,
    peer: &mut P,
    budget: &Budget,
) -> Result<PartFindings<P::Error>, AutomatonError> {
    let marked = &texts.marked;
    let mut peer = MarkedPeer {
        texts,
        compared: Compared::new(changes),
        peer,
        known: HashMap::new(),
    };
    let mut budget = budget.clone();
    let corpus = std::mem::take(&mut budget.corpus);
    let derived = corpus
        .iter()
        .filter(|text| texts.derives(text) == Some(true));
    let marks = derived.flat_map(|text| {
        let readings = texts.readings(text).into_iter();
        readings.map(move |reading| match reading {
            Reading::Span(span) => marked.marked(text, Some(span)),
            _ => text.clone(),
        })
    });
    budget.corpus = marks.collect();
    budget.repeated = Vec::new();
    budget.depth = None;
    budget.has_complete_suite = false;
    let mut disagreements = Vec::new();
    if let Decider::Automaton(automaton) = &texts.with_marks
        && let Ok(suite) = Suite::new(automaton, budget.extra_states)
        && suite.size() <= SUITE.min(budget.questions)
    {
        let all: Vec<Vec<u8>> = suite.texts().collect();
        match peer.ask(&all) {
            Ok(answers) => {
                budget.has_complete_suite = true;
                for (text, answer) in all.into_iter().zip(answers) {
                    let derived = automaton.accepts(&text);
                    if let Some(is_accepted) = answer.filter(|answer| *answer != derived) {
                        disagreements.push(Disagreement { text, is_accepted });
                    }
                }
            }
            Err(error) => return Ok(peer.findings(Conclusion::Stopped(error))),
        }
    }
    let found = causes::find(
        marked.grammar(),
        marked.production(),
        &disagreements,
        &mut peer,
        &budget,
    )?;
    Ok(peer.findings(found.conclusion))
}

/// A parser of marked texts.
struct MarkedPeer<'a, P> {
    texts: &'a MarkedTexts,
    peer: &'a mut P,
    /// Where the parser reads the part of each text, if not where the grammar does.
    known: HashMap<Vec<u8>, Option<Place>>,
    compared: Compared,
}

impl<P: PartPeer> MarkedPeer<'_, P> {
    /// Asks about those of the texts that have no answer yet. The grammar derives all of them. An answer that is not the
    /// grammar's is believed if the parser gives it twice.
    fn learn(&mut self, texts: Vec<Vec<u8>>) -> Result<(), P::Error> {
        let readings = self.peer.read(&texts)?;
        let mut surprising: Vec<Differing> = Vec::new();
        for (text, reading) in texts.into_iter().zip(readings) {
            let differing = reading.and_then(|reading| self.difference(&text, &reading));
            match differing {
                Some(differing) => surprising.push(differing),
                None => drop(self.known.insert(text, None)),
            }
        }
        if surprising.is_empty() {
            return Ok(());
        }
        let asked: Vec<Vec<u8>> = surprising.iter().map(|one| one.text.clone()).collect();
        let again = self.peer.read_again(&asked)?;
        for (one, again) in surprising.into_iter().zip(again) {
            let readings = self.texts.readings(&one.text);
            let again = again.zip(readings.split_first());
            let again = again.and_then(|(again, (first, others))| {
                self.compared.difference(&one.text, (first, others), &again)
            });
            let holds = again.as_ref() == Some(&one);
            let place = holds.then(|| one.second.clone());
            self.known.insert(one.text.clone(), place);
            self.compared.keep(one, holds);
        }
        Ok(())
    }

    /// Returns how the parser reads the part, if not as the grammar does. A text of which the grammar does not say where it
    /// has the part counts as right.
    fn difference(&mut self, text: &[u8], reading: &Reading) -> Option<Differing> {
        let readings = self.texts.readings(text);
        let (first, others) = readings.split_first()?;
        self.compared.count(text, (first, others), reading)
    }

    fn findings<E>(self, conclusion: Conclusion<E>) -> PartFindings<E> {
        let conclusion = self.in_texts(conclusion);
        let causes = self.compared.causes();
        self.compared.findings(causes, conclusion)
    }

    /// Takes the marks out of the texts of a conclusion.
    fn in_texts<E>(&self, conclusion: Conclusion<E>) -> Conclusion<E> {
        let plain = |text: Vec<u8>| match self.texts.marked.unmarked(&text) {
            Some((plain, _)) => plain,
            None => text,
        };
        match conclusion {
            Conclusion::Contradicted { text } => Conclusion::Contradicted { text: plain(text) },
            Conclusion::Ended { different } => Conclusion::Ended {
                different: different.map(plain),
            },
            other => other,
        }
    }
}

impl<P: PartPeer> Peer for MarkedPeer<'_, P> {
    type Error = P::Error;

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, P::Error> {
        let marked = &self.texts.marked;
        let plain: Vec<_> = texts.iter().map(|text| marked.unmarked(text)).collect();
        let mut open: Vec<Vec<u8>> = Vec::new();
        for (text, _) in plain.iter().flatten() {
            if self.texts.derives(text) == Some(true) && !self.known.contains_key(text) {
                self.known.insert(text.clone(), None);
                open.push(text.clone());
            }
        }
        self.learn(open)?;
        let answers = texts.iter().zip(plain).map(|(text, plain)| {
            let Some((plain, part)) = plain else {
                return Some(false);
            };
            if !self.texts.derives(&plain)? {
                return Some(false);
            }
            match self.known.get(&plain) {
                Some(Some(place)) => Some(match place {
                    Place::Absent => part.is_none(),
                    Place::Span(span) => part.as_ref() == Some(span),
                    Place::Changed(_) => false,
                }),
                Some(None) | None => self.texts.with_marks.derives(text),
            }
        });
        Ok(answers.collect())
    }
}
