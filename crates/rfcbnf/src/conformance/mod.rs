//! Complete conformance suites: texts that every faulty acceptor with few enough states fails.
//!
//! ```
//! use rfcbnf::automaton::Automaton;
//! use rfcbnf::conformance::Suite;
//!
//! let grammar = rfcbnf::read("sign = [ \"-\" ] \"1\"\n")?;
//! let sign = Automaton::new(&grammar, "sign")?;
//! let suite = Suite::new(&sign, 0)?;
//! // A parser that accepts every text fails some case.
//! assert!(suite.cases().any(|case| !case.is_word()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The theorem
//!
//! The *alphabet* of a suite has the ASCII characters. It has CR only if a text of the production
//! contains CR, and LF only if one contains LF. If a text contains an octet above 7F, all of these
//! octets are characters of the alphabet; if none does, a single character `é` represents all
//! characters outside ASCII. So the alphabet depends on the production, and texts over it need
//! not be UTF-8.
//!
//! Let *M* be the minimal complete automaton of the production over that alphabet. A character
//! that no text contains leads to the *sink*, the state from which no text is accepted. It counts
//! as a state. Let *n* be the number of states.
//!
//! > Every acceptor with at most *n* + *K* states that accepts other texts over that alphabet
//! > than the production derives gives a wrong verdict on at least one text of the suite with *K*
//! > extra states. For *K* = 0 nothing more is assumed. For *K* ≥ 1 it is assumed that the
//! > acceptor does not tell characters of one class of the automaton apart.
//!
//! The suite is that of the HSI method. A text is the access text of a state, an infix, and a text
//! that identifies the state to which these two lead. Verdicts are on whole texts: the theorem
//! assumes nothing about an acceptor while it reads, so a prefix of a text is a text of its own.
//!
//! - *Access texts* A(*s*): a shortest text that leads to the state *s*. That of the start is
//!   empty.
//! - *Infixes*: all texts of at most *K* + 1 characters. An infix of one character is any character
//!   of the alphabet. In longer infixes, one member represents each class, and the members take
//!   turns. An infix that begins with the last step of an access text is left out: A(*s*) and the
//!   infix are A(*t*) and a shorter infix.
//! - *Identifiers* H(*s*): texts such that for any two states *s* and *t*, one text in both H(*s*)
//!   and H(*t*) leads exactly one of the two to an accepting state. Each contains the empty text.
//!
//! The texts are A(*s*) *x* *h* for all states *s*, all infixes *x*, and all *h* in
//! H(δ(A(*s*) *x*)), where δ(*u*) is the state of *M* after *u*.
//!
//! *Proof.* Let *N* be an acceptor with at most *n* + *K* states that gives the right verdicts;
//! δ′(*u*) is its state after *u*. Let V(*i*) be the texts A(*s*) *x* with *x* of at most *i*
//! characters, any members of the classes. If these are more than the suite has, neither *M* nor,
//! by the assumption, *N* distinguishes them.
//!
//! 1. If *u* and *v* in V(*K* + 1) lead *M* to different states, they lead *N* to different states:
//!    an *h* in the identifiers of both states tells them apart, the texts *uh* and *vh* are in the
//!    suite, and *N* gives the right, different verdicts on them.
//! 2. So V(0) leads *N* to at least *n* states. Each V(*i* + 1) leads it to all states to which
//!    V(*i*) does, and to more, unless V(*i*) leads it to every reachable state. *N* has at most
//!    *n* + *K* states, so V(*K*) leads it to every reachable state.
//! 3. Let φ map a state δ′(*u*) with *u* in V(*K* + 1) to δ(*u*); by 1, it does not depend on *u*.
//!    It maps the start to the start. Take a state *q* = δ′(*u*) with *u* in V(*K*), which by 2 is
//!    any reachable state, and a character *c*. The text *uc* is in V(*K* + 1), so φ maps the state
//!    after *q* and *c* to the state after φ(*q*) and *c*.
//! 4. *N* accepts *u* in V(*K*) exactly if *M* does, since *u* followed by the empty text is in the
//!    suite. So *q* accepts exactly if φ(*q*) does, and by 3, *N* accepts what *M* accepts. ∎
//!
//! [`KeptApart`] has a theorem about suites with more states than *M*.
//!
//! # An example
//!
//! For `sign = [ "-" ] "1"`, *n* is 4. The suite for *K* = 0 has 1,013 texts. These are the ones of the
//! characters `-` and `1`, and of `x`, which stands for the 125 others:
//!
//! | state after | identifiers | texts |
//! |---|---|---|
//! | the empty text | empty, `1`, `-1` | empty, `1`, `-1`, `x`, `x1` |
//! | `-` | empty, `1`, `-1` | `-`, `-1`, `--1`, `--`, `-x`, `-x1` |
//! | `1` | empty | `1-`, `1-1`, `11`, `111`, `1x`, `1x1` |
//! | `x`, the sink | empty, `1` | all texts that begin with `x` and that another row does not have |
//!
//! A parser that accepts any number of signs fails `--1`: after the access text `-`, the infix `-` leads to
//! the sink, and the identifier `1` tells it from the state after `-`.
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
//! For *K* = 0, most texts test single characters. A few characters lead from a state to other
//! states. For each of the others, a text has to show for each other state that it does not lead
//! there.
//!
//! # References
//!
//! - T. S. Chow: Testing software design modeled by finite-state machines. IEEE Transactions on
//!   Software Engineering 4(3), 1978, 178–187 (the W method, extra states).
//! - S. Fujiwara, G. v. Bochmann, F. Khendek, M. Amalou, A. Ghedamsi: Test selection based on
//!   finite state models. IEEE Transactions on Software Engineering 17(6), 1991, 591–603 (Wp).
//! - G. Luo, A. Petrenko, G. v. Bochmann: Selecting test sequences for partially-specified
//!   nondeterministic finite state machines. Protocol Test Systems VII, 1994, 95–110 (HSI).

mod alphabet;
mod apart;
mod by_production;
mod case;
mod completed;
mod coverage;
mod identifiers;
mod prefixes;
mod quick;

pub use crate::rejection::Rejection;
pub(crate) use alphabet::Alphabet;
pub use apart::KeptApart;
pub use by_production::ProductionSuite;
pub(crate) use by_production::{Context, contexts};
pub use case::Case;
pub use coverage::{Coverage, Missing, NewUse, NewUseKind};
pub use quick::QuickSuite;

use std::borrow::Cow;

use thiserror::Error;

use crate::automaton::{Automaton, AutomatonError};
use crate::recognizer::{ParserError, Recognizer, Undecided};
use crate::sentences::RecursiveSentencesError;
use crate::syntax::{Encoding, Grammar};
use case::Subject;
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
/// let forgets_one = |text: &[u8]| !text.is_empty() && text.iter().all(|&digit| digit == b'0');
/// assert!(suite.cases().any(|case| case.is_word() != forgets_one(case.text())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Suite<'a> {
    automaton: Cow<'a, Automaton>,
    alphabet: Alphabet,
    completed: Completed,
    identifiers: Identifiers,
    extra_states: u8,
    /// The encoding of the grammar, as far as it is known.
    encoding: Encoding,
    /// The depth, if the automaton is that of the texts to this depth.
    depth: Option<u32>,
    /// Gives the verdicts if the automaton does not.
    judge: Option<Recognizer>,
}

/// The error for a suite of more than [`LIMIT`] texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{}, and the limit is {LIMIT}", needed(*.texts))]
pub struct SuiteTooLarge {
    texts: u64,
}

impl<'a> Suite<'a> {
    /// Plans the suite that every wrong acceptor fails if it has at most `extra_states` more states
    /// than the minimal automaton, including the sink. Makes no texts yet.
    ///
    /// Its time is proportional to the number of classes and to the square of the number of states.
    ///
    /// # Errors
    ///
    /// Returns [`SuiteTooLarge`] if the suite has more than [`LIMIT`] texts.
    pub fn new(automaton: &'a Automaton, extra_states: u8) -> Result<Self, SuiteTooLarge> {
        Self::over(Alphabet::of(automaton), automaton, extra_states)
    }

    /// Plans the suite over this alphabet, as [`Self::new`] does over that of the automaton. The automaton
    /// reads input symbols.
    pub(crate) fn over(
        alphabet: Alphabet,
        automaton: &'a Automaton,
        extra_states: u8,
    ) -> Result<Self, SuiteTooLarge> {
        Self::planned(alphabet, Cow::Borrowed(automaton), extra_states)
    }

    fn planned(
        alphabet: Alphabet,
        automaton: Cow<'a, Automaton>,
        extra_states: u8,
    ) -> Result<Self, SuiteTooLarge> {
        let completed = Completed::new(&automaton, &alphabet);
        Self::of_states((alphabet, completed), automaton, extra_states)
    }

    /// Plans the suite of an automaton with these states, which can be equivalent.
    fn of_states(
        (alphabet, completed): (Alphabet, Completed),
        automaton: Cow<'a, Automaton>,
        extra_states: u8,
    ) -> Result<Self, SuiteTooLarge> {
        let suite = Self {
            automaton,
            alphabet,
            identifiers: Identifiers::new(&completed),
            completed,
            extra_states,
            encoding: Encoding::Octets,
            depth: None,
            judge: None,
        };
        let lengths = 0..=suite.longest();
        let texts = lengths.map(|length| suite.with_duplicates(length));
        let texts = texts.fold(0, u64::saturating_add);
        if texts > LIMIT {
            return Err(SuiteTooLarge { texts });
        }
        Ok(suite)
    }

    /// Returns the number of states of the minimal complete automaton, including the sink. With
    /// [`KeptApart`], it is the number of states of the larger automaton.
    #[must_use]
    pub fn states(&self) -> usize {
        self.completed.states()
    }

    /// Returns the number of texts. Its time is proportional to the number of texts of the suite
    /// with one extra state less.
    #[must_use]
    pub fn size(&self) -> u64 {
        let longest = self.longest();
        let shorter = (0..longest).flat_map(|length| self.of_length(length));
        shorter.count() as u64 + self.with_duplicates(longest)
    }

    /// Returns the automaton whose states the texts tell apart.
    #[must_use]
    pub fn automaton(&self) -> &Automaton {
        &self.automaton
    }

    /// Returns the texts, each once: first the access texts with their identifiers, then those with
    /// infixes, the shortest infixes first. The order is always the same.
    pub fn texts(&self) -> impl Iterator<Item = Vec<u8>> {
        (0..self.parts()).flat_map(|part| self.part(part))
    }

    /// Returns the number of parts into which [`Self::texts`] can be divided.
    #[must_use]
    pub fn parts(&self) -> usize {
        (self.longest() + 1).saturating_mul(self.states())
    }

    /// Returns the texts of one part: those that begin with the access text of one state and have
    /// infixes of one length. The parts from 0 in order have the texts in order, so a program can
    /// stop after a part and go on later. A part can be empty.
    pub fn part(&self, part: usize) -> impl Iterator<Item = Vec<u8>> {
        let (length, state) = (part / self.states(), part % self.states());
        self.of_state(length, state)
            .map(|symbols| self.alphabet.spelled(&symbols))
    }

    /// Returns the input symbols of the texts, in the same order.
    pub(crate) fn symbols(&self) -> impl Iterator<Item = Vec<u8>> {
        (0..=self.longest()).flat_map(|length| self.of_length(length))
    }

    /// Returns the texts in the same order, with the right verdicts. A text that is [`Undecided`] is left out.
    pub fn cases(&self) -> impl Iterator<Item = Case> {
        self.texts().filter_map(|text| self.case(text).ok())
    }

    /// Returns a text with the right verdict.
    ///
    /// # Errors
    ///
    /// Returns [`Undecided`] if the production recurses and the text takes more than a limit of the recognizer, or
    /// if all derivations of the text use a production with a [length](crate::syntax::Production::length).
    pub fn case(&self, text: Vec<u8>) -> Result<Case, Undecided> {
        match &self.judge {
            Some(recognizer) => Case::recognized(recognizer, text),
            None => Ok(Case::new(&self.automaton, self.encoding, text)),
        }
    }

    fn longest(&self) -> usize {
        usize::from(self.extra_states) + 1
    }

    fn prefixes(&self) -> Prefixes<'_> {
        Prefixes::new(&self.completed, self.longest())
    }

    /// Returns the number of texts with infixes of that length, counting duplicates.
    fn with_duplicates(&self, length: usize) -> u64 {
        let counts = self.prefixes().count(length);
        let states = counts.into_iter().enumerate();
        states.fold(0, |sum, (state, count)| {
            let texts = self.identifiers.of(state).len() as u64;
            sum.saturating_add(count.saturating_mul(texts))
        })
    }

    /// Returns the symbols of the texts with infixes of that length, without those texts that
    /// longer prefixes yield too.
    fn of_length(&self, length: usize) -> impl Iterator<Item = Vec<u8>> {
        (0..self.states()).flat_map(move |state| self.of_state(length, state))
    }

    /// Returns those of the symbols that begin with the access text of the state.
    fn of_state(&self, length: usize, state: usize) -> impl Iterator<Item = Vec<u8>> {
        self.prefixes()
            .into_those_of(length, state)
            .flat_map(move |(text, prefix)| {
                let texts = self.identifiers.of(prefix.state).iter();
                texts
                    .filter(move |ending| !self.is_duplicate(prefix, ending))
                    .map(move |ending| [text.as_slice(), ending].concat())
            })
    }

    /// Returns whether the text also consists of a longer prefix and a text that identifies its
    /// state.
    fn is_duplicate(&self, prefix: Prefix, ending: &[u8]) -> bool {
        let prefixes = self.prefixes();
        let mut prefix = Some(prefix);
        ending.iter().enumerate().any(|(offset, &symbol)| {
            let rest = &ending[offset + 1..];
            prefix = prefix.and_then(|prefix| prefixes.longer(prefix, symbol));
            prefix.is_some_and(|prefix| self.identifiers.holds(prefix.state, rest))
        })
    }
}

impl SuiteTooLarge {
    /// Returns the number of texts, including duplicates; [`u64::MAX`] if there are more.
    #[must_use]
    pub fn texts(&self) -> u64 {
        self.texts
    }
}

fn needed(texts: u64) -> String {
    if texts == u64::MAX {
        "more texts are needed than a 64-bit number counts".to_owned()
    } else {
        format!("{texts} texts are needed")
    }
}

/// Why a production has no suite.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SuiteError {
    /// The production has no automaton, or it is too large.
    #[error(transparent)]
    Automaton(#[from] AutomatonError),
    /// The production has no recognizer.
    #[error(transparent)]
    Recognizer(#[from] ParserError),
    /// The production has no texts to make.
    #[error(transparent)]
    Sentences(#[from] RecursiveSentencesError),
    /// The body of a production refers to too many productions for a suite by productions.
    #[error("production `{production}` refers to too many productions for a suite by productions")]
    TooManyReferences {
        /// The production.
        production: String,
    },
    /// A suite by productions has too many texts.
    #[error("the suite has more than {most} texts; name a smaller production")]
    TooManyTexts {
        /// The greatest number of texts.
        most: usize,
    },
    /// The texts of a suite by productions are too long.
    #[error("the texts of the suite have more than {most} octets; name a smaller production")]
    TooManyOctets {
        /// The greatest number of octets.
        most: usize,
    },
    /// The suite has too many texts.
    #[error(transparent)]
    TooLarge(#[from] SuiteTooLarge),
}

impl Suite<'static> {
    /// Plans the suite of a production, as [`Suite::new`] does. If the production recurses in the
    /// middle, the suite is that of its texts with a derivation to the depth
    /// ([`Grammar::to_depth`]). It has deeper texts, too, so a recognizer gives the verdicts.
    ///
    /// # Errors
    ///
    /// Returns [`SuiteError`] if the production does not exist, if it has an obstacle other than
    /// recursion or derives no text, or if anything is too large.
    ///
    /// ```
    /// use rfcbnf::conformance::Suite;
    ///
    /// let grammar = rfcbnf::read("pair = \"(\" [ pair ] \")\"\n")?;
    /// let suite = Suite::to_depth(&grammar, "pair", 1, 2)?;
    /// assert_eq!(suite.depth(), Some(1));
    /// assert!(suite.cases().any(|case| case.is_word() && case.text() == b"((()))"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_depth(
        grammar: &Grammar,
        production: &str,
        depth: u32,
        extra_states: u8,
    ) -> Result<Self, SuiteError> {
        let subject = Subject::of(grammar, production)?;
        let automaton = Automaton::to_depth(grammar, subject.name, depth)?;
        let alphabet = Alphabet::of(&automaton);
        let mut suite = Self::planned(alphabet, Cow::Owned(automaton), extra_states)?;
        suite.encoding = grammar.encoding;
        suite.depth = subject.recurses.then_some(depth);
        suite.judge = subject.recognizer(grammar)?;
        Ok(suite)
    }
}

impl Suite<'_> {
    /// Returns the depth of the texts whose suite this is, if the production recurses in the middle;
    /// `None` if the suite is that of all its texts.
    #[must_use]
    pub fn depth(&self) -> Option<u32> {
        self.depth
    }
}
