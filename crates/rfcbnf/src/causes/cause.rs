//! What the search for causes finds.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::changes::Position;
use super::learned::Learned;
use super::limits::Limits;
use super::peer::NoAnswer;
use crate::automaton::{Automaton, Work};
use crate::conformance::Alphabet;
use crate::octets::OctetSet;
use crate::syntax::{Encoding, Grammar};

/// The greatest number of examples of a cause, and of a group.
pub(super) const EXAMPLES: usize = 5;

/// Everything that the search found.
#[derive(Debug, Clone)]
pub struct Findings<E> {
    /// The causes, those with the most texts first.
    pub causes: Vec<Cause>,
    /// The number of disagreements that stay after any single cause is repaired: they have several.
    pub several: u64,
    /// What the parser accepts, as far as the causes say: the automaton of the grammar with all of
    /// them in it but limits of length ([`Position::Length`]). `None` if the search found nothing.
    pub parser: Option<Automaton>,
    /// The grammar as the parser reads it, as far as the causes say: with what was learned in place of each part at
    /// fault. Limits of length, IP addresses in brackets and octets that are ignored are not in it. `None` if an
    /// expression would be too long.
    pub grammar: Option<Grammar>,
    /// All that the parser accepts, for a baseline. If the production recurses in the middle, the texts to
    /// [`Budget::depth`](super::Budget::depth). `None` if the search was stopped or ended, or if the automaton
    /// is too large.
    pub learned: Option<Learned>,
    /// The disagreements that no cause explains, the rare groups first. Empty if the conclusion is
    /// [`Conclusion::Explained`].
    pub unexplained: Vec<Unexplained>,
    /// The number of texts that the parser was asked about, beside the suite.
    pub questions: u64,
    /// The number of times that it was asked.
    pub rounds: u64,
    /// How far the causes explain the parser.
    pub conclusion: Conclusion<E>,
    /// The texts to which the parser gave different answers, the shortest first. The answer of most times counts
    /// in the causes. If there are any, the conclusion is [`Conclusion::Contradicted`].
    pub flaky: Vec<Flaky>,
}

/// A text to which the parser gave different answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flaky {
    /// The text.
    pub text: Vec<u8>,
    /// How often the parser accepted it.
    pub accepted: u64,
    /// How often the parser rejected it.
    pub rejected: u64,
}

impl Findings<NoAnswer> {
    /// Returns the findings about a parser that gave no answer for this reason, if it gave none.
    pub(super) fn with_reason<E>(self, reason: Option<E>) -> Findings<E> {
        Findings {
            causes: self.causes,
            several: self.several,
            parser: self.parser,
            grammar: self.grammar,
            learned: self.learned,
            unexplained: self.unexplained,
            questions: self.questions,
            rounds: self.rounds,
            flaky: self.flaky,
            conclusion: match (self.conclusion, reason) {
                (Conclusion::Stopped(NoAnswer), Some(reason)) => Conclusion::Stopped(reason),
                (Conclusion::Stopped(NoAnswer), None) => Conclusion::Incomplete(Vec::new()),
                (Conclusion::Explained { states, texts }, _) => {
                    Conclusion::Explained { states, texts }
                }
                (Conclusion::Incomplete(given_up), _) => Conclusion::Incomplete(given_up),
                (Conclusion::Contradicted { text }, _) => Conclusion::Contradicted { text },
                (Conclusion::Ended { different }, _) => Conclusion::Ended { different },
            },
        }
    }
}

/// How far the causes explain the parser.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Conclusion<E> {
    /// The automaton of the grammar with all causes in it gives every answer that the parser gave, and
    /// these include a complete suite for that automaton. So any parser that gives the same answers
    /// and accepts other texts has more states.
    Explained {
        /// The number of states of that automaton, including the sink.
        states: usize,
        /// The number of texts of its suite.
        texts: u64,
    },
    /// Some causes may be missing, for these reasons.
    Incomplete(Vec<GivenUp>),
    /// The parser stopped answering.
    Stopped(E),
    /// The parser gave two different answers to this text.
    Contradicted {
        /// The text.
        text: Vec<u8>,
    },
    /// [`SearchEnd`](super::SearchEnd) ended the search. Causes may be missing.
    Ended {
        /// The shortest text to which the causes found do not lead to the parser's answer, if any.
        different: Option<Vec<u8>>,
    },
}

/// A question that was given up on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum GivenUp {
    /// The automaton of the texts that the parser accepts as the production has more states than
    /// the budget allows.
    States {
        /// The name of the production.
        production: String,
        /// The greatest number of states.
        most: usize,
    },
    /// The questions of the budget are used up.
    Questions {
        /// The greatest number of questions.
        most: u64,
    },
    /// The parser's verdict on this text is not the one that the causes lead to.
    Different {
        /// The text.
        text: Vec<u8>,
    },
    /// An automaton with the causes in it is too large.
    TooLarge {
        /// The name of the production.
        production: String,
    },
    /// The production recurses in the middle, so each production was searched on its own, with one text
    /// for each other that recurses.
    Recursion {
        /// The name of the production.
        production: String,
    },
    /// The parser limits the length of a production. No suite has texts that long, so the limits were
    /// looked for by halving.
    Length {
        /// The greatest length, in octets, that was asked about.
        greatest: usize,
    },
    /// The parser takes IP addresses in brackets ([`Position::IpLiteral`]). It was asked about some texts
    /// of their complete suite.
    IpLiterals {
        /// The number of these texts.
        texts: usize,
    },
    /// The parser accepts none of the valid texts that were tried, so it was asked about the whole production alone.
    Rejected {
        /// The number of these texts.
        texts: usize,
    },
    /// The parser agrees, and was not asked about a complete suite
    /// ([`Budget::has_complete_suite`](super::Budget::has_complete_suite)).
    IncompleteSuite,
}

/// A fault of the parser, in terms of the grammar.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cause {
    /// The production.
    pub production: String,
    /// The part of the production that the parser reads differently.
    pub position: Position,
    /// The part as the grammar writes it, on one line. For a gap, what is before and after it, with
    /// `·` between them.
    pub part: String,
    /// Whether the parser accepts or rejects the witness.
    pub direction: Direction,
    /// Where the parser and the part deviate in the witness.
    pub deviation: Deviation,
    /// The number of disagreements of the suite that go away when only this cause is repaired.
    pub texts: u64,
    /// The shortest text of the suite or of the search on which parser and grammar disagree because
    /// of this cause. Both verdicts are known.
    pub witness: Vec<u8>,
    /// The bytes of the witness that the parser reads as the part, or that the grammar does.
    pub span: Range<usize>,
    /// The byte offset in the witness at which the two deviate: that of the deviating octet, or the
    /// end of the span.
    pub offset: usize,
    /// More such texts, without the witness. At most 5. Texts that deviate in another way come first, then the
    /// shortest.
    pub examples: Vec<Vec<u8>>,
    /// What the parser accepts as the part.
    pub learnt: Option<Box<Learnt>>,
    /// The outermost production that can consist of the part alone. `None` if it is the production, or if it is
    /// not known.
    #[serde(default)]
    pub outermost: Option<String>,
    /// What the numbers of the grammar are: octets, or characters.
    #[serde(default, skip_serializing_if = "Encoding::is_of_octets")]
    pub encoding: Encoding,
    /// Whether the search ended before the parser had given all answers that confirm what was learned, or an answer
    /// contradicts it ([`Learnt::elsewhere`]). The answers to the witness and the examples are known all the same.
    #[serde(default)]
    pub unconfirmed: bool,
}

/// Whether the parser accepts too much or too little.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Direction {
    /// The parser accepts texts that the grammar does not derive.
    WronglyAccepted,
    /// The parser rejects texts that the grammar derives.
    WronglyRejected,
}

/// Where the parser and the grammar deviate.
///
/// If the grammar derives ASCII only, the octets 80 to FF together stand for any character outside
/// ASCII.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Deviation {
    /// At any of these octets.
    Octets(OctetSet),
    /// At the end of the part.
    End,
}

/// What the parser accepts as a part of the grammar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Learnt {
    /// The texts that the grammar has there. Where other causes inside of the part, or of the production of the suite, bring
    /// a text that the parser accepts, or take one away that it rejects, they explain it, and it is no difference.
    pub expected: Automaton,
    /// The texts that the parser accepts in its place.
    pub observed: Automaton,
    /// For [`Position::IpLiteral`], what the literals are.
    #[serde(default)]
    pub literal: Option<IpLiteral>,
    /// A text with the part to which the parser gives another answer: in another context than the witness, so that it
    /// accepts these texts as the part in some contexts only, or in that of the witness. `None` if the texts that were
    /// tried agree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<Vec<u8>>,
    /// Whether each production in the part is its shortest text, as in a part of a production that recurses. What the
    /// parser does with its other texts is then no matter of the part.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_of_shortest: bool,
}

/// The IP addresses in brackets that a parser takes: every IPv6 address of RFC 3986, Section 3.2.2,
/// followed by one of these texts, and what else is between brackets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IpLiteral {
    /// Which IPv4 addresses may be the end of an IPv6 address.
    pub ipv4: Ipv4,
    /// What may follow an address, such as a zone (RFC 6874). Usually the empty text is one.
    pub after: Automaton,
    /// The texts between brackets that begin with `v`: addresses of later versions.
    pub future: Automaton,
}

impl Learnt {
    /// Returns the texts that the parser accepts and that are not expected; `None` if the automaton is
    /// too large.
    #[must_use]
    pub fn beyond(&self) -> Option<Automaton> {
        self.observed.without(&self.expected).ok()
    }

    /// Returns the expected texts that the parser does not accept; `None` if the automaton is too large.
    #[must_use]
    pub fn missing(&self) -> Option<Automaton> {
        self.expected.without(&self.observed).ok()
    }

    /// Returns the texts of both kinds: those to which the parser gives another answer than expected.
    #[must_use]
    pub fn difference(&self) -> Option<Automaton> {
        let differ = |observed: bool, expected: bool| observed != expected;
        self.observed
            .combined(&self.expected, &differ, &Work::new())
            .ok()
    }

    /// Returns the same with automata whose texts are characters; `None` if the parser accepts octets that
    /// are no characters. If the grammar has ASCII only, the octets 80 to FF that stand for any character
    /// outside ASCII become these characters.
    ///
    /// ```
    /// use rfcbnf::automaton::Automaton;
    /// use rfcbnf::causes::Learnt;
    ///
    /// let characters = rfcbnf::read("a = 1*%xE0-FF\nb = 1*%xE0-17F\n")?;
    /// let octets = rfcbnf::read("c = 1*%x80-FF\n")?;
    /// let learned = |observed| Learnt {
    ///     expected: Automaton::new(&characters, "a").expect("it is small"),
    ///     observed,
    ///     literal: None,
    ///     elsewhere: None,
    ///     is_of_shortest: false,
    /// };
    /// assert!(learned(Automaton::new(&characters, "b")?).in_characters().is_some());
    /// assert!(learned(Automaton::new(&octets, "c")?).in_characters().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn in_characters(&self) -> Option<Cow<'_, Self>> {
        if self.observed.is_of_characters() {
            return Some(Cow::Borrowed(self));
        }
        Some(Cow::Owned(Self {
            expected: self.expected.with_characters_outside_ascii()?,
            observed: self.observed.with_characters_outside_ascii()?,
            ..self.clone()
        }))
    }

    /// Returns the limits that say which of the expected texts the parser accepts, if there are such. The lengths of
    /// shortest texts say nothing of others.
    #[must_use]
    pub fn limits(&self) -> Option<Limits> {
        if self.is_of_shortest {
            return None;
        }
        Limits::between(&self.expected, &self.observed, &Work::new()).ok()?
    }
}

/// Disagreements that no cause explains, and that deviate from the grammar at one place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unexplained {
    /// The production of the suite.
    pub production: String,
    /// Whether the parser accepts too much or too little.
    pub direction: Direction,
    /// What is in the texts where the viable prefix of the grammar ends. A text wrongly rejected
    /// ends there.
    pub deviation: Deviation,
    /// The shortest text that leads to the place where the viable prefix ends. It names the place in
    /// the id.
    pub place: Vec<u8>,
    /// The productions that are open there, the outermost first. Empty for texts wrongly rejected.
    #[serde(default)]
    pub within: Vec<String>,
    /// The number of disagreements of the suite. 0 if the search found the group.
    pub texts: u64,
    /// The shortest of the texts.
    pub witness: Vec<u8>,
    /// The byte offset in the witness at which the viable prefix of the grammar ends.
    pub offset: usize,
    /// More such texts, the shortest first, without the witness. At most 5.
    pub examples: Vec<Vec<u8>>,
    /// What the numbers of the grammar are: octets, or characters.
    #[serde(default, skip_serializing_if = "Encoding::is_of_octets")]
    pub encoding: Encoding,
    /// What the witness repeats, if it is a text with many repetitions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeats: Option<Repeats>,
}

/// What a witness repeats. To the text with one repetition less the parser gives the right answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repeats {
    /// The text that is repeated.
    pub text: Vec<u8>,
    /// How often.
    pub times: usize,
}

/// The IPv4 addresses at the end of IPv6 addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ipv4 {
    /// Four numbers of at most 255, without zeros before them (RFC 3986, Section 3.2.2).
    Rfc3986,
    /// Four numbers of one to three digits (RFC 2373, Appendix B).
    Rfc2373,
}

impl Cause {
    /// Returns the text in another context than the witness to which the parser gives another answer, if one is known.
    #[must_use]
    pub fn elsewhere(&self) -> Option<&[u8]> {
        let text = self.learnt.as_ref()?.elsewhere.as_deref();
        text.filter(|text| self.inside(text).is_none())
    }

    /// Marks the cause as not confirmed if it says of a text what the parser does not do.
    pub(super) fn doubt(&mut self, text: &[u8], is_accepted: bool, alphabet: &Alphabet) {
        let Some(inside) = self.inside(text) else {
            return;
        };
        let symbols = alphabet.symbols_of(inside);
        let learnt = self.learnt.as_ref().filter(|learnt| {
            learnt.observed.accepts(&symbols) != is_accepted
                && learnt.expected.accepts(&symbols) == is_accepted
        });
        if learnt.is_some() {
            self.contradict(text.to_vec());
        }
    }

    /// Marks the cause as not confirmed because of this text.
    pub(super) fn contradict(&mut self, text: Vec<u8>) {
        self.unconfirmed = true;
        if let Some(learnt) = &mut self.learnt {
            learnt.elsewhere = Some(text);
        }
    }

    /// Returns what a text has as the part, if it has what is around it in the witness.
    fn inside<'t>(&self, text: &'t [u8]) -> Option<&'t [u8]> {
        let rest = text.strip_prefix(&self.witness[..self.span.start])?;
        rest.strip_suffix(&self.witness[self.span.end..])
    }
}

impl Direction {
    /// Returns the direction of a disagreement on a text that the parser accepts or rejects.
    #[must_use]
    pub fn of(is_accepted: bool) -> Self {
        if is_accepted {
            Self::WronglyAccepted
        } else {
            Self::WronglyRejected
        }
    }
}

impl Deviation {
    /// Returns what a text has at the offset. All octets above 7F are one.
    pub(super) fn at(text: &[u8], offset: usize) -> Self {
        match text.get(offset) {
            None => Self::End,
            Some(octet) if octet.is_ascii() => Self::Octets(OctetSet::single(*octet)),
            Some(_) => Self::Octets(OctetSet::range(0x80, u8::MAX)),
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::WronglyAccepted => "accepts",
            Self::WronglyRejected => "rejects",
        })
    }
}

impl fmt::Display for Deviation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Octets(octets) => {
                formatter.write_str("[")?;
                for range in octets.ranges() {
                    let (first, last) = (*range.start(), *range.end());
                    write!(formatter, "{}", first.escape_ascii())?;
                    if last > first {
                        let dash = if last > first + 1 { "-" } else { "" };
                        write!(formatter, "{dash}{}", last.escape_ascii())?;
                    }
                }
                formatter.write_str("]")
            }
            Self::End => formatter.write_str("the end"),
        }
    }
}
