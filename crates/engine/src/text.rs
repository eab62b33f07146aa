//! Texts: the inputs that parsers read, what can be parsed, and what trees refer to.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use nom::{Input, Offset};
#[cfg(feature = "nom_locate")]
use nom_locate::LocatedSpan;

use sealed::Sealed;

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
pub trait Text: Input + Offset + Sealed {
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

#[cfg(feature = "nom_locate")]
impl<T, X> Sealed for LocatedSpan<T, X> {}

#[cfg(feature = "nom_locate")]
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

#[cfg(feature = "nom_locate")]
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

/// A text to parse: `str`, `[u8]`, and types that own or refer to one of them.
///
/// For any other type that holds octets, pass the result of its [`AsRef`].
///
/// ```
/// use rfc1738::{Rule, parse};
///
/// use rfcbnf_engine::AsInput;
///
/// let octets: Vec<u8> = b"host:80".to_vec();
/// assert_eq!((octets.as_input(), octets.as_text()), (&b"host:80"[..], Some("host:80")));
/// assert_eq!(parse(Rule::Hostport, &octets)?, parse(Rule::Hostport, "host:80")?);
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
pub trait AsInput: Sealed {
    /// Returns the octets.
    fn as_input(&self) -> &[u8];

    /// Returns the octets as text, if they are UTF-8.
    fn as_text(&self) -> Option<&str>;
}

/// Keeps other crates from implementing the traits: what parsers ask of an input may change, and the two methods of
/// [`AsInput`] have to agree.
mod sealed {
    pub trait Sealed {}
}

impl Sealed for str {}

impl AsInput for str {
    fn as_input(&self) -> &[u8] {
        self.as_bytes()
    }

    fn as_text(&self) -> Option<&str> {
        Some(self)
    }
}

impl Sealed for [u8] {}

impl AsInput for [u8] {
    fn as_input(&self) -> &[u8] {
        self
    }

    fn as_text(&self) -> Option<&str> {
        core::str::from_utf8(self).ok()
    }
}

/// Implements the trait for a type that dereferences to one that has it.
macro_rules! as_input {
    ($([$($parameters:tt)*] $type:ty;)+) => {$(
        impl<$($parameters)*> Sealed for $type {}

        impl<$($parameters)*> AsInput for $type {
            fn as_input(&self) -> &[u8] {
                (**self).as_input()
            }

            fn as_text(&self) -> Option<&str> {
                (**self).as_text()
            }
        }
    )+};
}

as_input! {
    [] String;
    [] Vec<u8>;
    [T: AsInput + ?Sized] &T;
    [T: AsInput + ?Sized] &mut T;
    [T: AsInput + ?Sized] Box<T>;
    [T: AsInput + ?Sized] Rc<T>;
    [T: AsInput + ?Sized] Arc<T>;
    [T: AsInput + ToOwned + ?Sized] Cow<'_, T>;
}

impl<const LENGTH: usize> Sealed for [u8; LENGTH] {}

impl<const LENGTH: usize> AsInput for [u8; LENGTH] {
    fn as_input(&self) -> &[u8] {
        self
    }

    fn as_text(&self) -> Option<&str> {
        self.as_slice().as_text()
    }
}

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
pub trait TreeText: fmt::Debug + Eq + Sealed {
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
