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

mod deep;
mod divergence;
mod finding;
mod fix;
mod letters;
mod parted;
mod ranges;
mod structure;
mod ways;

use std::collections::{HashMap, HashSet};
use std::fmt;

use rfcbnf_engine::escape;

use crate::automaton::{Automata, AutomatonError, TooLarge, Witness};
use crate::plan::{Backtrack, Join, Overlap, Plan};
use crate::resolved::{ExpressionId, ResolvedKind};
use crate::search_end::{SearchEnd, Watch};
use crate::syntax::{Expression, Grammar, Kind, Production, Span};

use ways::Ways;

pub use finding::{Finding, FindingGroup, FindingKind, Unexamined};

/// The most octets of a text that the message of a finding quotes.
const QUOTED: usize = 60;

/// The most ambiguities for which two derivations are looked for.
const DERIVED: usize = 100;

/// What the analysis of a grammar found, and what it did not examine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysis {
    findings: Vec<Finding>,
    unexamined: Vec<(String, Unexamined)>,
}

impl Analysis {
    /// Returns the findings in file order.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
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
    deep::add(grammar, depth, &mut analysis, watch);
    finished(analysis, grammar)
}

/// Analyses a grammar as [`analyse_to_depth`] does, until it is told to end. Returns `None` then.
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
    };
    finished(analysis, grammar)
}

fn without_automata(grammar: &Grammar) -> Findings {
    let mut findings = Findings::default();
    structure::find(grammar, &mut findings);
    letters::find(grammar, &mut findings);
    ranges::find(grammar, &mut findings);
    findings
}

/// Brings findings into the order of the file, joins those with one cause, and adds their fixes.
fn finished(mut analysis: Analysis, grammar: &Grammar) -> Analysis {
    let findings = &mut analysis.findings;
    sort(findings, grammar);
    divergence::join(findings, grammar);
    for finding in findings {
        let own = finding.fix.take();
        finding.fix = own.or_else(|| fix::of_finding(grammar, finding));
    }
    analysis
}

/// Brings findings into the order of the file. Those of one production stay in their order.
fn sort(findings: &mut [Finding], grammar: &Grammar) {
    let mut order: HashMap<&str, usize> = HashMap::new();
    for (index, production) in grammar.productions.iter().enumerate() {
        order.entry(&production.name).or_insert(index);
    }
    findings.sort_by_key(|finding| order.get(finding.production()).copied());
}

/// Adds the findings about the productions of a grammar, all of which can have automata. Returns the names of
/// those that are too large, and of those that use one.
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

/// Adds the findings about the productions of a plan.
fn walk(plan: &Plan<'_>, findings: &mut Findings) {
    let mut walk = Walk { plan, findings };
    for production in plan.resolved().productions() {
        walk.expression(production.source(), production.body());
    }
}

/// The location of a finding: a production and a part of it.
#[derive(Clone, Copy)]
struct Location<'g> {
    production: &'g Production,
    part: &'g Expression,
}

impl<'g> Location<'g> {
    fn of(production: &'g Production) -> Self {
        let part = &production.body;
        Self { production, part }
    }

    fn at(self, part: &'g Expression) -> Self {
        Self { part, ..self }
    }
}

#[derive(Default)]
struct Findings {
    all: Vec<Finding>,
    /// The number of ambiguities for which derivations were looked for.
    derived: usize,
    /// Whether only texts to a depth are examined. No alternative is shadowed then, as deeper texts are
    /// unknown, but its texts have several derivations.
    is_to_depth: bool,
}

impl Findings {
    fn add(&mut self, location: Location, kind: FindingKind, message: String, remedy: &str) {
        let span = location.part.span.clone();
        self.push(&location.production.name, span, kind, message, remedy);
    }

    fn push(
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

    fn empty_round(&mut self, location: Location) {
        let message = "a round can derive the empty text".to_owned();
        let remedy = "a round beyond the smallest number of rounds consumes at least one octet";
        self.add(location, FindingKind::EmptyRound, message, remedy);
    }

    fn undecided(&mut self, location: Location, reason: TooLarge) {
        let remedy = "generated code reads it by a recognizer; change the production";
        let message = format!("it is {reason}");
        self.add(location, FindingKind::Undecided, message, remedy);
    }
}

struct Walk<'p, 'g> {
    plan: &'p Plan<'g>,
    findings: &'p mut Findings,
}

impl<'g> Walk<'_, 'g> {
    fn expression(&mut self, production: &'g Production, id: ExpressionId) {
        let resolved = self.plan.resolved();
        let expression = resolved.expression(id);
        let location = Location {
            production,
            part: expression.source(),
        };
        let result = match expression.kind() {
            ResolvedKind::Alternation(members) => self.alternation(location, id, members),
            ResolvedKind::Sequence(members) => {
                let mut parts = members.iter().take(members.len() - 1).enumerate();
                parts.try_for_each(|(index, &part)| self.boundary(location, (id, index), part))
            }
            &ResolvedKind::Repetition { least, most, body } => {
                // A fixed number of rounds is a sequence, and `*1x` is `[x]`.
                let is_plain = most == Some(least) || most == Some(1);
                if !is_plain && resolved.properties(body).is_nullable() {
                    self.findings.empty_round(location);
                }
                self.rounds(location, id)
            }
            _ => Ok(()),
        };
        if let Err(reason) = result {
            self.findings.undecided(location, reason);
        }
        for &child in expression.kind().children() {
            self.expression(production, child);
        }
    }

    fn alternation(
        &mut self,
        location: Location<'g>,
        id: ExpressionId,
        members: &[ExpressionId],
    ) -> Result<(), TooLarge> {
        let members: Vec<&Expression> = members
            .iter()
            .map(|&member| self.plan.resolved().expression(member).source())
            .collect();
        let alternatives = self.plan.alternatives(id)?;
        let numbers = numbers_in_file(&members);
        let mut overlaps = alternatives.overlaps.iter().peekable();
        for (later, &member) in members.iter().enumerate() {
            // `structure` has a finding for the production itself among its alternatives.
            let is_itself =
                |index: usize| structure::is_itself(location.production, members[index]);
            let shadowed = alternatives.shadowed_by[later];
            if let Some(earlier) = shadowed.filter(|&earlier| !is_itself(earlier)) {
                let message = format!(
                    "alternative {} already derives every text that it derives",
                    numbers[earlier]
                );
                let remedy = "the earlier alternative has priority; this one is never taken";
                self.findings.add(
                    location.at(member),
                    FindingKind::ShadowedAlternative,
                    message,
                    remedy,
                );
            }
            let mut is_ambiguous = false;
            while let Some(overlap) = overlaps.next_if(|overlap| overlap.later == later) {
                let is_of_two = shadowed.is_none() || self.findings.is_to_depth;
                if is_of_two && !is_itself(overlap.earlier) && !is_itself(later) {
                    is_ambiguous |=
                        self.overlap(location, &members, &numbers, (overlap, is_ambiguous));
                }
            }
        }
        Ok(())
    }

    /// Adds the findings about two alternatives with texts in common. Returns whether one is an ambiguity. Another
    /// one of the same later alternative would have the same cause, so it is left out.
    fn overlap(
        &mut self,
        location: Location<'g>,
        members: &[&'g Expression],
        numbers: &[usize],
        (overlap, is_ambiguous): (&Overlap, bool),
    ) -> bool {
        let (earlier, later) = (numbers[overlap.earlier], numbers[overlap.later]);
        if let Some(witness) = &overlap.prefix {
            let (prefix, text) = quoted(witness);
            let message =
                format!("derives {prefix}, a prefix of {text}, which alternative {later} derives");
            let remedy = "the parser tries all alternatives and takes the longest match";
            let location = location.at(members[overlap.earlier]);
            self.findings
                .add(location, FindingKind::PrefixAlternative, message, remedy);
        }
        let Some(text) = overlap.common.as_ref().filter(|_| !is_ambiguous) else {
            return false;
        };
        let alternatives = [overlap.earlier, overlap.later].map(|index| members[index]);
        let source = &self.plan.resolved().grammar().source;
        if let Some(message) = ranges::overlap(source, alternatives) {
            if alternatives.into_iter().any(ranges::is_of_letters) {
                return false;
            }
            let remedy = "the tree is the same; a range may be wrong";
            let (location, kind) = (location.at(alternatives[1]), FindingKind::OverlappingRanges);
            self.findings.add(location, kind, message, remedy);
            if let Some(finding) = self.findings.all.last_mut() {
                finding.fix = ranges::without_overlap(source, alternatives);
            }
            return false;
        }
        let message = format!(
            "alternatives {earlier} and {later} both derive {}",
            Quoted(text)
        );
        let remedy = if earlier < later {
            "the tree has the alternative that is written first"
        } else {
            "a reading decides which of them the tree has"
        };
        self.ambiguity(location, message, remedy, |grammar| {
            ways::of_alternatives(grammar, alternatives, text)
        });
        true
    }

    /// Adds an ambiguity, with two derivations.
    fn ambiguity(
        &mut self,
        location: Location<'g>,
        message: String,
        remedy: &str,
        ways: impl FnOnce(&Grammar) -> Option<Ways>,
    ) {
        let kind = FindingKind::Ambiguity;
        self.findings.add(location, kind, message, remedy);
        self.findings.derived += 1;
        if self.findings.derived > DERIVED {
            return;
        }
        let ways = ways(self.plan.resolved().grammar());
        if let Some((finding, ways)) = self.findings.all.last_mut().zip(ways) {
            finding.derivations = ways.written.map(Vec::from).unwrap_or_default();
            finding.divergence = ways.divergence;
        }
    }

    fn boundary(
        &mut self,
        location: Location<'g>,
        (sequence, index): (ExpressionId, usize),
        part: ExpressionId,
    ) -> Result<(), TooLarge> {
        let location = location.at(self.plan.resolved().expression(part).source());
        let resolved = self.plan.resolved();
        let boundary = self.plan.boundary(sequence, index)?;
        if let Join::Backtrack { step, witness, .. } = &boundary.join {
            let (kind, remedy) = backtracking(*step);
            let (shorter, text) = quoted(witness);
            let message = format!("matches {text}, but the rest may have to begin after {shorter}");
            self.findings.add(location, kind, message, remedy);
        }
        let Some(witness) = &boundary.ambiguity else {
            return Ok(());
        };
        let (shorter, text) = quoted(witness);
        let message = format!("in {text} it can end after {shorter} or go on");
        let remedy = match boundary.join {
            Join::Lazy { .. } => "a reading makes it as short as the rest permits",
            Join::Backtrack {
                step: Backtrack::Octet,
                ..
            } => "the tree is the first derivation in priority order",
            _ => "it is as long as possible",
        };
        let members = resolved.expression(sequence).kind().children().iter();
        let rest: Vec<&Expression> = members
            .skip(index + 1)
            .map(|&member| resolved.expression(member).source())
            .collect();
        let rest = in_sequence(&rest);
        self.ambiguity(location, message, remedy, |grammar| {
            ways::of_ends(grammar, [location.part.clone(), rest], witness)
        });
        Ok(())
    }

    fn rounds(&mut self, location: Location<'g>, id: ExpressionId) -> Result<(), TooLarge> {
        let rounds = self.plan.rounds(id)?;
        if let Some(witness) = &rounds.witness {
            let (shorter, text) = quoted(witness);
            let message =
                format!("a round matches {text}, but the next may have to begin after {shorter}");
            let remedy = "the parser follows all derivations at the same time";
            self.findings
                .add(location, FindingKind::SeveralEnds, message, remedy);
        }
        let Some(witness) = &rounds.ambiguity else {
            return Ok(());
        };
        let (shorter, text) = quoted(witness);
        let message = format!("in {text} a round can end after {shorter} or go on");
        let remedy = "the tree is the first derivation in priority order";
        let round = body_of(location.part);
        let any_rounds = Expression {
            kind: Kind::Repetition {
                least: 0,
                most: None,
                body: Box::new(round.clone()),
            },
            span: location.part.span.clone(),
        };
        self.ambiguity(location, message, remedy, |grammar| {
            ways::of_ends(grammar, [round, any_rounds], witness)
        });
        Ok(())
    }
}

/// Returns the members, at least one of them, as one expression.
fn in_sequence(members: &[&Expression]) -> Expression {
    let [first, .., last] = members else {
        return members[0].clone();
    };
    Expression {
        span: first.span.start..last.span.end,
        kind: Kind::Sequence(members.iter().map(|&member| member.clone()).collect()),
    }
}

/// Returns the expression that a repetition repeats; any other one is repeated itself.
fn body_of(repetition: &Expression) -> Expression {
    match &repetition.kind {
        Kind::Repetition { body, .. } => (**body).clone(),
        _ => repetition.clone(),
    }
}

fn backtracking(step: Backtrack) -> (FindingKind, &'static str) {
    match step {
        Backtrack::Option => (
            FindingKind::GreedyOption,
            "the parser tries the rest after the option and without it, and takes the longer match",
        ),
        Backtrack::Round => (
            FindingKind::GreedyRepetition,
            "the parser backtracks round by round until the rest matches",
        ),
        Backtrack::Octet => (
            FindingKind::SeveralEnds,
            "the parser follows all derivations at the same time",
        ),
    }
}

/// Returns the numbers of alternatives, counted from 1 in file order. A reading can change the
/// order of the alternatives.
fn numbers_in_file(members: &[&Expression]) -> Vec<usize> {
    let mut starts: Vec<usize> = members.iter().map(|member| member.span.start).collect();
    starts.sort_unstable();
    let number = |member: &&Expression| {
        let before = starts.partition_point(|start| *start < member.span.start);
        1 + before
    };
    members.iter().map(number).collect()
}

/// Returns the shorter match and the whole text of a witness, as messages quote them.
fn quoted(witness: &Witness) -> (Quoted<'_>, Quoted<'_>) {
    (Quoted(witness.shorter()), Quoted(&witness.text))
}

/// A text in quotation marks. Of a long text, its beginning and its length.
struct Quoted<'a>(&'a [u8]);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(text) = self;
        if text.len() <= QUOTED {
            return escape::Quoted(*text).fmt(formatter);
        }
        // A beginning that ends within a character would show its octets as numbers.
        let is_within = |&length: &usize| text[length] & 0xc0 == 0x80;
        let length = (QUOTED - 3..=QUOTED)
            .rev()
            .find(|length| !is_within(length));
        let beginning = escape::Quoted(&text[..length.unwrap_or(QUOTED)]);
        write!(formatter, "{beginning}… ({} octets)", text.len())
    }
}
