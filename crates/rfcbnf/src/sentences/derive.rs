//! Derivations at random.
//!
//! Invariant: the grammar and [`DEEP`] bound the depth of recursion. The limit given and what has to
//! follow bound the length of a text. A derivation with a table of sizes, which every production can have, goes on at
//! random until it is deep or long. Then it takes at each choice the part with the smallest size, which is finite. So
//! every derivation ends.

use std::ops::Range;

use super::uses::{Rounds, UseChoice, UseId, Uses};
use crate::octets::OctetSet;
use crate::random::Random;
use crate::resolved::{ExpressionId, ProductionId, ResolvedKind};
use crate::syntax::Case;

/// The length in octets from which a derivation takes the shortest way to its end, by default.
pub(super) const LONG: usize = 60;

/// The number of references that lead back, inside each other, at which an attempt ends. Recursion at
/// one end adds at least an octet with most of them, and [`LONG`] octets come first.
const DEEP: usize = 200;

/// The number of productions inside each other, and of expressions, from which a derivation with a table of sizes takes
/// the smallest parts.
pub(super) const SMALLEST_FROM: usize = 24;
const MANY: usize = 2_000;

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

#[derive(Default)]
pub(super) struct Derivation {
    pub(super) text: Vec<u8>,
    /// Its uses in the order of use. A use can occur several times.
    pub(super) uses: Vec<UseId>,
    /// Its nodes in preorder.
    pub(super) nodes: Vec<DerivedNode>,
}

/// A production in a derivation.
#[derive(Clone)]
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
    let run = Run {
        long,
        varies_case,
        ..Run::new(uses, random, wanted)
    };
    run.derived()
}

/// Derives a text of a production that recurses, by the size of each expression; `None` is more than any.
/// It begins as if `depth` productions were open. The nodes are in postorder.
pub(super) fn derive_sized(
    (uses, sizes): (&Uses, &[Option<usize>]),
    random: &mut Random,
    wanted: &[bool],
    depth: usize,
) -> Option<Derivation> {
    let run = Run {
        sizes: Some(sizes),
        depth,
        ..Run::new(uses, random, wanted)
    };
    run.derived()
}

struct Run<'r> {
    uses: &'r Uses<'r>,
    random: &'r mut Random,
    /// The uses that are still wanted.
    wanted: Vec<bool>,
    /// The uses that were wanted at the start.
    goal: &'r [bool],
    /// The table of sizes; without one, the length of a shortest text counts.
    sizes: Option<&'r [Option<usize>]>,
    long: usize,
    varies_case: bool,
    /// The number of references that are open; without a table of sizes, of those that lead back.
    depth: usize,
    /// The number of expressions so far.
    expressions: usize,
    derivation: Derivation,
}

impl<'r> Run<'r> {
    fn new(uses: &'r Uses<'r>, random: &'r mut Random, wanted: &'r [bool]) -> Self {
        Self {
            uses,
            random,
            wanted: wanted.to_vec(),
            goal: wanted,
            sizes: None,
            long: LONG,
            varies_case: false,
            depth: 0,
            expressions: 0,
            derivation: Derivation::default(),
        }
    }

    fn derived(mut self) -> Option<Derivation> {
        let is_derived = self.production(self.uses.start?, Case::Exact, None);
        is_derived.then_some(self.derivation)
    }
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
            let mut node = DerivedNode {
                production: id,
                span: start..start,
                reference,
            };
            if self.sizes.is_none() {
                self.derivation.nodes.push(node.clone());
            }
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
                node.span.end = self.derivation.text.len();
                match self.sizes {
                    None => self.derivation.nodes[nodes] = node,
                    Some(_) => self.derivation.nodes.push(node),
                }
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
        self.expressions += 1;
        match (
            uses.grammar.kind(expression),
            uses.of_expression(expression).choice,
        ) {
            (ResolvedKind::Alternation(members), _) => self.alternation(members, case),
            (ResolvedKind::Sequence(members), _) => {
                let mut members = members.iter();
                members.all(|&member| self.expression(member, case))
            }
            (ResolvedKind::Optional(body), UseChoice::Optional { present, absent }) => {
                !self.takes(*body, present, absent) || self.expression(*body, case)
            }
            (&ResolvedKind::Repetition { least, most, body }, choice) => {
                let count = match choice {
                    UseChoice::Rounds(rounds) => self.rounds((least, most), body, rounds),
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
                let further = usize::from(*is_recursive || self.sizes.is_some());
                self.depth += further;
                let is_derived = (self.sizes.is_some() || self.depth <= DEEP)
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
            _ if self.sizes.is_some() => {
                let takes_any = self.random.once_in(8) || single.is_none();
                let possible = 0..sequences.len();
                let possible = possible.filter(|&at| takes_any || sequences[at].len() == 1);
                let possible: Vec<usize> = possible.collect();
                self.random.one_of(&possible).copied().unwrap_or_default()
            }
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
        let leads = self.sizes.is_none() && !self.goal.is_empty();
        if leads && !printable.is_empty() && self.random.once_in(2) {
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

    /// Returns whether only the smallest parts may be taken.
    fn is_ending(&self) -> bool {
        let is_large = self.depth >= SMALLEST_FROM || self.expressions >= MANY;
        self.sizes.is_some() && (is_large || self.is_long())
    }

    /// Returns the size of an expression; `None` if no derivation can have it.
    fn size(&self, expression: ExpressionId) -> Option<usize> {
        match self.sizes {
            Some(sizes) => sizes[expression.index()],
            None => self.uses.shortest(expression),
        }
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
        possible.retain(|&member| {
            let is_wanted = self.is_wanted(alternative(member)) || self.is_wanted_below(member);
            is_wanted && self.size(member).is_some()
        });
        if possible.is_empty() || self.is_ending() {
            possible = self.possible(members);
        }
        // Kinds of characters with many members are more likely. Otherwise half of the
        // characters would be escapes.
        let has_sizes = self.sizes.is_some();
        let weights: Vec<u32> =
            if !has_sizes && possible.iter().all(|&member| uses.is_character(member)) {
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

    /// Returns all alternatives, or the smallest ones near the end.
    fn possible(&self, members: &[ExpressionId]) -> Vec<ExpressionId> {
        let least = members.iter().filter_map(|&member| self.size(member)).min();
        let takes_least = self.is_long() || self.is_ending();
        let mut possible = members.to_vec();
        possible.retain(|&member| match self.size(member) {
            None => false,
            size => !takes_least || size == least,
        });
        possible
    }

    /// Chooses whether to take a part.
    fn takes(&mut self, body: ExpressionId, present: UseId, absent: UseId) -> bool {
        let takes = match (
            self.is_wanted(present) || self.is_wanted_below(body),
            self.is_wanted(absent),
        ) {
            _ if self.is_ending() || self.size(body).is_none() => false,
            (true, false) => true,
            (false, true) => false,
            (true, true) => self.random.once_in(2),
            (false, false) => !self.is_long() && self.random.once_in(2),
        };
        self.log(if takes { present } else { absent });
        takes
    }

    /// Chooses the number of rounds.
    fn rounds(
        &mut self,
        (least, most): (u32, Option<u32>),
        body: ExpressionId,
        rounds: Rounds,
    ) -> u32 {
        if self.sizes.is_some() {
            let further = most.map_or(ROUNDS, |most| (most - least).min(ROUNDS));
            let takes = self.takes(body, rounds.several, rounds.fewest);
            return least
                + if takes {
                    1 + self.random.below(further)
                } else {
                    0
                };
        }
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
fn octet_of(random: &mut Random, set: OctetSet) -> Option<u8> {
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
