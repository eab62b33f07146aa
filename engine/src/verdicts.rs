//! The functions that decide about one production each.

/// Makes a module for each production, with a function `is_valid` that decides about whole texts.
/// Generated modules call it with the productions and a text that each derives.
///
/// A program that calls one of these functions holds the tables of that production and of those that
/// it uses. A function that takes the production at run time keeps the tables of all productions.
///
/// ```
/// assert!(rfc1738::rules::ip::port::is_valid("80"));
/// assert!(!rfc1738::rules::ip::port::is_valid("8o"));
/// ```
#[macro_export]
macro_rules! verdicts {
    ($($production:ident $example:literal)*) => {$(
        #[doc = concat!("The verdict on texts of `", stringify!($production), "`.")]
        pub mod $production {
            /// Returns whether the production derives the text. Allocates only if the production is
            /// matched by a search.
            ///
            /// ```
            #[doc = concat!("assert!(", module_path!(), "::is_valid(", stringify!($example), "));")]
            /// ```
            pub fn is_valid(text: impl AsRef<[u8]>) -> bool {
                decide(text.as_ref())
            }

            /// Decides. A program that does not call it does not compile it.
            #[inline]
            fn decide(text: &[u8]) -> bool {
                $crate::spans::derives(text, super::super::spans::$production)
            }
        }
    )*};
}
