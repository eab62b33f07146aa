//! Findings: parts of a grammar that can surprise its readers, or break a parser written by rote.
//!
//! ```
//! let grammar = rfcbnf::read("sign = \"+\" | \"+-\"\n")?;
//! let analysis = rfcbnf::analysis::analyse(&grammar);
//! assert_eq!(analysis.findings()[0].kind().to_string(), "prefix alternative");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Invariant: the analysis reads its findings off the decisions that the generator uses
//! ([`crate::plan`]). So the generator does what the remedy of a finding says.

mod finding;
mod fix;
mod notation;
mod parted;
mod structure;
mod terminals;
mod unambiguity;
mod walk;
mod ways;

pub use finding::{Finding, FindingGroup, FindingKind, Unexamined};
pub use unambiguity::{Unambiguity, UnambiguityProof, Unexplored, unambiguity};

use std::collections::{HashMap, HashSet};

use crate::automaton::{Automata, AutomatonError, TooLarge};
use crate::depth::PRODUCTIONS;
use crate::plan::Plan;
use crate::search_end::{SearchEnd, Watch};
use crate::syntax::{Expression, Grammar};
use finding::{Findings, Location};
use walk::walk;

/// What the analysis of a grammar found, and what it did not examine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysis {
    findings: Vec<Finding>,
    unexamined: Vec<(String, Unexamined)>,
    allowed: Vec<(Finding, String)>,
}

impl Analysis {
    /// Returns the findings in file order.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Returns the findings that a comment on their production allows, each with the reason that the comment gives. They are not
    /// among [`Self::findings`]. The comment begins with `allow`, and names kinds or groups of findings, or `all`; a reason follows
    /// after a colon.
    ///
    /// ```
    /// let grammar = rfcbnf::read("; allow prefix-alternative: the parser backtracks\nsign = \"+\" | \"+-\"\n")?;
    /// let analysis = rfcbnf::analysis::analyse(&grammar);
    /// assert!(analysis.findings().is_empty());
    /// let [(finding, reason)] = analysis.allowed() else { panic!("there is one") };
    /// assert_eq!((finding.kind().id(), reason.as_str()), ("prefix-alternative", "the parser backtracks"));
    /// # Ok::<(), rfcbnf::GrammarErrors>(())
    /// ```
    #[must_use]
    pub fn allowed(&self) -> &[(Finding, String)] {
        &self.allowed
    }

    /// Returns the names of the productions in which the analysis did not look for ambiguities and
    /// for places where ordered choice loses texts, in file order, and why. Without a finding of
    /// these kinds, such a production may still have an ambiguity or lose texts.
    ///
    /// ```
    /// use rfcbnf::analysis::{Unexamined, analyse};
    ///
    /// let grammar = rfcbnf::read("s = \"if\" s [ \"else\" s ] | t\nt = \"x\"\n")?;
    /// let analysis = analyse(&grammar);
    /// assert_eq!(analysis.unexamined(), [("s".to_owned(), Unexamined::Recursion)]);
    /// # Ok::<(), rfcbnf::GrammarErrors>(())
    /// ```
    #[must_use]
    pub fn unexamined(&self) -> &[(String, Unexamined)] {
        &self.unexamined
    }

    /// Returns what is about the productions of the grammar's own file, without that about
    /// [`imported`](Grammar::imported) ones.
    #[must_use]
    pub fn without_imported(mut self, grammar: &Grammar) -> Self {
        let is_own = |name: &str| {
            let production = grammar.production(name);
            production.is_none_or(|one| grammar.file_at(one.span.start).is_none())
        };
        self.findings.retain(|one| is_own(&one.production));
        self.allowed.retain(|(one, _)| is_own(&one.production));
        self.unexamined.retain(|(name, _)| is_own(name));
        self
    }
}

/// Analyses a grammar.
///
/// ```
/// let grammar = rfcbnf::read("; Numbers\n\nnumber = digit | digit number2\nnumber2 = digit\ndigit = \"0\" | \"1\"\n")?;
/// let analysis = rfcbnf::analysis::analyse(&grammar);
/// let finding = &analysis.findings()[0];
/// assert_eq!(finding.kind().to_string(), "prefix alternative");
/// assert_eq!(finding.message(), r#"derives "0", a prefix of "00", which alternative 2 derives"#);
/// # Ok::<(), rfcbnf::GrammarErrors>(())
/// ```
#[must_use]
pub fn analyse(grammar: &Grammar) -> Analysis {
    finished(found(grammar, &Watch::default()), grammar)
}

/// Returns what is found in a grammar without its recursive productions, and what is not examined, in no order.
fn found(grammar: &Grammar, watch: &Watch) -> Analysis {
    let mut findings = without_automata(grammar);
    let too_large = examine(&grammar.with_automata(), &mut findings, watch);
    let obstacles = grammar.obstacles();
    let unexamined = grammar.productions.iter().filter_map(|production| {
        let name = production.name.as_str();
        let reason = obstacles.to_texts(name);
        let reason = reason.map(|obstacle| structure::reason(&obstacle));
        let reason = reason.or_else(|| too_large.contains(name).then_some(Unexamined::TooLarge));
        Some((name.to_owned(), reason?))
    });
    Analysis {
        findings: findings.all,
        unexamined: unexamined.collect(),
        allowed: Vec::new(),
    }
}

/// Analyses a grammar, and its recursive productions to a depth ([`Grammar::to_depth`]), or to a smaller
/// one if the automaton of their texts to that depth is too large. What is found about these texts holds
/// for all. Where nothing is found, a deeper text may still have several derivations.
///
/// ```
/// use rfcbnf::analysis::{Unexamined, analyse_to_depth};
///
/// let grammar = rfcbnf::read("s = \"if\" s [ \"else\" s ] | \"x\"\n")?;
/// let analysis = analyse_to_depth(&grammar, 2);
/// let messages: Vec<&str> = analysis.findings().iter().map(|one| one.message()).collect();
/// assert!(messages.contains(&r#"in "ifxelsex" it can end after "ifx" or go on"#), "{messages:?}");
/// assert_eq!(analysis.unexamined(), [("s".to_owned(), Unexamined::Deeper(2))]);
/// # Ok::<(), rfcbnf::GrammarErrors>(())
/// ```
#[must_use]
pub fn analyse_to_depth(grammar: &Grammar, depth: u32) -> Analysis {
    to_depth_watched(grammar, depth, &Watch::default())
}

fn to_depth_watched(grammar: &Grammar, depth: u32, watch: &Watch) -> Analysis {
    let mut analysis = found(grammar, watch);
    add_recursive(grammar, depth, &mut analysis, watch);
    finished(analysis, grammar)
}

/// Analyses a grammar as [`analyse_to_depth`] does, until an end is requested. Returns `None` then.
///
/// ```
/// use rfcbnf::analysis::{analyse_to_depth, analyse_until};
/// use rfcbnf::causes::SearchEnd;
///
/// let grammar = rfcbnf::read("sign = \"+\" | \"+-\"\n")?;
/// let end = SearchEnd::default();
/// assert_eq!(analyse_until(&grammar, 2, &end), Some(analyse_to_depth(&grammar, 2)));
/// end.request();
/// assert_eq!(analyse_until(&grammar, 2, &end), None);
/// # Ok::<(), rfcbnf::GrammarErrors>(())
/// ```
#[must_use]
pub fn analyse_until(grammar: &Grammar, depth: u32, end: &SearchEnd) -> Option<Analysis> {
    let analysis = to_depth_watched(grammar, depth, &Watch::of(end));
    // A part of it may have been called too large because no steps were left.
    (!end.is_requested()).then_some(analysis)
}

/// Returns the findings that need no automaton, in file order. They are a part of those of [`analyse`],
/// in linear time.
///
/// ```
/// let grammar = rfcbnf::read("a = \"x\" | \"x\" a\nb = \"y\"\n")?;
/// let findings = rfcbnf::analysis::structure(&grammar);
/// let kinds = findings.findings().iter().map(|one| one.kind().id());
/// assert_eq!(kinds.collect::<Vec<_>>(), ["recursion", "unreferenced-production"]);
/// # Ok::<(), rfcbnf::GrammarErrors>(())
/// ```
#[must_use]
pub fn structure(grammar: &Grammar) -> Analysis {
    let analysis = Analysis {
        findings: without_automata(grammar).all,
        unexamined: Vec::new(),
        allowed: Vec::new(),
    };
    finished(analysis, grammar)
}

fn without_automata(grammar: &Grammar) -> Findings {
    let mut findings = Findings::default();
    structure::find(grammar, &mut findings);
    terminals::letters(grammar, &mut findings);
    terminals::ranges(grammar, &mut findings);
    terminals::mixed(grammar, &mut findings);
    notation::not_rfc5234(grammar, &mut findings);
    structure::redefined(grammar, &mut findings);
    structure::unused_imports(grammar, &mut findings);
    findings
}

/// Brings findings into the order of the file, joins those with one cause, and adds their fixes.
fn finished(mut analysis: Analysis, grammar: &Grammar) -> Analysis {
    let findings = &mut analysis.findings;
    sort(findings, grammar);
    ways::join(findings, grammar);
    for finding in findings {
        let own = finding.fix.take();
        finding.fix = own.or_else(|| fix::of_finding(grammar, finding));
    }
    allow(&mut analysis, grammar);
    analysis
}

/// Takes out the findings that comments allow.
fn allow(analysis: &mut Analysis, grammar: &Grammar) {
    let mut allowances: HashMap<&str, Vec<(Vec<&str>, &str)>> = HashMap::new();
    for production in &grammar.productions {
        let comments = production.comments.iter();
        let found: Vec<_> = comments.filter_map(|one| allowance(&one.text)).collect();
        if !found.is_empty() {
            allowances
                .entry(&production.name)
                .or_default()
                .extend(found);
        }
    }
    if allowances.is_empty() {
        return;
    }
    let reason = |finding: &Finding| {
        let (kind, group) = (finding.kind.id(), finding.kind.group().id());
        let wider = finding.kind.part_of().map_or(kind, FindingKind::id);
        // An import is no production, and its finding is at one.
        let mut productions = grammar.productions.iter();
        let at = productions.find(|one| one.name_span == finding.span());
        let name = at.map_or(finding.production(), |production| &production.name);
        let found = allowances.get(name)?;
        let names =
            |names: &[&str]| { names.iter() }.any(|one| [kind, wider, group, "all"].contains(one));
        let (_, reason) = found.iter().find(|(kinds, _)| names(kinds))?;
        Some((*reason).to_owned())
    };
    let findings = std::mem::take(&mut analysis.findings);
    for finding in findings {
        match reason(&finding) {
            Some(reason) => analysis.allowed.push((finding, reason)),
            None => analysis.findings.push(finding),
        }
    }
}

/// Returns the kinds of findings that a comment allows, and the reason: `allow ambiguity, recursion: the reason`. Whatever
/// names something else is a comment for people.
fn allowance(comment: &str) -> Option<(Vec<&str>, &str)> {
    let (kinds, reason) = comment.trim().strip_prefix("allow ")?.split_once(':')?;
    let kinds: Vec<&str> = kinds.split(',').map(str::trim).collect();
    let is_known = |name: &&str| {
        *name == "all"
            || FindingKind::ALL.iter().any(|kind| kind.id() == *name)
            || FindingGroup::ALL.iter().any(|group| group.id() == *name)
    };
    let reason = reason.trim();
    (kinds.iter().all(is_known) && !reason.is_empty()).then_some((kinds, reason))
}

/// Brings findings into the order of the file. Those of one production stay in their order.
fn sort(findings: &mut [Finding], grammar: &Grammar) {
    let mut order: HashMap<&str, usize> = HashMap::new();
    for (index, production) in grammar.productions.iter().enumerate() {
        order.entry(&production.name).or_insert(index);
    }
    findings.sort_by_key(|finding| order.get(finding.production()).copied());
}

/// Adds the findings about the productions of a grammar. Nothing but their size keeps them from having
/// automata. Returns the names of those that are too large, and of those that use one.
fn examine(part: &Grammar, findings: &mut Findings, watch: &Watch) -> HashSet<String> {
    match Plan::watched(part, watch) {
        Ok(plan) => {
            walk(&plan, findings);
            return HashSet::new();
        }
        // Productions that do not use the one that is too large are examined all the same.
        Err(AutomatonError::TooLarge { .. }) => {}
        Err(_) => return names(part),
    }
    let own = names(part);
    let (_, failed) = Automata::of_most(part, &own.iter().map(String::as_str).collect(), watch);
    for production in &part.productions {
        if let Some(AutomatonError::TooLarge { production: cause }) = failed.get(&*production.name)
            && *cause == production.name
        {
            findings.undecided(Location::of(production), TooLarge);
        }
    }
    let mut rest = part.clone();
    rest.productions
        .retain(|production| !failed.contains_key(&*production.name));
    match Plan::watched(&rest, watch) {
        Ok(plan) => walk(&plan, findings),
        Err(_) => return names(part),
    }
    failed.into_keys().map(str::to_owned).collect()
}

fn names(grammar: &Grammar) -> HashSet<String> {
    let productions = grammar.productions.iter();
    productions.map(|one| one.name.clone()).collect()
}

/// The depth from which on the next smaller one is an eighth, and not half.
const DEEP: u32 = 16;

/// Adds what is found about the texts to the depth, or to a smaller one where that is too large, and notes
/// the productions that were examined.
fn add_recursive(grammar: &Grammar, depth: u32, analysis: &mut Analysis, watch: &Watch) {
    // Each depth is a part of the one before, so the greatest takes few steps, too. A production that recurses has
    // a copy for each depth, so none is examined to a depth of more copies than a grammar can have.
    let smaller = |&depth: &u32| match depth {
        0 => None,
        1..=DEEP => Some(depth / 2),
        _ => Some(depth / 8),
    };
    for depth in std::iter::successors(Some(depth), smaller) {
        if usize::try_from(depth).is_ok_and(|depth| depth > PRODUCTIONS) {
            continue;
        }
        if watch.is_over() {
            return;
        }
        add_recursive_to(grammar, depth, analysis, watch);
    }
}

fn add_recursive_to(grammar: &Grammar, depth: u32, analysis: &mut Analysis, watch: &Watch) {
    let recursive = analysis.unexamined.iter();
    let recursive = recursive.filter(|(_, why)| *why == Unexamined::Recursion);
    let recursive: HashSet<String> = recursive.map(|(name, _)| name.clone()).collect();
    if recursive.is_empty() {
        return;
    }
    let names = recursive.iter().map(String::as_str);
    let Some(limited) = grammar.part(names).to_depth(depth) else {
        return;
    };
    let limited = limited.with_automata();
    let mut findings = Findings {
        is_to_depth: true,
        ..Findings::default()
    };
    let mut too_large = examine(&limited, &mut findings, watch);
    let undecided = findings.all.iter();
    let undecided = undecided.filter(|one| one.kind() == FindingKind::Undecided);
    too_large.extend(undecided.map(|one| one.production().to_owned()));
    let is_examined = |name: &str| {
        let bodies = [grammar, &limited].map(|it| it.production(name).map(|one| &one.body));
        let [Some(body), Some(limited)] = bodies else {
            return false;
        };
        // An alternative that is too deep is not there, and then numbers are others.
        !too_large.contains(name) && size(body) == size(limited)
    };
    let mut findings = findings.all;
    findings.retain(|one| {
        let name = one.production();
        recursive.contains(name) && one.kind().has_witness() && is_examined(name)
    });
    analysis.findings.append(&mut findings);
    for (name, why) in &mut analysis.unexamined {
        if *why == Unexamined::Recursion && is_examined(name) {
            *why = Unexamined::Deeper(depth);
        }
    }
}

/// Returns the number of expressions.
fn size(expression: &Expression) -> usize {
    let mut count = 0;
    expression.walk(&mut |_| count += 1);
    count
}
