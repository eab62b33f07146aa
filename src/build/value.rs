//! The components of a URL under construction. The value of one is raw octets, or encoded text from a URL.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use rfcbnf_engine::CharacterSet;
use rfcbnf_engine::escape::Quoted;

use crate::encoding::{ESCAPE, decode, push_encoded};
use crate::password::{self, Masked};
use crate::url::ComponentName;

/// The value of a component.
#[derive(Clone)]
pub(super) enum Value {
    /// Octets from the caller. They are encoded as the component requires.
    Octets(Vec<u8>),
    /// The encoded text of a component, such as that of a URL. It stays as written, except for characters that a
    /// component of another scheme cannot hold.
    Encoded(String),
}

impl Value {
    /// Returns the raw octets: encoded text is decoded.
    pub(super) fn octets(&self) -> Cow<'_, [u8]> {
        match self {
            Self::Octets(octets) => Cow::Borrowed(octets),
            // Every percent sign in a component begins an escape.
            Self::Encoded(text) => decode(text).unwrap_or(Cow::Borrowed(text.as_bytes())),
        }
    }

    /// Returns the octets to write into a component that cannot have escapes.
    pub(super) fn unencoded(&self) -> &[u8] {
        match self {
            Self::Octets(octets) => octets,
            Self::Encoded(text) => text.as_bytes(),
        }
    }

    /// Appends the value to a URL. Raw octets keep the characters in `literal`; encoded text keeps
    /// its escapes and the characters in `derived`. All other octets are encoded.
    pub(super) fn push_to(&self, url: &mut String, literal: CharacterSet, derived: CharacterSet) {
        match self {
            Self::Octets(octets) => push_encoded(url, octets, literal),
            Self::Encoded(text) => {
                let mut parts = text.split('%');
                push_encoded(url, parts.next().unwrap_or_default().as_bytes(), derived);
                for part in parts {
                    let (digits, rest) = part.split_at(part.len().min(ESCAPE - 1));
                    url.push('%');
                    url.push_str(digits);
                    push_encoded(url, rest.as_bytes(), derived);
                }
            }
        }
    }
}

/// Writes the octets as text in quotation marks, or the encoded text as it is.
impl fmt::Debug for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Octets(octets) => {
                let masked = Masked::new(octets, password::spans(octets));
                fmt::Display::fmt(&Quoted(masked.octets()), formatter)
            }
            Self::Encoded(text) => formatter.write_str(&password::hidden(text)),
        }
    }
}

/// Values by the names of their components.
///
/// Invariant: the names are in order, and each occurs once. A URL has so few that a map would gain
/// nothing and take longer to compile.
#[derive(Clone, Default)]
pub(super) struct Components(Vec<(ComponentName, Value)>);

impl Components {
    /// Sets the value of a component.
    pub(super) fn insert(&mut self, name: ComponentName, value: Value) {
        match self.find(name) {
            Ok(index) => self.0[index].1 = value,
            Err(index) => self.0.insert(index, (name, value)),
        }
    }

    /// Removes a component if it is given.
    pub(super) fn remove(&mut self, name: ComponentName) {
        if let Ok(index) = self.find(name) {
            self.0.remove(index);
        }
    }

    /// Returns the value of a component.
    pub(super) fn get(&self, name: ComponentName) -> Option<&Value> {
        let index = self.find(name).ok()?;
        Some(&self.0[index].1)
    }

    /// Returns an iterator over the components, in the order of their names.
    pub(super) fn iter(&self) -> impl Iterator<Item = &(ComponentName, Value)> {
        self.0.iter()
    }

    /// Returns an iterator over the names, in order.
    pub(super) fn names(&self) -> impl Iterator<Item = ComponentName> {
        self.0.iter().map(|(name, _)| *name)
    }

    /// Returns the index of a component, or the one to insert it at.
    fn find(&self, name: ComponentName) -> Result<usize, usize> {
        self.0.binary_search_by_key(&name, |(name, _)| *name)
    }
}
