//! The crate `fluent-uri`, which follows RFC 3986.

use std::io;

use fluent_uri::Uri;

fn main() -> io::Result<()> {
    conformance_of_crates::answer(|text| {
        let uri = Uri::parse(text).ok()?;
        Some(uri.scheme().as_str().to_owned())
    })
}
