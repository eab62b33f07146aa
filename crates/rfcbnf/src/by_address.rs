//! References that are compared by address.

use std::fmt;
use std::hash::{Hash, Hasher};

/// A reference to something that is equal to itself only: the grammar of a
/// [`Production`](rfcbnf_engine::Production) that is put together at run time.
pub struct ByAddress<'a, T>(pub(crate) &'a T);

impl<T> Clone for ByAddress<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ByAddress<'_, T> {}

impl<T> PartialEq for ByAddress<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl<T> Eq for ByAddress<'_, T> {}

impl<T> Hash for ByAddress<'_, T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::hash(self.0, state);
    }
}

impl<T: fmt::Debug> fmt::Debug for ByAddress<'_, T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.0, formatter)
    }
}

/// Makes a production with an id and the address of what it belongs to a value. A derive would ask the same of the
/// text that its trees refer to.
macro_rules! rule_by_address {
    ($rule:ident, $owner:ident) => {
        impl<T: ?Sized> Clone for $rule<'_, T> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T: ?Sized> Copy for $rule<'_, T> {}

        impl<T: ?Sized> PartialEq for $rule<'_, T> {
            fn eq(&self, other: &Self) -> bool {
                (self.$owner, self.id) == (other.$owner, other.id)
            }
        }

        impl<T: ?Sized> Eq for $rule<'_, T> {}

        impl<T: ?Sized> std::hash::Hash for $rule<'_, T> {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                (self.$owner, self.id).hash(state);
            }
        }

        /// Writes the name.
        impl<T: ?Sized> std::fmt::Display for $rule<'_, T> {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.pad(self.name())
            }
        }

        impl<T: ?Sized> std::fmt::Debug for $rule<'_, T> {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.name())
            }
        }
    };
}
pub(crate) use rule_by_address;
