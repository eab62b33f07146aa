//! The causes of crashes and hangs.
//!
//! To the search for causes, a parser that crashes on some texts is one that answers these texts
//! otherwise than the grammar, and all other texts as the grammar does. So the causes that it finds say
//! where in which production the parser crashes. They are apart from the causes of wrong verdicts, and
//! their ids begin with `crash,` and `hang,`. No id of another cause does: a name in an id has no comma.

use rfcbnf::causes::Findings;
use serde::{Deserialize, Serialize};

use crate::conformance::breakdown::Breakdown;
use crate::conformance::causes::{AcceptedCause, Explanation};

/// A way to react to a text whose causes are searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reaction {
    /// The parser ends or closes its output.
    Crashed,
    /// The parser does nothing within the time limit.
    TimedOut,
}

/// The causes of a reaction.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ReactionCauses {
    /// The reaction.
    pub reaction: Reaction,
    /// The causes. One of texts *wrongly accepted* is one of texts that the grammar does not derive, and
    /// one of texts *wrongly rejected* is one of texts that it derives.
    pub explanation: Explanation,
}

impl Reaction {
    /// All reactions.
    pub const ALL: [Self; 2] = [Self::Crashed, Self::TimedOut];

    /// Returns the beginning of the ids of causes.
    fn prefix(self) -> &'static str {
        match self {
            Self::Crashed => "crash,",
            Self::TimedOut => "hang,",
        }
    }

    /// Returns the id of a cause of the reaction whose id among wrong verdicts is this one.
    #[must_use]
    pub fn id(self, id: &str) -> String {
        format!("{}{id}", self.prefix())
    }

    /// Returns whether the id is one of a cause of the reaction.
    #[must_use]
    pub fn has_id(self, id: &str) -> bool {
        id.starts_with(self.prefix())
    }

    /// Returns the predicate: `crashes`.
    pub(super) fn verb(self) -> &'static str {
        match self {
            Self::Crashed => "crashes",
            Self::TimedOut => "hangs",
        }
    }

    /// Returns the nouns for one reaction, and for many.
    pub(super) fn events(self) -> [&'static str; 2] {
        match self {
            Self::Crashed => ["crash", "crashes"],
            Self::TimedOut => ["hang", "hangs"],
        }
    }
}

impl ReactionCauses {
    /// Compares what a search for the causes of the reaction found with the accepted causes of that
    /// reaction in a baseline.
    ///
    /// ```
    /// use rfc1738_views::conformance::causes::AcceptedCause;
    /// use rfc1738_views::conformance::causes::pinned::Pin;
    /// use rfc1738_views::conformance::reactions::{Reaction, ReactionCauses};
    /// use rfcbnf::causes::{Conclusion, Findings};
    ///
    /// let findings = Findings {
    ///     causes: Vec::new(),
    ///     several: 0,
    ///     parser: None,
    ///     grammar: None,
    ///     learned: None,
    ///     unexplained: Vec::new(),
    ///     questions: 40,
    ///     rounds: 2,
    ///     flaky: Vec::new(),
    ///     conclusion: Conclusion::Explained { states: 3, texts: 40 },
    /// };
    /// let accepted = |id: &str| AcceptedCause {
    ///     id: id.to_owned(),
    ///     reason: "known".to_owned(),
    ///     pin: Pin::default(),
    ///     holds: false,
    /// };
    /// let baseline = [accepted("port"), accepted("crash,port")];
    /// let causes = ReactionCauses::new(Reaction::Crashed, findings, &baseline);
    /// assert_eq!(causes.explanation.vanished, [accepted("crash,port")]);
    /// ```
    #[must_use]
    pub fn new(
        reaction: Reaction,
        findings: Findings<Breakdown>,
        baseline: &[AcceptedCause],
    ) -> Self {
        let prefix = reaction.prefix();
        let accepted = baseline.iter().filter_map(|one| {
            let id = one.id.strip_prefix(prefix)?.to_owned();
            Some(AcceptedCause { id, ..one.clone() })
        });
        let accepted: Vec<AcceptedCause> = accepted.collect();
        let mut explanation = Explanation::new(findings, 0, &accepted);
        let causes = explanation.causes.iter_mut().map(|one| &mut one.id);
        let groups = explanation.unexplained.iter_mut();
        let groups = groups.flat_map(|one| {
            let merged = one.merged.iter_mut().map(|one| &mut one.id);
            merged.chain([&mut one.id])
        });
        let vanished = explanation.vanished.iter_mut().map(|one| &mut one.id);
        for id in causes.chain(groups).chain(vanished) {
            id.insert_str(0, prefix);
        }
        Self {
            reaction,
            explanation,
        }
    }
}
