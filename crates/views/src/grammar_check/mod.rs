//! What `grammar check` says of a file, for people and for programs.
//!
//! ```
//! use rfc1738_views::grammar_check::{CheckedFile, Selection, annotations};
//!
//! let document = rfcbnf::Reader::default().read("port = 1*digt\ndigit = \"0\" | \"1\"\n");
//! let file = CheckedFile::new("g.bnf", None, &document, None, &Selection::default());
//! let mut out = Vec::new();
//! annotations::write_github(&mut out, &file)?;
//! assert_eq!(
//!     String::from_utf8(out)?,
//!     "::error title=undefined-production::g.bnf:1:10: the production `digt` is used and never \
//!      defined; a production with a similar name exists: `digit`\n"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod annotations;
pub mod record;

use std::path::Path;

use rfcbnf::GrammarDocument;
use rfcbnf::analysis::{Analysis, Finding, FindingGroup, FindingKind};
use rfcbnf::fixes::{self, Fix};
use rfcbnf::syntax::{Grammar, Span};
use rfcbnf_engine::LineColumn;
use rfcbnf_engine::escape::Printable;

use crate::diagnostic::grammar_file::{GrammarFile, notes};

/// A grammar file that was checked.
#[derive(Debug)]
pub struct CheckedFile<'a> {
    name: &'a str,
    path: Option<&'a Path>,
    document: &'a GrammarDocument,
    analysis: Option<&'a Analysis>,
    problems: Vec<Problem>,
}

/// How grave a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProblemLevel {
    /// An error, or a finding that is denied.
    Error,
    /// Any other finding.
    Warning,
}

/// An error or a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The name of its kind.
    pub id: &'static str,
    /// How grave it is.
    pub level: ProblemLevel,
    /// The production that has it, if it is a finding.
    pub production: Option<String>,
    /// Its place in byte offsets.
    pub span: Span,
    /// Where the place begins.
    pub start: LineColumn,
    /// Where the place ends.
    pub end: LineColumn,
    /// What is wrong, on one line. Escaped for people.
    pub message: String,
    /// What to do, or what is done about it, on one line. Escaped for people.
    pub help: Option<String>,
    /// Other parts of the file that belong to it. For an ambiguity, where its two derivations diverge, and the other
    /// places with the same one.
    pub related: Vec<RelatedPlace>,
    /// Two derivations of the text that shows an ambiguity; none of another problem.
    pub derivations: Vec<String>,
    /// Where the derivations of an ambiguity diverge, and where it is, too, each on one line. Escaped for people.
    pub notes: Vec<String>,
    /// The change of the file that removes it.
    pub fix: Option<Fix>,
}

/// A part of a file that belongs to a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelatedPlace {
    /// The part, in byte offsets.
    pub span: Span,
    /// Where it begins.
    pub start: LineColumn,
    /// Where it ends.
    pub end: LineColumn,
    /// What it has to do with the problem, on one line. Escaped for people.
    pub remark: String,
}

impl<'a> CheckedFile<'a> {
    /// Returns a file with its problems. `name` is the escaped name of the file, and `path` its path;
    /// `None` for standard input and for the grammar of RFC 1738.
    #[must_use]
    pub fn new(
        name: &'a str,
        path: Option<&'a Path>,
        document: &'a GrammarDocument,
        analysis: Option<&'a Analysis>,
        selection: &Selection,
    ) -> Self {
        let lines = GrammarFile::of_grammar(name, &document.grammar);
        let errors = errors(document, &lines);
        let findings = analysis.into_iter().flat_map(Analysis::findings);
        let findings = findings.filter(|finding| selection.shows(finding.kind()));
        let findings = findings.map(|finding| Problem {
            id: finding.kind().id(),
            level: if selection.denies(finding.kind()) {
                ProblemLevel::Error
            } else {
                ProblemLevel::Warning
            },
            production: Some(finding.production().to_owned()),
            span: lines.span(finding.span()),
            start: lines.positions(finding.span()).0,
            end: lines.positions(finding.span()).1,
            message: escaped(finding.message()),
            help: Some(escaped(finding.remedy())),
            related: related(&document.grammar, finding, &lines),
            derivations: finding.derivations().to_vec(),
            notes: notes(&document.grammar, finding, |at| lines.position(at)),
            fix: finding
                .fix()
                .and_then(|fix| in_file(&document.grammar, fix)),
        });
        let problems = errors.into_iter().chain(findings).collect();
        Self {
            name,
            path,
            document,
            analysis,
            problems,
        }
    }

    /// Returns the errors in file order, and then the findings that are shown.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Returns whether there is an error or a finding that is denied.
    #[must_use]
    pub fn fails(&self) -> bool {
        let mut problems = self.problems.iter();
        problems.any(|problem| problem.level == ProblemLevel::Error)
    }
}

impl Problem {
    /// Returns the message with the help, and with two derivations if it is an ambiguity.
    #[must_use]
    pub fn text(&self) -> String {
        let mut parts = vec![self.message.clone()];
        parts.extend(self.help.clone());
        let derivations = self.derivations.iter().zip(["one derivation", "the other"]);
        parts.extend(derivations.map(|(one, which)| format!("{which}: {}", escaped(one))));
        parts.join("; ")
    }
}

impl RelatedPlace {
    fn new(span: Span, lines: &GrammarFile<'_>, remark: &str) -> Self {
        let (start, end) = lines.positions(span.clone());
        Self {
            start,
            end,
            span: lines.span(span),
            remark: escaped(remark),
        }
    }
}

/// Returns the parts of the file that belong to a finding.
fn related(grammar: &Grammar, finding: &Finding, lines: &GrammarFile<'_>) -> Vec<RelatedPlace> {
    let divergence = finding.divergence().map(|(production, part)| {
        let remark = format!("the derivations diverge here, in `{production}`");
        (part, remark)
    });
    let elsewhere = finding.elsewhere().iter().map(|(production, part)| {
        let remark = match finding.kind() {
            FindingKind::MixedOctets => format!("the number above FF, in `{production}`"),
            FindingKind::NotRfc5234 => format!("the same, in `{production}`"),
            _ => format!("the same ambiguity, in `{production}`"),
        };
        (part.clone(), remark)
    });
    let places = divergence.into_iter().chain(elsewhere);
    let places = places.filter(|(part, _)| grammar.is_in_file(part.start));
    { places }
        .map(|(part, remark)| RelatedPlace::new(part, lines, &remark))
        .collect()
}

fn errors(document: &GrammarDocument, lines: &GrammarFile<'_>) -> Vec<Problem> {
    let errors = document.errors.iter().flatten();
    let fixes = fixes::of_errors(document).into_iter();
    let errors = errors.zip(fixes).map(|(error, fix)| Problem {
        id: error.kind().id(),
        level: ProblemLevel::Error,
        production: None,
        span: lines.span(error.span()),
        start: lines.positions(error.span()).0,
        end: lines.positions(error.span()).1,
        message: escaped(&error.message()),
        help: error.help().map(|help| escaped(&help)),
        related: { error.related().iter() }
            .map(|(span, remark)| RelatedPlace::new(span.clone(), lines, remark))
            .collect(),
        derivations: Vec::new(),
        notes: Vec::new(),
        fix: fix.and_then(|fix| in_file(&document.grammar, &fix)),
    });
    errors.collect()
}

/// Returns a fix of the source of a grammar as one of its file; `None` if that is a document, and the fix cannot be made there
/// exactly.
fn in_file(grammar: &Grammar, fix: &Fix) -> Option<Fix> {
    match &grammar.document {
        Some(document) => fix.in_document(document),
        None => Some(fix.clone()),
    }
}

fn escaped(text: &str) -> String {
    Printable(text.as_bytes()).to_string()
}

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
            Self::Kind(one) => kind == one || kind.part_of() == Some(one),
        }
    }
}

/// Which findings are shown, and which are denied.
///
/// ```
/// use rfc1738_views::grammar_check::{Findings, Selection};
/// use rfcbnf::analysis::FindingKind;
///
/// let denied = vec![Findings::Kind(FindingKind::GreedyOption)];
/// let selection = Selection { denied, ..Selection::default() };
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
    /// What is neither shown nor denied, whatever else says.
    pub allowed: Vec<Findings>,
}

impl Selection {
    /// Returns the selection that shows all findings and denies none.
    #[must_use]
    pub fn all() -> Self {
        Self {
            shown: vec![Findings::All],
            ..Self::default()
        }
    }

    /// Returns whether findings of this kind are shown.
    #[must_use]
    pub fn shows(&self, kind: FindingKind) -> bool {
        let shown = [Findings::Group(FindingGroup::Suspicious)];
        let shown = shown.iter().chain(&self.shown).chain(&self.denied);
        { shown }.any(|one| one.include(kind)) && !self.allows(kind)
    }

    /// Returns whether findings of this kind are shown because somebody asked for them.
    #[must_use]
    pub fn asks_for(&self, kind: FindingKind) -> bool {
        let mut asked = self.shown.iter().chain(&self.denied);
        asked.any(|one| one.include(kind))
    }

    fn allows(&self, kind: FindingKind) -> bool {
        self.allowed.iter().any(|one| one.include(kind))
    }

    /// Returns whether findings of this kind make a check fail.
    #[must_use]
    pub fn denies(&self, kind: FindingKind) -> bool {
        self.denied.iter().any(|one| one.include(kind)) && !self.allows(kind)
    }
}
