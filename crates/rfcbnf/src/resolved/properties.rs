//! The properties of expressions, such as the octets that texts can begin with.

use super::{ResolvedGrammar, ResolvedKind};
use crate::octets::OctetSet;
use crate::syntax::Case;

/// What holds for every text that an expression derives.
///
/// The properties ignore what a reading excludes from a production: they describe its body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Properties {
    is_nullable: bool,
    first: FirstSet,
    shortest: Option<usize>,
    longest: Option<usize>,
}

impl Properties {
    /// The properties of an expression that derives no text.
    pub(super) const NO_TEXT: Self = Self {
        is_nullable: false,
        first: FirstSet {
            written: OctetSet::EMPTY,
            exact: OctetSet::EMPTY,
        },
        shortest: None,
        longest: Some(0),
    };

    /// The properties of an expression that derives the empty text only.
    const EMPTY_TEXT: Self = Self {
        is_nullable: true,
        shortest: Some(0),
        ..Self::NO_TEXT
    };

    /// Returns whether the expression derives the empty text.
    #[must_use]
    pub fn is_nullable(&self) -> bool {
        self.is_nullable
    }

    /// Returns the octets that its texts can begin with.
    #[must_use]
    pub fn first(&self) -> &FirstSet {
        &self.first
    }

    /// Returns the length of its shortest text in octets; `None` if it derives no text.
    #[must_use]
    pub fn shortest(&self) -> Option<usize> {
        self.shortest
    }

    /// Returns a length in octets that no text exceeds; `None` if there is no such limit, or
    /// none that fits a `usize`.
    #[must_use]
    pub fn longest(&self) -> Option<usize> {
        self.longest
    }

    /// Computes the properties from those of the expressions below.
    pub(super) fn of(grammar: &ResolvedGrammar, kind: &ResolvedKind) -> Self {
        let below = |id| grammar.properties(id);
        match kind {
            ResolvedKind::Alternation(members) => {
                let members = members.iter();
                members.fold(Self::NO_TEXT, |all, &member| all.or(below(member)))
            }
            ResolvedKind::Sequence(members) => {
                let members = members.iter();
                members.fold(Self::EMPTY_TEXT, |all, &member| all.then(below(member)))
            }
            ResolvedKind::Optional(body) => Self::EMPTY_TEXT.or(below(*body)),
            ResolvedKind::Repetition { least, most, body } => below(*body).times(*least, *most),
            ResolvedKind::Literal { octets, case } => {
                let first = FirstSet::of(octets.iter().copied().take(1).collect());
                Self {
                    is_nullable: octets.is_empty(),
                    first: first.within(*case),
                    shortest: Some(octets.len()),
                    longest: Some(octets.len()),
                }
            }
            ResolvedKind::Range(sequences) => {
                let sequences = sequences.iter().map(|sequence| Self {
                    is_nullable: sequence.is_empty(),
                    first: FirstSet::of(sequence.first().copied().unwrap_or_default()),
                    shortest: Some(sequence.len()),
                    longest: Some(sequence.len()),
                });
                sequences.fold(Self::NO_TEXT, |all, sequence| all.or(&sequence))
            }
            ResolvedKind::Reference {
                production,
                case,
                is_recursive,
                ..
            } => {
                let body = below(grammar.production(*production).body());
                Self {
                    first: body.first.within(*case),
                    longest: if *is_recursive { None } else { body.longest },
                    ..*body
                }
            }
            ResolvedKind::Undefined(_) | ResolvedKind::Unknown => Self::NO_TEXT,
        }
    }

    fn or(mut self, other: &Self) -> Self {
        self.first.extend(&other.first);
        Self {
            is_nullable: self.is_nullable || other.is_nullable,
            shortest: match (self.shortest, other.shortest) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            },
            longest: both(self.longest, other.longest, |one, other| {
                Some(one.max(other))
            }),
            ..self
        }
    }

    fn then(mut self, next: &Self) -> Self {
        if self.is_nullable {
            self.first.extend(&next.first);
        }
        Self {
            is_nullable: self.is_nullable && next.is_nullable,
            shortest: both(self.shortest, next.shortest, |one, next| {
                Some(one.saturating_add(next))
            }),
            longest: both(self.longest, next.longest, usize::checked_add),
            ..self
        }
    }

    fn times(self, least: u32, most: Option<u32>) -> Self {
        let rounds = |count: u32| usize::try_from(count).unwrap_or(usize::MAX);
        let shortest = self.shortest;
        Self {
            is_nullable: self.is_nullable || least == 0,
            shortest: if least == 0 {
                Some(0)
            } else {
                shortest.map(|length| length.saturating_mul(rounds(least)))
            },
            longest: both(self.longest, most.map(rounds), usize::checked_mul),
            ..self
        }
    }
}

/// Combines two lengths if both are known.
fn both(
    one: Option<usize>,
    other: Option<usize>,
    combine: impl Fn(usize, usize) -> Option<usize>,
) -> Option<usize> {
    combine(one?, other?)
}

/// The octets that the texts of an expression can begin with.
///
/// The set can be larger than necessary, because it does not consider what a reading excludes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct FirstSet {
    pub(super) written: OctetSet,
    exact: OctetSet,
}

impl FirstSet {
    /// Returns the set of these octets, whose letters compare exactly.
    pub(super) fn of(octets: OctetSet) -> Self {
        Self {
            written: octets,
            exact: octets,
        }
    }

    /// Returns the first octets as the literals write them, whatever their case.
    #[must_use]
    pub fn as_written(&self) -> OctetSet {
        self.written
    }

    /// Returns the first octets where the surroundings compare letters exactly. A letter of a
    /// literal or reference that ignores case is in the set in both cases.
    #[must_use]
    pub fn exact(&self) -> OctetSet {
        self.exact
    }

    /// Returns the first octets where the surroundings compare letters as given.
    #[must_use]
    pub fn around(&self, case: Case) -> OctetSet {
        self.exact.compared(case)
    }

    fn extend(&mut self, other: &Self) {
        self.written |= other.written;
        self.exact |= other.exact;
    }

    /// Returns the set of the same expression within one that compares letters as given.
    fn within(self, case: Case) -> Self {
        let exact = self.around(case);
        Self { exact, ..self }
    }
}
