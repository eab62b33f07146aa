//! Notes: what the prose of the RFC says about an error, and how to fix it.
//!
//! Invariants:
//! - a note explains what the grammar has decided; it never decides anything;
//! - notes are computed when someone asks for them, from a copy of the text, in linear time.

mod ascii_host;
mod authority;
mod candidate;
mod causes;
mod certainty;
mod character;
mod draft;
mod fix;
mod form;
mod id;
mod meaning;
mod octets;
mod particular;
mod rejection;
mod scheme;
#[cfg(feature = "serde")]
mod serialize;
mod wrapper;

#[cfg(feature = "build")]
pub(crate) use authority::without_user;
pub(super) use causes::{first, first_with_fix, notes};
pub use draft::Note;
pub use fix::Fix;
#[cfg(feature = "advice")]
pub(crate) use fix::fix_lines;
pub use id::{NoteId, UnknownNote};
pub(super) use rejection::Rejection;
#[cfg(feature = "advice")]
pub(crate) use rejection::Wrong;
#[cfg(feature = "advice")]
pub(crate) use scheme::{before_host_and_port, misspelt};
