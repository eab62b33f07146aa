//! The inputs that productions read.

use nom::{Input, Offset};
use nom_locate::LocatedSpan;

use super::{CharacterSet, Scan};
use crate::rules::Rule;

/// A nom input that the productions can read: `&str`, `&[u8]`, and
/// [`LocatedSpan`]s of either.
///
/// The methods that are given here tell an input what the productions do with it. An input
/// that only stands for its text keeps them as they are, and then they cost nothing. They
/// change with what can be heard, so no other type can be such an input.
pub trait Text: Input + Offset + sealed::Sealed {
    /// The octets that are left.
    fn octets(&self) -> &[u8];

    /// A production begins here. Returns the input for its body.
    #[must_use]
    fn opening(&self, rule: Rule) -> Self {
        let _ = rule;
        self.clone()
    }

    /// The production that began here derives everything up to `rest`. Returns what is left.
    #[must_use]
    fn closing(&self, rest: Self, rule: Rule) -> Self {
        let _ = rule;
        rest
    }

    /// The production that began here does not derive any prefix.
    fn abandoning(&self, rule: Rule) {
        let _ = rule;
    }

    /// A terminal passed over that many octets.
    fn consuming(&self, length: usize) {
        let _ = length;
    }

    /// A terminal looked for one of these characters, that many octets from here, in vain.
    fn expecting(&self, distance: usize, characters: impl FnOnce() -> CharacterSet) {
        let _ = (distance, characters);
    }

    /// Runs `parse` while each of these characters counts as impossible, that many octets
    /// from here, whatever is expected there.
    fn excluding<R>(
        &self,
        characters: impl Iterator<Item = (usize, u8)>,
        parse: impl FnOnce() -> R,
    ) -> R {
        let _ = characters;
        parse()
    }

    /// Of which character productions the input wants to hear.
    fn characters(&self) -> Characters {
        Characters::None
    }

    /// Whether what happens to this very input is heard. Then what is chosen after trials
    /// has to be done once more, on this input.
    fn is_heard(&self) -> bool {
        false
    }

    /// Whether it is heard what is tried here, and not only what is derived.
    fn hears_attempts(&self) -> bool {
        false
    }

    /// Whether somebody hears of what happens inside a production that can be scanned.
    #[doc(hidden)]
    fn hears_inside<const FUSED: bool>(&self, scan: &Scan<FUSED>) -> bool {
        let _ = scan;
        false
    }

    /// Whether somebody hears of what happens inside a production of which so many octets from
    /// here are the beginning, and no more.
    fn hears_up_to(&self, length: usize) -> bool {
        let _ = length;
        false
    }

    /// Passes over a word of so many octets that is the list which the scan knows of.
    #[doc(hidden)]
    #[must_use]
    fn listing<const FUSED: bool>(&self, scan: &Scan<FUSED>, length: usize) -> Self {
        let _ = scan;
        self.take_from(length)
    }

    /// Whether somebody wants to know all that is looked for anywhere, more than what is
    /// chosen.
    fn asks_for_attempts(&self) -> bool {
        false
    }

    /// The same input for a trial, of which those do not hear who only want the outcome.
    #[must_use]
    fn trial(&self) -> Self {
        self.clone()
    }

    /// The same input for a trial of which nobody hears.
    #[must_use]
    fn muted(&self) -> Self {
        self.clone()
    }

    /// Runs `parse` on so many octets from here, as if the text ended there.
    fn within<R>(&self, length: usize, parse: impl FnOnce(Self) -> R) -> R {
        parse(self.take(length))
    }

    /// Where `part` is what is left inside [`Text::within`]: what is left outside it, after so
    /// many octets.
    #[must_use]
    fn after(&self, part: &Self, length: usize) -> Self {
        let _ = part;
        self.take_from(length)
    }

    /// What was passed over from here to `rest`.
    #[must_use]
    fn before(&self, rest: &Self) -> Self {
        self.take(self.input_len() - rest.input_len())
    }
}

/// Which character productions an input hears of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Characters {
    /// None, so that runs of characters can be passed over quickly.
    None,
    /// Those that take more than one octet, like `escape`.
    Encoded,
    /// All.
    All,
}

/// Keeps other packages from implementing [`Text`].
pub(super) mod sealed {
    use nom_locate::LocatedSpan;

    pub trait Sealed {}

    impl Sealed for &str {}

    impl Sealed for &[u8] {}

    impl<T, X> Sealed for LocatedSpan<T, X> {}
}

impl Text for &str {
    fn octets(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl Text for &[u8] {
    fn octets(&self) -> &[u8] {
        self
    }
}

impl<X: Clone> Text for LocatedSpan<&str, X> {
    fn octets(&self) -> &[u8] {
        self.fragment().as_bytes()
    }
}

impl<X: Clone> Text for LocatedSpan<&[u8], X> {
    fn octets(&self) -> &[u8] {
        self.fragment()
    }
}
