//! An input without an observer.

use core::iter::{Copied, Enumerate};
use core::slice;

use nom::{Input, Needed, Offset};

use super::text::Text;
use super::text::sealed::Sealed;

/// The remaining octets.
///
/// It behaves like `&[u8]`, but the compiler can inline all of it.
#[derive(Clone, Copy)]
pub(crate) struct Octets<'t>(pub(crate) &'t [u8]);

impl Sealed for Octets<'_> {}

impl Text for Octets<'_> {
    #[inline]
    fn octets(&self) -> &[u8] {
        self.0
    }

    #[cfg(feature = "steps")]
    fn consuming(&self, length: usize) {
        super::steps::count(length);
    }
}

impl<'t> Input for Octets<'t> {
    type Item = u8;
    type Iter = Copied<slice::Iter<'t, u8>>;
    type IterIndices = Enumerate<Self::Iter>;

    #[inline]
    fn input_len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn take(&self, index: usize) -> Self {
        Self(self.0.get(..index).unwrap_or(self.0))
    }

    #[inline]
    fn take_from(&self, index: usize) -> Self {
        #[cfg(feature = "steps")]
        super::steps::count(1);
        Self(self.0.get(index..).unwrap_or_default())
    }

    #[inline]
    fn take_split(&self, index: usize) -> (Self, Self) {
        (self.take_from(index), self.take(index))
    }

    fn position<P: Fn(u8) -> bool>(&self, predicate: P) -> Option<usize> {
        self.0.iter().position(|&octet| predicate(octet))
    }

    fn iter_elements(&self) -> Self::Iter {
        self.0.iter().copied()
    }

    fn iter_indices(&self) -> Self::IterIndices {
        self.iter_elements().enumerate()
    }

    fn slice_index(&self, count: usize) -> Result<usize, Needed> {
        self.0.slice_index(count)
    }
}

impl Offset for Octets<'_> {
    fn offset(&self, second: &Self) -> usize {
        self.0.len() - second.0.len()
    }
}
