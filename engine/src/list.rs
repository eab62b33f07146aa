//! Lists in a line.

use alloc::string::String;
use core::fmt::{self, Write as _};

/// Writes the members with a separator between them, and another one before the last.
pub(crate) fn list(members: &[impl fmt::Display], separator: &str, last: &str) -> String {
    let mut list = String::new();
    for (index, member) in members.iter().enumerate() {
        list.push_str(match index {
            0 => "",
            _ if index + 1 == members.len() => last,
            _ => separator,
        });
        // A string can always be written to.
        let _ = write!(list, "{member}");
    }
    list
}
