//! The octets that texts can begin with.

use crate::octets::OctetSet;
use crate::syntax::Case;

/// The octets that the texts of an expression can begin with.
///
/// The set can be larger than necessary, because it does not consider what a reading excludes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct FirstSet {
    pub(super) written: OctetSet,
    pub(super) exact: OctetSet,
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

    pub(super) fn extend(&mut self, other: &Self) {
        self.written |= other.written;
        self.exact |= other.exact;
    }

    /// Returns the set of the same expression within one that compares letters as given.
    pub(super) fn within(self, case: Case) -> Self {
        let exact = self.around(case);
        Self { exact, ..self }
    }
}
