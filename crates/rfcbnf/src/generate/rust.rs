//! Rust as the generator writes it.

use super::error::GenerateError;

/// Returns the code nearly as rustfmt writes it.
pub(super) fn formatted(what: &str, code: &str) -> Result<String, GenerateError> {
    Ok(prettyplease::unparse(&checked(what, code)?))
}

/// Returns the `use` line for those of the names of a module that the code uses: not as the end of a path, and not in
/// comments. Returns nothing if it uses none.
pub(super) fn use_line(module: &str, names: &[&str], code: &str) -> String {
    let is_in_name = |one: char| one.is_alphanumeric() || one == '_';
    let lines = code.lines();
    let lines = lines.filter(|line| !line.trim_start().starts_with("//"));
    let is_used = |name: &&&str| {
        lines.clone().any(|line| {
            line.match_indices(**name).any(|(at, _)| {
                let (before, after) = (&line[..at], &line[at + name.len()..]);
                !before.ends_with(|one| is_in_name(one) || one == ':')
                    && !after.starts_with(is_in_name)
            })
        })
    };
    let used: Vec<&str> = names.iter().filter(is_used).copied().collect();
    match used.as_slice() {
        [] => String::new(),
        [name] => format!("use {module}::{name};\n"),
        _ => format!("use {module}::{{{}}};\n", used.join(", ")),
    }
}

/// Returns the code if it is Rust.
pub(super) fn checked(what: &str, code: &str) -> Result<syn::File, GenerateError> {
    syn::parse_file(code).map_err(|error| GenerateError::NotRust(what.to_owned(), error))
}
