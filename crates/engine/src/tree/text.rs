//! The texts that trees refer to.

use core::fmt;
use core::ops::Range;

use crate::as_input::AsInput;

/// What the trees of a grammar refer to: `str`, or `[u8]` if a production derives octets that are
/// no text of their own.
///
/// ```
/// use rfcbnf_engine::TreeText;
///
/// assert_eq!(<str as TreeText>::of(b"host"), Some("host"));
/// assert_eq!(<str as TreeText>::of(b"\xff"), None);
/// assert_eq!(<[u8] as TreeText>::of(b"\xff"), Some(&b"\xff"[..]));
/// assert_eq!("host".part(0..2).as_octets(), b"ho");
/// ```
pub trait TreeText: fmt::Debug + Eq + sealed::Sealed {
    /// Whether it is `str`.
    const IS_STR: bool;

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
    const IS_STR: bool = true;

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
    const IS_STR: bool = false;

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
