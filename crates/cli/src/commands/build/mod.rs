//! `rfc1738 build`: a URL from its components.

pub(crate) mod arguments;
mod refusal;

use std::ffi::OsString;
use std::io::{self, Write as _};

use rfc1738::url::ComponentName;
use rfc1738::{AdviceId, Builder, Url, advise};
use rfc1738_views::advice;
use rfc1738_views::palette::Palette;
use rfcbnf_engine::escape::Escaped;

use crate::outcome::{Failure, Verdict};
use crate::output::streams::{self, flushed, plain_output};
use arguments::BuildArguments;
use refusal::refusal;

/// Builds the URL and writes it on a line, and advice on it to standard error. Fails if a component
/// cannot be part of it.
pub(crate) fn run(arguments: &BuildArguments) -> Result<Verdict, Failure> {
    let builder = with_lists(with_components(arguments), arguments)?;
    let url = builder
        .build()
        .map_err(|error| Failure::WrongUse(refusal(&error, arguments)))?;
    flushed(plain_output(), |out| writeln!(out, "{url}"))?;
    write_advice(url.as_url(), arguments)?;
    Ok(Verdict::Valid)
}

/// Writes the advice on the URL, and on values that were hardly meant as they are.
fn write_advice(url: Url<'_>, arguments: &BuildArguments) -> io::Result<()> {
    streams::message(|out| {
        for finding in advise(&url).filter(|finding| !is_chosen(finding.id())) {
            advice::write(out, Palette::COLORED, url.as_str(), &finding, false)?;
        }
        let path = arguments.path.as_ref().map(|path| path.as_encoded_bytes());
        if let Some([b'/', rest @ ..]) = path {
            writeln!(
                out,
                "note: --path begins with \"/\", so the first segment is empty and the URL has \"//\"; for the path '{0}', write --path '{0}' (RFC 1738, 3.1)",
                Escaped(rest)
            )?;
        }
        Ok(())
    })
}

/// Returns whether the advice repeats an option that the user chose by its name.
fn is_chosen(id: AdviceId) -> bool {
    use AdviceId as Id;
    let chosen = [Id::NonDefaultPort, Id::Password, Id::RemoteFile];
    chosen.contains(&id) || [Id::ExperimentalScheme, Id::ProposedScheme].contains(&id)
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
            builder.encoded(ComponentName::Port, String::from_utf8_lossy(octets))
        }),
        (&arguments.path, |builder, octets| {
            let segments = octets.split(|&octet| octet == b'/');
            segments.fold(builder, Builder::segment)
        }),
        (&arguments.ftptype, Builder::ftptype),
        (&arguments.search, Builder::search),
        (&arguments.gtype, Builder::gtype),
        (&arguments.selector, Builder::selector),
        (&arguments.gopher_string, Builder::gopher_string),
        (&arguments.address, Builder::address),
        (&arguments.group, Builder::group),
        (&arguments.article, Builder::article),
        (&arguments.digits, |builder, octets| {
            builder.encoded(ComponentName::Digits, String::from_utf8_lossy(octets))
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
