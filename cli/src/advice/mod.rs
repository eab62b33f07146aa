//! Advice on URLs: which of it is shown, and which is a reason to fail.

pub(crate) mod arguments;

use std::io::{self, Write};

use rfc1738::{Finding, Rule, Severity, Tree, Url, advise};

use crate::outcome::Failure;
use crate::style::Palette;
use crate::tree;
use arguments::{Denied, DenyArguments};

/// What is done about advice.
pub(crate) struct Policy {
    shows_all: bool,
    denied: Vec<Denied>,
}

impl Policy {
    /// Shows all advice, or only that which is denied; none on texts of a production that is
    /// not one of URLs.
    pub(crate) fn new(shows_all: bool, deny: &DenyArguments, rule: Rule) -> Self {
        let is_of_urls = is_of_urls(rule);
        let denied = if is_of_urls { &deny.denied[..] } else { &[] };
        Self {
            shows_all: shows_all && is_of_urls,
            denied: denied.to_vec(),
        }
    }

    /// Refuses to deny, or to show on request, what there cannot be.
    pub(crate) fn refuse(is_asked: bool, deny: &DenyArguments, rule: Rule) -> Result<(), Failure> {
        if is_of_urls(rule) || (!is_asked && deny.denied.is_empty()) {
            return Ok(());
        }
        Err(Failure::WrongUse(format!(
            "there is advice on URLs, but not on every text of {rule}: use --rule url, or leave --advice and --deny out"
        )))
    }

    /// Whether there is nothing to be said of any text.
    pub(crate) fn is_silent(&self) -> bool {
        !self.shows_all && self.denied.is_empty()
    }

    /// What is to be said of a text that the production derives, if it is a URL.
    pub(crate) fn on(&self, tree: Option<&Tree>) -> Advice<'_> {
        let tree = tree.filter(|_| !self.is_silent());
        let url = tree.and_then(|tree| Url::parse(tree.text()).ok());
        let findings = url.iter().flat_map(advise);
        Advice {
            policy: self,
            findings: findings
                .filter(|finding| self.shows_all || self.denies(finding))
                .collect(),
        }
    }

    fn denies(&self, finding: &Finding) -> bool {
        self.denied.iter().any(|denied| denied.holds(finding.id()))
    }
}

/// Whether the texts of the production are URLs, or may be.
fn is_of_urls(rule: Rule) -> bool {
    let kinds = [Rule::Url, Rule::Waisurl];
    let is_kind = kinds.iter().any(|kind| kind.uses().contains(&rule));
    is_kind || matches!(rule, Rule::Url | Rule::Genericurl)
}

/// What is to be said of a text.
pub(crate) struct Advice<'p> {
    policy: &'p Policy,
    findings: Vec<Finding>,
}

impl Advice<'_> {
    /// All of it.
    pub(crate) fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The same for an object of its own: nothing where nobody asked and nothing is denied.
    pub(crate) fn for_record(&self) -> Option<&[Finding]> {
        let wanted = self.policy.shows_all || !self.findings.is_empty();
        wanted.then_some(&self.findings)
    }

    /// What is a reason to fail.
    pub(crate) fn denied(&self) -> impl Iterator<Item = &Finding> {
        let findings = self.findings.iter();
        findings.filter(|finding| self.policy.denies(finding))
    }

    /// What is none.
    pub(crate) fn allowed(&self) -> impl Iterator<Item = &Finding> {
        let findings = self.findings.iter();
        findings.filter(|finding| !self.policy.denies(finding))
    }

    /// Whether there is a reason to fail.
    pub(crate) fn is_denied(&self) -> bool {
        self.denied().next().is_some()
    }
}

/// Writes a line: severity, id, span, the text of the span, cut where it is long, and the
/// sentence. A finding that is denied is an error.
pub(crate) fn write(
    out: &mut impl Write,
    palette: Palette,
    text: &str,
    finding: &Finding,
    is_denied: bool,
) -> io::Result<()> {
    let (id, span, number) = (finding.id(), finding.span(), palette.number);
    let (word, style) = match finding.severity() {
        _ if is_denied => ("error", palette.error),
        Severity::Danger => (Severity::Danger.as_str(), palette.error),
        Severity::Warning => (Severity::Warning.as_str(), palette.warning),
        Severity::Note => (Severity::Note.as_str(), palette.note),
    };
    write!(
        out,
        "{style}{word}[{id}]{style:#} {number}{}..{}{number:#} ",
        span.start, span.end
    )?;
    tree::write_cut(out, palette, &text[span])?;
    writeln!(out, ": {finding}")
}
