//! The answer of a subject to one text, or what happened instead, and the parts that it names.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use rfcbnf::parts::Reading;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An answer: one line of a subject's output, or how the subject broke on the text.
///
/// ```
/// use rfc1738_views::conformance::answer::Answer;
///
/// assert_eq!(Answer::read(b"reject 3"), Some(Answer::Reject(Some(3))));
/// assert_eq!(Answer::read(b"no"), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// `accept`: the production derives the text.
    Accept,
    /// `reject` or `reject OFFSET`: the production does not. The offset is the length of the
    /// longest viable prefix, in bytes.
    Reject(Option<usize>),
    /// The subject ended or closed its output. No line says this.
    Crashed,
    /// The subject did nothing within the time limit. No line says this.
    TimedOut,
}

impl Answer {
    /// The forms of an answer, for a message.
    pub const FORMS: &str = "`accept`, `reject` or `reject OFFSET`";

    /// Reads an answer; `None` if the line is not one. White space at its end, such as a
    /// carriage return, is ignored.
    #[must_use]
    pub fn read(line: &[u8]) -> Option<Self> {
        match line.trim_ascii_end() {
            b"accept" => Some(Self::Accept),
            b"reject" => Some(Self::Reject(None)),
            line => {
                let digits = line.strip_prefix(b"reject ")?.trim_ascii_start();
                Some(Self::Reject(Some(number(digits)?)))
            }
        }
    }

    /// Returns the offset of a rejection.
    #[must_use]
    pub fn offset(self) -> Option<usize> {
        match self {
            Self::Accept | Self::Crashed | Self::TimedOut => None,
            Self::Reject(offset) => offset,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Accept => formatter.write_str("accept"),
            Self::Reject(None) => formatter.write_str("reject"),
            Self::Reject(Some(offset)) => write!(formatter, "reject {offset}"),
            Self::Crashed => formatter.write_str("crashed"),
            Self::TimedOut => formatter.write_str("timed out"),
        }
    }
}

/// An answer with the parts that it names.
///
/// A line has them after `accept`, and one in JSON in an object. A part that is not named is unknown:
///
/// ```
/// use rfc1738_views::conformance::answer::Reply;
/// use rfcbnf::parts::Reading;
///
/// let line = Reply::read(br#"accept host=7..10 user= path="a\u0000b""#)?;
/// assert_eq!(line.part("host"), Some(&Reading::Span(7..10)));
/// assert_eq!(line.part("user"), Some(&Reading::Absent));
/// assert_eq!(line.part("path"), Some(&Reading::Text(b"a\0b".to_vec())));
/// assert_eq!(line.part("port"), None);
/// let json = Reply::read(
///     br#"{"verdict": "accept", "parts": {"host": [7, 10], "user": null, "path": "a\u0000b"}}"#,
/// )?;
/// assert_eq!(json, line);
/// # Ok::<(), rfc1738_views::conformance::answer::NoReply>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The answer.
    pub answer: Answer,
    /// The parts of an accepted text by their names. `None` if there are none, as in most answers.
    parts: Option<Arc<BTreeMap<String, Reading>>>,
}

/// What is wrong with a line that is no answer, as what an answer is.
///
/// ```
/// use rfc1738_views::conformance::answer::Reply;
///
/// let error = Reply::read(b"accept host=7..").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "`host=7..` is no part: a part is `host=7..18` in octets of the text, `host=\"a.b\"` with the escapes of JSON, or \
///      `host=` for a text without it"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoReply(String);

impl fmt::Display for NoReply {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for NoReply {}

impl From<Answer> for Reply {
    fn from(answer: Answer) -> Self {
        Self {
            answer,
            parts: None,
        }
    }
}

impl Reply {
    /// Reads an answer with its parts. White space at its end, such as a carriage return, is ignored.
    ///
    /// # Errors
    ///
    /// Returns [`NoReply`] if the line is no answer, or if a part is in no form that one has.
    pub fn read(line: &[u8]) -> Result<Self, NoReply> {
        if let Some(answer) = Answer::read(line) {
            return Ok(answer.into());
        }
        let line = line.trim_ascii_end();
        if line.starts_with(b"{") {
            return of_object(line);
        }
        let Some(mut rest) = line.strip_prefix(b"accept ") else {
            return Err(NoReply(format!("an answer is {}", Answer::FORMS)));
        };
        let mut parts = BTreeMap::new();
        loop {
            rest = rest.trim_ascii_start();
            if rest.is_empty() {
                return Ok(Self::accept(parts));
            }
            let (name, reading, after) = part(rest)?;
            if parts.insert(name.clone(), reading).is_some() {
                return Err(twice(&name));
            }
            rest = after;
        }
    }

    /// Returns an `accept` that names parts.
    pub(super) fn accept(parts: BTreeMap<String, Reading>) -> Self {
        Self {
            answer: Answer::Accept,
            parts: (!parts.is_empty()).then(|| Arc::new(parts)),
        }
    }

    /// Returns how the subject reads the part; `None` if the answer does not name it.
    #[must_use]
    pub fn part(&self, name: &str) -> Option<&Reading> {
        self.parts.as_ref()?.get(name)
    }

    /// Returns the parts by their names, in alphabetical order.
    pub fn parts(&self) -> impl Iterator<Item = (&str, &Reading)> {
        let parts = self.parts.iter().flat_map(|parts| parts.iter());
        parts.map(|(name, reading)| (name.as_str(), reading))
    }

    /// Returns whether every part is within a text of that length.
    #[must_use]
    pub fn fits(&self, length: usize) -> bool {
        self.parts().all(|(_, reading)| match reading {
            Reading::Span(span) => span.end <= length,
            Reading::Absent | Reading::Text(_) => true,
        })
    }
}

/// Writes the answer as a line. What is no UTF-8 in a part is written as U+FFFD.
impl fmt::Display for Reply {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.answer)?;
        for (name, reading) in self.parts() {
            match reading {
                Reading::Absent => write!(formatter, " {name}=")?,
                Reading::Span(span) => write!(formatter, " {name}={}..{}", span.start, span.end)?,
                Reading::Text(text) => {
                    let text = Value::from(String::from_utf8_lossy(text));
                    write!(formatter, " {name}={text}")?;
                }
            }
        }
        Ok(())
    }
}

/// The forms of a part, for a message.
const PARTS: &str = "a part is `host=7..18` in octets of the text, `host=\"a.b\"` with the escapes of JSON, or \
                     `host=` for a text without it";

/// The forms of an answer in JSON, for a message.
const OBJECT: &str = "an answer in JSON is such as {\"verdict\":\"accept\",\"parts\":{\"host\":[7,18],\"user\":null,\
                      \"path\":\"/x\"}} or {\"verdict\":\"reject\",\"offset\":3}";

/// The greatest length of a part in a message, in octets.
const SHOWN: usize = 40;

/// Reads the part that a line begins with. Returns its name, how the subject reads it, and the rest of the line.
fn part(line: &[u8]) -> Result<(String, Reading, &[u8]), NoReply> {
    let is_end = |octet: &u8| octet.is_ascii_whitespace();
    let word = line.split(is_end).next().unwrap_or_default();
    let wrong = || {
        let word = &word[..word.len().min(SHOWN)];
        let shown = rfcbnf_engine::escape::Printable(word);
        NoReply(format!("`{shown}` is no part: {PARTS}"))
    };
    let equals = word.iter().position(|octet| *octet == b'=');
    let equals = equals.filter(|equals| *equals > 0).ok_or_else(wrong)?;
    let name = std::str::from_utf8(&word[..equals]).map_err(|_| wrong())?;
    let value = &line[equals + 1..];
    if value.starts_with(b"\"") {
        let mut texts = serde_json::Deserializer::from_slice(value).into_iter::<String>();
        let text = texts.next().and_then(Result::ok).ok_or_else(wrong)?;
        let rest = &value[texts.byte_offset()..];
        if rest.first().is_some_and(|octet| !is_end(octet)) {
            return Err(wrong());
        }
        return Ok((name.to_owned(), Reading::Text(text.into_bytes()), rest));
    }
    let rest = &line[word.len()..];
    let value = &word[equals + 1..];
    let reading = if value.is_empty() {
        Reading::Absent
    } else {
        Reading::Span(span(value).ok_or_else(wrong)?)
    };
    Ok((name.to_owned(), reading, rest))
}

/// Reads `7..18`.
fn span(text: &[u8]) -> Option<Range<usize>> {
    let dots = text.windows(2).position(|two| two == b"..")?;
    let (start, end) = (number(&text[..dots])?, number(&text[dots + 2..])?);
    (start <= end).then_some(start..end)
}

/// Reads a number without a sign, which the standard library would also read.
fn number(digits: &[u8]) -> Option<usize> {
    let is_number = digits.iter().all(u8::is_ascii_digit);
    let digits = std::str::from_utf8(digits).ok().filter(|_| is_number)?;
    digits.parse().ok()
}

fn twice(name: &str) -> NoReply {
    let name = rfcbnf_engine::escape::Printable(name.as_bytes());
    NoReply(format!("the answer has the part `{name}` twice"))
}

/// Reads an answer in JSON.
fn of_object(line: &[u8]) -> Result<Reply, NoReply> {
    let wrong = || NoReply(OBJECT.to_owned());
    let object: Value = serde_json::from_slice(line).map_err(|_| wrong())?;
    let object = object.as_object().ok_or_else(wrong)?;
    let known = ["verdict", "offset", "parts"];
    if object.keys().any(|key| !known.contains(&key.as_str())) {
        return Err(wrong());
    }
    match object.get("verdict").and_then(Value::as_str) {
        Some("reject") => {
            let offset = object.get("offset").filter(|offset| !offset.is_null());
            let offset = offset.map(|it| usize::try_from(it.as_u64()?).ok());
            let offset = offset.map(|offset| offset.ok_or_else(wrong)).transpose()?;
            Ok(Answer::Reject(offset).into())
        }
        Some("accept") => {
            let parts = object.get("parts").filter(|parts| !parts.is_null());
            let Some(parts) = parts else {
                return Ok(Answer::Accept.into());
            };
            let parts = parts.as_object().ok_or_else(wrong)?.iter();
            let parts = parts.map(|(name, value)| {
                let reading = reading(value).ok_or_else(wrong)?;
                Ok((name.clone(), reading))
            });
            Ok(Reply::accept(parts.collect::<Result<_, NoReply>>()?))
        }
        _ => Err(wrong()),
    }
}

/// Reads a part in JSON: two offsets, a text, the octets of a text as `{"hex": "e9"}`, or null.
fn reading(value: &Value) -> Option<Reading> {
    match value {
        Value::Null => Some(Reading::Absent),
        Value::String(text) => Some(Reading::Text(text.clone().into_bytes())),
        Value::Array(offsets) => {
            let offset = |index: usize| usize::try_from(offsets.get(index)?.as_u64()?).ok();
            let (start, end) = (offset(0)?, offset(1)?);
            (start <= end && offsets.len() == 2).then_some(Reading::Span(start..end))
        }
        Value::Object(hex) if hex.len() == 1 => {
            let digits = hex.get("hex")?.as_str()?;
            rfcbnf::octets::from_hex(digits).map(Reading::Text)
        }
        _ => None,
    }
}
