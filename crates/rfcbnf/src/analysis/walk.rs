//! The findings about the productions of a plan.

use std::fmt;

use rfcbnf_engine::escape;

use super::finding::{FindingKind, Findings, Location};
use super::structure::{self, numbers_in_file};
use super::terminals;
use super::ways::{self, Ways};
use crate::automaton::{TooLarge, Witness};
use crate::plan::{Backtrack, Join, Overlap, Plan};
use crate::resolved::{ExpressionId, ResolvedKind};
use crate::syntax::{Expression, Grammar, Kind, Production};

/// The most octets of a text that the message of a finding quotes.
const QUOTED: usize = 60;

/// The most ambiguities for which two derivations are looked for.
const DERIVED: usize = 100;

/// Adds the findings about the productions of a plan.
pub(super) fn walk(plan: &Plan<'_>, findings: &mut Findings) {
    let mut walk = Walk { plan, findings };
    for production in plan.resolved().productions() {
        walk.expression(production.source(), production.body());
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
                let number = numbers[earlier];
                let (kind, message, remedy) = if self.is_written_as(members[earlier], member) {
                    (
                        FindingKind::SameAlternative,
                        format!("it is the same as alternative {number}"),
                        "remove it, or write what is meant",
                    )
                } else {
                    (
                        FindingKind::ShadowedAlternative,
                        format!("alternative {number} already derives every text that it derives"),
                        "the earlier alternative has priority; this one is never taken",
                    )
                };
                self.findings
                    .add(location.at(member), kind, message, remedy);
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

    /// Returns whether the grammar has two parts in the same words.
    fn is_written_as(&self, one: &Expression, other: &Expression) -> bool {
        let source = &self.plan.resolved().grammar().source;
        let written = |part: &Expression| source.get(part.span.clone()).unwrap_or_default();
        written(one)
            .split_whitespace()
            .eq(written(other).split_whitespace())
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
        if let Some(message) = terminals::overlap(source, alternatives) {
            if alternatives.into_iter().any(terminals::is_of_letters) {
                return false;
            }
            let remedy = "the tree is the same; a range may be wrong";
            let (location, kind) = (location.at(alternatives[1]), FindingKind::OverlappingRanges);
            self.findings.add(location, kind, message, remedy);
            if let Some(finding) = self.findings.all.last_mut() {
                finding.fix = terminals::without_overlap(source, alternatives);
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
        self.ambiguity(location, message, remedy, |grammar, steps| {
            ways::of_alternatives(grammar, alternatives, text, steps)
        });
        true
    }

    /// Adds an ambiguity, with two derivations.
    fn ambiguity(
        &mut self,
        location: Location<'g>,
        message: String,
        remedy: &str,
        ways: impl FnOnce(&Grammar, &mut usize) -> Option<Ways>,
    ) {
        let kind = FindingKind::Ambiguity;
        self.findings.add(location, kind, message, remedy);
        self.findings.derived += 1;
        if self.findings.derived > DERIVED {
            return;
        }
        let ways = ways(self.plan.resolved().grammar(), &mut self.findings.steps);
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
        self.ambiguity(location, message, remedy, |grammar, steps| {
            ways::of_ends(grammar, [location.part.clone(), rest], witness, steps)
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
        self.ambiguity(location, message, remedy, |grammar, steps| {
            ways::of_ends(grammar, [round, any_rounds], witness, steps)
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
