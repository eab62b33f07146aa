//! An input that nobody follows.

use std::iter::{Copied, Enumerate};
use std::slice;

use nom::{Input, Needed, Offset};

use super::Text;
use super::text::sealed::Sealed;

/// Octets, and nothing but what is left of them.
///
/// The same as `&[u8]`, but all that is done with it can be inlined.
#[derive(Clone, Copy)]
pub(crate) struct Octets<'t>(pub(crate) &'t [u8]);

impl Sealed for Octets<'_> {}

impl Text for Octets<'_> {
    #[inline]
    fn octets(&self) -> &[u8] {
        self.0
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
