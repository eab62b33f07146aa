//! `rfc1738 grammar railroad`.

mod page;
mod picture;
mod text;
mod usage;

use crate::command::rfc1738;

/// Returns the diagram on standard output.
fn drawn(arguments: &[&str]) -> String {
    let arguments = [&["grammar", "railroad"], arguments].concat();
    let run = rfc1738(&arguments).assert().code(0).stderr("");
    String::from_utf8(run.get_output().stdout.clone()).expect("UTF-8")
}
