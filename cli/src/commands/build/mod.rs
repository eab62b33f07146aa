//! `rfc1738 build`: a URL from its components.

pub(crate) mod arguments;

use std::ffi::OsString;
use std::io::Write as _;

use rfc1738::Builder;
use rfcbnf_engine::escape::Escaped;

use crate::outcome::{Failure, Verdict};
use crate::output::streams::{flushed, plain_output};
use arguments::BuildArguments;

/// Builds the URL and writes it on a line. Fails if a component cannot be part of it.
pub(crate) fn run(arguments: &BuildArguments) -> Result<Verdict, Failure> {
    let builder = with_lists(with_components(arguments), arguments)?;
    let url = builder
        .build()
        .map_err(|error| Failure::WrongUse(error.to_string()))?;
    flushed(plain_output(), |out| writeln!(out, "{url}"))?;
    Ok(Verdict::Valid)
}

/// Sets a component of the builder.
type Set<'a> = fn(Builder, &'a [u8]) -> Builder;

/// Returns a builder with every component that can be given once.
fn with_components(arguments: &BuildArguments) -> Builder {
    let components: [(&Option<OsString>, Set<'_>); 19] = [
        (&arguments.user, Builder::user),
        (&arguments.password, Builder::password),
        (&arguments.host, Builder::host),
        (&arguments.port, |builder, octets| {
            builder.port(String::from_utf8_lossy(octets))
        }),
        (&arguments.path, Builder::path),
        (&arguments.ftptype, Builder::ftptype),
        (&arguments.search, Builder::search),
        (&arguments.gtype, Builder::gtype),
        (&arguments.selector, Builder::selector),
        (&arguments.gopher_string, Builder::gopher_string),
        (&arguments.address, Builder::address),
        (&arguments.group, Builder::group),
        (&arguments.article, Builder::article),
        (&arguments.digits, |builder, octets| {
            builder.digits(String::from_utf8_lossy(octets))
        }),
        (&arguments.database, Builder::database),
        (&arguments.wtype, Builder::wtype),
        (&arguments.wpath, Builder::wpath),
        (&arguments.hsoname, Builder::hsoname),
        (&arguments.schemepart, Builder::schemepart),
    ];
    let builder = Builder::new(arguments.scheme.as_encoded_bytes());
    let given = components.into_iter().filter_map(|(octets, set)| {
        let octets = octets.as_ref()?.as_encoded_bytes();
        Some((octets, set))
    });
    given.fold(builder, |builder, (octets, set)| set(builder, octets))
}

/// Adds the components that can be given several times.
fn with_lists(builder: Builder, arguments: &BuildArguments) -> Result<Builder, Failure> {
    let segments = arguments.segments.iter();
    let builder = segments.fold(builder, |builder, segment| {
        builder.segment(segment.as_encoded_bytes())
    });
    let mut fields = arguments.fields.iter();
    fields.try_fold(builder, |builder, field| {
        let octets = field.as_encoded_bytes();
        let mut parts = octets.splitn(2, |&octet| octet == b'=');
        match (parts.next(), parts.next()) {
            (Some(name), Some(value)) => Ok(builder.field(name, value)),
            _ => Err(Failure::WrongUse(format!(
                "--field {}: no \"=\" separates the name from the value (RFC 1738, 3.11); \
                 write NAME=VALUE",
                Escaped(octets)
            ))),
        }
    })
}
