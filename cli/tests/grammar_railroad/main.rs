//! `rfc1738 grammar railroad`.

#[path = "../support/mod.rs"]
mod support;

mod page;
mod picture;
mod text;
mod usage;

use support::rfc1738;

/// What is drawn on standard output.
fn drawn(arguments: &[&str]) -> String {
    let arguments = [&["grammar", "railroad"], arguments].concat();
    let run = rfc1738(&arguments).assert().code(0).stderr("");
    String::from_utf8(run.get_output().stdout.clone()).expect("UTF-8")
}
