//! Texts with many repetitions, such as brackets in brackets.
//!
//! Parsers that recurse refuse a nesting of some thousand, or crash. So these texts are asked about when the
//! search is over: what it found until then is known. If the answer is wrong, halving finds the least number of
//! repetitions with a wrong answer.

/// A text with many repetitions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repeated {
    /// The text before the repetitions.
    pub before: Vec<u8>,
    /// What is repeated.
    pub text: Vec<u8>,
    /// The text in the middle.
    pub middle: Vec<u8>,
    /// What is repeated as often behind it.
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
    /// answer. `asks` returns whether the answer is wrong; `None` if that is not known.
    pub(super) fn shortest_wrong<E>(
        &self,
        mut asks: impl FnMut(&[u8]) -> Result<Option<bool>, E>,
    ) -> Result<Option<Vec<u8>>, E> {
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
        Ok(Some(self.with(wrong)))
    }
}
