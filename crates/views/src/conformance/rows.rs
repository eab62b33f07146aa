//! The causes and groups of a run in the order of the reports.

use std::cmp::Reverse;

use crate::conformance::causes::sentence::{sentence, sentence_of_states};
use crate::conformance::causes::{Explanation, NamedCause, NamedGroup};

/// A cause, or a group of disagreements without one.
#[derive(Debug, Clone, Copy)]
pub enum Row<'a> {
    /// A cause.
    Cause(&'a NamedCause),
    /// A group.
    Group(&'a NamedGroup),
}

/// Returns all causes and groups: new ones before accepted ones, and in both those of most texts first.
///
/// ```
/// use rfc1738_views::conformance::causes::pinned::Pin;
/// use rfc1738_views::conformance::causes::{AcceptedCause, Explanation};
/// use rfc1738_views::conformance::rows::rows;
/// use rfcbnf::causes::{Conclusion, Deviation, Direction, Findings, Unexplained};
/// use rfcbnf::syntax::Encoding;
///
/// let group = |production: &str, texts| Unexplained {
///     production: production.to_owned(),
///     direction: Direction::WronglyAccepted,
///     deviation: Deviation::End,
///     place: Vec::new(),
///     within: Vec::new(),
///     texts,
///     witness: Vec::new(),
///     offset: 0,
///     examples: Vec::new(),
///     encoding: Encoding::Octets,
/// };
/// let findings = Findings {
///     causes: Vec::new(),
///     several: 0,
///     parser: None,
///     learned: None,
///     unexplained: vec![group("port", 3), group("host", 90), group("user", 5)],
///     questions: 40,
///     rounds: 2,
///     flaky: Vec::new(),
///     conclusion: Conclusion::Incomplete(Vec::new()),
/// };
/// let id = "host/unexplained/accepts/end".to_owned();
/// let accepted = AcceptedCause { id, reason: "known".to_owned(), pin: Pin::default(), holds: false };
/// let explanation = Explanation::new(findings, 0, &[accepted]);
/// let texts: Vec<u64> = rows(&explanation).iter().map(|row| row.texts()).collect();
/// assert_eq!(texts, [5, 3, 90]);
/// ```
#[must_use]
pub fn rows(explanation: &Explanation) -> Vec<Row<'_>> {
    let causes = explanation.causes.iter().map(Row::Cause);
    let groups = explanation.unexplained.iter().map(Row::Group);
    let mut rows: Vec<Row<'_>> = causes.chain(groups).collect();
    rows.sort_by_key(|row| (row.accepted().is_some(), Reverse(row.texts())));
    rows
}

impl<'a> Row<'a> {
    /// Returns the id.
    #[must_use]
    pub fn id(self) -> &'a str {
        match self {
            Self::Cause(one) => &one.id,
            Self::Group(one) => &one.id,
        }
    }

    /// Returns the number of texts of the suite.
    #[must_use]
    pub fn texts(self) -> u64 {
        match self {
            Self::Cause(one) => one.cause.texts,
            Self::Group(one) => one.group.texts,
        }
    }

    /// Returns the reason why the baseline accepts it; `None` for a new one.
    #[must_use]
    pub fn accepted(self) -> Option<&'a str> {
        match self {
            Self::Cause(one) => one.accepted.as_deref(),
            Self::Group(one) => one.accepted.as_deref(),
        }
    }

    /// Returns the production at fault. For a group, that is the one of the suite.
    #[must_use]
    pub fn production(self) -> &'a str {
        match self {
            Self::Cause(one) => &one.cause.production,
            Self::Group(one) => &one.group.production,
        }
    }

    /// Returns the shortest text.
    #[must_use]
    pub fn witness(self) -> &'a [u8] {
        match self {
            Self::Cause(one) => &one.cause.witness,
            Self::Group(one) => &one.group.witness,
        }
    }

    /// Returns other texts.
    pub(super) fn examples(self) -> &'a [Vec<u8>] {
        match self {
            Self::Cause(one) => &one.cause.examples,
            Self::Group(one) => &one.group.examples,
        }
    }

    /// Returns a sentence without a full stop, escaped.
    #[must_use]
    pub fn sentence(self) -> String {
        match self {
            Self::Cause(one) => sentence(&one.cause),
            Self::Group(one) => sentence_of_states(one),
        }
    }
}
