//! References that are compared by address.

use std::fmt;
use std::hash::{Hash, Hasher};

/// A reference to something that is equal to itself only: the grammar of a
/// [`Production`](rfcbnf_engine::Production) that is put together at run time.
pub struct ByAddress<'a, T>(pub(crate) &'a T);

impl<T> Clone for ByAddress<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ByAddress<'_, T> {}

impl<T> PartialEq for ByAddress<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl<T> Eq for ByAddress<'_, T> {}

/// Hashes the address.
impl<T> Hash for ByAddress<'_, T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::hash(self.0, state);
    }
}

impl<T: fmt::Debug> fmt::Debug for ByAddress<'_, T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.0, formatter)
    }
}
