//! The types that can be parsed.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use sealed::Sealed;

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

/// Keeps other crates from implementing [`AsInput`], whose two methods have to agree.
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
