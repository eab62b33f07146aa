//! A finding: a fact about a part of a grammar, with its kind, a message, a remedy and sometimes a fix.

use std::fmt;

use super::ways::Divergence;
use crate::automaton::TooLarge;
use crate::fixes::Fix;
use crate::syntax::{Expression, Production, Span};

/// A fact about a part of a grammar that its readers should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub(super) production: String,
    pub(super) span: Span,
    pub(super) kind: FindingKind,
    message: String,
    remedy: String,
    pub(super) derivations: Vec<String>,
    pub(super) divergence: Option<Divergence>,
    pub(super) elsewhere: Vec<(String, Span)>,
    pub(super) fix: Option<Fix>,
}

/// The kind of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FindingKind {
    /// A production that no other uses and that is not the start of the grammar.
    Unreferenced,
    /// Productions that use each other and that no other uses.
    UnreferencedCycle,
    /// A production that derives no text, because no derivation of it ends.
    NoText,
    /// An alternative, or another part that can be left out, that derives no text.
    DeadAlternative,
    /// An alternative that derives only texts that an earlier one derives.
    ShadowedAlternative,
    /// An alternative that derives a prefix of a text of a later one.
    PrefixAlternative,
    /// A repetition that can consume what the next part needs.
    GreedyRepetition,
    /// An optional part that can consume what the next part needs.
    GreedyOption,
    /// Any other part that can end at several offsets at which the rest can begin.
    SeveralEnds,
    /// A text that has several derivations.
    Ambiguity,
    /// Two alternatives that are ranges or single characters and have some in common.
    OverlappingRanges,
    /// A range of upper and lower case letters, with what is between them.
    LetterRange,
    /// A part whose automaton is too large.
    Undecided,
    /// A repetition whose rounds can derive the empty text.
    EmptyRound,
    /// A part that describes texts in prose.
    Prose,
    /// A recursive production.
    Recursion,
    /// A literal that matches in either case, beside a comment that says that case matters.
    LiteralCase,
    /// A production with a length that another part of the text gives.
    Length,
    /// UTF-8 that is spelled in octets, in a grammar whose numbers are characters.
    MixedOctets,
    /// What a grammar in ABNF writes that RFC 5234 does not have.
    NotRfc5234,
    /// A production that the document defines in another way, too.
    Redefined,
    /// An alternative that is written twice.
    SameAlternative,
    /// An imported grammar that defines nothing that the grammar needs.
    UnusedImport,
}

/// What a kind of finding is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FindingGroup {
    /// The author may have meant something else.
    Suspicious,
    /// A parser that takes the first match and never backtracks would be wrong or hang.
    OrderedChoice,
    /// No automaton decides about it.
    Undecided,
    /// Other tools do not read it.
    Notation,
}

impl FindingGroup {
    /// The groups.
    pub const ALL: [Self; 4] = [
        Self::Suspicious,
        Self::OrderedChoice,
        Self::Undecided,
        Self::Notation,
    ];

    /// Returns the name on command lines and in reports. It stays the same from release to release.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Suspicious => "suspicious",
            Self::OrderedChoice => "ordered-choice",
            Self::Undecided => "undecided-part",
            Self::Notation => "notation",
        }
    }
}

impl FindingKind {
    /// The kinds.
    pub const ALL: [Self; 23] = [
        Self::Unreferenced,
        Self::UnreferencedCycle,
        Self::NoText,
        Self::DeadAlternative,
        Self::ShadowedAlternative,
        Self::PrefixAlternative,
        Self::GreedyRepetition,
        Self::GreedyOption,
        Self::SeveralEnds,
        Self::Ambiguity,
        Self::OverlappingRanges,
        Self::LetterRange,
        Self::Undecided,
        Self::EmptyRound,
        Self::Prose,
        Self::Recursion,
        Self::LiteralCase,
        Self::Length,
        Self::MixedOctets,
        Self::NotRfc5234,
        Self::Redefined,
        Self::UnusedImport,
        Self::SameAlternative,
    ];

    /// Returns the name on command lines and in reports: `dead-alternative`. It stays the same from
    /// release to release.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Unreferenced => "unreferenced-production",
            Self::UnreferencedCycle => "unreferenced-cycle",
            Self::NoText => "no-text",
            Self::DeadAlternative => "dead-alternative",
            Self::ShadowedAlternative => "shadowed-alternative",
            Self::PrefixAlternative => "prefix-alternative",
            Self::GreedyRepetition => "greedy-repetition",
            Self::GreedyOption => "greedy-option",
            Self::SeveralEnds => "several-ends",
            Self::Ambiguity => "ambiguity",
            Self::OverlappingRanges => "overlapping-ranges",
            Self::LetterRange => "letter-range",
            Self::Undecided => "undecided",
            Self::EmptyRound => "empty-round",
            Self::Prose => "prose",
            Self::Recursion => "recursion",
            Self::LiteralCase => "literal-case",
            Self::Length => "length",
            Self::MixedOctets => "mixed-octets",
            Self::NotRfc5234 => "not-rfc5234",
            Self::Redefined => "redefined-production",
            Self::UnusedImport => "unused-import",
            Self::SameAlternative => "same-alternative",
        }
    }

    /// Returns the kind whose name selects it, too: an alternative that is written twice is shadowed.
    #[must_use]
    pub fn part_of(self) -> Option<Self> {
        (self == Self::SameAlternative).then_some(Self::ShadowedAlternative)
    }

    /// Returns what findings of this kind are about.
    #[must_use]
    pub fn group(self) -> FindingGroup {
        match self {
            Self::Unreferenced
            | Self::UnreferencedCycle
            | Self::NoText
            | Self::DeadAlternative
            | Self::ShadowedAlternative
            | Self::Ambiguity
            | Self::OverlappingRanges
            | Self::LetterRange
            | Self::LiteralCase
            | Self::MixedOctets
            | Self::Redefined
            | Self::UnusedImport
            | Self::SameAlternative => FindingGroup::Suspicious,
            Self::PrefixAlternative
            | Self::GreedyRepetition
            | Self::GreedyOption
            | Self::SeveralEnds
            | Self::EmptyRound => FindingGroup::OrderedChoice,
            Self::Undecided | Self::Prose | Self::Recursion | Self::Length => {
                FindingGroup::Undecided
            }
            Self::NotRfc5234 => FindingGroup::Notation,
        }
    }

    /// Returns whether plain ordered choice, which takes the first match and never backtracks,
    /// would reject texts that the grammar derives.
    #[must_use]
    pub fn loses_texts(self) -> bool {
        matches!(
            self,
            Self::PrefixAlternative
                | Self::GreedyRepetition
                | Self::GreedyOption
                | Self::SeveralEnds
        )
    }

    /// Returns whether the message has a text that shows it.
    pub(super) fn has_witness(self) -> bool {
        self.loses_texts() || matches!(self, Self::Ambiguity | Self::OverlappingRanges)
    }
}

/// Writes the name of the kind.
impl fmt::Display for FindingKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Unreferenced => "unreferenced production",
            Self::UnreferencedCycle => "unreferenced cycle",
            Self::NoText => "no text",
            Self::DeadAlternative => "dead alternative",
            Self::ShadowedAlternative => "shadowed alternative",
            Self::PrefixAlternative => "prefix alternative",
            Self::GreedyRepetition => "greedy repetition",
            Self::GreedyOption => "greedy option",
            Self::SeveralEnds => "several ends",
            Self::Ambiguity => "ambiguity",
            Self::OverlappingRanges => "overlapping ranges",
            Self::LetterRange => "range of letters",
            Self::Undecided => "undecided",
            Self::EmptyRound => "empty round",
            Self::Prose => "prose",
            Self::Recursion => "recursion",
            Self::LiteralCase => "literal in either case",
            Self::Length => "length elsewhere",
            Self::MixedOctets => "mixed octets",
            Self::NotRfc5234 => "not of RFC 5234",
            Self::Redefined => "another definition",
            Self::UnusedImport => "unused import",
            Self::SameAlternative => "same alternative",
        })
    }
}

impl Finding {
    /// Returns the name of the production that contains the part.
    #[must_use]
    pub fn production(&self) -> &str {
        &self.production
    }

    /// Returns the span of the part, in byte offsets in the source of the grammar.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span.clone()
    }

    /// Returns the kind.
    #[must_use]
    pub fn kind(&self) -> FindingKind {
        self.kind
    }

    /// Returns the fact, with a text that shows it.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns two derivations of the text that shows an ambiguity, each on one line: productions with
    /// their texts, or in brackets what is inside of them, and literals. Returns none for another kind, and if
    /// the derivations have the same nodes.
    ///
    /// ```
    /// use rfcbnf::analysis::analyse;
    ///
    /// let grammar = rfcbnf::read("name = x [ y ]\nx = 1*\"a\"\ny = \"a\" / \"b\"\n")?;
    /// let analysis = analyse(&grammar);
    /// let mut findings = analysis.findings().iter();
    /// let ambiguity = findings.find(|one| one.kind().id() == "ambiguity").unwrap();
    /// assert_eq!(ambiguity.derivations(), [r#"x "aa""#, r#"x "a" y "a""#]);
    /// # Ok::<(), rfcbnf::GrammarErrors>(())
    /// ```
    #[must_use]
    pub fn derivations(&self) -> &[String] {
        &self.derivations
    }

    /// Returns the production and the part at which the two derivations of an ambiguity diverge: up to there, they
    /// are the same. Returns `None` if it is within the part of the finding, and for another kind.
    ///
    /// ```
    /// use rfcbnf::analysis::analyse;
    ///
    /// let grammar = rfcbnf::read("list = name ws \",\" ws name\nname = \"a\" ws\nws = *\" \"\n")?;
    /// let analysis = analyse(&grammar);
    /// let mut findings = analysis.findings().iter();
    /// let ambiguity = findings.find(|one| one.kind().id() == "ambiguity").unwrap();
    /// let [one, other] = ambiguity.derivations() else { panic!("there are two") };
    /// assert_eq!(one, r#"name "a " ws "" "," ws "" name "a""#);
    /// assert_eq!(other, r#"name "a" ws " " "," ws "" name "a""#);
    /// let (production, part) = ambiguity.divergence().unwrap();
    /// assert_eq!((production, &grammar.source[part]), ("ws", "*\" \""));
    /// # Ok::<(), rfcbnf::GrammarErrors>(())
    /// ```
    #[must_use]
    pub fn divergence(&self) -> Option<(&str, Span)> {
        let divergence = self.divergence.as_ref()?;
        let part = divergence.part.clone()?;
        let is_within = self.span.start <= part.start && part.end <= self.span.end;
        let production = divergence.production.as_ref().unwrap_or(&self.production);
        (!is_within).then_some((production, part))
    }

    /// Returns the other places with the same ambiguity, in file order: each production and the part of it.
    /// Derivations of texts by these parts diverge where those of this finding do, in the same way. Of
    /// [`FindingKind::MixedOctets`], returns the part with a number above FF, and of [`FindingKind::NotRfc5234`] the other places.
    ///
    /// ```
    /// use rfcbnf::analysis::analyse;
    ///
    /// let grammar = rfcbnf::read("list = name ws \",\" name ws \".\"\nname = \"a\" ws\nws = *\" \"\n")?;
    /// let analysis = analyse(&grammar);
    /// let findings = analysis.findings().iter();
    /// let ambiguities: Vec<_> = findings.filter(|one| one.kind().id() == "ambiguity").collect();
    /// assert_eq!(ambiguities.len(), 1);
    /// let [(production, part)] = ambiguities[0].elsewhere() else {
    ///     panic!("there is one other place");
    /// };
    /// assert_eq!((production.as_str(), part.clone()), ("list", 19..23));
    /// # Ok::<(), rfcbnf::GrammarErrors>(())
    /// ```
    #[must_use]
    pub fn elsewhere(&self) -> &[(String, Span)] {
        &self.elsewhere
    }

    /// Returns the change of the file that removes the finding, if one is known.
    #[must_use]
    pub fn fix(&self) -> Option<&Fix> {
        self.fix.as_ref()
    }

    /// Returns what the generator does about it.
    #[must_use]
    pub fn remedy(&self) -> &str {
        &self.remedy
    }
}

/// Why the analysis did not look for ambiguities and for places where ordered choice loses texts in
/// a production. It looks for them on automata.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unexamined {
    /// The production is recursive, or uses one that is.
    Recursion,
    /// It is so, and was examined to this depth.
    Deeper(u32),
    /// The production derives no text.
    NoText,
    /// The production uses prose.
    Prose,
    /// The automaton of the production, or of one that it uses, is too large.
    TooLarge,
    /// The production uses text that cannot be read, or a name that the grammar does not define.
    Error,
}

/// Writes a noun for the reason.
impl fmt::Display for Unexamined {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Recursion => "recursion",
            Self::Deeper(depth) => return write!(formatter, "recursion beyond depth {depth}"),
            Self::NoText => "no text",
            Self::Prose => "prose",
            Self::TooLarge => "too large",
            Self::Error => "errors",
        })
    }
}

/// The location of a finding: a production and a part of it.
#[derive(Clone, Copy)]
pub(super) struct Location<'g> {
    pub(super) production: &'g Production,
    pub(super) part: &'g Expression,
}

impl<'g> Location<'g> {
    pub(super) fn of(production: &'g Production) -> Self {
        let part = &production.body;
        Self { production, part }
    }

    pub(super) fn at(self, part: &'g Expression) -> Self {
        Self { part, ..self }
    }
}

/// The findings so far.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) all: Vec<Finding>,
    /// The number of ambiguities for which derivations were looked for.
    pub(super) derived: usize,
    /// The steps that these derivations took.
    pub(super) steps: usize,
    /// Whether only texts to a depth are examined. No alternative is shadowed then, as deeper texts are
    /// unknown, but its texts have several derivations.
    pub(super) is_to_depth: bool,
}

impl Findings {
    pub(super) fn add(
        &mut self,
        location: Location,
        kind: FindingKind,
        message: String,
        remedy: &str,
    ) {
        let span = location.part.span.clone();
        self.push(&location.production.name, span, kind, message, remedy);
    }

    pub(super) fn push(
        &mut self,
        production: &str,
        span: Span,
        kind: FindingKind,
        message: String,
        remedy: &str,
    ) {
        self.all.push(Finding {
            fix: None,
            derivations: Vec::new(),
            divergence: None,
            elsewhere: Vec::new(),
            production: production.to_owned(),
            span,
            kind,
            message,
            remedy: remedy.to_owned(),
        });
    }

    pub(super) fn empty_round(&mut self, location: Location) {
        let message = "a round can derive the empty text".to_owned();
        let remedy = "a round beyond the smallest number of rounds consumes at least one octet";
        self.add(location, FindingKind::EmptyRound, message, remedy);
    }

    pub(super) fn undecided(&mut self, location: Location, reason: TooLarge) {
        let remedy = "generated code reads it by a recognizer; change the production";
        let message = format!("it is {reason}");
        self.add(location, FindingKind::Undecided, message, remedy);
    }
}
