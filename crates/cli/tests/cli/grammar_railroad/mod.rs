//! `rfc1738 grammar railroad`.

mod page;
mod picture;
mod text;
mod usage;

use crate::command::{exits, stdout};

/// Returns the diagram on standard output.
fn drawn(line: &str) -> String {
    stdout(&exits(&format!("grammar railroad {line}"), 0).stderr(""))
}
