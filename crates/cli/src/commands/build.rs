//! `rfc1738 build`: a URL from its components.

use std::ffi::OsString;
use std::io::{self, Write as _};

use clap::Args;
use rfc1738::url::ComponentName;
use rfc1738::{AdviceId, BuildError, BuildErrorKind, Builder, Url, advise};
use rfc1738_views::advice;
use rfc1738_views::palette::Palette;
use rfcbnf_engine::escape::{Escaped, Quoted};

use crate::outcome::{Failure, Verdict};
use crate::output::streams::{self, flushed, plain_output};

const HELP: &str = "\
Each option takes a component as it is, not encoded. The command encodes bytes
that are not characters, unsafe characters, and those that the scheme reserves.
So a percent sign becomes %25. It fails if no URL can hold a component. Write a
value that begins with a hyphen behind an equals sign: --selector=-x.

  ftp       --host, --user, --password, --port, a path, --ftptype
  http      --host, --port, a path, --search
  gopher    --host, --port, --gtype, --selector, --search, --gopher-string
  mailto    --address
  news      --group or --article
  nntp      --host, --port, --group, --digits
  telnet    --host, --user, --password, --port
  wais      --host, --port, --database, --search or --wtype and --wpath
  file      a path, --host
  prospero  --host, --port, --hsoname, --field
  others    --host, --user, --password, --port, a path, --search;
            or --schemepart

A path is --path or several --segment. The slash between host and path belongs
to neither: --path etc/motd makes //host/etc/motd.

The URL goes to standard output. Advice on it goes to standard error, except
what an option says by its name: a port of your own, a password, a host.

Examples:
  rfc1738 build ftp --host host.dom --user my@me --path etc/motd --ftptype a
  rfc1738 build ftp --host host.dom --segment /etc --segment motd
  rfc1738 build http --host host.dom --port 8080 --path 'a b' --search '100%'
  rfc1738 build gopher --host host.dom --gtype 7 --selector find --search words
  rfc1738 build mailto --address 'a%b@host.dom'
  rfc1738 build prospero --host host.dom --hsoname /pros/name --field version=1";

const EXIT_STATUS: &str = "\
Exit status:
  0  built
  2  wrong use, a component that no URL can hold, or output that cannot be
     written";

/// The arguments of `build`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct BuildArguments {
    /// The scheme, such as ftp
    scheme: OsString,

    /// The user name; an empty name differs from none
    #[arg(long)]
    user: Option<OsString>,

    /// The password of the user
    #[arg(long)]
    password: Option<OsString>,

    /// A domain name, or four numbers separated by dots
    #[arg(long)]
    host: Option<OsString>,

    /// The port number
    #[arg(long)]
    port: Option<OsString>,

    /// The path; slashes in it separate segments
    #[arg(long, visible_aliases = ["url-path", "hpath"], conflicts_with = "segments")]
    path: Option<OsString>,

    /// A segment of the path, slashes encoded; can be repeated
    #[arg(long = "segment", value_name = "SEGMENT", visible_alias = "fsegment")]
    segments: Vec<OsString>,

    /// The typecode: a, i or d
    #[arg(long)]
    ftptype: Option<OsString>,

    /// The text to search for
    #[arg(long)]
    search: Option<OsString>,

    /// The gopher type: one byte
    #[arg(long)]
    gtype: Option<OsString>,

    /// The gopher selector
    #[arg(long)]
    selector: Option<OsString>,

    /// The Gopher+ string
    // Errors name it as the builder of the library does.
    #[arg(long, visible_alias = "gopher+_string", alias = "gopher_string")]
    gopher_string: Option<OsString>,

    /// The e-mail address
    #[arg(long, visible_alias = "encoded822addr")]
    address: Option<OsString>,

    /// The news group; with news, * for all groups
    #[arg(long)]
    group: Option<OsString>,

    /// The message id of the article, without angle brackets
    #[arg(long)]
    article: Option<OsString>,

    /// The number of the article in the group
    #[arg(long)]
    digits: Option<OsString>,

    /// The wais database
    #[arg(long)]
    database: Option<OsString>,

    /// The type of the wais document
    #[arg(long)]
    wtype: Option<OsString>,

    /// The id of the wais document
    #[arg(long)]
    wpath: Option<OsString>,

    /// The object name, slashes not encoded
    #[arg(long)]
    hsoname: Option<OsString>,

    /// A field of the object; the name ends at the first =; can be repeated
    #[arg(long = "field", value_name = "NAME=VALUE")]
    fields: Vec<OsString>,

    /// Everything after the colon, reserved characters not encoded
    #[arg(long)]
    schemepart: Option<OsString>,
}

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

/// Returns the error with the option of the component, and with its value if no URL can hold that.
fn refusal(error: &BuildError, arguments: &BuildArguments) -> String {
    let component = error.component();
    let option = option(component, arguments);
    let value = value(component, arguments)
        .filter(|_| error.kind() == BuildErrorKind::Inexpressible)
        .map(|value| format!(" {}", Quoted(value.as_encoded_bytes())));
    let value = value.unwrap_or_default();
    format!("{option}{value}: {}", error.problem())
}

fn option(component: ComponentName, arguments: &BuildArguments) -> String {
    let name = match component {
        ComponentName::Scheme => return "SCHEME".to_owned(),
        ComponentName::UrlPath if arguments.segments.is_empty() => "path",
        ComponentName::UrlPath => "segment",
        ComponentName::GopherString => "gopher-string",
        ComponentName::Encoded822addr => "address",
        ComponentName::Grouppart => "group",
        ComponentName::Fieldname => "field",
        _ => component.as_str(),
    };
    format!("--{name}")
}

/// Returns the value of a component, if not all octets can form one.
fn value(component: ComponentName, arguments: &BuildArguments) -> Option<&OsString> {
    match component {
        ComponentName::Scheme => Some(&arguments.scheme),
        ComponentName::Host => arguments.host.as_ref(),
        ComponentName::Port => arguments.port.as_ref(),
        ComponentName::Ftptype => arguments.ftptype.as_ref(),
        ComponentName::Search => arguments.search.as_ref(),
        ComponentName::Gtype => arguments.gtype.as_ref(),
        ComponentName::Selector => arguments.selector.as_ref(),
        ComponentName::Encoded822addr => arguments.address.as_ref(),
        ComponentName::Group => arguments.group.as_ref(),
        ComponentName::Article => arguments.article.as_ref(),
        ComponentName::Digits => arguments.digits.as_ref(),
        _ => None,
    }
}
