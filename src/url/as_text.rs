//! URLs and their parts as text: comparisons with strings, which count every letter.

use alloc::string::String;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use super::{Component, Host, OwnedUrl, Url};

/// Compares a value with strings, in both directions. Its text is that of `AsRef<str>`.
macro_rules! equals_strings {
    ($($type:ty),*) => { $(
        equals_strings!(@ $type, str);
        equals_strings!(@ $type, &str);
        equals_strings!(@ $type, String);
    )* };
    (@ $type:ty, $string:ty) => {
        /// Compares the texts.
        impl PartialEq<$string> for $type {
            fn eq(&self, other: &$string) -> bool {
                let text: &str = self.as_ref();
                *text == other[..]
            }
        }

        /// Compares the texts.
        impl PartialEq<$type> for $string {
            fn eq(&self, other: &$type) -> bool {
                other == self
            }
        }
    };
}

equals_strings!(Url<'_>, OwnedUrl, Component<'_>, Host<'_>);

/// Gives URLs the equality, the order and the hash of their texts.
macro_rules! compares_as_text {
    ($($type:ty),*) => { $(
        impl AsRef<str> for $type {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        /// Finds a URL in a map or a set by its text: equality, order and hash are those of the
        /// text.
        impl Borrow<str> for $type {
            fn borrow(&self) -> &str {
                self.as_str()
            }
        }

        /// Compares the texts, not the normal forms.
        impl PartialEq for $type {
            fn eq(&self, other: &Self) -> bool {
                self.as_str() == other.as_str()
            }
        }

        impl Eq for $type {}

        /// Orders the texts.
        impl PartialOrd for $type {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        /// Orders the texts.
        impl Ord for $type {
            fn cmp(&self, other: &Self) -> Ordering {
                self.as_str().cmp(other.as_str())
            }
        }

        impl Hash for $type {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.as_str().hash(state);
            }
        }
    )* };
}

compares_as_text!(Url<'_>, OwnedUrl);

/// Compares the texts.
impl PartialEq<OwnedUrl> for Url<'_> {
    fn eq(&self, other: &OwnedUrl) -> bool {
        self.as_str() == other.as_str()
    }
}

/// Compares the texts.
impl PartialEq<Url<'_>> for OwnedUrl {
    fn eq(&self, other: &Url<'_>) -> bool {
        other == self
    }
}

/// Returns the text in the URL, with escapes unchanged.
impl AsRef<str> for Component<'_> {
    fn as_ref(&self) -> &str {
        self.raw()
    }
}

/// Returns the text in the URL.
impl AsRef<str> for Host<'_> {
    fn as_ref(&self) -> &str {
        self.raw()
    }
}
