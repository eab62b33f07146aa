//! The parser under test, and how much it may be asked.
//!
//! Parsers that recurse refuse a nesting of some thousand, or crash. So texts with many repetitions, such as brackets
//! in brackets, are asked about when the search is over: what it found until then is known. If the answer is wrong,
//! halving finds the least number of repetitions with a wrong answer.

use crate::search_end::SearchEnd;

/// A parser under test. It can be asked any number of times.
pub trait Peer {
    /// Why the parser gives no answers.
    type Error;

    /// Asks the parser about texts, all at once. Returns for each text, in their order, whether the
    /// parser accepts it; `None` for a text that the parser cannot be asked about, such as one with a
    /// line feed if texts are lines. Such a text counts as right. A text can come more than once, also in one set: the
    /// search asks again where an answer is surprising.
    ///
    /// # Errors
    ///
    /// Returns an error if an answer is missing.
    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, Self::Error>;
}

/// The parser gave no answer. Why is kept by [`Kept`].
#[derive(Debug, Clone, Copy)]
pub(super) struct NoAnswer;

/// A parser under test, and why it gave no answer.
pub(super) struct Kept<'p, P: Peer> {
    pub(super) peer: &'p mut P,
    pub(super) error: Option<P::Error>,
}

impl<P: Peer> Peer for Kept<'_, P> {
    type Error = NoAnswer;

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, NoAnswer> {
        self.peer.ask(texts).map_err(|error| {
            self.error = Some(error);
            NoAnswer
        })
    }
}

/// A text on which the parser and the grammar disagree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// The text.
    pub text: Vec<u8>,
    /// Whether the parser accepts it. The grammar says the opposite.
    pub is_accepted: bool,
}

/// How much the search for causes may take.
#[derive(Debug, Clone)]
pub struct Budget {
    /// The extra states of the suites.
    pub extra_states: u8,
    /// The greatest number of texts that the parser is asked about.
    pub questions: u64,
    /// The greatest number of states that a learned automaton may have beyond those of its production.
    pub states: usize,
    /// Whether the disagreements are all those of the complete suite of the production, with these
    /// extra states. Then the search takes it that the parser agrees on the other texts of that suite.
    pub has_complete_suite: bool,
    /// More texts to ask the parser about, such as those that a user has. The search does not learn from a
    /// text with a character that no text of the suite can have. Other characters outside ASCII count as one
    /// if the production derives none.
    pub corpus: Vec<Vec<u8>>,
    /// Texts that parsers are known to take for a production. They are asked about as those of the corpus, which has them
    /// in their contexts.
    pub substitutes: Vec<Substitute>,
    /// The depth of [`Findings::learned`](super::Findings::learned) if the production recurses in the
    /// middle. `None` if nobody wants to know it.
    pub depth: Option<u32>,
    /// Texts to ask about when the search is over, because a parser may break on them.
    pub repeated: Vec<Repeated>,
    /// Ends the search before that.
    pub end: SearchEnd,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            extra_states: 0,
            questions: 5_000_000,
            states: 60,
            has_complete_suite: true,
            corpus: Vec::new(),
            substitutes: Vec::new(),
            depth: None,
            repeated: Vec::new(),
            end: SearchEnd::default(),
        }
    }
}

/// Texts that parsers are known to take for a production.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Substitute {
    /// The name of the production.
    pub production: String,
    /// The texts.
    pub texts: Vec<Vec<u8>>,
}

/// A text with many repetitions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repeated {
    /// The text before the repetitions.
    pub before: Vec<u8>,
    /// What is repeated.
    pub text: Vec<u8>,
    /// The text in the middle.
    pub middle: Vec<u8>,
    /// What is repeated as often after it.
    pub end: Vec<u8>,
    /// The text after the repetitions.
    pub after: Vec<u8>,
    /// The number of repetitions.
    pub times: usize,
}

impl Repeated {
    /// Returns the text with this number of repetitions.
    ///
    /// ```
    /// let brackets = rfcbnf::causes::Repeated {
    ///     before: Vec::new(),
    ///     text: b"[".to_vec(),
    ///     middle: b"0".to_vec(),
    ///     end: b"]".to_vec(),
    ///     after: Vec::new(),
    ///     times: 100_000,
    /// };
    /// assert_eq!(brackets.with(2), b"[[0]]");
    /// ```
    #[must_use]
    pub fn with(&self, times: usize) -> Vec<u8> {
        let Self {
            before,
            text,
            middle,
            end,
            after,
            ..
        } = self;
        [
            before,
            &*text.repeat(times),
            middle,
            &*end.repeat(times),
            after,
        ]
        .concat()
    }

    /// Asks about the text, and about shorter ones if the answer is wrong. Returns the shortest with a wrong
    /// answer, and its repetitions. `asks` returns whether the answer is wrong; `None` if that is not known.
    pub(super) fn shortest_wrong<E>(
        &self,
        mut asks: impl FnMut(&[u8]) -> Result<Option<bool>, E>,
    ) -> Result<Option<(Vec<u8>, usize)>, E> {
        if asks(&self.with(self.times))? != Some(true) {
            return Ok(None);
        }
        let (mut right, mut wrong) = (0, self.times);
        while wrong - right > 1 {
            let middle = right + (wrong - right) / 2;
            match asks(&self.with(middle))? {
                Some(true) => wrong = middle,
                _ => right = middle,
            }
        }
        Ok(Some((self.with(wrong), wrong)))
    }
}
