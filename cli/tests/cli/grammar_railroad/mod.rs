//! `rfc1738 grammar railroad`.

mod page;
mod picture;
mod text;
mod usage;

use crate::command::{rfc1738, stdout};

/// Returns the diagram on standard output.
fn drawn(arguments: &[&str]) -> String {
    let arguments = [&["grammar", "railroad"], arguments].concat();
    stdout(&rfc1738(&arguments).assert().code(0).stderr(""))
}
