//! Lines that show a text to a parser by hand, in Python, in JavaScript or in a shell.
//!
//! A report that says what a parser does is believed more readily by those who try it. Without more, a line of a shell
//! gives the text to the program that was tested. A *pattern* is a line of the language of the parser, in which `{text}`
//! is where the text goes. What goes there is a literal of the language, and the pattern has no quotation marks around
//! it:
//!
//! ```
//! use rfc1738_views::conformance::by_hand::{ByHand, Pattern};
//!
//! let pattern: Pattern = "python=print(urlsplit({text}).hostname)".parse()?;
//! let by_hand = ByHand { command: None, pattern: Some(pattern) };
//! let (language, line) = by_hand.line(b"http://it's\\\t").expect("Python has a literal of any text");
//! assert_eq!(language.label(), "by hand in Python");
//! assert_eq!(line, r"print(urlsplit('http://it\'s\\\x09').hostname)");
//! # Ok::<(), String>(())
//! ```
//!
//! Invariant: a line is one line of printing characters of ASCII, apart from what the pattern has, and the text never ends
//! the literal that it is in.

use std::fmt::Write as _;
use std::str::FromStr;

use rfcbnf_engine::escape::Printable;
use serde::{Deserialize, Serialize};

/// The place of the text in a pattern.
const TEXT: &str = "{text}";

/// How a text is shown to a parser by hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ByHand {
    /// The command of a program that reads texts as lines, as one would write it in a shell, escaped; `None` if it is not
    /// known.
    pub command: Option<String>,
    /// A line that shows a text without the program.
    pub pattern: Option<Pattern>,
}

/// A line of a language, with `{text}` where a text goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Pattern {
    language: Language,
    line: String,
}

/// A language that has literals of texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Python 3.
    Python,
    /// JavaScript.
    JavaScript,
    /// The shell of POSIX.
    Shell,
}

impl ByHand {
    /// Returns the line that shows the text, and its language: that of the pattern, or else one that gives the text to the
    /// program. `None` if neither is known, or if no literal can have the text: no argument in a shell has the octet 0, or
    /// a line end after all others.
    #[must_use]
    pub fn line(&self, text: &[u8]) -> Option<(Language, String)> {
        let of_pattern = self.pattern.as_ref().and_then(|pattern| {
            let literal = pattern.language.literal(text)?;
            Some((pattern.language, pattern.line.replace(TEXT, &literal)))
        });
        of_pattern.or_else(|| {
            let command = self.command.as_ref()?;
            let line = format!("{} | {command}", printed(text));
            Some((Language::Shell, line))
        })
    }
}

/// Reads `python=LINE`, `javascript=LINE` or `shell=LINE`.
impl FromStr for Pattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, line) = text.split_once('=').unwrap_or((text, ""));
        let mut all = Language::ALL.into_iter();
        let language = all.find(|language| language.key() == name);
        let language =
            language.ok_or("write LANGUAGE=LINE; LANGUAGE is python, javascript or shell")?;
        if !line.contains(TEXT) {
            return Err(format!(
                "the line has no {TEXT}, which is where the text goes"
            ));
        }
        // A line end would make two lines of it.
        if Printable(line.as_bytes()).to_string() != line {
            return Err("the line has a character that does not print".to_owned());
        }
        let line = line.to_owned();
        Ok(Self { language, line })
    }
}

impl TryFrom<String> for Pattern {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Pattern> for String {
    fn from(pattern: Pattern) -> Self {
        format!("{}={}", pattern.language.key(), pattern.line)
    }
}

impl Language {
    const ALL: [Self; 3] = [Self::Python, Self::JavaScript, Self::Shell];

    /// Returns its name in a pattern.
    fn key(self) -> &'static str {
        match self {
            Self::Python => "python",
            Self::JavaScript => "javascript",
            Self::Shell => "shell",
        }
    }

    /// Returns the words before a line of this language: `by hand in Python`. A shell is the language of most readers.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Python => "by hand in Python",
            Self::JavaScript => "by hand in JavaScript",
            Self::Shell => "by hand",
        }
    }

    /// Returns a literal of the text. What is no UTF-8 is in Python what `surrogateescape` makes of it, and U+FFFD in
    /// JavaScript, as for the programs that read lines.
    fn literal(self, text: &[u8]) -> Option<String> {
        match self {
            Self::Python => Some(in_python(text)),
            Self::JavaScript => Some(in_javascript(text)),
            Self::Shell if text.contains(&0) || text.ends_with(b"\n") => None,
            Self::Shell if is_plain(text) => Some(quoted(text)),
            Self::Shell => Some(format!("\"$({})\"", printf(text, ""))),
        }
    }
}

fn is_plain(text: &[u8]) -> bool {
    text.iter().all(|octet| matches!(octet, b' '..=b'~'))
}

/// Returns the command of a shell that prints the text as a line.
fn printed(text: &[u8]) -> String {
    if is_plain(text) {
        format!("printf '%s\\n' {}", quoted(text))
    } else {
        printf(text, "\\n")
    }
}

/// Returns printing characters as a word of a shell. Nothing but an apostrophe ends one between apostrophes.
fn quoted(text: &[u8]) -> String {
    format!("'{}'", String::from_utf8_lossy(text).replace('\'', "'\\''"))
}

/// Returns the command of a shell that prints the octets and what is after them, without characters that do not print.
fn printf(text: &[u8], after: &str) -> String {
    let mut format = String::new();
    for octet in text {
        match octet {
            b'%' => format.push_str("%%"),
            b'\\' => format.push_str("\\\\"),
            b' '..=b'~' => format.push(char::from(*octet)),
            // Writing to a text does not fail.
            octet => {
                let _ = write!(format, "\\{octet:03o}");
            }
        }
    }
    format.push_str(after);
    // An option could not begin otherwise than with a hyphen.
    let end = if format.starts_with('-') { "-- " } else { "" };
    format!("printf {end}{}", quoted(format.as_bytes()))
}

fn in_python(text: &[u8]) -> String {
    let mut literal = "'".to_owned();
    for chunk in text.utf8_chunks() {
        for one in chunk.valid().chars() {
            // Writing to a text does not fail.
            let _ = match one {
                '\'' | '\\' => write!(literal, "\\{one}"),
                ' '..='~' => write!(literal, "{one}"),
                '\0'..='\u{ff}' => write!(literal, "\\x{:02x}", u32::from(one)),
                '\u{100}'..='\u{ffff}' => write!(literal, "\\u{:04x}", u32::from(one)),
                _ => write!(literal, "\\U{:08x}", u32::from(one)),
            };
        }
        for octet in chunk.invalid() {
            let _ = write!(literal, "\\udc{octet:02x}");
        }
    }
    literal.push('\'');
    literal
}

fn in_javascript(text: &[u8]) -> String {
    let mut literal = "'".to_owned();
    for one in String::from_utf8_lossy(text).chars() {
        // Writing to a text does not fail.
        let _ = match one {
            '\'' | '\\' => write!(literal, "\\{one}"),
            ' '..='~' => write!(literal, "{one}"),
            '\0'..='\u{ff}' => write!(literal, "\\x{:02x}", u32::from(one)),
            one => write!(literal, "\\u{{{:x}}}", u32::from(one)),
        };
    }
    literal.push('\'');
    literal
}
