//! The crate `url`, which follows the WHATWG.

use std::io;

fn main() -> io::Result<()> {
    conformance_of_crates::answer(|text| {
        let url = url::Url::parse(text).ok()?;
        Some(url.scheme().to_owned())
    })
}
