//! The answers to a suite, in its order.

use rfc1738_views::conformance::answer::Answer;

use crate::commands::conformance::suites::ChosenSuite;

/// An octet for each answer: whether the text is accepted, or that the command broke on it.
#[derive(Debug, Default)]
pub(super) struct AnswerList(Vec<u8>);

const REJECTED: u8 = 0;
const ACCEPTED: u8 = 1;
const BROKEN: u8 = 2;

impl AnswerList {
    /// Adds the answer to the next text.
    pub(super) fn push(&mut self, answer: Answer) {
        self.0.push(match answer {
            Answer::Reject(_) => REJECTED,
            Answer::Accept => ACCEPTED,
            Answer::Crashed | Answer::TimedOut => BROKEN,
        });
    }
}

/// The texts of a suite, and the answers to them, as hashes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SuiteAnswers {
    pub(super) texts: u64,
    pub(super) answers: u64,
}

/// A suite with the answers to its texts.
#[derive(Clone, Copy)]
pub(super) struct Answered<'a> {
    pub(super) suite: &'a ChosenSuite,
    pub(super) answers: &'a AnswerList,
}

impl Answered<'_> {
    /// Calls a function with each text and whether the command accepted it. Leaves out those on which it broke.
    pub(super) fn each(&self, mut each: impl FnMut(&[u8], bool)) {
        for (text, &answer) in self.suite.texts_on_lines().zip(&self.answers.0) {
            if answer != BROKEN {
                each(&text, answer == ACCEPTED);
            }
        }
    }

    /// Returns a hash of the texts, and one of the answers.
    pub(super) fn hashes(&self) -> SuiteAnswers {
        let texts = self.suite.texts_on_lines().fold(OFFSET, |hash, text| {
            fnv(fnv(hash, text.iter().copied()), [b'\n'])
        });
        SuiteAnswers {
            texts,
            answers: fnv(OFFSET, self.answers.0.iter().copied()),
        }
    }
}

/// The hash of nothing.
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a with 64 bits, <http://www.isthe.com/chongo/tech/comp/fnv/>.
fn fnv(hash: u64, octets: impl IntoIterator<Item = u8>) -> u64 {
    octets.into_iter().fold(hash, |hash, octet| {
        (hash ^ u64::from(octet)).wrapping_mul(0x0100_0000_01b3)
    })
}
