//! Hand-ins: text with the grammars of a student in it.
//!
//! ```toml
//! [hand-in]
//! name = "Ada"
//! sheet = "Grammars, week 3"
//!
//! [[answer]]
//! exercise = "Brackets"
//! grammar = '''
//! s = "(" s ")" / ""
//! '''
//! ```
//!
//! A text can hold many of them, one after the other, and hand-ins that a page packed into a line, `#hand-in=2.…`. Each is
//! read alone, so one that is cut off or broken keeps no other from being read.
//!
//! A hand-in can say that it solves something. That is kept to be shown, and decides nothing.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::line_of;

/// The length in octets of the longest hand-in.
pub const HAND_IN_LENGTH: usize = 200_000;

/// The greatest number of hand-ins of one text.
pub const HAND_INS: usize = 5_000;

/// The line with which a hand-in begins.
const HEAD: &str = "[hand-in]";

/// What a packed hand-in begins with.
const PACKED: &str = "#hand-in=";

/// What a student hands in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandIn {
    /// Who hands it in.
    #[serde(rename = "hand-in")]
    pub head: HandInHead,
    /// The answers, in any order.
    #[serde(default, rename = "answer", skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<AnswerText>,
}

/// Who hands in what.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandInHead {
    /// The name of the student.
    pub name: String,
    /// The title of the sheet.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sheet: String,
    /// How many exercises the hand-in says to solve. Nothing depends on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solved: Option<usize>,
}

/// The answer to one exercise.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerText {
    /// The title of the exercise, or its number.
    pub exercise: String,
    /// The grammar.
    #[serde(default)]
    pub grammar: String,
    /// The production that it begins with; `None` for the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
}

/// Why a text is no hand-in.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HandInError {
    /// It begins as none does.
    #[error(
        "there is no hand-in: one begins with a line `[hand-in]`, or has `#hand-in=` in a line"
    )]
    NoHandIn,
    /// It is not TOML, or has unknown or missing keys. The line counts from the beginning of the hand-in.
    #[error("the hand-in cannot be read: line {line}: {message}")]
    Malformed {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// What was packed cannot be unpacked.
    #[error("the packed hand-in cannot be read: {0}")]
    Packed(String),
    /// It has too many octets.
    #[error("the hand-in has {0} octets, and {HAND_IN_LENGTH} are the most")]
    TooLong(usize),
    /// It has no name.
    #[error("the hand-in has no name")]
    NoName,
}

/// A part of a text that is meant as a hand-in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandedIn {
    /// The line of the text on which it begins, counted from 1.
    pub line: usize,
    /// What stands before a packed hand-in in its line: often a name. Empty for others.
    pub label: String,
    /// The hand-in, or why it is none.
    pub content: Result<HandIn, HandInError>,
}

impl HandIn {
    /// Reads one hand-in.
    ///
    /// # Errors
    ///
    /// [`HandInError`] if the text is not TOML of that form, has no name, or is too long.
    ///
    /// ```
    /// use rfcbnf::exercise::HandIn;
    ///
    /// let text = "[hand-in]\nname = \"Ada\"\n[[answer]]\nexercise = \"1\"\ngrammar = 's = \"a\"'\n";
    /// assert_eq!(HandIn::from_toml(text)?.answers[0].grammar, "s = \"a\"");
    /// let error = HandIn::from_toml(&text[..20]).unwrap_err();
    /// assert!(error.to_string().starts_with("the hand-in cannot be read: line 2: "));
    /// # Ok::<(), rfcbnf::exercise::HandInError>(())
    /// ```
    pub fn from_toml(text: &str) -> Result<Self, HandInError> {
        if text.len() > HAND_IN_LENGTH {
            return Err(HandInError::TooLong(text.len()));
        }
        let read: Result<Self, toml::de::Error> = toml::from_str(text);
        let hand_in = read.map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            HandInError::Malformed {
                line: line_of(text, start),
                message: error.message().to_owned(),
            }
        })?;
        hand_in.checked()
    }

    /// Returns the hand-in if it has a name.
    ///
    /// # Errors
    ///
    /// [`HandInError::NoName`] if it has none.
    pub fn checked(self) -> Result<Self, HandInError> {
        if self.head.name.trim().is_empty() {
            return Err(HandInError::NoName);
        }
        Ok(self)
    }

    /// Writes the hand-in as [`Self::from_toml`] reads it.
    ///
    /// ```
    /// use rfcbnf::exercise::{AnswerText, HandIn};
    ///
    /// let mut hand_in = HandIn::default();
    /// hand_in.head.name = "Ada".to_owned();
    /// hand_in.answers.push(AnswerText {
    ///     exercise: "Brackets".to_owned(),
    ///     grammar: "s = \"(\" s \")\" / \"\"\n".to_owned(),
    ///     start: None,
    /// });
    /// assert_eq!(HandIn::from_toml(&hand_in.to_toml()), Ok(hand_in));
    /// ```
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::to_string_pretty(self).unwrap_or_default()
    }
}

/// Finds the hand-ins of a text: each line `[hand-in]` begins one, and a line with `#hand-in=` is one. `unpack` reads what
/// follows that sign, up to a space. Those after the first [`HAND_INS`] are left out.
///
/// ```
/// use rfcbnf::exercise::{HandIn, HandInError, hand_ins};
///
/// let text = "[hand-in]\nname = \"Ada\"\n\n[hand-in]\nname = \"Ben\nBroken #hand-in=2.x\n[hand-in]\nname = \"Chen\"\n";
/// let unpack = |packed: &str| Err(HandInError::Packed(format!("{packed} is damaged")));
/// let found = hand_ins(text, unpack);
/// let names = found.iter().map(|one| one.content.as_ref().map(|one| one.head.name.as_str()).ok());
/// assert_eq!(names.collect::<Vec<_>>(), [Some("Ada"), None, None, Some("Chen")]);
/// assert_eq!((found[2].line, found[2].label.as_str()), (6, "Broken"));
/// ```
pub fn hand_ins(text: &str, unpack: impl Fn(&str) -> Result<HandIn, HandInError>) -> Vec<HandedIn> {
    let mut found = Vec::new();
    // The hand-in that goes on: its line, and its text.
    let mut open: Option<(usize, String)> = None;
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        let packed = line.split_once(PACKED);
        let is_head = line.trim() == HEAD;
        if packed.is_some() || is_head {
            found.extend(open.take().and_then(|(line, text)| plain(line, &text)));
        }
        match (packed, &mut open) {
            (Some((before, after)), _) => {
                let word = after.split_whitespace().next().unwrap_or_default();
                found.push(HandedIn {
                    line: number,
                    label: label(before),
                    content: if word.len() > HAND_IN_LENGTH {
                        Err(HandInError::TooLong(word.len()))
                    } else {
                        unpack(word).and_then(HandIn::checked)
                    },
                });
            }
            (None, Some((_, open))) => open.push_str(line),
            (None, None) => open = Some((number, line.to_owned())),
        }
        if found.len() >= HAND_INS {
            found.truncate(HAND_INS);
            return found;
        }
    }
    found.extend(open.and_then(|(line, text)| plain(line, &text)));
    if found.is_empty() {
        found.push(HandedIn {
            line: 1,
            label: String::new(),
            content: Err(HandInError::NoHandIn),
        });
    }
    found
}

/// Reads a part of a text that is not packed; `None` if nothing is in it.
fn plain(line: usize, text: &str) -> Option<HandedIn> {
    if text.trim().is_empty() {
        return None;
    }
    let begins = text.lines().any(|line| line.trim() == HEAD);
    Some(HandedIn {
        line,
        label: String::new(),
        content: if begins {
            HandIn::from_toml(text)
        } else {
            Err(HandInError::NoHandIn)
        },
    })
}

/// Returns what stands before a packed hand-in, without the address of a page.
fn label(before: &str) -> String {
    let words = before.split_whitespace();
    let words: Vec<&str> = words.filter(|word| !word.contains("://")).collect();
    words.join(" ")
}
