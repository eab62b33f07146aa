//! The inputs that the parsers read.

use nom::{Input, Offset};

use super::character_set::CharacterSet;
use super::dfa::{Dfa, Prefix};
use super::production_set::ProductionId;

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
/// The trait is sealed: the parsers report events to the input, and these events may change.
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

    /// Returns the first of the remaining octets.
    #[doc(hidden)]
    #[inline]
    fn first(&self) -> Option<u8> {
        self.octets().first().copied()
    }

    /// Reports that a production begins here. Returns the input for its body.
    #[doc(hidden)]
    #[must_use]
    fn opening(&self, production: ProductionId) -> Self {
        let _ = production;
        self.clone()
    }

    /// Reports that the production that began here matches up to `rest`. Returns the rest.
    #[doc(hidden)]
    #[must_use]
    fn closing(&self, rest: Self, production: ProductionId) -> Self {
        let _ = production;
        rest
    }

    /// Reports that the production that began here matches nothing.
    #[doc(hidden)]
    fn abandoning(&self) {}

    /// Reports that `length` octets are consumed here.
    #[doc(hidden)]
    fn consuming(&self, length: usize) {
        let _ = length;
    }

    /// Reports that a terminal failed: it expected one of these characters, `distance` octets from
    /// here.
    #[doc(hidden)]
    fn expecting(&self, distance: usize, characters: impl FnOnce() -> CharacterSet) {
        let _ = (distance, characters);
    }

    /// Runs `parse` while none of these characters counts as expected. Each comes with its
    /// distance from here, in octets.
    #[doc(hidden)]
    fn excluding<R>(
        &self,
        characters: impl Iterator<Item = (usize, u8)>,
        parse: impl FnOnce() -> R,
    ) -> R {
        let _ = characters;
        parse()
    }

    /// Returns which character productions the observer wants.
    #[doc(hidden)]
    fn characters(&self) -> Characters {
        Characters::None
    }

    /// Returns whether this input is observed. If it is, the choice of a lookahead has to be parsed
    /// again on this input.
    #[doc(hidden)]
    fn is_observed(&self) -> bool {
        false
    }

    /// Returns whether attempts are observed, not only derived productions.
    #[doc(hidden)]
    fn observes_attempts(&self) -> bool {
        false
    }

    /// Returns whether the observer wants the events inside a production that has a DFA. A
    /// `nested` one has other nodes inside than those of character productions.
    #[doc(hidden)]
    fn observes_inside(&self, nested: bool) -> bool {
        let _ = nested;
        false
    }

    /// Returns whether the observer wants the events inside a production whose viable prefix is
    /// `length` octets.
    #[doc(hidden)]
    fn observes_viable_prefix(&self, length: usize) -> bool {
        let _ = length;
        false
    }

    /// Consumes a match of the DFA, which knows the nodes inside.
    #[doc(hidden)]
    #[must_use]
    fn consuming_nodes<const NESTED: bool>(&self, dfa: &Dfa<NESTED>, end: Prefix) -> Self {
        let _ = dfa;
        self.take_from(end.length)
    }

    /// Returns whether the parser has to make every attempt, not only those that decide its choice.
    #[doc(hidden)]
    fn observes_every_attempt(&self) -> bool {
        false
    }

    /// Returns the input for lookahead. Only some observers observe it.
    #[doc(hidden)]
    #[must_use]
    fn lookahead(&self) -> Self {
        self.clone()
    }

    /// Returns the input without its observer.
    #[doc(hidden)]
    #[must_use]
    fn silent(&self) -> Self {
        self.clone()
    }

    /// Runs `parse` as if the text ended `length` octets from here.
    #[doc(hidden)]
    fn within<R>(&self, length: usize, parse: impl FnOnce(Self) -> R) -> R {
        parse(self.take(length))
    }

    /// Returns the rest of the whole text after `length` octets. `part` is the rest inside
    /// [`Text::within`].
    #[doc(hidden)]
    #[must_use]
    fn after(&self, part: &Self, length: usize) -> Self {
        let _ = part;
        self.take_from(length)
    }

    /// Returns the text between this input and `rest`.
    #[doc(hidden)]
    #[must_use]
    fn before(&self, rest: &Self) -> Self {
        self.take(self.input_len() - rest.input_len())
    }
}

/// The character productions that an observer wants. Only inputs of this package return it, so it
/// has no example.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Characters {
    /// None. Runs of characters are consumed at once.
    None,
    /// Those that match more than one octet, such as `escape`.
    Encoded,
    /// All.
    All,
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
