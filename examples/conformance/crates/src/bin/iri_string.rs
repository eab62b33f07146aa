//! The crate `iri-string`, which follows RFC 3986.

use std::io;

use iri_string::types::UriStr;

fn main() -> io::Result<()> {
    conformance_of_crates::answer(|text| {
        let uri = UriStr::new(text).ok()?;
        Some(uri.scheme_str().to_owned())
    })
}
