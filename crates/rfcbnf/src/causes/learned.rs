//! What a parser accepts as a whole, in a form that a file can keep.
//!
//! The automaton is minimal, and its states are always numbered in the same way: two of them accept the same
//! texts if their tables are equal.

use std::fmt::Write as _;

use super::id::{named, octets_of};
use super::texts;
use crate::automaton::{Automaton, DfaState, Work};
use crate::conformance::{Alphabet, Suite, SuiteTooLarge};
use crate::octets::OctetSet;

/// The greatest number of states of a table.
const STATES: usize = 100_000;

/// All texts that a parser accepts, as far as a search that was not cut short has learned it: the grammar with
/// all causes in it, or the grammar itself if there are none. Limits of length are not in it.
///
/// ```
/// use std::convert::Infallible;
///
/// use rfcbnf::causes::{self, Budget, Learned, Peer};
///
/// /// A parser of port numbers that is right.
/// struct Port;
///
/// impl Peer for Port {
///     type Error = Infallible;
///
///     fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, Infallible> {
///         let is_port = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
///         Ok(texts.iter().map(|text| Some(is_port(text))).collect())
///     }
/// }
///
/// let grammar = rfcbnf::read("port = 1*%x30-39\n")?;
/// let findings = causes::find(&grammar, "port", &[], &mut Port, &Budget::default())?;
/// let learned = findings.learned.expect("the search was not cut short");
/// assert!(learned.accepts(b"80") && !learned.accepts(b""));
/// let table = learned.table();
/// assert_eq!(table.classes, ["0..9"]);
/// assert_eq!(table.states, ["- 1", "+ 1"]);
/// assert_eq!(Learned::read(&table)?.difference(&learned), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Learned {
    /// It reads input symbols.
    automaton: Automaton,
    alphabet: Alphabet,
}

/// The automaton as lines of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LearnedTable {
    /// The octets that texts of suites consist of: `a..z,x2e`. If none is above 80, that one represents all
    /// characters outside ASCII.
    pub letters: String,
    /// The classes of octets that lead from each state to the same one.
    pub classes: Vec<String>,
    /// For each state, from the start on, `+` if a text may end there and `-` if not, and the number of the
    /// state to which each class leads; `-` if no text goes on so. `-*3` is three times `-`.
    pub states: Vec<String>,
}

impl Learned {
    pub(super) fn new(automaton: Automaton, alphabet: Alphabet) -> Self {
        Self {
            automaton,
            alphabet,
        }
    }

    /// Returns the texts of a production to a depth.
    pub(super) fn of(automaton: Automaton) -> Self {
        Self {
            alphabet: Alphabet::of(&automaton),
            automaton,
        }
    }

    /// Returns whether the parser accepts the text.
    #[must_use]
    pub fn accepts(&self, text: &[u8]) -> bool {
        self.automaton.accepts(&self.alphabet.symbols_of(text))
    }

    /// Returns the shortest text that only one of the two accepts.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<Vec<u8>> {
        let [one, two] = [&self.automaton, &other.automaton];
        let both = [one.difference(two), two.difference(one)].into_iter();
        let symbols = texts::shortest(both.flatten())?;
        let known = self.alphabet.symbols();
        let symbol = |symbol: u8| {
            let is_known = symbol.is_ascii() || known.contains(&symbol);
            if is_known { symbol } else { 0x80 }
        };
        let symbols: Vec<u8> = symbols.into_iter().map(symbol).collect();
        Some(self.alphabet.spelled(&symbols))
    }

    /// Plans the complete suite of the automaton: a parser that gives the same answers to it and accepts other
    /// texts has more than `extra_states` states more.
    ///
    /// # Errors
    ///
    /// Returns [`SuiteTooLarge`] if the suite has too many texts.
    pub fn suite(&self, extra_states: u8) -> Result<Suite<'_>, SuiteTooLarge> {
        Suite::over(self.alphabet.clone(), &self.automaton, extra_states)
    }

    /// Returns the automaton as text.
    #[must_use]
    pub fn table(&self) -> LearnedTable {
        let automaton = &self.automaton;
        // Octets that lead nowhere are in no class.
        let leads = |class: usize| {
            let mut states = automaton.states();
            states.any(|state| automaton.step_by_class(state, class).is_some())
        };
        let classes = automaton.classes().iter().enumerate();
        let classes = classes.filter(|(class, _)| leads(*class));
        let classes: Vec<(usize, OctetSet)> = classes.map(|(index, set)| (index, *set)).collect();
        let states = automaton.states().map(|state| {
            let mark = if automaton.is_accepting(state) {
                "+"
            } else {
                "-"
            };
            let mut row = mark.to_owned();
            let targets = classes.iter().map(|&(class, _)| {
                let next = automaton.step_by_class(state, class);
                next.map(DfaState::number)
            });
            let targets: Vec<Option<usize>> = targets.collect();
            for same in targets.chunk_by(|one, other| one == other) {
                // Writing to a string cannot fail.
                let _ = match same[0] {
                    Some(number) => write!(row, " {number}"),
                    None => write!(row, " -"),
                };
                if same.len() > 1 {
                    let _ = write!(row, "*{}", same.len());
                }
            }
            row
        });
        LearnedTable {
            letters: named(self.alphabet.symbols().iter().copied().collect()),
            classes: classes.iter().map(|(_, class)| named(*class)).collect(),
            states: states.collect(),
        }
    }

    /// Reads what [`table`](Self::table) returns.
    ///
    /// # Errors
    ///
    /// Returns a sentence about what is wrong with the table.
    pub fn read(table: &LearnedTable) -> Result<Self, String> {
        let symbols = octets_of(&table.letters).ok_or("`letters` are no ranges of octets")?;
        let mut classes = Vec::new();
        let mut taken = OctetSet::EMPTY;
        for (number, class) in table.classes.iter().enumerate() {
            let octets = octets_of(class);
            let octets = octets.ok_or_else(|| format!("class {number} is no range of octets"))?;
            if octets.without(taken) != octets {
                return Err(format!("class {number} has octets of another class"));
            }
            taken |= octets;
            classes.push(octets);
        }
        if table.states.is_empty() || table.states.len() > STATES {
            return Err(format!("`states` has none, or more than {STATES}"));
        }
        let mut accepting = Vec::new();
        let mut steps = Vec::new();
        for (number, row) in table.states.iter().enumerate() {
            let (is_accepting, targets) = read_row(row, classes.len(), table.states.len())
                .ok_or_else(|| format!("the row of state {number} cannot be read"))?;
            accepting.push(is_accepting);
            steps.push(targets);
        }
        let mut all = classes.clone();
        all.push(OctetSet::ALL.without(taken));
        all.retain(|class| !class.is_empty());
        let class_of = |octet| classes.iter().position(|class| class.contains(octet));
        let automaton = Automaton::of_states(
            all,
            0,
            &|&state| accepting[state],
            &|&state: &usize, octet| steps[state][class_of(octet)?],
            &Work::new(),
        );
        let ends = OctetSet::single(b'\r') | OctetSet::single(b'\n');
        let ends = symbols.without(symbols.without(ends));
        let derived = if symbols.contains(u8::MAX) {
            ends | OctetSet::single(u8::MAX)
        } else {
            ends
        };
        Ok(Self {
            automaton: automaton.map_err(|_| "the automaton is too large".to_owned())?,
            alphabet: Alphabet::of_octets(derived),
        })
    }
}

/// Returns whether a text may end in the state, and where each class leads.
fn read_row(row: &str, classes: usize, states: usize) -> Option<(bool, Vec<Option<usize>>)> {
    let mut words = row.split(' ');
    let is_accepting = match words.next()? {
        "+" => true,
        "-" => false,
        _ => return None,
    };
    let mut targets = Vec::with_capacity(classes);
    for word in words {
        let (target, times) = match word.split_once('*') {
            Some((target, times)) => (target, times.parse().ok()?),
            None => (word, 1),
        };
        let target = match target {
            "-" => None,
            number => Some(number.parse().ok().filter(|&number| number < states)?),
        };
        if times > classes - targets.len() {
            return None;
        }
        targets.extend(std::iter::repeat_n(target, times));
    }
    (targets.len() == classes).then_some((is_accepting, targets))
}
