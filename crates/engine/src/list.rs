//! Lists in a line.

use alloc::string::String;
use core::fmt::{self, Write as _};

/// Writes the members with a separator between them, and another one before the last.
pub(crate) fn list(members: &[impl fmt::Display], separator: &str, final_one: &str) -> String {
    let mut text = String::new();
    for (index, member) in members.iter().enumerate() {
        text.push_str(match index {
            0 => "",
            _ if index + 1 == members.len() => final_one,
            _ => separator,
        });
        // A string can always be written to.
        let _ = write!(text, "{member}");
    }
    text
}
