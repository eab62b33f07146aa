//! The inputs that the parsers read.

use nom::{Input, Offset};

/// A nom input that the parsers of this crate can read: `&str`, `&[u8]`, and, with the feature
/// `nom_locate`, a `LocatedSpan` of either.
///
/// ```
/// use rfcbnf_engine::Text;
///
/// assert_eq!("host".octets(), b"host");
/// assert_eq!(b"host\xff".as_slice().octets(), b"host\xff");
/// ```
///
/// A part of a `&str` ends between characters. So over `&str`, what would end inside a character is no
/// match: that is possible only if a grammar of octets derives part of a character.
///
/// The trait is sealed: what parsers ask of an input may change.
pub trait Text: Input + Offset + sealed::Sealed {
    /// Returns the remaining octets.
    fn octets(&self) -> &[u8];

    /// Returns the remaining octets. They live as long as what the input refers to, so a grammar that is
    /// generic over its input can return what borrows from them, such as a URL.
    ///
    /// ```
    /// use nom::bytes::complete::{tag, take_until};
    /// use nom::{IResult, Parser as _};
    /// use rfc1738::{Text, Url, WholeError, whole};
    ///
    /// fn request<'t, I>(input: I) -> IResult<I, Url<'t>, WholeError<I>>
    /// where
    ///     I: Text + nom::Compare<&'static str> + nom::FindSubstring<&'static str> + 't,
    /// {
    ///     let url = |text: I| Url::parse(text.into_octets());
    ///     nom::sequence::delimited(tag("GET "), whole(take_until(" "), url), tag(" ")).parse(input)
    /// }
    ///
    /// assert_eq!(request("GET http://h/ HTTP/1.0").unwrap().1, "http://h/");
    /// assert_eq!(request(&b"GET http://h/ HTTP/1.0"[..]).unwrap().1, "http://h/");
    /// ```
    fn into_octets<'t>(self) -> &'t [u8]
    where
        Self: 't;

    /// Returns whether a part can end at this length.
    #[doc(hidden)]
    #[inline]
    fn divides_at(&self, length: usize) -> bool {
        let _ = length;
        true
    }
}

/// Keeps other crates from implementing [`Text`].
pub(super) mod sealed {
    pub trait Sealed {}

    impl Sealed for &str {}

    impl Sealed for &[u8] {}
}

impl Text for &str {
    #[inline]
    fn octets(&self) -> &[u8] {
        self.as_bytes()
    }

    #[inline]
    fn divides_at(&self, length: usize) -> bool {
        self.is_char_boundary(length)
    }

    fn into_octets<'t>(self) -> &'t [u8]
    where
        Self: 't,
    {
        self.as_bytes()
    }
}

impl Text for &[u8] {
    #[inline]
    fn octets(&self) -> &[u8] {
        self
    }

    fn into_octets<'t>(self) -> &'t [u8]
    where
        Self: 't,
    {
        self
    }
}
