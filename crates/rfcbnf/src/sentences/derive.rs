//! Derivations at random.
//!
//! Invariant: the grammar and [`DEEP`] bound the depth of recursion. The limit given and what has to
//! follow bound the length of a text.

use std::ops::Range;

use super::uses::{Choice, Rounds, UseId, Uses};
use crate::octets::OctetSet;
use crate::random::Random;
use crate::resolved::{ExpressionId, ProductionId, ResolvedKind};
use crate::syntax::Case;

/// The length in octets from which a derivation takes the shortest way to its end, by default.
pub(super) const LONG: usize = 60;

/// The number of references that lead back, inside each other, at which an attempt ends. Recursion at
/// one end adds at least an octet with most of them, and [`LONG`] octets come first.
const DEEP: usize = 200;

/// The largest number of rounds of a repeated character beyond the smallest number.
const CHARACTERS: u32 = 8;

/// The largest number of rounds of anything else beyond the smallest number.
const ROUNDS: u32 = 3;

/// One derivation in this many changes the case of letters whose case is ignored.
const OTHER_CASE: u32 = 8;

/// The number of attempts at a production before its text counts as excluded.
const TRIES: usize = 32;

/// The kinds of octets, the readable ones first: lower case letters, upper case letters, digits,
/// other printable characters of ASCII, control characters, and the octets above 7F.
const KINDS: [OctetSet; 6] = {
    let lower = OctetSet::range(b'a', b'z');
    let upper = OctetSet::range(b'A', b'Z');
    let digits = OctetSet::range(b'0', b'9');
    let printable = OctetSet::range(b' ', b'~');
    let marks = printable.without(lower).without(upper).without(digits);
    let controls = OctetSet::range(0, 0x7f).without(printable);
    [
        lower,
        upper,
        digits,
        marks,
        controls,
        OctetSet::range(0x80, 0xff),
    ]
};

/// The number of readable kinds.
const READABLE: usize = 4;

pub(super) struct Derivation {
    pub(super) text: Vec<u8>,
    /// Its uses in the order of use. A use can occur several times.
    pub(super) uses: Vec<UseId>,
    /// Its nodes in preorder.
    pub(super) nodes: Vec<DerivedNode>,
}

/// A production in a derivation.
pub(super) struct DerivedNode {
    pub(super) production: ProductionId,
    pub(super) span: Range<usize>,
    /// The reference that it comes from; `None` for the production derived.
    pub(super) reference: Option<ExpressionId>,
}

/// Derives a text at random; `None` if the attempts ended at excluded texts.
///
/// `wanted` says for each use whether the derivation is to have it. The derivation leads to the
/// wanted uses until it has had them. From `long` octets on, it takes the shortest way to its
/// end. An empty `wanted` asks for nothing.
pub(super) fn derive(
    uses: &Uses,
    random: &mut Random,
    wanted: &[bool],
    long: usize,
) -> Option<Derivation> {
    let varies_case = random.once_in(OTHER_CASE);
    let mut run = Run {
        uses,
        random,
        wanted: wanted.to_vec(),
        goal: wanted,
        long,
        varies_case,
        depth: 0,
        derivation: Derivation {
            text: Vec::new(),
            uses: Vec::new(),
            nodes: Vec::new(),
        },
    };
    let is_derived = run.production(uses.start?, Case::Exact, None);
    is_derived.then_some(run.derivation)
}

struct Run<'r> {
    uses: &'r Uses<'r>,
    random: &'r mut Random,
    /// The uses that are still wanted.
    wanted: Vec<bool>,
    /// The uses that were wanted at the start.
    goal: &'r [bool],
    long: usize,
    varies_case: bool,
    /// The number of references that lead back and are open.
    depth: usize,
    derivation: Derivation,
}

impl Run<'_> {
    fn production(
        &mut self,
        id: ProductionId,
        case: Case,
        reference: Option<ExpressionId>,
    ) -> bool {
        let production = self.uses.grammar.production(id);
        let start = self.derivation.text.len();
        let (uses, nodes) = (self.derivation.uses.len(), self.derivation.nodes.len());
        for _ in 0..TRIES {
            self.log(self.uses.of_production(id));
            self.derivation.nodes.push(DerivedNode {
                production: id,
                span: start..start,
                reference,
            });
            if !self.expression(production.body(), case) {
                return false;
            }
            let text = &self.derivation.text[start..];
            let mut excluded = production.source().excluded.iter().map(String::as_bytes);
            let is_excluded = excluded.any(|excluded| {
                let beginning = text.get(..excluded.len());
                beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(excluded))
            });
            if !is_excluded {
                self.derivation.nodes[nodes].span.end = self.derivation.text.len();
                return true;
            }
            self.take_back(start, uses, nodes);
        }
        false
    }

    /// Takes back everything since the derivation had these lengths.
    fn take_back(&mut self, text: usize, uses: usize, nodes: usize) {
        self.derivation.text.truncate(text);
        self.derivation.nodes.truncate(nodes);
        self.derivation.uses.truncate(uses);
        self.wanted.copy_from_slice(self.goal);
        for &used in &self.derivation.uses {
            if let Some(wanted) = self.wanted.get_mut(used) {
                *wanted = false;
            }
        }
    }

    fn log(&mut self, used: UseId) {
        self.derivation.uses.push(used);
        if let Some(wanted) = self.wanted.get_mut(used) {
            *wanted = false;
        }
    }

    fn expression(&mut self, expression: ExpressionId, case: Case) -> bool {
        let uses = self.uses;
        match (
            uses.grammar.kind(expression),
            uses.of_expression(expression).choice,
        ) {
            (ResolvedKind::Alternation(members), _) => self.alternation(members, case),
            (ResolvedKind::Sequence(members), _) => {
                let mut members = members.iter();
                members.all(|&member| self.expression(member, case))
            }
            (ResolvedKind::Optional(body), Choice::Optional { present, absent }) => {
                self.optional(*body, (present, absent), case)
            }
            (&ResolvedKind::Repetition { least, most, body }, choice) => {
                let count = match choice {
                    Choice::Rounds(rounds) => self.rounds((least, most), body, rounds),
                    _ => least,
                };
                (0..count).all(|_| self.expression(body, case))
            }
            (ResolvedKind::Literal { octets, case: own }, _) => {
                self.literal(octets, own.within(case));
                true
            }
            (ResolvedKind::Range(sequences), _) => {
                self.range(sequences, case);
                true
            }
            (
                ResolvedKind::Reference {
                    production,
                    case: own,
                    is_recursive,
                    ..
                },
                _,
            ) => {
                let further = usize::from(*is_recursive);
                self.depth += further;
                let is_derived = self.depth <= DEEP
                    && self.production(*production, own.within(case), Some(expression));
                self.depth -= further;
                is_derived
            }
            (ResolvedKind::Optional(_) | ResolvedKind::Undefined(_) | ResolvedKind::Unknown, _) => {
                false
            }
        }
    }

    /// Derives one octet from each set of a sequence. Sequences of one octet are the more likely, the
    /// more octets they have; all longer ones together are as likely as one of them.
    fn range(&mut self, sequences: &[Vec<OctetSet>], case: Case) {
        let single = sequences.iter().position(|sequence| sequence.len() == 1);
        let index = match single {
            Some(index) if sequences.len() == 1 || !self.random.once_in(4) => index,
            _ => self.random.index(sequences.len()),
        };
        let sets = sequences.get(index).map_or(&[][..], Vec::as_slice);
        let octets: Vec<u8> = sets.iter().filter_map(|&set| self.member(set)).collect();
        self.literal(&octets, case);
    }

    /// Returns a member of the set. All members of one kind are equally likely, and kinds with many
    /// members are more likely than others. A derivation that leads to wanted uses often takes the
    /// first or the last readable member.
    fn member(&mut self, set: OctetSet) -> Option<u8> {
        let printable = set & OctetSet::from(b'!'..=b'~');
        if !self.goal.is_empty() && !printable.is_empty() && self.random.once_in(2) {
            let ends = [printable.iter().next(), printable.iter().last()];
            return ends[self.random.index(ends.len())];
        }
        octet_of(self.random, set)
    }

    fn literal(&mut self, octets: &[u8], case: Case) {
        let varies = case == Case::Ignored && self.varies_case;
        for &octet in octets {
            self.derivation
                .text
                .push(if !varies || self.random.once_in(2) {
                    octet
                } else if octet.is_ascii_lowercase() {
                    octet.to_ascii_uppercase()
                } else {
                    octet.to_ascii_lowercase()
                });
        }
    }

    fn is_long(&self) -> bool {
        self.derivation.text.len() >= self.long
    }

    fn is_wanted(&self, used: UseId) -> bool {
        self.wanted.get(used).is_some_and(|wanted| *wanted)
    }

    /// Returns whether the expression leads to a wanted use.
    fn is_wanted_below(&self, expression: ExpressionId) -> bool {
        !self.wanted.is_empty()
            && self
                .uses
                .reaches_any(expression, |used| self.is_wanted(used))
    }

    fn alternation(&mut self, members: &[ExpressionId], case: Case) -> bool {
        let uses = self.uses;
        let alternative = |member: ExpressionId| uses.of_expression(member).alternative;
        let mut possible = members.to_vec();
        possible
            .retain(|&member| self.is_wanted(alternative(member)) || self.is_wanted_below(member));
        if possible.is_empty() {
            possible = self.possible(members);
        }
        // Kinds of characters with many members are more likely. Otherwise half of the
        // characters would be escapes.
        let weights: Vec<u32> = if possible.iter().all(|&member| uses.is_character(member)) {
            let breadths = possible.iter().map(|&member| uses.breadth(member));
            breadths.map(|breadth| breadth.isqrt().max(1)).collect()
        } else {
            vec![1; possible.len()]
        };
        let Some(&member) = possible.get(self.random.weighted(&weights)) else {
            return false;
        };
        self.log(alternative(member));
        self.expression(member, case)
    }

    /// Returns all alternatives, or the shortest ones if the text is long.
    fn possible(&self, members: &[ExpressionId]) -> Vec<ExpressionId> {
        let shortest = |member: &ExpressionId| self.uses.shortest(*member);
        let least = members.iter().map(shortest).min();
        let mut possible = members.to_vec();
        possible.retain(|member| {
            let derives_text = self.uses.derives_text(*member);
            derives_text && (!self.is_long() || Some(shortest(member)) == least)
        });
        possible
    }

    fn optional(
        &mut self,
        body: ExpressionId,
        (present, absent): (UseId, UseId),
        case: Case,
    ) -> bool {
        let is_present = match (
            self.is_wanted(present) || self.is_wanted_below(body),
            self.is_wanted(absent),
        ) {
            (true, false) => true,
            (false, true) => false,
            (true, true) => self.random.once_in(2),
            (false, false) => !self.is_long() && self.random.once_in(2),
        };
        let is_present = is_present && self.uses.derives_text(body);
        self.log(if is_present { present } else { absent });
        !is_present || self.expression(body, case)
    }

    /// Chooses the number of rounds.
    fn rounds(
        &mut self,
        (least, most): (u32, Option<u32>),
        body: ExpressionId,
        rounds: Rounds,
    ) -> u32 {
        let count = if self.uses.derives_text(body) {
            self.number_of_rounds((least, most), body, rounds)
        } else {
            least
        };
        if count == least {
            self.log(rounds.fewest);
        } else if count >= rounds.from {
            self.log(rounds.several);
        }
        count
    }

    fn number_of_rounds(
        &mut self,
        (least, most): (u32, Option<u32>),
        body: ExpressionId,
        rounds: Rounds,
    ) -> u32 {
        let more = if self.uses.is_character(body) {
            CHARACTERS
        } else {
            ROUNDS
        };
        let most = most.unwrap_or(u32::MAX);
        let limit = most.min(least.saturating_add(more));
        let several = |random: &mut Random| {
            let from = rounds.from.min(limit);
            from + random.below(limit - from + 1)
        };
        let wants_body = self.is_wanted_below(body);
        match (
            self.is_wanted(rounds.fewest),
            self.is_wanted(rounds.several),
        ) {
            (true, true) if self.random.once_in(2) => least,
            (true, false) if least > 0 || !wants_body => least,
            (_, true) => several(self.random),
            _ if wants_body => several(self.random),
            _ if self.is_long() || self.random.once_in(8) => least,
            _ => {
                let from = least.max(1).min(limit);
                from + self.random.below(limit - from + 1)
            }
        }
    }
}

/// Returns a member of the set. All members of one kind are equally likely, and kinds with many
/// members are more likely than others.
pub(super) fn octet_of(random: &mut Random, set: OctetSet) -> Option<u8> {
    let kinds = KINDS.map(|kind| set & kind);
    let mut weights = kinds.map(|kind| kind.count().isqrt());
    // Control characters and octets above 7F are hard to read.
    let readable: u32 = weights[..READABLE].iter().sum();
    if readable > 0 {
        for weight in &mut weights[READABLE..] {
            *weight = (*weight).min(1);
        }
    }
    let kind = kinds[random.weighted(&weights)];
    let index = random.below(kind.count());
    kind.iter().nth(usize::try_from(index).unwrap_or_default())
}
