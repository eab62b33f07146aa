//! Builders: the URL that a builder writes parses back to the given octets, or the builder refuses.

mod forms;
mod from_url;
mod octets;
mod refusals;

use rfc1738::Builder;

fn built(builder: &Builder) -> String {
    let url = builder.build();
    url.unwrap_or_else(|error| panic!("{builder:?}: {error}"))
        .into_string()
}
