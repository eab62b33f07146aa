//! The texts that trees refer to.

use core::fmt;
use core::ops::Range;

use crate::as_input::AsInput;

/// What the trees of a grammar refer to: `str`, or `[u8]` if a production derives octets that are no
/// text of their own.
pub trait TreeText: fmt::Debug + Eq + sealed::Sealed {
    /// Returns the input, if trees can refer to it.
    fn of<T: AsInput + ?Sized>(input: &T) -> Option<&Self>;

    /// Returns the octets.
    fn as_octets(&self) -> &[u8];

    /// Returns a part, by its byte offsets.
    ///
    /// # Panics
    ///
    /// Panics if the offsets are not those of a node.
    #[must_use]
    fn part(&self, span: Range<usize>) -> &Self;
}

/// Keeps other crates from implementing [`TreeText`].
mod sealed {
    pub trait Sealed {}

    impl Sealed for str {}

    impl Sealed for [u8] {}
}

impl TreeText for str {
    #[inline]
    fn of<T: AsInput + ?Sized>(input: &T) -> Option<&Self> {
        input.as_text()
    }

    #[inline]
    fn as_octets(&self) -> &[u8] {
        self.as_bytes()
    }

    #[inline]
    fn part(&self, span: Range<usize>) -> &Self {
        &self[span]
    }
}

impl TreeText for [u8] {
    #[inline]
    fn of<T: AsInput + ?Sized>(input: &T) -> Option<&Self> {
        Some(input.as_input())
    }

    #[inline]
    fn as_octets(&self) -> &[u8] {
        self
    }

    #[inline]
    fn part(&self, span: Range<usize>) -> &Self {
        &self[span]
    }
}
