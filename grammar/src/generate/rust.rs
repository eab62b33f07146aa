//! Rust as the generator writes it.

use super::error::GenerateError;

/// Returns the code nearly as rustfmt writes it.
pub(super) fn formatted(what: &str, code: &str) -> Result<String, GenerateError> {
    Ok(prettyplease::unparse(&checked(what, code)?))
}

/// Returns the code if it is Rust.
pub(super) fn checked(what: &str, code: &str) -> Result<syn::File, GenerateError> {
    syn::parse_file(code).map_err(|error| GenerateError::NotRust(what.to_owned(), error))
}
