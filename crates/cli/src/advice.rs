//! The advice on a URL: which to show, and which to deny.

use std::ffi::OsStr;
use std::fmt::Write as _;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Args, Command, Error};
use rfc1738::{AdviceId, Finding, Rule, Url, advise};
use rfcbnf_engine::{Production, Tree};

use crate::arguments::suggestions;
use crate::outcome::Failure;

/// Which advice a command shows and denies.
pub(crate) struct AdvicePolicy {
    shows_all: bool,
    denied: Vec<Denied>,
}

impl AdvicePolicy {
    /// Returns a policy that shows all advice, or only denied advice. It shows and denies nothing
    /// if the production does not derive URLs. `rule` is the production of RFC 1738; `None` is one
    /// of another grammar.
    pub(crate) fn new(shows_all: bool, deny: &DenyArguments, rule: Option<Rule>) -> Self {
        let is_of_urls = rule.is_some_and(is_of_urls);
        let denied = if is_of_urls { &deny.denied[..] } else { &[] };
        Self {
            shows_all: shows_all && is_of_urls,
            denied: denied.to_vec(),
        }
    }

    /// Fails if advice is asked for or denied and the production does not derive URLs.
    pub(crate) fn refuse(
        is_asked: bool,
        deny: &DenyArguments,
        rule: Option<Rule>,
    ) -> Result<(), Failure> {
        if rule.is_some_and(is_of_urls) || (!is_asked && deny.denied.is_empty()) {
            return Ok(());
        }
        Err(Failure::WrongUse(match rule {
            Some(rule) => format!(
                "advice is for URLs, and {rule} derives other texts: use --rule url, or omit --advice and --deny"
            ),
            None => "advice is for the URLs of RFC 1738, not for another grammar: omit --grammar, or omit --advice and --deny".to_owned(),
        }))
    }

    /// Whether the policy shows and denies nothing.
    pub(crate) fn is_silent(&self) -> bool {
        !self.shows_all && self.denied.is_empty()
    }

    /// Returns the advice on the text of the tree, if it is a URL.
    pub(crate) fn on<P: Production>(&self, tree: Option<&Tree<'_, P>>) -> Advice<'_> {
        let tree = tree.filter(|_| !self.is_silent());
        let url = tree.and_then(|tree| Url::parse(tree.octets()).ok());
        let findings = url.iter().flat_map(advise);
        Advice {
            policy: self,
            findings: findings
                .filter(|finding| self.shows_all || self.denies(finding))
                .collect(),
        }
    }

    fn denies(&self, finding: &Finding) -> bool {
        self.denied
            .iter()
            .any(|denied| denied.includes(finding.id()))
    }
}

/// Whether the production derives URLs.
pub(crate) fn is_of_urls(rule: Rule) -> bool {
    let kinds = [Rule::Url, Rule::Waisurl];
    let is_kind = kinds.iter().any(|kind| kind.uses().contains(&rule));
    is_kind || matches!(rule, Rule::Url | Rule::Genericurl)
}

/// The advice on a text.
pub(crate) struct Advice<'p> {
    policy: &'p AdvicePolicy,
    findings: Vec<Finding>,
}

impl Advice<'_> {
    /// Returns the findings to show.
    pub(crate) fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Returns the findings for a record; `None` if they were not asked for and none is denied.
    pub(crate) fn for_record(&self) -> Option<&[Finding]> {
        let wanted = self.policy.shows_all || !self.findings.is_empty();
        wanted.then_some(&self.findings)
    }

    pub(crate) fn denied(&self) -> impl Iterator<Item = &Finding> {
        let findings = self.findings.iter();
        findings.filter(|finding| self.policy.denies(finding))
    }

    /// Returns the other findings.
    pub(crate) fn allowed(&self) -> impl Iterator<Item = &Finding> {
        let findings = self.findings.iter();
        findings.filter(|finding| !self.policy.denies(finding))
    }

    /// Whether any finding is denied.
    pub(crate) fn is_denied(&self) -> bool {
        self.denied().next().is_some()
    }
}

/// The name that stands for every id.
const ALL: &str = "all";

/// The denied kinds of advice.
#[derive(Debug, Args)]
pub(crate) struct DenyArguments {
    /// Fail on advice of this kind, or on any with all; can be repeated
    #[arg(long = "deny", value_name = "ID", value_parser = DeniedParser)]
    pub(crate) denied: Vec<Denied>,
}

/// A value of `--deny`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Denied {
    All,
    One(AdviceId),
}

impl Denied {
    /// Whether the id is denied.
    pub(crate) fn includes(self, id: AdviceId) -> bool {
        self == Self::All || self == Self::One(id)
    }
}

/// Parses an id. The error for an unknown id suggests similar ids.
#[derive(Debug, Clone, Copy)]
struct DeniedParser;

impl TypedValueParser for DeniedParser {
    type Value = Denied;

    fn parse_ref(&self, _: &Command, _: Option<&Arg>, value: &OsStr) -> Result<Denied, Error> {
        let id = value.to_string_lossy();
        if id == ALL {
            return Ok(Denied::All);
        }
        let known = id.parse().map(Denied::One);
        known.map_err(|_| Error::raw(ErrorKind::InvalidValue, refusal(&id)))
    }
}

fn refusal(id: &str) -> String {
    let ids = AdviceId::ALL.into_iter().map(AdviceId::as_str);
    let suggestions = suggestions(id, ids.chain([ALL]));
    format!("there is no advice {id:?}{suggestions}\n\nFor all ids, try 'rfc1738 check --help'.\n")
}

/// Returns the section of a help that lists the ids.
pub(crate) fn ids_help() -> String {
    let width = AdviceId::ALL.map(|id| id.as_str().len()).into_iter().max();
    let width = width.unwrap_or_default();
    let mut help = "Advice, by severity:".to_owned();
    let mut ids = AdviceId::ALL;
    ids.sort_by_key(|id| std::cmp::Reverse(id.severity()));
    for id in ids {
        let (severity, condition) = (id.severity(), id.condition());
        // Writing to a string cannot fail.
        let _ = write!(help, "\n  {severity:7}  {id:width$}  {condition}");
    }
    help
}
