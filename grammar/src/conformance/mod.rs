//! Complete conformance suites: texts that every faulty acceptor of a production fails.
//!
//! # The theorem
//!
//! Let *M* be the minimal complete automaton of a production over the alphabet of the suite: the
//! ASCII characters without CR and LF, and `é`, which stands for all that are not ASCII. No
//! production derives CR, LF or a character outside ASCII, so what they lead to is the *sink*,
//! the state that completes no word; it counts as a state. Let *n* be the number of states.
//!
//! > Every acceptor with at most *n* + *K* states that accepts other texts over that alphabet
//! > than the production derives gives a wrong verdict on at least one text of the suite with *K*
//! > extra states. For *K* = 0 nothing more is assumed. For *K* ≥ 1 it is assumed that the
//! > acceptor does not tell characters of one class of the automaton apart.
//!
//! The suite is that of the HSI method: the access word of a state, an infix, and a word that
//! identifies the state which these two lead to. Verdicts are those on whole texts: nothing is
//! assumed to be seen of an acceptor while it reads, so a text that others begin with is a text
//! of its own.
//!
//! - *Access words* A(*s*): a shortest word that leads to the state *s*, of the start the empty
//!   one.
//! - *Infixes*: all words of at most *K* + 1 characters. One character is every character of the
//!   alphabet; in longer infixes, one member of each class stands for the others, and they take
//!   turns. Infixes that begin with the last step of an access word are left out: with A(*s*) they
//!   make A(*t*) and a shorter infix.
//! - *Identifiers* H(*s*): words such that for any two states *s* and *t* there is one in both
//!   H(*s*) and H(*t*) that leads from one of the two to an accepting state, and from the other
//!   to one that is not. Each holds the empty word.
//!
//! The texts are A(*s*) *x* *h* for all states *s*, all infixes *x*, and all *h* in
//! H(δ(A(*s*) *x*)), where δ(*u*) is the state to which *u* leads.
//!
//! *Proof.* Let *N* be an acceptor with at most *n* + *K* states that gives the right verdicts;
//! δ′(*u*) is its state after *u*. Let V(*i*) be the words A(*s*) *x* with *x* of at most *i*
//! characters, any members of the classes: where these are more than the suite has, neither *M*
//! nor, by the assumption, *N* distinguishes them.
//!
//! 1. Where *u* and *v* in V(*K* + 1) lead *M* to different states, they lead *N* to different
//!    states: an *h* that is in the identifiers of both states tells them apart, the texts *uh*
//!    and *vh* are in the suite, and *N* gives the right, different verdicts on them.
//! 2. So V(0) leads *N* to *n* states or more. Each V(*i* + 1) leads it to all states to which
//!    V(*i*) does, and to more, or else V(*i*) leads it to all that it can reach. As there are at
//!    most *n* + *K*, V(*K*) leads it to all that it can reach.
//! 3. Let φ take a state δ′(*u*) with *u* in V(*K* + 1) to δ(*u*); by 1, it does not depend on
//!    *u*. It takes the start to the start. For a state *q* = δ′(*u*) with *u* in V(*K*), which
//!    by 2 is any state, and a character *c*, the word *uc* is in V(*K* + 1), so φ takes the state
//!    after *q* and *c* to the state after φ(*q*) and *c*.
//! 4. *N* accepts *u* in V(*K*) exactly where *M* does, since *u* with the empty word is in the
//!    suite. So *q* accepts exactly where φ(*q*) does, and by 3, *N* accepts what *M* does. ∎
//!
//! # Sizes
//!
//! The states with the sink, the classes of characters, and the number of texts:
//!
//! | production | states | classes | *K* = 0 | *K* = 1 | *K* = 2 |
//! |---|---:|---:|---:|---:|---:|
//! | url | 290 | 38 | 625,626 | 7,444,695 | too large |
//! | otherurl | 39 | 21 | 83,262 | 411,668 | 6,195,120 |
//! | ftpurl | 53 | 22 | 81,276 | 368,365 | 7,084,714 |
//! | gopherurl | 28 | 16 | 37,572 | 109,059 | 1,308,045 |
//! | httpurl | 29 | 14 | 32,988 | 83,160 | 812,757 |
//! | hostport | 16 | 6 | 6,858 | 8,499 | 17,800 |
//! | host | 14 | 5 | 5,122 | 5,980 | 9,754 |
//! | search | 4 | 4 | 937 | 1,038 | 1,451 |
//! | port | 3 | 2 | 742 | 757 | 788 |
//! | all 67 | | | 1,358,654 | 9,595,258 | too large |
//!
//! Most of *K* = 0 is single characters: a few of them at a state lead to other states, and for
//! all others, a text has to show for each other state that they do not lead there.
//!
//! # References
//!
//! - T. S. Chow: Testing software design modeled by finite-state machines. IEEE Transactions on
//!   Software Engineering 4(3), 1978, 178–187 (the W method, extra states).
//! - S. Fujiwara, G. v. Bochmann, F. Khendek, M. Amalou, A. Ghedamsi: Test selection based on
//!   finite state models. IEEE Transactions on Software Engineering 17(6), 1991, 591–603 (Wp).
//! - G. Luo, A. Petrenko, G. v. Bochmann: Selecting test sequences for partially-specified
//!   nondeterministic finite state machines. Protocol Test Systems VII, 1994, 95–110 (HSI).

mod case;
mod completed;
mod identifiers;
mod prefixes;

use thiserror::Error;

use crate::automaton::Automaton;
pub use case::{Case, Rejection};
use completed::Completed;
use identifiers::Identifiers;
use prefixes::{Prefix, Prefixes};

/// The greatest number of texts of a suite.
pub const LIMIT: u64 = 100_000_000;

/// The texts that tell a production from every acceptor with few enough states.
///
/// ```
/// use rfcbnf::automaton::Automaton;
/// use rfcbnf::conformance::Suite;
///
/// let grammar = rfcbnf::read("port = 1*digit\ndigit = \"0\" | \"1\"\n")?;
/// let port = Automaton::new(&grammar, "port")?;
/// let suite = Suite::new(&port, 0)?;
/// let forgets_one = |text: &str| !text.is_empty() && text.chars().all(|digit| digit == '0');
/// assert!(suite.cases().any(|case| case.is_word() != forgets_one(case.text())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Suite<'a> {
    automaton: &'a Automaton,
    completed: Completed,
    identifiers: Identifiers,
    extra_states: u8,
}

/// A suite would have more than [`LIMIT`] texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{}{texts} texts are needed, and {LIMIT} are the most that are made", if *.texts == u64::MAX { "more than " } else { "" })]
pub struct SuiteTooLarge {
    texts: u64,
}

impl<'a> Suite<'a> {
    /// The suite against which no acceptor that differs passes if it has at most that many
    /// states more than the minimal automaton, the sink counted. Makes no texts yet.
    ///
    /// Takes time in proportion to the number of classes and to the square of that of states.
    ///
    /// # Errors
    ///
    /// [`SuiteTooLarge`], where there are more than [`LIMIT`] texts.
    pub fn new(automaton: &'a Automaton, extra_states: u8) -> Result<Self, SuiteTooLarge> {
        let completed = Completed::new(automaton);
        let suite = Self {
            automaton,
            identifiers: Identifiers::new(&completed),
            completed,
            extra_states,
        };
        let lengths = 0..=suite.longest();
        let texts = lengths.map(|length| suite.with_duplicates(length));
        let texts = texts.fold(0, u64::saturating_add);
        if texts > LIMIT {
            return Err(SuiteTooLarge { texts });
        }
        Ok(suite)
    }

    /// The number of states of the minimal complete automaton: the sink is one of them.
    #[must_use]
    pub fn states(&self) -> usize {
        self.completed.states()
    }

    /// The number of texts. Takes time in proportion to the texts of the suite with one extra
    /// state less.
    #[must_use]
    pub fn size(&self) -> u64 {
        let longest = self.longest();
        let shorter = (0..longest).flat_map(|length| self.of_length(length));
        shorter.count() as u64 + self.with_duplicates(longest)
    }

    /// The texts, each once: first the access words with their identifiers, then those with
    /// infixes, the shortest infixes first. Made one at a time, always in the same order.
    pub fn texts(&self) -> impl Iterator<Item = String> {
        (0..=self.longest()).flat_map(|length| self.of_length(length))
    }

    /// The texts in the same order with what is right about them.
    pub fn cases(&self) -> impl Iterator<Item = Case> {
        self.texts().map(|text| Case::new(self.automaton, text))
    }

    fn longest(&self) -> usize {
        usize::from(self.extra_states) + 1
    }

    fn prefixes(&self) -> Prefixes<'_> {
        Prefixes::new(&self.completed, self.longest())
    }

    /// The number of texts with infixes of that length, if none were among the others.
    fn with_duplicates(&self, length: usize) -> u64 {
        let counts = self.prefixes().count(length);
        let states = counts.into_iter().enumerate();
        states.fold(0, |sum, (state, count)| {
            let words = self.identifiers.of(state).len() as u64;
            sum.saturating_add(count.saturating_mul(words))
        })
    }

    /// The texts with infixes of that length, without those that are among the texts with
    /// longer prefixes as well.
    fn of_length(&self, length: usize) -> impl Iterator<Item = String> {
        self.prefixes()
            .into_those_of_length(length)
            .flat_map(move |(text, prefix)| {
                let words = self.identifiers.of(prefix.state).iter();
                words
                    .filter(move |word| !self.is_duplicate(prefix, word))
                    .map(move |word| format!("{text}{word}"))
            })
    }

    /// Whether the text also consists of a longer prefix and a word that identifies its state.
    fn is_duplicate(&self, prefix: Prefix, word: &str) -> bool {
        let prefixes = self.prefixes();
        let mut prefix = Some(prefix);
        word.char_indices().any(|(place, character)| {
            let rest = &word[place + character.len_utf8()..];
            prefix = prefix.and_then(|prefix| prefixes.longer(prefix, character));
            prefix.is_some_and(|prefix| self.identifiers.holds(prefix.state, rest))
        })
    }
}

impl SuiteTooLarge {
    /// How many texts there would be, counted before duplicates are left out; [`u64::MAX`]
    /// where there are more than that.
    #[must_use]
    pub fn texts(&self) -> u64 {
        self.texts
    }
}
