//! The spans of `nom_locate` as inputs.

use nom_locate::LocatedSpan;

use super::text::{Text, sealed::Sealed};

impl<T, X> Sealed for LocatedSpan<T, X> {}

impl<X: Clone> Text for LocatedSpan<&str, X> {
    #[inline]
    fn octets(&self) -> &[u8] {
        self.fragment().as_bytes()
    }

    #[inline]
    fn divides_at(&self, length: usize) -> bool {
        self.fragment().is_char_boundary(length)
    }

    fn into_octets<'t>(self) -> &'t [u8]
    where
        Self: 't,
    {
        self.into_fragment().as_bytes()
    }
}

impl<X: Clone> Text for LocatedSpan<&[u8], X> {
    #[inline]
    fn octets(&self) -> &[u8] {
        self.fragment()
    }

    fn into_octets<'t>(self) -> &'t [u8]
    where
        Self: 't,
    {
        self.into_fragment()
    }
}
