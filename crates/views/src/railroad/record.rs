//! The rails of a production for programs that draw them.

use rfcbnf::syntax::Production;
use serde::Serialize;

use crate::railroad::track::{Track, cut, line_of};

/// The rails of a production. A drawing of them needs no knowledge of the notation.
///
/// ```
/// use rfc1738_views::json;
/// use rfc1738_views::railroad::record::RailsRecord;
///
/// let grammar = rfcbnf::read("sign = [ \"+\" ]\n")?;
/// let mut line = Vec::new();
/// json::write(&mut line, &RailsRecord::of(&grammar.productions[0]))?;
/// let optional = r#"{"kind":"optional","part":{"kind":"literal","label":"\"+\"","spans":[[9,12]]}}"#;
/// assert_eq!(String::from_utf8(line)?, format!("{optional}\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Rails"))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum RailsRecord {
    /// One after the other; at least two.
    Sequence {
        /// The members.
        parts: Vec<RailsRecord>,
    },
    /// One of several; at least two.
    Choice {
        /// The alternatives.
        parts: Vec<RailsRecord>,
    },
    /// May be skipped.
    Optional {
        /// What may be skipped.
        part: Box<RailsRecord>,
    },
    /// One or more rounds.
    Loop {
        /// What a round consists of.
        part: Box<RailsRecord>,
        /// The number of rounds, if it is limited.
        times: Option<String>,
    },
    /// A name.
    Name {
        /// The name, or the number of parts that are left out.
        label: String,
        /// The parts of the grammar file, in byte offsets.
        spans: Vec<[usize; 2]>,
    },
    /// A literal, or characters.
    Literal {
        /// The literal in the notation of the grammar, escaped.
        label: String,
        /// The parts of the grammar file, in byte offsets.
        spans: Vec<[usize; 2]>,
    },
}

impl RailsRecord {
    /// Returns the rails of a production.
    #[must_use]
    pub fn of(production: &Production) -> Self {
        Self::new(&Track::of(&production.body), &[])
    }

    fn new(track: &Track, spans: &[[usize; 2]]) -> Self {
        let all = |parts: &[Track]| parts.iter().map(|part| Self::new(part, &[])).collect();
        let spans = spans.to_vec();
        match track {
            Track::Part { spans, body } => {
                let spans: Vec<_> = spans.iter().map(|span| [span.start, span.end]).collect();
                Self::new(body, &spans)
            }
            Track::Sequence(parts) | Track::Folded(parts) => Self::Sequence { parts: all(parts) },
            Track::Choice(parts) => Self::Choice { parts: all(parts) },
            Track::Optional(body) => Self::Optional {
                part: Box::new(Self::new(body, &[])),
            },
            Track::Loop { body, times } => Self::Loop {
                part: Box::new(Self::new(body, &[])),
                times: times.clone(),
            },
            Track::Name(name) => Self::Name {
                label: cut(name),
                spans,
            },
            Track::Literal(text) => Self::Literal {
                label: text.clone(),
                spans,
            },
            Track::Characters(words) => Self::Literal {
                label: line_of(words),
                spans,
            },
        }
    }
}
