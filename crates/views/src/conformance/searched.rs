//! What a search found, as every report shows it: its rows, and the words for them.
//!
//! A run searches for the causes of wrong verdicts, of crashes and of hangs, and a comparison for those of texts that only
//! one of two parsers accepts. Each report is written once, for a [`Searched`]; what the searches have in different
//! words is in [`Sought`].

use std::cmp::Reverse;

use rfcbnf::causes::{Cause, Conclusion, Deviation, Direction};

use crate::conformance::breakdown::Breakdown;
use crate::conformance::causes::sentence::{self, sentence, sentence_of_states};
use crate::conformance::causes::{Explanation, NamedCause, NamedGroup};
use crate::conformance::reactions::{Reaction, ReactionCauses};

/// What a search looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sought<'a> {
    /// The causes of wrong verdicts.
    Verdicts,
    /// The causes of a reaction.
    Reaction(Reaction),
    /// The causes of the texts that only the parser with this name accepts. The name is escaped.
    Alone(&'a str),
}

/// What a search found.
#[derive(Debug, Clone, Copy)]
pub struct Searched<'a> {
    /// What it looked for.
    pub sought: Sought<'a>,
    /// What it found.
    pub explanation: &'a Explanation,
}

/// A cause, or a group of disagreements without one.
#[derive(Debug, Clone, Copy)]
pub enum Row<'a> {
    /// A cause.
    Cause(&'a NamedCause),
    /// A group.
    Group(&'a NamedGroup),
}

impl Sought<'_> {
    /// Returns what the parser does with the texts of a cause, as a heading.
    pub(super) fn heading(self, direction: Direction) -> String {
        match (self, direction) {
            (Self::Verdicts, Direction::WronglyAccepted) => "wrongly accepted".to_owned(),
            (Self::Verdicts, Direction::WronglyRejected) => "wrongly rejected".to_owned(),
            (Self::Reaction(Reaction::Crashed), _) => "crashed".to_owned(),
            (Self::Reaction(Reaction::TimedOut), _) => "timed out".to_owned(),
            (Self::Alone(name), _) => format!("only {name} accepts"),
        }
    }

    /// Returns the predicate before a text: `crashes on`.
    pub(super) fn before_text(self, direction: Direction) -> String {
        match self {
            Self::Verdicts => direction.to_string(),
            Self::Reaction(reaction) => format!("{} on", reaction.verb()),
            Self::Alone(name) => format!("only {name} accepts"),
        }
    }

    /// Returns the words before the texts of a production: `it crashes on`.
    pub(super) fn about_production(self, direction: Direction) -> String {
        match self {
            Self::Verdicts | Self::Reaction(_) => format!("it {}", self.before_text(direction)),
            Self::Alone(_) => self.before_text(direction),
        }
    }

    /// Returns the words at the mark in the witness of a cause.
    pub(super) fn label(self, cause: &Cause) -> String {
        let verb = match (self, cause.direction) {
            (Self::Verdicts, Direction::WronglyAccepted) => "accepted".to_owned(),
            (Self::Verdicts, Direction::WronglyRejected) => "rejected".to_owned(),
            (Self::Reaction(reaction), _) => reaction.verb().to_owned(),
            (Self::Alone(_), direction) => self.before_text(direction),
        };
        let part = &cause.part;
        match (cause.deviation, self, cause.direction) {
            (Deviation::Octets(_), ..) => format!("{verb} here"),
            (Deviation::End, Self::Verdicts, Direction::WronglyAccepted) => {
                format!("{verb} although `{part}` cannot end here")
            }
            (Deviation::End, Self::Verdicts, Direction::WronglyRejected) => {
                format!("{verb} although `{part}` can end here")
            }
            (Deviation::End, ..) => format!("{verb} if `{part}` ends here"),
        }
    }

    /// Returns the nouns for one text, and for many.
    pub(super) fn events(self) -> [String; 2] {
        match self {
            Self::Verdicts => ["wrong verdict".to_owned(), "wrong verdicts".to_owned()],
            Self::Reaction(reaction) => reaction.events().map(str::to_owned),
            Self::Alone(name) => {
                ["text", "texts"].map(|it| format!("{it} that only {name} accepts"))
            }
        }
    }
}

impl ReactionCauses {
    /// Returns them for the reports.
    #[must_use]
    pub fn searched(&self) -> Searched<'_> {
        Searched {
            sought: Sought::Reaction(self.reaction),
            explanation: &self.explanation,
        }
    }
}

impl<'a> Searched<'a> {
    /// Returns all causes and groups: new ones before accepted ones, and in both those of most texts first.
    ///
    /// ```
    /// use rfc1738_views::conformance::causes::pinned::Pin;
    /// use rfc1738_views::conformance::causes::{AcceptedCause, Explanation};
    /// use rfc1738_views::conformance::searched::{Searched, Sought};
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
    ///     repeats: None,
    /// };
    /// let findings = Findings {
    ///     causes: Vec::new(),
    ///     several: 0,
    ///     parser: None,
    ///     grammar: None,
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
    /// let searched = Searched { sought: Sought::Verdicts, explanation: &explanation };
    /// let texts: Vec<u64> = searched.rows().iter().map(|row| row.texts()).collect();
    /// assert_eq!(texts, [5, 3, 90]);
    /// ```
    #[must_use]
    pub fn rows(self) -> Vec<Row<'a>> {
        let mut rows = self.as_found();
        rows.sort_by_key(|row| (row.accepted().is_some(), Reverse(row.texts())));
        rows
    }

    /// Returns all causes and groups in the order in which they were found.
    #[must_use]
    pub fn as_found(self) -> Vec<Row<'a>> {
        let causes = self.explanation.causes.iter().map(Row::Cause);
        let groups = self.explanation.unexplained.iter().map(Row::Group);
        causes.chain(groups).collect()
    }

    /// Returns what a cause or the texts of a group have in common, in a sentence without a full stop, escaped:
    /// ``port: crashes on `[` after `1` ``.
    #[must_use]
    pub fn sentence(self, row: Row<'_>) -> String {
        match (self.sought, row) {
            (Sought::Verdicts, Row::Cause(one)) => sentence(&one.cause),
            (Sought::Verdicts, Row::Group(one)) => sentence_of_states(one),
            (sought, Row::Cause(NamedCause { cause, .. })) => {
                sentence::of(cause, &sought.before_text(cause.direction))
            }
            (sought, Row::Group(NamedGroup { group, .. })) => {
                sentence::of_group(group, &sought.before_text(group.direction))
            }
        }
    }

    /// Returns the document that defines the production at fault, and the section: `RFC 1738, Section 3.1`.
    #[must_use]
    pub fn source(self, row: Row<'_>) -> Option<&'a str> {
        let source = self.explanation.sources.get(row.named_for());
        source.map(String::as_str)
    }

    /// Returns the conclusion in a sentence without a full stop, escaped.
    #[must_use]
    pub fn conclusion(self) -> String {
        let explanation = self.explanation;
        let Conclusion::Explained { states, texts } = &explanation.conclusion else {
            return sentence::conclusion(explanation);
        };
        let [event, _] = self.sought.events();
        match self.sought {
            Sought::Verdicts => sentence::conclusion(explanation),
            _ if explanation.causes.is_empty() && explanation.unexplained.is_empty() => {
                format!("the search found no {event}")
            }
            _ => format!(
                "the causes explain every {event}: they predict the answers to all {texts} texts of the \
                 complete suite of an automaton with {states} states"
            ),
        }
    }

    /// Returns why the parser stopped answering, if it did.
    pub(super) fn breakdown(self) -> Option<&'a Breakdown> {
        match &self.explanation.conclusion {
            Conclusion::Stopped(breakdown) => Some(breakdown),
            _ => None,
        }
    }

    /// Returns whether the parser gave two answers to a text.
    #[must_use]
    pub fn is_contradicted(self) -> bool {
        matches!(self.explanation.conclusion, Conclusion::Contradicted { .. })
    }
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

    /// Returns whether the parser accepts or rejects the texts, where the search was for wrong verdicts.
    #[must_use]
    pub fn direction(self) -> Direction {
        match self {
            Self::Cause(one) => one.cause.direction,
            Self::Group(one) => one.group.direction,
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

    /// Returns the name of the production that a cause is named for: the outermost that can consist of the part alone.
    /// That of a group is the outermost that is open where its texts deviate, below the production of the suite.
    #[must_use]
    pub fn named_for(self) -> &'a str {
        match self {
            Self::Cause(one) => one.named_for(),
            Self::Group(one) => one.named_for(),
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
}
