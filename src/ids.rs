//! Stable ids: the names of the kinds of an enum, which parse back to the kind.

/// Implements `Display` and `FromStr` for an enum that has `ALL` and `as_str`, and defines the
/// error for an id that it does not have.
macro_rules! named_ids {
    ($kinds:ident, $(#[$attribute:meta])* $unknown:ident, $what:literal) => {
        /// Writes the id.
        impl core::fmt::Display for $kinds {
            fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                formatter.pad(self.as_str())
            }
        }

        /// Parses the id exactly, including its case.
        impl core::str::FromStr for $kinds {
            type Err = $unknown;

            fn from_str(id: &str) -> Result<Self, $unknown> {
                let found = Self::ALL.into_iter().find(|kind| kind.as_str() == id);
                found.ok_or_else(|| $unknown { id: alloc::string::String::from(id) })
            }
        }

        $(#[$attribute])*
        #[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
        #[error("there is no {} {id:?}", $what)]
        pub struct $unknown {
            id: alloc::string::String,
        }

        impl $unknown {
            /// Returns the unknown id.
            #[must_use]
            pub fn id(&self) -> &str {
                &self.id
            }
        }
    };
}

pub(crate) use named_ids;
