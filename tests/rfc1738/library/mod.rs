//! The contract of the library beyond the verdicts of productions: rules, trees, errors, input of
//! every kind and length, and the productions as nom parsers.

mod combinators;
mod documents;
mod errors;
pub(crate) mod fixes;
mod input;
mod notes;
mod passwords;
mod rules;
mod trees;

use core::panic::{RefUnwindSafe, UnwindSafe};

use rfc1738::extract::Match;
use rfc1738::url::{Component, GopherPlus, UnsafeRequest};
use rfc1738::{BuildError, Builder, Finding, Node, Note, OwnedUrl, SyntaxError, Tree, Url};

/// Compiles only for a type that can be sent to another thread.
fn crosses_threads<T: Send + Sync + Unpin + UnwindSafe + RefUnwindSafe>() -> usize {
    size_of::<T>()
}

#[test]
fn values_cross_threads() {
    let sizes = [
        crosses_threads::<Url<'_>>(),
        crosses_threads::<OwnedUrl>(),
        crosses_threads::<Component<'_>>(),
        crosses_threads::<Builder>(),
        crosses_threads::<BuildError>(),
        crosses_threads::<Tree<'_>>(),
        crosses_threads::<Node<'_, '_>>(),
        crosses_threads::<SyntaxError>(),
        crosses_threads::<Note>(),
        crosses_threads::<Finding>(),
        crosses_threads::<Match>(),
        crosses_threads::<UnsafeRequest>(),
        crosses_threads::<GopherPlus>(),
    ];
    assert!(sizes.iter().all(|&size| size > 0));
}

/// A `Url` holds its text and the spans of at most eight parts.
#[cfg(target_pointer_width = "64")]
#[test]
fn a_url_is_a_small_copy() {
    fn copies<T: Copy>() {}
    copies::<Url<'_>>();
    copies::<Component<'_>>();
    assert_eq!(size_of::<Url<'_>>(), 112);
    assert_eq!(size_of::<Component<'_>>(), 32);
}
