//! Which findings of a grammar are shown, and which make a check fail.

use rfcbnf::analysis::{FindingGroup, FindingKind};

/// A kind of finding, several or all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Findings {
    /// All kinds.
    All,
    /// The kinds of a group.
    Group(FindingGroup),
    /// One kind.
    Kind(FindingKind),
}

impl Findings {
    /// Returns what a name on a command line means: `all`, the id of a group or that of a kind.
    ///
    /// ```
    /// use rfc1738_views::grammar_check::Findings;
    /// use rfcbnf::analysis::{FindingGroup, FindingKind};
    ///
    /// let group = Findings::named("ordered-choice");
    /// assert_eq!(group, Some(Findings::Group(FindingGroup::OrderedChoice)));
    /// let kind = Findings::named("ambiguity");
    /// assert_eq!(kind, Some(Findings::Kind(FindingKind::Ambiguity)));
    /// assert_eq!(Findings::named("nosuch"), None);
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let group = || FindingGroup::ALL.into_iter().find(|one| one.id() == name);
        let kind = || FindingKind::ALL.into_iter().find(|one| one.id() == name);
        (name == "all")
            .then_some(Self::All)
            .or_else(|| group().map(Self::Group))
            .or_else(|| kind().map(Self::Kind))
    }

    /// Returns all names.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let groups = FindingGroup::ALL.into_iter().map(FindingGroup::id);
        let kinds = FindingKind::ALL.into_iter().map(FindingKind::id);
        std::iter::once("all").chain(groups).chain(kinds)
    }

    fn include(self, kind: FindingKind) -> bool {
        match self {
            Self::All => true,
            Self::Group(group) => kind.group() == group,
            Self::Kind(one) => kind == one,
        }
    }
}

/// Which findings are shown, and which are denied.
///
/// ```
/// use rfc1738_views::grammar_check::{Findings, Selection};
/// use rfcbnf::analysis::FindingKind;
///
/// let selection = Selection { shown: vec![], denied: vec![Findings::Kind(FindingKind::GreedyOption)] };
/// assert!(selection.shows(FindingKind::Ambiguity) && !selection.denies(FindingKind::Ambiguity));
/// assert!(selection.shows(FindingKind::GreedyOption) && selection.denies(FindingKind::GreedyOption));
/// assert!(!selection.shows(FindingKind::PrefixAlternative));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// What is shown beside what is suspicious or denied.
    pub shown: Vec<Findings>,
    /// What makes a check fail.
    pub denied: Vec<Findings>,
}

impl Selection {
    /// Returns the selection that shows all findings and denies none.
    #[must_use]
    pub fn all() -> Self {
        Self {
            shown: vec![Findings::All],
            denied: Vec::new(),
        }
    }

    /// Returns whether findings of this kind are shown.
    #[must_use]
    pub fn shows(&self, kind: FindingKind) -> bool {
        let shown = [Findings::Group(FindingGroup::Suspicious)];
        let shown = shown.iter().chain(&self.shown).chain(&self.denied);
        { shown }.any(|one| one.include(kind))
    }

    /// Returns whether findings of this kind make a check fail.
    #[must_use]
    pub fn denies(&self, kind: FindingKind) -> bool {
        self.denied.iter().any(|one| one.include(kind))
    }
}
