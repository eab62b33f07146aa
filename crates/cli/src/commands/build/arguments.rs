//! The arguments of `build`.

use std::ffi::OsString;

use clap::Args;

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
    pub(crate) scheme: OsString,

    /// The user name; an empty name differs from none
    #[arg(long)]
    pub(crate) user: Option<OsString>,

    /// The password of the user
    #[arg(long)]
    pub(crate) password: Option<OsString>,

    /// A domain name, or four numbers separated by dots
    #[arg(long)]
    pub(crate) host: Option<OsString>,

    /// The port number
    #[arg(long)]
    pub(crate) port: Option<OsString>,

    /// The path; slashes in it separate segments
    #[arg(long, visible_aliases = ["url-path", "hpath"], conflicts_with = "segments")]
    pub(crate) path: Option<OsString>,

    /// A segment of the path, slashes encoded; can be repeated
    #[arg(long = "segment", value_name = "SEGMENT", visible_alias = "fsegment")]
    pub(crate) segments: Vec<OsString>,

    /// The typecode: a, i or d
    #[arg(long)]
    pub(crate) ftptype: Option<OsString>,

    /// The text to search for
    #[arg(long)]
    pub(crate) search: Option<OsString>,

    /// The gopher type: one byte
    #[arg(long)]
    pub(crate) gtype: Option<OsString>,

    /// The gopher selector
    #[arg(long)]
    pub(crate) selector: Option<OsString>,

    /// The Gopher+ string
    // Errors name it as the builder of the library does.
    #[arg(long, visible_alias = "gopher+_string", alias = "gopher_string")]
    pub(crate) gopher_string: Option<OsString>,

    /// The e-mail address
    #[arg(long, visible_alias = "encoded822addr")]
    pub(crate) address: Option<OsString>,

    /// The news group; with news, * for all groups
    #[arg(long)]
    pub(crate) group: Option<OsString>,

    /// The message id of the article, without angle brackets
    #[arg(long)]
    pub(crate) article: Option<OsString>,

    /// The number of the article in the group
    #[arg(long)]
    pub(crate) digits: Option<OsString>,

    /// The wais database
    #[arg(long)]
    pub(crate) database: Option<OsString>,

    /// The type of the wais document
    #[arg(long)]
    pub(crate) wtype: Option<OsString>,

    /// The id of the wais document
    #[arg(long)]
    pub(crate) wpath: Option<OsString>,

    /// The object name, slashes not encoded
    #[arg(long)]
    pub(crate) hsoname: Option<OsString>,

    /// A field of the object; the name ends at the first =; can be repeated
    #[arg(long = "field", value_name = "NAME=VALUE")]
    pub(crate) fields: Vec<OsString>,

    /// Everything behind the colon, reserved characters not encoded
    #[arg(long)]
    pub(crate) schemepart: Option<OsString>,
}
