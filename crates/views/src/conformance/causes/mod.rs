//! The causes of disagreements, beside those that a baseline accepts.
//!
//! ```
//! use rfc1738_views::conformance::causes::pinned::Pin;
//! use rfc1738_views::conformance::causes::{AcceptedCause, Explanation};
//! use rfcbnf::causes::{Conclusion, Findings};
//!
//! let findings = Findings {
//!     causes: Vec::new(),
//!     several: 0,
//!     parser: None,
//!     grammar: None,
//!     learned: None,
//!     unexplained: Vec::new(),
//!     questions: 40,
//!     rounds: 2,
//!     flaky: Vec::new(),
//!     conclusion: Conclusion::Explained { states: 3, texts: 40 },
//! };
//! let accepted = AcceptedCause {
//!     id: "port".to_owned(),
//!     reason: "RFC 3986".to_owned(),
//!     pin: Pin::default(),
//!     holds: false,
//! };
//! let explanation = Explanation::new(findings, 0, &[accepted]);
//! assert!(explanation.is_accepted());
//! assert_eq!(explanation.vanished[0].id, "port");
//! ```

pub(super) mod deviating;
pub(super) mod expression;
mod grammar;
pub(super) mod ip_literal;
pub mod pinned;
pub mod sentence;
pub mod text;

use std::collections::{BTreeMap, HashMap, HashSet};

use rfcbnf::automaton::Automaton;
use rfcbnf::causes::{
    Cause, Conclusion, Deviation, Direction, Findings, Flaky, GivenUp, Unexplained,
};
use rfcbnf::octets::OctetSet;
use serde::{Deserialize, Serialize};

use crate::conformance::breakdown::{Breakdown, RunEnd};
use pinned::{Pin, PinnedAutomaton};

/// The causes and groups that a search found, each with its id and the reason why a baseline accepts
/// it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Explanation {
    /// The causes: first those of texts wrongly accepted, in each direction the rare before the
    /// frequent.
    pub causes: Vec<NamedCause>,
    /// The number of disagreements that have several causes.
    pub several: u64,
    /// What the parser accepts, as far as the causes say.
    pub parser: Option<Automaton>,
    /// The grammar as the parser reads it, in ABNF, with the sentences of the causes as comments.
    #[serde(default)]
    pub grammar: Option<String>,
    /// The groups of disagreements that no cause explains.
    pub unexplained: Vec<NamedGroup>,
    /// The number of texts that the search asked about.
    pub questions: u64,
    /// The number of times that the search asked.
    pub rounds: u64,
    /// How far the causes explain the parser.
    pub conclusion: Conclusion<Breakdown>,
    /// What ended the search, if the conclusion is [`Conclusion::Ended`].
    pub ended_by: Option<RunEnd>,
    /// The number of disagreements that the search did not get.
    pub left_out: u64,
    /// What the baseline accepts and the search did not find. Empty if the search was
    /// stopped or ended, because then it may have missed them.
    pub vanished: Vec<AcceptedCause>,
    /// What the baseline accepts and the search did not find because it was ended.
    #[serde(default)]
    pub not_searched: Vec<AcceptedCause>,
    /// How the parser compares with the automaton of the baseline; `None` without one.
    #[serde(default)]
    pub pinned: Option<PinnedAutomaton>,
    /// Whether what vanished fails the run.
    #[serde(default)]
    pub is_strict: bool,
    /// The texts to which the parser gave different answers, the shortest first.
    #[serde(default)]
    pub flaky: Vec<Flaky>,
    /// For productions at fault, the document that defines them, and its section if that is known: `RFC 1738, Section
    /// 3.1`.
    #[serde(default)]
    pub sources: BTreeMap<String, String>,
}

/// A cause with its id.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct NamedCause {
    /// The id of the cause, with a number after it if another cause has the same.
    pub id: String,
    /// The cause.
    pub cause: Cause,
    /// The reason why the baseline accepts it; `None` for a new one.
    pub accepted: Option<String>,
    /// What the baseline accepts at this part of the grammar, if that is something else.
    pub before: Option<Pin>,
}

/// A group of disagreements without a cause, with its id.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct NamedGroup {
    /// The id of the group.
    pub id: String,
    /// The group.
    pub group: Unexplained,
    /// The reason why the baseline accepts it; `None` for a new one.
    pub accepted: Option<String>,
    /// The groups that were merged into this one, if it has several. They say the same of several states of the
    /// grammar.
    #[serde(default)]
    pub merged: Vec<Self>,
}

/// A cause or a group that a baseline accepts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AcceptedCause {
    /// The id of the cause.
    pub id: String,
    /// The reason why it is accepted.
    pub reason: String,
    /// What the parser does. An empty one accepts whatever it does at this part of the grammar.
    pub pin: Pin,
    /// Whether the parser answers the texts that decide the cause as it did when it was accepted. False
    /// if there are none.
    #[serde(default)]
    pub holds: bool,
}

impl AcceptedCause {
    /// Returns whether it accepts the cause with its id. `is_whole` says whether the search was finished.
    /// What takes an automaton of many states is learned more or less well, and so is what a search finds
    /// that was ended: then the texts decide.
    fn accepts(&self, cause: &Cause, is_whole: bool) -> bool {
        let now = Pin::of(cause);
        if self.pin.is_empty() || now.as_ref() == Some(&self.pin) {
            return true;
        }
        let is_known = is_whole && !self.pin.is_cut() && now.is_some_and(|now| !now.is_cut());
        self.holds && !is_known
    }
}

impl NamedCause {
    /// Returns the name of the production that the cause is named for: the outermost that can consist of the part alone.
    pub(super) fn named_for(&self) -> &str {
        let cause = &self.cause;
        cause.outermost.as_ref().unwrap_or(&cause.production)
    }
}

impl NamedGroup {
    /// Returns the outermost production that is open where the texts deviate, below that of the suite.
    pub(super) fn named_for(&self) -> &str {
        let group = &self.group;
        group.within.get(1).unwrap_or(&group.production)
    }
}

impl Explanation {
    /// Compares what a search found with a baseline. `left_out` is the number of disagreements that
    /// the search did not get.
    #[must_use]
    pub fn new(
        mut findings: Findings<Breakdown>,
        left_out: u64,
        baseline: &[AcceptedCause],
    ) -> Self {
        let known: HashMap<&str, &AcceptedCause> =
            baseline.iter().map(|one| (one.id.as_str(), one)).collect();
        let is_whole = match findings.conclusion {
            Conclusion::Explained { .. } | Conclusion::Incomplete(_) => true,
            Conclusion::Stopped(_) | Conclusion::Contradicted { .. } | Conclusion::Ended { .. } => {
                false
            }
        };
        let by_place = &known;
        let mut causes = named(std::mem::take(&mut findings.causes));
        let grammar = grammar::written(&findings, &causes);
        let mut known_causes: Vec<&str> = Vec::new();
        for one in &mut causes {
            // Baselines of earlier versions have the ids of places.
            let known = known.get(one.id.as_str());
            let known = known.or_else(|| by_place.get(one.cause.place_id().as_str()));
            known_causes.extend(known.map(|known| known.id.as_str()));
            match known {
                Some(known) if known.accepts(&one.cause, is_whole) => {
                    one.accepted = Some(known.reason.clone());
                }
                Some(known) => one.before = Some(known.pin.clone()),
                None => {}
            }
        }
        causes.sort_by_key(|one| one.cause.direction);
        let mut found: HashSet<&str> = HashSet::new();
        let groups = findings.unexplained.into_iter().map(|group| {
            let known = baseline.iter().find(|one| group.is_within(&one.id));
            found.extend(known.map(|known| known.id.as_str()));
            NamedGroup {
                accepted: known.map(|known| known.reason.clone()),
                id: group.id(),
                group,
                merged: Vec::new(),
            }
        });
        let mut unexplained = merged(groups.collect());
        unexplained.sort_by_key(|one| one.group.direction);
        found.extend(known_causes);
        let missing = baseline.iter();
        let missing = missing.filter(|one| !found.contains(one.id.as_str()));
        let missing: Vec<AcceptedCause> = missing.cloned().collect();
        let is_ended = matches!(findings.conclusion, Conclusion::Ended { .. });
        Self {
            not_searched: missing.iter().filter(|_| is_ended).cloned().collect(),
            vanished: missing.into_iter().filter(|_| is_whole).collect(),
            pinned: None,
            is_strict: false,
            causes,
            several: findings.several,
            grammar,
            parser: findings.parser,
            unexplained,
            questions: findings.questions,
            rounds: findings.rounds,
            conclusion: findings.conclusion,
            ended_by: None,
            left_out,
            flaky: findings.flaky,
            sources: BTreeMap::new(),
        }
    }

    /// Notes where the productions at fault are defined, as far as `source` knows it.
    pub fn note_sources(&mut self, source: impl Fn(&str) -> Option<String>) {
        let causes = self.causes.iter().map(NamedCause::named_for);
        let groups = self.unexplained.iter().map(NamedGroup::named_for);
        let sources = causes
            .chain(groups)
            .filter_map(|production| Some((production.to_owned(), source(production)?)));
        self.sources = sources.collect();
    }

    /// Adds how the parser compares with the automaton of the baseline. With a `reason`, the baseline accepts every
    /// cause and group if the parser has not changed: the search describes the same parser in other words.
    pub fn pin(&mut self, pinned: PinnedAutomaton, reason: Option<&str>) {
        if let Some(reason) = reason.filter(|_| !pinned.has_changed()) {
            for one in &mut self.causes {
                one.accepted.get_or_insert_with(|| reason.to_owned());
                one.before = None;
            }
            for one in &mut self.unexplained {
                one.accepted.get_or_insert_with(|| reason.to_owned());
            }
        }
        self.pinned = Some(pinned);
    }

    /// Returns whether all offsets are in their texts. Those of a file may be others.
    pub(super) fn is_sound(&self) -> bool {
        let are_causes_sound = self.causes.iter().all(|NamedCause { cause, .. }| {
            let places = [0, cause.span.start, cause.offset, cause.span.end];
            places.is_sorted() && cause.span.end <= cause.witness.len()
        });
        let mut groups = self.unexplained.iter().map(|named| &named.group);
        are_causes_sound && groups.all(|group| group.offset <= group.witness.len())
    }

    /// Returns the causes that the baseline does not accept.
    pub fn new_causes(&self) -> impl Iterator<Item = &NamedCause> {
        self.causes.iter().filter(|one| one.accepted.is_none())
    }

    /// Returns the groups that the baseline does not accept, each state on its own.
    pub fn new_states(&self) -> impl Iterator<Item = &NamedGroup> {
        self.new_groups()
            .flat_map(|one| match one.merged.as_slice() {
                [] => std::slice::from_ref(one),
                merged => merged,
            })
    }

    /// Returns the groups that the baseline does not accept.
    pub fn new_groups(&self) -> impl Iterator<Item = &NamedGroup> {
        self.unexplained.iter().filter(|one| one.accepted.is_none())
    }

    /// Returns whether the baseline accepts every cause and every group.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        // Disagreements that were left out count as explained only if the parser is.
        let is_something_known = !self.causes.is_empty() || !self.unexplained.is_empty();
        // The automaton of the baseline has an answer to each of them.
        let is_pinned = self.pinned.is_some();
        let is_known =
            |is_wrong: bool| is_pinned || (is_something_known || !is_wrong) && self.left_out == 0;
        let are_all_known = match &self.conclusion {
            Conclusion::Explained { .. } => true,
            Conclusion::Incomplete(reasons) => {
                let mut reasons = reasons.iter();
                is_known(reasons.any(|one| matches!(one, GivenUp::Different { .. })))
            }
            Conclusion::Ended { different } => is_known(different.is_some()),
            Conclusion::Stopped(_) | Conclusion::Contradicted { .. } => false,
        };
        let has_changed = self
            .pinned
            .as_ref()
            .is_some_and(PinnedAutomaton::has_changed);
        let is_gone = self.is_strict && !self.vanished.is_empty();
        are_all_known
            && !has_changed
            && !is_gone
            && self.new_causes().next().is_none()
            && self.new_groups().next().is_none()
    }
}

/// Returns the causes with their ids, in the same order.
fn named(causes: Vec<Cause>) -> Vec<NamedCause> {
    let mut times: HashMap<String, usize> = HashMap::new();
    let named = causes.into_iter().map(|cause| {
        let mut id = cause.id();
        let time = times.entry(id.clone()).or_default();
        *time += 1;
        if *time > 1 {
            id = format!("{id}/{time}");
        }
        NamedCause {
            id,
            cause,
            accepted: None,
            before: None,
        }
    });
    named.collect()
}

/// The greatest number of examples.
const EXAMPLES: usize = 5;

/// Returns the groups, those merged that repeat one fact. The rare ones come first.
///
/// Disagreements without a cause are grouped by the state of the grammar's automaton where they leave it. A parser that
/// takes any character in a host does so in each state of `host`, and 14 groups would say that. They become one if:
///
/// - the texts deviate in the same direction, and all at the end or all at a character;
/// - at least half of the characters of both are characters of each;
/// - the productions that are open there lead to one fact: they end in the same production, or have most of
///   the productions below the first in common.
fn merged(mut groups: Vec<NamedGroup>) -> Vec<NamedGroup> {
    groups.sort_by_key(|one| std::cmp::Reverse(one.group.texts));
    let mut facts: Vec<NamedGroup> = Vec::new();
    for one in groups {
        match facts.iter_mut().find(|fact| repeats(fact, &one)) {
            Some(fact) => merge(fact, one),
            None => facts.push(one),
        }
    }
    facts.sort_by_key(|fact| (fact.group.texts, fact.group.witness.len()));
    facts
}

/// Returns whether a group says of another state what is said of the first.
fn repeats(fact: &NamedGroup, other: &NamedGroup) -> bool {
    let first = fact.merged.first().unwrap_or(fact);
    let (first, second) = (&first.group, &other.group);
    first.direction == Direction::WronglyAccepted
        && second.direction == Direction::WronglyAccepted
        && fact.accepted == other.accepted
        && first.repeats.is_none()
        && second.repeats.is_none()
        && are_alike(first.deviation, second.deviation)
        && lead_to_one(&first.within, &second.within, first.deviation)
}

fn are_alike(one: Deviation, other: Deviation) -> bool {
    match (one, other) {
        (Deviation::End, Deviation::End) => true,
        (Deviation::Octets(one), Deviation::Octets(other)) => {
            let count = |octets: OctetSet| octets.iter().count();
            let both = one.without(one.without(other));
            2 * count(both) >= count(one | other)
        }
        _ => false,
    }
}

/// Returns whether these open productions lead to one fact.
fn lead_to_one(one: &[String], other: &[String], deviation: Deviation) -> bool {
    let (Some((_, below)), Some((_, others))) = (one.split_first(), other.split_first()) else {
        return false;
    };
    let (Some(last), Some(other)) = (below.last(), others.last()) else {
        // Only the whole is open in one of them.
        return below.is_empty() && others.is_empty() && deviation != Deviation::End;
    };
    let common = below.iter().zip(others).take_while(|(a, b)| a == b).count();
    last == other || 2 * common > below.len().min(others.len())
}

fn merge(fact: &mut NamedGroup, one: NamedGroup) {
    if fact.merged.is_empty() {
        fact.merged.push(fact.clone());
    }
    let group = &mut fact.group;
    let other = &one.group;
    let common = group.within.iter().zip(&other.within);
    let common = common.take_while(|(a, b)| a == b).count();
    if group.within.last() != other.within.last() {
        group.within.truncate(common);
    }
    if let (Deviation::Octets(octets), Deviation::Octets(more)) =
        (&mut group.deviation, other.deviation)
    {
        *octets |= more;
    }
    group.texts += other.texts;
    // One text of each state shows more than several of one.
    let states = fact.merged.len();
    if other.witness.len() < group.witness.len() {
        let witness = std::mem::replace(&mut group.witness, other.witness.clone());
        group.examples.insert(0, witness);
        group.offset = other.offset;
        group.place.clone_from(&other.place);
    } else {
        let place = states.saturating_sub(1).min(group.examples.len());
        group.examples.insert(place, other.witness.clone());
    }
    group.examples.truncate(EXAMPLES);
    fact.id = group.id();
    fact.merged.push(one);
}
